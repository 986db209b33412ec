"""Correcting after a draw: what is told beforehand is exactly what then happens, at every depth."""

from __future__ import annotations

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused
from tests.desk.changed import decided, half_played, loser_of, match, office, origin, take_back
from tournament.desk.acts import Desk, Entry
from tournament.desk.archive import export_archive
from tournament.desk.correcting import (
    Consequences,
    consequences,
    consequences_of_withdrawal,
    in_the_way,
    may_both_miss,
    waits_for,
)
from tournament.desk.loading import read_night
from tournament.desk.matches import PairingView
from tournament.desk.office import Step, read_log
from tournament.desk.results import record_result, record_walkover, withdraw_result
from tournament.desk.sheets import sheet_tokens
from tournament.desk.verify import verify
from tournament.desk.voiding import void_draw, would_be_lost
from tournament.desk.withdrawing import withdraw
from tournament.errors import NotThere, Overtaken, RuleBroken
from tournament.knockout.corrections import PairingRef
from tournament.knockout.rounds import Outcome, Stage


@pytest.fixture
def night(desk: Desk) -> int:
    """Sixteen cards; half of the second round is played."""
    return half_played(desk)


def told(desk: Desk, night: int, wrong: PairingView) -> Consequences:
    """What would happen if the other had won."""
    return consequences(desk.database, night, key_of(wrong), Outcome.PLAYED, loser_of(wrong).ticket)


def correct(desk: Desk, night: int, wrong: PairingView, cost: str | None) -> Entry:
    winner = loser_of(wrong).ticket
    return record_result(
        desk, KASSA, night, key_of(wrong), seen=wrong.revision, winner=winner, confirmed=cost
    )


def holds(desk: Desk, night: int) -> bool:
    return verify(export_archive(desk.database, night)) == ()


def test_while_the_follow_up_is_open_only_seats_change(desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)

    what = told(desk, night, wrong)
    assert (what.lost, what.against_himself) == ((), ())
    [seat] = what.seats
    assert (seat.pairing.key, seat.goes, seat.comes) == (later.key, later.left, loser_of(wrong))
    correct(desk, night, wrong, what.cost)

    after = match(desk, night, *later.key)
    assert (after.number, after.table, after.sides) == (later.number, later.table, seat.pairing.sides)
    assert holds(desk, night)


def test_what_is_decided_since_is_lost_with_a_log_entry_for_each(desk: Desk, night: int) -> None:
    later = decided(desk, night, "main-2")[0]
    wrong = origin(desk, night, "main-1", later)

    what = told(desk, night, wrong)
    assert [pairing.key for pairing in what.lost] == [later.key]
    entry = correct(desk, night, wrong, what.cost)

    before, last = read_log(desk.database, night)[1::-1]
    assert (before.act, before.before["winner"], before.after["outcome"]) == (
        "withdraw-result",
        later.winner,
        None,
    )
    assert (last.revision, before.revision) == (entry.revision, entry.revision - 1)
    assert holds(desk, night)


def test_results_that_do_not_hang_on_it_stay_untouched(desk: Desk, night: int) -> None:
    later, other = decided(desk, night, "main-2")
    wrong = origin(desk, night, "main-1", later)

    correct(desk, night, wrong, told(desk, night, wrong).cost)

    assert match(desk, night, *other.key) == other


def test_a_chain_is_told_latest_first_through_places_and_final(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-3")
    for pairing in office(desk, night).open:
        play(desk, night, pairing)
    semi = origin(desk, night, "main-2", match(desk, night, "main-3", 1))
    quarter = origin(desk, night, "main-1", semi)

    what = told(desk, night, quarter)
    lost = [pairing.round for pairing in what.lost]
    correct(desk, night, quarter, what.cost)

    assert set(lost) >= {"main-3", "main-2", "third-2"}
    assert lost.index("main-3") < lost.index("main-2")
    assert all(match(desk, night, *pairing.key).outcome is None for pairing in what.lost)
    assert holds(desk, night)


@pytest.mark.parametrize("cost", ["", "main-9/1", "main-2/1 main-2/2"])
def test_only_what_was_shown_is_confirmed(desk: Desk, night: int, cost: str) -> None:
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])

    with refused(desk, night, Overtaken):
        correct(desk, night, wrong, cost)


def test_without_confirmation_nothing_is_changed(desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", decided(desk, night, "main-2")[0])

    with refused(desk, night, field="outcome"):
        correct(desk, night, wrong, None)


def test_a_later_result_makes_an_older_confirmation_too_old(desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)
    cost = told(desk, night, wrong).cost
    play(desk, night, later)

    with refused(desk, night, Overtaken) as caught:
        correct(desk, night, wrong, cost)
    assert isinstance(caught.value, Overtaken)
    assert caught.value.mine == {"lost": 0}
    assert caught.value.theirs == {"lost": 1}


def test_a_draw_made_anew_meanwhile_makes_the_confirmation_too_old(desk: Desk, night: int) -> None:
    """The number of the match may be the same, but who meets whom there is not what was shown."""
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])
    cost = told(desk, night, wrong).cost
    lost = would_be_lost(read_night(desk.database, night), Stage.MAIN, 2)
    void_draw(desk, KASSA, night, Stage.MAIN, 2, seen=lost)
    played_until(desk, night, "main-2")

    with refused(desk, night, Overtaken):
        correct(desk, night, wrong, cost)


def test_who_goes_home_meanwhile_makes_the_confirmation_too_old(desk: Desk, night: int) -> None:
    """He was said to play there, and would now lose at once."""
    wrong = origin(desk, night, "main-1", office(desk, night).open[0])
    cost = told(desk, night, wrong).cost
    withdraw(desk, KASSA, night, loser_of(wrong).player)

    with refused(desk, night, Overtaken):
        correct(desk, night, wrong, cost)


def test_the_cost_names_what_is_lost_and_who_sits_where(desk: Desk, night: int) -> None:
    later = decided(desk, night, "main-2")[0]
    wrong = origin(desk, night, "main-1", later)
    goes, comes, stays = later.left.ticket, loser_of(wrong).ticket, later.sides[1].ticket

    where = f"{later.round}/{later.number}"
    assert told(desk, night, wrong).cost == f"{where} {where}:{goes},{stays}>{comes},{stays}"


def test_taking_a_result_back_that_is_another_at_once_costs_the_seats_that_change(
    desk: Desk, night: int
) -> None:
    """The winner has gone home: the other goes on at once, and sits where he sat."""
    later = office(desk, night).open[0]
    withdraw(desk, KASSA, night, later.left.player)
    first = match(desk, night, *origin(desk, night, "main-1", later).key)

    with refused(desk, night, Overtaken):
        take_back(desk, night, first, f"{later.round}/{later.number}")
    take_back(desk, night, first, consequences_of_withdrawal(desk.database, night, key_of(first)).cost)

    assert match(desk, night, *later.key).left == loser_of(first)


def test_the_same_winner_costs_nothing(desk: Desk, night: int) -> None:
    wrong = origin(desk, night, "main-1", decided(desk, night, "main-2")[0])

    what = consequences(desk.database, night, key_of(wrong), Outcome.PLAYED, wrong.winner)

    assert what == Consequences("", (), (), (), (), ())
    play(desk, night, wrong, wrong.winner, games_won=None)


def test_both_absent_is_refused_once_a_round_was_drawn_from_it(desk: Desk, night: int) -> None:
    wrong = decided(desk, night, "main-1")[0]

    with refused(desk, night, field="outcome"):
        record_walkover(desk, KASSA, night, key_of(wrong), seen=wrong.revision, winner=None)


@pytest.mark.parametrize("until", ["main-1", "main-2", "third-2", "main-3"])
def test_both_may_be_absent_wherever_recording_it_is_not_refused(desk: Desk, until: str) -> None:
    """With the other semi-final decided by a double walkover, somebody must win this one."""
    night = a_tournament(desk, sold=8)
    open_ = played_until(desk, night, until).open
    if until == "main-2":
        first = next(p for p in open_ if p.round == "main-2")
        record_walkover(desk, KASSA, night, key_of(first), seen=first.revision, winner=None)
    now = read_night(desk.database, night)
    offered = [p.key for p in office(desk, night).open if may_both_miss(now, key_of(p))]

    done = [p.key for p in office(desk, night).open if _both_missed(desk, night, p)]

    assert done == offered
    assert ("main-3", 1) not in offered


def _both_missed(desk: Desk, night: int, pairing: PairingView) -> bool:
    """Whether it is recorded that neither was there; then it is taken back."""
    key = key_of(pairing)
    try:
        record_walkover(desk, KASSA, night, key, seen=match(desk, night, *pairing.key).revision, winner=None)
    except RuleBroken:
        return False
    take_back(desk, night, match(desk, night, *pairing.key), "")
    return True


def test_a_result_is_withdrawn_with_what_hangs_on_it_and_what_waits_leads_back(
    desk: Desk, night: int
) -> None:
    later = decided(desk, night, "main-2")[0]
    wrong = origin(desk, night, "main-1", later)

    what = consequences_of_withdrawal(desk.database, night, key_of(wrong))
    assert [pairing.key for pairing in what.lost] == [later.key]
    take_back(desk, night, wrong, what.cost)

    stands = read_night(desk.database, night)
    assert [p.key for p in office(desk, night).open if p.waits] == [later.key]
    assert [pairing.key for pairing in waits_for(stands, key_of(later))] == [wrong.key]
    assert waits_for(stands, key_of(wrong)) == ()
    with refused(desk, night, field="outcome"):
        play(desk, night, match(desk, night, *later.key))
    assert holds(desk, night)


def test_what_waits_over_several_rounds_leads_to_the_first(desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-3")
    semi = office(desk, night).board.round("main-3")
    assert semi
    quarter = origin(desk, night, "main-2", semi.pairings[0])
    first = origin(desk, night, "main-1", quarter)
    cost = consequences_of_withdrawal(desk.database, night, key_of(first)).cost

    take_back(desk, night, first, cost)

    stands = read_night(desk.database, night)
    assert [p.key for p in waits_for(stands, key_of(semi.pairings[0]))] == [first.key]


def test_what_waits_is_refused_also_across_a_bye_and_when_sent_from_an_old_page(desk: Desk) -> None:
    night = a_tournament(desk, sold=16)
    absent, *_ = played_until(desk, night, "main-1").open
    record_walkover(desk, KASSA, night, key_of(absent), seen=absent.revision, winner=None)
    semis = [pairing for pairing in played_until(desk, night, "main-3").open if pairing.round == "main-3"]
    [bye] = [pairing for pairing in decided(desk, night, "main-2") if not pairing.right]
    [old_page] = [pairing for pairing in semis if bye.left in pairing.sides]

    take_back(desk, night, origin(desk, night, "main-1", bye), "")

    with refused(desk, night, field="outcome") as caught:
        play(desk, night, old_page)
    assert caught.value.message == "This match waits for an earlier result."


def test_a_match_that_is_not_there_has_no_consequences(desk: Desk, night: int) -> None:
    nowhere = PairingRef(Stage.MAIN, 9, 1)

    with pytest.raises(NotThere):
        consequences(desk.database, night, nowhere, Outcome.PLAYED, None)
    with pytest.raises(NotThere):
        consequences_of_withdrawal(desk.database, night, nowhere)


def test_after_the_end_nothing_is_withdrawn(desk: Desk) -> None:
    night = a_tournament(desk, sold=4)
    played_until(desk, night, Step.DONE)
    final = decided(desk, night, "main-2")[0]

    with refused(desk, night, field="pairing"):
        withdraw_result(desk, KASSA, night, key_of(final), seen=final.revision)


def test_the_sheet_of_a_match_whose_players_change_is_another_one(desk: Desk) -> None:
    night = half_played(desk, score_sheets=True)
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)
    before = sheet_tokens(desk.database, night)

    correct(desk, night, wrong, told(desk, night, wrong).cost)

    after = sheet_tokens(desk.database, night)
    assert after.keys() == before.keys()
    assert {key for key in after if after[key] != before[key]} == {later.key}


def test_who_has_gone_home_is_told_to_lose_his_new_match_at_once(desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)
    withdraw(desk, KASSA, night, loser_of(wrong).player)

    what = told(desk, night, wrong)

    [decided_] = what.decided
    assert later.right
    assert (decided_.key, decided_.outcome) == (later.key, Outcome.WALKOVER)
    assert decided_.winner == later.right.ticket
    correct(desk, night, wrong, what.cost)
    after = match(desk, night, *later.key)
    assert (after.outcome, after.winner) == (decided_.outcome, decided_.winner)


def test_what_is_decided_since_somebody_has_gone_home_is_no_result_that_could_be_lost(
    desk: Desk, night: int
) -> None:
    later = office(desk, night).open[0]
    wrong, others = origin(desk, night, "main-1", later), decided(desk, night, "main-2")
    assert later.right
    withdraw(desk, KASSA, night, later.right.player)
    before = read_log(desk.database, night)

    what = told(desk, night, wrong)
    correct(desk, night, wrong, what.cost)

    assert what.lost == ()
    assert [entry.act for entry in read_log(desk.database, night)[: -len(before)]] == ["record-result"]
    after = match(desk, night, *later.key)
    assert (after.outcome, after.winner) == (Outcome.WALKOVER, loser_of(wrong).ticket)
    voided = would_be_lost(read_night(desk.database, night), Stage.MAIN, 2)
    assert voided.results == tuple(other.key for other in others)
    assert holds(desk, night)


def test_in_a_chain_the_last_match_is_told_to_wait_for_the_one_before(desk: Desk) -> None:
    night = a_tournament(desk, sold=8)
    final = next(p for p in played_until(desk, night, "main-3").open if p.round == "main-3")
    semi = origin(desk, night, "main-2", final)
    wrong = origin(desk, night, "main-1", semi)

    what = told(desk, night, wrong)

    assert final.key in [waits.key for waits in what.waits]
    correct(desk, night, wrong, what.cost)
    assert {p.key for p in office(desk, night).open if p.waits} == {waits.key for waits in what.waits}


def test_taking_a_result_back_tells_which_matches_wait_for_it(desk: Desk, night: int) -> None:
    later = office(desk, night).open[0]
    wrong = origin(desk, night, "main-1", later)

    what = consequences_of_withdrawal(desk.database, night, key_of(wrong))

    assert [waits.key for waits in what.waits] == [later.key]
    assert (what.cost, what.seats, what.decided) == ("", (), ())


def test_what_stands_in_the_way_of_both_absent_is_named(desk: Desk) -> None:
    """From the quarter-finals two draws were made: that of the semi-finals and that of places 5 to 8."""
    night = a_tournament(desk, sold=16)
    played_until(desk, night, "main-3")
    wrong = decided(desk, night, "main-2")[0]

    with pytest.raises(RuleBroken) as refusal:
        consequences(desk.database, night, key_of(wrong), Outcome.DOUBLE_WALKOVER, None)

    stands = read_night(desk.database, night)
    assert sorted(in_the_way(stands, refusal.value)) == ["fifth-to-eighth-2", "main-3"]
    assert in_the_way(stands, RuleBroken("Something else.")) == ()
