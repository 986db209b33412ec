"""What the log says of draws and results must be what stands there (rules, section 7).

A log may begin late, or be empty: the rest of the night then has no witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tournament.desk.acts import Entry, Facts
from tournament.desk.night import BY_HAND, RoundFacts, round_slug
from tournament.desk.tournaments import Terms, json_of
from tournament.desk.verifying.finding import Discrepancy
from tournament.desk.verifying.reading import Archive
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Outcome, Pairing

RESULTS = ("record-result", "record-walkover")
UNDONE = (*RESULTS, "withdraw-result")
TERMS = {"open-tournament", "change-terms", "double-capacity"}


@dataclass
class Witness:
    """What the log says in the end: published fingerprints, rounds drawn, the last result of each pairing."""

    commitments: dict[object, object] = field(default_factory=dict)
    drawn: set[object] = field(default_factory=set)
    results: dict[tuple[object, object], Facts] = field(default_factory=dict)
    seats: dict[tuple[object, object], tuple[object, object]] = field(default_factory=dict)
    """Who sits where, left and right: after a correction, others than those who drew the lots."""

    pots: dict[object, list[Entry]] = field(default_factory=dict)
    """For each draw from real pots, the entries that draw a lot or take one back, since they were taken."""

    voided: dict[object, dict[object, list[Entry]]] = field(default_factory=dict)
    """Those of draws that were voided, by the revision of that entry: an undoing brings them back."""

    terms: Facts = field(default_factory=dict)
    """The terms as they were last written down."""

    def hear(self, entry: Entry) -> None:
        """What an entry tells of a pairing, its own or a changed one, stands instead of all told before."""
        self._hear_seats(entry)
        if TERMS.intersection((entry.act, entry.after.get("undone"))):
            self.terms |= entry.after
        for slug in _rounds_gone(entry):
            self.commitments.pop(slug, None)
        self._hear_pots(entry)
        if entry.act == "undo":
            self._hear_put_back(entry)
        key = entry.after.get("round"), entry.after.get("pairing")
        if entry.act == "withdraw-result" or (entry.act == "undo" and entry.after.get("outcome") is None):
            self.results.pop(key, None)
        elif entry.act in RESULTS or entry.after.get("undone") in UNDONE:
            self.results[key] = entry.after
        elif entry.act == "announce-draw":
            self.commitments |= {named.get("round"): named.get("commitment") for named in _rounds(entry)}
        elif entry.act == "draw-rounds":
            for named in _rounds(entry):
                self._hear_drawn(named.get("round"))

    def _hear_seats(self, entry: Entry) -> None:
        for facts in _late_seats_gone(entry):
            self.seats.pop((facts.get("round"), facts.get("pairing")), None)
        for facts in _pairings(entry):
            self.seats[facts.get("round"), facts.get("pairing")] = facts.get("left"), facts.get("right")
            self.results.pop((facts.get("round"), facts.get("pairing")), None)

    def _hear_pots(self, entry: Entry) -> None:
        """A lot is drawn, or taken back."""
        told = entry.after.get("undone", entry.act)
        if entry.act == "take-pots":
            self.pots |= {named.get("round"): [] for named in _rounds(entry)}
        elif entry.act == "void-draw":
            gone = _rounds_gone(entry)
            self.voided[entry.revision] = {slug: self.pots.pop(slug) for slug in gone if slug in self.pots}
        elif told == "void-draw":
            self.pots |= self.voided.get(entry.after.get("revision"), {})
        elif told in ("type-lot", "strike-lot"):
            self.pots.get(entry.after.get("round", entry.before.get("round")), []).append(entry)

    def _hear_put_back(self, entry: Entry) -> None:
        """What an undoing puts back is told by nobody else: matches played, and the seeds of voided draws."""
        for facts in _pairings(entry):
            if facts.get("outcome") == Outcome.PLAYED:
                self.results[facts.get("round"), facts.get("pairing")] = facts
        for named in _rounds(entry):
            self.commitments[named.get("round")] = named.get("commitment")

    def _hear_drawn(self, slug: object) -> None:
        """Results of an earlier draw of the same round, since voided, say nothing of this one."""
        self.drawn.add(slug)
        self.results = {key: facts for key, facts in self.results.items() if key[0] != slug}
        self.seats = {key: seats for key, seats in self.seats.items() if key[0] != slug}


def typed_in(entries: Iterable[Entry]) -> dict[object, tuple[object, object]]:
    """By card, the pot and the number of its lot. An undoing tells what it undoes the other way round."""
    lots: dict[object, tuple[object, object]] = {}
    for entry in entries:
        lots.pop(entry.before.get("ticket"), None)
        if "ticket" in entry.after:
            lots[entry.after["ticket"]] = entry.after.get("pot"), entry.after.get("number")
    return lots


def witness_of(archive: Archive) -> Witness:
    """What the whole log says in the end."""
    witness = Witness()
    for entry in archive.log:
        witness.hear(entry)
    return witness


def last_heard(log: Iterable[Entry]) -> dict[tuple[object, object], int]:
    """By round and match, the revision of the last entry that tells of it, or else of its draw by `None`."""
    heard: dict[tuple[object, object], int] = {}
    for entry in log:
        for facts in _pairings(entry):
            heard[facts.get("round"), facts.get("pairing")] = entry.revision
        if entry.act == "draw-rounds":
            heard |= {(named.get("round"), None): entry.revision for named in _rounds(entry)}
    return heard


def check_log(archive: Archive) -> Iterator[Discrepancy]:
    """Where the log speaks of a draw or a result, it must say what the rounds say."""
    witness = witness_of(archive)
    yield from _check_terms(witness, archive.night.terms)
    for facts in archive.night.all_rounds:
        yield from _check_round(witness, facts, archive.commitments[facts.key])


def _check_terms(witness: Witness, terms: Terms) -> Iterator[Discrepancy]:
    """Every term, each prize too, is as it was last written down."""
    for name, value in json_of(terms).items():
        if name in witness.terms and witness.terms[name] != value:
            rule = "6" if name == "prizes" else "8"
            yield Discrepancy(RuleBroken("The log has other terms: %(name)s.", rule=rule, name=name))


def _check_round(witness: Witness, facts: RoundFacts, commitment: str | None) -> Iterator[Discrepancy]:
    slug = round_slug(*facts.key)
    if witness.commitments.get(slug, commitment) != commitment:
        yield Discrepancy(RuleBroken("The log has another fingerprint of the seed.", rule="2"), facts.round)
    typed = {drawn.lot.ticket: (drawn.lot.pot, drawn.lot.number) for drawn in facts.lots if not drawn.late}
    if facts.method == BY_HAND and slug in witness.pots and typed_in(witness.pots[slug]) != typed:
        yield Discrepancy(RuleBroken("The log has other lots of this draw.", rule="2"), facts.round)
    for pairing in facts.round.pairings:
        told = witness.results.get((slug, pairing.number))
        unheard = told is None and slug in witness.drawn and pairing.outcome is Outcome.PLAYED
        if unheard or (told is not None and _differs(told, facts, pairing)):
            reason = RuleBroken("The log has another result of this match.", rule="7")
            yield Discrepancy(reason, facts.round, pairing.number)


def _differs(told: Facts, facts: RoundFacts, pairing: Pairing) -> bool:
    result = facts.results[pairing.number]
    stands = {
        "left": pairing.left,
        "right": pairing.right,
        "outcome": pairing.outcome,
        "winner": pairing.winner,
        "games_won": None if result.games_won is None else list(result.games_won),
        "games": [list(game) for game in result.games],
    }
    return any(told.get(name) != value for name, value in stands.items())


def _pairings(entry: Entry) -> list[Facts]:
    """The pairings of which an entry tells: those it is about, and those that changed with them."""
    told = [entry.after] if "pairing" in entry.after and "left" in entry.after else []
    told += [facts for name in ("moved", "decided", "pairings") for facts in _dicts(entry.after.get(name))]
    return told + [facts for round_ in _rounds(entry) for facts in _dicts(round_.get("pairings"))]


def _rounds(entry: Entry) -> list[Facts]:
    return _dicts(entry.after.get("rounds"))


def _rounds_gone(entry: Entry) -> list[object]:
    """The rounds whose draws are no more: drawn again, each has another seed, or needs none."""
    if entry.act == "void-draw":
        rounds = entry.after.get("rounds")
        return [one for one in rounds if isinstance(one, str)] if isinstance(rounds, list) else []
    if entry.act == "undo" and entry.after.get("undone") in ("draw-rounds", "announce-draw"):
        return [named.get("round") for named in _dicts(entry.before.get("rounds"))]
    return []


def _late_seats_gone(entry: Entry) -> list[Facts]:
    """The seats of late cards whose sale is undone: byes again, to be drawn by whoever comes late next."""
    return _dicts(entry.before.get("pairings")) if entry.after.get("undone") == "sell-late" else []


def _dicts(named: object) -> list[Facts]:
    return [one for one in named if isinstance(one, dict)] if isinstance(named, list) else []
