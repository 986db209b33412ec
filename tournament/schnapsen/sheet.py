"""The score sheet two players share at the table: entries in order, and where they lead (rules, section 4).

An entry is a deal, the banking of a finished game, the striking of the last deal, or a word on the result.
Nothing is erased: a sheet is its entries, read from the first to the last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as but_with

from tournament.errors import RuleBroken
from tournament.schnapsen.game import Deal, MatchScore
from tournament.schnapsen.match import Pair
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side


@dataclass(frozen=True)
class Dealt:
    """A deal of 1, 2 or 3 game points, typed by `by` (None is whoever keeps the sheet)."""

    deal: Deal
    by: Side | None


@dataclass(frozen=True)
class Banked:
    """The game that reached seven is put on the counter; the next may begin."""


@dataclass(frozen=True)
class Struck:
    """The last deal was wrong: struck by whose column it stands in, or by whoever keeps the sheet."""

    by: Side | None


@dataclass(frozen=True)
class Agreed:
    """A side confirms the result of the decided match."""

    by: Side


@dataclass(frozen=True)
class Disputed:
    """A side says that the match ended otherwise: the Bummerl (A, B) as it remembers them."""

    by: Side
    hung: Pair


@dataclass(frozen=True)
class NextMatch:
    """On a private sheet: the decided match is counted, and another begins."""


Entry = Dealt | Banked | Struck | Agreed | Disputed | NextMatch


@dataclass(frozen=True)
class Sheet:
    """Where a sheet stands. `banked` counts the games of this match that are on the counter."""

    score: MatchScore
    banked: int = 0
    agreed: frozenset[Side] = frozenset()
    disputes: tuple[Disputed, ...] = ()
    matches: Pair = (0, 0)

    @property
    def to_bank(self) -> bool:
        """Whether a game has reached seven and waits to be put on the counter."""
        return len(self.score.finished_games) > self.banked

    @property
    def decided(self) -> bool:
        return self.score.winner is not None and not self.to_bank

    @property
    def reported(self) -> bool:
        """Whether both sides have confirmed the result."""
        return self.decided and len(self.agreed) == 2

    def with_entry(self, entry: Entry) -> Sheet:
        """The sheet after one more entry. Raises `RuleBroken` (section 4) if it cannot stand there."""
        match entry:
            case Dealt():
                return self._with_deal(entry)
            case Banked():
                return self._banked()
            case Struck():
                return self._struck(entry)
            case Agreed():
                self._refuse_undecided()
                return but_with(self, agreed=self.agreed | {entry.by})
            case Disputed():
                self._refuse_undecided()
                others = tuple(d for d in self.disputes if d.by is not entry.by)
                return but_with(self, agreed=self.agreed - {entry.by}, disputes=(*others, entry))
            case NextMatch():
                return self._next_match()

    def _with_deal(self, entry: Dealt) -> Sheet:
        if entry.by not in (None, entry.deal.winner):
            raise RuleBroken("Each player writes only in his own column.", rule="4", field="points")
        if self.to_bank:
            raise RuleBroken("The game is over: bank it first.", rule="4", field="points")
        return but_with(self, score=self.score.with_deal(entry.deal))

    def _banked(self) -> Sheet:
        if not self.to_bank:
            raise RuleBroken("No game has reached 7 yet.", rule="4", field="bank")
        return but_with(self, banked=self.banked + 1)

    def _struck(self, entry: Struck) -> Sheet:
        score = self.score.without_last_deal()
        if entry.by is not None and self.score.deals[-1].winner is not entry.by:
            raise RuleBroken(
                "Each player strikes only what stands in his own column.", rule="4", field="strike"
            )
        return but_with(
            self,
            score=score,
            banked=min(self.banked, len(score.finished_games)),
            agreed=frozenset(),
            disputes=(),
        )

    def _next_match(self) -> Sheet:
        self._refuse_undecided()
        a, b = self.matches
        won = (a + 1, b) if self.score.winner is Side.A else (a, b + 1)
        first = self.score.dealer
        return Sheet(MatchScore(self.score.rules, first), matches=won)

    def _refuse_undecided(self) -> None:
        if not self.decided:
            raise RuleBroken("The match is not decided yet.", rule="4", field="result")


def read_sheet(rules: Rules, first_dealer: Side, entries: Iterable[Entry]) -> Sheet:
    """The sheet these entries make. Raises `RuleBroken` for an entry that cannot stand where it does."""
    sheet = Sheet(MatchScore(rules, first_dealer))
    for entry in entries:
        sheet = sheet.with_entry(entry)
    return sheet
