"""A full house: waiting, more room; cards that change hands, and a player entered twice."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tests.desk.fresh import take_back
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.night import Night
from tournament.desk.office import Step
from tournament.desk.rearranging import double_capacity, wait_for_cards, waiting_list
from tournament.desk.selling import sell, sell_unnamed


@pytest.fixture
def full(desk: Desk) -> int:
    return a_tournament(desk, sold=8, capacity=8)


def night_of(desk: Desk, id_: int) -> Night:
    return read_night(desk.database, id_)


def wait(anna: Visitor, night: int, name: str, count: str = "1") -> Shown:
    return anna.fill(f"/office/{night}/sell", {"count": count, "name": name})


def test_when_the_house_is_full_the_selling_page_asks_who_wants_to_wait(
    anna: Visitor, desk: Desk, full: int
) -> None:
    shown = wait(anna, full, "Grabner Sepp", "2")

    assert shown.path == f"/office/{full}/waiting"
    assert "Grabner Sepp steht auf der Warteliste." in shown.text
    assert [(g.name, g.count) for g in waiting_list(desk.database, full)] == [("Grabner Sepp", 2)]


def test_a_guest_who_wants_more_than_is_left_is_offered_the_waiting_list_as_he_was_typed(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=7, capacity=8)

    refused = anna.fill(f"/office/{night}/sell", {"name": "Grabner Sepp", "town": "Ried", "count": "2"})
    assert refused.errors == ["Von 8 Karten ist nur noch eine übrig."]
    shown = anna.press(refused, "Auf die Warteliste")

    assert "Grabner Sepp (Ried) steht auf der Warteliste." in shown.text
    [guest] = waiting_list(desk.database, night)
    assert (guest.name, guest.town, guest.count) == ("Grabner Sepp", "Ried", 2)


def test_another_mistake_does_not_lead_to_the_waiting_list(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=8)

    refused = anna.fill(f"/office/{night}/sell", {"name": "Grabner Sepp", "count": "4"})

    assert len(refused.errors) == 1
    assert f'formaction="/office/{night}/waiting"' not in refused.source


def test_before_sales_are_closed_the_page_says_that_somebody_waits(
    anna: Visitor, desk: Desk, full: int
) -> None:
    assert "auf Karten" not in anna.open(f"/office/{full}/close").text
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)

    shown = anna.open(f"/office/{full}/close")

    assert "1 Gast wartet noch auf Karten. Warteliste" in shown.text
    assert f'href="/office/{full}/waiting"' in shown.source


@pytest.mark.parametrize("count", ["0", "-3"])
def test_nobody_waits_for_no_card(anna: Visitor, desk: Desk, full: int, count: str) -> None:
    shown = wait(anna, full, "Grabner Sepp", count)

    assert (shown.status, shown.errors) == (422, ["Mindestens eine Karte."])


def test_whoever_waits_is_named_as_soon_as_a_card_is_free(anna: Visitor, desk: Desk, full: int) -> None:
    wait(anna, full, "Grabner Sepp")
    assert "Karte ist frei" not in anna.open(f"/office/{full}/sell").text

    take_back(desk, KASSA, full, 3)

    assert "1 Karte ist frei, und es wartet: Grabner Sepp: 1" in anna.open(f"/office/{full}/takings").text


@pytest.mark.parametrize(("state", "said"), [("paid", "bezahlt"), ("reserved", "reserviert")])
def test_a_guest_is_served_with_one_button(
    anna: Visitor, desk: Desk, full: int, state: str, said: str
) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)
    take_back(desk, KASSA, full, 3)
    page = anna.open(f"/office/{full}/waiting")

    shown = anna.send(page.forms[0], {"state": state}, to=f"/office/{full}/waiting/1/serve/1/of/1")

    assert "Grabner Sepp: Karte 9" in shown.text
    assert said in shown.text
    assert waiting_list(desk.database, full) == ()


def test_a_guest_is_sold_as_many_of_the_wished_cards_as_there_are(
    anna: Visitor, desk: Desk, full: int
) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 3)
    take_back(desk, KASSA, full, 3)
    page = anna.open(f"/office/{full}/waiting")

    [action] = [
        to for label, to in page.forms[0].buttons.items() if label == "1 von 3 verkaufen Grabner Sepp"
    ]
    shown = anna.send(page.forms[0], {"state": "paid"}, to=action)

    assert "Grabner Sepp: Karte 9, € 5,00 bezahlt." in shown.text
    assert "Warteliste (2)." not in shown.text
    assert [(g.name, g.count) for g in waiting_list(desk.database, full)] == [("Grabner Sepp", 2)]


def test_a_sale_past_the_waiting_list_says_that_the_buyer_stands_there_and_the_limit_is_seen(
    anna: Visitor, desk: Desk, full: int
) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 3)
    take_back(desk, KASSA, full, 3)

    shown = anna.fill(f"/office/{full}/sell", {"name": "Grabner Sepp", "count": "1"})
    double_capacity(desk, KASSA, full, seen=8)

    assert "Grabner Sepp steht noch auf der Warteliste (3)." in shown.text
    assert "2 von 3 verkaufen Grabner Sepp" in anna.open(f"/office/{full}/waiting").text
    sell(desk, KASSA, full, "Grabner Sepp", "", 2)
    assert "hat schon 3 Karten, mehr sind nicht erlaubt" in anna.open(f"/office/{full}/waiting").text


def test_what_is_wrong_with_serving_stands_at_the_list_and_not_at_the_form_below(
    anna: Visitor, desk: Desk, full: int
) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)
    page = anna.open(f"/office/{full}/waiting")

    shown = anna.send(page.forms[0], {"state": "paid"}, to=f"/office/{full}/waiting/1/serve/1/of/1")

    assert shown.source.index('class="error"') < shown.source.index("list-table")


def test_a_guest_cannot_be_served_while_the_house_is_full(anna: Visitor, desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)
    page = anna.open(f"/office/{full}/waiting")
    assert "Verkaufen Grabner Sepp" not in page.text

    shown = anna.send(page.forms[0], {"state": "paid"}, to=f"/office/{full}/waiting/1/serve/1/of/1")

    assert (shown.status, len(shown.errors)) == (422, 1)


def test_a_guest_who_waits_no_more_leaves_the_list(anna: Visitor, desk: Desk, full: int) -> None:
    wait_for_cards(desk, KASSA, full, "Grabner Sepp", "", 1)

    shown = anna.press(anna.open(f"/office/{full}/waiting"), "Wartet nicht mehr Grabner Sepp")

    assert "Grabner Sepp wartet nicht mehr." in shown.text
    assert "Niemand wartet" in shown.text


def test_a_guest_who_still_waits_after_the_draw_is_offered_a_late_card(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8, capacity=8)
    wait_for_cards(desk, KASSA, night, "Grabner Sepp", "Ried", 1)
    take_back(desk, KASSA, night, 8)
    played_until(desk, night, "main-1")

    source = anna.open(f"/office/{night}/waiting").source

    assert f'href="/office/{night}/sell?name=Grabner+Sepp&amp;town=Ried&amp;count=1"' in source


def test_more_room_is_made_after_the_page_has_said_what_that_does(
    anna: Visitor, desk: Desk, full: int
) -> None:
    shown = anna.open(f"/office/{full}/double")
    assert "Schon mit der nächsten Karte wird die Auslosung 16 groß: eine Runde mehr, und 7 Freilose." in (
        shown.text
    )

    done = anna.send(shown.form_with("seen"))

    assert "Jetzt ist Platz für 16 Karten." in done.text
    assert night_of(desk, full).terms.capacity == 16


def test_more_room_is_not_made_twice_by_two_desks(anna: Visitor, desk: Desk, full: int) -> None:
    first, second = (anna.open(f"/office/{full}/double").form_with("seen") for _ in range(2))
    anna.send(first)

    shown = anna.send(second)

    assert (shown.status, shown.errors) == (422, ["Es ist schon Platz für 16 Karten."])
    assert night_of(desk, full).terms.capacity == 16


class TestHands:
    """Cards that change hands, and entries that are one person."""

    @pytest.fixture
    def night(self, desk: Desk) -> int:
        night = a_tournament(desk, sold=0, capacity=16)
        sell(desk, KASSA, night, "Maria Hubre", "", 2)
        sell(desk, KASSA, night, "Zach Franz", "", 1)
        sell(desk, KASSA, night, "Huber Maria", "Öd", 1)
        return night

    def test_a_card_is_handed_to_somebody_else(self, anna: Visitor, desk: Desk, night: int) -> None:
        assert f"/office/{night}/cards/2/move" in anna.open(f"/office/{night}/players/1").source

        shown = anna.fill(f"/office/{night}/cards/2/move", {"name": "Moser Christl", "town": "Ried"})

        assert "Karte 2 gehört jetzt Moser Christl." in shown.text
        assert night_of(desk, night).holders[2] == 4  # type: ignore[index]

    def test_a_card_nobody_has_cannot_be_handed_over(self, anna: Visitor, night: int) -> None:
        assert anna.open(f"/office/{night}/cards/99/move").status == 404

    def test_the_most_alike_name_is_offered_first(self, anna: Visitor, night: int) -> None:
        source = anna.open(f"/office/{night}/players/1/merge").source

        assert source.index("into=3") < source.index("into=2")

    def test_before_merging_the_page_says_what_will_happen(self, anna: Visitor, night: int) -> None:
        text = anna.open(f"/office/{night}/players/1/merge?into=3").text

        assert "Die Karten 1, 2 gehen an Huber Maria." in text
        assert "Huber Maria , Öd: hat dann die Karten 1, 2, 4." in text
        assert "Der Eintrag Maria Hubre verschwindet." in text

    def test_two_entries_become_one(self, anna: Visitor, desk: Desk, night: int) -> None:
        shown = anna.send(anna.open(f"/office/{night}/players/1/merge?into=3").form_with("into"))

        assert "Huber Maria steht jetzt nur noch einmal da." in shown.text
        assert [p.name for p in night_of(desk, night).people] == ["Zach Franz", "Huber Maria"]

    def test_too_many_cards_together_are_refused_on_the_page(
        self, anna: Visitor, desk: Desk, night: int
    ) -> None:
        sell(desk, KASSA, night, "Huber Maria", "Öd", 1)

        shown = anna.send(anna.open(f"/office/{night}/players/1/merge?into=3").form_with("into"))

        assert (shown.status, len(shown.errors)) == (422, 1)
        assert len(night_of(desk, night).people) == 3

    def test_before_too_many_cards_come_together_the_page_says_so_and_has_no_button(
        self, anna: Visitor, desk: Desk, night: int
    ) -> None:
        sell(desk, KASSA, night, "Huber Maria", "Öd", 1)

        shown = anna.open(f"/office/{night}/players/1/merge?into=3")

        assert "Zusammen wären es 4 Karten; erlaubt sind höchstens 3." in shown.text
        assert '<button type="submit" autofocus>' not in shown.source

    def test_cards_sold_after_the_page_was_opened_do_not_go_along_without_a_word(
        self, anna: Visitor, desk: Desk, night: int
    ) -> None:
        form = anna.open(f"/office/{night}/players/2/merge?into=3").form_with("into")
        sell(desk, KASSA, night, "Zach Franz", "", 1)

        shown = anna.send(form)

        assert shown.status == 422
        assert shown.errors == ["Inzwischen haben sie andere Karten: bitte noch einmal hinschauen."]
        assert "Die Karten 3, 5 gehen an Huber Maria." in shown.text
        assert len(night_of(desk, night).people) == 3
        anna.send(shown.form_with("into"))
        assert len(night_of(desk, night).people) == 2

    @pytest.mark.parametrize("where", ["move", "name"])
    def test_half_a_name_is_asked_about_before_it_becomes_somebody_new(
        self, anna: Visitor, desk: Desk, night: int, where: str
    ) -> None:
        sell_unnamed(desk, KASSA, night, 1)
        card = {"move": 1, "name": 5}[where]

        shown = anna.fill(f"/office/{night}/cards/{card}/{where}", {"name": "zach"})

        assert shown.status == 422
        assert shown.errors == [
            "Meinen Sie Zach Franz? Wenn zach wirklich neu ist, bitte noch einmal absenden."
        ]
        assert len(night_of(desk, night).people) == 3
        other = anna.send(shown.form_with("name"), {"name": "hub"})
        assert "Meinen Sie Maria Hubre, Huber Maria?" in other.errors[0]
        anna.send(shown.form_with("name"))
        assert [p.name for p in night_of(desk, night).people][3:] == ["zach"]

    def test_once_sales_are_closed_no_button_offers_any_of_it(
        self, anna: Visitor, desk: Desk, night: int
    ) -> None:
        played_until(desk, night, Step.ANNOUNCE)

        source = anna.open(f"/office/{night}/players/1").source

        assert not any(f"/{what}" in source for what in ("move", "merge", "return"))
