"""A night told in the terminal: the sales, each round when it is drawn and decided, places and prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tournament.desk.board import Board, board
from tournament.desk.matches import PairingView, RoundView, Side
from tournament.desk.names import with_town
from tournament.desk.night import Night, State
from tournament.desk.office import office
from tournament.desk.wording import outcome_name, round_name
from tournament.knockout.rounds import Outcome
from tournament.language import gettext, ngettext, show_date, show_money, show_number, show_time

Tell = Callable[[str], None]


class Narrator:
    """Tells what is new each time it is shown the night. Times are those of the inn."""

    def __init__(self, tell: Tell, locale: str) -> None:
        self.tell, self.locale = tell, locale
        self.told: set[object] = set()

    def watch(self, night: Night) -> None:
        view = board(night)
        for key, lines in self._news(night, view):
            if key not in self.told:
                self.told.add(key)
                for line in lines:
                    self.tell(line)

    def _news(self, night: Night, view: Board) -> Iterator[tuple[object, Iterator[str]]]:
        """Everything there is to tell by now, each with a key by which it is told once."""
        if night.size is not None:
            yield "sales", self._sales(night, view)
        for round_ in reversed(view.rounds):
            yield (round_.slug, "drawn"), self._drawn(round_)
            if not round_.open:
                yield (round_.slug, "decided"), self._decided(round_)
        if view.state is State.FINISHED:
            yield "end", self._end(view)

    def _sales(self, night: Night, view: Board) -> Iterator[str]:
        closing, money = office(night).closing, office(night).money
        yield ", ".join(filter(None, (view.name, view.venue, show_date(view.date, self.locale))))
        yield gettext(
            "%(sold)s cards sold to %(players)s players for %(money)s. Draw of %(size)s: %(byes)s byes, "
            "%(matches)s matches in round one.",
            self.locale,
            sold=show_number(closing.sold, self.locale),
            players=show_number(len(night.people), self.locale),
            money=show_money(money.paid, money.currency, self.locale),
            size=show_number(closing.size, self.locale),
            byes=show_number(closing.byes, self.locale),
            matches=show_number(closing.matches, self.locale),
        )

    def _drawn(self, round_: RoundView) -> Iterator[str]:
        count = len(round_.open)
        matches = ngettext("%(num)s match", "%(num)s matches", count, self.locale, num=count)
        yield ""
        yield f"{show_time(round_.drawn_at or round_.announced_at)}  {self._name(round_)}: {matches}"
        if round_.seed:
            word = f" + “{round_.word}”" if round_.word else ""
            yield gettext("Drawn from the seed %(seed)s", self.locale, seed=round_.seed + word)

    def _decided(self, round_: RoundView) -> Iterator[str]:
        last = max((p.decided_at for p in round_.pairings if p.decided_at), default=round_.announced_at)
        yield ""
        yield gettext(
            "%(time)s  Decided: %(round)s", self.locale, time=show_time(last), round=self._name(round_)
        )
        for pairing in round_.pairings:
            yield f"  {pairing.number:>4}  {self._pairing(pairing)}"

    def _pairing(self, pairing: PairingView) -> str:
        sides = " – ".join(map(_side, pairing.sides))
        if pairing.outcome is None:
            return sides
        how = outcome_name(pairing.outcome, self.locale)
        if pairing.outcome is Outcome.PLAYED and pairing.games_won:
            how = _score(pairing.games_won) + "".join(f" {_score(game)}" for game in pairing.games)
        return f"{sides}: {how}" + (f" → {pairing.winner}" if pairing.right and pairing.winner else "")

    def _end(self, view: Board) -> Iterator[str]:
        yield ""
        yield gettext("Places", self.locale)
        for place in view.places:
            if place.place == place.to:
                yield f"  {place.place:>4}  {_side(place.side)}"
        yield ""
        yield gettext("Prizes", self.locale)
        for prize in view.prizes:
            if prize.side:
                yield f"  {prize.rank:>4}  {prize.text}: {_side(prize.side)}"

    def _name(self, round_: RoundView) -> str:
        return round_name(round_.stage, round_.number, round_.size, self.locale)


def _side(side: Side) -> str:
    return f"{side.ticket} {with_town(side.name, side.town)}"


def _score(pair: tuple[int, int]) -> str:
    return f"{pair[0]}:{pair[1]}"
