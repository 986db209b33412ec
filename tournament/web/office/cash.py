"""The cash sheet: what should be in the box, and what is. It is no cash register."""

from __future__ import annotations

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from tournament.desk import cash as acts
from tournament.desk.acts import Entry
from tournament.language import mark
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, the_desk
from tournament.web.fields import HiddenNumber, MoneyField
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form


class OptionalMoneyField(MoneyField):
    """An amount, or nothing as long as nobody has counted."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist and not valuelist[0].strip():
            self.data = None
        else:
            super().process_formdata(valuelist)


class CashForm(DeskForm):
    opening = OptionalMoneyField(
        mark("In the box at the beginning"), description=mark("The change you started with.")
    )
    closing = OptionalMoneyField(
        mark("Counted at the end"), description=mark("All notes and coins together, the change included.")
    )
    seen_opening = HiddenNumber()
    seen_closing = HiddenNumber()


@pages.route("/<int:id_>/cash", methods=["GET", "POST"])
def cash(id_: int) -> Response | Shown:
    sheet = acts.read_cash(the_desk().database, id_)
    form = CashForm(
        opening=sheet.opening,
        closing=sheet.closing,
        seen_opening=sheet.opening,
        seen_closing=sheet.closing,
    )
    if form.is_sent and _count(form, id_):
        flash(_("The count is saved."))
        return redirect(url_for("office.cash", id_=id_), 303)
    return show_form("cash", form, read(id_), sheet=sheet)


def _count(form: CashForm, id_: int) -> Entry | None:
    seen = _seen(form.seen_opening), _seen(form.seen_closing)
    return carry_out(
        form,
        lambda stamp: acts.count_cash(
            the_desk(), stamp, id_, form.opening.data, form.closing.data, seen=seen
        ),
    )


def _seen(field: HiddenNumber) -> int | None:
    """The amount that stood on the page; a field that was empty comes as less than nothing."""
    return field.data if field.data is not None and field.data >= 0 else None
