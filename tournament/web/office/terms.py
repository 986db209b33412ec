"""A new tournament, and the terms of one: a name and Enter is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response
from wtforms import DateField, RadioField, SelectField

from tournament.desk import tournaments, wording
from tournament.desk.rule_texts import OPTION_TEXTS, PROFILE_TEXTS
from tournament.desk.tournaments import USUAL_PRIZES, Terms
from tournament.knockout.draw import FirstRoundOrder
from tournament.knockout.sales import LARGEST_CAPACITY, SMALLEST_CAPACITY
from tournament.language import INN, mark
from tournament.schnapsen.match import GAMES_TO_WIN
from tournament.schnapsen.rules import DEFAULT_PROFILE, OPTIONS
from tournament.web.answers import carry_out
from tournament.web.context import Shown, _, locale, the_desk
from tournament.web.fields import (
    CheckField,
    HiddenNumber,
    LongTextField,
    MoneyField,
    NumberField,
    Required,
    TextField,
    offered,
)
from tournament.web.forms import DeskForm
from tournament.web.office.frame import pages, read, show_form

FURTHER = {name: texts for name, texts in OPTION_TEXTS.items() if name != "bummerl_to_win"}
"""The options of the card game that are folded away: usually a profile says them all."""

USUAL_PROFILES = {DEFAULT_PROFILE: mark("sharp"), "preisschnapsen-soft": mark("soft")}
"""How a Preisschnapsen is played; an archive may have brought other rules along."""

CAPACITIES = [1 << k for k in range(SMALLEST_CAPACITY.bit_length() - 1, LARGEST_CAPACITY.bit_length())]


class TermsForm(DeskForm):
    name = TextField(mark("Name of the tournament"), [Required(mark("A name, please."))])
    date = DateField(mark("Date"))
    venue = TextField(mark("Venue"))
    capacity = SelectField(
        mark("Cards at most"), choices=offered(*((str(n), str(n)) for n in CAPACITIES)), coerce=int
    )
    ticket_price_cents = MoneyField(mark("Price of a card"))
    max_tickets_per_player = NumberField(mark("Cards per player at most"), [Required()])
    profile = RadioField(mark("How it is played"))
    bummerl_to_win = RadioField(
        mark("Games (Bummerl) to win a match"),
        choices=offered(*((str(n), str(n)) for n in sorted(GAMES_TO_WIN))),
        coerce=int,
    )
    first_round_order = RadioField(
        mark("Who draws first in round one"),
        choices=offered(
            (FirstRoundOrder.RANDOM.value, mark("in random order")),
            (FirstRoundOrder.PURCHASE.value, mark("in order of purchase")),
        ),
    )
    third_place_match = CheckField(mark("A match for third place"))
    fifth_to_eighth = CheckField(mark("Matches for places five to eight"))
    one_prize_per_player = CheckField(mark("One prize per player"))
    score_sheets = CheckField(mark("Players may keep the score on their phones"))
    prizes = LongTextField(mark("Prizes"), description=mark("One on each line, the first prize first."))
    ticket_word = TextField(mark("Word for a card"), description=mark("If yours is called otherwise."))
    notes = LongTextField(mark("Notes"), description=mark("They stand on the announcement."))
    seen = HiddenNumber()

    def __init__(self, terms: Terms, seen: int) -> None:
        """Asks for terms; shows these, as they were read at revision `seen`."""
        stands: dict[str, Any] = {
            column: getattr(terms, column) for column in tournaments.COLUMNS if hasattr(TermsForm, column)
        }
        stands |= {option: str(terms.rules.get(option, "")) for option in FURTHER}
        prizes = [wording.prize_text(text, rank, locale()) for rank, text in enumerate(terms.prizes, start=1)]
        profile = terms.rules.get("profile", DEFAULT_PROFILE)
        super().__init__(seen=seen, prizes="\n".join(prizes), profile=profile, **stands)
        profiles = USUAL_PROFILES | {profile: (PROFILE_TEXTS | USUAL_PROFILES)[profile]}
        self.profile.choices = offered(*((name, _(text)) for name, text in profiles.items()))
        for name, (_label, values) in FURTHER.items():
            choices = [(str(value), _(text)) for value, text in values.items()]
            self._further(name).choices = offered(("", _("as chosen above")), *choices)

    @property
    def further(self) -> list[SelectField]:
        """The fields of the options that differ between inns."""
        return [self._further(name) for name in FURTHER]

    @property
    def further_is_open(self) -> bool:
        """Whether something differs there from the usual, or is wrong."""
        return any(field.data or field.errors for field in self.further)

    def _further(self, name: str) -> SelectField:
        return cast("SelectField", self._fields[name])

    def terms(self, before: Terms) -> Terms:
        """The terms as typed; what the form does not ask stays as it was `before`."""
        values = {field: self._fields[field].data for field in tournaments.COLUMNS if field in self._fields}
        return replace(
            before,
            **values,
            rules=self._rules(before.rules),
            prizes=self._prizes(before.prizes),
        )

    def _prizes(self, before: Sequence[str]) -> list[str]:
        """The lines as typed; what was shown in another language than it stands in stays as it stands."""
        lines = [line.strip() for line in self.prizes.data.splitlines() if line.strip()]
        shown = {
            (rank, wording.prize_text(text, rank, locale())): text for rank, text in enumerate(before, 1)
        }
        return [shown.get((rank, line), line) for rank, line in enumerate(lines, start=1)]

    def _rules(self, before: Mapping[str, Any]) -> Mapping[str, Any]:
        """The profile, and what differs from it; written as `before` if nothing else is chosen."""
        chosen = {name: self._further(name).data for name in FURTHER}
        values = {
            name: next(v for v in OPTIONS[name] if str(v) == data) for name, data in chosen.items() if data
        }
        not_asked = {name: value for name, value in before.items() if name not in FURTHER}
        rules = {**not_asked, "profile": self.profile.data, **values}
        return before if rules == {"profile": DEFAULT_PROFILE, **before} else rules


for _name, (_text, _values) in FURTHER.items():
    setattr(TermsForm, _name, SelectField(_text, default="", choices=[]))


@pages.route("/new", methods=["GET", "POST"])
def new() -> Response | Shown:
    form = TermsForm(_usual_terms(), seen=0)
    if form.is_sent:
        entry = carry_out(
            form, lambda stamp: tournaments.open_tournament(the_desk(), stamp, form.terms(_usual_terms()))
        )
        if entry:
            flash(_("The tournament is open. The first card can be sold."))
            return redirect(url_for("office.sell", id_=entry.tournament), 303)
    return show_form("new", form)


@pages.route("/<int:id_>/terms", methods=["GET", "POST"])
def terms(id_: int) -> Response | Shown:
    office = read(id_)
    night = office.night
    form = TermsForm(night.terms, night.terms_revision)
    if form.is_sent and _change(form, id_, night.terms):
        flash(_("The terms are saved."))
        return redirect(url_for("office.terms", id_=id_), 303)
    return show_form("terms", form, office)


def _change(form: TermsForm, id_: int, before: Terms) -> bool:
    seen = form.seen.data or 0
    return bool(
        carry_out(
            form,
            lambda stamp: tournaments.change_terms(the_desk(), stamp, id_, form.terms(before), seen=seen),
        )
    )


def _usual_terms() -> Terms:
    today = the_desk().now().astimezone(INN).date()
    prizes = [wording.usual_prize(rank, locale()) for rank in range(1, USUAL_PRIZES + 1)]
    return Terms(name="", date=today, prizes=prizes)
