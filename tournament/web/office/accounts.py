"""Who may work at this desk, and as what: for the management."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField, PasswordField, RadioField

from tournament.desk import users
from tournament.desk.users import Role
from tournament.errors import NotThere, RuleBroken
from tournament.language import mark
from tournament.web.context import _, the_desk, user
from tournament.web.forms import DeskForm, Required, TextField, offered
from tournament.web.login import keep_signed_in
from tournament.web.office.frame import Shown, pages, show_form
from tournament.web.roles import NAMES, WORK

ROLES = offered(*((role.value, NAMES[role]) for role in Role))


class AccountForm(DeskForm):
    name = TextField(mark("Name"), [Required(mark("A name, please."))])
    role = RadioField(mark("What this person does"), choices=ROLES, default=Role.CASH_DESK.value)
    password = PasswordField(
        mark("Password or PIN"),
        [Required(mark("A password, please."))],
        description=mark(
            "For cash desk and referee four digits are enough; the management needs eight letters."
        ),
    )


class RemoveForm(DeskForm):
    account = HiddenField()


class ChangeForm(RemoveForm):
    role = RadioField(mark("What this person does"), choices=ROLES)
    password = PasswordField(
        mark("New password or PIN"), description=mark("Leave it empty to keep the present one.")
    )


@pages.route("/accounts", methods=["GET", "POST"])
def accounts() -> Response | Shown:
    form = AccountForm()
    database = the_desk().database
    if form.is_sent and _done(
        form, lambda: users.add_user(database, form.name.data, form.password.data or "", Role(form.role.data))
    ):
        flash(_("%(name)s can sign in now.", name=form.name.data.strip()))
        return redirect(url_for("office.accounts"), 303)
    return show_form("accounts", form, accounts=users.list_accounts(database), work=WORK)


@pages.route("/accounts/change", methods=["GET", "POST"])
def account() -> Response | Shown:
    """Another role, or another password."""
    form = ChangeForm()
    name = ((form.account.data if form.is_sent else request.args.get("name")) or "").replace("\0", "")
    found = users.find_account(the_desk().database, name)
    if found is None:
        raise NotThere("There is no account of this name.")
    if not form.is_sent:
        form.process(data={"account": found.name, "role": found.role.value})
    elif _done(form, lambda: _change(name, form)):
        flash(_("Saved: %(name)s.", name=name))
        return redirect(url_for("office.accounts"), 303)
    return show_form("account", form, found=found, work=WORK)


@pages.post("/accounts/remove")
def remove_account() -> Response:
    form = RemoveForm()
    name = form.account.data or ""
    if _done(form, lambda: users.remove_user(the_desk().database, name)):
        flash(_("%(name)s cannot sign in any more.", name=name))
    else:
        flash(" ".join(error for errors in form.errors.values() for error in errors), "error")
    return redirect(url_for("office.accounts"), 303)


def _change(name: str, form: ChangeForm) -> None:
    """Role and password as the form says; whoever changes his own stays signed in."""
    database, role, password = the_desk().database, Role(form.role.data), form.password.data or ""
    users.change_role(database, name, role, password)
    if name == user():
        keep_signed_in(name)


def _done(form: DeskForm, change: Callable[[], None]) -> bool:
    """Whether the form was right and the change is made; otherwise the form says why not."""
    if not form.validate():
        return False
    try:
        change()
    except RuleBroken as error:
        form.refuse(error)
        return False
    return True
