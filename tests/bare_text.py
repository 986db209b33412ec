"""Finds what a template says outside of a translation call, in all places where people read or hear it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from jinja2 import Environment, nodes

SAME_IN_BOTH_LANGUAGES = {"Preisschnapsen", "Deutsch", "English", "A4", "CSV", "PDF", "JSON", "EUR"}
ID_ENDING = re.compile(r"(?<!\S)-[a-z]+(?!\S)")
"""`{{ field.id ~ "-error" }}` names a place on the page; nobody reads it."""

READ_ALOUD = {
    "alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "data-confirm",
    "data-label", "hx-confirm", "hx-prompt", "label", "placeholder", "summary", "title",
}  # fmt: skip
NAMES_OF_TEXTS = {
    "alt", "caption", "description", "heading", "help", "hint", "label", "message", "placeholder", "text",
    "title",
}  # fmt: skip

_jinja = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in {"script", "style"}
        given = {name: value or "" for name, value in attrs}
        self.texts += [given[name] for name in READ_ALOUD & given.keys()]
        if tag == "input" and given.get("type") in {"submit", "button", "reset"}:
            self.texts.append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)


def bare_texts(source: str) -> list[str]:
    """The texts of a Jinja template that would be shown in one language only."""
    reader = _Reader()
    reader.feed("".join(_as_shown(source)))
    reader.close()
    said = [text.strip() for text in (*reader.texts, *_handed_on(source))]
    return [text for text in said if _is_text(text)]


def _is_text(text: str) -> bool:
    said = ID_ENDING.sub("", text)
    return any(letter.isalpha() for letter in said) and text not in SAME_IN_BOTH_LANGUAGES


def _as_shown(source: str) -> Iterator[str]:
    """The source without its Jinja parts, but with the texts that its expressions hold."""
    expression: list[str] | None = None
    statement: list[str] = []
    translating = False
    for _, kind, value in _jinja.lex(source):
        match kind:
            case "variable_begin":
                expression = []
            case "variable_end":
                yield " ".join(_outcomes(_parsed("".join(expression or []))))
                expression = None
            case "block_begin":
                statement = []
            case "block_end":
                word = "".join(statement).split()[0]
                translating = word == "trans" or (translating and word != "endtrans")
            case "data" if not translating:
                yield value
            case _:
                (statement if expression is None else expression).append(value)


def _parsed(expression: str) -> nodes.Node:
    output = next(_jinja.parse("{{" + expression + "}}").find_all(nodes.Output))
    return output.nodes[0]


def _outcomes(node: nodes.Node | None) -> Iterator[str]:
    """The texts written out in an expression that can be its value."""
    match node:
        case nodes.Const(value=str(text)) | nodes.TemplateData(data=text):
            yield text
        case nodes.CondExpr(expr1=yes, expr2=no):
            yield from _outcomes(yes)
            yield from _outcomes(no)
        case nodes.Or(left=left, right=right) | nodes.Add(left=left, right=right):
            yield from _outcomes(left)
            yield from _outcomes(right)
        case nodes.Concat(nodes=parts):
            for part in parts:
                yield from _outcomes(part)
        case nodes.Filter(node=inner):
            yield from _outcomes(inner)


def _handed_on(source: str) -> Iterator[str]:
    """Texts given a name that says they will be shown: `{% set title = "…" %}`, `field(label="…")`."""
    tree = _jinja.parse(source)
    for assignment in tree.find_all(nodes.Assign):
        if isinstance(assignment.target, nodes.Name) and assignment.target.name in NAMES_OF_TEXTS:
            yield from _outcomes(assignment.node)
    for argument in tree.find_all(nodes.Keyword):
        if argument.key in NAMES_OF_TEXTS:
            yield from _outcomes(argument.value)
