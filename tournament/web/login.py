"""The first password, signing in and out.

A form that is sent after the session has ended is not lost: what was typed travels through signing in, and is
shown again in its form. Nothing is done with it until it is sent once more.
"""

from __future__ import annotations

import re
from ipaddress import ip_address

from flask import Blueprint, flash, g, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response
from wtforms import PasswordField
from wtforms.validators import ValidationError

from tournament.desk import users
from tournament.desk.users import Account
from tournament.errors import RuleBroken
from tournament.language import mark
from tournament.web.answers import what_is_wrong
from tournament.web.context import _, account, the_desk
from tournament.web.fields import Required, TextField
from tournament.web.forms import DeskForm

pages = Blueprint("login", __name__)

Fields = list[tuple[str, str]]

_INSIDE = re.compile(r"/(?![/\\])[^\\\x00-\x20]*")
"""An address of this desk: nothing in it that a browser would drop or turn into another one."""

KEPT = "kept-"
"""Begins the names of the fields that travel through signing in."""
_NEVER_KEPT = frozenset({"csrf_token", "password", "again"})


class LoginForm(DeskForm):
    name = TextField(mark("Name"), [Required(mark("A name, please."))])
    password = PasswordField(mark("Password"), [Required(mark("A password, please."))])

    @classmethod
    def empty(cls) -> LoginForm:
        """The form as it first stands, whatever this request sends."""
        return cls(blank=True)


class FirstPasswordForm(DeskForm):
    name = TextField(mark("Your name"), [Required(mark("A name, please."))])
    password = PasswordField(mark("New password"), [Required(mark("A password, please."))])
    again = PasswordField(mark("The same password again"))

    def validate_again(self, field: PasswordField) -> None:
        if field.data != self.password.data:
            raise ValidationError(_("This is not the same password."))


def ask_who() -> Response:
    """Ask who this is: to sign in, or to set the first password. A form that was sent is kept meanwhile."""
    if "HX-Request" in request.headers:
        return make_response("", 204)  # the page stays as it is, with what is being typed
    if not users.has_users(the_desk().database):
        return redirect(url_for("login.first_password"))
    if request.method == "POST":
        sent = request.form.items(multi=True)
        kept = [(name, value) for name, value in sent if name not in _NEVER_KEPT]
        return make_response(_login_page(LoginForm.empty(), request.path, kept), 401)
    path = request.full_path if request.query_string else request.path
    return redirect(url_for("login.sign_in", next=path))


@pages.route("/welcome", methods=["GET", "POST"])
def first_password() -> str | Response | tuple[str, int]:
    """Set the first password; only a visitor on this very machine may, and only once."""
    if users.has_users(the_desk().database):
        return redirect(url_for("login.sign_in"))
    if not ip_address(request.remote_addr or "0.0.0.0").is_loopback:  # noqa: S104 (nobody's address)
        return render_template("login/elsewhere.html"), 403
    form = FirstPasswordForm()
    if request.method == "POST" and form.validate():
        try:
            users.add_first_user(the_desk(), form.name.data, form.password.data or "")
            account = users.check_password(the_desk(), form.name.data, form.password.data or "", _source())
        except RuleBroken as error:
            form.refuse(error)
        else:
            return _welcome(account)
    page = render_template("login/first.html", form=form, shortest=users.SHORTEST_PASSWORD)
    return page, 422 if form.errors else 200


@pages.route("/login", methods=["GET", "POST"])
def sign_in() -> str | Response | tuple[str, int]:
    form = LoginForm()
    kept = [(n.removeprefix(KEPT), v) for n, v in request.form.items(multi=True) if n.startswith(KEPT)]
    if request.method == "POST" and form.validate():
        try:
            account = users.check_password(the_desk(), form.name.data, form.password.data or "", _source())
        except RuleBroken as error:
            form.refuse(error)
        else:
            return _welcome(account, kept)
    return _login_page(form, request.args.get("next", ""), kept), 422 if form.errors else 200


@pages.app_template_global()
def sign_out_form() -> DeskForm:
    """The form of the button that signs out, whatever else this request sends."""
    return DeskForm(blank=True)


@pages.post("/logout")
def sign_out() -> Response:
    form = DeskForm()
    if account() and not form.validate():
        flash(" ".join(what_is_wrong(form)), "error")
        return redirect(url_for("office.index"))
    session.clear()
    flash(_("Signed out."))
    return redirect(url_for("board.index"))


def keep_signed_in(name: str) -> None:
    """Whoever has changed his own password goes on with the new one."""
    account = users.find_account(the_desk().database, name)
    session["proof"] = account.proof if account else ""
    g.pop("account", None)


def _login_page(form: LoginForm, target: str, kept: Fields) -> str:
    return render_template("login/login.html", form=form, target=target, kept=kept, prefix=KEPT)


def _source() -> str:
    return request.remote_addr or ""


def _welcome(account: Account, kept: Fields | None = None) -> Response:
    """Lead on to where somebody wanted to go: to a page, or to the form that was sent too late."""
    session.clear()
    session["user"], session["proof"] = account.name, account.proof
    session.permanent = True
    g.pop("account", None)
    target = request.args.get("next", "")
    inside = _INSIDE.fullmatch(target) is not None
    if inside and kept:
        return make_response(render_template("login/again.html", target=target, kept=kept))
    return redirect(target if inside else url_for("office.index"))
