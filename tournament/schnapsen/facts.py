"""The facts of a deal: what lies on the table when it ends, and how it ended.

Card points are those of tricks alone; marriages are counted beside them. 66 of both together win a deal.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.schnapsen.side import Side as Side

ENOUGH = 66
"""Card points that win a deal, marriages included."""

ALL_TRICKS = 10
TRICKS_AFTER_CLOSE = 5
TALON = 10
"""Cards in the talon before the first trick, the trump card included; each trick takes two."""


@dataclass(frozen=True)
class Holding:
    """What one side has: card points in its tricks, marriages it declared (20 or 40 each), and tricks."""

    card_points: int
    marriages: tuple[int, ...]
    tricks: int

    @property
    def count(self) -> int:
        """Card points with marriages; a marriage counts only once its owner has a trick (section 9)."""
        return self.card_points + sum(self.marriages) if self.tricks else 0


@dataclass(frozen=True)
class Standing:
    """What both sides have at one moment."""

    a: Holding
    b: Holding

    def of(self, side: Side) -> Holding:
        """What that side has."""
        return self.a if side is Side.A else self.b

    @property
    def tricks(self) -> int:
        """Tricks played so far."""
        return self.a.tricks + self.b.tricks

    @property
    def card_points(self) -> int:
        """Card points in all tricks so far."""
        return self.a.card_points + self.b.card_points

    @property
    def marriages(self) -> tuple[int, ...]:
        """Marriages of both."""
        return self.a.marriages + self.b.marriages


@dataclass(frozen=True)
class Close:
    """Who turned the trump card over the talon, and what both had at that moment."""

    by: Side
    standing: Standing


@dataclass(frozen=True)
class Claimed:
    """Somebody said to have 66. `last_trick`: who took the last trick, if all were played and it is known."""

    by: Side
    last_trick: Side | None = None


@dataclass(frozen=True)
class Reached:
    """Somebody reached 66 where that ends a deal by itself (automatic claims); the rest as in `Claimed`."""

    by: Side
    last_trick: Side | None = None


@dataclass(frozen=True)
class PlayedOut:
    """Every trick was played, after a close or to the end of the talon, and nobody claimed."""

    last_trick: Side


@dataclass(frozen=True)
class Revoked:
    """Somebody broke the duty to follow, beat or trump."""

    by: Side


End = Claimed | Reached | PlayedOut | Revoked


@dataclass(frozen=True)
class DealFacts:
    """A finished deal as the referee finds it."""

    end: End
    standing: Standing
    close: Close | None = None

    @property
    def tricks_since_close(self) -> int:
        """Tricks played since the talon was closed; all of them if it was not."""
        return self.standing.tricks - (self.close.standing.tricks if self.close else 0)

    @property
    def all_tricks_played(self) -> bool:
        """Whether no card is left in hand."""
        return self.tricks_since_close == (TRICKS_AFTER_CLOSE if self.close else ALL_TRICKS)
