"""Selling: one line and Enter; pay, take back, rename, name later, import; the numbers before the draw."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from tests.desk.builders import KASSA, a_tournament
from tests.desk.fresh import take_back
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.office import Office, read_office
from tournament.desk.players import parse_players
from tournament.desk.selling import close_sales, sell, sell_unnamed
from tournament.web.office.selling import card_numbers

INPUT = Path(__file__).parent.parent / "input"


@pytest.fixture
def night(desk: Desk) -> int:
    return a_tournament(desk, sold=0, capacity=64)


def office(desk: Desk, night: int) -> Office:
    return read_office(desk.database, night)


def sell_to(anna: Visitor, night: int, name: str, **typed: str) -> Shown:
    return anna.fill(f"/office/{night}/sell", {"count": "1", "name": name, **typed})


def test_a_name_is_enough_to_sell_a_card(anna: Visitor, night: int) -> None:
    shown = sell_to(anna, night, "Maria Huber")

    assert shown.path == f"/office/{night}/sell"
    assert "Maria Huber: Karte 1, € 5,00 bezahlt." in shown.text
    assert "1 von 64 verkaufte Karten" in _figures(shown)
    assert shown.form_with("count").fields["name"] == ""


def test_the_page_says_which_cards_somebody_holds_by_now(anna: Visitor, night: int) -> None:
    sell_to(anna, night, "Maria Huber", count="2")

    shown = sell_to(anna, night, "Maria Huber", state="reserved")

    assert "Maria Huber: Karte 3 reserviert, € 5,00 offen. Hat jetzt die Karten 1, 2, 3." in shown.text
    assert "€ 10,00 bezahlt" in _figures(shown)
    assert "€ 5,00 noch offen" in _figures(shown)


def test_people_known_from_before_are_offered_with_their_town(anna: Visitor, desk: Desk, night: int) -> None:
    sell_to(anna, night, "Maria Huber", town="Altdorf")
    other = a_tournament(desk, sold=0)

    shown = anna.open(f"/office/{other}/sell")
    assert '<option value="Maria Huber · Altdorf">' in shown.source
    sell_to(anna, other, "Maria Huber · Altdorf")

    [person] = office(desk, other).night.people
    assert (person.name, person.town) == ("Maria Huber", "Altdorf")


def test_somebody_of_the_same_name_needs_a_town(anna: Visitor, night: int) -> None:
    sell_to(anna, night, "Maria Huber", town="Altdorf")

    shown = sell_to(anna, night, "Maria Huber")

    assert shown.status == 422
    assert "Maria Huber aus Altdorf ist schon eingetragen" in shown.errors[0]


def test_money_is_taken_later_with_one_button(anna: Visitor, night: int) -> None:
    shown = sell_to(anna, night, "Maria Huber", count="2", state="reserved")

    paid = anna.press(shown, "€ 10,00 kassieren Maria Huber")

    assert "Bezahlt: € 10,00." in paid.text
    assert "€ 0,00 noch offen" in _figures(paid)


def test_a_card_is_taken_back_and_the_refund_said(anna: Visitor, desk: Desk, night: int) -> None:
    sell_to(anna, night, "Maria Huber", count="2")

    shown = anna.press(anna.open(f"/office/{night}/players/1"), "Zurücknehmen 2")

    assert "Karte 2 ist zurückgenommen. Zurückzuzahlen: € 5,00." in shown.text
    assert office(desk, night).closing.sold == 1


def test_for_a_reserved_card_taken_back_nothing_is_refunded_and_no_amount_said(
    anna: Visitor, night: int
) -> None:
    sell_to(anna, night, "Maria Huber", count="2", state="reserved")

    shown = anna.press(anna.open(f"/office/{night}/players/1"), "Zurücknehmen 2")

    assert "Karte 2 ist zurückgenommen." in shown.text
    assert "Zurückzuzahlen" not in shown.text
    newest = anna.open(f"/office/{night}/log").text.split("Karte 2 zurückgenommen")[1]
    assert not newest.startswith(",")


def test_a_player_is_renamed(anna: Visitor, desk: Desk, night: int) -> None:
    sell_to(anna, night, "Maria Hubre")

    anna.fill(f"/office/{night}/players/1", {"name": "Maria Huber", "town": "Öd"})

    [person] = office(desk, night).night.people
    assert (person.name, person.town) == ("Maria Huber", "Öd")


def test_two_desks_renaming_the_same_player_see_both_names(anna: Visitor, desk: Desk, night: int) -> None:
    sell_to(anna, night, "Maria Hubre")
    form = anna.open(f"/office/{night}/players/1").form_with("seen")
    anna.fill(f"/office/{night}/players/1", {"name": "Maria Huber", "town": "Öd"})

    shown = anna.send(form, {"name": "Mario Huber"})

    assert shown.status == 409
    assert "Jemand war schneller" in shown.text
    assert "Mario Huber" in shown.text
    assert "Maria Huber" in shown.text


def test_presale_cards_are_named_later(anna: Visitor, desk: Desk, night: int) -> None:
    shown = anna.fill(f"/office/{night}/presale", {"count": "3"})
    assert "Vorverkauf: Karten 1, 2, 3" in shown.text
    assert "Noch ohne Namen" in shown.text

    shown = anna.fill(f"/office/{night}/cards/2/name", {"name": "Franz Zach"})

    assert "Karte 2 gehört jetzt Franz Zach." in shown.text
    assert [t.player for t in office(desk, night).night.live_tickets] == [None, 1, None]


def test_a_presale_card_without_a_name_is_taken_back(anna: Visitor, desk: Desk, night: int) -> None:
    sell_unnamed(desk, KASSA, night, 1, paid=False)

    shown = anna.press(anna.open(f"/office/{night}/cards/1/name"), "Karte zurücknehmen")

    assert "Karte 1 ist zurückgenommen." in shown.text
    assert office(desk, night).night.live_tickets == ()


def upload(anna: Visitor, night: int, name: str) -> Shown:
    form = anna.open(f"/office/{night}/import").form_with("state")
    return anna.send(form, file=(io.BytesIO((INPUT / name).read_bytes()), name))


def test_a_list_of_players_is_taken_over(anna: Visitor, desk: Desk, night: int) -> None:
    shown = upload(anna, night, "night-64.csv")

    assert "Spieler/innen übernommen." in shown.text
    assert office(desk, night).closing.sold == 64


def test_a_list_with_bad_rows_is_refused_whole_and_each_row_is_named(
    anna: Visitor, desk: Desk, night: int
) -> None:
    shown = upload(anna, night, "bad-rows.csv")

    assert shown.status == 422
    assert "Diese Zeilen sind nicht brauchbar" in shown.text
    rows = shown.source.split("<tbody", 1)[1].split("</tbody>", 1)[0]
    assert rows.count("<tr") >= 4
    assert office(desk, night).closing.sold == 0


def test_without_a_file_the_import_asks_for_one(anna: Visitor, night: int) -> None:
    shown = anna.send(anna.open(f"/office/{night}/import").form_with("state"))

    assert shown.errors == ["Bitte eine Datei auswählen."]


def test_before_closing_the_numbers_of_the_draw_are_shown(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=50, capacity=64)

    shown = anna.open(f"/office/{night}/close")

    assert _figures(shown) == [
        "50 verkaufte Karten",
        "64 Größe der Auslosung",
        "14 Freilose",
        "18 Begegnungen in Runde 1",
    ]


def test_a_player_who_must_meet_himself_is_named_before_closing(
    anna: Visitor, desk: Desk, night: int
) -> None:
    sell(desk, KASSA, night, "Maria Huber", "", 3)
    sell(desk, KASSA, night, "Franz Zach", "", 1)

    shown = anna.open(f"/office/{night}/close")

    assert "Maria Huber hat zu viele Karten" in shown.text
    assert "trifft 1 Mal auf sich selbst." in shown.text


def test_sales_with_unnamed_cards_cannot_be_closed_and_the_page_says_why(
    anna: Visitor, desk: Desk, night: int
) -> None:
    sell(desk, KASSA, night, "Maria Huber", "", 2)
    sell_unnamed(desk, KASSA, night, 1)

    shown = anna.open(f"/office/{night}/close")

    assert "disabled" in shown.source
    assert "Diese Karten haben noch keinen Namen: 3." in shown.text


def test_a_card_sold_while_the_numbers_were_looked_at_stops_the_closing(
    anna: Visitor, desk: Desk, night: int
) -> None:
    sell(desk, KASSA, night, "Maria Huber", "", 2)
    form = anna.open(f"/office/{night}/close").form_with("seen_sold")
    sell(desk, KASSA, night, "Franz Zach", "", 1)

    shown = anna.send(form)

    assert shown.status == 409
    assert "Verkaufte Karten 2 3" in shown.text
    assert office(desk, night).night.size is None


def test_closed_sales_can_be_opened_again_before_the_draw(anna: Visitor, desk: Desk, night: int) -> None:
    sell(desk, KASSA, night, "Maria Huber", "", 2)
    close_sales(desk, KASSA, night, seen_sold=2)
    assert "Der Verkauf ist geschlossen." in anna.open(f"/office/{night}/sell").text

    shown = anna.send(anna.open(f"/office/{night}/reopen").form_at("/reopen"))

    assert "Der Verkauf ist wieder offen." in shown.text
    assert office(desk, night).night.size is None


def test_what_is_sold_is_asked_for_again_and_again_at_no_cost(anna: Visitor, desk: Desk, night: int) -> None:
    first = anna.client.get(f"/office/{night}/sold")
    same = anna.client.get(f"/office/{night}/sold", headers={"If-None-Match": first.headers["ETag"]})
    sell(desk, KASSA, night, "Maria Huber", "", 2)
    changed = anna.client.get(f"/office/{night}/sold", headers={"If-None-Match": first.headers["ETag"]})

    assert (first.status_code, same.status_code, changed.status_code) == (200, 304, 200)
    assert "Maria Huber" in changed.text


def _figures(shown: Shown) -> list[str]:
    """The figures of a page, each with its caption after it, as they are looked at."""
    items = shown.source.split('<dl class="figures">', 1)[1].split("</dl>", 1)[0].split("</div>")[:-1]
    return [" ".join(f"{_said(item, 'dd')} {_said(item, 'dt')}".split()) for item in items]


def _said(source: str, tag: str) -> str:
    inside = source.split(f"<{tag}>", 1)[1].split(f"</{tag}>", 1)[0]
    return re.sub("<[^>]+>", "", inside)


def test_when_the_disk_is_full_the_page_says_so_and_keeps_what_was_typed(
    app: Flask, anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=0, capacity=256)
    with app.extensions["desk"].database.writing() as session:
        pages = session.scalar(text("PRAGMA page_count"))
        session.execute(text(f"PRAGMA max_page_count = {pages}"))

    names = (f"Grabner Sepp {number} " + "ö" * 150 for number in range(200))
    sold = (
        (name, anna.fill(f"/office/{night}/sell", {"name": name, "town": "Ried", "count": "1"}))
        for name in names
    )
    name, shown = next((name, shown) for name, shown in sold if shown.status != 200)

    assert (shown.status, shown.errors) == (
        422,
        ["Es konnte nichts gespeichert werden. Der Datenträger ist voll."],
    )
    assert shown.form_with("count").fields["name"] == name
    assert shown.form_with("count").fields["town"] == "Ried"
    assert name not in [person.name for person in read_night(desk.database, night).people]


def test_however_many_cards_are_sold_at_once_the_message_fits_in_its_cookie(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=0, capacity=4096, max_tickets_per_player=2000)

    sent = anna.client.post(
        f"/office/{night}/presale",
        data=anna.open(f"/office/{night}/presale").form_with("count").fields | {"count": "2000"},
    )
    longest = max(map(len, sent.headers.getlist("Set-Cookie")))

    assert longest < 4000
    assert "Karten 1–2000" in anna.open(f"/office/{night}/sell").text


def test_many_numbers_with_gaps_are_told_in_rows_and_no_more_than_one_reads() -> None:
    assert card_numbers([1, 2, 5]) == "1, 2, 5"
    assert card_numbers([*range(1, 30), 41]) == "1–29, 41"
    assert card_numbers(range(1, 4001, 2)).endswith("37, 39, …")


def test_a_form_sent_again_after_all_its_cards_were_taken_back_tells_of_no_others(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form = anna.open(f"/office/{night}/sell").form_with("count")
    anna.send(form, {"name": "Maria Huber"})
    take_back(desk, KASSA, night, 1)

    assert "Hat jetzt" not in anna.send(form, {"name": "Maria Huber"}).text


def test_a_form_sent_again_after_its_card_was_taken_back_says_so(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form = anna.open(f"/office/{night}/sell").form_with("count")
    anna.send(form, {"name": "Maria Huber", "count": "2"})
    take_back(desk, KASSA, night, 2)

    shown = anna.send(form, {"name": "Maria Huber", "count": "2"})

    assert "Das war schon erledigt" in shown.text
    assert "Inzwischen zurückgenommen: 2." in shown.text


def test_the_list_goes_to_a_spreadsheet_and_comes_back(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=5, each=2)

    assert f'href="/office/{night}/players.csv"' in anna.open(f"/office/{night}/sell").source
    answer = anna.client.get(f"/office/{night}/players.csv")

    assert answer.mimetype == "text/csv"
    rows = parse_players(answer.data, limit=3)
    assert [(row.name, row.tickets) for row in rows] == [("Huber 1", 2), ("Huber 2", 2), ("Huber 3", 1)]
