"""Who may reach what: the one table of all pages behind the password, and the guard that asks it.

The management reaches everything. For everybody else a page that does not stand here is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Flask, request, url_for
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response

from tournament.desk.users import Role
from tournament.language import mark
from tournament.web import login
from tournament.web.context import _, account

OPEN_ROOMS = frozenset({"board", "table", "login"})
"""Blueprints without a password: what they guard, they guard themselves."""

OPEN_PAGES = frozenset({"static", "language", "office.guide"})
"""Single pages without a password; somebody who has forgotten his needs the guide."""

_SELLING = (
    "office.sell", "office.takings", "office.sold", "office.presale", "office.late",
    "office.player", "office.players_csv", "office.pay", "office.take_back",
    "office.name_ticket",
    "office.move_ticket", "office.merge", "office.waiting", "office.serve_guest", "office.drop_guest",
    "office.cash", "office.log", "paper.tickets", "paper.cash", "paper.log",
)  # fmt: skip
_RESULTS = (
    "office.results", "office.open_pairings", "office.pairing", "office.correct", "office.withdraw_result",
    "office.accept_report", "office.score_sheets", "office.withdraw", "office.bring_back", "office.draw",
    "office.drawn", "paper.slips", "paper.protocol", "paper.round",
)  # fmt: skip
_FOR_ALL = (
    "office.index", "office.overview", "office.now", "office.undo",
    "paper.index", "paper.rules", "paper.draw_sheet", "paper.names", "paper.addendum", "paper.results",
    "paper.last_eight", "paper.poster", "paper.score_sheets", "paper.blank_draw_sheet",
)  # fmt: skip
_MANAGING = (
    "office.new", "office.practice", "office.terms", "office.import_players", "office.double_capacity",
    "office.close_sales", "office.reopen_sales", "office.announce_draw", "office.draw_rounds",
    "office.take_pots", "office.type_lot", "office.strike_lot", "office.leave_pots",
    "office.void_draw", "office.prizes", "office.finish", "office.reopen_tournament",
    "office.collect_prize", "office.accounts", "office.account", "office.remove_account",
    "office.backups", "office.restore_backup", "office.bring_backup",
    "office.archives", "office.export_archive",
    "paper.prizes", "paper.certificates", "paper.pot_numbers", "paper.before", "paper.prize_giving",
    "paper.archive", "paper.letterhead",
)  # fmt: skip


def _table() -> Mapping[str, frozenset[Role]]:
    rows: Iterable[tuple[Iterable[str], Iterable[Role]]] = (
        (_FOR_ALL, Role),
        (_SELLING, (Role.MANAGEMENT, Role.CASH_DESK)),
        (_RESULTS, (Role.MANAGEMENT, Role.REFEREE)),
        (_MANAGING, (Role.MANAGEMENT,)),
    )
    return {endpoint: frozenset(roles) for endpoints, roles in rows for endpoint in endpoints}


MAY_REACH = _table()
"""For each endpoint behind the password, the roles that reach it."""

NAMES = {
    Role.MANAGEMENT: mark("Management"),
    Role.CASH_DESK: mark("Cash desk"),
    Role.REFEREE: mark("Referee"),
}
WORK = {
    Role.MANAGEMENT: mark("Everything, accounts and terms included."),
    Role.CASH_DESK: mark("Sells cards, takes them back before the draw, sees the money."),
    Role.REFEREE: mark("Records results, also of players who go home. Sees no money."),
}


def prepare(app: Flask) -> None:
    app.before_request(guard)
    app.add_template_global(may)
    app.add_template_global(sees_money)
    app.add_template_global(role_name)
    app.add_template_global(reachable)


def guard() -> Response | None:
    """Lets a request through, asks who it is, or refuses it.

    NotFound for an address with a zero byte in it: nothing has such a name, and no database is asked for it.
    """
    said = (request.path, *request.args.values(), *request.cookies.values())
    if any("\0" in text for text in said):
        raise NotFound
    if request.endpoint is None or is_open(request.endpoint):
        return None
    if account() is None:
        return login.ask_who()
    if not may(request.endpoint):
        raise Forbidden
    return None


def is_open(endpoint: str) -> bool:
    """Whether a page needs no password."""
    return endpoint in OPEN_PAGES or endpoint.partition(".")[0] in OPEN_ROOMS


def may(endpoint: str) -> bool:
    """Whether whoever asks may reach this page."""
    somebody = account()
    return is_open(endpoint) or (somebody is not None and reaches(somebody.role, endpoint))


def reachable(endpoint: str, **values: Any) -> str:  # noqa: ANN401 (whatever is part of the address)
    """The address of a page, or nothing if whoever asks may not reach it."""
    return url_for(endpoint, **values) if may(endpoint) else ""


def reaches(role: Role, endpoint: str) -> bool:
    return role is Role.MANAGEMENT or role in MAY_REACH.get(endpoint, ())


_DONE_AT = {
    "sell-unnamed": "office.presale",
    "sell-late": "office.late",
    "rename": "office.player",
    "merge-players": "office.merge",
    "wait-for-cards": "office.waiting",
    "change-terms": "office.terms",
    "open-tournament": "office.new",
    "record-result": "office.pairing",
    "record-walkover": "office.pairing",
    "reopen": "office.reopen_tournament",
    "count-cash": "office.cash",
    "restore-backup": "office.restore_backup",
}
"""Where an act is done, if the endpoint has not its name."""


def endpoint_of(act: str) -> str:
    """The endpoint at which this act of the log is done."""
    return _DONE_AT.get(act, f"office.{act.replace('-', '_')}")


def may_undo(act: str) -> bool:
    """Whether whoever asks may do this act, and therefore undo it; a role can have changed since."""
    return may(endpoint_of(act))


def sees_money() -> bool:
    """Whether amounts are shown to whoever asks."""
    return may("office.cash")


def role_name(role: Role) -> str:
    return _(NAMES[role])
