"""The end of a night: places without holes, prizes, lots for bands, and what was collected (rules 5, 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused
from tests.desk.changed import decided, loser_of
from tests.desk.fresh import collect_prize
from tournament.desk.acts import Desk, Entry, Stamp
from tournament.desk.archive import archive_bytes, export_archive, import_archive
from tournament.desk.correcting import consequences
from tournament.desk.loading import read_night
from tournament.desk.matches import Side
from tournament.desk.office import Office, Step, read_log, read_office
from tournament.desk.prizing import finish, reached_bands, reopen
from tournament.desk.tournaments import change_terms
from tournament.desk.undoing import undo
from tournament.desk.verify import verify
from tournament.errors import NotThere
from tournament.knockout.draw import TicketNumber
from tournament.knockout.prizes import in_order_by_lot
from tournament.knockout.rounds import Outcome
from tournament.knockout.seed import Stream
from tournament.store import queries

PRIZES = [f"Preis {rank}" for rank in range(1, 13)]


def take_back_the_end(desk: Desk, stamp: Stamp, tournament: int) -> Entry:
    """The other way to open a finished tournament: undo what was done last."""
    return undo(desk, stamp, tournament, seen=read_log(desk.database, tournament)[0].revision)


def the_other_way_round(desk: Desk, tournament: int, ticket: int) -> tuple[int, int]:
    """Open a finished tournament again and let the loser of round one win: which card goes, which comes."""
    reopen(desk, KASSA, tournament)
    wrong = next(p for p in decided(desk, tournament, "main-1") if loser_of(p).ticket == ticket)
    winner = TicketNumber(ticket)
    price = consequences(desk.database, tournament, key_of(wrong), Outcome.PLAYED, winner).cost
    play(desk, tournament, wrong, ticket, confirmed=price)
    assert wrong.winner
    return ticket, wrong.winner


def with_the_fourth_prize_collected(desk: Desk) -> tuple[int, Side, Side]:
    """A finished tournament, its third and its fourth, who has his prize already."""
    tournament = a_tournament(desk, 8, prizes=PRIZES[:4])
    played_until(desk, tournament, Step.AWARD)
    collect_prize(desk, KASSA, tournament, 4)
    third, fourth = (place.side for place in read_office(desk.database, tournament).board.places[2:4])
    return tournament, third, fourth


def the_match_for_third_the_other_way_round(desk: Desk, tournament: int) -> None:
    """Opened again, corrected and finished anew."""
    reopen(desk, KASSA, tournament)
    [wrong] = decided(desk, tournament, "third-2")
    play(desk, tournament, wrong, loser_of(wrong).ticket)
    finish(desk, KASSA, tournament)


def won(office: Office) -> list[int | None]:
    """The card that won each prize, in order."""
    return [prize.side.ticket if prize.side else None for prize in office.board.prizes]


def test_a_night_ends_with_places_without_holes_and_prizes_by_them(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, prizes=PRIZES[:8])
    assert won(played_until(desk, tournament, Step.FINISH)) == [None] * 8

    finish(desk, KASSA, tournament)

    office = read_office(desk.database, tournament)
    assert (office.step, office.night.state) == (Step.AWARD, "finished")
    assert [(place.place, place.to) for place in office.board.places] == [(k, k) for k in range(1, 9)]
    assert won(office) == [place.side.ticket for place in office.board.places]
    assert read_log(desk.database, tournament)[0].after == {"lots": []}


@pytest.mark.parametrize("until", [Step.SELL, Step.ANNOUNCE, Step.DRAW, "main-1", "main-3", "third-2"])
def test_nothing_is_finished_while_something_is_open_or_due(desk: Desk, until: str | Step) -> None:
    tournament = a_tournament(desk, 8)
    open_ = len(played_until(desk, tournament, until).open)

    with refused(desk, tournament) as caught:
        finish(desk, KASSA, tournament)

    assert caught.value.values == ({"count": open_} if open_ else {})


def test_a_tournament_is_finished_once(desk: Desk) -> None:
    tournament = a_tournament(desk, 2)
    played_until(desk, tournament, Step.DONE)

    with refused(desk, tournament):
        finish(desk, KASSA, tournament)


def test_a_band_that_prizes_reach_is_put_in_order_by_a_logged_lot(desk: Desk) -> None:
    tournament = a_tournament(desk, 16, prizes=PRIZES)

    office = played_until(desk, tournament, Step.AWARD)

    [lot] = read_log(desk.database, tournament)[0].after["lots"]
    band = [place.side.ticket for place in office.board.places if place.place == 9]
    assert (lot["place"], len(band), band) == (9, 8, sorted(band))
    assert tuple(lot["order"]) == in_order_by_lot(band, bytes.fromhex(lot["seed"]))
    assert won(office)[8:] == lot["order"][:4]
    [kept] = office.night.bands
    assert kept.seed
    assert (kept.place, kept.seed.hex(), list(kept.tickets)) == (9, lot["seed"], lot["order"])


def before_the_end(desk: Desk) -> tuple[int, list[int]]:
    """A night of sixteen cards with prizes for twelve, all played; and those who share places 9–16."""
    tournament = a_tournament(desk, 16, prizes=PRIZES)
    office = played_until(desk, tournament, Step.FINISH)
    return tournament, [place.side.ticket for place in office.board.places if place.place == 9]


def test_a_play_off_alone_decides_who_wins_the_prizes_of_its_band(desk: Desk) -> None:
    tournament, band = before_the_end(desk)
    best = [band[5], band[2], band[7], band[0]]

    told = finish(desk, KASSA, tournament, best)

    [lot] = told.after["lots"]
    assert (lot["seed"], lot["played"], sorted(lot["order"])) == (None, best, band)
    office = read_office(desk.database, tournament)
    assert won(office)[8:] == best
    assert all(prize.lot is None for prize in office.board.prizes)
    assert verify(export_archive(desk.database, tournament)) == ()


def test_a_play_off_that_leaves_a_prize_open_is_refused(desk: Desk) -> None:
    """No lot completes it behind the desk's back."""
    tournament, band = before_the_end(desk)

    with refused(desk, tournament, field="play_off") as caught:
        finish(desk, KASSA, tournament, [band[5], band[2]])

    assert caught.value.values == {"place": 9, "to": 16, "count": 2}


def test_a_play_off_need_not_order_a_card_whose_player_has_his_prize(desk: Desk) -> None:
    tournament = a_tournament(desk, 16, each=2, prizes=PRIZES[:7], one_prize_per_player=True)
    office = played_until(desk, tournament, Step.FINISH)
    [band] = reached_bands(office.night)
    served = {place.side.player for place in office.board.places if place.place < 9}
    left = dict.fromkeys(office.night.holders[place.ticket] for place in band)
    first_of_each = [
        next(place.ticket for place in band if office.night.holders[place.ticket] == player)
        for player in left
        if player not in served
    ]

    finish(desk, KASSA, tournament, first_of_each[: 7 - len(served)])

    assert won(read_office(desk.database, tournament))[len(served) :] == first_of_each[: 7 - len(served)]


def test_a_play_off_stands_when_the_night_is_finished_again(desk: Desk) -> None:
    tournament, band = before_the_end(desk)
    finish(desk, KASSA, tournament)
    reopen(desk, KASSA, tournament)
    finish(desk, KASSA, tournament, band[3:7])
    reopen(desk, KASSA, tournament)

    told = finish(desk, KASSA, tournament)

    assert won(read_office(desk.database, tournament))[8:] == band[3:7]
    assert told.after["lots"][0]["played"] == band[3:7]


def test_a_play_off_that_stands_is_not_completed_by_lot_for_a_prize_added_since(desk: Desk) -> None:
    tournament, band = before_the_end(desk)
    finish(desk, KASSA, tournament, band[3:7])
    reopen(desk, KASSA, tournament)
    night = read_night(desk.database, tournament)
    terms = replace(night.terms, prizes=(*PRIZES, "Preis 13"))
    change_terms(desk, KASSA, tournament, terms, seen=night.terms_revision)

    with refused(desk, tournament, field="play_off"):
        finish(desk, KASSA, tournament)


def test_a_play_off_of_others_than_those_who_share_a_place_is_refused(desk: Desk) -> None:
    tournament, band = before_the_end(desk)
    winner = read_office(desk.database, tournament).board.places[0].side.ticket

    for typed in ([winner], [band[0], band[0]], [999]):
        with refused(desk, tournament, field="play_off"):
            finish(desk, KASSA, tournament, typed)


@pytest.mark.parametrize("take_back", [reopen, take_back_the_end])
def test_finished_again_a_night_keeps_its_lot_and_what_was_collected(
    desk: Desk, take_back: Callable[[Desk, Stamp, int], Entry]
) -> None:
    tournament = a_tournament(desk, 16, prizes=PRIZES)
    first = played_until(desk, tournament, Step.AWARD)
    if take_back is reopen:
        collect_prize(desk, KASSA, tournament, 9)

    take_back(desk, KASSA, tournament)
    finish(desk, KASSA, tournament)

    again = read_office(desk.database, tournament)
    assert (won(again), again.night.bands) == (won(first), first.night.bands)
    assert [prize.rank for prize in again.board.prizes if prize.collected_at] == [9] * (take_back is reopen)


def test_after_a_correction_who_stays_in_the_band_keeps_his_place_in_the_lot(desk: Desk) -> None:
    tournament = a_tournament(desk, 16, prizes=PRIZES)
    first = played_until(desk, tournament, Step.AWARD)
    old = first.night.bands[0].tickets
    gone, comes = the_other_way_round(desk, tournament, old[0])

    [band] = played_until(desk, tournament, Step.AWARD).night.bands
    assert set(band.tickets) == {*old, comes} - {gone}
    assert [ticket for ticket in band.tickets if ticket != comes] == [t for t in old if t != gone]

    the_other_way_round(desk, tournament, comes)
    [back] = played_until(desk, tournament, Step.AWARD).night.bands
    assert back.tickets == old


def test_a_lot_drawn_by_an_earlier_version_stands(desk: Desk) -> None:
    """It shuffled the band; a seed of its own for each."""
    tournament = a_tournament(desk, 16, prizes=PRIZES)
    band = sorted(played_until(desk, tournament, Step.AWARD).night.bands[0].tickets)
    seed = bytes(range(32))
    told = Stream(seed).shuffled(band)
    with desk.database.writing() as session:
        [row] = queries.band_orders(session, tournament)
        row.seed, row.tickets = seed, list(told)
        entry = queries.last_entry(session, tournament, "finish")
        assert entry
        entry.after = {"lots": [{"place": 9, "seed": seed.hex(), "order": told}]}

    reopen(desk, KASSA, tournament)
    finish(desk, KASSA, tournament)

    assert [list(b.tickets) for b in read_night(desk.database, tournament).bands] == [told]
    assert verify(export_archive(desk.database, tournament)) == ()


def test_no_lot_is_drawn_for_a_band_without_prizes(desk: Desk) -> None:
    tournament = a_tournament(desk, 16, prizes=PRIZES[:8])

    assert played_until(desk, tournament, Step.AWARD).night.bands == ()


def test_a_player_can_win_several_prizes_or_one_as_the_terms_say(desk: Desk) -> None:
    several = a_tournament(desk, 16, each=3, prizes=PRIZES[:6])
    one_each = a_tournament(desk, 16, each=3, prizes=PRIZES[:6], one_prize_per_player=True)

    for tournament, most in ((several, 3), (one_each, 1)):
        office = played_until(desk, tournament, Step.AWARD)
        winners = Counter(prize.side.player for prize in office.board.prizes if prize.side)
        assert winners.total() == 6
        assert max(winners.values()) <= most


def test_with_one_prize_each_later_prizes_move_up_in_order_of_places(desk: Desk) -> None:
    tournament = a_tournament(desk, 12, each=3, prizes=PRIZES[:4], one_prize_per_player=True)

    office = played_until(desk, tournament, Step.AWARD)

    orders = {band.place: band.tickets for band in office.night.bands}
    line: list[TicketNumber] = []
    for place in office.board.places:
        line += [t for t in orders.get(place.place, [place.side.ticket]) if t not in line]
    best: dict[int, TicketNumber] = {}
    for ticket in line:
        best.setdefault(office.night.holders[ticket], ticket)
    assert won(office) == list(islice(best.values(), 4))


def test_prizes_beyond_the_last_place_go_to_nobody(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, prizes=PRIZES[:6])

    office = played_until(desk, tournament, Step.AWARD)

    assert won(office)[4:] == [None, None]


def test_a_prize_nobody_won_is_never_collected_and_keeps_nobody_from_the_end(desk: Desk) -> None:
    tournament = a_tournament(desk, 2, prizes=PRIZES[:3])
    played_until(desk, tournament, Step.AWARD)

    with refused(desk, tournament, field="rank"):
        collect_prize(desk, KASSA, tournament, 3)
    collect_prize(desk, KASSA, tournament, 1)
    collect_prize(desk, KASSA, tournament, 2)

    assert read_office(desk.database, tournament).step is Step.DONE


def test_a_prize_is_ticked_off_and_the_tick_can_be_taken_back(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, prizes=PRIZES[:2])
    played_until(desk, tournament, Step.AWARD)

    entry = collect_prize(desk, KASSA, tournament, 2)
    assert entry.before == {"rank": 2, "collected": False, "collected_at": None}
    assert entry.after == {"rank": 2, "text": "Preis 2", "collected": True}
    prizes = read_office(desk.database, tournament).board.prizes
    assert [prize.collected_at for prize in prizes] == [None, entry.at]

    again = collect_prize(desk, KASSA, tournament, 2)
    assert read_office(desk.database, tournament).board.prizes == prizes
    assert again.before["collected"] is True

    collect_prize(desk, KASSA, tournament, 2, collected=False)
    assert not any(prize.collected_at for prize in read_office(desk.database, tournament).board.prizes)


def test_when_the_last_prize_is_collected_nothing_is_left_to_do(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, prizes=PRIZES[:2])
    played_until(desk, tournament, Step.AWARD)

    collect_prize(desk, KASSA, tournament, 1)
    assert read_office(desk.database, tournament).step is Step.AWARD
    collect_prize(desk, KASSA, tournament, 2)
    assert read_office(desk.database, tournament).step is Step.DONE


def test_no_prize_is_handed_out_early_or_without_being_there(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, prizes=PRIZES[:2])
    with refused(desk, tournament, field="rank"):
        collect_prize(desk, KASSA, tournament, 1)
    played_until(desk, tournament, Step.AWARD)

    for rank in (0, 3, 10**30):
        with refused(desk, tournament, NotThere, field="rank"):
            collect_prize(desk, KASSA, tournament, rank)


def test_who_took_a_prize_that_is_another_s_now_is_named_until_it_is_back(desk: Desk) -> None:
    tournament, third, fourth = with_the_fourth_prize_collected(desk)

    the_match_for_third_the_other_way_round(desk, tournament)

    prize = read_office(desk.database, tournament).board.prizes[3]
    assert (prize.side, prize.owed_by, prize.collected_at) == (third, fourth, None)
    entry = collect_prize(desk, KASSA, tournament, 4)
    assert entry.after["back_from"] == fourth.ticket
    prize = read_office(desk.database, tournament).board.prizes[3]
    assert (prize.side, prize.owed_by, prize.collected_at) == (third, None, entry.at)


def test_corrected_back_the_prize_is_his_again_who_has_it(desk: Desk) -> None:
    tournament, _, fourth = with_the_fourth_prize_collected(desk)
    collected_at = read_office(desk.database, tournament).board.prizes[3].collected_at

    the_match_for_third_the_other_way_round(desk, tournament)
    the_match_for_third_the_other_way_round(desk, tournament)

    prize = read_office(desk.database, tournament).board.prizes[3]
    assert (prize.side, prize.owed_by, prize.collected_at) == (fourth, None, collected_at)


def test_a_prize_can_be_given_back_before_it_is_handed_out_again(desk: Desk) -> None:
    tournament, third, fourth = with_the_fourth_prize_collected(desk)
    the_match_for_third_the_other_way_round(desk, tournament)

    entry = collect_prize(desk, KASSA, tournament, 4, collected=False)

    assert entry.after["back_from"] == fourth.ticket
    prize = read_office(desk.database, tournament).board.prizes[3]
    assert (prize.side, prize.owed_by, prize.collected_at) == (third, None, None)
    undo(desk, KASSA, tournament, seen=entry.revision)
    assert read_office(desk.database, tournament).board.prizes[3].owed_by == fourth


def test_handing_out_undone_the_first_one_still_has_the_prize(desk: Desk) -> None:
    tournament, third, fourth = with_the_fourth_prize_collected(desk)
    the_match_for_third_the_other_way_round(desk, tournament)
    entry = collect_prize(desk, KASSA, tournament, 4)

    undo(desk, KASSA, tournament, seen=entry.revision)

    prize = read_office(desk.database, tournament).board.prizes[3]
    assert (prize.side, prize.owed_by, prize.collected_at) == (third, fourth, None)


def test_from_an_archive_too_it_is_known_who_must_give_a_prize_back(desk: Desk) -> None:
    tournament, _, fourth = with_the_fourth_prize_collected(desk)
    the_match_for_third_the_other_way_round(desk, tournament)

    copy = import_archive(desk.database, archive_bytes(desk.database, tournament))

    assert read_office(desk.database, copy).board.prizes[3].owed_by == fourth


def test_a_prize_won_by_lot_says_among_which_places(desk: Desk) -> None:
    tournament = a_tournament(desk, 16, prizes=PRIZES[:9])

    prizes = played_until(desk, tournament, Step.AWARD).board.prizes

    assert [prize.lot for prize in prizes] == [None] * 8 + [(9, 16)]


@pytest.mark.parametrize("sold", range(2, 18))
def test_every_field_is_played_to_its_last_place(desk: Desk, sold: int) -> None:
    tournament = a_tournament(desk, sold, each=2)

    places = played_until(desk, tournament, Step.DONE).board.places

    assert sorted(place.side.ticket for place in places) == list(range(1, sold + 1))
    bands = Counter((place.place, place.to) for place in places)
    assert all(count == to - first + 1 for (first, to), count in bands.items())
    assert all(first == to for first, to in bands if first < min(9, sold))
    assert read_night(desk.database, tournament).is_over
