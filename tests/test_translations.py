"""Nobody in the hall meets a text in the wrong language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from scripts import messages
from tests.bare_text import bare_texts
from tournament import resources

FOUND = messages.texts()
GERMAN = messages.read_german()
TEMPLATES = sorted(path for path in resources.templates().rglob("*") if path.suffix in {".html", ".svg"})
MODULES = sorted(resources.PACKAGE.rglob("*.py"))


def ids(found: Iterator[Message]) -> set[str]:
    return {str(message.id) for message in found}


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)[a-z]", text))


def forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return [text] if isinstance(text, str) else text or []


def pairs() -> Iterator[tuple[str, str]]:
    """Each English form beside its German one."""
    for message in messages.entries(GERMAN):
        if messages.translated(message):
            yield from zip(forms(message.id), forms(message.string), strict=True)


def test_there_are_texts_to_translate() -> None:
    assert len(FOUND) > 20


def test_the_german_file_has_each_text_and_no_other() -> None:
    assert ids(messages.entries(GERMAN)) == ids(messages.entries(FOUND)), "run scripts/translate"


def test_the_german_file_keeps_nothing_that_is_no_longer_said() -> None:
    assert not GERMAN.obsolete


def test_each_text_has_a_german_one() -> None:
    assert [message.id for message in messages.entries(GERMAN) if not messages.translated(message)] == []


def test_no_translation_is_a_guess() -> None:
    assert [message.id for message in messages.entries(GERMAN) if message.fuzzy] == []


def test_a_translation_names_the_same_values() -> None:
    different = [(text, form) for text, form in pairs() if placeholders(text) != placeholders(form)]

    assert different == []


def test_a_translation_begins_and_ends_as_its_text_does() -> None:
    def edges(text: str) -> tuple[bool, bool]:
        return text[0].isspace(), text[-1].isspace()

    assert [(text, form) for text, form in pairs() if edges(text) != edges(form)] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(resources.PACKAGE)))
def test_a_message_is_written_out_where_it_is_made(path: Path) -> None:
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match call:
            case ast.Call(func=ast.Name(id=name), args=[ast.JoinedStr() | ast.BinOp(), *_]):
                assert name not in messages.KEYWORDS, f"line {call.lineno}: cannot be translated"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(resources.templates())))
def test_a_template_says_nothing_in_one_language_only(path: Path) -> None:
    assert bare_texts(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Turnier</p>", ["Turnier"]),
        ("<p>{{ _('Tournament') }}</p>", []),
        ("<p>{% trans %}Tournament{% endtrans %}</p>", []),
        ("<p>{% trans n=3 %}One{% pluralize %}Many{% endtrans %}</p>", []),
        ("<p>{# a remark #}{{ tournament.name }} · 3 : 2 €</p>", []),
        ("<p>{{ 'open' if late else _('done') }}</p>", ["open"]),
        ("<p>{{ 'Draw' ~ number }}</p>", ["Draw"]),
        ("{{ field.id ~ '-error' }}", []),
        ('<td data-label="Yours">7</td>', ["Yours"]),
        ("<p>{{ name or 'nobody' }}</p>", ["nobody"]),
        ("<p class=\"{{ 'open' if late }}\">7</p>", []),
        ("<p{% if late %} title='late'{% endif %}>7</p>", ["late"]),
        ('<input placeholder="Name">', ["Name"]),
        ('<input type="hidden" value="sell">', []),
        ('<input type="submit" value="Sell">', ["Sell"]),
        ('<button value="sell">{{ _("Sell") }}</button>', []),
        ('<img alt="Heart">', ["Heart"]),
        ('<a aria-label="Next" href="/next">→</a>', ["Next"]),
        ("<style>p { color: red }</style><script>let a</script>", []),
        ("<p>A&nbsp;B</p>", ["A\N{NO-BREAK SPACE}B"]),
        ("{% set title = 'Results' %}", ["Results"]),
        ("{% set kind = 'results' %}", []),
        ("{{ field(form.name, label='Name') }}", ["Name"]),
        ("{{ field(form.name, label=_('Name')) }}", []),
        ("<h1>Preisschnapsen</h1>", []),
        ("<p>{% if a > b %}{{ a }}{% endif %}</p>", []),
    ],
)
def test_bare_text_is_seen_where_people_would_read_it(source: str, found: list[str]) -> None:
    assert bare_texts(source) == found
