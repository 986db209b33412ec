"""The first password, signing in and out."""

from __future__ import annotations

from ipaddress import ip_address

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response
from wtforms import PasswordField
from wtforms.validators import ValidationError

from tournament.desk import users
from tournament.errors import RuleBroken
from tournament.language import mark
from tournament.web.context import _, the_desk
from tournament.web.forms import DeskForm, Required, TextField

pages = Blueprint("login", __name__)


class LoginForm(DeskForm):
    name = TextField(mark("Name"), [Required(mark("A name, please."))])
    password = PasswordField(mark("Password"), [Required(mark("A password, please."))])


class FirstPasswordForm(DeskForm):
    name = TextField(mark("Your name"), [Required(mark("A name, please."))])
    password = PasswordField(mark("New password"), [Required(mark("A password, please."))])
    again = PasswordField(mark("The same password again"))

    def validate_again(self, field: PasswordField) -> None:
        if field.data != self.password.data:
            raise ValidationError(_("This is not the same password."))


def require_user() -> Response | None:
    """Send whoever is not signed in to sign in, or to set the first password."""
    if session.get("user"):
        return None
    if not users.has_users(the_desk().database):
        return redirect(url_for("login.first_password"))
    return redirect(url_for("login.sign_in", next=request.path if request.method == "GET" else None))


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
        except RuleBroken as error:
            form.refuse(error)
        else:
            return _welcome(form.name.data)
    page = render_template("login/first.html", form=form, shortest=users.SHORTEST_PASSWORD)
    return page, 422 if form.errors else 200


@pages.route("/login", methods=["GET", "POST"])
def sign_in() -> str | Response | tuple[str, int]:
    form = LoginForm()
    if request.method == "POST" and form.validate():
        try:
            users.check_password(
                the_desk(), form.name.data, form.password.data or "", request.remote_addr or ""
            )
        except RuleBroken as error:
            form.refuse(error)
        else:
            return _welcome(form.name.data)
    return render_template("login/login.html", form=form), 422 if form.errors else 200


@pages.post("/logout")
def sign_out() -> Response:
    session.clear()
    flash(_("Signed out."))
    return redirect(url_for("board.index"))


def _welcome(name: str) -> Response:
    session.clear()
    session["user"] = name
    session.permanent = True
    target = request.args.get("next", "")
    inside = target.startswith("/") and not target.startswith(("//", "/\\"))
    return redirect(target if inside else url_for("office.index"))
