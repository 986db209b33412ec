"""What a night promises and what is on record of it: announcement, draw protocol, log, cash sheet."""

from __future__ import annotations

from tournament.desk import announcing
from tournament.desk.night import RoundFacts, round_slug
from tournament.desk.telling.sought import EVERYTHING, lines
from tournament.desk.telling.teller import Teller
from tournament.desk.wording import prize_text
from tournament.knockout.seed import commitment
from tournament.language import mark, ngettext, show_date, show_money
from tournament.paper.job import Job
from tournament.paper.typesetting import Json

RULES = mark("Announcement and rules")
PROTOCOL = mark("Draw protocol")
LOG = mark("Log")
CASH = mark("Cash sheet")

EURO = "EUR"
COINS = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins of the euro, in cents."""


def rules(job: Job) -> list[Json]:
    """The announcement, as the terms have it: to hang up, and to read out."""
    terms = job.reading.night.terms
    return [
        {
            "template": "rules",
            **job.head(RULES),
            "name": terms.name,
            "date": show_date(terms.date, job.locale),
            "venue": terms.venue,
            "figures": announcing.facts(terms, job.locale),
            "prizes": [prize_text(text, rank, job.locale) for rank, text in enumerate(terms.prizes, start=1)],
            "order": announcing.order_of_the_night(terms, job.locale),
            "rules": announcing.rules_of_play(terms, job.locale),
            "notes": terms.notes,
        }
    ]


def protocol(job: Job) -> list[Json]:
    """Every draw with what is needed to make it again: seed, word, order, lots. NotThere before one."""
    wanted = {round_.slug: round_ for round_ in (job.rounds() if job.round else job.drawn())}
    drawn = {round_slug(*facts.key): facts for facts in job.reading.night.drawn}
    return [
        {"template": "protocol", **job.head_of(PROTOCOL, wanted[slug]), **_draw(job, facts)}
        for slug, facts in drawn.items()
        if slug in wanted and facts.lots
    ]


def _draw(job: Job, facts: RoundFacts) -> Json:
    called, holders = job.reading.night.called, job.reading.night.holders
    return {
        "method": facts.method or "",
        "announced": job.moment(facts.announced_at) if facts.drawn_at else "",
        "drawn": job.moment(facts.drawn_at) if facts.drawn_at else "",
        "commitment": commitment(facts.seed) if facts.seed else "",
        "seed": facts.seed.hex() if facts.seed else "",
        "word": facts.word,
        "order": [called[player] for player in facts.order],
        "lots": [
            {
                "ticket": drawn.lot.ticket,
                "name": called[holders[drawn.lot.ticket]],
                "pot": drawn.lot.pot.value,
                "number": drawn.lot.number,
                "late": drawn.late,
                "seed": drawn.seed.hex() if drawn.seed else "",
            }
            for drawn in facts.lots
        ],
    }


def log(job: Job) -> list[Json]:
    """Who did what and when, in the order in which it happened; all of it, or what the job looks for."""
    reading, told = job.reading, Teller(job.reading.office, job.locale)
    found = lines(reading.log, told, job.sought)
    part = {"found": len(found), "total": len(reading.log)}
    note = job._("a part: %(found)s of %(total)s entries", **part) if job.sought != EVERYTHING else ""
    return [
        {
            "template": "log",
            **job.head(LOG, *filter(None, [note]), round_=show_date(job.board.date, job.locale)),
            "lines": [
                {"number": entry.revision, "at": job.moment(entry.at), "said": sentence, "by": entry.by}
                for entry, sentence in found
            ],
        }
    ]


def cash(job: Job) -> list[Json]:
    """How what should be in the box comes about, and a line for each note and coin.

    Those of another currency than the euro are to be written in.
    """
    known = job.reading.cash.currency == EURO
    return [
        {
            "template": "cash",
            **job.head(CASH, show_date(job.board.date, job.locale)),
            "lines": _cash_lines(job),
            "coins": [_money(job, cents) if known else "" for cents in COINS],
            "price": _money(job, job.reading.cash.price),
        }
    ]


def _cash_lines(job: Job) -> Json:
    sheet, locale = job.reading.cash, job.locale
    paid, reserved = sheet.paid_tickets, sheet.reserved_tickets
    return {
        "opening": _money(job, sheet.opening) or job._("not counted"),
        "takings": _money(job, sheet.takings, "+ "),
        "paid": ngettext("%(num)s card paid", "%(num)s cards paid", paid, locale, num=paid),
        "refunded": _money(job, sheet.refunded),
        "expected": _money(job, sheet.expected),
        "counted": _money(job, sheet.closing),
        "difference": _money(job, sheet.difference),
        "reserved": _money(job, sheet.reserved),
        "reserved-tickets": ngettext("%(num)s card", "%(num)s cards", reserved, locale, num=reserved),
    }


def _money(job: Job, cents: int | None, sign: str = "") -> str:
    """An amount; empty where nothing was counted."""
    return "" if cents is None else sign + show_money(cents, job.reading.cash.currency, job.locale)
