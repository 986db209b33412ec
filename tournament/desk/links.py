"""The links of the score sheets of a tournament's matches: made, parted from a match, and found again.

A link follows from the draw, the match and its two cards, for it stands on a slip that is printed already. A
match that is no more, or is between others now, leaves its sheet as it is; should a change be undone, the two
find it again with all that they wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from hashlib import sha256
from hmac import HMAC

from tournament.desk.acts import Work
from tournament.desk.night import Night
from tournament.knockout.draw import TicketNumber
from tournament.schnapsen.side import Side
from tournament.store import models, queries

TOKEN_BYTES, KEY_BYTES = 12, 32


def open_pairing_sheets(work: Work, night: Night, pairings: Sequence[models.Pairing]) -> None:
    """Give these pairings the sheets that were parted from them, and new ones to those that are open.

    Nothing if the tournament uses no score sheets.
    """
    if not work.tournament.score_sheets:
        return
    work.session.flush()
    have = {row.pairing_id for row in queries.sheets_of(work.session, [p.id for p in pairings])}
    bare = [pairing for pairing in pairings if pairing.right is not None and pairing.id not in have]
    by_token = {_token(work, pairing): pairing for pairing in bare}
    parted = {row.token: row for row in queries.parted_sheets(work.session, list(by_token))}
    for token, pairing in by_token.items():
        if token in parted:
            parted[token].pairing_id = pairing.id
        elif pairing.outcome is None:
            work.session.add(_new_sheet(work, night, pairing, token))


def part_sheets(work: Work, pairings: Sequence[models.Pairing]) -> None:
    """Part the sheets from pairings that are no more, or are between others now.

    What stands on them stays, and is theirs again in `open_pairing_sheets`.
    """
    for row in queries.sheets_of(work.session, [pairing.id for pairing in pairings]):
        row.pairing_id = None
    work.session.flush()


def _new_sheet(work: Work, night: Night, pairing: models.Pairing, token: str) -> models.Sheet:
    terms = work.tournament
    name_a, name_b = (
        night.person[night.holders[TicketNumber(ticket)]].name
        for ticket in (pairing.left, pairing.right)
        if ticket is not None
    )
    return models.Sheet(
        token=token,
        pairing_id=pairing.id,
        name_a=name_a,
        name_b=name_b,
        rules=terms.rules | {"bummerl_to_win": terms.bummerl_to_win, "schneider_bummerl": 1},
        first_dealer=Side.A.value,
        created_at=work.now,
    )


def _token(work: Work, pairing: models.Pairing) -> str:
    """The same two cards in the same match of the same draw have the same link again.

    A draw is known by the moment of its announcement: drawn anew, even the same two have another sheet.
    """
    name = f"sheet-links-{work.id}"
    key = queries.setting(work.session, name) or queries.setting_made_once(
        work.session, name, work.entropy(KEY_BYTES).hex()
    )
    round_ = pairing.round
    drawn = f"{round_.stage} {round_.number} {round_.announced_at.astimezone(UTC).isoformat()}"
    match = f"{drawn} {pairing.number} {pairing.left} {pairing.right}"
    return HMAC(bytes.fromhex(key), match.encode(), sha256).digest()[:TOKEN_BYTES].hex()
