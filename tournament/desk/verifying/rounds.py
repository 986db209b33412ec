"""The rounds one after another: each must follow from those before it (rules, sections 2, 3 and 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from tournament.desk.night import BY_HAND, Night, RoundFacts, round_slug
from tournament.desk.verifying.finding import Discrepancy
from tournament.desk.verifying.outcomes import check_outcomes
from tournament.desk.verifying.pots import check_commitment, check_lots, check_typed
from tournament.desk.verifying.reading import Archive
from tournament.desk.verifying.told import Witness, witness_of
from tournament.errors import RuleBroken
from tournament.knockout.coming import DueRound, first_round, next_rounds
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Outcome, Pairing, Round, feeds, goes_on, pair, seat


def check_rounds(archive: Archive) -> Iterator[Discrepancy]:
    """Replay the night. What follows from a round that does not hold is not looked at.

    A draw that was announced may wait until a result that was withdrawn since is recorded again.
    """
    night = archive.night
    for key, count in Counter(facts.key for facts in night.all_rounds).items():
        if count > 1:
            round_ = next(facts.round for facts in night.all_rounds if facts.key == key)
            yield Discrepancy(RuleBroken("This round stands there twice.", rule="3"), round_)
            return
    waiting = {facts.key: facts for facts in night.all_rounds}
    witness = witness_of(archive)
    known: list[Round] = []
    while waiting:
        due = {(d.stage, d.number): d for d in _due(night, known)}
        started = [(d, waiting.pop(key)) for key, d in due.items() if key in waiting]
        found = [one for d, facts in started for one in _check_round(archive, witness, d, facts)]
        yield from found or (_not_due(f.round) for f in waiting.values() if not started and f.round.pairings)
        if found or not started:
            return
        known.extend(_as_if_decided(night, witness, facts) for _, facts in started if facts.round.pairings)


def _due(night: Night, known: Sequence[Round]) -> tuple[DueRound, ...]:
    return next_rounds(known, night.placement) if known else (first_round(tuple(night.holders)),)


def _not_due(round_: Round) -> Discrepancy:
    return Discrepancy(RuleBroken("This round does not follow from the results before it.", rule="3"), round_)


def _as_if_decided(night: Night, witness: Witness, facts: RoundFacts) -> Round:
    """The round with winners as they sit in later ones, where the log tells how it came to be open again."""

    def decided(pairing: Pairing) -> Pairing:
        if pairing.outcome or (round_slug(*facts.key), pairing.number) not in witness.seats:
            return pairing
        for later in night.rounds:
            for ticket in set(pairing.tickets) & set(later.entrants) if feeds(facts.round, later) else ():
                other = next(t for t in pairing.tickets if t != ticket)
                winner = ticket if goes_on(facts.round, later) else other
                return replace(pairing, outcome=Outcome.PLAYED, winner=winner)
        return pairing

    return replace(facts.round, pairings=tuple(map(decided, facts.round.pairings)))


def _check_round(
    archive: Archive, witness: Witness, due: DueRound, facts: RoundFacts
) -> Iterator[Discrepancy]:
    try:
        drawn = _as_drawn(due, facts)
        expected = [_moved(witness, facts, pairing) for pairing in drawn]
        seated = dict(zip(_tickets(drawn), _tickets(expected), strict=True))
        _check_draw(archive, witness, due, facts, seated)
    except RuleBroken as broken:
        yield Discrepancy(broken, facts.round)
        return
    if not facts.round.pairings:
        return
    wrong = list(_check_pairings(facts.round, expected))
    yield from wrong or check_outcomes(archive.night, facts)


def _as_drawn(due: DueRound, facts: RoundFacts) -> tuple[Pairing, ...]:
    """Who meets by the lots, or is seated without; nobody while the draw goes on."""
    if not due.drawn:
        return seat(due.tickets)
    return pair([drawn.lot for drawn in facts.lots]) if facts.round.pairings else ()


def _moved(witness: Witness, facts: RoundFacts, pairing: Pairing) -> Pairing:
    """The pairing with the cards that a correction seated there, by the log."""
    left, right = witness.seats.get((round_slug(*facts.key), pairing.number), (pairing.left, pairing.right))
    if not isinstance(left, int) or isinstance(right, int) != (pairing.right is not None):
        return pairing
    return replace(
        pairing, left=TicketNumber(left), right=TicketNumber(right) if isinstance(right, int) else None
    )


def _tickets(pairings: Sequence[Pairing]) -> list[TicketNumber]:
    return [ticket for pairing in pairings for ticket in pairing.tickets]


def _check_draw(
    archive: Archive,
    witness: Witness,
    due: DueRound,
    facts: RoundFacts,
    seated: Mapping[TicketNumber, TicketNumber],
) -> None:
    if facts.round.size != due.size:
        raise RuleBroken(
            "This round has the size %(size)s, not %(told)s.", rule="3", size=due.size, told=facts.round.size
        )
    if due.drawn and facts.method is None:
        raise RuleBroken("This round needs a draw.", rule="2")
    if not due.drawn and (facts.method or not facts.round.pairings):
        raise RuleBroken("This round needs no draw: who meets is certain.", rule="5")
    check_commitment(facts, archive.commitments[facts.key])
    told = witness.pots.get(round_slug(*facts.key))
    if due.drawn and facts.round.pairings:
        check_lots(archive.night, due, facts, seated, told)
    elif due.drawn and facts.method == BY_HAND:
        check_typed(archive.night, facts, told)
    elif due.drawn and facts.seed is None:
        raise RuleBroken("A draw that is announced has a seed.", rule="2")
    elif facts.lots or facts.order:
        raise RuleBroken("A draw without pairings has no lots yet.", rule="2")


def _check_pairings(round_: Round, expected: Sequence[Pairing]) -> Iterator[Discrepancy]:
    for told, right in zip_longest(round_.pairings, expected):
        if told is None:
            yield Discrepancy(RuleBroken("This pairing is missing.", rule="2"), round_, right.number)
        elif right is None:
            yield Discrepancy(RuleBroken("There is no such pairing.", rule="2"), round_, told.number)
        elif (told.number, told.left, told.right) != (right.number, right.left, right.right):
            yield Discrepancy(_other_cards(right), round_, right.number)


def _other_cards(right: Pairing) -> RuleBroken:
    if right.right is None:
        return RuleBroken("By its lot card %(left)s has a bye here.", rule="2", left=right.left)
    return RuleBroken(
        "By their lots cards %(left)s and %(right)s meet here.", rule="2", left=right.left, right=right.right
    )
