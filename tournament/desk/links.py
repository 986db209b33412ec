"""The links of the score sheets of a tournament's matches: made, taken back, and found again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from hmac import HMAC

from tournament.desk.acts import Work
from tournament.desk.night import Night
from tournament.knockout.draw import TicketNumber
from tournament.schnapsen.side import Side
from tournament.store import models, queries

TOKEN_BYTES, KEY_BYTES = 12, 32


def open_pairing_sheets(work: Work, night: Night, pairings: Sequence[models.Pairing]) -> None:
    """Make the links of those of these pairings that are open, if the tournament uses score sheets."""
    if not work.tournament.score_sheets:
        return
    terms = work.tournament
    work.session.flush()
    have = {row.pairing_id for row in queries.sheets_of(work.session, [p.id for p in pairings])}
    for pairing in pairings:
        if pairing.outcome is None and pairing.right is not None and pairing.id not in have:
            work.session.add(
                models.Sheet(
                    token=_token(work, pairing),
                    pairing_id=pairing.id,
                    name_a=night.person[night.holders[TicketNumber(pairing.left)]].name,
                    name_b=night.person[night.holders[TicketNumber(pairing.right)]].name,
                    rules=terms.rules | {"bummerl_to_win": terms.bummerl_to_win, "schneider_bummerl": 1},
                    first_dealer=Side.A.value,
                    created_at=work.now,
                )
            )


def drop_sheets(work: Work, pairings: Sequence[models.Pairing]) -> None:
    """Take back the links of pairings that are no more, or are between others now."""
    for row in queries.sheets_of(work.session, [pairing.id for pairing in pairings]):
        work.session.delete(row)
    work.session.flush()


def _token(work: Work, pairing: models.Pairing) -> str:
    """The same two cards in the same match have the same link again: their slip is printed already."""
    name = f"sheet-links-{work.id}"
    key = queries.setting(work.session, name) or queries.setting_made_once(
        work.session, name, work.entropy(KEY_BYTES).hex()
    )
    round_ = pairing.round
    match = f"{round_.stage} {round_.number} {pairing.number} {pairing.left} {pairing.right}"
    return HMAC(bytes.fromhex(key), match.encode(), sha256).digest()[:TOKEN_BYTES].hex()
