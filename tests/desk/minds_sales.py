"""What two desks do while cards are on sale, and what they try too late."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.desk.minds_night import MOST_CARDS, DeskNight, desks, picks
from tournament.desk import rearranging, selling
from tournament.desk.acts import Stamp
from tournament.desk.selling import TicketState
from tournament.knockout.draw import PlayerId


class Sales(DeskNight):
    """Every act of the sales."""

    def a_card(self, pick: int) -> int:
        """A card that is out, or one that never was."""
        cards = [*self.model.cards, 99]
        return cards[pick % len(cards)]

    @precondition(lambda self: self.selling() and len(self.model.cards) < MOST_CARDS)
    @rule(by=desks, count=st.integers(1, 5), known=st.booleans(), pick=picks, paid=st.booleans())
    def sells(self, by: Stamp, count: int, known: bool, pick: int, paid: bool) -> None:
        people = self.night.people
        name = people[pick % len(people)].name if known and people else f"Huber {next(self.people)}"
        if entry := self.act(by, selling.sell, name, "", count, paid=paid):
            self.model.cards |= dict.fromkeys(entry.after["tickets"], entry.after["player"])

    @precondition(lambda self: self.selling() and len(self.model.cards) < MOST_CARDS)
    @rule(by=desks, count=st.integers(1, 3))
    def sells_without_a_name(self, by: Stamp, count: int) -> None:
        if entry := self.act(by, selling.sell_unnamed, count):
            self.model.cards |= dict.fromkeys(entry.after["tickets"])

    @precondition(DeskNight.selling)
    @rule(by=desks, pick=picks)
    def names_or_moves_a_card(self, by: Stamp, pick: int) -> None:
        card, name = self.a_card(pick), f"Maier {pick % 5}"
        named = card in self.model.cards and self.model.cards[card] is None
        act = selling.name_ticket if named else rearranging.move_ticket
        if entry := self.act(by, act, card, name, "Ried"):
            self.model.cards[card] = entry.after["player"]

    @precondition(DeskNight.selling)
    @rule(by=desks, one=picks, other=picks)
    def merges_two_entries(self, by: Stamp, one: int, other: int) -> None:
        people = [*self.night.person] or [PlayerId(1)]
        double, kept = people[one % len(people)], people[other % len(people)]
        if self.act(by, rearranging.merge_players, double, kept):
            self.model.cards = {c: kept if p == double else p for c, p in self.model.cards.items()}

    @precondition(DeskNight.selling)
    @rule(by=desks)
    def doubles_the_house(self, by: Stamp) -> None:
        if (seen := self.night.terms.capacity) <= 32:
            self.act(by, rearranging.double_capacity, seen=seen)

    @precondition(DeskNight.selling)
    @rule(by=desks, pick=picks)
    def takes_a_card_back(self, by: Stamp, pick: int) -> None:
        card = self.a_card(pick)
        if self.act(by, selling.take_back, card):
            del self.model.cards[card]

    @precondition(lambda self: any(card.state is TicketState.RESERVED for card in self.night.live_tickets))
    @rule(by=desks, pick=picks)
    def takes_the_money(self, by: Stamp, pick: int) -> None:
        reserved = [t.number for t in self.night.live_tickets if t.state is TicketState.RESERVED]
        self.act(by, selling.pay, [reserved[pick % len(reserved)]])

    @precondition(DeskNight.selling)
    @rule(by=desks, pick=picks)
    def renames(self, by: Stamp, pick: int) -> None:
        people = self.night.people
        if people:
            person, name = people[pick % len(people)], f"Gruber {pick % 7}"
            self.act(by, selling.rename, person.number, name, "Öd", seen=person.revision)

    @precondition(DeskNight.selling)
    @rule(by=desks)
    def closes_the_sales(self, by: Stamp) -> None:
        for card in [card for card, player in self.model.cards.items() if player is None]:
            if self.act(by, selling.take_back, card):
                del self.model.cards[card]
        self.act(by, selling.close_sales, seen_sold=len(self.model.cards))

    @precondition(lambda self: self.running() and not self.night.all_rounds)
    @rule(by=desks)
    def sells_on(self, by: Stamp) -> None:
        self.act(by, selling.reopen_sales)

    @precondition(lambda self: self.night.drawn)
    @rule(by=desks, pick=picks)
    def tries_what_is_too_late(self, by: Stamp, pick: int) -> None:
        card = self.a_card(pick)
        assert not self.act(by, selling.take_back, card)
        assert not self.act(by, rearranging.move_ticket, card, "Maier", "Ried")
        assert not self.act(by, selling.reopen_sales)
        assert not self.act(by, selling.sell, "Maier", "Ried", 1)
