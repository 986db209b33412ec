"""A paragraph about the night that a newspaper can print as it is: only what is certain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tournament.desk.board import PlaceView
from tournament.desk.matches import PairingView, Side
from tournament.desk.names import with_town
from tournament.desk.wording import is_usual_prize
from tournament.knockout.rounds import FINAL_SIZE, Outcome
from tournament.language import ngettext, show_date
from tournament.paper.honours import honoured, ordinal, prize_of
from tournament.paper.job import Job
from tournament.paper.matches import loser_of, winner_of


def counts(job: Job) -> list[str]:
    """How many players, cards and rounds the night has."""
    night = job.reading.night
    players, rounds = len(set(night.holders.values())), (job.board.size or 1).bit_length() - 1
    sold, locale = job.board.sold, job.locale
    return [
        ngettext("%(num)s player", "%(num)s players", players, locale, num=players),
        ngettext("%(num)s card", "%(num)s cards", sold, locale, num=sold),
        ngettext("%(num)s round", "%(num)s rounds", rounds, locale, num=rounds),
    ]


def article(job: Job) -> str:
    """What was played, who won the final, and who came next; empty until the final is decided."""
    final = _final(job)
    return (
        " ".join([_occasion(job), _how_it_was_won(job, final), *_who_came_next(job, final)]) if final else ""
    )


def _final(job: Job) -> PairingView | None:
    last = next((round_ for round_ in job.board.rounds if round_.is_final), None)
    return last.pairings[0] if last and not last.open else None


def _occasion(job: Job) -> str:
    board = job.board
    where = (board.name, show_date(board.date, job.locale), board.venue)
    players, cards, rounds = counts(job)
    return job._(
        "%(occasion)s: %(players)s met with %(cards)s in %(rounds)s.",
        occasion=", ".join(part for part in where if part),
        players=players,
        cards=cards,
        rounds=rounds,
    )


def _how_it_was_won(job: Job, final: PairingView) -> str:
    winner, loser = winner_of(final), loser_of(final)
    if winner is None or loser is None:
        return job._("In the final %(winner)s was left without an opponent.", winner=_named(final.left))
    names = {"winner": _named(winner), "loser": _named(loser)}
    if final.outcome is Outcome.HANDED_IN:
        return job._("%(winner)s held both cards of the final and takes first and second place.", **names)
    if final.outcome is Outcome.WALKOVER:
        return job._("%(winner)s won the final without play, as %(loser)s was absent.", **names)
    if final.games_won is None:
        return job._("%(winner)s won the final against %(loser)s.", **names)
    games = ":".join(map(str, sorted(final.games_won, reverse=True)))
    return job._("%(winner)s won the final against %(loser)s %(games)s.", **names, games=games)


def _who_came_next(job: Job, final: PairingView) -> Iterator[str]:
    """Prizes and places; the second too where nobody lost the final."""
    first, *_ = job.board.places
    if (prize := prize_of(job, first)) and not is_usual_prize(prize, rank=1):
        yield job._("The first prize was: %(prize)s.", prize=prize)
    told = FINAL_SIZE if loser_of(final) else 1
    behind = (place for place in honoured(job) if place.place > told)
    if placed := "; ".join(_placed(job, list(band)) for _, band in groupby(behind, key=lambda p: p.place)):
        yield job._("The places after: %(placed)s.", placed=placed)


def _placed(job: Job, band: list[PlaceView]) -> str:
    return f"{ordinal(job, band[0].place, band[0].to)} {', '.join(_named(place.side) for place in band)}"


def _named(side: Side) -> str:
    return with_town(side.name, side.town)
