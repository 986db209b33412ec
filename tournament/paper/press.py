"""Results for the notice board and the newspaper: places, prizes, the final, and every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from tournament.desk.board import PlaceView
from tournament.desk.matches import RoundView
from tournament.knockout.rounds import Stage
from tournament.language import mark, ngettext, show_date
from tournament.paper.article import article, counts
from tournament.paper.honours import HONOURED, honoured, ordinal, prize_of, standing
from tournament.paper.job import Job, side_of
from tournament.paper.matches import match_of
from tournament.paper.typesetting import Json

RESULTS = mark("Results")
ONE_ROUND = mark("Results sheet")


def results(job: Job) -> list[Json]:
    """Places and all rounds, or only the sheet of the round asked for. NotThere before the first draw."""
    drawn = job.rounds()
    if job.round:
        return [{"template": "results-round", **job.head_of(ONE_ROUND, drawn[0]), **_round(job, drawn[0])}]
    return [
        {
            "template": "results",
            **job.head(RESULTS, standing(job), round_=show_date(job.board.date, job.locale)),
            "counts": counts(job),
            "places": [_place(job, place) for place in honoured(job)],
            "bands": list(_bands(job)),
            "article": article(job),
            "rounds": [_round(job, round_) for round_ in sorted(job.board.rounds, key=_from_the_final)],
        }
    ]


def _from_the_final(round_: RoundView) -> tuple[int, int]:
    """The final first, the matches for places after the main round that is played beside them."""
    return round_.size, list(Stage).index(round_.stage)


def _place(job: Job, place: PlaceView) -> Json:
    return {
        "place": ordinal(job, place.place, place.to),
        "side": side_of(place.side),
        "prize": prize_of(job, place),
    }


def _bands(job: Job) -> Iterator[Json]:
    """Those who share the places after the first eight, with the prizes that reach so far."""
    rest = (place for place in job.board.places if place.to > HONOURED)
    for _, band in groupby(rest, key=lambda place: place.place):
        places = list(_once_each(job, band))
        yield {"place": places[0]["place"], "places": places}


def _once_each(job: Job, band: Iterable[PlaceView]) -> Iterator[Json]:
    """The players of a band: once with all the cards that won nothing, and once more for each prize."""
    places = [_place(job, place) | {"player": place.side.player} for place in band]
    counted = Counter(place["player"] for place in places if not place["prize"])
    for place in places:
        if place["prize"]:
            yield place
        elif count := counted.pop(place["player"], 0):
            cards = ngettext("%(num)s card", "%(num)s cards", count, job.locale, num=count)
            yield place | {"cards": cards if count > 1 else ""}


def _round(job: Job, round_: RoundView) -> Json:
    return {"name": job.round_name(round_), "rows": [match_of(job, pairing) for pairing in round_.pairings]}
