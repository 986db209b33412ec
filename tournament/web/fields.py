"""The fields of forms: each keeps what was typed, and stays as it was if nothing was sent."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup
from wtforms import BooleanField, Field, IntegerField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its stubs
from wtforms.form import BaseForm
from wtforms.validators import StopValidation
from wtforms.widgets import CheckboxInput, HiddenInput, Input, SubmitInput, TextArea, TextInput

from tournament.language import mark
from tournament.web.context import _


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
    """A line of text; as it was if nothing was sent."""

    data: str

    def process(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (as WTForms takes them)
        super().process(*args, **kwargs)
        self.data = self.data or ""


class LongTextField(TextField):
    """Several lines of text."""

    widget = TextArea()


class _CheckBox(CheckboxInput):
    """The box, and a hidden field that tells a box without its tick from a box that was not there."""

    def __call__(self, field: Field, **attributes: Any) -> Markup:  # noqa: ANN401 (as WTForms takes them)
        box = super().__call__(field, **attributes)
        return Markup('<input type="hidden" name="{}" value="">{}').format(field.name, box)


class CheckField(BooleanField):
    """Yes or no; as it was if nothing was sent."""

    widget = _CheckBox()

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = any(valuelist)


LONGEST_NUMBER = 18
"""So many digits at most: every database holds them, and nobody counts further."""


def read_number(text: str) -> int | None:
    """The whole number that was written; None for anything else."""
    found = re.fullmatch(rf"\s*([+-]?\d{{1,{LONGEST_NUMBER}}})\s*", text)
    return int(found[1]) if found else None


class NumberField(IntegerField):
    """A whole number, kept as typed if it is none; as it was if nothing was sent."""

    widget = TextInput()

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        self.data = read_number(valuelist[0])
        if self.data is None:
            raise ValueError(_("A whole number, please."))


class NumbersField(Field):
    """Whole numbers, one after another, as people write them: "3 7", "3, 7" or "3; 7"."""

    widget: Input = TextInput()
    data: list[int] | None

    def _value(self) -> str:
        return str(self.raw_data[0]) if self.raw_data else ""

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        numbers = [read_number(text) for text in re.sub("[,;]", " ", valuelist[0]).split()]
        self.data = [number for number in numbers if number is not None]
        if len(self.data) < len(numbers):
            raise ValueError(_("Numbers like 3 or 3, 7, please."))


class HiddenNumbers(NumbersField):
    """Numbers that travel with the form, such as the cards a page has shown."""

    widget = HiddenInput()

    def _value(self) -> str:
        return " ".join(map(str, self.data or ()))


class PressedNumbers(NumbersField):
    """Numbers that the button says which was pressed, such as the cards beside it."""

    widget = SubmitInput()


class HiddenNumber(IntegerField):
    """A number that travels with the form, such as the revision a page was read at; -1 for anything else."""

    widget: Input = HiddenInput()

    def process_formdata(self, valuelist: list[str]) -> None:
        number = read_number(valuelist[0]) if valuelist else None
        self.data = -1 if number is None else number


class PressedNumber(HiddenNumber):
    """A number that the button says which was pressed, such as the revision of the card beside it."""

    widget = SubmitInput()


_AMOUNT = re.compile(r"(?P<euro>\d{1,6})(?:[.,](?P<cents>\d{1,2}))?")


class MoneyField(Field):
    """An amount as people write it, "5", "5,50" or "€ 5", as cents; as it was if nothing was sent."""

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
        if not valuelist:
            return
        found = _AMOUNT.fullmatch(valuelist[0].replace("€", "").strip())
        if found is None:
            self.data = None
            raise ValueError(_("An amount like 5 or 5,50, please."))
        self.data = int(found["euro"]) * 100 + int((found["cents"] or "0").ljust(2, "0"))
