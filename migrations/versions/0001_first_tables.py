"""The first tables of a night"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "login_attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_attempt")),
    )
    with op.batch_alter_table("login_attempt", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_login_attempt_source"), ["source"], unique=False)

    op.create_table(
        "setting",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("venue", sa.String(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("ticket_price_cents", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("max_tickets_per_player", sa.Integer(), nullable=False),
        sa.Column("bummerl_to_win", sa.Integer(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("third_place_match", sa.Boolean(), nullable=False),
        sa.Column("fifth_to_eighth", sa.Boolean(), nullable=False),
        sa.Column("first_round_order", sa.String(), nullable=False),
        sa.Column("one_prize_per_player", sa.Boolean(), nullable=False),
        sa.Column("ticket_word", sa.String(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("score_sheets", sa.Boolean(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("terms_revision", sa.Integer(), nullable=False),
        sa.Column("cash_opening_cents", sa.Integer(), nullable=True),
        sa.Column("cash_closing_cents", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "first_round_order IN ('random', 'purchase')", name=op.f("ck_tournament_first_round_order")
        ),
        sa.CheckConstraint("bummerl_to_win BETWEEN 1 AND 3", name=op.f("ck_tournament_bummerl_to_win")),
        sa.CheckConstraint(
            "capacity BETWEEN 4 AND 4096 AND (capacity & (capacity - 1)) = 0",
            name=op.f("ck_tournament_capacity"),
        ),
        sa.CheckConstraint(
            "max_tickets_per_player BETWEEN 1 AND capacity / 2", name=op.f("ck_tournament_limit")
        ),
        sa.CheckConstraint(
            "size IS NULL OR (size BETWEEN 2 AND 4096 AND (size & (size - 1)) = 0)",
            name=op.f("ck_tournament_size"),
        ),
        sa.CheckConstraint("ticket_price_cents >= 0", name=op.f("ck_tournament_price")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_table(
        "user_account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.CheckConstraint(
            "role IN ('management', 'cash-desk', 'referee')", name=op.f("ck_user_account_role")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_account")),
        sa.UniqueConstraint("name", name=op.f("uq_user_account_name")),
    )
    op.create_table(
        "band_order",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("tickets", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_band_order_tournament_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_band_order")),
        sa.UniqueConstraint("tournament_id", "place", name=op.f("uq_band_order_tournament_id_place")),
    )
    op.create_table(
        "log_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_log_entry_tournament_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log_entry")),
        sa.UniqueConstraint("key", name=op.f("uq_log_entry_key")),
        sa.UniqueConstraint("tournament_id", "revision", name=op.f("uq_log_entry_tournament_id_revision")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("town", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_player_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_player_tournament_id_number")),
    )
    op.create_table(
        "prize",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("collected_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("rank >= 1", name=op.f("ck_prize_rank")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_prize_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prize")),
        sa.UniqueConstraint("tournament_id", "rank", name=op.f("uq_prize_tournament_id_rank")),
    )
    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("method", sa.String(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("drawing_order", sa.JSON(), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("drawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("method IN ('computed', 'by-hand')", name=op.f("ck_round_method")),
        sa.CheckConstraint(
            "stage IN ('main', 'third', 'fifth-to-eighth', 'fifth', 'seventh')", name=op.f("ck_round_stage")
        ),
        sa.CheckConstraint("size BETWEEN 2 AND 4096 AND (size & (size - 1)) = 0", name=op.f("ck_round_size")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_round_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint(
            "tournament_id", "stage", "number", name=op.f("uq_round_tournament_id_stage_number")
        ),
    )
    op.create_table(
        "waiting_guest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("town", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.CheckConstraint("count >= 1", name=op.f("ck_waiting_guest_count")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name=op.f("fk_waiting_guest_tournament_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiting_guest")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_waiting_guest_tournament_id_number")),
    )
    op.create_table(
        "lot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("ticket", sa.Integer(), nullable=False),
        sa.Column("pot", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("late_seed", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("pot IN ('left', 'right')", name=op.f("ck_lot_pot")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_lot_number")),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_lot_round_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lot")),
        sa.UniqueConstraint("round_id", "pot", "number", name=op.f("uq_lot_round_id_pot_number")),
        sa.UniqueConstraint("round_id", "ticket", name=op.f("uq_lot_round_id_ticket")),
    )
    op.create_table(
        "ticket",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("price_cents", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint("state IN ('paid', 'reserved', 'returned')", name=op.f("ck_ticket_state")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_ticket_number")),
        sa.CheckConstraint("price_cents >= 0", name=op.f("ck_ticket_price")),
        sa.ForeignKeyConstraint(
            ["tournament_id", "player"],
            ["player.tournament_id", "player.number"],
            name=op.f("fk_ticket_tournament_id_player"),
        ),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_ticket_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_ticket_tournament_id_number")),
    )
    op.create_table(
        "pairing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("games_left", sa.Integer(), nullable=True),
        sa.Column("games_right", sa.Integer(), nullable=True),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("table", sa.String(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(winner IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'double-walkover')",
            name=op.f("ck_pairing_one_winner"),
        ),
        sa.CheckConstraint(
            "outcome IN ('played', 'bye', 'walkover', 'double-walkover', 'handed-in')",
            name=op.f("ck_pairing_outcome"),
        ),
        sa.CheckConstraint('"left" <> "right"', name=op.f("ck_pairing_two_tickets")),
        sa.CheckConstraint(
            "(games_left IS NULL) = (games_right IS NULL) AND (games_left IS NULL OR (winner IS NOT "
            "NULL AND outcome = 'played' AND games_left BETWEEN 0 AND 3 AND games_right BETWEEN 0 AND"
            ' 3 AND (games_left > games_right) = (winner = "left") AND games_left <> games_right))',
            name=op.f("ck_pairing_games_won"),
        ),
        sa.CheckConstraint(
            "(outcome IS NOT NULL AND outcome = 'bye') = (\"right\" IS NULL)", name=op.f("ck_pairing_bye")
        ),
        sa.CheckConstraint(
            'winner = "left" OR ("right" IS NOT NULL AND winner = "right")', name=op.f("ck_pairing_winner")
        ),
        sa.ForeignKeyConstraint(["round_id"], ["round.id"], name=op.f("fk_pairing_round_id")),
        sa.ForeignKeyConstraint(
            ["tournament_id", "left"],
            ["ticket.tournament_id", "ticket.number"],
            name=op.f("fk_pairing_tournament_id_left"),
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "right"],
            ["ticket.tournament_id", "ticket.number"],
            name=op.f("fk_pairing_tournament_id_right"),
        ),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=op.f("fk_pairing_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairing")),
        sa.UniqueConstraint("round_id", "left", name=op.f("uq_pairing_round_id_left")),
        sa.UniqueConstraint("round_id", "number", name=op.f("uq_pairing_round_id_number")),
        sa.UniqueConstraint("round_id", "right", name=op.f("uq_pairing_round_id_right")),
    )
    op.create_table(
        "sheet",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("pairing_id", sa.Integer(), nullable=True),
        sa.Column("name_a", sa.String(), nullable=False),
        sa.Column("name_b", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("host_key", sa.String(), nullable=True),
        sa.Column("seat_a", sa.String(), nullable=True),
        sa.Column("seat_b", sa.String(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint("first_dealer IN ('A', 'B')", name=op.f("ck_sheet_first_dealer")),
        sa.ForeignKeyConstraint(["pairing_id"], ["pairing.id"], name=op.f("fk_sheet_pairing_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheet")),
        sa.UniqueConstraint("pairing_id", name=op.f("uq_sheet_pairing_id")),
        sa.UniqueConstraint("token", name=op.f("uq_sheet_token")),
    )
    op.create_table(
        "sheet_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("hung_a", sa.Integer(), nullable=True),
        sa.Column("hung_b", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.CheckConstraint(
            "(kind = 'deal') = (winner IS NOT NULL AND points IS NOT NULL)", name=op.f("ck_sheet_entry_deal")
        ),
        sa.CheckConstraint(
            "kind IN ('deal', 'bank', 'strike', 'agree', 'dispute', 'next-match')",
            name=op.f("ck_sheet_entry_kind"),
        ),
        sa.CheckConstraint("seat IN ('A', 'B')", name=op.f("ck_sheet_entry_seat")),
        sa.CheckConstraint("winner IN ('A', 'B')", name=op.f("ck_sheet_entry_winner")),
        sa.CheckConstraint("points BETWEEN 1 AND 3", name=op.f("ck_sheet_entry_points")),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name=op.f("fk_sheet_entry_sheet_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheet_entry")),
        sa.UniqueConstraint("sheet_id", "key", name=op.f("uq_sheet_entry_sheet_id_key")),
        sa.UniqueConstraint("sheet_id", "number", name=op.f("uq_sheet_entry_sheet_id_number")),
    )


def downgrade() -> None:
    op.drop_table("sheet_entry")
    op.drop_table("sheet")
    op.drop_table("pairing")
    op.drop_table("ticket")
    op.drop_table("lot")
    op.drop_table("waiting_guest")
    op.drop_table("round")
    op.drop_table("prize")
    op.drop_table("player")
    op.drop_table("log_entry")
    op.drop_table("band_order")
    op.drop_table("user_account")
    op.drop_table("tournament")
    op.drop_table("setting")
    with op.batch_alter_table("login_attempt", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_login_attempt_source"))

    op.drop_table("login_attempt")
