"""Two desks, two programs, one button: whole nights in which both press at the same moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from types import TracebackType

from tests.desk.builders import KASSA, a_desk, a_tournament, play, played_until
from tournament.desk.acts import Desk
from tournament.desk.archive import export_archive
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.office import Step, read_log, read_office
from tournament.desk.selling import close_sales, sell
from tournament.desk.verify import verify
from tournament.errors import RuleBroken

Press = Callable[[], str]
Contest = Callable[[Desk, int, int], Press]
"""What a desk gets ready (the last argument is 0 or 1), and then does the moment both are."""


class TwoDesks:
    """Two programs at one database, which stay for as many nights as there are."""

    def __init__(self, place: str) -> None:
        context = get_context("spawn")
        self._together = context.Barrier(2)  # it must live as long as the programs
        self._lines, theirs = zip(*(context.Pipe() for _ in range(2)), strict=True)
        self._programs = [
            context.Process(target=_serve, args=(place, self._together, line)) for line in theirs
        ]
        for program in self._programs:
            program.start()

    def press(self, contest: Contest, tournament: int) -> list[str]:
        """What both got at once: the act that was done, or the name of the error that told why not."""
        for person, line in enumerate(self._lines):
            line.send((contest, tournament, person))
        return [str(line.recv()) for line in self._lines]

    def __enter__(self) -> TwoDesks:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for line, program in zip(self._lines, self._programs, strict=True):
            line.send(None)
            program.join()


def _serve(place: str, together: Barrier, line: Connection) -> None:
    desk = a_desk(place)
    while (asked := line.recv()) is not None:
        contest, tournament, person = asked
        press = contest(desk, tournament, person)
        together.wait()
        try:
            line.send(press())
        except RuleBroken as refused:
            line.send(type(refused).__name__)
    desk.database.close()


def last_card(desk: Desk, tournament: int, person: int) -> Press:
    return lambda: sell(desk, KASSA, tournament, f"Guest {person}", "", 1).act


def same_closing(desk: Desk, tournament: int, person: int) -> Press:
    sold = read_office(desk.database, tournament).closing.sold
    return lambda: close_sales(desk, KASSA, tournament, seen_sold=sold).act


def same_announcement(desk: Desk, tournament: int, person: int) -> Press:
    return lambda: announce_draw(desk, KASSA, tournament).act


def same_draw(desk: Desk, tournament: int, person: int) -> Press:
    seen = ["main-1"]
    return lambda: draw_rounds(desk, KASSA, tournament, seen=seen).act


def last_two_results(desk: Desk, tournament: int, person: int) -> Press:
    pairing = read_office(desk.database, tournament).open[person]
    return lambda: play(desk, tournament, pairing).act


def correction_against_draw(desk: Desk, tournament: int, person: int) -> Press:
    """One desk says that the other side won the first semi-final, the other one draws the final."""
    if person:
        return lambda: draw_rounds(desk, KASSA, tournament).act
    pairing = read_office(desk.database, tournament).board.rounds[0].pairings[0]
    assert pairing.right
    loser = pairing.right.ticket
    return lambda: play(desk, tournament, pairing, loser).act


def play_a_night(desk: Desk, two: TwoDesks) -> Counter[str]:
    """A night of four cards with every contest, each as the rules want it; how the last one ended."""
    night = a_tournament(desk, 3, capacity=4, max_tickets_per_player=1)
    assert sorted(two.press(last_card, night)) == ["RuleBroken", "sell"]
    assert sorted(two.press(same_closing, night)) == ["RuleBroken", "close-sales"]
    assert sorted(two.press(same_announcement, night)) == ["RuleBroken", "announce-draw"]
    assert sorted(two.press(same_draw, night)) == ["Overtaken", "draw-rounds"]
    assert two.press(last_two_results, night) == ["record-result"] * 2
    assert read_office(desk.database, night).step is Step.DRAW
    corrected, drawn = two.press(correction_against_draw, night)
    assert drawn == "draw-rounds"
    assert corrected in ("record-result", "RuleBroken")
    played_until(desk, night, Step.DONE)
    _assert_once(desk, night, corrected == "record-result")
    return Counter([f"correction: {corrected}"])


def _assert_once(desk: Desk, tournament: int, corrected: bool) -> None:
    """Closed once, drawn once, sold once, and every winner sits in the final."""
    night, log = read_night(desk.database, tournament), read_log(desk.database, tournament)
    first, final = (facts.round for facts in night.drawn if facts.round.stage == "main")
    acts = Counter(entry.act for entry in log)
    assert [ticket.number for ticket in night.live_tickets] == [1, 2, 3, 4]
    assert acts["announce-draw"] == acts["close-sales"] == acts["finish"] == 1
    assert acts["draw-rounds"] == 2
    assert acts["record-result"] == 4 + corrected
    assert sorted(final.pairings[0].tickets) == sorted(p.winner for p in first.pairings if p.winner)
    assert [entry.revision for entry in log] == list(range(len(log), 0, -1))
    assert verify(export_archive(desk.database, tournament)) == ()
