"""The words that many sentences of the log share: names, amounts, rounds, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournament.desk import wording
from tournament.desk.acts import Entry, Facts
from tournament.desk.names import with_town
from tournament.desk.night import round_key
from tournament.desk.office import Office
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import Outcome
from tournament.language import gettext, ngettext, show_money


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells of one tournament, as it stands now, in one language."""

    office: Office
    locale: str

    def _(self, text: str, **values: object) -> str:
        return gettext(text, self.locale, **values)

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The form that fits `number`, which also fills `%(num)s`."""
        return ngettext(one, many, number, self.locale, num=number, **values)

    def buyer(self, facts: Facts) -> str:
        name = facts.get("name")
        if not name:
            return self._("nobody yet (presale)")
        return with_town(str(name), facts.get("town") or "")

    def called(self, facts: Facts) -> str:
        return self.office.called(facts)

    def numbers(self, entry: Entry) -> str:
        return ", ".join(map(str, entry.after["tickets"]))

    def cards(self, entry: Entry) -> str:
        """The cards of an entry, as such: "cards 3, 4"."""
        count = len(entry.after["tickets"])
        return self.ngettext("card %(numbers)s", "cards %(numbers)s", count, numbers=self.numbers(entry))

    def player_name(self, number: int | None) -> str:
        """A player's name by now; whoever was merged into another since has none of his own."""
        if number is None:
            return self._("nobody yet (presale)")
        return self.office.night.called.get(PlayerId(number)) or self._("a player merged since")

    def amount(self, cents: int | None) -> str:
        """An amount in the currency of the tournament; None was not counted."""
        if cents is None:
            return self._("not counted")
        return show_money(cents, self.office.money.currency, self.locale)

    def rounds(self, entry: Entry) -> str:
        return ", ".join(map(self.round, entry.after["rounds"]))

    def round(self, facts: Facts) -> str:
        """The name of the round that these facts are about, also of one that is voided by now."""
        size = facts.get("size") or self._size_by_now(facts["round"])
        return wording.round_name(*round_key(facts["round"]), size, self.locale)

    def _size_by_now(self, slug: str) -> int:
        """The size of a round that an older log does not tell; 0 if it stands no more."""
        views = (*self.office.board.rounds, *self.office.board.announced)
        return next((view.size for view in views if view.slug == slug), 0)

    def outcome(self, outcome: str) -> str:
        return wording.outcome_name(Outcome(outcome), self.locale)

    def who(self, ticket: int) -> str:
        """A card, and who holds it, or has last held it."""
        player = self.office.night.last_holders.get(TicketNumber(ticket))
        return f"{ticket} {self.office.night.called[player]}" if player else str(ticket)

    def result(self, facts: Facts) -> str:
        """A result as the log keeps it, with the winner's card and name."""
        winner = "" if facts["winner"] is None else self.who(facts["winner"])
        return wording.result_in_words(facts, winner, self.locale)


Sentences = Mapping[str, Callable[[Teller, Entry], str]]
"""For each act, the function that tells an entry of it."""
