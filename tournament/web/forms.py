"""Forms: each carries a token against forgery, and a key so that sending it twice does it once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, ClassVar
from uuid import uuid4

from flask import current_app, g, request, session
from werkzeug.datastructures import FileStorage
from wtforms import BooleanField, Field, FileField, Form, HiddenField
from wtforms.csrf.core import CSRFTokenField
from wtforms.csrf.session import SessionCSRF
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from tournament.desk.acts import Stamp
from tournament.errors import RuleBroken
from tournament.language import translate
from tournament.web.context import _, locale, user
from tournament.web.fields import CheckField

_SENT = "sent_forms"


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

    may_lack: ClassVar[frozenset[str]] = frozenset()
    """The fields that some pages do not ask for."""

    key = HiddenField(default=lambda: uuid4().hex)

    def __init__(self, obj: object = None, *, blank: bool = False, **data: Any) -> None:  # noqa: ANN401
        """Filled from the request if it sends a form, else from `obj` and `data`.

        `blank` is a form as it first stands, whatever this request sends, and be it too much to be read.
        """
        sent = request.form if request.method == "POST" and not blank else None
        super().__init__(sent, obj=obj, **data)
        if sent is not None:
            g.setdefault(_SENT, []).append(self)

    @property
    def is_sent(self) -> bool:
        """Whether this request sends the form, not only asks for its page."""
        return request.method == "POST"

    @property
    def stamp(self) -> Stamp:
        """Who sends this form, and the key of exactly what it says.

        Going back in the browser and sending something else from the same page is another act.
        """
        return stamp_of(self.key.data)

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Whether it can be carried out as it was sent: with all its fields, and each of them once.

        What is missing was not left empty by anybody: it comes from the page of an older version, or from
        no page. Such fields show what stands, and nothing is done.
        """
        self.form_errors = []
        fine = super().validate(extra_validators)
        fine = not self._refuse_unprintable() and fine
        wanted = [field for field in self if field.short_name not in {"csrf_token", *self.may_lack}]
        missing = [field for field in wanted if _is_missing(field)]
        for field in missing:
            field.errors = ()
        if missing:
            self.form_errors.append(
                _("This page does not fit the program any more. Nothing has been done; look at it once more.")
            )
        elif any(_is_twice(field) for field in wanted):
            self.form_errors.append(_("One thing was said twice here. Nothing has been done."))
        return fine and not self.form_errors

    def _refuse_unprintable(self) -> bool:
        """Whether a zero byte was sent; no page can, and no database takes it."""
        refused = [field for field in self if any("\0" in str(text) for text in field.raw_data or ())]
        for field in refused:
            field.errors = [_("This text contains characters that cannot be printed.")]
        return bool(refused)

    def begin_anew(self) -> None:
        """Make what is sent from here another act than what was sent so far."""
        self.key.data = uuid4().hex

    def refuse(self, error: RuleBroken) -> None:
        """Show a broken rule at the field it belongs to, or above the form."""
        field = self._fields.get(error.field or "")
        text = translate(error, locale())
        if field is None:
            self.form_errors.append(text)
        else:
            field.errors = [*field.errors, text]


def sent_forms() -> list[DeskForm]:
    """The forms that were filled from this request."""
    forms: list[DeskForm] = g.get(_SENT, [])
    return forms


def stamp_of(key: str | None) -> Stamp:
    """Who sends this request, and the key of exactly what it says."""
    return Stamp(user() or "", _key_of_request(key) if key else None)


def _is_missing(field: Field) -> bool:
    """Whether a form was sent without this field.

    A file comes on another way. A plain box is not there whenever it is not ticked; a CheckField tells.
    """
    told = isinstance(field, CheckField) or not isinstance(field, BooleanField | FileField)
    return told and field.raw_data == []


def _is_twice(field: Field) -> bool:
    return not isinstance(field, CheckField) and len(field.raw_data or ()) > 1


def _key_of_request(key: str) -> str:
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
    files = [_digest(file) for file in request.files.values()]
    return sha256(repr((key, request.path, said, files)).encode()).hexdigest()


def _digest(file: FileStorage) -> str:
    digest = sha256(file.read()).hexdigest()
    file.seek(0)
    return digest
