"""The facts of each line of the log: of the kind that all who read them expect, and enough to tell it.

A name means the same wherever it stands. Names that are not known here may have been added since, and are
left alone; what a line lacks is found by telling it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tournament.desk.acts import Entry, undone_by
from tournament.desk.night import Night
from tournament.desk.office import office
from tournament.desk.telling import act_sentence
from tournament.desk.telling.teller import Teller
from tournament.desk.verifying.finding import Discrepancy
from tournament.desk.verifying.json_parts import Part
from tournament.desk.verifying.reading import Archive
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Outcome, Stage
from tournament.knockout.seed import SEED_BYTES
from tournament.language import ENGLISH

Reader = Callable[[Part], object]

_NOT_TOLD = (LookupError, TypeError, ValueError, AttributeError, RuleBroken)


def check_facts(archive: Archive) -> Iterator[Discrepancy]:
    """What each line of the log says is of its kind."""
    for entry in archive.log:
        try:
            _check_entry(entry)
        except RuleBroken as broken:
            yield Discrepancy(broken)


def check_sentences(archive: Archive) -> Iterator[Discrepancy]:
    """Each line of the log says enough to be told, of a night that holds."""
    told = Teller(office(archive.night), ENGLISH)
    undone = undone_by(archive.log)
    for entry in archive.log:
        try:
            act_sentence(told, entry)
            if entry.act == "reopen" and entry.revision not in undone:
                _find_cards(archive.night, entry)
        except _NOT_TOLD:
            yield Discrepancy(_line(entry).odd())


def _find_cards(night: Night, entry: Entry) -> None:
    """LookupError for a prize collected with a card that nobody ever held; it may be given back since."""
    held = {ticket.number for ticket in night.tickets if ticket.player is not None}
    collected = {rank for rank, _at in entry.before["collected"]}
    for rank, ticket in entry.before["awards"]:
        if rank in collected and ticket is not None and ticket not in held:
            raise LookupError(ticket)


def _line(entry: Entry) -> Part:
    return Part(None, f"log[{entry.revision - 1}]")


def _check_entry(entry: Entry) -> None:
    where = _line(entry).where
    before, after = Part(entry.before, f"{where}.before"), Part(entry.after, f"{where}.after")
    for side in (before, after):
        _facts(side, **_OTHERWISE.get(entry.act, {}))
    for name in _NEEDED_BEFORE.get(entry.act, ()):
        before[name]
    if entry.act == "undo":
        _check_undone(entry, before, after)


def _check_undone(entry: Entry, before: Part, after: Part) -> None:
    """An undoing is of an earlier line, and of the results that this had cost, told right before it."""
    if not 0 < after["revision"].number() < entry.revision:
        raise after["revision"].odd()
    if before.get("lost", 0).number() >= after["revision"].number():
        raise before["lost"].odd()
    if after["undone"].text() == "draw-rounds":
        for round_ in before["rounds"].items():
            _slug(round_["round"])


def _facts(part: Part, **others: Reader) -> None:
    """`others` are names that mean something else here."""
    for name in part.object():
        if read := others.get(name) or KINDS.get(name):
            read(part[name])


def _optional(read: Reader) -> Reader:
    return lambda part: part.optional(read)


def _each(read: Reader) -> Reader:
    return lambda part: [read(item) for item in part.items()]


def _record(*names: str) -> Reader:
    """An object that has these names at least, each fact of it of its kind."""

    def read(part: Part) -> None:
        for name in names:
            part[name]
        _facts(part)

    return read


def _slug(part: Part) -> None:
    stage, _, number = part.text().rpartition("-")
    if stage not in list(Stage) or not number.isdecimal():
        raise part.odd()
    Part(int(number[:5]), part.where).number()


def _round(part: Part) -> None:
    """A round by its name alone, or with what was announced, drawn or lost of it."""
    if isinstance(part.value, str):
        _slug(part)
    else:
        part["round"]
        _facts(part, lots=_each(_row))


def _row(part: Part) -> None:
    """A lot of a draw, as its values."""
    for value in part.items():
        if isinstance(value.value, (list, dict)):
            raise value.odd()


def _collected(part: Part) -> None:
    """Whether a prize was, or which ones."""
    if not isinstance(part.value, bool):
        list(part.items())


def _rank_and_moment(part: Part) -> None:
    rank, at = _two(part)
    rank.number()
    at.moment()


def _award(part: Part) -> None:
    rank, ticket = _two(part)
    rank.number()
    ticket.optional(Part.number)


def _two(part: Part) -> tuple[Part, Part]:
    items = list(part.items())
    if len(items) != 2:
        raise part.odd()
    return items[0], items[1]


def _seed(part: Part) -> bytes:
    return part.bytes(SEED_BYTES)


_PAIRING: Final = _record("round", "pairing", "left", "right", "outcome", "winner")
_SEAT: Final = _record("round", "pairing")
_SALE: Final = _record("player", "tickets")


def _kinds(read: Reader, *names: str) -> dict[str, Reader]:
    return dict.fromkeys(names, read)


KINDS: Final[Mapping[str, Reader]] = {
    **_kinds(
        Part.number, "bummerl_to_win", "byes", "capacity", "cents", "count", "highest_player", "left", "lost",
        "max_tickets_per_player", "number", "pairing", "place", "rank", "refund_cents", "results", "revision",
        "sold", "ticket", "ticket_price_cents",
    ),
    **_kinds(
        _optional(Part.number), "back_from", "closing_cents", "opening_cents", "player", "right", "size",
        "winner",
    ),
    **_kinds(
        Part.text, "currency", "file", "first_round_order", "notes", "state", "text", "ticket_word", "town",
        "undone", "venue", "word",
    ),
    **_kinds(_optional(Part.text), "commitment", "last", "method", "name", "table"),
    **_kinds(
        Part.flag, "agreed", "fifth_to_eighth", "one_prize_per_player", "score_sheets", "third_place_match",
        "withdrawn",
    ),
    **_kinds(_optional(Part.moment), "announced_at", "collected_at", "decided_at", "drawn_at"),
    **_kinds(_optional(Part.pair), "games_won", "hung", "left_says", "right_says"),
    **_kinds(_each(Part.number), "exchanged", "order", "played", "tickets"),
    **_kinds(_each(_PAIRING), "decided", "moved"),
    "awards": _each(_award),
    "collected": _collected,
    "date": Part.day,
    "games": _each(Part.pair),
    "lots": _each(_record("place", "seed", "order")),
    "outcome": _optional(lambda part: part.choice(Outcome)),
    "pairings": _each(_SEAT),
    "players": _each(_SALE),
    "prizes": _each(Part.text),
    "round": _slug,
    "rounds": _each(_round),
    "rules": Part.object,
    "seed": _optional(_seed),
}  # fmt: skip
"""What stands under each name, at whatever depth."""

_OTHERWISE: Final[Mapping[str, Mapping[str, Reader]]] = {
    "collect-prize": {"collected": Part.flag},
    "finish": {"collected": _each(Part.number)},
    "reopen": {"collected": _each(_rank_and_moment)},
}
"""What means something else in the entries of one act."""

_NEEDED_BEFORE: Final = {"reopen": ("awards", "collected")}
"""What somebody needs who does not tell it: who had collected which prize."""
