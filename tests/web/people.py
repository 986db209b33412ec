"""The people of a desk beside Anna: the cash desk, and a referee."""

from __future__ import annotations

from flask import Flask

from tests.web.visitor import Visitor
from tournament.desk import users
from tournament.desk.acts import Desk
from tournament.desk.users import Role

PIN = "4711"


def sign_in(app: Flask, name: str, password: str) -> Visitor:
    visitor = Visitor(app)
    assert visitor.fill("/login", {"name": name, "password": password}).status == 200
    return visitor


def somebody(app: Flask, desk: Desk, role: Role) -> Visitor:
    """Somebody of this role, signed in; the management is another one than Anna."""
    password = "vier Ober" if role is Role.MANAGEMENT else PIN
    users.add_user(desk.database, role.value, password, role)
    return sign_in(app, role.value, password)
