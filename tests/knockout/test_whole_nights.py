"""What holds on every night, however it goes: any field, any decisions, walkovers, people going home."""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.knockout.fields import Field, chances, fields
from tests.knockout.nights import Night
from tests.knockout.wandering import Wandering, wander
from tournament.knockout.coming import PlacementTerms, is_over
from tournament.knockout.draw import TicketNumber
from tournament.knockout.places import Place
from tournament.knockout.rounds import Outcome, Stage

any_terms = st.builds(PlacementTerms, third=st.booleans(), fifth_to_eighth=st.booleans())
small_fields = fields(2, 20)
"""Small fields have the byes, the missing losers and the players against themselves."""

ANY_NIGHT = settings(max_examples=200)


def place_of(night: Night) -> dict[TicketNumber, int]:
    return {place.ticket: place.place for place in night.places}


def assert_places_have_no_holes(night: Night) -> None:
    expected = 1
    for place, band in groupby(night.places, key=lambda place: place.place):
        members = list(band)
        assert place == expected
        assert {member.to for member in members} == {place + len(members) - 1}
        expected += len(members)
    assert sorted(place.ticket for place in night.places) == sorted(night.holders)


@ANY_NIGHT
@given(fields(2, 20) | fields(2, 100), chances, any_terms)
def test_places_have_no_holes_and_every_ticket_has_one(
    field: Field, chance: Random, terms: PlacementTerms
) -> None:
    night = wander(field, chance, terms)
    assert is_over(night.rounds, terms)
    assert_places_have_no_holes(night)


@ANY_NIGHT
@given(small_fields, chances, any_terms)
def test_a_place_that_is_certain_never_changes_while_the_night_goes_on(
    field: Field, chance: Random, terms: PlacementTerms
) -> None:
    certain: set[Place] = set()
    for night in Wandering(field, chance, terms).steps():
        assert certain <= set(night.places)
        certain = set(night.places)


@ANY_NIGHT
@given(small_fields, chances)
def test_who_goes_on_is_placed_before_who_is_out(field: Field, chance: Random) -> None:
    night = wander(field, chance)
    place = place_of(night)
    for round_ in night.main:
        worst = max(place[ticket] for ticket in round_.survivors)
        assert all(place[ticket] > worst for ticket in round_.losers)


@ANY_NIGHT
@given(small_fields, chances)
def test_the_last_match_of_two_tickets_gives_them_two_places_in_a_row(field: Field, chance: Random) -> None:
    night = wander(field, chance)
    place = place_of(night)
    for round_ in night.rounds:
        if round_.size == 2 and len(round_.entrants) == 2:
            better, worse = round_.pairings[0].ranked
            assert place[worse] == place[better] + 1
            if round_.pairings[0].outcome in (Outcome.HANDED_IN, Outcome.DOUBLE_WALKOVER):
                assert better < worse


@ANY_NIGHT
@given(small_fields, chances)
def test_exactly_the_winners_of_a_round_are_in_the_next_and_the_final_has_one(
    field: Field, chance: Random
) -> None:
    main = wander(field, chance).main
    for earlier, later in pairwise(main):
        assert later.size * 2 == earlier.size
        assert sorted(later.entrants) == sorted(earlier.survivors)
    assert (main[-1].size, len(main[-1].survivors)) == (2, 1)


@ANY_NIGHT
@given(small_fields, chances)
def test_a_ticket_is_once_in_each_round_and_its_player_meets_himself_only_unplayed(
    field: Field, chance: Random
) -> None:
    night = wander(field, chance)
    for round_ in night.rounds:
        assert len(set(round_.entrants)) == len(round_.entrants)
        for pairing in round_.pairings:
            himself = len(pairing.tickets) > len({night.holders[ticket] for ticket in pairing.tickets})
            assert himself or pairing.outcome is not Outcome.HANDED_IN
            assert not himself or pairing.outcome in (Outcome.HANDED_IN, Outcome.DOUBLE_WALKOVER)


@ANY_NIGHT
@given(small_fields, chances)
def test_only_losers_who_were_there_play_for_places(field: Field, chance: Random) -> None:
    night = wander(field, chance)
    main = {round_.number: round_ for round_ in night.main}
    for round_ in night.rounds:
        if round_.stage is not Stage.MAIN:
            assert set(round_.entrants) <= set(main[round_.number].present_losers)
