"""Each page of the desk: in both languages, with hostile names, for everybody, and with what it is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from flask import Flask
from playwright.sync_api import expect

from tests.conftest import LAPTOP, PHONE, OpenPage
from tests.desk.builders import EVENING, KASSA, a_tournament, key_of, play, played_until, terms_for
from tests.desk.changed import match, take_back
from tests.web.conftest import NAME, PASSWORD
from tests.web.visitor import Visitor
from tournament.desk.acts import Desk
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.office import Step, read_office
from tournament.desk.players import import_players, parse_players
from tournament.desk.results import record_walkover
from tournament.desk.selling import sell, sell_unnamed
from tournament.desk.tournaments import change_terms, open_tournament

INPUT = Path(__file__).parent.parent / "input"

PAGES = (
    "", "/now", "/sell", "/takings", "/sold", "/presale", "/import", "/close", "/reopen", "/players/1",
    "/players/1/withdraw", "/players/1/merge", "/players/1/merge?into=2", "/late", "/waiting", "/double",
    "/draw", "/results", "/open", "/prizes", "/cash", "/paper/", "/log", "/log?text=karte", "/terms",
)  # fmt: skip
WORDS = re.compile(r"[A-Za-zÄÖÜäöüß]{3,}")


def selling(desk: Desk) -> int:
    night = a_tournament(desk, sold=13, paid=False, prizes=["Gans", "Speck"])
    sell_unnamed(desk, KASSA, night, 2)
    return night


def announced(desk: Desk) -> int:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, Step.ANNOUNCE)
    announce_draw(desk, KASSA, night)
    return night


def places(desk: Desk) -> int:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, "main-3")
    return night


def finished(desk: Desk) -> int:
    night = a_tournament(desk, sold=13, prizes=["Gans", "Speck"])
    played_until(desk, night, Step.AWARD)
    return night


MOMENTS = (selling, announced, places, finished)


def extra_pages(desk: Desk, night: int) -> list[str]:
    """Pages that exist only at some moments."""
    view = read_office(desk.database, night)
    first = [round_ for round_ in view.board.rounds[-1:] if round_.pairings]
    played = [p for round_ in first for p in round_.pairings if p.right][:1]
    pages = [f"/draw/{round_.slug}" for round_ in first]
    pages += [f"/results/{p.round}/{p.number}" for p in (*played, *view.open[:1])]
    pages += [f"/results/{p.round}/{p.number}?card={p.left.ticket}" for p in view.open[:1]]
    unnamed = [t.number for holder in view.holders if holder.person is None for t in holder.live]
    held = [t.number for holder in view.holders if holder.person for t in holder.live]
    pages += [f"/cards/{number}/name" for number in unnamed[:1]]
    return pages + [f"/cards/{number}/move" for number in held[:1]]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("language", "code"), [("de", "de-AT"), ("en", "en")])
def test_each_page_opens_at_each_moment_in_both_languages(
    app: Flask, anna: Visitor, desk: Desk, moment: Callable[[Desk], int], language: str, code: str
) -> None:
    night = moment(desk)
    anna.language = language
    for page in (*PAGES, *extra_pages(desk, night)):
        shown = anna.open(f"/office/{night}{page}")
        assert shown.status == 200, page
        if "<html" in shown.source:
            assert f'<html lang="{code}"' in shown.source


@pytest.mark.parametrize("path", ["/office/", "/office/new", "/office/accounts", "/office/help"])
def test_the_pages_before_a_tournament_open(anna: Visitor, path: str) -> None:
    assert anna.open(path).status == 200


def test_the_language_is_switched_on_the_page_and_stays(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=0)
    assert "Wer kauft wie viele Karten?" in anna.open(f"/office/{night}/sell").text

    anna.open("/language/en")

    assert "Who buys how many cards?" in anna.open(f"/office/{night}/sell").text


def test_an_empty_desk_offers_a_new_tournament_and_a_practice_night(anna: Visitor) -> None:
    shown = anna.open("/office/")
    assert "Neues Turnier" in shown.text
    assert "Übungsturnier" in shown.text

    practice = anna.send(shown.form_at("/practice"))

    assert practice.path == "/office/1"
    assert "Das Übungsturnier ist bereit." in practice.text


def test_several_tournaments_stand_side_by_side(anna: Visitor, desk: Desk) -> None:
    for name in ("Feuerwehr", "Pfarrball"):
        open_tournament(desk, KASSA, terms_for(name=name))

    shown = anna.open("/office/")

    assert "Feuerwehr" in shown.text
    assert "Pfarrball" in shown.text


def test_a_name_is_enough_for_a_new_tournament(anna: Visitor, desk: Desk) -> None:
    shown = anna.fill("/office/new", {"prizes": "", "name": "Feuerwehrball"})

    assert shown.path == "/office/1/sell"
    terms = read_office(desk.database, 1).night.terms
    assert (terms.name, terms.capacity, terms.max_tickets_per_player) == ("Feuerwehrball", 64, 3)
    assert terms.third_place_match
    assert terms.fifth_to_eighth


def test_all_terms_can_be_set_at_once(anna: Visitor, desk: Desk) -> None:
    typed = {
        "capacity": "32", "ticket_price_cents": "7,50", "max_tickets_per_player": "4", "name": "Ball",
        "date": "2027-01-09", "venue": "Gasthaus Ötscher", "profile": "preisschnapsen-soft",
        "bummerl_to_win": "3", "first_round_order": "purchase", "one_prize_per_player": "y",
        "prizes": "Gans\r\n\r\n  Speck \r\n", "ticket_word": "Lebenskarte", "notes": "Beginn 19 Uhr",
    }  # fmt: skip
    form = anna.open("/office/new").form_with("capacity")
    form.fields["third_place_match"] = ""

    anna.send(form, typed)

    terms = read_office(desk.database, 1).night.terms
    assert (terms.capacity, terms.ticket_price_cents, terms.max_tickets_per_player) == (32, 750, 4)
    assert (terms.venue, str(terms.date), terms.bummerl_to_win) == ("Gasthaus Ötscher", "2027-01-09", 3)
    assert terms.rules == {"profile": "preisschnapsen-soft"}
    assert terms.prizes == ("Gans", "Speck")
    assert (terms.third_place_match, terms.fifth_to_eighth, terms.one_prize_per_player) == (False, True, True)
    assert (terms.ticket_word, terms.notes, terms.first_round_order) == (
        "Lebenskarte",
        "Beginn 19 Uhr",
        "purchase",
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": ""}, "Bitte einen Namen."),
        ({"date": "morgen"}, "Kein gültiges Datum."),
        ({"max_tickets_per_player": "33"}, "32"),
        ({"capacity": "7"}, "Keine gültige Auswahl."),
        ({"notes": "x" * 2001}, "Höchstens 2000 Zeichen."),
    ],
)
def test_terms_that_cannot_be_are_refused_at_their_field(
    anna: Visitor, typed: dict[str, str], said: str
) -> None:
    shown = anna.fill("/office/new", {"name": "Ball", "prizes": "Gans", **typed})

    assert shown.status == 422
    assert any(said in error for error in shown.errors)
    assert "<details open>" in shown.source
    assert shown.form_with("name").fields["prizes"] == "Gans"


def test_two_desks_changing_the_terms_see_both_values(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=0)
    form = anna.open(f"/office/{night}/terms").form_with("prizes")
    now = read_office(desk.database, night).night
    change_terms(desk, KASSA, night, terms_for(venue="Pfarrsaal"), seen=now.terms_revision)

    shown = anna.send(form, {"venue": "Turnhalle", "ticket_price_cents": "6"})

    assert shown.status == 409
    assert "Veranstaltungsort Turnhalle Pfarrsaal" in shown.text
    assert "Preis einer Karte € 6,00 € 5,00" in shown.text
    assert read_office(desk.database, night).night.terms.venue == "Pfarrsaal"


def test_after_the_draw_the_matches_terms_stay(anna: Visitor, desk: Desk) -> None:
    night = announced(desk)

    shown = anna.fill(f"/office/{night}/terms", {"bummerl_to_win": "3"})

    assert shown.status == 422
    assert shown.errors


@pytest.mark.parametrize(
    ("moment", "said", "leads_to"),
    [
        (selling, "Karten verkaufen", "/sell"),
        (announced, "Zur Auslosung", "/draw"),
        (places, "Ergebnis eintragen", "/results"),
        (finished, "Zu den Preisen", "/prizes"),
    ],
)
def test_the_one_next_step_is_the_action_of_the_first_page(
    anna: Visitor, desk: Desk, moment: Callable[[Desk], int], said: str, leads_to: str
) -> None:
    night = moment(desk)

    shown = anna.open(f"/office/{night}")

    assert re.search(rf'<a href="/office/{night}{leads_to}"[^>]*>{said}</a>', shown.source)


def test_a_draw_that_is_not_due_says_why_and_leads_there(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=6)
    played_until(desk, night, "main-1")

    shown = anna.open(f"/office/{night}/draw")

    assert "disabled" in shown.source
    assert f'<a href="/office/{night}/results">2 Begegnungen offen</a>' in shown.source


def test_what_stands_in_the_way_is_told_as_long_as_a_round_may_follow_without_a_draw(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-2")

    assert "4 Begegnungen offen" in anna.open(f"/office/{night}/draw").text


def test_while_the_last_matches_are_played_the_draw_says_that_nothing_follows(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-3")

    shown = anna.open(f"/office/{night}/draw")

    assert len(read_office(desk.database, night).open) == 4
    assert "Es wird nichts mehr ausgelost: Was noch offen ist, entscheidet über die Plätze." in shown.text
    assert "4 Begegnungen offen" not in shown.text


def test_a_final_played_before_the_matches_for_places_are_called_is_not_the_last_round(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-2")
    for pairing in read_office(desk.database, night).open:
        if pairing.round == "main-2":
            play(desk, night, pairing)
    draw_rounds(desk, KASSA, night)

    shown = anna.open(f"/office/{night}/draw")

    assert "4 Begegnungen offen" in shown.text


def test_when_every_sale_is_undone_the_page_says_again_that_no_card_is_sold(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=0)
    shown = anna.fill(f"/office/{night}/sell", {"name": "Maria", "count": "2"})
    assert "Wer hat welche Karten" in shown.text

    shown = anna.send(shown.form_at("/undo"))

    assert "Noch keine Karte verkauft" in shown.text
    assert "Wer hat welche Karten" not in shown.text


def test_a_draw_made_meanwhile_by_another_desk_is_not_made_again(anna: Visitor, desk: Desk) -> None:
    night = announced(desk)
    form = anna.open(f"/office/{night}/draw").form_with("word")
    played_until(desk, night, "main-1")

    assert anna.send(form).status == 409


def test_where_one_card_is_left_nobody_is_called_to_a_table(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4, capacity=8, third_place_match=True)
    played_until(desk, night, "main-1")
    for pairing in read_office(desk.database, night).open:
        record_walkover(desk, KASSA, night, key_of(pairing), seen=pairing.revision, winner=None)
        break
    played_until(desk, night, Step.DRAW)

    shown = anna.open(f"/office/{night}/draw")
    done = anna.send(shown.form_with("seen"))

    assert "Nur noch eine Karte" in shown.text
    assert "An den Tisch rufen" not in shown.text
    assert "Es ist vermerkt: zu spielen gibt es nichts." in done.text
    assert "Ausgelost." not in done.text


def test_the_last_matches_are_announced_with_names_and_stand_in_one_order_everywhere(
    anna: Visitor, desk: Desk
) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-2")
    for pairing in read_office(desk.database, night).open:
        play(desk, night, pairing)
    order = ["Finale", "Partie um Platz 3", "Partie um Platz 5", "Partie um Platz 7"]
    names = [side.name for due in read_office(desk.database, night).due for side in due.seated]

    now, before = anna.open(f"/office/{night}"), anna.open(f"/office/{night}/draw")
    after = anna.send(before.form_with("seen"))

    assert ", ".join(order) in now.text
    assert len(names) == 8
    assert all(name in before.text for name in names)
    for page in (before, after, anna.open(f"/office/{night}/open")):
        heads = re.findall(r"<h2[^>]*>(Finale|Partie um Platz \d)", page.source)
        assert list(dict.fromkeys(heads)) == order


def test_where_everybody_would_meet_himself_nobody_is_called_to_a_table(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=4, each=4)
    played_until(desk, night, Step.DRAW)
    played_until(desk, night, "main-1")

    shown = anna.open(f"/office/{night}/draw")
    done = anna.send(shown.form_with("seen"))

    assert "bekommt beide Plätze ohne Partie" in shown.text
    assert "An den Tisch rufen" not in shown.text
    assert "Es ist vermerkt: zu spielen gibt es nichts." in done.text


def test_what_waits_is_not_counted_as_open(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-3")
    again = match(desk, night, "main-1", 1)
    take_back(desk, night, again, consequences_of_withdrawal(desk.database, night, key_of(again)).cost)
    waiting = len(read_office(desk.database, night).open) - 1

    shown = anna.open(f"/office/{night}")

    assert f"1 Begegnung ist offen, {waiting} warten." in shown.text


def test_the_byes_stand_there_while_their_round_is_played(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=5)
    assert "Freilose" in anna.open(f"/office/{night}").text
    played_until(desk, night, "main-1")
    assert "Freilose" in anna.open(f"/office/{night}").text

    played_until(desk, night, "main-2")

    assert "Freilose" not in anna.open(f"/office/{night}").text


def test_after_the_clock_was_set_back_the_newest_draw_is_still_the_newest(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-1")
    earlier = replace(desk, now=lambda: EVENING - timedelta(hours=2))

    played_until(earlier, night, "main-2")

    assert read_office(desk.database, night).board.newest[-1].slug == "main-2"
    source = anna.open(f"/office/{night}/draw").source
    assert f'href="/office/{night}/draw/main-1"' in source
    assert f'href="/office/{night}/draw/main-2"' not in source


def test_a_draw_is_announced_then_made_with_a_word(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, Step.ANNOUNCE)

    shown = anna.send(anna.open(f"/office/{night}/draw").form_at("/announce"))
    [before] = read_office(desk.database, night).board.announced
    assert before.commitment
    assert re.sub(r"\s", "", before.commitment) in re.sub(r"<[^>]+>|\s", "", shown.source)
    anna.send(shown.form_with("word"), {"word": "Gänsehaut"})

    [after] = read_office(desk.database, night).board.rounds
    assert (after.word, after.commitment) == ("Gänsehaut", before.commitment)


def test_hostile_names_are_inert_on_every_page(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=0, capacity=64, prizes=["<script>alert(1)</script>", "=1+1"])
    rows = parse_players((INPUT / "hostile-names.csv").read_bytes(), limit=3)
    import_players(desk, KASSA, night, rows, paid=False)
    sell(desk, KASSA, night, "<img src=x onerror=alert(2)>", '"><i>', 1)
    played_until(desk, night, "main-1")

    for page in (*PAGES, *extra_pages(desk, night)):
        source = anna.open(f"/office/{night}{page}").source
        assert "<img" not in source, page
        assert (
            "<b>" not in source.replace("<b>", "", source.count('class="outcome"><b>'))
            or "onerror" not in source
        )
        assert "<script>alert" not in source, page


@pytest.mark.parametrize(
    "path",
    ["/office/77", "/office/77/sell", "/office/1/unfug", "/office/1/players/99", f"/office/{10**30}/sell"],
)
def test_what_is_not_there_is_said_kindly(anna: Visitor, desk: Desk, path: str) -> None:
    a_tournament(desk, sold=2)

    shown = anna.open(path)

    assert shown.status == 404
    assert "Zur Turnierleitung" in shown.text


def test_prizes_are_ticked_off_and_the_tick_can_be_taken_back(anna: Visitor, desk: Desk) -> None:
    night = finished(desk)

    shown = anna.send(anna.open(f"/office/{night}/prizes").form_at("/prizes/1/collect"))
    assert "Abgeholt: Gans." in shown.text
    assert "2. Preis: Speck" in shown.text
    shown = anna.press(shown, "Doch nicht Gans")

    assert "Doch noch nicht abgeholt: Gans." in shown.text
    assert read_office(desk.database, night).board.prizes[0].collected_at is None


def test_nothing_is_finished_while_a_match_is_open(anna: Visitor, desk: Desk) -> None:
    night = places(desk)

    shown = anna.open(f"/office/{night}/prizes")

    assert f'<a href="/office/{night}/results">4 Begegnungen offen</a>' in shown.source


def test_the_log_tells_every_act_in_words(anna: Visitor, desk: Desk) -> None:
    night = finished(desk)

    shown = anna.open(f"/office/{night}/log")

    for said in ("Turnier „Preisschnapsen“ eröffnet.", "Verkauf geschlossen: 13 Karten", "Turnier beendet."):
        assert said in shown.text
    assert "Ausgelost: Achtelfinale" in shown.text
    assert not re.search(r"[a-z]+-[a-z]+\b(?= Kassa)", shown.text)


@pytest.mark.parametrize("moment", MOMENTS)
def test_each_page_is_for_everybody_and_fits(
    address: str, page: OpenPage, account: None, desk: Desk, moment: Callable[[Desk], int]
) -> None:
    night = moment(desk)
    tab = page(viewport=PHONE)
    tab.goto(f"{address}/login")
    tab.get_by_label("Name").fill(NAME)
    tab.get_by_label("Passwort").fill(PASSWORD)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Turniere")
    fragments = {"/now", "/takings", "/sold", "/open"}
    for path in (*sorted({*PAGES} - fragments), *extra_pages(desk, night)):
        tab.goto(f"{address}/office/{night}{path}")
        found = Axe().run(tab)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
        for width, height in (PHONE, LAPTOP):
            tab.set_viewport_size({"width": width, "height": height})
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
        tab.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_with_letters_twice_as_large_no_page_is_wider_than_a_phone(
    address: str, page: OpenPage, account: None, desk: Desk
) -> None:
    night, over = a_tournament(desk, sold=13), a_tournament(desk, sold=8, prizes=["Gans", "Schinken"])
    played_until(desk, night, "main-1")
    played_until(desk, over, Step.AWARD)
    match = read_office(desk.database, night).open[0].number
    tab = page(viewport=(PHONE[0] // 2, PHONE[1] // 2))
    tab.goto(f"{address}/login")
    tab.get_by_label("Name").fill(NAME)
    tab.get_by_label("Passwort").fill(PASSWORD)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Turniere")
    inside = ("", "/sell", "/draw", "/results", f"/results/main-1/{match}", "/cash", "/terms", "/log")
    beside = ("/office/accounts", "/office/help", "/office/backups", f"/office/{over}/prizes")
    wide = []
    for path in (*beside, *(f"/office/{night}{path}" for path in inside)):
        tab.goto(f"{address}{path}")
        if not tab.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            wide.append(path)
    assert wide == []


def test_the_buttons_of_a_result_fill_their_rows_on_a_phone(
    address: str, page: OpenPage, account: None, desk: Desk
) -> None:
    night = a_tournament(desk, sold=8)
    office = played_until(desk, night, "main-1")
    tab = page(viewport=PHONE)
    tab.goto(f"{address}/login?next=/office/{night}/results/main-1/{office.open[0].number}")
    tab.get_by_label("Name").fill(NAME)
    tab.get_by_label("Passwort").fill(PASSWORD)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Wer hat gewonnen?")
    tab.wait_for_load_state("load")  # its words come before its look
    group = tab.get_by_role("group").first
    whole, last = group.bounding_box(), group.get_by_role("button").last.bounding_box()

    assert whole
    assert last
    assert last["width"] == pytest.approx(whole["width"], abs=2)


def test_a_draw_announced_meanwhile_is_not_announced_again_and_goes_on(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, Step.ANNOUNCE)
    form = anna.open(f"/office/{night}/draw").form_at("/announce")
    announce_draw(desk, KASSA, night)

    shown = anna.send(form)

    assert shown.status == 422
    assert shown.errors
    assert anna.send(shown.form_with("word")).status == 200
    assert read_office(desk.database, night).board.rounds


def test_what_did_not_work_is_for_everybody_too(
    address: str, page: OpenPage, account: None, desk: Desk
) -> None:
    night = a_tournament(desk, sold=2)
    tab = page(viewport=PHONE, forgives=("404", "409", "422"))
    tab.goto(f"{address}/login")
    found = [Axe().run(tab)]
    tab.get_by_label("Name").fill(NAME)
    tab.keyboard.press("Enter")
    expect(tab.get_by_text("Bitte ein Passwort.")).to_be_visible()
    found.append(Axe().run(tab))
    tab.get_by_label("Passwort").fill(PASSWORD)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Turniere")
    tab.goto(f"{address}/office/77")
    found.append(Axe().run(tab))
    tab.goto(f"{address}/office/{night}/close")
    sell(desk, KASSA, night, "Franz Zach", "", 1)
    tab.get_by_role("button", name="Verkauf schließen").press("Enter")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Nicht gespeichert")
    found.append(Axe().run(tab))

    assert [one.generate_report() for one in found if one.violations_count] == []
