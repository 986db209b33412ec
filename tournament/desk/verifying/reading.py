"""An archive as plain facts: the night it tells, and what it claims besides."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime, time
from typing import Any, Final

from tournament.desk.acts import Entry
from tournament.desk.night import (
    BandFacts,
    DrawnLot,
    Night,
    Person,
    PrizeFacts,
    Result,
    RoundFacts,
    RoundKey,
    SoldTicket,
    State,
)
from tournament.desk.selling import TicketState
from tournament.desk.tournaments import Terms
from tournament.desk.verifying.json_parts import Part, refuse_unwritable
from tournament.errors import RuleBroken
from tournament.knockout.draw import FirstRoundOrder, Lot, PlayerId, Pot, TicketNumber
from tournament.knockout.order import starts
from tournament.knockout.places import Place
from tournament.knockout.prizes import Award
from tournament.knockout.rounds import Outcome, Pairing, Round, Stage
from tournament.knockout.seed import SEED_BYTES

FORMAT, VERSION = "preisschnapsen-archive", 1

PROMISED_TERMS: Final = (
    "ticket_price_cents",
    "currency",
    "max_tickets_per_player",
    "bummerl_to_win",
    "rules",
    "third_place_match",
    "fifth_to_eighth",
    "first_round_order",
    "one_prize_per_player",
)
"""The terms behind `size`, in the order of the format."""

ADDED_TERMS: Final = {
    term.name: term.default
    for term in fields(Terms)
    if term.name not in ("name", "date", "venue", "capacity", *PROMISED_TERMS, "prizes")
}
"""Terms added since, with the values they have where an archive does not name them."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who wanted cards while the house was full, and whether that is done with."""

    number: int
    name: str
    town: str
    count: int
    since: datetime
    done: bool


@dataclass(frozen=True, slots=True)
class Archive:
    """The facts of a night (`night`, from which everything follows), and what is said to follow from them."""

    night: Night
    state: State
    commitments: dict[RoundKey, str | None]
    places: tuple[tuple[Place, PlayerId], ...]
    awards: tuple[Award, ...]
    log: tuple[Entry, ...]
    waiting: tuple[Waiting, ...] = ()
    opening_cents: int | None = None
    closing_cents: int | None = None
    """What was counted in the box."""


def read_archive(document: object) -> Archive:
    """What an archive says. RuleBroken if it is none, or naming the place of a value of a wrong kind."""
    refuse_unwritable(document)
    root = Part(document)
    _check_format(document)
    log = tuple(_entry(part, index) for index, part in enumerate(root["log"].items(), start=1))
    terms = root["tournament"]
    state = terms["state"].choice(State)
    rounds = list(root["rounds"].items())
    cash = root.get("cash", {})
    return Archive(
        night=Night(
            id=0,
            revision=len(log),
            terms_revision=len(log),
            terms=_terms(terms, [prize["text"].text() for prize in root["prizes"].items()]),
            size=terms["size"].optional(Part.number),
            finished=state is State.FINISHED,
            practice=terms.get("practice", False).flag(),
            people=tuple(_person(part, len(log)) for part in root["players"].items()),
            tickets=tuple(_ticket(part, len(log)) for part in root["tickets"].items()),
            all_rounds=_rounds(rounds, terms, len(log)),
            prizes=tuple(_prize(part) for part in root["prizes"].items()),
            bands=tuple(_band(part) for part in root.get("prize_lots", []).items()),
        ),
        state=state,
        commitments={_round_key(part): part["draw"].optional(_commitment) for part in rounds},
        places=tuple(_place(part) for part in root["places"].items()),
        awards=tuple(_award(part) for part in root["prizes"].items()),
        log=log,
        waiting=tuple(_waiting(part) for part in root.get("waiting", []).items()),
        opening_cents=cash.get("opening_cents").optional(Part.number),
        closing_cents=cash.get("closing_cents").optional(Part.number),
    )


def _check_format(document: object) -> None:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RuleBroken("This is no archive of a Preisschnapsen.")
    version = Part(document)["version"].number()
    if version > VERSION:
        raise RuleBroken("This archive was written by a newer version of the program.")
    if version != VERSION:
        raise Part(document)["version"].odd()


def _terms(part: Part, prizes: list[str]) -> Terms:
    added: dict[str, Any] = {name: _added(part.get(name, usual)) for name, usual in ADDED_TERMS.items()}
    currency = part["currency"].text()
    if not (len(currency) == 3 and currency.isascii() and currency.isupper()):
        raise part["currency"].odd()
    return Terms(
        name=part["name"].text(),
        date=part["date"].day(),
        venue=part["venue"].text(),
        capacity=part["capacity"].number(),
        ticket_price_cents=part["ticket_price_cents"].number(),
        currency=currency,
        max_tickets_per_player=part["max_tickets_per_player"].number(),
        bummerl_to_win=part["bummerl_to_win"].number(),
        rules=part["rules"].object(),
        third_place_match=part["third_place_match"].flag(),
        fifth_to_eighth=part["fifth_to_eighth"].flag(),
        first_round_order=part["first_round_order"].choice(FirstRoundOrder).value,
        one_prize_per_player=part["one_prize_per_player"].flag(),
        prizes=tuple(prizes),
        **added,
    )


def _added(part: Part) -> bool | str:
    """A term that version 1 did not promise: text or a switch, as its usual value is."""
    usual = ADDED_TERMS[part.where.rpartition(".")[2]]
    return part.flag() if isinstance(usual, bool) else part.text()


def _person(part: Part, revision: int) -> Person:
    return Person(
        _player(part["id"]), part["name"].text(), part["town"].text(), part["withdrawn"].flag(), revision
    )


def _ticket(part: Part, revision: int) -> SoldTicket:
    return SoldTicket(
        _card(part["number"]),
        part["player"].optional(_player),
        part["state"].choice(TicketState),
        part["price_cents"].number(),
        revision,
    )


def _rounds(parts: list[Part], terms: Part, revision: int) -> tuple[RoundFacts, ...]:
    """The rounds in the order in which they started."""
    evening = datetime.combine(terms["date"].day(), time(), UTC)
    rounds = [_round(part, evening, revision) for part in parts]
    order = starts({facts.key: facts.drawn_at for facts in rounds})
    return tuple(sorted(rounds, key=lambda facts: order[facts.key]))


def _round(part: Part, evening: datetime, revision: int) -> RoundFacts:
    """Where no time of an announcement is told, it was on this `evening`."""
    stage, number = _round_key(part)
    draw = part["draw"] if part["draw"].value is not None else None
    pairings = [(_pairing(p), _result(p, revision)) for p in part["pairings"].items()]
    return RoundFacts(
        round=Round(number, stage, part["size"].number(), tuple(pairing for pairing, _ in pairings)),
        method=_method(draw["method"]) if draw else None,
        seed=draw["seed"].optional(_seed) if draw else None,
        word=draw["word"].text() if draw else "",
        order=tuple(_player(p) for p in draw["order"].items()) if draw else (),
        lots=tuple(_lot(p) for p in draw["lots"].items()) if draw else (),
        announced_at=part.get("announced_at").optional(Part.moment) or evening,
        drawn_at=part.get("drawn_at").optional(Part.moment) if pairings else None,
        results={pairing.number: result for pairing, result in pairings},
    )


def _round_key(part: Part) -> RoundKey:
    return part["stage"].choice(Stage), part["number"].number()


def _method(part: Part) -> str:
    if part.text() not in ("computed", "by-hand"):
        raise part.odd()
    return part.text()


def _commitment(draw: Part) -> str | None:
    return draw["commitment"].optional(Part.text)


def _lot(part: Part) -> DrawnLot:
    late = part["late"].flag()
    lot = Lot(_card(part["ticket"]), part["pot"].choice(Pot), part["number"].number())
    return DrawnLot(lot, late, part.get("seed").optional(_seed) if late else None)


def _pairing(part: Part) -> Pairing:
    return Pairing(
        part["number"].number(),
        _card(part["left"]),
        part["right"].optional(_card),
        part["outcome"].optional(lambda outcome: outcome.choice(Outcome)),
        part["winner"].optional(_card),
    )


def _result(part: Part, revision: int) -> Result:
    return Result(
        games_won=part["games_won"].optional(Part.pair),
        games=tuple(game.pair() for game in part["games"].items()),
        table=part["table"].optional(Part.text),
        decided_at=part.get("decided_at").optional(Part.moment),
        revision=revision,
    )


def _place(part: Part) -> tuple[Place, PlayerId]:
    first = part["place"].number()
    return Place(first, part.get("to", first).number(), _card(part["ticket"])), _player(part["player"])


def _prize(part: Part) -> PrizeFacts:
    collected_at = part.get("collected_at").optional(Part.moment)
    return PrizeFacts(part["rank"].number(), part["text"].text(), collected_at)


def _award(part: Part) -> Award:
    return Award(part["rank"].number(), part["ticket"].optional(_card), part["player"].optional(_player))


def _band(part: Part) -> BandFacts:
    tickets = tuple(_card(ticket) for ticket in part["order"].items())
    return BandFacts(part["place"].number(), part["seed"].optional(_seed), tickets)


def _waiting(part: Part) -> Waiting:
    return Waiting(
        part["number"].number(),
        part["name"].text(),
        part["town"].text(),
        part["count"].number(),
        part["since"].moment(),
        part["done"].flag(),
    )


def _entry(part: Part, index: int) -> Entry:
    return Entry(
        tournament=0,
        revision=index,
        at=part["at"].moment(),
        by=part["by"].text(),
        act=part["act"].text(),
        before=part.get("before", {}).object(),
        after=part.get("after", {}).object(),
    )


def _card(part: Part) -> TicketNumber:
    return TicketNumber(part.number())


def _player(part: Part) -> PlayerId:
    return PlayerId(part.number())


def _seed(part: Part) -> bytes:
    return part.bytes(SEED_BYTES)
