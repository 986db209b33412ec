"""The tables. Their constraints are the last guard of the rules, whoever writes.

Money is in cents, times are UTC. `revision` columns hold the tournament's revision at which a row last
changed: a form that was read at another one is stale.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    LargeBinary,
    MetaData,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime; SQLite keeps no zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {
        datetime: UtcDateTime,
        dict[str, Any]: JSON,
        list[Any]: JSON,
        bytes: LargeBinary,
    }


class Tournament(Base):
    """One Preisschnapsen with its terms. `size` is the draw's size, None while cards are sold."""

    __tablename__ = "tournament"
    __table_args__ = (
        CheckConstraint("capacity BETWEEN 4 AND 4096 AND (capacity & (capacity - 1)) = 0", "capacity"),
        CheckConstraint("max_tickets_per_player BETWEEN 1 AND capacity / 2", "limit"),
        CheckConstraint("bummerl_to_win BETWEEN 1 AND 3", "bummerl_to_win"),
        CheckConstraint("ticket_price_cents >= 0", "price"),
        CheckConstraint("size IS NULL OR (size BETWEEN 2 AND 4096 AND (size & (size - 1)) = 0)", "size"),
        CheckConstraint("first_round_order IN ('random', 'purchase')", "first_round_order"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    date: Mapped[date]
    venue: Mapped[str]
    capacity: Mapped[int]
    ticket_price_cents: Mapped[int]
    currency: Mapped[str] = mapped_column(default="EUR")
    max_tickets_per_player: Mapped[int]
    bummerl_to_win: Mapped[int]
    rules: Mapped[dict[str, Any]]
    third_place_match: Mapped[bool]
    fifth_to_eighth: Mapped[bool]
    first_round_order: Mapped[str]
    one_prize_per_player: Mapped[bool]
    ticket_word: Mapped[str] = mapped_column(default="")
    notes: Mapped[str] = mapped_column(default="")
    score_sheets: Mapped[bool] = mapped_column(default=False)
    size: Mapped[int | None]
    finished: Mapped[bool] = mapped_column(default=False)
    practice: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int] = mapped_column(default=0)
    terms_revision: Mapped[int] = mapped_column(default=0)
    cash_opening_cents: Mapped[int | None]
    cash_closing_cents: Mapped[int | None]


class Player(Base):
    """A person of one tournament; `number` is theirs for good within it."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    number: Mapped[int]
    name: Mapped[str]
    town: Mapped[str]
    withdrawn: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int] = mapped_column(default=0)


class Ticket(Base):
    """A participation card. A returned one keeps its number and its player: the log of what was sold."""

    __tablename__ = "ticket"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        CheckConstraint("number >= 1", "number"),
        CheckConstraint("state IN ('paid', 'reserved', 'returned')", "state"),
        CheckConstraint("price_cents >= 0", "price"),
        ForeignKeyConstraint(["tournament_id", "player"], ["player.tournament_id", "player.number"]),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    number: Mapped[int]
    player: Mapped[int | None]
    state: Mapped[str]
    price_cents: Mapped[int]
    revision: Mapped[int] = mapped_column(default=0)


class WaitingGuest(Base):
    """Somebody who wants cards while the house is full, until served or gone."""

    __tablename__ = "waiting_guest"
    __table_args__ = (UniqueConstraint("tournament_id", "number"), CheckConstraint("count >= 1", "count"))

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    number: Mapped[int]
    name: Mapped[str]
    town: Mapped[str]
    count: Mapped[int]
    since: Mapped[datetime]
    done: Mapped[bool] = mapped_column(default=False)


class Round(Base):
    """A round from its announcement on; its draw is complete when it has pairings.

    `seed` is None where no lots are drawn (the final, matches for third, fifth and seventh).
    """

    __tablename__ = "round"
    __table_args__ = (
        UniqueConstraint("tournament_id", "stage", "number"),
        CheckConstraint("stage IN ('main', 'third', 'fifth-to-eighth', 'fifth', 'seventh')", "stage"),
        CheckConstraint("method IN ('computed', 'by-hand')", "method"),
        CheckConstraint("size BETWEEN 2 AND 4096 AND (size & (size - 1)) = 0", "size"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    number: Mapped[int]
    stage: Mapped[str]
    size: Mapped[int]
    method: Mapped[str | None]
    seed: Mapped[bytes | None]
    word: Mapped[str] = mapped_column(default="")
    drawing_order: Mapped[list[Any]] = mapped_column(default=list)
    announced_at: Mapped[datetime]
    drawn_at: Mapped[datetime | None]
    lots: Mapped[list[Lot]] = relationship(order_by="Lot.id", cascade="all, delete-orphan")
    pairings: Mapped[list[Pairing]] = relationship(
        order_by="Pairing.number", cascade="all, delete-orphan", back_populates="round"
    )


class Lot(Base):
    """What a ticket drew. It stays as it was drawn, even if a correction seats another ticket there."""

    __tablename__ = "lot"
    __table_args__ = (
        UniqueConstraint("round_id", "pot", "number"),
        UniqueConstraint("round_id", "ticket"),
        CheckConstraint("pot IN ('left', 'right')", "pot"),
        CheckConstraint("number >= 1", "number"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"))
    ticket: Mapped[int]
    pot: Mapped[str]
    number: Mapped[int]
    late: Mapped[bool] = mapped_column(server_default=false())
    """Sold after the draw; `late_seed` is that of its own draw, unless it drew from the real pot."""
    late_seed: Mapped[bytes | None]


class Pairing(Base):
    """Two tickets, or one and a bye. No bye meets a bye, since the left side is never empty."""

    __tablename__ = "pairing"
    __table_args__ = (
        UniqueConstraint("round_id", "number"),
        UniqueConstraint("round_id", "left"),
        UniqueConstraint("round_id", "right"),
        ForeignKeyConstraint(["tournament_id", "left"], ["ticket.tournament_id", "ticket.number"]),
        ForeignKeyConstraint(["tournament_id", "right"], ["ticket.tournament_id", "ticket.number"]),
        CheckConstraint('"left" <> "right"', "two_tickets"),
        CheckConstraint(
            "outcome IN ('played', 'bye', 'walkover', 'double-walkover', 'handed-in')", "outcome"
        ),
        CheckConstraint("(outcome IS NOT NULL AND outcome = 'bye') = (\"right\" IS NULL)", "bye"),
        CheckConstraint('winner = "left" OR ("right" IS NOT NULL AND winner = "right")', "winner"),
        CheckConstraint(
            "(winner IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'double-walkover')", "one_winner"
        ),
        CheckConstraint(
            "(games_left IS NULL) = (games_right IS NULL) AND (games_left IS NULL OR "
            "(winner IS NOT NULL AND outcome = 'played'"
            " AND games_left BETWEEN 0 AND 3 AND games_right BETWEEN 0 AND 3"
            ' AND (games_left > games_right) = (winner = "left") AND games_left <> games_right))',
            "games_won",
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"))
    number: Mapped[int]
    left: Mapped[int]
    right: Mapped[int | None]
    outcome: Mapped[str | None]
    winner: Mapped[int | None]
    games_left: Mapped[int | None]
    games_right: Mapped[int | None]
    games: Mapped[list[Any]] = mapped_column(default=list)
    table: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    revision: Mapped[int] = mapped_column(default=0)
    round: Mapped[Round] = relationship(back_populates="pairings")


class Prize(Base):
    """What is awarded for a rank; who gets it follows from the places."""

    __tablename__ = "prize"
    __table_args__ = (UniqueConstraint("tournament_id", "rank"), CheckConstraint("rank >= 1", "rank"))

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    rank: Mapped[int]
    text: Mapped[str]
    collected_at: Mapped[datetime | None]


class BandOrder(Base):
    """The order of a band of equal losers, by lot (with its seed) or by hand after a play-off."""

    __tablename__ = "band_order"
    __table_args__ = (UniqueConstraint("tournament_id", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    place: Mapped[int]
    seed: Mapped[bytes | None]
    tickets: Mapped[list[Any]]


class LogEntry(Base):
    """One act of the desk. Entries are only ever added; `key` makes a repeated form harmless."""

    __tablename__ = "log_entry"
    __table_args__ = (UniqueConstraint("tournament_id", "revision"), UniqueConstraint("key"))

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    revision: Mapped[int]
    at: Mapped[datetime]
    by: Mapped[str]
    act: Mapped[str]
    before: Mapped[dict[str, Any]] = mapped_column(default=dict)
    after: Mapped[dict[str, Any]] = mapped_column(default=dict)
    key: Mapped[str | None]


class Sheet(Base):
    """A score sheet at the table: of a pairing, or private. Its state is its entries, read in order.

    `seat_a` and `seat_b` are the keys of the phones that write in each column, `host_key` that of whoever
    opened a private sheet. A sheet that has neither a pairing nor a host was parted from its pairing, which
    is no more or is between others now.
    """

    __tablename__ = "sheet"
    __table_args__ = (
        UniqueConstraint("token"),
        UniqueConstraint("pairing_id"),
        CheckConstraint("first_dealer IN ('A', 'B')", "first_dealer"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str]
    pairing_id: Mapped[int | None] = mapped_column(ForeignKey("pairing.id"))
    name_a: Mapped[str]
    name_b: Mapped[str]
    rules: Mapped[dict[str, Any]]
    first_dealer: Mapped[str]
    created_at: Mapped[datetime]
    host_key: Mapped[str | None]
    seat_a: Mapped[str | None]
    seat_b: Mapped[str | None]
    revision: Mapped[int] = mapped_column(default=0)
    entries: Mapped[list[SheetEntry]] = relationship(
        order_by="SheetEntry.number", cascade="all, delete-orphan"
    )


class SheetEntry(Base):
    """One entry of a sheet; `seat` is whose phone wrote it, None for the desk or the host."""

    __tablename__ = "sheet_entry"
    __table_args__ = (
        UniqueConstraint("sheet_id", "number"),
        UniqueConstraint("sheet_id", "key"),
        CheckConstraint("kind IN ('deal', 'bank', 'strike', 'agree', 'dispute', 'next-match')", "kind"),
        CheckConstraint("seat IN ('A', 'B')", "seat"),
        CheckConstraint("winner IN ('A', 'B')", "winner"),
        CheckConstraint("points BETWEEN 1 AND 3", "points"),
        CheckConstraint("(kind = 'deal') = (winner IS NOT NULL AND points IS NOT NULL)", "deal"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheet.id"))
    number: Mapped[int]
    at: Mapped[datetime]
    kind: Mapped[str]
    seat: Mapped[str | None]
    winner: Mapped[str | None]
    points: Mapped[int | None]
    hung_a: Mapped[int | None]
    hung_b: Mapped[int | None]
    key: Mapped[str]


class User(Base):
    """Somebody who may work at the desk; the password is kept as an argon2 hash only."""

    __tablename__ = "user_account"
    __table_args__ = (
        UniqueConstraint("name"),
        CheckConstraint("role IN ('management', 'cash-desk', 'referee')", "role"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    password_hash: Mapped[str]
    role: Mapped[str] = mapped_column(default="management")


class LoginAttempt(Base):
    """A failed login, kept to slow down guessing."""

    __tablename__ = "login_attempt"

    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(index=True)
    at: Mapped[datetime]


class Setting(Base):
    """A value of this installation, such as the key that signs sessions."""

    __tablename__ = "setting"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
