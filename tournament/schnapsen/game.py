"""Deals make a game to seven, games make a match: rules.md, sections 4 and 9. Nothing here changes in itself.

The sheet of a match is `MatchScore`: its deals in order. Games, Bummerl and the dealer follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as but_with

from tournament.errors import RuleBroken
from tournament.schnapsen.match import POINTS_TO_WIN, Pair, game_winner
from tournament.schnapsen.rules import Rules
from tournament.schnapsen.side import Side

POINTS_OF_A_DEAL = (1, 2, 3)


@dataclass(frozen=True)
class Deal:
    """A finished deal: who won it and its game points, 1 to 3.

    Raises `RuleBroken` (section 4, field `deals`) for other points.
    """

    winner: Side
    points: int

    def __post_init__(self) -> None:
        if self.points not in POINTS_OF_A_DEAL:
            raise RuleBroken(
                "A deal is worth 1, 2 or 3, not %(points)s.", rule="4", field="deals", points=self.points
            )


@dataclass(frozen=True)
class Game:
    """A race to seven, deal by deal."""

    deals: tuple[Deal, ...] = ()

    @property
    def points(self) -> Pair:
        """Game points won (A, B)."""
        a, b = (sum(deal.points for deal in self.deals if deal.winner is side) for side in Side)
        return a, b

    @property
    def winner(self) -> Side | None:
        """Who has seven, if anybody."""
        return next((side for side in Side if side.of(self.points) >= POINTS_TO_WIN), None)

    def with_deal(self, deal: Deal) -> Game:
        """The game after one more deal. Raises `RuleBroken` (section 4, field `deals`) once it is over."""
        if self.winner:
            raise RuleBroken("The game is over at 7; no deal follows.", rule="4", field="deals")
        return Game((*self.deals, deal))

    def shown(self, rules: Rules) -> Pair:
        """The score as this table shows it (A, B): counted down from 7 to 0, or up."""
        a, b = self.points
        return (a, b) if rules.count == "up" else (max(0, POINTS_TO_WIN - a), max(0, POINTS_TO_WIN - b))


def bummerl_of(game: Pair, rules: Rules) -> int:
    """How many Bummerl a finished game hangs on its loser: one, or what a Schneider (7:0) counts here."""
    return rules.schneider_bummerl if min(game) == 0 else 1


def hung_by(games: Iterable[Pair], rules: Rules) -> Pair:
    """Bummerl each side (A, B) has hung on the other in these finished games, given by their points (A, B).

    Raises `RuleBroken` (section 4, field `games`) for points no game ends with and for a game too many.
    """
    hung = {Side.A: 0, Side.B: 0}
    for game in games:
        if leader(hung[Side.A], hung[Side.B], rules):
            raise RuleBroken(
                "The match was decided at %(a)s:%(b)s; no game follows.",
                rule="4",
                field="games",
                a=hung[Side.A],
                b=hung[Side.B],
            )
        hung[game_winner(game)] += bummerl_of(game, rules)
    return hung[Side.A], hung[Side.B]


def leader(a: int, b: int, rules: Rules) -> Side | None:
    """Who has hung enough Bummerl to win the match, if anybody; `a` and `b` are what each has hung."""
    return next((side for side in Side if side.of((a, b)) >= rules.bummerl_to_win), None)


def dealers(first: Side, deals: int) -> tuple[Side, ...]:
    """Who deals each of the first `deals` deals: they alternate, over the end of a game too."""
    return tuple(dealer_after(first, played) for played in range(deals))


def dealer_after(first: Side, played: int) -> Side:
    """Who deals when `played` deals are over; the other side is forehand."""
    return first if played % 2 == 0 else first.other


@dataclass(frozen=True)
class MatchScore:
    """A match at the table: its rules, who dealt first, and its deals so far."""

    rules: Rules
    first_dealer: Side
    deals: tuple[Deal, ...] = ()

    @property
    def games(self) -> tuple[Game, ...]:
        """The games in order, never none; the next begins with its first deal."""
        games = [Game()]
        for deal in self.deals:
            if games[-1].winner:
                games.append(Game())
            games[-1] = games[-1].with_deal(deal)
        return tuple(games)

    @property
    def finished_games(self) -> tuple[Pair, ...]:
        """The points (A, B) of the games that are over."""
        return tuple(game.points for game in self.games if game.winner)

    @property
    def hung(self) -> Pair:
        """Bummerl each side (A, B) has hung on the other."""
        return hung_by(self.finished_games, self.rules)

    @property
    def winner(self) -> Side | None:
        """Who won the match, if it is decided."""
        return leader(*self.hung, self.rules)

    @property
    def dealer(self) -> Side:
        """Who deals the next deal."""
        return dealer_after(self.first_dealer, len(self.deals))

    def with_deal(self, deal: Deal) -> MatchScore:
        """The match after one more deal.

        Raises `RuleBroken` (section 4, field `deals`) once the match is decided.
        """
        if self.winner:
            raise RuleBroken("The match is decided; no deal follows.", rule="4", field="deals")
        return but_with(self, deals=(*self.deals, deal))

    def without_last_deal(self) -> MatchScore:
        """The match as it was one deal ago. Raises `RuleBroken` (field `deals`) if nothing was played yet."""
        if not self.deals:
            raise RuleBroken("There is no deal to strike.", rule="4", field="deals")
        return but_with(self, deals=self.deals[:-1])
