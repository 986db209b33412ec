"""The questions the desk asks the database; none takes more statements for a larger field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, joinedload, selectinload

from tournament.store.models import (
    BandOrder,
    LogEntry,
    LoginAttempt,
    Pairing,
    Player,
    Prize,
    Round,
    Setting,
    Sheet,
    Ticket,
    Tournament,
    User,
    WaitingGuest,
)

RETURNED = "returned"
"""The state of a ticket that was taken back."""

LARGEST_NUMBER = 2**31 - 1
"""Numbers typed by people may be larger than a column holds: nothing has such a number."""

_PORTION = 20


def tournament(session: Session, id_: int, *, lock: bool = False) -> Tournament | None:
    """The tournament; with `lock` nobody else changes it until the transaction ends."""
    if id_ > LARGEST_NUMBER:
        return None
    return session.get(Tournament, id_, with_for_update=lock or None)


def tournaments(session: Session) -> Sequence[Tournament]:
    """All tournaments, the newest evening first."""
    return session.scalars(select(Tournament).order_by(Tournament.date.desc(), Tournament.id.desc())).all()


def revision_and_setting(session: Session, id_: int, name: str) -> tuple[int, str] | None:
    """A tournament's revision, and a setting of the installation, in one question."""
    if id_ > LARGEST_NUMBER:
        return None
    value = select(Setting.value).where(Setting.name == name).scalar_subquery()
    row = session.execute(select(Tournament.revision, value).where(Tournament.id == id_)).first()
    return (row[0], row[1] or "") if row else None


def players(session: Session, id_: int) -> Sequence[Player]:
    return session.scalars(select(Player).where(Player.tournament_id == id_).order_by(Player.number)).all()


def player(session: Session, id_: int, number: int) -> Player | None:
    if number > LARGEST_NUMBER:
        return None
    return session.scalar(select(Player).where(Player.tournament_id == id_, Player.number == number))


def count_withdrawn(session: Session, id_: int) -> int:
    """How many players have gone home."""
    query = select(func.count()).where(Player.tournament_id == id_, Player.withdrawn)
    return session.scalar(query) or 0


def last_player_number(session: Session, id_: int) -> int:
    return session.scalar(select(func.max(Player.number)).where(Player.tournament_id == id_)) or 0


def known_people(session: Session) -> Sequence[tuple[str, str]]:
    """Names and towns of everybody who ever played here."""
    return [(name, town) for name, town in session.execute(select(Player.name, Player.town).distinct())]


def waiting_guests(session: Session, id_: int) -> Sequence[WaitingGuest]:
    """Everybody who ever waited for cards, in the order in which they came."""
    return session.scalars(
        select(WaitingGuest).where(WaitingGuest.tournament_id == id_).order_by(WaitingGuest.number)
    ).all()


def tickets(session: Session, id_: int) -> Sequence[Ticket]:
    return session.scalars(select(Ticket).where(Ticket.tournament_id == id_).order_by(Ticket.number)).all()


def names_of_players(session: Session, id_: int) -> dict[int, tuple[str, str]]:
    """Name and town of each player, by number."""
    rows = session.execute(select(Player.number, Player.name, Player.town).where(Player.tournament_id == id_))
    return {number: (name, town) for number, name, town in rows}


def holders_of(session: Session, id_: int, tickets: Sequence[int]) -> dict[int, int]:
    """The number of the player who holds each of these tickets; nothing for one that nobody holds."""
    rows = session.execute(
        select(Ticket.number, Ticket.player).where(Ticket.tournament_id == id_, Ticket.number.in_(tickets))
    )
    return {number: player for number, player in rows if player is not None}


def live_tickets(session: Session, id_: int) -> Sequence[Ticket]:
    """Tickets sold and not returned."""
    return session.scalars(
        select(Ticket).where(Ticket.tournament_id == id_, Ticket.state != RETURNED).order_by(Ticket.number)
    ).all()


def tickets_numbered(session: Session, id_: int, numbers: Sequence[int]) -> Sequence[Ticket]:
    numbers = [number for number in numbers if number <= LARGEST_NUMBER]
    return session.scalars(
        select(Ticket).where(Ticket.tournament_id == id_, Ticket.number.in_(numbers)).order_by(Ticket.number)
    ).all()


def last_ticket_number(session: Session, id_: int) -> int:
    return session.scalar(select(func.max(Ticket.number)).where(Ticket.tournament_id == id_)) or 0


def count_sold(session: Session, id_: int) -> int:
    """Tickets sold and not returned."""
    return _count_tickets(session, id_)


def count_held(session: Session, id_: int, player_number: int) -> int:
    """Tickets this player holds, returned ones left out."""
    return _count_tickets(session, id_, player_number)


def most_held(session: Session, id_: int) -> int:
    """The most tickets any one player holds, returned ones left out."""
    held = (
        select(func.count())
        .where(Ticket.tournament_id == id_, Ticket.state != RETURNED, Ticket.player.is_not(None))
        .group_by(Ticket.player)
    )
    return max(session.scalars(held), default=0)


def _count_tickets(session: Session, id_: int, player_number: int | None = None) -> int:
    query = select(func.count()).where(Ticket.tournament_id == id_, Ticket.state != RETURNED)
    if player_number is not None:
        query = query.where(Ticket.player == player_number)
    return session.scalar(query) or 0


def rounds(session: Session, id_: int) -> Sequence[Round]:
    """All rounds announced, with their lots and pairings."""
    return session.scalars(
        select(Round)
        .where(Round.tournament_id == id_)
        .options(selectinload(Round.lots), selectinload(Round.pairings))
        .order_by(Round.id)
    ).all()


def round_heads(session: Session, id_: int) -> Sequence[Round]:
    """All rounds announced, without lots and pairings."""
    return session.scalars(select(Round).where(Round.tournament_id == id_).order_by(Round.id)).all()


def pairing(session: Session, id_: int, stage: str, round_number: int, number: int) -> Pairing | None:
    if max(round_number, number) > LARGEST_NUMBER:
        return None
    return session.scalar(
        select(Pairing)
        .join(Round)
        .where(
            Round.tournament_id == id_,
            Round.stage == stage,
            Round.number == round_number,
            Pairing.number == number,
        )
    )


def prizes(session: Session, id_: int) -> Sequence[Prize]:
    return session.scalars(select(Prize).where(Prize.tournament_id == id_).order_by(Prize.rank)).all()


def band_orders(session: Session, id_: int) -> Sequence[BandOrder]:
    return session.scalars(
        select(BandOrder).where(BandOrder.tournament_id == id_).order_by(BandOrder.place)
    ).all()


def log(session: Session, id_: int) -> Sequence[LogEntry]:
    return session.scalars(
        select(LogEntry).where(LogEntry.tournament_id == id_).order_by(LogEntry.revision)
    ).all()


def entries_of_or_undone(session: Session, id_: int, by: str) -> Iterator[LogEntry]:
    """What one person did, and what anybody undid, the newest first; only as much is read as is asked for.

    Read in portions, each to its end, so that no cursor stays open on the way.
    """
    before = LARGEST_NUMBER
    while rows := session.scalars(
        select(LogEntry)
        .where(LogEntry.tournament_id == id_, LogEntry.revision < before)
        .where(or_(LogEntry.by == by, LogEntry.act == "undo"))
        .order_by(LogEntry.revision.desc())
        .limit(_PORTION)
    ).all():
        yield from rows
        before = rows[-1].revision


def entries_since(session: Session, id_: int, revision: int) -> Sequence[LogEntry]:
    """What anybody did after this revision, the oldest first."""
    return session.scalars(
        select(LogEntry)
        .where(LogEntry.tournament_id == id_, LogEntry.revision > revision)
        .order_by(LogEntry.revision)
    ).all()


def entries_of_acts(session: Session, id_: int, acts: Collection[str]) -> Sequence[LogEntry]:
    """The log entries of these acts, the oldest first."""
    return session.scalars(
        select(LogEntry)
        .where(LogEntry.tournament_id == id_, LogEntry.act.in_(acts))
        .order_by(LogEntry.revision)
    ).all()


def last_entry(session: Session, id_: int, act: str) -> LogEntry | None:
    """The newest log entry of this act."""
    return session.scalars(
        select(LogEntry)
        .where(LogEntry.tournament_id == id_, LogEntry.act == act)
        .order_by(LogEntry.revision.desc())
        .limit(1)
    ).first()


def last_entry_about(session: Session, id_: int, act: str, player: int) -> LogEntry | None:
    """The newest log entry of this act that names this player."""
    entries = session.scalars(
        select(LogEntry)
        .where(LogEntry.tournament_id == id_, LogEntry.act == act)
        .order_by(LogEntry.revision.desc())
    )
    return next((entry for entry in entries if entry.after.get("player") == player), None)


def entry_with_key(session: Session, key: str) -> LogEntry | None:
    return session.scalar(select(LogEntry).where(LogEntry.key == key))


def pairing_by_id(session: Session, id_: int) -> Pairing | None:
    return session.get(Pairing, id_, options=[joinedload(Pairing.round)])


def sheet(session: Session, token: str, *, lock: bool = False) -> Sheet | None:
    """The sheet of this link, with its entries; with `lock` no other phone writes meanwhile."""
    query = select(Sheet).where(Sheet.token == token).options(selectinload(Sheet.entries))
    return session.scalar(query.with_for_update() if lock else query)


def sheets_of(session: Session, pairing_ids: Sequence[int]) -> Sequence[Sheet]:
    return session.scalars(
        select(Sheet).where(Sheet.pairing_id.in_(pairing_ids)).options(selectinload(Sheet.entries))
    ).all()


def parted_sheets(session: Session, tokens: Sequence[str]) -> Sequence[Sheet]:
    """Those of these sheets that were parted from their pairings: they belong to none, nor to a host."""
    of_nobody = Sheet.pairing_id.is_(None), Sheet.host_key.is_(None)
    return session.scalars(select(Sheet).where(Sheet.token.in_(tokens), *of_nobody)).all()


def open_pairings(session: Session, round_ids: Sequence[int]) -> int:
    """How many pairings of these rounds are undecided."""
    query = select(func.count()).where(Pairing.round_id.in_(round_ids), Pairing.outcome.is_(None))
    return session.scalar(query) or 0


def sheets_of_open_pairings(session: Session, id_: int) -> Sequence[tuple[Sheet, Pairing]]:
    """The sheets begun for pairings that have no result yet."""
    rows = session.execute(
        select(Sheet, Pairing)
        .join(Pairing, Sheet.pairing_id == Pairing.id)
        .where(Pairing.tournament_id == id_, Pairing.outcome.is_(None))
        .options(selectinload(Sheet.entries), joinedload(Pairing.round))
        .order_by(Sheet.id)
    )
    return [(sheet, pairing) for sheet, pairing in rows]


def users(session: Session) -> Sequence[User]:
    return session.scalars(select(User).order_by(User.name)).all()


def setting(session: Session, name: str) -> str | None:
    row = session.get(Setting, name)
    return row.value if row else None


def write_setting(session: Session, name: str, value: str | None) -> None:
    """Set a value of the installation; None takes it away."""
    row = session.get(Setting, name) or Setting(name=name)
    if value is not None:
        row.value = value
        session.add(row)
    elif row in session:
        session.delete(row)


def count_attempts(session: Session, source: str, since: datetime, until: datetime) -> int:
    """The tries from a source between two moments; those after them are of a clock that has been set back."""
    wanted = LoginAttempt.source == source, LoginAttempt.at.between(since, until)
    return session.scalar(select(func.count()).where(*wanted)) or 0


def forget_attempts(session: Session, *, before: datetime) -> None:
    session.execute(delete(LoginAttempt).where(LoginAttempt.at < before))


def setting_made_once(session: Session, name: str, value: str) -> str:
    """The setting; `value` becomes it if there is none. Two who ask at once get the same one."""
    is_postgresql = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert if is_postgresql else sqlite.insert
    session.execute(insert(Setting).values(name=name, value=value).on_conflict_do_nothing())
    return session.scalars(select(Setting.value).where(Setting.name == name)).one()
