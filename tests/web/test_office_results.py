"""Results: found by card, lot or name; recorded in every depth; corrected; never overwritten silently."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tests.web.people import somebody
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.matches import PairingView
from tournament.desk.office import Office, Step, read_office
from tournament.desk.results import record_walkover, withdraw_result
from tournament.desk.selling import close_sales, sell
from tournament.desk.users import Role
from tournament.desk.withdrawing import withdraw
from tournament.knockout.rounds import Outcome


@pytest.fixture
def night(desk: Desk) -> int:
    """Sixteen cards of sixteen players, round one drawn."""
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-1")
    return night


def office(desk: Desk, night: int) -> Office:
    return read_office(desk.database, night)


def first(desk: Desk, night: int) -> PairingView:
    return office(desk, night).open[0]


def again(desk: Desk, night: int, pairing: PairingView) -> PairingView:
    """The same pairing as it stands now."""
    round_ = office(desk, night).board.round(pairing.round)
    assert round_
    return round_.pairings[pairing.number - 1]


def find(anna: Visitor, night: int, typed: str) -> Shown:
    return anna.open(f"/office/{night}/results?find={typed}")


def answer(anna: Visitor, shown: Shown, said: str, **typed: str) -> Shown:
    return anna.send(shown.form_with("seen"), {"answer": said, **typed}, to=shown.path)


def test_the_loser_hands_in_his_card_and_the_other_is_offered_as_winner(
    anna: Visitor, desk: Desk, night: int
) -> None:
    pairing = first(desk, night)
    assert pairing.right

    shown = find(anna, night, str(pairing.right.ticket))

    assert f"Karte {pairing.right.ticket} wird abgegeben." in shown.text
    offered = shown.source.index(f'value="{pairing.left.ticket} 2:0"')
    assert offered < shown.source.index(f'value="{pairing.right.ticket} 2:0"')
    assert "autofocus" in shown.source[offered : offered + 40]


@pytest.mark.parametrize(("said", "games_won"), [("2:0", (2, 0)), ("2:1", (2, 1)), ("won", None)])
@pytest.mark.parametrize("left_wins", [True, False])
def test_a_result_is_recorded_from_the_winners_side(
    anna: Visitor, desk: Desk, night: int, said: str, games_won: tuple[int, int] | None, left_wins: bool
) -> None:
    pairing = first(desk, night)
    assert pairing.right
    winner, loser = (pairing.left, pairing.right) if left_wins else (pairing.right, pairing.left)

    shown = answer(anna, find(anna, night, str(loser.ticket)), f"{winner.ticket} {said}")

    now = again(desk, night, pairing)
    assert (now.outcome, now.winner) == (Outcome.PLAYED, winner.ticket)
    assert now.games_won == (games_won if left_wins or games_won is None else games_won[::-1])
    assert shown.path == f"/office/{night}/results"
    told = f"{winner.ticket} {winner.name} gewinnt" + (f" {said}" if games_won else "")
    assert f"{told} gegen {loser.ticket} {loser.name}. Korrigieren" in shown.text


def test_the_points_of_each_game_can_be_typed(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = first(desk, night)

    answer(anna, find(anna, night, str(pairing.left.ticket)), "points", games="5:7 7:3 2:8")

    now = again(desk, night, pairing)
    assert now.games == ((5, 7), (7, 3), (2, 8))
    assert now.games_won == (1, 2)


def test_enter_in_the_field_of_points_records_the_points(anna: Visitor, desk: Desk, night: int) -> None:
    shown = find(anna, night, str(first(desk, night).left.ticket))

    assert shown.source.index('value="points"') < shown.source.index(' 2:0"')


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ("", "bitte so schreiben"),
        ("sieben zu drei", "bitte so schreiben"),
        ("7:3", "nicht aus"),
        ("7:7 7:3", "7:7 kann nicht sein"),
        ("10:3 7:3", "10:3 kann nicht sein"),
        ("7:3 7:3 7:3", "war bei 2:0 entschieden"),
        ("7:-5", "bitte so schreiben"),
    ],
)
def test_points_that_cannot_be_are_refused_at_their_field(
    anna: Visitor, desk: Desk, night: int, games: str, said: str
) -> None:
    pairing = first(desk, night)

    shown = answer(anna, find(anna, night, str(pairing.left.ticket)), "points", games=games)

    assert shown.status == 422
    [error] = shown.errors
    assert said in error
    assert shown.form_with("seen").fields["games"] == games
    assert again(desk, night, pairing).outcome is None


@pytest.mark.parametrize(
    "said",
    ["99 2:0", "x 2:0", "99 walkover", "{left} 2:2", "{left} -5:999999", "{left} ?", "9" * 5000 + " won"],
)
def test_an_answer_nobody_was_offered_changes_nothing(
    anna: Visitor, desk: Desk, night: int, said: str
) -> None:
    pairing = first(desk, night)

    shown = answer(anna, find(anna, night, str(pairing.left.ticket)), said.format(left=pairing.left.ticket))

    assert shown.status == 422
    assert shown.errors
    assert again(desk, night, pairing).outcome is None


def test_somebody_absent_loses_without_play(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = first(desk, night)
    assert pairing.right

    shown = answer(anna, find(anna, night, pairing.left.name), f"{pairing.right.ticket} walkover")

    assert again(desk, night, pairing).outcome is Outcome.WALKOVER
    assert "kommt kampflos weiter" in shown.text


def test_both_can_be_absent(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = first(desk, night)

    shown = answer(anna, find(anna, night, str(pairing.left.ticket)), "absent")

    assert again(desk, night, pairing).outcome is Outcome.DOUBLE_WALKOVER
    assert "Beide waren nicht da." in shown.text


def test_a_pairing_is_found_by_a_name(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = next(
        p
        for p in office(desk, night).open
        if p.left.name == "Huber 16" or (p.right and p.right.name == "Huber 16")
    )

    shown = find(anna, night, "huber 16")

    assert shown.path == f"/office/{night}/results/main-1/{pairing.number}"
    assert "wird abgegeben" not in shown.text


def test_several_that_fit_are_a_list_to_choose_from(anna: Visitor, night: int) -> None:
    shown = find(anna, night, "Huber")

    assert "Welche?" in shown.text
    assert shown.source.count('id="found-') == 8


def test_where_a_cards_number_is_also_a_lot_the_other_meaning_is_offered(
    anna: Visitor, desk: Desk, night: int
) -> None:
    pairing = next(p for p in office(desk, night).open if 3 in [s.ticket for s in p.sides])

    shown = find(anna, night, "3")

    assert "Karte 3 wird abgegeben." in shown.text
    assert ("Begegnung 3 gemeint?" in shown.text) == (pairing.number != 3)


def test_a_card_that_is_out_is_never_taken_for_a_lot(anna: Visitor, desk: Desk, night: int) -> None:
    office_ = played_until(desk, night, "main-2")
    out = next(p for p in office_.board.rounds[1].pairings if p.right and p.right.ticket <= 4).right
    assert out

    shown = find(anna, night, str(out.ticket))

    assert shown.path == f"/office/{night}/results?find={out.ticket}"
    assert shown.errors == [f"Karte {out.ticket} ist schon abgegeben."]
    assert f"/office/{night}/results/main-2/{out.ticket}" in shown.source


def test_a_card_with_a_bye_says_so(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=5)
    drawn = played_until(desk, night, "main-1").board.rounds[0]
    free = next(pairing for pairing in drawn.pairings if pairing.right is None).left.ticket

    assert find(anna, night, str(free)).errors == [f"Karte {free} hat in dieser Runde ein Freilos."]


def test_a_card_that_plays_no_more_or_not_yet_says_so(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = first(desk, night)
    play(desk, night, pairing)
    fresh = a_tournament(desk, sold=4)

    assert find(anna, night, str(pairing.left.ticket)).errors == [
        f"Karte {pairing.left.ticket} hat schon gewonnen."
    ]
    assert find(anna, fresh, "3").errors == ["Karte 3 ist noch nicht ausgelost."]


def test_the_desk_can_settle_what_a_deal_is_worth(anna: Visitor, desk: Desk, night: int) -> None:
    shown = anna.open(f"/office/{night}/results/main-1/{first(desk, night).number}")

    assert f'href="/table/points/{night}"' in shown.source
    assert anna.open(f"/table/points/{night}").status == 200


def test_a_name_is_found_with_umlauts_spelled_out(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=0, capacity=4)
    for name in ("Özil Resi", "Ofner Karl"):
        sell(desk, KASSA, night, name, "", 1)
    close_sales(desk, KASSA, night, seen_sold=2)
    played_until(desk, night, "main-1")

    assert find(anna, night, "oezil").path == f"/office/{night}/results/main-1/1"


def test_what_is_not_there_is_said_and_stays_typed(anna: Visitor, night: int) -> None:
    shown = find(anna, night, "Nirgendwer")

    assert shown.errors == ["Zu „Nirgendwer“ gibt es keine Begegnung."]
    assert shown.form_with("find").fields["find"] == "Nirgendwer"


@pytest.mark.parametrize("typed", ["9" * 5000, "²²²", "٣٣٣", "%F0%9F%83%8F", "0"])
def test_nonsense_is_looked_for_in_vain(anna: Visitor, night: int, typed: str) -> None:
    shown = find(anna, night, typed)

    assert shown.status == 200
    assert "gibt es keine Begegnung" in " ".join(shown.errors)


def test_what_is_open_and_since_when_is_in_view(anna: Visitor, night: int) -> None:
    shown = anna.open(f"/office/{night}/results")

    assert "8 Begegnungen offen" in shown.text
    assert "Min." in shown.text


def test_sent_again_after_it_was_withdrawn_it_says_that_the_match_is_open(
    anna: Visitor, desk: Desk, night: int
) -> None:
    pairing = first(desk, night)
    shown = anna.open(f"/office/{night}/results/main-1/{pairing.number}")
    answer(anna, shown, f"{pairing.left.ticket} 2:0")
    withdraw_result(desk, KASSA, night, key_of(pairing), seen=again(desk, night, pairing).revision)

    sent = answer(anna, shown, f"{pairing.left.ticket} 2:0")

    assert f"Begegnung {pairing.number} ist inzwischen wieder offen." in sent.text
    assert "Beide waren nicht da" not in sent.text


def test_a_result_is_corrected_until_the_next_draw(anna: Visitor, desk: Desk, night: int) -> None:
    pairing = first(desk, night)
    assert pairing.right
    path = f"/office/{night}/results/main-1/{pairing.number}"
    answer(anna, anna.open(path), f"{pairing.left.ticket} 2:0")

    shown = anna.open(path)
    assert "Bisher:" in shown.text
    answer(anna, shown, f"{pairing.right.ticket} 2:1")

    assert again(desk, night, pairing).winner == pairing.right.ticket
    assert "Korrigiert:" in anna.open(f"/office/{night}/log").text


def test_after_the_next_draw_the_page_says_that_it_asks_before_anything_changes(
    anna: Visitor, desk: Desk, night: int
) -> None:
    played_until(desk, night, "main-2")

    shown = anna.open(f"/office/{night}/results/main-1/1")

    assert "Bevor sich etwas ändert, steht auf der nächsten Seite, was passiert." in shown.text


def test_after_the_end_the_page_says_why_not_and_leads_on(anna: Visitor, desk: Desk, night: int) -> None:
    played_until(desk, night, Step.DONE)

    shown = anna.open(f"/office/{night}/results/main-1/1")

    assert "disabled" in shown.source
    assert f'href="/office/{night}/prizes/reopen"' in shown.source
    assert not any("seen" in form.fields for form in shown.forms)


def test_a_stale_result_is_not_written_over_another_and_both_are_shown(
    anna: Visitor, desk: Desk, night: int
) -> None:
    pairing = first(desk, night)
    assert pairing.right
    old = find(anna, night, str(pairing.right.ticket))
    play(desk, night, pairing, pairing.right.ticket, games_won=(1, 2))

    shown = answer(anna, old, f"{pairing.left.ticket} 2:0")

    assert shown.status == 409
    assert f"Karte {pairing.left.ticket} gewinnt 2:0" in shown.text
    assert f"Karte {pairing.right.ticket} gewinnt 2:1" in shown.text
    assert again(desk, night, pairing).winner == pairing.right.ticket


@pytest.mark.parametrize("path", ["main-1/99", "main-9/1", "unfug/1", "third-1/1"])
def test_a_match_that_does_not_exist_is_not_there(anna: Visitor, night: int, path: str) -> None:
    assert anna.open(f"/office/{night}/results/{path}").status == 404


def test_matches_for_places_are_recorded_like_others(anna: Visitor, desk: Desk, night: int) -> None:
    view = played_until(desk, night, "main-3")
    pairing = next(p for p in view.open if p.round.startswith("fifth-to-eighth"))

    answer(anna, find(anna, night, str(pairing.left.ticket)), "absent")

    assert again(desk, night, pairing).outcome is Outcome.DOUBLE_WALKOVER


def test_other_lengths_of_match_offer_other_results(anna: Visitor, desk: Desk) -> None:
    for games, offered in ((1, ["1:0"]), (3, ["3:0", "3:1", "3:2"])):
        night = a_tournament(desk, sold=8, bummerl_to_win=games)
        played_until(desk, night, "main-1")
        pairing = first(desk, night)
        shown = find(anna, night, str(pairing.left.ticket))
        assert [f":{k}" in shown.text and f"{games}:{k}" for k in range(games)] == offered
        answer(anna, shown, f"{pairing.left.ticket} {offered[-1]}")
        assert again(desk, night, pairing).winner == pairing.left.ticket


def test_going_home_says_what_it_decides_before_anyone_confirms(
    anna: Visitor, desk: Desk, night: int
) -> None:
    pairing = first(desk, night)
    path = f"/office/{night}/players/{pairing.left.player}/withdraw"

    shown = anna.open(path)
    assert f"{pairing.left.name} geht heim?" in shown.text
    assert f"{pairing.left.ticket} {pairing.left.name} – " in shown.text
    assert again(desk, night, pairing).outcome is None
    done = anna.send(shown.form_at(path))

    assert f"{pairing.left.name} ist heimgegangen." in done.text
    assert again(desk, night, pairing).outcome is Outcome.WALKOVER


def test_going_home_names_only_the_cards_that_are_still_in(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8, each=2, fifth_to_eighth=False)
    for pairing in played_until(desk, night, "main-1").open:
        if pairing.left.ticket == 6:
            record_walkover(desk, KASSA, night, key_of(pairing), seen=pairing.revision, winner=None)
        else:
            play(desk, night, pairing)
    played_until(desk, night, "main-2")

    both, none, one = (anna.open(f"/office/{night}/players/{number}/withdraw") for number in (1, 2, 3))

    assert "Die Karten 1, 2 bleiben in den Auslosungen und verlieren jede Begegnung kampflos." in both.text
    assert "Keine Karte ist mehr im Spiel: An den Begegnungen ändert das nichts." in none.text
    assert "Karte 5 bleibt in den Auslosungen und verliert jede Begegnung kampflos." in one.text


def test_a_withdrawn_player_is_marked(anna: Visitor, desk: Desk, night: int) -> None:
    withdraw(desk, KASSA, night, 1)

    assert "heimgegangen" in anna.open(f"/office/{night}/sell").text


def test_whoever_has_a_bye_is_sent_home_from_the_results_by_a_referee(app: Flask, desk: Desk) -> None:
    night = a_tournament(desk, sold=13)
    played_until(desk, night, "main-1")
    bye = next(p.left for p in office(desk, night).board.rounds[0].pairings if p.right is None)
    referee = somebody(app, desk, Role.REFEREE)

    address = f"/office/{night}/players/{bye.player}/withdraw"
    for typed in (bye.name, str(bye.ticket)):
        shown = find(referee, night, typed)
        assert f"Karte {bye.ticket} hat in dieser Runde ein Freilos." in shown.errors
        assert f'href="{address}">{bye.name} geht heim …' in shown.source
    done = referee.send(referee.open(address).form_with("key"))

    assert f"{bye.name} ist heimgegangen." in done.text
    assert office(desk, night).night.withdrawn == {bye.player}
    assert "geht heim …" not in find(referee, night, bye.name).text


def test_whoever_waits_for_the_next_draw_can_go_home_and_whoever_has_lost_need_not(
    anna: Visitor, desk: Desk, night: int
) -> None:
    pairing = first(desk, night)
    assert pairing.right
    play(desk, night, pairing)

    texts = [find(anna, night, str(side.ticket)).text for side in (pairing.left, pairing.right)]

    assert [f"{side.name} geht heim …" in text for side, text in zip(pairing.sides, texts, strict=True)] == [
        True,
        False,
    ]
