"""The club's logo and its sponsors on every sheet."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.desk.builders import a_tournament, played_until
from tests.paper.reading import read_pdf
from tests.web.visitor import Shown, Visitor
from tournament.desk.acts import Desk
from tournament.desk.letterhead import LARGEST_LOGO, Letterhead, read_letterhead

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'


def png() -> bytes:
    file = BytesIO()
    Image.new("RGB", (300, 200), "black").save(file, "PNG")
    return file.getvalue()


def send(anna: Visitor, night: int, logo: bytes = b"", **typed: str) -> Shown:
    page = anna.open(f"/office/{night}/paper/letterhead")
    files: dict[str, Any] = {"logo": (BytesIO(logo), "logo.png")} if logo else {}
    return anna.send(page.form_with("sponsors"), typed, **files)


PLACES = {"draw-sheet": (15, 18, 26, 28), "slips": (85, 10, 95, 20), "tickets": (61.5, 42, 65, 45)}
"""Where the first logo of a sheet stands: left, top, right and bottom, in millimetres."""


def dark(anna: Visitor, night: int, sheet: str) -> float:
    """How much of the place where the logo stands on a sheet is dark."""
    page, *_ = read_pdf(anna.client.get(f"/office/{night}/paper/{sheet}.pdf").data)
    left, top, right, bottom = (at * page.image.width / page.width for at in PLACES[sheet])
    place = page.image.convert("L").crop((left, top, right, bottom))
    return sum(place.histogram()[:128]) / (place.width * place.height)


@pytest.fixture
def night(desk: Desk) -> int:
    night = a_tournament(desk, sold=8)
    played_until(desk, night, "main-1")
    return night


@pytest.mark.parametrize("logo", [png(), SVG])
def test_logo_and_sponsors_stand_on_every_sheet_from_then_on(
    anna: Visitor, desk: Desk, night: int, logo: bytes
) -> None:
    assert all(dark(anna, night, sheet) < 0.5 for sheet in PLACES)

    send(anna, night, logo, sponsors="Mit Dank an die Bäckerei Huber")

    [page] = read_pdf(anna.client.get(f"/office/{night}/paper/draw-sheet.pdf").data)
    assert "Mit Dank an die Bäckerei Huber" in page.text
    assert {sheet: dark(anna, night, sheet) > 0.9 for sheet in PLACES} == dict.fromkeys(PLACES, True)


def test_a_logo_stays_when_only_the_sponsors_change_and_goes_when_asked(
    anna: Visitor, desk: Desk, night: int
) -> None:
    send(anna, night, SVG)
    send(anna, night, sponsors="Raiffeisenbank")
    assert read_letterhead(desk.database).logo == SVG

    send(anna, night, without="y")
    assert read_letterhead(desk.database).logo == b""


@pytest.mark.parametrize("logo", [b"no picture", png()[:50], b"<svg", b"x" * (LARGEST_LOGO + 1)])
def test_what_cannot_be_printed_is_refused_at_its_field_and_the_rest_stays(
    anna: Visitor, desk: Desk, night: int, logo: bytes
) -> None:
    send(anna, night, SVG)

    shown = send(anna, night, logo, sponsors="Neu")

    assert (shown.status, len(shown.errors)) == (422, 1)
    assert shown.form_with("sponsors").fields["sponsors"] == "Neu"
    assert read_letterhead(desk.database).logo == SVG


def test_a_letterhead_sent_twice_is_saved_once_and_nobody_was_faster(
    anna: Visitor, desk: Desk, night: int
) -> None:
    form = anna.open(f"/office/{night}/paper/letterhead").form_with("sponsors")

    for _ in range(2):
        shown = anna.send(form, {"sponsors": "Raiffeisenbank "}, logo=(BytesIO(SVG), "logo.svg"))
        assert shown.status == 200

    assert anna.send(form, {"sponsors": "Sparkasse"}).status == 409
    assert read_letterhead(desk.database) == Letterhead(SVG, "Raiffeisenbank")
