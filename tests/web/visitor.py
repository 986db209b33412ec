"""Somebody at a browser without scripts: opens pages, fills in the forms that stand there, sends them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.test import TestResponse

Fields = dict[str, str]


@dataclass
class PageForm:
    """A form as a browser would send it: where to, and what stands in its fields."""

    action: str
    method: str
    fields: Fields = field(default_factory=dict)
    page: str = ""
    """Where it stands."""
    buttons: dict[str, str] = field(default_factory=dict)
    """For each button that sends the form elsewhere: its words, and where to."""
    says: dict[str, Fields] = field(default_factory=dict)
    """What each of these buttons adds to the fields."""
    answers: Fields = field(default_factory=dict)
    """What the first of its other buttons adds."""
    sends: bool = False
    """Whether a button sends it where the form says."""


class Shown(HTMLParser):
    """A page as a person sees it: its words, its errors, its forms."""

    def __init__(self, response: TestResponse, path: str) -> None:
        super().__init__()
        self.status = response.status_code
        self.location = response.location
        self.path = path
        self.source = response.text if (response.mimetype or "").startswith("text/") else ""
        self.words: list[str] = []
        self.errors: list[str] = []
        self.forms: list[PageForm] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._select = ""
        self._button: tuple[str, Fields, list[str]] | None = None
        self.feed(self.source)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def form_with(self, name: str) -> PageForm:
        """The form that has a field of this name."""
        found = [form for form in self.forms if name in form.fields]
        assert found, f"no form with {name!r} on {self.path} ({self.status})"
        return found[0]

    def form_at(self, action: str) -> PageForm:
        found = [form for form in self.forms if form.action.endswith(action)]
        assert found, f"no form to {action!r} on {self.path} ({self.status})"
        return found[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(
                PageForm(given.get("action", self.path), given.get("method", "get"), page=self.path)
            )
        elif tag == "input":
            self._input(given)
        elif tag in ("select", "textarea"):
            self._select = given.get("name", "")
            self._put(self._select, "")
        elif tag == "option" and "selected" in given and self._select:
            self._put(self._select, given["value"])
        elif tag == "button":
            self._press(given)
        if tag not in ("input", "meta", "link", "br", "hr", "img"):
            self._open.append((tag, given))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag in ("select", "textarea"):
            self._select = ""
        if tag == "button" and self._button and self.forms:
            action, says, words = self._button
            label = " ".join(" ".join(words).split())
            self.forms[-1].buttons[label], self.forms[-1].says[label] = action, says
            self._button = None

    def handle_data(self, data: str) -> None:
        if any(tag in ("script", "style") for tag, _ in self._open):
            return
        if self._open and self._open[-1][0] == "textarea":
            self._put(self._select, data.removeprefix("\r").removeprefix("\n"))
        self.words.append(data)
        if self._button:
            self._button[2].append(data)
        if any("error" in given.get("class", "").split() for _, given in self._open) and data.strip():
            self.errors.append(data.strip())

    def _input(self, given: Fields) -> None:
        kind = given.get("type", "text")
        if kind in ("radio", "checkbox") and "checked" not in given:
            return
        if "name" in given and kind != "file":
            self._put(given["name"], given.get("value", "y" if kind == "checkbox" else ""))

    def _press(self, given: Fields) -> None:
        if "formaction" in given:
            says = {given["name"]: given["value"]} if "name" in given else {}
            self._button = (given["formaction"], says, [])
        elif self.forms and given.get("type", "submit") == "submit" and "disabled" not in given:
            self.forms[-1].sends = True
            if "name" in given:
                self.forms[-1].answers.setdefault(given["name"], given["value"])

    def _put(self, name: str, value: str) -> None:
        if self.forms and name:
            self.forms[-1].fields[name] = value


class Visitor:
    """A browser at `address`; `language` is what it asks for."""

    def __init__(self, app: Flask, *, address: str = "127.0.0.1", language: str = "de-AT") -> None:
        self.client = app.test_client()
        self.address = address
        self.language = language

    def open(self, path: str) -> Shown:
        """The page at `path`, wherever it leads."""
        shown = self._ask("GET", path)
        while shown.status in (302, 303):
            target = urlsplit(shown.location)
            shown = self._ask("GET", f"{target.path}?{target.query}" if target.query else target.path)
        return shown

    def send(self, form: PageForm, typed: Fields | None = None, *, to: str = "", **more: Any) -> Shown:
        """Send a form with what is typed into it, and go where that leads."""
        shown = self.send_only(form, typed, to=to, **more)
        return self.open(shown.location) if shown.status in (302, 303) else shown

    def send_only(self, form: PageForm, typed: Fields | None = None, *, to: str = "", **more: Any) -> Shown:
        data = {**form.fields, **(typed or {}), **more}
        return self._ask("POST", to or form.action, came_from=form.page, data=data)

    def fill(self, path: str, typed: Fields, **more: Any) -> Shown:
        """Open a page, type into the form that has these fields, send it."""
        first = next(iter(typed))
        return self.send(self.open(path).form_with(first), typed, **more)

    def press(self, shown: Shown, label: str) -> Shown:
        """Press the button of this label, wherever its form is."""
        for form in shown.forms:
            if label in form.buttons:
                return self.send(form, form.says[label], to=form.buttons[label])
        raise AssertionError(f"no button {label!r} among {[*_labels(shown.forms)]}")

    def _ask(self, method: str, path: str, *, came_from: str = "", **more: Any) -> Shown:
        referrer = {"Referer": f"http://localhost{came_from}"} if came_from else {}
        response = self.client.open(
            path,
            method=method,
            headers={"Accept-Language": self.language} | referrer,
            environ_base={"REMOTE_ADDR": self.address},
            **more,
        )
        return Shown(response, path)


def _labels(forms: Iterable[PageForm]) -> Iterable[str]:
    return (label for form in forms for label in form.buttons)
