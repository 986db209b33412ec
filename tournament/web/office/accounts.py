"""Who may work at this desk, and as what: for the management."""

from __future__ import annotations

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField, PasswordField, RadioField

from tournament.desk import users
from tournament.desk.account_changes import AccountAct, AccountChange, list_changes
from tournament.desk.users import Role
from tournament.errors import NotThere
from tournament.language import mark
from tournament.web.answers import attempt, what_is_wrong
from tournament.web.context import Shown, _, the_desk, user
from tournament.web.fields import Required, TextField, offered
from tournament.web.forms import DeskForm
from tournament.web.login import keep_signed_in
from tournament.web.office.frame import pages, show_form
from tournament.web.roles import NAMES, WORK, role_name

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
    """`seen` is the state in which the account was shown."""

    account = HiddenField()
    seen = HiddenField()


class ChangeForm(RemoveForm):
    role = RadioField(mark("What this person does"), choices=ROLES)
    password = PasswordField(
        mark("New password or PIN"), description=mark("Leave it empty to keep the present one.")
    )


@pages.route("/accounts", methods=["GET", "POST"])
def accounts() -> Response | Shown:
    form = AccountForm()
    database = the_desk().database
    if form.is_sent and attempt(form, lambda: _add(form)):
        flash(_("%(name)s can sign in now.", name=form.name.data.strip()))
        return redirect(url_for("office.accounts"), 303)
    return show_form(
        "accounts",
        form,
        accounts=users.list_accounts(database),
        work=WORK,
        changes=[(one, _told(one)) for one in list_changes(database)],
    )


@pages.route("/accounts/change", methods=["GET", "POST"])
def account() -> Response | Shown:
    """Another role, or another password."""
    form = ChangeForm()
    name = ((form.account.data if form.is_sent else request.args.get("name")) or "").replace("\0", "")
    found = users.find_account(the_desk().database, name)
    if found is None:
        raise NotThere("There is no account of this name.")
    if not form.is_sent:
        form.process(data={"account": found.name, "role": found.role.value, "seen": found.state})
    elif attempt(form, lambda: _change(name, form)):
        flash(_("Saved: %(name)s.", name=name))
        return redirect(url_for("office.accounts"), 303)
    return show_form("account", form, found=found, work=WORK)


@pages.post("/accounts/remove")
def remove_account() -> Response:
    form = RemoveForm()
    name, seen = form.account.data or "", form.seen.data or ""
    if attempt(form, lambda: users.remove_user(the_desk().database, name, seen=seen, by=user() or "")):
        flash(_("%(name)s cannot sign in any more.", name=name))
    else:
        flash(" ".join(what_is_wrong(form)), "error")
    return redirect(url_for("office.accounts"), 303)


def _add(form: AccountForm) -> None:
    database, role, password = the_desk().database, Role(form.role.data), form.password.data or ""
    users.add_user(database, form.name.data, password, role, by=user() or "")


def _told(change: AccountChange) -> str:
    """What was done with an account, in a sentence."""
    values = {"name": change.name, "role": role_name(Role(change.role))}
    match change.done:
        case AccountAct.ADDED:
            return _("Account of %(name)s added: %(role)s.", **values)
        case AccountAct.REMOVED:
            return _("Account of %(name)s removed.", **values)
        case AccountAct.ROLE:
            return _("%(name)s has another role: %(role)s.", **values)
        case AccountAct.PASSWORD:
            return _("%(name)s has another password.", **values)


def _change(name: str, form: ChangeForm) -> None:
    """Role and password as the form says; whoever changes his own stays signed in."""
    database, role, password = the_desk().database, Role(form.role.data), form.password.data or ""
    users.change_role(database, name, role, password, seen=form.seen.data or "", by=user() or "")
    if name == user():
        keep_signed_in(name)
