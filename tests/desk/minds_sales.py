"""What two desks do while cards are on sale, and what they try too late."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.desk import fresh
from tests.desk.minds_night import MOST_CARDS, DeskNight, desks, picks
from tournament.desk import rearranging, selling
from tournament.desk.acts import Stamp
from tournament.desk.players import PlayerRow, import_players
from tournament.desk.selling import TicketState
from tournament.desk.tournaments import change_terms
from tournament.knockout.draw import PlayerId
from tournament.knockout.sales import draw_size


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

    @precondition(lambda self: self.selling() and len(self.model.cards) < MOST_CARDS)
    @rule(by=desks, cards=st.lists(st.integers(1, 3), min_size=1, max_size=3), paid=st.booleans())
    def brings_a_list_of_players(self, by: Stamp, cards: list[int], paid: bool) -> None:
        rows = [PlayerRow(line, f"Huber {next(self.people)}", "", count) for line, count in enumerate(cards)]
        if entry := self.act(by, import_players, rows, paid=paid):
            for sold in entry.after["players"]:
                self.model.cards |= dict.fromkeys(sold["tickets"], sold["player"])

    @precondition(DeskNight.selling)
    @rule(by=desks, count=st.integers(1, 4), long=st.booleans(), served=st.sampled_from([None, 1, 0]))
    def a_guest_waits(self, by: Stamp, count: int, long: bool, served: int | None) -> None:
        """For one card more than there are, at least; mostly the room is made smaller first."""
        terms = self.night.terms
        smaller = replace(terms, capacity=max(8, draw_size(len(self.model.cards))))
        if smaller != terms:
            self.act(by, change_terms, smaller, seen=self.night.terms_revision)
        left = self.night.terms.capacity - len(self.model.cards)
        waits = self.act(by, rearranging.wait_for_cards, f"Huber {next(self.people)}", "", left + count)
        if waits and not long:
            self.a_guest_is_served_or_leaves(by, count, served)

    @precondition(lambda self: self.guests())
    @rule(by=desks, pick=picks, count=st.sampled_from([None, 1, 2, 0]))
    def a_guest_is_served_or_leaves(self, by: Stamp, pick: int, count: int | None) -> None:
        """The house is doubled first where it is nearly full; with 0 cards the guest goes home."""
        number = self.guests()[pick % len(self.guests())]["number"]
        if count == 0:
            self.act(by, rearranging.drop_guest, number)
            return
        if (
            self.selling()
            and self.night.terms.capacity - len(self.model.cards) < self.night.terms.max_tickets_per_player
        ):
            self.doubles_the_house(by)
        if entry := self.act(by, fresh.serve_guest, number, count=count):
            self.model.cards |= dict.fromkeys(entry.after["tickets"], entry.after["player"])

    @precondition(DeskNight.selling)
    @rule(by=desks, pick=picks)
    def names_or_moves_a_card(self, by: Stamp, pick: int) -> None:
        card, name = self.a_card(pick), f"Maier {pick % 5}"
        named = card in self.model.cards and self.model.cards[card] is None
        act = selling.name_ticket if named else fresh.move_ticket
        if entry := self.act(by, act, card, name, "Ried"):
            self.model.cards[card] = entry.after["player"]

    @precondition(DeskNight.selling)
    @rule(by=desks, one=picks, other=picks)
    def merges_two_entries(self, by: Stamp, one: int, other: int) -> None:
        people = [*self.night.person] or [PlayerId(1)]
        double, kept = people[one % len(people)], people[other % len(people)]
        if self.act(by, fresh.merge_players, double, kept):
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
        if self.act(by, fresh.take_back, card):
            del self.model.cards[card]

    @precondition(lambda self: any(card.state is TicketState.RESERVED for card in self.night.live_tickets))
    @rule(by=desks, pick=picks)
    def takes_the_money(self, by: Stamp, pick: int) -> None:
        reserved = [t.number for t in self.night.live_tickets if t.state is TicketState.RESERVED]
        self.act(by, fresh.pay, [reserved[pick % len(reserved)]])

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
            if self.act(by, fresh.take_back, card):
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
        assert not self.act(by, fresh.take_back, card)
        assert not self.act(by, fresh.move_ticket, card, "Maier", "Ried")
        assert not self.act(by, selling.reopen_sales)
        assert not self.act(by, selling.sell, "Maier", "Ried", 1)
