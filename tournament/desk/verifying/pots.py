"""Lots, drawn again: from the seed, or checked against the rule of the two pots (rules, section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from tournament.desk.night import DrawnLot, Night, RoundFacts
from tournament.errors import RuleBroken
from tournament.knockout.by_hand import pot_in_turn
from tournament.knockout.coming import DueRound
from tournament.knockout.draw import FirstRoundOrder, Lot, Pot, TicketNumber, draw, draw_late, holdings_of
from tournament.knockout.rounds import Stage, pair
from tournament.knockout.sales import draw_size
from tournament.knockout.seed import Stream, commitment


def check_commitment(facts: RoundFacts, told: str | None) -> None:
    """RuleBroken unless a computed draw has a seed, the one whose fingerprint was published beforehand."""
    if (facts.method == "computed") != (facts.seed is not None):
        raise RuleBroken("A computed draw has a seed, one from real pots has none.", rule="2")
    if told != (commitment(facts.seed) if facts.seed else None):
        raise RuleBroken("The seed is not the one whose fingerprint was published.", rule="2")


def check_lots(
    night: Night,
    due: DueRound,
    facts: RoundFacts,
    seated: Mapping[TicketNumber, TicketNumber],
    *,
    struck: bool,
) -> None:
    """RuleBroken unless exactly the tickets that are due drew, and drew as the rules say.

    `seated` tells which ticket sits there now, where a correction changed that after the draw; `struck`
    whether one from real pots, not the newest, was taken back.
    """
    early = [drawn.lot for drawn in facts.lots if drawn.seed is None]
    late = [drawn for drawn in facts.lots if drawn.seed is not None]
    _check_cards(night, facts.lots)
    _check_who_drew(due, early, late, seated)
    if list(facts.lots[len(early) :]) != late:
        raise RuleBroken("Late cards draw after all others.", rule="1")
    if facts.seed is None:
        _check_by_hand(night, due, early, struck=struck)
    else:
        _check_computed(night, due, facts, facts.seed, early)
    for index, drawn in enumerate(late, start=len(early)):
        before = [earlier.lot for earlier in facts.lots[:index]]
        _compare(drawn.lot, _drawn_late(night, due, before, drawn))


def _check_cards(night: Night, lots: Sequence[DrawnLot]) -> None:
    """A card that nobody holds draws no lot, though a correction may have seated another in its place."""
    for ticket in {drawn.lot.ticket for drawn in lots} - night.holders.keys():
        raise _draws_no_lot(ticket)


def _draws_once(ticket: TicketNumber) -> RuleBroken:
    return RuleBroken("Card %(ticket)s draws exactly one lot.", rule="2", ticket=ticket)


def _draws_no_lot(ticket: TicketNumber) -> RuleBroken:
    return RuleBroken("Card %(ticket)s is not in this round and draws no lot.", rule="3", ticket=ticket)


def _check_who_drew(
    due: DueRound,
    early: Sequence[Lot],
    late: Sequence[DrawnLot],
    seated: Mapping[TicketNumber, TicketNumber],
) -> None:
    lots = [*early, *(drawn.lot for drawn in late)]
    drew = Counter(seated.get(lot.ticket, lot.ticket) for lot in lots)
    for ticket in due.tickets:
        if drew[ticket] != 1:
            raise _draws_once(ticket)
    for ticket in drew.keys() - set(due.tickets):
        raise _draws_no_lot(ticket)
    first = due.stage is Stage.MAIN and due.number == 1
    if late and not (first and draw_size(len(early)) == due.size):
        raise RuleBroken("A late card takes a bye of round one.", rule="1")


def _check_computed(
    night: Night, due: DueRound, facts: RoundFacts, seed: bytes, early: Sequence[Lot]
) -> None:
    first = due.stage is Stage.MAIN and due.number == 1
    order = FirstRoundOrder(night.terms.first_round_order) if first else None
    holdings = holdings_of([lot.ticket for lot in early], night.holders)
    again = draw(due.size, holdings, Stream(seed, facts.word), order)
    if facts.order != again.order:
        raise RuleBroken("The seed gives another order of drawing.", rule="2")
    for told, drawn in zip(early, again.lots, strict=True):
        _compare(told, drawn)


def _drawn_late(night: Night, due: DueRound, before: Sequence[Lot], late: DrawnLot) -> Lot:
    ticket = late.lot.ticket
    own = [lot.ticket for lot in before if night.holders[lot.ticket] == night.holders[ticket]]
    return draw_late(due.size, before, own, ticket, Stream(late.seed or b""))


def _compare(told: Lot, drawn: Lot) -> None:
    if told != drawn:
        raise RuleBroken(
            "The seed gives card %(drawn)s lot %(number)s, not card %(ticket)s lot %(told)s.",
            rule="2",
            drawn=drawn.ticket,
            number=_lot(drawn),
            ticket=told.ticket,
            told=_lot(told),
        )


def _lot(lot: Lot) -> str:
    """The number and its pot, as at the inn: 7L, 7R."""
    return f"{lot.number}{'L' if lot.pot is Pot.LEFT else 'R'}"


def _check_by_hand(night: Night, due: DueRound, early: Sequence[Lot], *, struck: bool) -> None:
    numbers = range(1, due.size // 2 + 1)
    for pot, expected in (
        (Pot.LEFT, min(len(early), len(numbers))),
        (Pot.RIGHT, max(0, len(early) - len(numbers))),
    ):
        drawn = [lot.number for lot in early if lot.pot is pot]
        if len(set(drawn) & set(numbers)) != len(drawn) or len(drawn) != expected:
            raise _no_such_lot(numbers[-1])
    if not struck:
        _check_law(night, due, early)


def _no_such_lot(most: int) -> RuleBroken:
    return RuleBroken(
        "Each pot gives each number from 1 to %(most)s at most once, the left pot first.",
        rule="2",
        most=most,
    )


def check_typed(night: Night, facts: RoundFacts, *, struck: bool) -> None:
    """RuleBroken unless the lots typed in so far can have come from the two pots, one after another.

    While a draw goes on a correction may change who is in it: a card that left it keeps its lot until that
    is struck, and somebody who had drawn for all his cards may get one more. Once one was `struck`, the left
    pot can have been drawn from after the right one.
    """
    _check_cards(night, facts.lots)
    numbers = range(1, facts.round.size // 2 + 1)
    lots = [drawn.lot for drawn in facts.lots]
    for index, (lot, drawn) in enumerate(zip(lots, facts.lots, strict=True)):
        before = lots[:index]
        if drawn.seed is not None:
            raise RuleBroken("A late card takes a bye of round one.", rule="1")
        if lot.ticket in [earlier.ticket for earlier in before]:
            raise _draws_once(lot.ticket)
        taken = [earlier.number for earlier in before if earlier.pot is lot.pot]
        in_turn = struck or lot.pot is pot_in_turn(facts.round.size, before)
        if lot.number not in numbers or lot.number in taken or not in_turn:
            raise _no_such_lot(numbers[-1])


def _check_law(night: Night, due: DueRound, early: Sequence[Lot]) -> None:
    """Nobody meets himself unless he holds more than half of the draw; then exactly so often.

    Or unless nothing but his own numbers was left to draw: somebody who gets one more card by a correction
    while the draw goes on draws it later than his others.
    """
    holders = night.holders
    met = Counter(holders[p.left] for p in pair(early) if p.right and holders[p.right] == holders[p.left])
    for player, held in Counter(holders[TicketNumber(lot.ticket)] for lot in early).items():
        forced = met[player] == max(0, held - due.size // 2)
        if not forced and _others_were_left(due, early, {t for t, p in holders.items() if p == player}):
            raise RuleBroken(
                "Player %(player)s meets himself, though other numbers were left in the pot.",
                rule="2",
                player=player,
            )


def _others_were_left(due: DueRound, early: Sequence[Lot], cards: Collection[TicketNumber]) -> bool:
    """Whether one of these cards was set against another while the right pot held numbers of others."""
    left = {lot.number: lot.ticket for lot in early if lot.pot is Pot.LEFT}
    own = {number for number, ticket in left.items() if ticket in cards}
    rest = set(range(1, due.size // 2 + 1))
    for lot in early:
        if lot.pot is Pot.RIGHT:
            if lot.ticket in cards and lot.number in own and rest - own:
                return True
            rest.discard(lot.number)
    return False
