"""Forms: each carries a token against forgery, and a key so that sending it twice does it once."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

from flask import current_app, request, session
from werkzeug.datastructures import FileStorage
from wtforms import Field, Form, HiddenField, IntegerField, StringField
from wtforms.csrf.core import CSRFTokenField
from wtforms.csrf.session import SessionCSRF
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its stubs
from wtforms.form import BaseForm
from wtforms.validators import StopValidation, ValidationError
from wtforms.widgets import HiddenInput, TextArea, TextInput

from tournament.desk.acts import Stamp
from tournament.errors import RuleBroken
from tournament.language import mark, translate
from tournament.web.context import _, locale, user


class _Token(SessionCSRF):
    """The token against forgery; what is wrong with it is said in the words of the desk."""

    def validate_csrf_token(self, form: BaseForm, field: CSRFTokenField) -> None:
        try:
            super().validate_csrf_token(form, field)
        except ValidationError as error:
            raise ValidationError(
                _("This page was open for too long. Nothing has been done yet; please send it again.")
            ) from error


class DeskForm(Form):
    """The base of every form that changes something. Labels are message ids, translated when shown."""

    class Meta:
        csrf = True
        csrf_class = _Token
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
    def is_sent(self) -> bool:
        """Whether this request sends the form, not only asks for its page."""
        return request.method == "POST"

    @property
    def stamp(self) -> Stamp:
        """Who sends this form, and the key of exactly what it says.

        Going back in the browser and sending something else from the same page is another act.
        """
        return Stamp(user() or "", _key_of_request(self.key.data) if self.key.data else None)

    def refuse(self, error: RuleBroken) -> None:
        """Show a broken rule at the field it belongs to, or above the form."""
        field = self._fields.get(error.field or "")
        text = translate(error, locale())
        if field is None:
            self.form_errors.append(text)
        else:
            field.errors = [*field.errors, text]


def _key_of_request(key: str) -> str:
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
    files = [_digest(file) for file in request.files.values()]
    return sha256(repr((key, request.path, said, files)).encode()).hexdigest()


def _digest(file: FileStorage) -> str:
    digest = sha256(file.read()).hexdigest()
    file.seek(0)
    return digest


def offered(*choices: tuple[str, str]) -> list[Any]:
    """Values and their labels, as fields to choose from want them."""
    return [SelectChoice(value, label) for value, label in choices]


class Required:
    """Something must be typed here; `message` says what."""

    def __init__(self, message: str = mark("Please fill this in.")) -> None:
        self.message = message
        self.field_flags = {"required": True}

    def __call__(self, form: BaseForm, field: Field) -> None:
        if not field.raw_data or not str(field.raw_data[0]).strip():
            field.errors = []
            raise StopValidation(_(self.message))


class TextField(StringField):
    """A line of text; empty if nothing was sent."""

    data: str

    def process(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (as WTForms takes them)
        super().process(*args, **kwargs)
        self.data = self.data or ""


class LongTextField(TextField):
    """Several lines of text."""

    widget = TextArea()


class NumberField(IntegerField):
    """A whole number, kept as typed if it is none."""

    widget = TextInput()

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            self.data = int(valuelist[0]) if valuelist else None
        except ValueError as error:
            self.data = None
            raise ValueError(_("A whole number, please.")) from error


class HiddenNumber(IntegerField):
    """A number that travels with the form, such as the revision a page was read at."""

    widget = HiddenInput()

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0] if valuelist else ""
        self.data = int(text) if text.lstrip("-").isdecimal() else -1


_AMOUNT = re.compile(r"(?P<euro>\d{1,6})(?:[.,](?P<cents>\d{1,2}))?")


class MoneyField(Field):
    """An amount as people write it, "5", "5,50" or "€ 5", as cents."""

    widget = TextInput()
    data: int | None

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        if self.data is None:
            return ""
        euro, cents = divmod(self.data, 100)
        return f"{euro},{cents:02}" if cents else str(euro)

    def process_formdata(self, valuelist: list[str]) -> None:
        found = _AMOUNT.fullmatch(valuelist[0].replace("€", "").strip()) if valuelist else None
        if found is None:
            self.data = None
            raise ValueError(_("An amount like 5 or 5,50, please."))
        self.data = int(found["euro"]) * 100 + int((found["cents"] or "0").ljust(2, "0"))
