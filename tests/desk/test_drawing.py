"""Starting rounds: announced with a fingerprint, drawn from the seed, all or nothing (rules, 2 and 5)."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests.desk.builders import KASSA, a_tournament, key_of, play, played_until, refused
from tournament.desk import drawing
from tournament.desk.acts import Desk
from tournament.desk.drawing import announce_draw, draw_rounds
from tournament.desk.loading import read_night
from tournament.desk.matches import RoundView
from tournament.desk.office import Step, read_office
from tournament.desk.results import record_walkover
from tournament.errors import Overtaken
from tournament.knockout.draw import FirstRoundOrder, draw, holdings_of
from tournament.knockout.rounds import Outcome
from tournament.knockout.seed import Stream, commitment


def drawn(desk: Desk, tournament: int, slug: str) -> RoundView:
    found = played_until(desk, tournament, slug).board.round(slug)
    assert found
    return found


def test_an_announcement_shows_the_fingerprint_and_keeps_the_seed(desk: Desk) -> None:
    tournament = a_tournament(desk, 13)
    played_until(desk, tournament, Step.ANNOUNCE)

    entry = announce_draw(desk, KASSA, tournament)

    [announced] = read_office(desk.database, tournament).board.announced
    [told] = entry.after["rounds"]
    assert told == {"round": "main-1", "size": 16, "commitment": announced.commitment}
    assert (announced.seed, announced.pairings) == (None, ())
    [facts] = read_night(desk.database, tournament).announced
    assert facts.seed
    assert sha256(facts.seed).hexdigest() == announced.commitment
    assert facts.seed.hex() not in str(entry)


def test_a_draw_follows_from_its_seed_and_the_word_from_the_audience(desk: Desk) -> None:
    tournament = a_tournament(desk, 50, each=3)
    played_until(desk, tournament, Step.ANNOUNCE)
    announce_draw(desk, KASSA, tournament)

    entry = draw_rounds(desk, KASSA, tournament, " Glück auf ")

    night = read_night(desk.database, tournament)
    [facts] = night.drawn
    assert facts.seed
    stream = Stream(facts.seed, "Glück auf")
    by_hand = draw(64, holdings_of(night.holders, night.holders), stream, FirstRoundOrder.RANDOM)
    assert (facts.order, tuple(drawn.lot for drawn in facts.lots)) == (by_hand.order, by_hand.lots)
    named = {"round": "main-1", "size": 64, "commitment": commitment(facts.seed or b"")}
    assert entry.after == {"word": "Glück auf", "rounds": [named]}
    [shown] = read_office(desk.database, tournament).board.rounds
    assert (shown.seed, shown.word, len(shown.pairings)) == (facts.seed.hex(), "Glück auf", 32)


@pytest.mark.parametrize("word", ["a\x00b", "x" * 101])
def test_a_word_that_cannot_be_printed_draws_nothing(desk: Desk, word: str) -> None:
    tournament = a_tournament(desk, 8)
    played_until(desk, tournament, Step.DRAW)

    with refused(desk, tournament, field="word"):
        draw_rounds(desk, KASSA, tournament, word)


def test_byes_are_decided_with_the_draw_and_never_come_back(desk: Desk) -> None:
    tournament = a_tournament(desk, 13)

    first = drawn(desk, tournament, "main-1")
    second = drawn(desk, tournament, "main-2")

    byes = [pairing for pairing in first.pairings if pairing.right is None]
    assert len(byes) == 3
    assert all((bye.outcome, bye.winner) == (Outcome.BYE, bye.left.ticket) for bye in byes)
    assert len(first.open) == 5
    assert all(pairing.right for pairing in second.pairings)
    assert {bye.left.ticket for bye in byes} < {s.ticket for p in second.pairings for s in p.sides}


def test_who_is_drawn_against_himself_hands_the_higher_card_in(desk: Desk) -> None:
    tournament = a_tournament(desk, 4, each=3, capacity=8)
    assert read_office(desk.database, tournament).closing.forced[0].pairings == 1

    first = drawn(desk, tournament, "main-1")

    [own] = [pairing for pairing in first.pairings if len({side.player for side in pairing.sides}) == 1]
    assert (own.outcome, own.winner) == (Outcome.HANDED_IN, min(side.ticket for side in own.sides))


def test_who_bought_first_draws_first_if_the_terms_say_so(desk: Desk) -> None:
    tournament = a_tournament(desk, 16, first_round_order="purchase")
    drawn(desk, tournament, "main-1")

    [facts] = read_night(desk.database, tournament).drawn

    assert facts.order == tuple(range(1, 17))


def test_nothing_is_drawn_while_cards_are_sold(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)

    with refused(desk, tournament):
        announce_draw(desk, KASSA, tournament)
    with refused(desk, tournament):
        draw_rounds(desk, KASSA, tournament)


def test_nothing_is_drawn_unannounced_or_announced_twice(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    played_until(desk, tournament, Step.ANNOUNCE)

    with refused(desk, tournament):
        draw_rounds(desk, KASSA, tournament)
    announce_draw(desk, KASSA, tournament)
    with refused(desk, tournament):
        announce_draw(desk, KASSA, tournament)


def test_the_next_round_waits_for_every_pairing_and_says_how_many(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    for pairing in drawn(desk, tournament, "main-1").pairings[:3]:
        play(desk, tournament, pairing)

    with refused(desk, tournament) as caught:
        announce_draw(desk, KASSA, tournament)
    assert str(caught.value) == "Matches still open: 1."
    with refused(desk, tournament) as caught:
        draw_rounds(desk, KASSA, tournament)
    assert caught.value.values == {"count": 1}


def test_a_draw_from_an_old_page_is_refused(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    drawn(desk, tournament, "main-1")

    with refused(desk, tournament, Overtaken):
        draw_rounds(desk, KASSA, tournament, seen=["main-1"])


def test_a_draw_that_fails_leaves_no_half_round(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = a_tournament(desk, 8)
    played_until(desk, tournament, Step.DRAW)
    before = read_night(desk.database, tournament)

    def settle_badly(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(drawing, "settle", settle_badly)
        with pytest.raises(ZeroDivisionError):
            draw_rounds(desk, KASSA, tournament)

    assert read_night(desk.database, tournament) == before
    assert drawn(desk, tournament, "main-1").open


def test_two_cards_play_the_final_at_once_without_lots(desk: Desk) -> None:
    tournament = a_tournament(desk, 2)

    final = drawn(desk, tournament, "main-1")

    [pairing] = final.pairings
    assert (final.size, final.commitment, final.order) == (2, None, ())
    assert [side.ticket for side in pairing.sides] == [1, 2]


def test_semi_finals_and_matches_for_fifth_are_drawn_in_one_act_each_from_its_seed(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    drawn(desk, tournament, "main-1")

    office = played_until(desk, tournament, "main-2")

    semis, fifth, first = (office.board.round(s) for s in ("main-2", "fifth-to-eighth-1", "main-1"))
    assert semis
    assert fifth
    assert first
    assert semis.seed != fifth.seed
    winners = {pairing.winner for pairing in first.pairings}
    assert {side.ticket for pairing in semis.pairings for side in pairing.sides} == winners
    assert {side.ticket for pairing in fifth.pairings for side in pairing.sides}.isdisjoint(winners)


def test_matches_for_places_do_not_hold_up_the_final(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    for pairing in drawn(desk, tournament, "main-2").pairings:
        play(desk, tournament, pairing)

    office = read_office(desk.database, tournament)
    assert office.step is Step.DRAW
    assert [due.slug for due in office.due] == ["main-3", "third-2"]
    draw_rounds(desk, KASSA, tournament, seen=["main-3"])

    office = read_office(desk.database, tournament)
    assert office.board.round("main-3")
    assert [due.slug for due in office.due] == ["third-2"]
    assert len(office.open) == 3


def test_switched_off_matches_for_places_are_not_drawn(desk: Desk) -> None:
    tournament = a_tournament(desk, 8, third_place_match=False, fifth_to_eighth=False)

    office = played_until(desk, tournament, Step.FINISH)

    assert [view.slug for view in office.board.rounds] == ["main-3", "main-2", "main-1"]


def test_an_announced_draw_that_a_correction_made_needless_is_not_waited_for(desk: Desk) -> None:
    tournament = a_tournament(desk, 8)
    office = played_until(desk, tournament, "main-1")
    for pairing in office.open:
        play(desk, tournament, pairing)
    announce_draw(desk, KASSA, tournament)
    for pairing in read_office(desk.database, tournament).board.rounds[0].pairings[:2]:
        record_walkover(desk, KASSA, tournament, key_of(pairing), seen=pairing.revision, winner=None)

    office = read_office(desk.database, tournament)
    assert [view.slug for view in office.board.announced] == ["main-2"]
    assert office.step is Step.DRAW
    draw_rounds(desk, KASSA, tournament)

    office = played_until(desk, tournament, Step.DONE)
    assert [view.slug for view in office.board.rounds] == ["main-3", "fifth-1", "main-2", "main-1"]
    assert [(p.place, p.to) for p in office.board.places] == [(k, k) for k in range(1, 9)]
