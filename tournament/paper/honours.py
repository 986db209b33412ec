"""For the prize-giving: the prize list to sign, and a certificate for each of the first eight places."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.desk.board import PlaceView, PrizeView
from tournament.desk.wording import prize_text
from tournament.errors import NotThere
from tournament.language import GERMAN, mark, show_date, show_time
from tournament.paper.job import Job, side_of
from tournament.paper.typesetting import Json

PRIZES = mark("Prize list")
CERTIFICATES = mark("Certificates")
HONOURED = 8
"""So many places get a certificate."""


def prizes(job: Job) -> list[Json]:
    """Every prize with its winner, to sign for; without winners until the tournament is finished."""
    return [
        {
            "template": "prizes",
            **job.head(PRIZES, standing(job), round_=show_date(job.board.date, job.locale)),
            "rows": [_prize(job, prize) for prize in job.board.prizes],
        }
    ]


def certificates(job: Job) -> list[Json]:
    """A certificate for each of the first eight places that is certain, the first place first.

    NotThere as long as none is.
    """
    sheets = [_certificate(job, place) for place in honoured(job)]
    if not sheets:
        raise NotThere("No place is certain yet: certificates are there as soon as the first one is.")
    return sheets


def honoured(job: Job) -> Iterator[PlaceView]:
    """The first eight places, as far as they are certain."""
    return (place for place in job.board.places if place.to <= HONOURED)


def prize_of(job: Job, place: PlaceView) -> str:
    """The prize that this place won; empty before the prizes are awarded, and where there was none."""
    won = (prize for prize in job.board.prizes if prize.side and prize.side.ticket == place.side.ticket)
    return next((prize_text(prize.text, prize.rank, job.locale) for prize in won), "")


def standing(job: Job) -> str:
    """What a sheet about the end says at its head: that there is none yet, or which version of it this is."""
    return job.version(job.reading.endings) if job.reading.night.finished else job._("not finished yet")


def ordinal(job: Job, place: int, to: int) -> str:
    """A place, or the band that equals share, as one counts: 1st, 5th–8th; in German 1., 5.–8."""
    ends = (place,) if place == to else (place, to)
    return "–".join(_counted(end, job.locale) for end in ends)


def _counted(number: int, locale: str) -> str:
    if locale == GERMAN:
        return f"{number}."
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def _prize(job: Job, prize: PrizeView) -> Json:
    """A prize; whoever took it home before a correction is named beside it, as the winner signs for it."""
    at, debtor = prize.collected_at, prize.owed_by
    return {
        "rank": prize.rank,
        "text": prize_text(prize.text, prize.rank, job.locale),
        "owed": job._("%(name)s still has it", name=debtor.called) if debtor else "",
        "side": side_of(prize.side),
        "received": job._("received %(time)s", time=show_time(at)) if at else "",
    }


def _certificate(job: Job, place: PlaceView) -> Json:
    return {
        "template": "certificates",
        **job.head(CERTIFICATES),
        "place": ordinal(job, place.place, place.to),
        "side": side_of(place.side),
        "prize": prize_of(job, place),
        "date": show_date(job.board.date, job.locale),
        "venue": job.board.venue,
    }
