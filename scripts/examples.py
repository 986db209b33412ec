"""The pictures of docs/paper: the first page of every sheet, of one invented night."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import count

import pypdfium2  # type: ignore[import-untyped]
from PIL import Image

from scripts.messages import TREE
from tournament.desk.acts import Desk, Stamp
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.late import sell_late
from tournament.desk.loading import read_night
from tournament.desk.players import import_players, parse_players
from tournament.desk.printing import Reading, read_for_paper
from tournament.desk.prizing import finish
from tournament.desk.results import record_result
from tournament.desk.selling import close_sales
from tournament.desk.tournaments import Terms, open_tournament
from tournament.knockout.corrections import PairingRef
from tournament.language import GERMAN
from tournament.paper.job import Job, Links
from tournament.paper.sheets import SHEETS, Sheet, print_sheet
from tournament.store.database import Database

PLAYERS = TREE / "tests" / "input" / "night-50.csv"
FOLDER = TREE / "docs" / "paper"
LONGEST_EDGE = 900
"""In points of the picture."""

TERMS = Terms(
    name="Feuerwehrschnapsen",
    date=date(2026, 12, 5),
    venue="Kirchenwirt",
    capacity=64,
    prizes=("Ein lebendes Ferkel", "Gans", "Geschenkkorb", "Schinken", "Torte", "Wein", "Speck", "Brot"),
    notes="Kartenverkauf ab 17 Uhr, Beginn 18 Uhr.",
    score_sheets=True,
)
LINKS = Links("http://192.168.1.7:8000/board/1", "http://192.168.1.7:8000/table/{}".format)
AFTER_THE_DRAW = ("draw-sheet", "names", "slips", "addendum", "blank-draw-sheet", "tickets")
"""Of the others the night shows most when it is over."""

EVENING = datetime(2026, 12, 5, 17, tzinfo=UTC)
STAMP = Stamp("Turnierleitung")


def main() -> None:
    minutes, draws = count(), count()
    desk = Desk(
        Database("sqlite://"),
        now=lambda: EVENING + timedelta(minutes=next(minutes)),
        entropy=lambda size: sha256(b"%d" % next(draws)).digest()[:size],
    )
    desk.database.migrate()
    night = open_tournament(desk, STAMP, TERMS).tournament
    draw_first_round(desk, night)
    begun = read_for_paper(desk.database, night)
    play_on(desk, night)
    over = read_for_paper(desk.database, night)
    FOLDER.mkdir(exist_ok=True)
    for name, sheet in SHEETS.items():
        if isinstance(sheet, Sheet):
            picture(name, begun if name in AFTER_THE_DRAW else over).save(
                FOLDER / f"{name}.png", optimize=True
            )


def draw_first_round(desk: Desk, night: int) -> None:
    rows = parse_players(PLAYERS.read_bytes(), limit=TERMS.max_tickets_per_player)
    import_players(desk, STAMP, night, rows, paid=True)
    close_sales(desk, STAMP, night, seen_sold=sum(row.tickets for row in rows))
    announce_draw(desk, STAMP, night)
    draw_rounds(desk, STAMP, night, "Gansl")
    sell_late(desk, STAMP, night, "Spät Sepp", "Altdorf", 1)


def play_on(desk: Desk, night: int) -> None:
    while not (stands := read_night(desk.database, night)).is_over:
        for facts, pairing in stands.open:
            ref = PairingRef(*facts.key, pairing.number)
            left_wins = sha256(repr(ref).encode()).digest()[0] % 2
            winner = pairing.left if left_wins or pairing.right is None else pairing.right
            lost = sha256(repr(ref).encode()).digest()[1] % 2
            games_won = (2, lost) if winner == pairing.left else (lost, 2)
            seen = facts.results[pairing.number].revision
            record_result(desk, STAMP, night, ref, seen=seen, winner=winner, games_won=games_won)
        due = read_night(desk.database, night).due
        if any(round_.drawn for round_ in due):
            announce_draw(desk, STAMP, night)
        if due:
            draw_rounds(desk, STAMP, night)
    finish(desk, STAMP, night)


def picture(name: str, reading: Reading) -> Image.Image:
    """The first page of a sheet, in shades of grey."""
    pdf = print_sheet(name, Job(reading, GERMAN, EVENING + timedelta(hours=2), links=LINKS))
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        page = document[0]
        scale = LONGEST_EDGE / max(page.get_size())
        image: Image.Image = page.render(scale=2 * scale).to_pil()
    size = (image.width // 2, image.height // 2)
    return image.convert("L").resize(size, Image.Resampling.LANCZOS).quantize(16)


if __name__ == "__main__":
    main()
