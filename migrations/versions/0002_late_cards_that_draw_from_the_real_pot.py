"""Late cards that draw from the real pot"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lot", sa.Column("late", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE lot SET late = true WHERE late_seed IS NOT NULL")


def downgrade() -> None:
    with op.batch_alter_table("lot", schema=None) as batch_op:
        batch_op.drop_column("late")
