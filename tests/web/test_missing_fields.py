"""A field that is missing from a form was not left empty by anybody: nothing is done, and nothing is lost.

Every form of the desk is found by following the links, and sent once without each of its fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.desk.builders import KASSA, a_tournament, played_until
from tests.desk.fresh import take_back
from tests.web.visitor import PageForm, Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.cash import read_cash
from tournament.desk.loading import read_night
from tournament.desk.office import Step, list_tournaments, read_log
from tournament.desk.rearranging import wait_for_cards, waiting_list
from tournament.desk.selling import sell, sell_unnamed

STEPS = (Step.ANNOUNCE, Step.DRAW, "main-1", "main-2", Step.FINISH, Step.AWARD)
SENTENCE = "Diese Seite passt nicht mehr zum Programm."
_LINK = re.compile(r'href="(/office[^"#]*)"')
_NOT_ASKED = {("/office/n/draw/announce", "seen")}
"""A place where a form leads that has more to say to another."""


def kind(path: str) -> str:
    """An address without its numbers, for pages that are alike."""
    return re.sub(r"\d+", "n", path.partition("?")[0])


def pages_from(anna: Visitor, start: str) -> Iterator[Shown]:
    """One page of each kind that links lead to, in this tournament and beside it."""
    seen, ahead = set(), [start]
    while ahead:
        path = ahead.pop(0)
        if kind(path) in seen or "/paper" in path:
            continue
        seen.add(kind(path))
        shown = anna.open(path)
        yield shown
        ahead += [found.replace("&amp;", "&") for found in _LINK.findall(shown.source)]


def forms_on(shown: Shown) -> Iterator[PageForm]:
    """The forms of a page, once for each place their buttons send them to, with what a button says."""
    for form in shown.forms:
        if form.method == "post" and "key" in form.fields:
            if form.sends:
                yield replace(form, fields=form.fields | form.answers)
            for label, action in form.buttons.items():
                yield replace(form, action=action, fields=form.fields | form.says[label])


def facts(desk: Desk) -> list[int]:
    return [len(read_log(desk.database, one.id)) for one in list_tournaments(desk.database)]


def a_night(desk: Desk, step: str) -> int:
    """A night with everything that has a form: a presale card, somebody who waits, somebody who has none."""
    night = a_tournament(desk, sold=10, capacity=16, prizes=["Gans"])
    sell(desk, KASSA, night, "Zach Franz", "", 1, paid=False)
    if step == "selling":
        sell_unnamed(desk, KASSA, night, 1, paid=False)
    elif step == "full":
        night = a_tournament(desk, sold=8, capacity=8)
        wait_for_cards(desk, KASSA, night, "Grabner Sepp", "", 1)
        take_back(desk, KASSA, night, 3)
    else:
        played_until(desk, night, step)
    return night


@pytest.mark.parametrize("step", ["selling", "full", *STEPS])
def test_no_form_of_the_desk_takes_a_missing_field_for_an_empty_one(
    anna: Visitor, desk: Desk, step: str
) -> None:
    night = a_night(desk, step)
    before, tried, taken = facts(desk), set(_NOT_ASKED), []

    for shown in pages_from(anna, f"/office/{night}"):
        for form in forms_on(shown):
            whole = anna.send_only(replace(form, fields=form.fields | {"csrf_token": ""}))
            assert SENTENCE not in whole.source, form
            for name in form.fields.keys() - {"csrf_token"}:
                if (kind(form.action), name) not in tried:
                    tried.add((kind(form.action), name))
                    less = {other: value for other, value in form.fields.items() if other != name}
                    answer = anna.send(PageForm(form.action, "post", less))
                    if answer.status < 400 and SENTENCE not in answer.text:
                        taken.append((form.action, name, answer.status))

    assert taken == []
    assert facts(desk) == before
    assert len(tried) > 20


def without(form: PageForm, name: str) -> PageForm:
    return replace(form, fields={other: value for other, value in form.fields.items() if other != name})


def test_a_count_of_the_cash_from_an_older_page_forgets_no_opening(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk)
    anna.fill(f"/office/{night}/cash", {"opening": "100"})
    older = without(anna.open(f"/office/{night}/cash").form_with("opening"), "opening")

    shown = anna.send(older, {"closing": "130"})

    assert shown.status == 422
    assert {name: shown.form_with("opening").fields[name] for name in ("opening", "closing")} == {
        "opening": "100",
        "closing": "130",
    }
    assert (read_cash(desk.database, night).opening, read_cash(desk.database, night).closing) == (
        10_000,
        None,
    )


@pytest.mark.parametrize("field", ["notes", "venue", "prizes", "third_place_match", "one_prize_per_player"])
def test_what_an_older_page_of_the_terms_does_not_ask_stays_and_stands_on_the_page_that_refuses(
    anna: Visitor, desk: Desk, field: str
) -> None:
    kept: dict[str, Any] = {
        "notes": "Wichtig",
        "venue": "Wirt",
        "prizes": ["Gans"],
        "one_prize_per_player": True,
    }
    night = a_tournament(desk, **kept)
    before = read_night(desk.database, night).terms
    form = anna.open(f"/office/{night}/terms").form_with("notes")

    shown = anna.send(without(form, field), {"name": "Neuer Name"})

    assert shown.status == 422
    assert shown.form_with("notes").fields[field] == form.fields[field]
    assert read_night(desk.database, night).terms == before


def test_a_box_without_its_tick_is_a_no(anna: Visitor, desk: Desk) -> None:
    night = a_tournament(desk)

    anna.fill(f"/office/{night}/terms", {"third_place_match": ""})

    assert not read_night(desk.database, night).terms.third_place_match


@pytest.mark.parametrize(("name", "values"), [("count", ["2", "1"]), ("name", ["Eins", "Zwei"])])
def test_what_is_said_twice_is_not_guessed(anna: Visitor, desk: Desk, name: str, values: list[str]) -> None:
    night = a_tournament(desk, sold=0)
    form = anna.open(f"/office/{night}/sell").form_with("count")
    twice: dict[str, Any] = {"name": "Maria Huber", name: values}

    shown = anna.send(form, twice)

    assert (shown.status, shown.errors) == (
        422,
        ["Hier wurde etwas zweimal angegeben. Es ist nichts geschehen."],
    )
    assert not read_night(desk.database, night).tickets


@pytest.mark.parametrize("state", ["geschenkt", "", None])
def test_a_guest_is_sold_nothing_by_a_word_that_is_neither_paid_nor_reserved(
    anna: Visitor, desk: Desk, state: str | None
) -> None:
    night = a_night(desk, "full")
    page = anna.open(f"/office/{night}/waiting")

    said = {} if state is None else {"state": state}
    shown = anna.send(page.forms[0], said, to=f"/office/{night}/waiting/1/serve/1/of/1")

    assert (shown.status, len(shown.errors)) == (422, 1)
    assert [guest.name for guest in waiting_list(desk.database, night)] == ["Grabner Sepp"]
