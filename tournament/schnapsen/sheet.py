"""The score sheet two players share at the table: entries in order, and where they lead (rules, section 4).

An entry is a deal, the banking of a finished game, the striking of the last deal, or a word on the result.
Nothing is erased: a sheet is its entries, read from the first to the last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as but_with

from tournament.errors import RuleBroken
from tournament.schnapsen.game import Deal, Game, MatchScore, hung_by
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
    """Where a sheet stands.

    `banked` counts the games of this match that are on the counter, `matches` those won (A, B) before this
    one."""

    score: MatchScore
    banked: int = 0
    agreed: frozenset[Side] = frozenset()
    disputes: tuple[Disputed, ...] = ()
    matches: Pair = (0, 0)
    before: Sheet | None = None
    """The decided match before this one, as it was when the next began."""

    @property
    def to_bank(self) -> bool:
        """Whether a game has reached seven and waits to be put on the counter."""
        return len(self.score.finished_games) > self.banked

    @property
    def decided(self) -> bool:
        """Whether the match is over and on the counter."""
        return self.score.winner is not None and not self.to_bank

    @property
    def settled(self) -> Pair | None:
        """The Bummerl (A, B) that both sides say the match ended with, once both say the same."""
        a, b = (self.version_of(side) for side in Side)
        return a if a == b else None

    @property
    def reported(self) -> bool:
        """Whether both sides have confirmed a result, the one of the sheet or another."""
        return self.settled is not None

    @property
    def hung_on_counter(self) -> Pair:
        """Bummerl (A, B) that are on the counter."""
        return hung_by(self.score.finished_games[: self.banked], self.score.rules)

    @property
    def current(self) -> Game:
        """The game that is played or waits to be banked; of a decided match its last."""
        games = self.score.games
        if self.banked < len(games) or self.decided:
            return games[min(self.banked, len(games) - 1)]
        return Game()

    def version_of(self, side: Side) -> Pair | None:
        """The result as that side tells it; None while it has not said a word."""
        if not self.decided:
            return None
        if side in self.agreed:
            return self.score.hung
        return next((said.hung for said in self.disputes if said.by is side), None)

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
                return but_with(self, agreed=self.agreed | {entry.by}, disputes=self._said_but_by(entry.by))
            case Disputed():
                return self._disputed(entry)
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
        """Striking before the first deal takes back that the match before was counted."""
        if not self.score.deals and self.before:
            return self.before
        score = self.score.without_last_deal()
        if entry.by not in (None, self.score.deals[-1].winner):
            raise RuleBroken(
                "Each player strikes only what stands in his own column.", rule="4", field="strike"
            )
        banked = min(self.banked, len(score.finished_games))
        return but_with(self, score=score, banked=banked, agreed=frozenset(), disputes=())

    def _disputed(self, entry: Disputed) -> Sheet:
        self._refuse_undecided()
        if entry.hung not in possible_results(self.score.rules):
            raise RuleBroken("No match ends like that.", rule="4", field="hung")
        if entry.hung == self.score.hung:
            raise RuleBroken("That is what the sheet says: confirm it.", rule="4", field="hung")
        return but_with(self, agreed=self.agreed - {entry.by}, disputes=(*self._said_but_by(entry.by), entry))

    def _said_but_by(self, side: Side) -> tuple[Disputed, ...]:
        return tuple(said for said in self.disputes if said.by is not side)

    def _next_match(self) -> Sheet:
        self._refuse_undecided()
        a, b = self.matches
        won = (a + 1, b) if self.score.winner is Side.A else (a, b + 1)
        return Sheet(MatchScore(self.score.rules, self.score.dealer), matches=won, before=self)

    def _refuse_undecided(self) -> None:
        if not self.decided:
            raise RuleBroken("The match is not decided yet.", rule="4", field="result")


def possible_results(rules: Rules) -> tuple[Pair, ...]:
    """The Bummerl (A, B) a match can end with under these rules, the clearest win of A first."""
    enough = rules.bummerl_to_win
    most = enough - 1 + rules.schneider_bummerl
    won = [(winner, loser) for winner in range(enough, most + 1) for loser in range(enough)]
    won.sort(key=lambda pair: pair[1] - pair[0])
    return (*won, *((loser, winner) for winner, loser in reversed(won)))


def read_sheet(rules: Rules, first_dealer: Side, entries: Iterable[Entry]) -> Sheet:
    """The sheet these entries make. Raises `RuleBroken` for an entry that cannot stand where it does."""
    sheet = Sheet(MatchScore(rules, first_dealer))
    for entry in entries:
        sheet = sheet.with_entry(entry)
    return sheet
