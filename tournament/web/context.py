"""What every request has: the desk, a language, and perhaps somebody who is signed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from babel import Locale
from flask import Flask, current_app, g, redirect, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from tournament import language
from tournament.desk.acts import Desk
from tournament.desk.users import Account, find_account

Shown = tuple[str, int]
"""A page and its status code, as views answer them."""

LANGUAGE_COOKIE = "language"
_YEAR_SECONDS = 365 * 24 * 3600


def prepare(app: Flask, desk: Desk) -> None:
    """Give the app its desk, its languages and the switch between them."""
    app.extensions["desk"] = desk
    app.jinja_env.globals.update(_=_in_template, ngettext=_counted_in_template)
    app.before_request(_choose_language)
    app.context_processor(lambda: {"locale": Locale.parse(locale()), "user": user(), "account": account()})
    app.add_template_filter(lambda cents, code: language.show_money(cents, code, locale()), "money")
    app.add_template_filter(lambda day: language.show_date(day, locale()), "date")
    app.add_template_filter(lambda moment: language.show_date_time(moment, locale()), "moment")
    app.add_template_filter(language.show_time, "clock")
    app.add_template_filter(lambda error: language.translate(error, locale()), "explain")
    app.add_url_rule("/language/<code>", "language", switch_language)


def the_desk() -> Desk:
    return cast("Desk", current_app.extensions["desk"])


def locale() -> str:
    """The language of this request, one of `language.LOCALES`."""
    return cast("str", g.get("locale", language.GERMAN))


def _(text: str, **values: object) -> str:
    """A text in the language of this request."""
    return language.gettext(text, locale(), **values)


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The form that fits `number`, which also fills `%(num)s`."""
    return language.ngettext(one, many, number, locale(), num=number, **values)


def _in_template(text: str, **values: object) -> Markup:
    return _filled(language.gettext(text, locale()), values)


def _counted_in_template(one: str, many: str, number: int, **values: object) -> Markup:
    return _filled(language.ngettext(one, many, number, locale()), {"num": number, **values})


def _filled(text: str, values: Mapping[str, object]) -> Markup:
    """A text of ours, filled in; what is no part of a page already is escaped."""
    said = Markup(language.one_stop(text, values))  # noqa: S704 (nothing is filled in yet)
    return said % values if values else said


def account() -> Account | None:
    """Who is signed in at this browser, as long as the account and its password stay as they were."""
    if "account" not in g:
        name = session.get("user")
        found = find_account(the_desk().database, name) if name else None
        g.account = found if found and found.proof == session.get("proof") else None
    return cast("Account | None", g.account)


def user() -> str | None:
    """The name of whoever is signed in at this browser."""
    somebody = account()
    return somebody.name if somebody else None


def switch_language(code: str) -> Response:
    """Remember the language and go back to the page it was chosen on."""
    answer = redirect(_local(request.referrer) or url_for("board.index"))
    answer.set_cookie(LANGUAGE_COOKIE, code, max_age=_YEAR_SECONDS, samesite="Lax", httponly=True)
    return answer


def _choose_language() -> None:
    chosen = request.cookies.get(LANGUAGE_COOKIE) or request.headers.get("Accept-Language")
    g.locale = language.best_locale(chosen)


def _local(url: str | None) -> str | None:
    """The address, if it is one of this desk's own."""
    return url if url and url.startswith(request.host_url) else None
