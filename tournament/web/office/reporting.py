"""What the tables report from their score sheets, with the matches they are about."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk import reports
from tournament.desk.matches import PairingView, Side
from tournament.desk.office import Office
from tournament.desk.reports import Report
from tournament.schnapsen.match import Pair
from tournament.web.context import the_desk


@dataclass(frozen=True, slots=True)
class Version:
    """What one side says: the games as (left, right), None if nothing yet; and the answer that records it."""

    side: Side
    games: Pair | None
    answer: str


@dataclass(frozen=True, slots=True)
class TableReport:
    """A report and its match; `games` are its points as they would be typed."""

    pairing: PairingView
    report: Report
    versions: tuple[Version, Version]

    @property
    def games(self) -> str:
        return " ".join(f"{left}:{right}" for left, right in self.report.games)

    @property
    def hung(self) -> str:
        return "{}:{}".format(*self.report.hung)

    @property
    def answer(self) -> str:
        return answer_for(self.pairing, self.report.hung)


def reports_of(office: Office) -> list[TableReport]:
    """The reports of all tables, those of one mind first."""
    if not office.night.terms.score_sheets:
        return []
    found = {view.key: view for view in office.open}
    told = [
        _table_report(found[report.round, report.pairing], report)
        for report in reports.reports(the_desk().database, office.id)
        if (report.round, report.pairing) in found
    ]
    return sorted(told, key=lambda one: not one.report.agreed)


def answer_for(view: PairingView, hung: Pair) -> str:
    """The answer of a button that records these games (left, right): "12 2:1"."""
    winner = view.left if hung[0] > hung[1] or view.right is None else view.right
    return f"{winner.ticket} {max(hung)}:{min(hung)}"


def _table_report(view: PairingView, report: Report) -> TableReport:
    left, right = view.sides
    return TableReport(
        view, report, (_version(view, left, report.left_says), _version(view, right, report.right_says))
    )


def _version(view: PairingView, side: Side, says: Pair | None) -> Version:
    return Version(side, says, answer_for(view, says) if says else "")
