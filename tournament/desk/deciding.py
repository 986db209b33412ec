"""Writing into the rows of rounds what the rules decided of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.desk.acts import Facts, Work
from tournament.desk.links import open_pairing_sheets, part_sheets
from tournament.desk.loading import pairing_of, round_of, rounds_in_order
from tournament.desk.night import Night, round_key, round_slug
from tournament.knockout.corrections import PairingRef, settle_open
from tournament.knockout.rounds import Pairing, Round, Stage
from tournament.store import models


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A pairing's row that was changed, and how it was before, as the log tells it."""

    row: models.Pairing
    before: Facts


def put(
    row: models.Pairing,
    pairing: Pairing,
    *,
    at: datetime | None,
    revision: int,
    games_won: Sequence[int] | None = None,
    games: Iterable[Sequence[int]] = (),
) -> models.Pairing:
    """Write into a row who sits there and how it ended, decided `at`; pairs are (left, right)."""
    row.number, row.left, row.right = pairing.number, pairing.left, pairing.right
    row.outcome = pairing.outcome.value if pairing.outcome else None
    row.winner = pairing.winner
    row.games_left, row.games_right = games_won or (None, None)
    row.games = [list(game) for game in games]
    row.decided_at = at if pairing.outcome else None
    row.revision = revision
    return row


def settle_all(work: Work, night: Night) -> list[Rewritten]:
    """Decide what needs no match in any round: byes, handed in tickets, players who have withdrawn."""
    rows = started(work)
    after = settle_open([round_of(row, row.pairings) for row in rows], night.holders, night.withdrawn)
    return write_rounds(work, rows, after)


def write_rounds(work: Work, rows: Sequence[models.Round], after: Sequence[Round]) -> list[Rewritten]:
    """Make the rows what the rules say they are. Returns the pairings that changed."""
    changes = [
        (pairing, decision)
        for row, round_ in zip(rows, after, strict=True)
        for pairing, decision in zip(row.pairings, round_.pairings, strict=True)
        if pairing_of(pairing) != decision
    ]
    part_sheets(work, [row for row, now in changes if (row.left, row.right) != (now.left, now.right)])
    changed = [Rewritten(pairing, facts_of(pairing)) for pairing, _ in changes]
    for pairing, decision in changes:
        put(pairing, decision, at=work.now, revision=work.revision)
    open_pairing_sheets(work, [one.row for one in changed])
    return changed


def told(name: str, changed: Sequence[Rewritten]) -> tuple[Facts, Facts]:
    """The pairings that changed, as facts of this name: how they are, and how they were."""
    return {name: [facts_of(one.row) for one in changed]}, {name: [one.before for one in changed]}


def facts_of(row: models.Pairing) -> Facts:
    """A pairing as the log tells it."""
    games_won = None if row.games_left is None else [row.games_left, row.games_right]
    return {
        "round": round_slug(Stage(row.round.stage), row.round.number),
        "size": row.round.size,
        "pairing": row.number,
        "left": row.left,
        "right": row.right,
        "outcome": row.outcome,
        "winner": row.winner,
        "games_won": games_won,
        "games": [list(game) for game in row.games],
    }


def stands_as(row: models.Pairing, facts: Facts) -> bool:
    """Whether a pairing is as the log tells it; an older log does not tell all there is."""
    return facts.items() <= facts_of(row).items()


def ref_of(facts: Facts) -> PairingRef:
    """Which pairing these facts of the log are about."""
    return PairingRef(*round_key(facts["round"]), facts["pairing"])


def started(work: Work) -> list[models.Round]:
    """The rows of all rounds drawn, in the order in which they started."""
    return [row for row in rounds_in_order(work.session, work.id) if row.pairings]
