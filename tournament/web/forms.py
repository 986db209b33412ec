"""Forms: each carries a token against forgery, and a key so that sending it twice does it once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from flask import current_app, request, session
from wtforms import Form, HiddenField
from wtforms.csrf.session import SessionCSRF

from tournament.desk.acts import Stamp
from tournament.errors import RuleBroken
from tournament.language import translate
from tournament.web.context import locale, user


class DeskForm(Form):
    """The base of every form that changes something. Labels are message ids, translated when shown."""

    class Meta:
        csrf = True
        csrf_class = SessionCSRF
        csrf_time_limit = timedelta(days=2)

        @property
        def csrf_secret(self) -> bytes:
            return str(current_app.secret_key).encode()

        @property
        def csrf_context(self) -> Any:  # noqa: ANN401 (the session is whatever WTForms wants it to be)
            return session

        @property
        def locales(self) -> list[str]:
            return [locale()]

    key = HiddenField(default=lambda: uuid4().hex)

    def __init__(self, obj: object = None, **data: Any) -> None:  # noqa: ANN401 (as WTForms takes them)
        """Filled from the request if it sends a form, else from `obj` and `data`."""
        super().__init__(request.form if request.method == "POST" else None, obj=obj, **data)

    @property
    def stamp(self) -> Stamp:
        """Who sends this form, and its key."""
        return Stamp(user() or "", self.key.data or None)

    def refuse(self, error: RuleBroken) -> None:
        """Show a broken rule at the field it belongs to, or above the form."""
        field = self._fields.get(error.field or "")
        text = translate(error, locale())
        if field is None:
            self.form_errors.append(text)
        else:
            field.errors = [*field.errors, text]
