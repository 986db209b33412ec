"""The score sheet as pages: without a script, for phones that send what they kept, and for wrong links."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.desk.builders import KASSA, play
from tests.desk.two_phones import tournament
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.loading import read_night
from tournament.desk.office import read_office
from tournament.desk.reports import reports
from tournament.desk.sheets import sheet_tokens, view_sheet
from tournament.desk.undoing import undo
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.knockout.rounds import Stage

__all__ = ["tournament"]

GUESSES = 1000


def at(app: Flask, address: str = "127.0.0.1", **more: Any) -> Visitor:
    """A browser of somebody at a table."""
    return Visitor(app, address=address, **more)


def opened(visitor: Visitor, name_a: str = "Resi", name_b: str = "Karl", **options: str) -> Shown:
    """A private sheet, just opened."""
    shown = visitor.fill("/table/", {"name_a": name_a, "name_b": name_b} | options)
    assert shown.status == 200, shown.errors
    return shown


def token_of(shown: Shown) -> str:
    found = re.search(r'data-sheet="([0-9a-f]{24})"', shown.source)
    assert found
    return found[1]


def tap(visitor: Visitor, token: str, entry: str, **more: str) -> Shown:
    """Press a button of the sheet, as a browser without scripts does."""
    shown = visitor.open(f"/table/{token}")
    return visitor.send(shown.form_with("on"), {"entry": entry} | more)


def choose(visitor: Visitor, token: str, choice: str) -> Shown:
    shown = visitor.open(f"/table/{token}")
    return visitor.send(shown.form_at("/seat"), {"choice": choice})


def post(
    visitor: Visitor, token: str, entries: list[dict[str, str]], csrf: str | None = None
) -> TestResponse:
    """What the script of a phone sends."""
    if csrf is None:
        found = re.search(r'data-token="([^"]+)"', visitor.open(f"/table/{token}").source)
        assert found
        csrf = found[1]
    return visitor.client.post(
        f"/table/{token}",
        json={"entries": entries},
        headers={"X-CSRF-Token": csrf, "Accept-Language": visitor.language},
        environ_overrides={"REMOTE_ADDR": visitor.address},
    )


def points_of(desk: Desk, token: str) -> tuple[int, int]:
    return view_sheet(desk.database, token).sheet.current.points


@pytest.fixture
def resi(app: Flask) -> Visitor:
    return at(app)


@pytest.fixture
def karl(app: Flask) -> Visitor:
    return at(app)


@pytest.fixture
def private(resi: Visitor, karl: Visitor, app: Flask) -> str:
    """A private sheet that somebody else hosts; both have chosen their columns."""
    token = token_of(opened(at(app)))
    choose(resi, token, "take A")
    choose(karl, token, "take B")
    return token


@pytest.fixture
def token(desk: Desk, tournament: int, resi: Visitor, karl: Visitor) -> str:
    """The sheet of the first pairing; both have chosen their columns."""
    token = sheet_tokens(desk.database, tournament)["main-1", 1]
    choose(resi, token, "take A")
    choose(karl, token, "take B")
    return token


# ---------- without a script ----------


def test_anybody_opens_a_sheet_with_two_names_and_hosts_it(resi: Visitor, desk: Desk) -> None:
    shown = opened(resi)
    token = token_of(shown)

    tap(resi, token, "deal A 3")
    tap(resi, token, "deal B 2")

    assert points_of(desk, token) == (3, 2)
    assert "Link für beide Spalten" in shown.source


def test_a_sheet_without_names_is_refused_at_the_field(resi: Visitor) -> None:
    shown = resi.fill("/table/", {"name_a": "Resi", "name_b": " "})
    assert shown.status == 422
    assert shown.errors


def test_what_differs_from_the_profile_is_kept(resi: Visitor, desk: Desk) -> None:
    shown = opened(
        resi, profile="card-sunday", schneider_bummerl="2", bummerl_to_win="3", marriage_needs_trick="True"
    )

    rules = view_sheet(desk.database, token_of(shown)).rules

    assert (rules.claim, rules.schneider_bummerl, rules.bummerl_to_win) == ("automatic", 2, 3)
    assert rules.marriage_needs_trick is True
    assert rules.count == "up"


def test_the_other_phone_chooses_its_column_and_writes_there_only(
    resi: Visitor, karl: Visitor, private: str, desk: Desk
) -> None:
    assert "Wer sind Sie?" not in resi.open(f"/table/{private}").text

    shown = tap(karl, private, "deal A 3")
    tap(karl, private, "deal B 1")

    assert "Jeder schreibt nur in die eigene Spalte." in shown.text
    assert points_of(desk, private) == (0, 1)


def test_a_column_that_is_taken_says_so(app: Flask, private: str) -> None:
    third = at(app)
    assert "schreibt schon auf einem anderen Handy" in third.open(f"/table/{private}").text
    assert "In diese Spalte schreibt schon ein anderes Handy." in choose(third, private, "take A").text


def test_who_only_watches_sees_the_sheet_and_no_buttons(app: Flask, resi: Visitor, private: str) -> None:
    tap(resi, private, "deal A 3")
    shown = at(app).open(f"/table/{private}?watch=1")
    assert "Sie schauen zu." in shown.text
    assert 'name="entry"' not in shown.source


def test_the_same_form_sent_twice_writes_once(resi: Visitor, private: str, desk: Desk) -> None:
    form = resi.open(f"/table/{private}").form_with("on")
    resi.send(form, {"entry": "deal A 2"})
    resi.send(form, {"entry": "deal A 2"})
    assert points_of(desk, private) == (2, 0)


def test_a_form_without_its_token_writes_nothing(resi: Visitor, private: str, desk: Desk) -> None:
    form = resi.open(f"/table/{private}").form_with("on")
    shown = resi.send(form, {"entry": "deal A 2", "csrf_token": ""})
    assert "Es ist noch nichts geschehen" in shown.text
    assert points_of(desk, private) == (0, 0)


def test_an_evening_is_counted_match_by_match(resi: Visitor, desk: Desk) -> None:
    token = token_of(opened(resi, bummerl_to_win="1"))
    for entry in ("deal A 3", "deal A 3", "deal B 2", "deal A 2"):
        tap(resi, token, entry)
    assert "Bummerl anhängen" in tap(resi, token, "").text

    assert "Resi gewinnt 1:0" in tap(resi, token, "bank").text
    shown = tap(resi, token, "next-match")

    assert "Partien 1 : 0" in shown.text


def test_the_last_deal_is_struck_by_whose_it_is(
    resi: Visitor, karl: Visitor, private: str, desk: Desk
) -> None:
    tap(resi, private, "deal A 3")
    assert "Das letzte Spiel kann nur Resi streichen." in karl.open(f"/table/{private}").text
    assert "Ja, 3 Punkte von Resi streichen" in resi.open(f"/table/{private}").text
    tap(karl, private, "strike")
    assert points_of(desk, private) == (3, 0)
    tap(resi, private, "strike")
    assert points_of(desk, private) == (0, 0)


def test_who_deals_first_is_chosen_on_an_empty_sheet(resi: Visitor, private: str, desk: Desk) -> None:
    choose(resi, private, "dealer B")
    assert view_sheet(desk.database, private).sheet.score.dealer == "B"


def test_the_host_comes_back_by_his_own_link_on_another_browser(
    app: Flask, resi: Visitor, desk: Desk
) -> None:
    shown = opened(resi)
    token = token_of(shown)
    link = re.search(r"/table/[0-9a-f]+/host/[0-9a-f]+", shown.source)
    assert link
    elsewhere = at(app)

    elsewhere.open(link[0])
    tap(elsewhere, token, "deal B 2")

    assert points_of(desk, token) == (0, 2)
    assert elsewhere.open(f"/table/{token}/host/{'0' * 24}").status == 404


def test_nobody_but_the_host_sees_the_key_of_the_host(resi: Visitor, app: Flask) -> None:
    token = token_of(opened(resi))
    assert "/host/" not in at(app).open(f"/table/{token}").source


def test_names_are_shown_and_never_run(resi: Visitor, app: Flask) -> None:
    name = "<script>alert(1)</script>\"'&{{7*7}}"
    token = token_of(opened(resi, name_a=name))
    for path in ("", "/live", "/points", "/points?a=A"):
        shown = at(app).open(f"/table/{token}{path}")
        assert shown.status == 200
        assert "<script>alert" not in shown.source
        assert "49" not in shown.text


def test_a_sheet_speaks_english(app: Flask, private: str) -> None:
    assert "Who are you?" in at(app, language="en").open(f"/table/{private}").text


# ---------- a match of the tournament ----------

WON_BY_A = ("deal A 3", "deal A 3", "deal A 1", "bank", "deal A 3", "deal A 3", "deal A 1", "bank")


def test_both_confirm_and_the_desk_sees_the_result(
    resi: Visitor, karl: Visitor, token: str, desk: Desk, tournament: int
) -> None:
    for entry in WON_BY_A:
        tap(resi, token, entry)

    tap(resi, token, "agree")
    shown = tap(karl, token, "agree")

    assert "Beide haben bestätigt." in shown.text
    [report] = reports(desk.database, tournament)
    assert report.agreed


def test_who_disagrees_says_how_it_ended_and_both_versions_stand_there(
    resi: Visitor, karl: Visitor, token: str
) -> None:
    for entry in (*WON_BY_A, "agree"):
        tap(resi, token, entry)

    shown = tap(karl, token, "dispute", hung="1:2")

    assert "hat bestätigt" in shown.text
    assert "sagt, es ist 1:2 ausgegangen" in shown.text
    assert "entscheidet die Turnierleitung" in shown.text
    assert "Wie ist es wirklich ausgegangen?" in tap(karl, token, "dispute").text


def test_the_desk_writes_in_both_columns_and_frees_them(
    anna: Visitor, resi: Visitor, token: str, desk: Desk
) -> None:
    tap(anna, token, "deal A 3")
    tap(anna, token, "deal B 1")
    assert points_of(desk, token) == (3, 1)

    choose(anna, token, "free")

    assert "Wer sind Sie?" in resi.open(f"/table/{token}").text


def test_a_private_sheet_is_none_of_the_desks_business(anna: Visitor, private: str, desk: Desk) -> None:
    assert "Wer sind Sie?" in anna.open(f"/table/{private}").text
    assert "schaut nur zu" in post_told(post(anna, private, [deal("k", "A 3")]))["error"]


def test_a_sheet_whose_result_is_recorded_is_gone(
    resi: Visitor, token: str, desk: Desk, tournament: int
) -> None:
    play(desk, tournament, next(p for p in read_office(desk.database, tournament).open if p.number == 1))
    for path in ("", "/live", "/points"):
        shown = resi.open(f"/table/{token}{path}")
        assert shown.status == 410
        assert "entschieden" in shown.text
        assert "bead" not in shown.source
    assert post(resi, token, [deal("k", "A 3")], csrf="").status_code == 410


def test_the_page_of_a_closed_sheet_leads_back_to_it(
    resi: Visitor, token: str, desk: Desk, tournament: int
) -> None:
    leads_back = f'<a class="quiet" href="/table/{token}'
    pairing = next(p for p in read_office(desk.database, tournament).open if p.number == 1)
    entry = play(desk, tournament, pairing)
    for closed, back in (("", '">'), ("/live?watch=1", '?watch=1">'), ("/points", '">')):
        assert leads_back + back in resi.open(f"/table/{token}{closed}").source

    undo(desk, KASSA, tournament, seen=entry.revision)

    for other in (token, "nowhere"):
        assert "noch einmal ansehen" not in resi.open(f"/table/{other}").source


def test_a_phone_is_told_that_the_desk_changed_the_match_and_sees_its_deals_again_after_an_undo(
    resi: Visitor, token: str, desk: Desk, tournament: int
) -> None:
    post(resi, token, [deal("1", "A 3")])
    seen = resi.client.get(f"/table/{token}/live").headers["ETag"]
    lost = would_be_lost(read_night(desk.database, tournament), Stage.MAIN, 1)
    entry = void_draw(desk, KASSA, tournament, Stage.MAIN, 1, seen=lost)

    shown = resi.open(f"/table/{token}")
    answer = post(resi, token, [deal("2", "A 2")], csrf="")
    undo(desk, KASSA, tournament, seen=entry.revision)

    assert (shown.status, answer.status_code) == (410, 410)
    assert "Turnierleitung hat diese Begegnung geändert" in shown.text
    again = resi.client.get(f"/table/{token}/live", headers={"If-None-Match": seen})
    assert again.status_code == 304
    post(resi, token, [deal("1", "A 3"), deal("2", "A 2")])
    assert points_of(desk, token) == (5, 0)


# ---------- what a phone kept ----------


def deal(key: str, what: str) -> dict[str, str]:
    return {"key": key, "entry": f"deal {what}", "on": "", "hung": ""}


def post_told(answer: TestResponse) -> dict[str, Any]:
    told = json.loads(answer.text)
    assert 'id="live"' in told["sheet"]
    return dict(told)


def test_what_a_phone_kept_is_written_in_order_and_only_once(resi: Visitor, private: str, desk: Desk) -> None:
    kept = [deal("1", "A 3"), deal("2", "A 2")]
    for _ in range(3):
        answer = post(resi, private, kept)
        assert answer.status_code == 200
        assert post_told(answer)["error"] == ""
    assert points_of(desk, private) == (5, 0)


def test_what_cannot_stand_is_told_in_words_with_all_that_followed(resi: Visitor, private: str) -> None:
    answer = post(resi, private, [deal("1", "A 3"), deal("2", "B 3"), deal("3", "A 1")])
    assert answer.status_code == 422
    told = post_told(answer)
    assert told["error"] == "Jeder schreibt nur in die eigene Spalte."
    assert told["refused"] == ["2", "3"]


def test_what_means_another_line_is_told_as_overtaken(resi: Visitor, private: str, desk: Desk) -> None:
    post(resi, private, [deal("1", "A 3"), deal("2", "A 2")])
    answer = post(resi, private, [{"key": "3", "entry": "strike", "on": "1", "hung": ""}])
    assert answer.status_code == 409
    assert "noch einmal ansehen" in post_told(answer)["error"]
    assert points_of(desk, private) == (5, 0)


def test_a_phone_whose_token_is_old_is_given_the_new_one(resi: Visitor, private: str, desk: Desk) -> None:
    answer = post(resi, private, [deal("1", "A 3")], csrf="20200101000000##nonsense")
    assert answer.status_code == 400
    found = re.search(r'data-token="([^"]+)"', post_told(answer)["sheet"])
    assert found
    assert post(resi, private, [deal("1", "A 3")], csrf=found[1]).status_code == 200
    assert points_of(desk, private) == (3, 0)


@pytest.mark.parametrize(
    "entries",
    [
        [],
        "bank",
        {"entries": "all"},
        {"entries": [1]},
        {"entries": [{"key": 1, "entry": "bank"}]},
        {"entries": [{"key": "k", "entry": "deal C 9"}]},
        {"entries": [{"key": "k", "entry": "deal A 0"}]},
        {"entries": [{"key": "k", "entry": "dispute", "hung": "many"}]},
        {"entries": [{"key": "k", "entry": "bank"}] * 201},
        {"entries": [{"key": "\ud800", "entry": "deal A 2"}]},
        {"entries": [{"key": "a\0b", "entry": "deal A 2"}]},
        {"entries": [{"key": "k", "entry": "bank", "on": "\ud800"}]},
    ],
)
def test_what_no_page_of_ours_sends_is_refused(resi: Visitor, private: str, entries: object) -> None:
    page = resi.open(f"/table/{private}").source
    csrf = re.search(r'data-token="([^"]+)"', page)
    assert csrf
    answer = resi.client.post(f"/table/{private}", json=entries, headers={"X-CSRF-Token": csrf[1]})
    assert answer.status_code == 422
    assert post_told(answer)["error"]


def test_what_is_nested_without_end_is_refused(resi: Visitor, private: str) -> None:
    csrf = re.search(r'data-token="([^"]+)"', resi.open(f"/table/{private}").source)
    assert csrf

    answer = resi.client.post(
        f"/table/{private}",
        data="[" * 100_000,
        content_type="application/json",
        headers={"X-CSRF-Token": csrf[1]},
    )

    assert answer.status_code == 422


def test_a_phone_asks_again_for_nothing_until_something_changes(
    resi: Visitor, karl: Visitor, private: str
) -> None:
    first = resi.client.get(f"/table/{private}/live")
    unchanged = resi.client.get(f"/table/{private}/live", headers={"If-None-Match": first.headers["ETag"]})
    tap(karl, private, "deal B 2")
    changed = resi.client.get(f"/table/{private}/live", headers={"If-None-Match": first.headers["ETag"]})

    assert (first.status_code, unchanged.status_code, changed.status_code) == (200, 304, 200)
    assert "<html" not in changed.text


def test_a_browser_that_lost_its_session_is_not_told_its_old_page_is_new(resi: Visitor, private: str) -> None:
    first = resi.client.get(f"/table/{private}")
    resi.client.delete_cookie("desk")
    again = resi.client.get(f"/table/{private}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200


def test_a_closed_browser_comes_back_to_its_column_and_can_write(
    resi: Visitor, private: str, desk: Desk
) -> None:
    resi.client.delete_cookie("desk")  # a session ends with the browser, the key of the phone does not
    tap(resi, private, "deal A 3")
    assert points_of(desk, private) == (3, 0)


# ---------- wrong links ----------


def test_a_thousand_wrong_links_are_slowed_down_after_twenty(app: Flask) -> None:
    guesser = at(app, "10.0.0.66")
    statuses = [
        guesser.client.get(f"/table/{guess:024x}", environ_overrides={"REMOTE_ADDR": "10.0.0.66"}).status_code
        for guess in range(GUESSES)
    ]
    assert statuses == [404] * 20 + [429] * (GUESSES - 20)
    assert "eine Minute warten" in guesser.open("/table/ffff").text


def test_who_guessed_too_often_sees_no_sheet_by_a_right_guess_but_who_sits_there_plays_on(
    app: Flask, private: str, resi: Visitor, desk: Desk
) -> None:
    guesser = at(app)
    for guess in range(25):
        guesser.open(f"/table/{guess:024x}")

    assert guesser.open(f"/table/{private}").status == 429
    assert at(app, "10.0.0.5").open(f"/table/{private}").status == 200
    tap(resi, private, "deal A 3")
    assert points_of(desk, private) == (3, 0)


def test_sheets_are_not_opened_by_the_hundred(app: Flask) -> None:
    eager = at(app)
    statuses = [eager.fill("/table/", {"name_a": "A", "name_b": "B"}).status for _ in range(22)]
    assert statuses == [200] * 20 + [429] * 2


def test_guessing_the_key_of_a_host_counts_as_a_wrong_link(app: Flask, private: str) -> None:
    guesser = at(app, "10.0.0.67")
    statuses = [guesser.open(f"/table/{private}/host/{guess:024x}").status for guess in range(22)]
    assert statuses == [404] * 20 + [429] * 2


# ---------- how many points? ----------


def test_a_few_taps_lead_to_the_points_and_write_them(resi: Visitor, private: str, desk: Desk) -> None:
    shown = resi.open(f"/table/{private}/points?a=A&a=claim&a=under-33")
    assert "2 Punkte für Resi" in shown.text
    assert "weniger als 33 Augen" in shown.text

    resi.send(shown.form_with("on"), {"entry": "deal A 2"})

    assert points_of(desk, private) == (2, 0)


def test_the_other_column_is_not_offered_for_writing(resi: Visitor, private: str) -> None:
    shown = resi.open(f"/table/{private}/points?a=B&a=revoke")
    assert "3 Punkte für Karl" in shown.text
    assert 'name="entry"' not in shown.source


def test_every_answer_on_the_page_leads_on_to_points(resi: Visitor, private: str) -> None:
    waiting, seen, ends = [f"/table/{private}/points"], set[str](), 0
    while waiting:
        shown = resi.open(waiting.pop())
        assert shown.status == 200
        ways = [link.replace("&amp;", "&") for link in re.findall(r'<li><a href="([^"]+)"', shown.source)]
        ends += not ways
        waiting += [way for way in ways if way not in seen]
        seen |= set(ways)
    assert ends > 20


def test_the_desk_asks_by_the_terms_of_a_tournament_and_anybody_by_a_profile(
    stranger: Visitor, tournament: int
) -> None:
    assert "Wer hat das Spiel gewonnen?" in stranger.open(f"/table/points/{tournament}").text
    flat = stranger.open("/table/points?profile=card-sunday&a=A&a=failed-close")
    assert "Misslungenes Zudrehen kostet immer zwei Punkte." in flat.text
    assert stranger.open("/table/points?profile=nonsense").status == 422
    assert stranger.open("/table/points?a=C").status == 422
    assert stranger.open("/table/points/99").status == 404
