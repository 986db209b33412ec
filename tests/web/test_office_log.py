"""The log: sought through, printed, never changed."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.desk.builders import a_tournament, play, terms_for
from tests.desk.changed import decided, half_played, loser_of
from tests.desk.fresh import take_back
from tests.desk.test_telling import acts
from tests.paper.reading import read_pdf
from tests.web.visitor import Visitor
from tournament.desk.acts import Desk, Stamp
from tournament.desk.office import read_log, read_office
from tournament.desk.selling import sell
from tournament.desk.telling.act_names import ACT_NAMES
from tournament.desk.tournaments import change_terms

RESI, FRANZ = Stamp("Resi"), Stamp("Franz")


@pytest.fixture
def night(desk: Desk) -> int:
    night = a_tournament(desk, sold=0, capacity=16)
    sell(desk, RESI, night, "Maria Huber", "Öd", 2)
    sell(desk, FRANZ, night, "Zach Leni", "Ried", 1)
    take_back(desk, FRANZ, night, 1)
    return night


def lines(anna: Visitor, path: str) -> list[str]:
    """The sentences of the log, as they are listed."""
    source = anna.open(path).source
    return [" ".join(part.split("</p>", 1)[0].split()) for part in source.split("<li>\n          <p>")[1:]]


def paper_text(anna: Visitor, night: int, query: str = "") -> str:
    """The log as it is printed."""
    pages = read_pdf(anna.client.get(f"/office/{night}/paper/log.pdf{query}").data)
    return "\n".join(page.text for page in pages)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 4),
        ("?act=sell", 2),
        ("?by=Franz", 2),
        ("?by=Franz&act=sell", 1),
        ("?text=huber", 1),
        ("?text=ZACH+ried", 1),
        ("?text=Huber&by=Franz", 0),
        ("?act=nothing", 0),
    ],
)
def test_the_log_is_sought_by_act_person_and_words(anna: Visitor, night: int, query: str, found: int) -> None:
    assert len(lines(anna, f"/office/{night}/log{query}")) == found


def test_what_is_sought_stays_in_the_form_and_goes_to_the_printer(anna: Visitor, night: int) -> None:
    shown = anna.open(f"/office/{night}/log?by=Franz&text=karte")

    assert shown.form_with("text").fields == {"text": "karte", "act": "", "by": "Franz"}
    assert f'href="/office/{night}/paper/log.pdf?act=&amp;by=Franz&amp;text=karte"' in shown.source


def test_only_acts_and_people_of_this_night_can_be_chosen(anna: Visitor, night: int) -> None:
    source = anna.open(f"/office/{night}/log").source

    assert '<option value="sell">Verkauf</option>' in source
    assert 'value="finish"' not in source
    assert '<option value="Franz">Franz</option>' in source


def test_corrections_are_a_kind_of_their_own(anna: Visitor, desk: Desk) -> None:
    night = half_played(desk)
    first, second, *_ = decided(desk, night, "main-2")
    play(desk, night, first)
    assert "Korrigiert</option>" not in anna.open(f"/office/{night}/log").source
    play(desk, night, second, loser_of(second).ticket)

    shown = anna.open(f"/office/{night}/log?act=corrected")

    assert '<option value="corrected" selected>Korrigiert</option>' in shown.source
    [told] = lines(anna, f"/office/{night}/log?act=corrected")
    assert told.startswith("Korrigiert: Viertelfinale")
    assert "Auszug: 1 von " in paper_text(anna, night, "?act=corrected")


def test_nothing_found_says_so(anna: Visitor, night: int) -> None:
    assert "Kein Eintrag passt" in anna.open(f"/office/{night}/log?text=xyz").text


def test_the_protocol_has_each_entry_in_the_order_in_which_it_happened(
    anna: Visitor, desk: Desk, night: int
) -> None:
    text = paper_text(anna, night)

    entries = reversed(read_log(desk.database, night))
    assert re.findall(r"^(\d+) \d\d\.", text, flags=re.MULTILINE) == [
        str(entry.revision) for entry in entries
    ]
    assert "darin lässt sich nichts ändern oder löschen" in text


def test_a_part_of_the_protocol_says_that_it_is_one(anna: Visitor, night: int) -> None:
    assert "Auszug: 2 von 4 Einträgen" in paper_text(anna, night, "?by=Franz")


@pytest.mark.parametrize("path", ["log", "paper/log.pdf"])
def test_the_log_cannot_be_sent_anything(anna: Visitor, night: int, path: str) -> None:
    assert anna.client.post(f"/office/{night}/{path}").status_code == 405


def test_changed_terms_are_told_with_the_value_before_and_after(
    anna: Visitor, desk: Desk, night: int
) -> None:
    seen = read_office(desk.database, night).night.terms_revision
    rules = {"profile": "preisschnapsen-sharp", "last_trick": "by_count"}
    terms = terms_for(capacity=32, venue="Dorfwirt", rules=rules, ticket_price_cents=700)
    change_terms(desk, RESI, night, terms, seen=seen)

    told = lines(anna, f"/office/{night}/log?act=change-terms")[0]

    assert "Veranstaltungsort: Kirchenwirt → Dorfwirt" in told
    assert "16 → 32" in told
    assert "€ 5,00 → € 7,00" in told
    assert "scharf → scharf, " in told
    assert "last_trick" not in told


@pytest.mark.parametrize("act", sorted(set(acts())))
def test_every_act_has_a_name_to_choose(app: Flask, act: str) -> None:
    assert act in ACT_NAMES
