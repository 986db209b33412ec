"""Opening a tournament, and its terms (rules, section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import Any

from tournament.desk.acts import Change, Desk, Entry, Facts, Stamp, Work, act, begin, done_before, write_log
from tournament.desk.links import switch_sheets
from tournament.desk.names import clean, clean_lines
from tournament.errors import Overtaken, RuleBroken
from tournament.knockout.draw import FirstRoundOrder
from tournament.knockout.sales import check_capacity
from tournament.schnapsen.rules import Rules, rules_from
from tournament.store import queries
from tournament.store.models import Prize, Tournament

USUAL_PRIZES = 8
LONGEST_TEXT, LONGEST_WORD = 2000, 40
MOST_PRIZES = 500
EARLIEST, LATEST = 1900, 2200
"""Years of a tournament; whatever lies outside is a slip of the keyboard."""
HIGHEST_PRICE_CENTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Terms:
    """What the announcement promises; the price is in cents.

    `rules` names a profile of the card game and what differs from it; `prizes` are the texts for rank 1, 2 …
    """

    name: str
    date: date
    venue: str = ""
    capacity: int = 64
    ticket_price_cents: int = 500
    currency: str = "EUR"
    max_tickets_per_player: int = 3
    bummerl_to_win: int = 2
    rules: Mapping[str, Any] = field(default_factory=lambda: {"profile": "preisschnapsen-sharp"})
    third_place_match: bool = True
    fifth_to_eighth: bool = True
    first_round_order: str = FirstRoundOrder.RANDOM.value
    one_prize_per_player: bool = False
    ticket_word: str = ""
    notes: str = ""
    score_sheets: bool = False
    prizes: Sequence[str] = ()


COLUMNS = tuple(f.name for f in fields(Terms) if f.name != "prizes")
FIXED_BY_THE_DRAW = (
    "capacity",
    "bummerl_to_win",
    "third_place_match",
    "fifth_to_eighth",
    "first_round_order",
    "one_prize_per_player",
    "rules",
)


def open_tournament(desk: Desk, stamp: Stamp, terms: Terms, *, practice: bool = False) -> Entry:
    """Open a tournament for selling. RuleBroken names the term that cannot be."""
    values = checked(terms)
    with desk.database.writing() as session:
        if done := done_before(session, stamp):
            return done
        row = Tournament(**values, practice=practice, finished=False, revision=0, terms_revision=1)
        session.add(row)
        session.flush()
        work = begin(desk, session, row, stamp)
        prizes = write_prizes(work, terms.prizes)
        return write_log(work, "open_tournament", Change(after=_facts(row, prizes)))


@act
def change_terms(work: Work, terms: Terms, *, seen: int) -> Change:
    """Change the terms as they were read at revision `seen`.

    After the draw only what does not touch the matches can change: names, date, texts, prizes.
    """
    values = checked(terms)
    row = work.tournament
    before = _facts(row, [prize.text for prize in queries.prizes(work.session, work.id)])
    if row.terms_revision != seen:
        mine = _plain(values | {"prizes": terms.prizes})
        raise Overtaken("Somebody else changed the terms.", mine=mine, theirs=before)
    check_change(work, values)
    if work.tournament.finished and len(terms.prizes) > len(before["prizes"]):
        raise RuleBroken("No prize can be added after the end.", rule="6", field="prizes")
    prizes = put_terms(work, values, terms.prizes)
    return Change(after=_facts(row, prizes), before=before)


def put_terms(work: Work, values: Facts, prizes: Sequence[str]) -> list[str]:
    """Make the terms these, and the score sheets with them; answers the prizes cleaned."""
    row = work.tournament
    switched = row.score_sheets != values["score_sheets"]
    for name, value in values.items():
        setattr(row, name, value)
    row.terms_revision = work.revision
    if switched:
        switch_sheets(work)
    return write_prizes(work, prizes)


def terms_of(row: Tournament, prizes: Sequence[str]) -> Terms:
    return Terms(**{name: getattr(row, name) for name in COLUMNS}, prizes=tuple(prizes))


def checked(terms: Terms) -> dict[str, Any]:
    """The terms as columns, texts cleaned. RuleBroken names the term that cannot be."""
    check_capacity(terms.capacity, terms.max_tickets_per_player)
    rules_from({**terms.rules, "bummerl_to_win": terms.bummerl_to_win})
    if not EARLIEST <= terms.date.year <= LATEST:
        raise RuleBroken("This date cannot be.", rule="8", field="date")
    if len(terms.prizes) > MOST_PRIZES:
        raise RuleBroken("At most %(most)s prizes.", rule="6", field="prizes", most=MOST_PRIZES)
    if not 0 <= terms.ticket_price_cents <= HIGHEST_PRICE_CENTS:
        raise RuleBroken(
            "The price must be from 0 to %(most)s.",
            rule="1",
            field="ticket_price_cents",
            most=HIGHEST_PRICE_CENTS // 100,
        )
    if terms.first_round_order not in list(FirstRoundOrder):
        raise RuleBroken("The order is random or by purchase.", rule="2", field="first_round_order")
    values = {name: getattr(terms, name) for name in COLUMNS}
    values |= {name: clean(values[name], name) for name in ("name", "venue")}
    values["ticket_word"] = clean(terms.ticket_word, "ticket_word", longest=LONGEST_WORD)
    if not values["name"]:
        raise RuleBroken("A name, please.", field="name")
    notes = clean_lines(terms.notes, "notes", longest=LONGEST_TEXT)
    return values | {"notes": notes, "rules": dict(terms.rules)}


def check_change(work: Work, values: Facts) -> None:
    """RuleBroken if the terms cannot become these any more: cards are sold, or a draw was made."""
    sold = queries.count_sold(work.session, work.id)
    if values["capacity"] < sold:
        raise RuleBroken("%(sold)s cards are sold already.", rule="1", field="capacity", sold=sold)
    held = queries.most_held(work.session, work.id)
    if values["max_tickets_per_player"] < held:
        raise RuleBroken(
            "Somebody has %(held)s cards already.", rule="1", field="max_tickets_per_player", held=held
        )
    if queries.round_heads(work.session, work.id):
        stands = {name: getattr(work.tournament, name) for name in FIXED_BY_THE_DRAW}
        for name in FIXED_BY_THE_DRAW:
            if values[name] != stands[name] and not (name == "rules" and _played(values) == _played(stands)):
                raise RuleBroken("This cannot change after the draw.", rule="8", field=name)


def _played(terms: Facts) -> Rules:
    """The rules of the card game that these terms mean, however they are written."""
    return rules_from({**terms["rules"], "bummerl_to_win": terms["bummerl_to_win"]})


def write_prizes(work: Work, texts: Sequence[str]) -> list[str]:
    """Keep the prizes at these texts, and answer them cleaned.

    RuleBroken if one that is collected would become another: whoever has it has what it says.
    """
    old = {prize.rank: prize for prize in queries.prizes(work.session, work.id)}
    new = {rank: clean(text, "prizes") for rank, text in enumerate(texts, start=1)}
    _refuse_collected(old.values(), new)
    for rank in old.keys() - new.keys():
        work.session.delete(old[rank])
    for rank, text in new.items():
        if not text:
            raise RuleBroken("Prize %(rank)s has no text.", rule="6", field="prizes", rank=rank)
        if rank not in old:
            work.session.add(Prize(tournament_id=work.id, rank=rank, text=text))
        else:
            old[rank].text = text
    return list(new.values())


def _refuse_collected(old: Iterable[Prize], new: Mapping[int, str]) -> None:
    for prize in old:
        if prize.collected_at and new.get(prize.rank) != prize.text:
            raise RuleBroken(
                "Prize %(rank)s is collected already: to change it, first press “Undo” beside it, "
                "or open the tournament again.",
                rule="6",
                field="prizes",
                rank=prize.rank,
            )


def _facts(row: Tournament, prizes: Sequence[str]) -> Facts:
    return json_of(terms_of(row, prizes))


def json_of(terms: Terms) -> Facts:
    """The terms as plain JSON values, as the log keeps them."""
    return _plain(asdict(terms))


def _plain(values: Facts) -> Facts:
    return {
        name: value.isoformat() if isinstance(value, date) else list(value) if name == "prizes" else value
        for name, value in values.items()
    }
