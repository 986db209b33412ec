"""Lots, drawn again: from the seed, or checked against the rule of the two pots (rules, section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tournament.desk.acts import Entry
from tournament.desk.night import BY_HAND, DrawnLot, Night, RoundFacts
from tournament.desk.verifying.json_parts import Part
from tournament.errors import RuleBroken
from tournament.knockout.by_hand import is_set_aside, late_lot, pot_in_turn
from tournament.knockout.coming import DueRound
from tournament.knockout.draw import FirstRoundOrder, Lot, Pot, TicketNumber, draw, draw_late, holdings_of
from tournament.knockout.rounds import Stage
from tournament.knockout.sales import draw_size
from tournament.knockout.seed import Stream, commitment


def check_commitment(facts: RoundFacts, told: str | None) -> None:
    """RuleBroken unless a computed draw has a seed, the one whose fingerprint was published beforehand."""
    if (facts.method == "computed") != (facts.seed is not None):
        raise _seed_or_pots()
    if told != (commitment(facts.seed) if facts.seed else None):
        raise RuleBroken("The seed is not the one whose fingerprint was published.", rule="2")


def _seed_or_pots() -> RuleBroken:
    return RuleBroken("A computed draw has a seed, one from real pots has none.", rule="2")


def check_lots(
    night: Night,
    due: DueRound,
    facts: RoundFacts,
    seated: Mapping[TicketNumber, TicketNumber],
    told: Sequence[Entry] | None,
) -> None:
    """RuleBroken unless exactly the tickets that are due drew, and drew as the rules say.

    `seated` tells which ticket sits there now, where a correction changed that after the draw; `told` are
    the entries of the log about its lots from real pots, if it has them.
    """
    early = [drawn.lot for drawn in facts.lots if not drawn.late]
    late = [drawn for drawn in facts.lots if drawn.late]
    _check_cards(night, facts.lots)
    _check_who_drew(due, early, late, seated)
    if list(facts.lots[len(early) :]) != late:
        raise RuleBroken("Late cards draw after all others.", rule="1")
    if facts.seed is None:
        _check_by_hand(night, due, early, told)
    else:
        _check_computed(night, due, facts, facts.seed, early)
    for index, drawn in enumerate(late, start=len(early)):
        before = [earlier.lot for earlier in facts.lots[:index]]
        _compare(drawn.lot, _drawn_late(night, facts, before, drawn))


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


def _drawn_late(night: Night, facts: RoundFacts, before: Sequence[Lot], late: DrawnLot) -> Lot:
    """The lot as the rule gives it: from its own seed, or from what is left in the real pot."""
    size, ticket = facts.round.size, late.lot.ticket
    own = [lot.ticket for lot in before if night.holders[lot.ticket] == night.holders[ticket]]
    if late.seed is not None:
        return draw_late(size, before, own, ticket, Stream(late.seed))
    if facts.method != BY_HAND:
        raise _seed_or_pots()
    return late_lot(size, before, own, ticket, late.lot.number)


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


def _check_by_hand(night: Night, due: DueRound, early: Sequence[Lot], told: Sequence[Entry] | None) -> None:
    _check_numbers(due.size, early)
    if sum(lot.pot is Pot.LEFT for lot in early) != min(len(early), due.size // 2):
        raise _no_such_lot(due.size)
    for lot, before in _as_drawn(early, told):
        _check_own(night, due.size, lot, before)


def check_typed(night: Night, facts: RoundFacts, told: Sequence[Entry] | None) -> None:
    """RuleBroken unless the lots typed in so far can have come from the two pots, one after another.

    While a draw goes on a correction may change who is in it: a card that left it keeps its lot until that
    is struck, and somebody who had drawn for all his cards may get one more.
    """
    _check_cards(night, facts.lots)
    size, lots = facts.round.size, [drawn.lot for drawn in facts.lots]
    if any(drawn.late for drawn in facts.lots):
        raise RuleBroken("A late card takes a bye of round one.", rule="1")
    for ticket, count in Counter(lot.ticket for lot in lots).items():
        if count > 1:
            raise _draws_once(ticket)
    _check_numbers(size, lots)
    for lot, before in _as_drawn(lots, told):
        if lot.pot is not pot_in_turn(size, before):
            raise _no_such_lot(size)
        _check_own(night, size, lot, before)


def _check_numbers(size: int, lots: Sequence[Lot]) -> None:
    """Each pot holds each number once."""
    drawn = {(lot.pot, lot.number) for lot in lots if 1 <= lot.number <= size // 2}
    if len(drawn) != len(lots):
        raise _no_such_lot(size)


def _no_such_lot(size: int) -> RuleBroken:
    return RuleBroken(
        "Each pot gives each number from 1 to %(most)s at most once, the left pot first.",
        rule="2",
        most=size // 2,
    )


def _as_drawn(lots: Sequence[Lot], told: Sequence[Entry] | None) -> Iterator[tuple[Lot, list[Lot]]]:
    """Each lot with those that were drawn before it and not taken back; without a log, in their order."""
    if told is None:
        yield from ((lot, list(lots[:index])) for index, lot in enumerate(lots))
        return
    stand: dict[object, Lot] = {}
    for entry in told:
        stand.pop(entry.before.get("ticket"), None)
        if "ticket" in entry.after:
            lot = _lot_told(entry)
            if entry.act == "type-lot":
                yield lot, list(stand.values())
            stand[lot.ticket] = lot


def _lot_told(entry: Entry) -> Lot:
    after = Part(entry.after, f"log[{entry.revision - 1}].after")
    ticket, number = after["ticket"].number(), after["number"].number()
    return Lot(TicketNumber(ticket), after["pot"].choice(Pot), number)


def _check_own(night: Night, size: int, lot: Lot, before: Sequence[Lot]) -> None:
    """Nobody sets his own card against another while other numbers are left in the pot."""
    holders = night.holders
    own = [drawn.ticket for drawn in before if holders.get(drawn.ticket) == holders.get(lot.ticket)]
    if is_set_aside(size, before, own, lot.pot, lot.number):
        raise RuleBroken(
            "Player %(player)s meets himself, though other numbers were left in the pot.",
            rule="2",
            player=holders.get(lot.ticket),
        )
