"""Every text in German (as in Austria) and English, and money, dates and times as they are written there.

The English text is the key of its translation: `translations/de.po` is read at first use, there is nothing to
compile. Where no request knows the language, `mark("…")` notes a text for translation without translating it.
"""

from __future__ import annotations

import datetime as dt
import gettext as _gettext
import io
import os
import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Final, Literal
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_currency, format_decimal

from tournament import resources
from tournament.errors import RuleBroken

GERMAN: Final = "de_AT"
ENGLISH: Final = "en"
LOCALES: Final = (GERMAN, ENGLISH)
"""The languages of every page and message, the default first."""

INN: Final = ZoneInfo("Europe/Vienna")
"""Times are kept in UTC and shown as the clock in the inn showed them."""

_BEFORE_A_STOP: Final = re.compile(r"%\((\w+)\)s\.(?![\w%.])")

_HABITS: Final = {GERMAN: Locale("de", "AT"), ENGLISH: Locale("en", "GB")}


def mark(message: str) -> str:
    """The same English text, noted for translation: for messages made where no language is known yet."""
    return message


@cache
def _translations(locale: str) -> _gettext.NullTranslations:
    if locale != GERMAN:
        return _gettext.NullTranslations()
    compiled = io.BytesIO()
    with (resources.translations() / "de.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale="de"))
    compiled.seek(0)
    return _gettext.GNUTranslations(compiled)


def gettext(message: str, locale: str, **values: object) -> str:
    """`message` in the language of `locale`, with `%(name)s` filled from `values`."""
    return _filled(_translations(locale).gettext(message), values)


def ngettext(singular: str, plural: str, number: int, locale: str, **values: object) -> str:
    """The form that fits `number`, filled from `values` alone: templates fill `%(num)s` themselves."""
    return _filled(_translations(locale).ngettext(singular, plural, number), values)


def one_stop(text: str, values: Mapping[str, object]) -> str:
    """`text`, not filled yet, without the full stops before which a value ends in one: "Saved: Huber jun."

    Where numbers or parts of a file's name follow, the stop stays.
    """

    def ended(found: re.Match[str]) -> str:
        return found[0][:-1] if str(values.get(found[1], "")).endswith(".") else found[0]

    return _BEFORE_A_STOP.sub(ended, text)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return one_stop(text, values) % values if values else text


def words(locale: str) -> dict[str, str]:
    """Every English text with its translation, for templates that look their texts up themselves."""
    if locale != GERMAN:
        return {}
    with (resources.translations() / "de.po").open("rb") as source:
        return {m.id: str(m.string) for m in read_po(source, locale="de") if isinstance(m.id, str) and m.id}


def translate(error: RuleBroken, locale: str) -> str:
    """What a broken rule says, in the language of `locale`; errors and dates among its values too."""
    values = {name: _value(value, locale) for name, value in error.values.items()}
    return gettext(error.message, locale, **values)


def _value(value: object, locale: str) -> object:
    match value:
        case RuleBroken():
            return translate(value, locale)
        case dt.datetime():
            return show_date_time(value, locale)
        case dt.date():
            return show_date(value, locale)
        case _:
            return value


def _known(tag: str) -> str | None:
    language = tag.strip().replace("_", "-").split("-")[0].split(".")[0].lower()
    return {"de": GERMAN, "en": ENGLISH}.get(language)


def best_locale(accept_language: str | None) -> str:
    """The language a browser asks for in its `Accept-Language` header; German if it asks for neither."""
    wishes: list[tuple[float, int, str]] = []
    for wish in (accept_language or "").split(","):
        tag, _, weight = wish.partition(";")
        locale, liking = _known(tag), _liking(weight)
        if locale and liking > 0:
            wishes.append((-liking, len(wishes), locale))
    return min(wishes)[2] if wishes else GERMAN


def _liking(weight: str) -> float:
    name, _, value = weight.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def locale_from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language of a terminal: German where the system is German, otherwise English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    setting = next((environment[name] for name in names if environment.get(name)), "")
    return _known(setting) or ENGLISH


def show_money(cents: int, currency: str, locale: str) -> str:
    """An amount in cents: "€ 1.234,50" in German, "€1,234.50" in English; a debt with a real minus."""
    return format_currency(Decimal(cents) / 100, currency, locale=_HABITS[locale]).replace("-", "−")


def show_number(number: int, locale: str) -> str:
    """A count: "4.096" in German, "4,096" in English."""
    return format_decimal(number, locale=_HABITS[locale])


def show_date(day: dt.date, locale: str, style: Literal["short", "medium", "long", "full"] = "long") -> str:
    """A day, the day of the month first: "6. Jänner 2027" in German, "6 January 2027" in English."""
    return format_date(day, format=style, locale=_HABITS[locale])


def show_time(moment: dt.datetime) -> str:
    """The time of day in the inn, "23:30" in both languages, of an aware moment.

    Raises ValueError for a moment without time zone: nobody could say when it was.
    """
    return f"{_in_the_inn(moment):%H:%M}"


def show_date_time(moment: dt.datetime, locale: str) -> str:
    """Day and time in the inn of an aware moment: "06.01.2027, 23:30" or "6 Jan 2027, 23:30".

    Raises ValueError for a moment without time zone.
    """
    return f"{show_date(_in_the_inn(moment).date(), locale, 'medium')}, {show_time(moment)}"


def _in_the_inn(moment: dt.datetime) -> dt.datetime:
    if moment.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return moment.astimezone(INN)
