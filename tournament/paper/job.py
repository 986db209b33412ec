"""What one print is made from, in the words of its language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tournament import language
from tournament.desk import wording
from tournament.desk.acts import Entry
from tournament.desk.board import Board
from tournament.desk.matches import PairingView, RoundView, Side
from tournament.desk.printing import RESTORED, Reading
from tournament.desk.telling.sought import EVERYTHING, Sought
from tournament.errors import NotThere
from tournament.language import mark
from tournament.paper.typesetting import Json

Paper = Literal["a4", "us-letter"]
PAPERS: tuple[Paper, ...] = ("a4", "us-letter")


@dataclass(frozen=True, slots=True)
class Links:
    """How the phones in the hall come to a page: the board, and a score sheet by its token."""

    board: str
    sheet: Callable[[str], str]


@dataclass(frozen=True)
class Job:
    """One print. `round` is the slug of the round asked for, `sought` what of the log is wanted.

    `match` is the one match of it, `player` the one player, for whom slips or cards are wanted; `blank` wants
    the cards that nobody has yet. Without `links` no codes for phones are printed.
    """

    reading: Reading
    locale: str
    printed_at: datetime
    round: str | None = None
    match: int | None = None
    player: int | None = None
    blank: bool = False
    paper: Paper = "a4"
    links: Links | None = None
    sought: Sought = EVERYTHING

    @property
    def board(self) -> Board:
        return self.reading.board

    @property
    def ticket_word(self) -> str:
        """What this tournament calls a ticket."""
        return self.board.ticket_word or self._("Card")

    def _(self, text: str, **values: object) -> str:
        return language.gettext(text, self.locale, **values)

    def moment(self, at: datetime) -> str:
        return language.show_date_time(at, self.locale)

    def drawn(self) -> tuple[RoundView, ...]:
        """Every round, the newest first. NotThere before the draw."""
        if not self.board.rounds:
            raise NotThere("This round is not drawn yet.")
        return self.board.rounds

    def rounds(self) -> tuple[RoundView, ...]:
        """The round asked for, or all that were drawn together last. NotThere before the draw."""
        if self.round is None:
            return self.drawn() and self.board.current
        chosen = self.board.round(self.round)
        if chosen is None:
            raise NotThere("This round is not drawn yet.")
        return (chosen,)

    def round_name(self, round_: RoundView) -> str:
        return wording.round_name(round_.stage, round_.number, round_.size, self.locale)

    def head_of(self, title: str, round_: RoundView) -> Json:
        """The head of a sheet about one round."""
        return self.head(title, *self.facts_of(round_), round_=self.round_name(round_))

    def facts_of(self, round_: RoundView, *, replaces: bool = True) -> list[str]:
        """When a round was drawn, if that is told, and which version of its draw this is."""
        told = mark("drawn %(moment)s") if round_.order else mark("called %(moment)s")
        drawn = [self._(told, moment=self.moment(round_.drawn_at))] if round_.drawn_at else []
        return [*drawn, self.version(self.reading.versions(round_), replaces=replaces)]

    def version(self, since: Sequence[Entry], *, replaces: bool = True) -> str:
        """Which version this is of those that these acts began, and that it replaces those before.

        Without a log it is the first.
        """
        number = max(1, len(since))
        if number == 1 or not replaces:
            return self._("version %(number)s", number=number)
        told = (
            mark("version %(number)s of %(time)s, replaces version 1")
            if number == 2 and since[-1].act != RESTORED
            else mark("version %(number)s of %(time)s, replaces all before it")
        )
        return self._(told, number=number, time=language.show_time(since[-1].at))

    def head(self, title: str, *facts: str, round_: str = "") -> Json:
        """The head of any sheet: its title, and what is said of it at the right."""
        return {
            "title": self._(title),
            "round": round_,
            "facts": list(facts),
            "ticket-word": self.ticket_word,
        }

    def footing(self) -> str:
        """Which state of the tournament was printed, and when."""
        return self._(
            "state %(revision)s, printed %(moment)s",
            revision=self.board.revision,
            moment=self.moment(self.printed_at),
        )


def side_of(side: Side | None) -> Json | None:
    """A card with its player, None for a bye. He is `called` so where the town does not stand beside."""
    if side is None:
        return None
    return {"ticket": side.ticket, "name": side.name, "town": side.town, "called": side.called}


def row_of(pairing: PairingView) -> Json:
    """A pairing with both its sides; one that `waits` cannot be played yet."""
    return {
        "number": pairing.number,
        "left": side_of(pairing.left),
        "right": side_of(pairing.right),
        "table": pairing.table or "",
        "waits": pairing.waits,
    }
