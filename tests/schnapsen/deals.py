"""Deals for tests: written by hand in one line, or dealt from real cards by hypothesis."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import assume
from hypothesis import strategies as st

from tournament.schnapsen.facts import (
    ENOUGH,
    Claimed,
    Close,
    DealFacts,
    End,
    Holding,
    PlayedOut,
    Reached,
    Revoked,
    Standing,
)
from tournament.schnapsen.possible import LEAST, MOST
from tournament.schnapsen.rules import OPTIONS, Rules, rules_from
from tournament.schnapsen.side import Side

CARD_POINTS = [11, 10, 4, 3, 2] * 4


def holding(card_points: int, tricks: int, *marriages: int) -> Holding:
    return Holding(card_points, marriages, tricks)


def a_deal(
    end: End,
    a: Holding,
    b: Holding,
    closed_by: Side | None = None,
    at_close: tuple[Holding, Holding] | None = None,
) -> DealFacts:
    close = Close(closed_by, Standing(*at_close)) if closed_by and at_close else None
    return DealFacts(end, Standing(a, b), close)


def swapped_standing(standing: Standing) -> Standing:
    return Standing(standing.b, standing.a)


def swapped_end(end: End) -> End:
    match end:
        case Claimed(by=by, last_trick=taker):
            return Claimed(by.other, taker.other if taker else None)
        case Reached(by=by):
            return Reached(by.other)
        case PlayedOut(last_trick=taker):
            return PlayedOut(taker.other)
        case Revoked(by=by):
            return Revoked(by.other)


def swapped(facts: DealFacts) -> DealFacts:
    """The same deal seen from the other chair."""
    close = facts.close and Close(facts.close.by.other, swapped_standing(facts.close.standing))
    return DealFacts(swapped_end(facts.end), swapped_standing(facts.standing), close)


sides = st.sampled_from(Side)


def tables() -> st.SearchStrategy[Rules]:
    """Any rules a table can have."""
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}).map(
        rules_from
    )


@st.composite
def holdings_over_time(draw: st.DrawFn, fewest: int = 0) -> list[Standing]:
    """What both hold after each trick of a deal played with real cards, marriages declared along the way."""
    cards = draw(st.permutations(CARD_POINTS))
    tricks = draw(st.integers(fewest, 10))
    standing = Standing(holding(0, 0), holding(0, 0))
    over_time = [standing]
    undeclared = [40, 20, 20, 20]
    for number in range(tricks):
        taker = draw(sides)
        won = cards[2 * number] + cards[2 * number + 1]
        declared = undeclared and draw(st.integers(0, 3)) == 0
        marriages = (undeclared.pop(draw(st.integers(0, len(undeclared) - 1))),) if declared else ()
        before = standing.of(taker)
        after = Holding(before.card_points + won, before.marriages + marriages, before.tricks + 1)
        standing = Standing(after, standing.b) if taker is Side.A else Standing(standing.a, after)
        over_time.append(standing)
    return over_time


def last_taker(over_time: list[Standing]) -> Side:
    before, after = list(pairwise(over_time))[-1]
    return Side.A if after.a.tricks > before.a.tricks else Side.B


@st.composite
def open_deals(draw: st.DrawFn) -> DealFacts:
    """Deals nobody closed, of every length, that end by a claim, a revoke or the last trick."""
    over_time = draw(holdings_over_time())
    tricks = len(over_time) - 1
    ends: list[st.SearchStrategy[End]] = [st.builds(Claimed, sides)]
    if tricks >= 5:
        ends.append(st.builds(Revoked, sides))
    if tricks == 10:
        ends = [st.builds(kind, st.just(last_taker(over_time))) for kind in (Claimed, PlayedOut)]
    return DealFacts(draw(st.one_of(ends)), over_time[-1])


@st.composite
def closed_deals(draw: st.DrawFn) -> DealFacts:
    """Deals somebody closed in time for every table, that end by a claim, a revoke or the last trick."""
    over_time = draw(holdings_over_time())
    closed_after = draw(st.integers(0, min(3, len(over_time) - 1)))
    over_time = over_time[: closed_after + 6]
    close = Close(draw(sides), over_time[closed_after])
    ends: list[st.SearchStrategy[End]] = [st.builds(Claimed, sides), st.builds(Revoked, sides)]
    if len(over_time) == closed_after + 6:
        ends = [st.builds(kind, st.just(last_taker(over_time))) for kind in (Claimed, PlayedOut)]
    return DealFacts(draw(st.one_of(ends)), over_time[-1], close)


@st.composite
def reached_deals(draw: st.DrawFn) -> DealFacts:
    """Deals that ended by themselves the moment somebody had 66, closed at some time before or never."""
    over_time = draw(holdings_over_time(fewest=10))
    enough = [max(standing.a.count, standing.b.count) >= ENOUGH for standing in over_time]
    assume(any(enough))
    over_time = over_time[: enough.index(True) + 1]
    first = Side.A if over_time[-1].a.count >= ENOUGH else Side.B
    closed_after = draw(st.integers(max(0, len(over_time) - 6), 8))
    close = (
        Close(draw(sides), over_time[closed_after]) if closed_after <= min(3, len(over_time) - 2) else None
    )
    return DealFacts(Reached(first), over_time[-1], close)


@st.composite
def deals_with_a_trickless_side(draw: st.DrawFn) -> DealFacts:
    """Claims, right and wrong, in deals where one side took every trick and nobody declared a marriage."""
    tricks = draw(st.integers(0, 5))
    standing = Standing(holding(draw(st.integers(LEAST[tricks], MOST[tricks])), tricks), holding(0, 0))
    facts = DealFacts(Claimed(draw(sides)), standing)
    if draw(st.booleans()):
        facts = replace(facts, close=Close(draw(sides), Standing(holding(0, 0), holding(0, 0))))
    return draw(st.sampled_from([facts, swapped(facts)]))


def deals() -> st.SearchStrategy[DealFacts]:
    return st.one_of(open_deals(), closed_deals())
