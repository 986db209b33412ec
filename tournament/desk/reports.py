"""What the desk learns from its tables: the results that their score sheets report."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk.night import round_slug
from tournament.desk.sheets import read
from tournament.knockout.draw import TicketNumber
from tournament.knockout.rounds import Stage
from tournament.schnapsen.match import MatchResult, Pair
from tournament.schnapsen.sheet import Sheet
from tournament.schnapsen.side import Side
from tournament.store import models, queries
from tournament.store.database import Database, Session


@dataclass(frozen=True, slots=True)
class Report:
    """What the desk learns from the table of an open pairing whose match is decided on its sheet.

    Pairs are (left, right). While the two do not say the same, `hung` is what the sheet says and `agreed`
    is False; `left_says` and `right_says` are their versions, None where nothing was said yet.
    """

    round: str
    pairing: int
    token: str
    winner: TicketNumber
    hung: Pair
    games: tuple[Pair, ...]
    """The points of each game; none if both say that the match ended otherwise than on the sheet."""
    agreed: bool
    left_says: Pair | None
    right_says: Pair | None

    @property
    def disputed(self) -> bool:
        """Whether a side says that it ended otherwise, and the other does not say the same."""
        return not self.agreed and {self.left_says, self.right_says} - {None, self.hung} != set()


def reports(database: Database, tournament: int) -> tuple[Report, ...]:
    """The open pairings whose match is decided on their sheet, as the table reports them."""
    with database.reading() as session:
        rows = queries.sheets_of_open_pairings(session, tournament)
        return tuple(report_of(row, pairing, sheet) for row, pairing in rows if (sheet := read(row)).decided)


def agreed_result(session: Session, pairing: models.Pairing) -> MatchResult | None:
    """How both at the table say that an open match has ended; None while they do not."""
    for row in queries.sheets_of(session, [pairing.id]):
        sheet = read(row)
        if sheet.decided and (report := report_of(row, pairing, sheet)).agreed:
            winner = Side.A if report.winner == pairing.left else Side.B
            return MatchResult(winner, report.hung, report.games)
    return None


def report_of(row: models.Sheet, pairing: models.Pairing, sheet: Sheet) -> Report:
    """What a decided sheet tells the desk."""
    hung = sheet.settled or sheet.score.hung
    as_on_sheet = hung == sheet.score.hung
    winner = pairing.left if hung[0] > hung[1] or pairing.right is None else pairing.right
    return Report(
        round=round_slug(Stage(pairing.round.stage), pairing.round.number),
        pairing=pairing.number,
        token=row.token,
        winner=TicketNumber(winner),
        hung=hung,
        games=sheet.score.finished_games if as_on_sheet else (),
        agreed=sheet.reported,
        left_says=sheet.version_of(Side.A),
        right_says=sheet.version_of(Side.B),
    )
