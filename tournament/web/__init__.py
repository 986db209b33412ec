"""The pages: a request comes in, an act or a view of the desk is asked, a page goes out.

This room knows requests, forms, templates and status codes. It decides nothing about tournaments, and only
the factory here touches the database, to hand it to the desk.

`office` the desk's pages (a password)      `context` the desk, language and user of a request
`board`  everybody's pages, the wall        `forms`   forms, their token, their idempotency key
`paper`  sheets as PDF, one print a moment  `fields`  what can be typed, ticked and chosen in them
`login`  the first password, coming, going  `answers` from what an act says to a page
`table`  the score sheet of two phones      `wording` names of rounds, outcomes and states
`wall`   what fits on the projector         `roles`   who may reach what
`phones` links and QR codes for the hall    `live`    pages asked for again and again
`telling`, `conflicts` the log and the 409 page in words
"""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, Response
from werkzeug.routing import IntegerConverter, Map

from tournament import resources
from tournament.desk.acts import Desk
from tournament.desk.backups import usual_backups
from tournament.desk.users import secret_key
from tournament.store.database import Database
from tournament.store.queries import LARGEST_NUMBER
from tournament.web import answers, board, context, login, office, paper, phones, roles, table, wording

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


class _Number(IntegerConverter):
    """A number in an address; nothing has one that no column holds."""

    def __init__(self, addresses: Map) -> None:
        super().__init__(addresses, max=LARGEST_NUMBER)


def create_app(url: str) -> Flask:
    """The desk's web application on the migrated database at `url`."""
    database = Database(url)
    app = Flask(__name__, template_folder=str(resources.templates()))
    app.url_map.converters["int"] = _Number
    app.secret_key = secret_key(database)
    app.config.update(
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME="desk",
        PERMANENT_SESSION_LIFETIME=timedelta(days=2),
        MAX_CONTENT_LENGTH=2_000_000,
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    context.prepare(app, Desk(database, backups=usual_backups(database)))
    roles.prepare(app)
    phones.prepare(app)
    wording.prepare(app)
    answers.prepare(app)
    app.register_blueprint(login.pages)
    app.register_blueprint(office.pages, url_prefix="/office")
    app.register_blueprint(paper.pages, url_prefix="/office/<int:id_>/paper")
    app.register_blueprint(table.pages, url_prefix="/table")
    app.register_blueprint(board.pages)
    app.after_request(_guard)
    return app


def _guard(response: Response) -> Response:
    if response.mimetype != "application/pdf":  # it would bind the browser's own viewer, too
        response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", "no-cache")
    return response
