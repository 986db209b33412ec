"""Correcting after a draw: the page says in full what will happen, and then exactly that happens."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until
from tests.desk.changed import decided, half_played, loser_of, match, office, origin, path_of, take_back
from tests.web.visitor import Shown, Visitor
from tournament.desk import correcting, results
from tournament.desk.acts import Desk
from tournament.desk.matches import PairingView
from tournament.desk.office import read_log
from tournament.desk.withdrawing import withdraw
from tournament.knockout.rounds import Outcome


@pytest.fixture
def night(desk: Desk) -> int:
    return half_played(desk)


def answer(anna: Visitor, night: int, pairing: PairingView, said: str, **typed: str) -> Shown:
    """Press a button on the match's page."""
    shown = anna.open(path_of(night, pairing))
    return anna.send(shown.form_with("games"), {"answer": said, **typed}, to=path_of(night, pairing))


def the_other_won(anna: Visitor, desk: Desk, night: int, later: PairingView) -> tuple[PairingView, Shown]:
    """Say that the match from which the left side of a later one came was won by the other."""
    wrong = origin(desk, night, "main-1", later)
    return wrong, answer(anna, night, wrong, f"{loser_of(wrong).ticket} 2:1")


def confirm(anna: Visitor, shown: Shown) -> Shown:
    return anna.send(shown.form_with("cost"))


def test_who_takes_whose_seat_is_said_before_anything_happens(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]

    wrong, shown = the_other_won(anna, desk, night, later)

    right = loser_of(wrong)
    assert shown.status == 200
    assert "Wirklich korrigieren?" in shown.text
    assert f"Viertelfinale, Begegnung {later.number}" in shown.text
    taken = f"{right.ticket} {right.name} nimmt den Platz von {later.left.ticket} {later.left.name} ein."
    assert taken in shown.text
    assert "Nummer und Tisch bleiben gleich." in shown.text
    assert "zurückgenommen" not in shown.text
    assert match(desk, night, later.round, later.number) == later


def test_confirmed_the_right_card_sits_there(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong, shown = the_other_won(anna, desk, night, later)

    done = confirm(anna, shown)

    assert done.path == f"/office/{night}/results"
    assert "gewinnt 2:1 gegen" in done.text
    stands = match(desk, night, later.round, later.number)
    assert (stands.left, stands.right) == (loser_of(wrong), later.right)
    assert match(desk, night, wrong.round, wrong.number).games_won in [(2, 1), (1, 2)]


def test_what_is_lost_is_listed_in_order_and_exactly_that_is_lost(
    anna: Visitor, desk: Desk, night: int
) -> None:
    later, other = decided(desk, night, "main-2")[:2]
    wrong, shown = the_other_won(anna, desk, night, later)
    assert "1 Ergebnis wird zurückgenommen" in shown.text
    assert f"{later.left.ticket} {later.left.name} gewinnt gegen" in shown.text
    assert "autofocus" not in shown.source

    confirm(anna, shown)

    stands = match(desk, night, later.round, later.number)
    assert stands.outcome is None
    assert stands.left == loser_of(wrong)
    assert match(desk, night, other.round, other.number) == other
    acts = [entry.act for entry in read_log(desk.database, night)[:2]]
    assert acts == ["record-result", "withdraw-result"]


def test_a_chain_through_the_whole_night_is_listed_latest_first(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-3")
    for pairing in office(desk, night).open:
        play(desk, night, pairing)
    final = match(desk, night, "main-3", 1)
    semi = origin(desk, night, "main-2", final)

    _, shown = the_other_won(anna, desk, night, semi)

    names = ["Finale, Begegnung 1", f"Halbfinale, Begegnung {semi.number}"]
    lost = shown.text[shown.text.index("in dieser Reihenfolge") : shown.text.index("Was hier steht")]
    assert [name in lost for name in names] == [True, True]
    assert lost.index(names[0]) < lost.index(names[1])


def test_without_the_cost_that_was_shown_nothing_happens(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong, shown = the_other_won(anna, desk, night, later)

    sent = anna.send(shown.form_with("cost"), {"cost": ""})

    assert sent.status == 409
    assert match(desk, night, wrong.round, wrong.number) == wrong


def test_if_more_would_be_lost_meanwhile_it_is_said_and_nothing_happens(
    anna: Visitor, desk: Desk, night: int
) -> None:
    later = office(desk, night).open[0]
    wrong, shown = the_other_won(anna, desk, night, later)
    play(desk, night, later)

    late = confirm(anna, shown)

    assert late.status == 409
    assert "Inzwischen würde sich etwas anderes ändern" in late.text
    assert match(desk, night, wrong.round, wrong.number) == wrong
    again = anna.open(shown.path)
    assert "1 Ergebnis wird zurückgenommen" in again.text


def test_if_the_result_itself_changed_meanwhile_both_values_are_shown(
    anna: Visitor, desk: Desk, night: int
) -> None:
    later = office(desk, night).open[0]
    wrong, shown = the_other_won(anna, desk, night, later)
    play(desk, night, wrong, later.left.ticket, games_won=None)

    assert confirm(anna, shown).status == 409


def test_sent_twice_it_is_done_once(anna: Visitor, desk: Desk, night: int) -> None:
    _, shown = the_other_won(anna, desk, night, office(desk, night).open[0])
    confirm(anna, shown)
    before = office(desk, night).board.revision

    again = confirm(anna, shown)

    assert "nichts wurde doppelt gemacht" in again.text.lower() or "doppelt" in again.text
    assert office(desk, night).board.revision == before


def test_the_same_winner_with_another_score_asks_nothing(anna: Visitor, desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])

    shown = answer(anna, night, wrong, f"{wrong.winner} 2:1")

    assert shown.path == f"/office/{night}/results"
    assert match(desk, night, wrong.round, wrong.number).games_won in [(2, 1), (1, 2)]


def test_points_that_turn_the_winner_ask_first_and_are_recorded_in_full(
    anna: Visitor, desk: Desk, night: int
) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])
    games = "7:3 7:5" if wrong.winner != wrong.left.ticket else "3:7 5:7"

    confirm(anna, answer(anna, night, wrong, "points", games=games))

    assert len(match(desk, night, wrong.round, wrong.number).games) == 2


@pytest.mark.parametrize("said", ["99 2:0", "{} 2:2", "{} 2:1 2:1", "{} ?"])
def test_an_answer_that_cannot_be_is_refused_after_the_draw_too(
    anna: Visitor, desk: Desk, night: int, said: str
) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])

    shown = answer(anna, night, wrong, said.format(loser_of(wrong).ticket))

    assert shown.status == 422
    assert match(desk, night, wrong.round, wrong.number) == wrong


def test_both_absent_after_the_draw_is_refused_with_the_way_out(
    anna: Visitor, desk: Desk, night: int
) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])

    shown = answer(anna, night, wrong, "absent")

    assert shown.status == 422
    assert "Widerrufen Sie zuerst diese Auslosung" in " ".join(shown.errors)


def test_both_absent_after_the_draw_leads_to_voiding_it(anna: Visitor, desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])
    assert "„Beide nicht da“ geht nur" in anna.open(path_of(night, wrong)).text

    shown = answer(anna, night, wrong, "absent")

    assert f'href="/office/{night}/draw/main-2/void"' in shown.source
    assert "auf der nächsten Seite" not in shown.text


def both_missed(desk: Desk) -> tuple[int, PairingView]:
    """A night whose second round is drawn after a double walkover in the first."""
    night = a_tournament(desk, sold=16)
    first = played_until(desk, night, "main-1").open[0]
    results.record_walkover(desk, KASSA, night, key_of(first), seen=first.revision, winner=None)
    played_until(desk, night, "main-2")
    return night, match(desk, night, "main-1", first.number)


@pytest.mark.parametrize("page", ["", "/withdraw"])
def test_a_double_walkover_after_the_draw_leads_to_voiding_it(anna: Visitor, desk: Desk, page: str) -> None:
    night, missed = both_missed(desk)

    shown = anna.open(path_of(night, missed) + page)

    assert "Widerrufen Sie zuerst diese Auslosung" in shown.text
    assert f'href="/office/{night}/draw/main-2/void"' in shown.source
    assert "auf der nächsten Seite" not in shown.text
    assert "als wäre nichts eingetragen" not in shown.text


def test_before_both_are_said_to_be_absent_it_is_said_what_that_means(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    first = played_until(desk, night, "main-1").open[0]
    assert "scheiden beide Karten aus" in anna.open(path_of(night, first)).text

    place, *_ = [p for p in played_until(desk, night, "main-3").open if p.round != "main-3"]
    assert "bekommt die niedrigere Nummer den besseren Platz" in anna.open(path_of(night, place)).text

    final = next(p for p in played_until(desk, night, "main-4").open if p.round == "main-4")
    assert "Beide nicht da" not in anna.open(path_of(night, final)).text


def test_who_must_win_is_not_offered_as_absent(anna: Visitor, desk: Desk) -> None:
    """Both were absent in one semi-final: somebody must come out of the other."""
    night = a_tournament(desk, sold=4)
    first, second = played_until(desk, night, "main-1").open
    results.record_walkover(desk, KASSA, night, key_of(first), seen=first.revision, winner=None)

    assert "Beide nicht da" not in anna.open(path_of(night, second)).text


def test_who_has_gone_home_meanwhile_is_said_to_lose_at_once(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)
    withdraw(desk, KASSA, night, loser_of(wrong).player)

    shown = answer(anna, night, wrong, f"{loser_of(wrong).ticket} 2:0")

    assert later.right
    said = f"{later.right.ticket} {later.right.name} kommt kampflos weiter"
    assert "Sofort entschieden, ohne Partie" in shown.text
    assert said in shown.text
    assert f"Gegen {later.right.ticket}" not in shown.text
    assert "Sagen Sie es denen, die dort spielen." not in shown.text


def test_taking_a_result_back_says_which_match_waits_then(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    earlier = origin(desk, night, "main-1", later)

    shown = anna.open(f"{path_of(night, earlier)}/withdraw")

    waits = shown.text[shown.text.index("1 Begegnung wartet dann") :]
    assert f"Viertelfinale, Begegnung {later.number}" in waits


def test_in_a_chain_nobody_is_said_to_sit_in_a_match_that_waits(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    final = next(p for p in played_until(desk, night, "main-3").open if p.round == "main-3")
    semi = origin(desk, night, "main-2", final)

    _, shown = the_other_won(anna, desk, night, semi)

    seats = shown.text[shown.text.index("Wer ab jetzt wo sitzt") : shown.text.index("dann auf eine")]
    assert f"Halbfinale, Begegnung {semi.number}" in seats
    assert "Finale, Begegnung 1" not in seats
    assert "Finale, Begegnung 1" in shown.text[shown.text.index("dann auf eine") - 40 :]


def test_in_the_final_who_meets_himself_gets_both_places(anna: Visitor, desk: Desk) -> None:
    """Two players with four cards each win by turns, and so meet in the final."""
    night = a_tournament(desk, sold=8, each=4)
    for slug in ("main-1", "main-2"):
        open_ = [p for p in played_until(desk, night, slug).open if p.round == slug]
        for turn, pairing in enumerate(open_):
            winner = next(side for side in pairing.sides if side.player == 1 + turn % 2)
            play(desk, night, pairing, winner.ticket)
    played_until(desk, night, "main-3")
    wrong = decided(desk, night, "main-2")[0]

    shown = answer(anna, night, wrong, f"{loser_of(wrong).ticket} 2:0")

    assert (
        f"{loser_of(wrong).name} trifft dann auf sich selbst. Gespielt wird nicht: Beide Plätze" in shown.text
    )
    assert "Beide Plätze gehören derselben Person, die niedrigere Nummer den besseren." in shown.text


def test_who_would_be_set_against_himself_is_named_first(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk, sold=16, each=5)
    played_until(desk, night, "main-2")
    later, wrong = _that_sets_against_himself(desk, night)

    shown = answer(anna, night, wrong, f"{loser_of(wrong).ticket} 2:0")

    assert f"{loser_of(wrong).name} trifft dann auf sich selbst." in shown.text
    confirm(anna, shown)
    assert match(desk, night, later.round, later.number).outcome is Outcome.HANDED_IN


def _that_sets_against_himself(desk: Desk, night: int) -> tuple[PairingView, PairingView]:
    """An open match, and the earlier one whose loser would meet himself there."""
    for later in office(desk, night).open:
        for side in later.sides:
            wrong = next(p for p in decided(desk, night, "main-1") if p.winner == side.ticket)
            opponent = later.opponent(side)
            if opponent and loser_of(wrong).player == opponent.player:
                return later, wrong
    raise AssertionError("nobody would meet himself")


def test_a_result_is_withdrawn_with_all_that_hangs_on_it(anna: Visitor, desk: Desk, night: int) -> None:
    later = decided(desk, night, "main-2")[0]
    wrong = origin(desk, night, "main-1", later)
    path = f"{path_of(night, wrong)}/withdraw"

    shown = anna.open(path)
    assert "Ergebnis zurücknehmen?" in shown.text
    assert "1 Ergebnis wird zurückgenommen" in shown.text
    assert match(desk, night, later.round, later.number) == later
    done = confirm(anna, shown)

    assert "Das Ergebnis ist zurückgenommen." in done.text
    assert match(desk, night, later.round, later.number).outcome is None
    assert match(desk, night, wrong.round, wrong.number).outcome is None


def test_a_withdrawal_that_costs_more_by_now_is_overtaken(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    page = anna.open(f"{path_of(night, origin(desk, night, 'main-1', later))}/withdraw")
    play(desk, night, later)

    shown = confirm(anna, page)

    assert shown.status == 409
    assert match(desk, night, later.round, later.number).outcome is not None


def test_a_match_that_waits_says_so_and_leads_to_the_earlier_one(
    anna: Visitor, desk: Desk, night: int
) -> None:
    later = office(desk, night).open[0]
    earlier = origin(desk, night, "main-1", later)
    take_back(desk, night, earlier, _cost(desk, night, earlier))

    shown = anna.open(path_of(night, later))

    assert "Diese Begegnung wartet" in shown.text
    assert f'href="{path_of(night, earlier)}"' in shown.source
    assert not any("games" in form.fields for form in shown.forms)


def test_in_the_list_what_waits_stands_apart(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    earlier = origin(desk, night, "main-1", later)
    take_back(desk, night, earlier, _cost(desk, night, earlier))

    for page in ("results", "open", ""):
        shown = anna.open(f"/office/{night}/{page}".rstrip("/"))
        assert "Viertelfinale 1 Begegnung offen" in shown.text
        assert "Achtelfinale 1 Begegnung offen" in shown.text
        assert "Viertelfinale 1 Begegnung wartet auf ein früheres Ergebnis" in shown.text


def test_a_card_of_several_open_matches_means_the_one_that_can_be_played(
    anna: Visitor, desk: Desk, night: int
) -> None:
    later = office(desk, night).open[0]
    earlier = origin(desk, night, "main-1", later)
    take_back(desk, night, earlier, _cost(desk, night, earlier))

    playable, waiting = (
        anna.open(f"/office/{night}/results?find={side.ticket}").path for side in later.sides
    )

    assert playable.startswith(path_of(night, earlier))
    assert waiting.startswith(path_of(night, later))


def test_a_waiting_match_takes_no_result(anna: Visitor, desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    shown = anna.open(path_of(night, later))
    earlier = origin(desk, night, "main-1", later)
    take_back(desk, night, earlier, _cost(desk, night, earlier))

    sent = anna.send(shown.form_with("games"), {"answer": f"{later.left.ticket} 2:0"}, to=shown.path)

    assert sent.status in (409, 422)
    assert match(desk, night, later.round, later.number).outcome is None


def test_results_of_earlier_rounds_can_be_found_and_lead_to_their_match(
    anna: Visitor, desk: Desk, night: int
) -> None:
    shown = anna.open(f"/office/{night}/results")

    assert "Ergebnisse früherer Runden" in shown.text
    assert f'href="/office/{night}/results/main-1/1"' in shown.source


@pytest.mark.parametrize("what", ["correct?answer=1+2:0", "withdraw"])
@pytest.mark.parametrize("where", ["main-1/99", "main-9/1", "unfug/1"])
def test_a_match_that_does_not_exist_is_not_there(anna: Visitor, night: int, what: str, where: str) -> None:
    assert anna.open(f"/office/{night}/results/{where}/{what}").status == 404


def test_nonsense_in_the_address_is_refused(anna: Visitor, desk: Desk, night: int) -> None:
    wrong = decided(desk, night, "main-1")[0]

    for nonsense in ("", "?answer=x", "?answer=points&games=quatsch"):
        assert anna.open(f"{path_of(night, wrong)}/correct{nonsense}").status == 422


def test_an_open_match_has_no_result_to_withdraw(anna: Visitor, desk: Desk, night: int) -> None:
    shown = anna.open(f"{path_of(night, office(desk, night).open[0])}/withdraw")

    assert shown.status == 422
    assert "kein Ergebnis" in shown.text


def _cost(desk: Desk, night: int, pairing: PairingView) -> str:
    return correcting.consequences_of_withdrawal(desk.database, night, key_of(pairing)).cost


def test_after_a_withdrawal_another_winner_still_asks_before_seats_change(
    anna: Visitor, desk: Desk, night: int
) -> None:
    later = office(desk, night).open[0]
    earlier = origin(desk, night, "main-1", later)
    other = loser_of(earlier)
    results.withdraw_result(desk, KASSA, night, key_of(earlier), seen=earlier.revision)

    shown = answer(anna, night, match(desk, night, "main-1", earlier.number), f"{other.ticket} 2:0")
    assert "Ergebnis eintragen?" in shown.text
    assert "Eintragen und Plätze tauschen" in shown.text
    confirm(anna, shown)

    assert match(desk, night, later.round, later.number).left == other
