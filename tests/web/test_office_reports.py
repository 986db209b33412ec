"""Results from the tables: taken over with one tap, or side by side where the two do not agree."""

from __future__ import annotations

import pytest

from tests.desk.builders import a_tournament, key_of, play, played_until
from tests.desk.changed import match, office, take_back
from tests.desk.two_phones import KARL, RESI, WON_BY_A, seated, sent, write, written
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.correcting import consequences_of_withdrawal
from tournament.desk.sheets import sheet_tokens
from tournament.knockout.rounds import Outcome


@pytest.fixture
def night(desk: Desk) -> int:
    """Round one with score sheets."""
    night = a_tournament(desk, sold=8, score_sheets=True)
    played_until(desk, night, "main-1")
    return night


@pytest.fixture
def token(desk: Desk, night: int) -> str:
    return decided_sheet(desk, night)


def decided_sheet(desk: Desk, night: int, number: int = 1) -> str:
    """On this match's sheet the left side has won 2:0, and nobody has confirmed it yet."""
    token = seated(desk, sheet_tokens(desk.database, night)["main-1", number])
    written(desk, token, *WON_BY_A)
    return token


def agreed(desk: Desk, token: str) -> None:
    write(desk, token, "agree", by=RESI)
    write(desk, token, "agree", by=KARL)


def disputed(desk: Desk, token: str) -> None:
    write(desk, token, "agree", by=RESI)
    write(desk, token, sent("dispute", hung=(1, 2)), by=KARL)


def results_page(anna: Visitor, night: int) -> Shown:
    return anna.open(f"/office/{night}/results")


def test_what_both_say_is_taken_over_with_one_tap_and_every_game(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    agreed(desk, token)

    shown = results_page(anna, night)
    assert "Von den Tischen gemeldet" in shown.text
    assert "2:0 7:1 9:0" in shown.text
    done = anna.send(shown.form_at("/reports/main-1/1"))

    stands = match(desk, night, "main-1", 1)
    assert (stands.outcome, stands.winner) == (Outcome.PLAYED, stands.left.ticket)
    assert stands.games == ((7, 1), (9, 0))
    assert "gewinnt 2:0 gegen" in done.text
    assert "Von den Tischen gemeldet" not in done.text


def test_two_versions_stand_side_by_side_and_the_desk_chooses(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    disputed(desk, token)
    pairing = match(desk, night, "main-1", 1)
    assert pairing.right

    shown = results_page(anna, night)
    assert "Die beiden sagen nicht dasselbe." in shown.text
    assert f"{pairing.left.ticket} {pairing.left.name} sagt 2:0" in shown.text
    assert f"{pairing.right.ticket} {pairing.right.name} sagt 1:2" in shown.text
    assert "Übernehmen" not in shown.text
    form = shown.form_at("/results/main-1/1")
    anna.send(form, {"answer": f"{pairing.right.ticket} 2:1"})

    assert match(desk, night, "main-1", 1).games_won == (1, 2)


def test_while_one_has_not_confirmed_the_desk_sees_it_and_can_wait(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    write(desk, token, "agree", by=RESI)

    shown = results_page(anna, night)

    assert "noch haben nicht beide bestätigt" in shown.text
    assert "sagt noch nichts" in shown.text
    assert not any(form.action.endswith("/reports/main-1/1") for form in shown.forms)


def test_reports_of_one_mind_come_first(anna: Visitor, desk: Desk, night: int, token: str) -> None:
    disputed(desk, token)
    agreed(desk, decided_sheet(desk, night, 2))

    source = results_page(anna, night).source

    assert source.index('id="report-main-1-2"') < source.index('id="report-main-1-1"')


def test_a_table_that_plays_on_is_not_overheard(anna: Visitor, desk: Desk, night: int, token: str) -> None:
    agreed(desk, token)
    shown = results_page(anna, night)
    assert write(desk, token, "strike", by=RESI).refusal is None

    late = anna.send(shown.form_at("/reports/main-1/1"))

    assert late.status == 409
    assert match(desk, night, "main-1", 1).outcome is None


def test_a_table_that_disagrees_by_now_is_shown_instead(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    agreed(desk, token)
    shown = results_page(anna, night)
    write(desk, token, sent("dispute", hung=(1, 2)), by=KARL)

    late = anna.send(shown.form_at("/reports/main-1/1"))

    assert late.status == 409
    assert "Der Tisch meldet inzwischen etwas anderes." in late.text
    assert match(desk, night, "main-1", 1).outcome is None


def test_what_is_confirmed_on_the_page_of_consequences_is_still_what_the_table_says(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    """The desk had recorded the other, rounds were drawn, and then the result was withdrawn."""
    agreed(desk, token)
    pairing = match(desk, night, "main-1", 1)
    assert pairing.right
    play(desk, night, pairing, pairing.right.ticket)
    played_until(desk, night, "main-2")
    recorded = match(desk, night, "main-1", 1)
    cost = consequences_of_withdrawal(desk.database, night, key_of(recorded)).cost
    take_back(desk, night, recorded, cost)
    asked = anna.send(results_page(anna, night).form_at("/reports/main-1/1"))
    confirm = asked.form_with("cost")
    write(desk, token, sent("dispute", hung=(1, 2)), by=KARL)

    late = anna.send(confirm)

    assert late.status == 409
    assert "Der Tisch meldet inzwischen etwas anderes." in late.text
    write(desk, token, "agree", by=KARL)
    anna.send(confirm)
    assert match(desk, night, "main-1", 1).winner == pairing.left.ticket


def test_accepted_twice_it_counts_once(anna: Visitor, desk: Desk, night: int, token: str) -> None:
    agreed(desk, token)
    form = results_page(anna, night).form_at("/reports/main-1/1")
    anna.send(form)
    before = office(desk, night).board.revision

    again = anna.send(form)

    assert "doppelt" in again.text
    assert office(desk, night).board.revision == before


def test_a_result_another_desk_recorded_meanwhile_stays(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    agreed(desk, token)
    shown = results_page(anna, night)
    pairing = match(desk, night, "main-1", 1)
    assert pairing.right
    play(desk, night, pairing, pairing.right.ticket)

    late = anna.send(shown.form_at("/reports/main-1/1"))

    assert late.status == 409
    assert match(desk, night, "main-1", 1).winner == pairing.right.ticket


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"games": "1:7 0:9"}, 409),
        ({"answer": "99 2:0", "games": ""}, 422),
        ({"games": "7:7"}, 422),
        ({"answer": "", "games": ""}, 422),
    ],
)
def test_a_report_nobody_made_is_not_recorded(
    anna: Visitor, desk: Desk, night: int, token: str, changed: dict[str, str], status: int
) -> None:
    agreed(desk, token)

    sent_ = anna.send(results_page(anna, night).form_at("/reports/main-1/1"), changed)

    assert sent_.status == status
    assert match(desk, night, "main-1", 1).outcome is None


def test_each_open_match_has_its_link_and_it_opens_the_sheet(
    anna: Visitor, desk: Desk, night: int, token: str
) -> None:
    play(desk, night, match(desk, night, "main-1", 2))

    shown = anna.open(f"/office/{night}/sheets")

    tokens = sheet_tokens(desk.database, night)
    assert len(tokens) == 3
    assert all(f'href="/table/{one}"' in shown.source for one in tokens.values())
    assert anna.open(f"/table/{token}").status == 200
    assert f'href="/table/{token}"' in anna.open(f"/office/{night}/results/main-1/1").source


def test_a_tournament_without_sheets_shows_nothing_of_them(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-1")

    assert "Zettel" not in results_page(anna, night).text
    assert "Zettel" not in anna.open(f"/office/{night}/results/main-1/1").text
    assert "In diesem Turnier gibt es keine Zettel" in anna.open(f"/office/{night}/sheets").text
