"""The end: whether all is over, every place, every prize (rules, sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest

from tournament.desk.night import BandFacts, Night, State
from tournament.desk.verifying.finding import Discrepancy
from tournament.desk.verifying.reading import Archive
from tournament.errors import RuleBroken
from tournament.knockout.draw import TicketNumber
from tournament.knockout.places import Place
from tournament.knockout.prizes import Award, bands_to_order, in_order_by_lot
from tournament.knockout.seed import Stream


def check_ending(archive: Archive) -> Iterator[Discrepancy]:
    """What does not hold of the end of a night whose rounds hold."""
    night = archive.night
    if archive.state is State.FINISHED and not night.is_over:
        yield Discrepancy(RuleBroken("The tournament is finished, but not everything is decided.", rule="6"))
        return
    yield from _check_places(archive)
    wrong = list(_check_lots(night))
    yield from wrong or _check_prizes(archive)


def _check_places(archive: Archive) -> Iterator[Discrepancy]:
    night = archive.night
    for told, place in zip_longest(archive.places, night.places):
        if place is None:
            yield Discrepancy(RuleBroken("Place %(place)s is not certain.", rule="5", place=told[0].place))
        elif told != (place, night.holders[place.ticket]):
            yield _deciding(night, place.ticket, _other_place(night, place))


def _other_place(night: Night, right: Place) -> RuleBroken:
    place = f"{right.place}–{right.to}" if right.shared else right.place
    return RuleBroken(
        "Card %(ticket)s of player %(player)s has place %(place)s.",
        rule="5",
        ticket=right.ticket,
        player=night.holders[right.ticket],
        place=place,
    )


def _check_lots(night: Night) -> Iterator[Discrepancy]:
    """A lot, or a play-off, puts the bands in order that prizes reach."""
    bands = {place: tuple(band) for place, band in groupby(night.places, key=lambda place: place.place)}
    needed = bands_to_order(
        [prize.rank for prize in night.prizes], night.places, night.holders, one_each=_one_each(night)
    )
    told = [band.place for band in night.bands]
    if night.finished:
        for band in needed:
            if band[0].place not in told:
                missing = RuleBroken(
                    "No lot orders the band of place %(place)s.", rule="6", place=band[0].place
                )
                yield _deciding(night, band[0].ticket, missing)
    if len(set(told)) != len(told) or (told and not night.finished):
        yield Discrepancy(RuleBroken("Lots for prizes are drawn once, at the end.", rule="6"))
    for lots in night.bands:
        yield from _check_band(night, lots, bands.get(lots.place, ()))


def _check_band(night: Night, told: BandFacts, band: tuple[Place, ...]) -> Iterator[Discrepancy]:
    tickets = [place.ticket for place in band]
    if sorted(told.tickets) != sorted(tickets) or not _ordered(told):
        wrong = RuleBroken(
            "The lot orders the band of place %(place)s otherwise.", rule="6", place=told.place
        )
        yield _deciding(night, tickets[0], wrong) if tickets else Discrepancy(wrong)


def _ordered(told: BandFacts) -> bool:
    """Whether the seed makes this order; earlier versions shuffled each band. A play-off has no seed."""
    if told.seed is None:
        return True
    shuffled = Stream(told.seed).shuffled(sorted(told.tickets))
    return told.tickets in (in_order_by_lot(told.tickets, told.seed), tuple(shuffled))


def _check_prizes(archive: Archive) -> Iterator[Discrepancy]:
    night = archive.night
    ranks = [prize.rank for prize in night.prizes]
    if ranks != sorted(set(ranks) - {0}):
        yield Discrepancy(RuleBroken("Prizes are numbered once, in ascending order from 1.", rule="6"))
        return
    nobody = tuple(Award(rank, None, None) for rank in ranks)
    for told, award in zip(archive.awards, night.awards or nobody, strict=True):
        if told != award:
            yield _wrong_prize(night, award)
    for prize in night.prizes:
        if prize.collected_at and not night.finished:
            early = RuleBroken(
                "Prize %(rank)s was collected before the tournament was finished.", rule="6", rank=prize.rank
            )
            yield Discrepancy(early)


def _wrong_prize(night: Night, award: Award) -> Discrepancy:
    if award.ticket is None:
        return Discrepancy(RuleBroken("Prize %(rank)s goes to nobody.", rule="6", rank=award.rank))
    reason = RuleBroken(
        "Prize %(rank)s goes to card %(ticket)s of player %(player)s.",
        rule="6",
        rank=award.rank,
        ticket=award.ticket,
        player=award.player,
    )
    return _deciding(night, award.ticket, reason)


def _deciding(night: Night, ticket: TicketNumber, reason: RuleBroken) -> Discrepancy:
    """The discrepancy in the last round the ticket played, which decided where it finished."""
    round_ = next(r for r in reversed(night.rounds) if ticket in r.entrants)
    pairing = next(p for p in round_.pairings if ticket in p.tickets)
    return Discrepancy(reason, round_, pairing.number)


def _one_each(night: Night) -> bool:
    return night.terms.one_prize_per_player
