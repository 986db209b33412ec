"""Two languages: which one is spoken, and how each writes money, days and times."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tournament import language, resources
from tournament.errors import RuleBroken

GERMAN_FILE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Only %(left)s are left."
msgstr "Nur %(left)s sind übrig."

msgid "Line %(line)s: %(reason)s"
msgstr "Zeile %(line)s: %(reason)s"

msgid "%(num)s bye"
msgid_plural "%(num)s byes"
msgstr[0] "%(num)s Freilos"
msgstr[1] "%(num)s Freilose"

msgid "Not said yet"
msgstr ""
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "de.po").write_text(GERMAN_FILE, encoding="utf-8")
    monkeypatch.setattr(resources, "translations", lambda: tmp_path)
    monkeypatch.setattr(language, "_translations", language._translations.__wrapped__)
    return language.GERMAN


def test_a_text_is_filled_in_its_language(german: str) -> None:
    assert language.gettext("Only %(left)s are left.", german, left=3) == "Nur 3 sind übrig."
    assert language.gettext("Only %(left)s are left.", "en", left=3) == "Only 3 are left."


def test_a_text_nobody_translated_stays_english(german: str) -> None:
    assert language.gettext("Not said yet", german) == "Not said yet"
    assert language.gettext("Never heard of", german) == "Never heard of"


@pytest.mark.parametrize(
    ("locale", "number", "text"),
    [("de_AT", 1, "1 Freilos"), ("de_AT", 0, "0 Freilose"), ("en", 1, "1 bye"), ("en", 14, "14 byes")],
)
def test_the_number_chooses_the_form(german: str, locale: str, number: int, text: str) -> None:
    assert language.ngettext("%(num)s bye", "%(num)s byes", number, locale, num=number) == text


@pytest.mark.parametrize("locale", language.LOCALES)
@pytest.mark.parametrize(
    ("name", "said"), [("Huber jun.", "Huber jun."), ("Huber", "Huber."), ("Huber (Öd)", "Huber (Öd).")]
)
def test_a_sentence_ends_in_one_full_stop_whatever_its_last_word_ends_in(
    locale: str, name: str, said: str
) -> None:
    assert language.gettext("Saved: %(name)s.", locale, name=name).endswith(f": {said}")
    assert language.translate(RuleBroken("Saved: %(name)s.", name=name), locale).endswith(f": {said}")
    assert language.ngettext("%(name)s. %(num)s bye", "", 1, locale, name=name, num=1) == f"{said} 1 bye"


def test_a_full_stop_within_a_number_or_a_file_s_name_stays() -> None:
    values = {"file": "night.", "hours": "1."}

    assert language.gettext("%(file)s.sqlite, %(hours)s.5, %(hours)s.%(file)s", "en", **values) == (
        "night..sqlite, 1..5, 1..night."
    )


def test_a_broken_rule_speaks_the_language_of_its_reader(german: str) -> None:
    error = RuleBroken("Only %(left)s are left.", left=3)

    assert language.translate(error, german) == "Nur 3 sind übrig."
    assert language.translate(error, "en") == str(error)


def test_a_reason_inside_a_message_is_translated_too(german: str) -> None:
    error = RuleBroken(
        "Line %(line)s: %(reason)s", line=7, reason=RuleBroken("Only %(left)s are left.", left=2)
    )

    assert language.translate(error, german) == "Zeile 7: Nur 2 sind übrig."


def test_a_day_inside_a_message_is_written_as_in_austria(german: str) -> None:
    error = RuleBroken("Only %(left)s are left.", left=dt.date(2027, 1, 6))

    assert language.translate(error, german) == "Nur 6. Jänner 2027 sind übrig."


def test_a_percent_sign_without_values_is_left_alone() -> None:
    assert language.gettext("100 %", "en") == "100 %"


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        (None, "de_AT"),
        ("", "de_AT"),
        ("de", "de_AT"),
        ("de-CH,de;q=0.9,en;q=0.8", "de_AT"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0.3, en-GB;q=0.7", "en"),
        ("fr-FR, en;q=0.2", "en"),
        ("hu", "de_AT"),
        ("en;q=0", "de_AT"),
        ("en;q=nonsense", "de_AT"),
        (" EN ", "en"),
        ("*", "de_AT"),
        ("den, english", "de_AT"),
    ],
)
def test_the_browser_chooses_and_german_is_the_default(header: str | None, locale: str) -> None:
    assert language.best_locale(header) == locale


@pytest.mark.parametrize(
    ("environment", "locale"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de_AT"),
        ({"LANG": "de"}, "de_AT"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de_AT"),
        ({"LC_ALL": "C", "LANG": "de_DE"}, "en"),
        ({"LC_MESSAGES": "de_AT", "LANG": "en_US"}, "de_AT"),
    ],
)
def test_the_terminal_speaks_german_on_a_german_system(environment: dict[str, str], locale: str) -> None:
    assert language.locale_from_environment(environment) == locale


def test_money_is_written_as_in_austria() -> None:
    assert language.show_money(123450, "EUR", "de_AT") == "€\N{NO-BREAK SPACE}1.234,50"
    assert language.show_money(123450, "EUR", "en") == "€1,234.50"
    assert language.show_money(5, "EUR", "en") == "€0.05"
    assert language.show_money(-550, "EUR", "de_AT") == "−€\N{NO-BREAK SPACE}5,50"


def test_a_number_is_grouped_as_in_austria() -> None:
    assert language.show_number(16384, "de_AT") == "16.384"
    assert language.show_number(16384, "en") == "16,384"


def test_january_is_jaenner() -> None:
    assert language.show_date(dt.date(2027, 1, 6), "de_AT") == "6. Jänner 2027"
    assert language.show_date(dt.date(2027, 1, 6), "en") == "6 January 2027"
    assert language.show_date(dt.date(2027, 1, 6), "en", "short") == "06/01/2027"


@pytest.mark.parametrize(
    ("utc_hour", "shown"), [(0, "25.10.2026, 02:30"), (1, "25.10.2026, 02:30"), (2, "25.10.2026, 03:30")]
)
def test_the_hour_that_comes_twice_shows_as_the_clock_in_the_inn_did(utc_hour: int, shown: str) -> None:
    moment = dt.datetime(2026, 10, 25, utc_hour, 30, tzinfo=dt.UTC)

    assert language.show_date_time(moment, "de_AT") == shown


def test_the_hour_that_is_left_out_in_spring_never_shows() -> None:
    before = dt.datetime(2027, 3, 28, 0, 59, tzinfo=dt.UTC)

    assert language.show_time(before) == "01:59"
    assert language.show_time(before + dt.timedelta(minutes=1)) == "03:00"


def test_a_moment_without_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        language.show_time(dt.datetime(2026, 10, 25, 2, 30))  # noqa: DTZ001 - that is the point
