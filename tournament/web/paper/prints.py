"""What can be printed: every sheet as PDF, and for each moment of the night all it needs in one print."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request, session

from tournament.desk.office import Office
from tournament.desk.printing import read_for_paper
from tournament.errors import NotThere
from tournament.paper.job import PAPERS, Job, Links, Paper
from tournament.paper.sheets import MOMENTS, SHEETS, Moment, Sheet, file_name, moment_of, print_sheet
from tournament.web.context import locale, the_desk
from tournament.web.office.frame import desk_pages, read
from tournament.web.office.log import sought
from tournament.web.phones import phone_link
from tournament.web.roles import reachable

pages = Blueprint("paper", __name__)

LONGEST_NUMBER = 9
"""In digits: nothing that is printed has a longer one."""


@dataclass(frozen=True, slots=True)
class SheetLink:
    """A sheet and its address."""

    href: str
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered for a moment: its sheets, and those of them that `all` prints together."""

    moment: Moment
    all: str
    """The address of that print; empty where there is none, or for whoever may not have it."""
    together: tuple[Sheet, ...]
    sheets: tuple[SheetLink, ...]


@pages.get("/")
def index(id_: int) -> str:
    """What can be printed, what this moment asks for first."""
    office = read(id_)
    now = moment_of(office.board)
    others = [moment for moment in MOMENTS if moment is not now]
    offers = [offer for moment in (now, *others) if (offer := _offer(moment, office)).sheets]
    return render_template(
        "paper/index.html",
        night=office.board,
        desk_pages=desk_pages(office),
        offers=offers,
        blank_cards=_blank_cards(office),
        paper=_paper(),
    )


def show(id_: int, name: str) -> Response:
    """A sheet, or all of a moment, as PDF. NotThere for what needs a draw that is not made yet."""
    links = Links(phone_link("board.show", id_=id_), lambda token: phone_link("table.sheet", token=token))
    job = Job(
        reading=read_for_paper(the_desk().database, id_),
        locale=locale(),
        printed_at=the_desk().now(),
        round=request.args.get("round"),
        match=_number("match"),
        player=_number("player"),
        blank="blank" in request.args,
        paper=_paper(),
        links=links,
        sought=sought(),
    )
    pdf = Response(print_sheet(name, job), mimetype="application/pdf")
    pdf.headers["Content-Disposition"] = f'inline; filename="{file_name(name, job)}"'
    return pdf


for _name in SHEETS:
    pages.add_url_rule(f"/{_name}.pdf", _name.replace("-", "_"), show, defaults={"name": _name})


@pages.app_template_global()
def print_of(id_: int, name: str, **values: str | int) -> str:
    """The address of a sheet; nothing if whoever asks may not have it."""
    return reachable(f"paper.{name.replace('-', '_')}", id_=id_, **values)


def _blank_cards(office: Office) -> str:
    """The address of the cards not sold yet; empty where that of all cards prints them, or there are none."""
    some = office.night.size is None and office.night.live_tickets and office.left > 0
    return print_of(office.id, "tickets", blank=1) if some else ""


def _paper() -> Paper:
    """The paper chosen in this browser, which keeps it for its further prints."""
    if request.args.get("paper") in PAPERS:
        session["paper"] = request.args["paper"]
    return next((paper for paper in PAPERS if paper == session.get("paper")), PAPERS[0])


def _number(name: str) -> int | None:
    """A number in the address. NotThere for what is none."""
    said = request.args.get(name, "")
    if said and not (said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise NotThere("Nothing stands on this sheet at the moment.")
    return int(said) if said else None


def _offer(moment: Moment, office: Office) -> Offer:
    together = tuple(sheet for sheet in moment.sheets if sheet.ready(office))
    besides = tuple(sheet for sheet in moment.besides if sheet.ready(office))
    return Offer(
        moment=moment,
        all=print_of(office.id, moment.name) if together else "",
        together=together,
        sheets=tuple(
            SheetLink(address, sheet)
            for sheet in (*together, *besides)
            if (address := print_of(office.id, sheet.name))
        ),
    )
