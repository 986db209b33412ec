"""The links of the score sheets of a tournament's matches: made, parted from a match, and found again.

A link follows from the draw, the match and its two cards, for it stands on a slip that is printed already. A
match that is no more, or is between others now, leaves its sheet as it is; should a change be undone, the two
find it again with all that they wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from hashlib import sha256
from hmac import HMAC

from tournament.desk.acts import Work
from tournament.schnapsen.side import Side
from tournament.store import models, queries

TOKEN_BYTES, KEY_BYTES = 12, 32


def open_pairing_sheets(work: Work, pairings: Sequence[models.Pairing]) -> None:
    """Give these pairings the sheets that were parted from them, and new ones to those that are open.

    Nothing if the tournament uses no score sheets.
    """
    if not work.tournament.score_sheets:
        return
    work.session.flush()
    have = {row.pairing_id for row in queries.sheets_of(work.session, [p.id for p in pairings])}
    bare = [pairing for pairing in pairings if pairing.right is not None and pairing.id not in have]
    if not bare:
        return
    key, names = _key(work), _names(work)
    by_token = {_token(key, pairing): pairing for pairing in bare}
    parted = {row.token: row for row in queries.parted_sheets(work.session, list(by_token))}
    for token, pairing in by_token.items():
        if token in parted:
            parted[token].pairing_id = pairing.id
        elif pairing.outcome is None:
            work.session.add(_new_sheet(work, names, pairing, token))


def part_sheets(work: Work, pairings: Sequence[models.Pairing]) -> None:
    """Part the sheets from pairings that are no more, or are between others now.

    What stands on them stays, and is theirs again in `open_pairing_sheets`.
    """
    for row in queries.sheets_of(work.session, [pairing.id for pairing in pairings]):
        row.pairing_id = None
    work.session.flush()


def switch_sheets(work: Work) -> None:
    """All matches have sheets again, or none has, as the terms say by now."""
    pairings = [pairing for row in queries.rounds(work.session, work.id) for pairing in row.pairings]
    if work.tournament.score_sheets:
        open_pairing_sheets(work, pairings)
    else:
        part_sheets(work, pairings)


def _names(work: Work) -> dict[int, str]:
    """Who holds each ticket."""
    names = {player.number: player.name for player in queries.players(work.session, work.id)}
    tickets = queries.tickets(work.session, work.id)
    return {ticket.number: names[ticket.player] for ticket in tickets if ticket.player is not None}


def _new_sheet(work: Work, names: Mapping[int, str], pairing: models.Pairing, token: str) -> models.Sheet:
    terms = work.tournament
    name_a, name_b = (names[ticket] for ticket in (pairing.left, pairing.right) if ticket is not None)
    return models.Sheet(
        token=token,
        pairing_id=pairing.id,
        name_a=name_a,
        name_b=name_b,
        rules=terms.rules | {"bummerl_to_win": terms.bummerl_to_win, "schneider_bummerl": 1},
        first_dealer=Side.A.value,
        created_at=work.now,
    )


def _key(work: Work) -> bytes:
    """What makes the links of this tournament unguessable."""
    name = f"sheet-links-{work.id}"
    key = queries.setting(work.session, name) or queries.setting_made_once(
        work.session, name, work.entropy(KEY_BYTES).hex()
    )
    return bytes.fromhex(key)


def _token(key: bytes, pairing: models.Pairing) -> str:
    """The same two cards in the same match of the same draw have the same link again.

    A draw is known by the moment of its announcement: drawn anew, even the same two have another sheet.
    """
    round_ = pairing.round
    drawn = f"{round_.stage} {round_.number} {round_.announced_at.astimezone(UTC).isoformat()}"
    match = f"{drawn} {pairing.number} {pairing.left} {pairing.right}"
    return HMAC(key, match.encode(), sha256).digest()[:TOKEN_BYTES].hex()
