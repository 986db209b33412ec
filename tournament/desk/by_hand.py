"""Drawing from real pots: each lot is typed in as it is drawn, and kept, so that it can go on any time.

The pots take the place of an announced seed; when every card has its lot, `draw_rounds` seats them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.desk.acts import Change, Facts, Work, act
from tournament.desk.drawing import named, not_announced
from tournament.desk.finding import fits
from tournament.desk.loading import load_night
from tournament.desk.matches import Side, side
from tournament.desk.night import BY_HAND, Night, RoundFacts, RoundKey, round_slug
from tournament.errors import NotThere, RuleBroken
from tournament.knockout.by_hand import draws_again, in_the_middle, next_lot, pot_in_turn, still_to_draw
from tournament.knockout.draw import Holdings, Lot, Pot, TicketNumber, holdings_of
from tournament.knockout.rounds import Stage
from tournament.store import models, queries

LONGEST_NUMBER, MOST_NAMED = 10, 5


@dataclass(frozen=True, slots=True)
class Pots:
    """A draw from real pots as it stands."""

    slug: str
    stage: Stage
    number: int
    size: int
    in_turn: Pot
    """The pot that is drawn from now."""
    drawing: tuple[Side, ...]
    """The cards that whoever is drawing has still to draw for; empty between two players."""
    waiting: tuple[Side, ...]
    """The first card of every player who has not drawn yet, as in a phone book."""
    lots: tuple[tuple[Side, Lot], ...]
    """The newest first."""
    missing: int
    """How many cards have no lot yet."""
    strangers: tuple[Side, ...]
    """Cards that have a lot, but left this draw when a result was corrected."""

    again: Side | None
    """A card that drew from the right pot and draws again from the left one, which is not empty."""

    @property
    def complete(self) -> bool:
        return not (self.missing or self.strangers or self.again)


@act
def take_pots(work: Work) -> Change:
    """Draw from real pots all that is to be drawn now. RuleBroken if it is announced, or nothing is."""
    due = not_announced(load_night(work.session, work.id))
    work.session.add_all(
        models.Round(
            tournament_id=work.id,
            number=d.number,
            stage=d.stage.value,
            size=d.size,
            method=BY_HAND,
            announced_at=work.now,
        )
        for d in due
    )
    return Change({"rounds": [named(d) for d in due]})


@act
def type_lot(work: Work, stage: Stage, number: int, ticket: int, lot: int) -> Change:
    """Whoever holds `ticket` drew the number `lot` for the next of his cards.

    RuleBroken for a number that cannot be, at `lot`; for a card that is not in this draw, or not in turn; or
    while a lot has to be struck first.
    """
    night = load_night(work.session, work.id)
    facts, row = _round(night, stage, number), _row(work, stage, number)
    holdings = _holdings(night, facts.key)
    _refuse_strangers(facts, holdings)
    player = next((p for p, tickets in holdings.items() if ticket in tickets), None)
    if player is None:
        raise RuleBroken("This card is not in this draw.", rule="2", field="who")
    if any(drawn.lot.ticket == ticket for drawn in facts.lots):
        raise RuleBroken("Card %(ticket)s has its lot already.", rule="2", field="who", ticket=ticket)
    drawn = next_lot(facts.round.size, holdings, _lots(facts), player, lot)
    row.lots.append(models.Lot(ticket=drawn.ticket, pot=drawn.pot.value, number=drawn.number))
    return Change(_facts(night, facts.key, drawn))


@act
def strike_lot(work: Work, stage: Stage, number: int, ticket: int) -> Change:
    """Take the newest lot back, or one whose card is no more in this draw, or draws again.

    RuleBroken for any other.
    """
    night = load_night(work.session, work.id)
    facts, row = _round(night, stage, number), _row(work, stage, number)
    holdings, lots = _holdings(night, facts.key), _lots(facts)
    may_go = [*_strangers(holdings, lots), draws_again(facts.round.size, holdings, lots)]
    struck = next((lot for lot in row.lots if lot.ticket == ticket), None)
    if struck is None or (struck is not row.lots[-1] and ticket not in may_go):
        raise RuleBroken("Only the newest lot can be taken back.", rule="2")
    row.lots.remove(struck)
    return Change({}, _facts(night, facts.key, Lot(TicketNumber(ticket), Pot(struck.pot), struck.number)))


@act
def leave_pots(work: Work) -> Change:
    """Put the pots away before the draw is complete; the log keeps what had been drawn."""
    night = load_night(work.session, work.id)
    left = [facts for facts in night.announced if facts.method == BY_HAND]
    if not left:
        raise RuleBroken("Nothing is drawn from real pots at the moment.", rule="2")
    for facts in left:
        work.session.delete(_row(work, *facts.key))
    return Change(
        {"rounds": [{"round": round_slug(*facts.key), "size": facts.round.size} for facts in left]},
        {"typed": [_facts(night, facts.key, drawn.lot) for facts in left for drawn in facts.lots]},
    )


def who_draws(now: Pots, text: str) -> TicketNumber:
    """The card somebody means by its number, or by a name of whoever has still to draw.

    RuleBroken at `who` if nobody fits, or several do.
    """
    text = text.strip()
    if not text:
        raise RuleBroken("A card or a name, please.", rule="2", field="who")
    if text.isdecimal() and len(text) < LONGEST_NUMBER:
        return TicketNumber(int(text))
    fitting = [side for side in (*now.drawing[:1], *now.waiting) if fits(side.name, text)]
    if not fitting:
        raise RuleBroken("Nobody of this name has still to draw.", rule="2", field="who")
    if len(fitting) > 1:
        names = ", ".join(f"{side.ticket} {side.called}" for side in fitting[:MOST_NAMED])
        raise RuleBroken("Several fit, type the card: %(names)s.", rule="2", field="who", names=names)
    return fitting[0].ticket


def pots(night: Night) -> tuple[Pots, ...]:
    """The draws that are made from real pots at the moment."""
    return tuple(_pots(night, facts) for facts in night.announced if facts.method == BY_HAND)


def _pots(night: Night, facts: RoundFacts) -> Pots:
    holdings, lots = _holdings(night, facts.key), _lots(facts)
    rest = still_to_draw(holdings, lots)
    again = draws_again(facts.round.size, holdings, lots)
    now = in_the_middle(holdings, lots)
    waiting = [side(night, tickets[0]) for player, tickets in rest.items() if player != now]
    return Pots(
        slug=round_slug(*facts.key),
        stage=facts.round.stage,
        number=facts.round.number,
        size=facts.round.size,
        in_turn=pot_in_turn(facts.round.size, lots),
        drawing=tuple(side(night, ticket) for ticket in rest[now]) if now else (),
        waiting=tuple(sorted(waiting, key=lambda one: one.sort_key)),
        lots=tuple((side(night, lot.ticket), lot) for lot in reversed(lots)),
        missing=sum(map(len, rest.values())),
        strangers=tuple(side(night, ticket) for ticket in _strangers(holdings, lots)),
        again=side(night, again) if again else None,
    )


def _strangers(holdings: Holdings, lots: Sequence[Lot]) -> list[TicketNumber]:
    due = {ticket for tickets in holdings.values() for ticket in tickets}
    return [lot.ticket for lot in lots if lot.ticket not in due]


def _refuse_strangers(facts: RoundFacts, holdings: Holdings) -> None:
    for ticket in _strangers(holdings, _lots(facts)):
        raise RuleBroken(
            "Card %(ticket)s is no more in this draw: a result was corrected. "
            "Its number goes back into the pot.",
            rule="2",
            field="number",
            ticket=ticket,
        )


def _round(night: Night, stage: Stage, number: int) -> RoundFacts:
    for facts in night.announced:
        if facts.key == (stage, number) and facts.method == BY_HAND:
            return facts
    raise NotThere("This round is not drawn from real pots at the moment.")


def _row(work: Work, stage: Stage, number: int) -> models.Round:
    rows = queries.rounds(work.session, work.id)
    return next(row for row in rows if (row.stage, row.number) == (stage, number))


def _holdings(night: Night, key: RoundKey) -> Holdings:
    [due] = [d for d in night.due if (d.stage, d.number) == key]
    return holdings_of(due.tickets, night.holders)


def _lots(facts: RoundFacts) -> list[Lot]:
    return [drawn.lot for drawn in facts.lots]


def _facts(night: Night, key: RoundKey, lot: Lot) -> Facts:
    player = night.holders[lot.ticket]
    size = next(facts.round.size for facts in night.all_rounds if facts.key == key)
    return {
        "round": round_slug(*key),
        "size": size,
        "ticket": lot.ticket,
        "pot": lot.pot.value,
        "number": lot.number,
        "player": player,
        "name": night.person[player].name,
    }
