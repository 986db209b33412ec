"""The log in the language of the request."""

from __future__ import annotations

from tournament.desk import telling
from tournament.desk.acts import Entry
from tournament.desk.office import Office
from tournament.desk.telling.act_names import ACT_NAMES
from tournament.desk.telling.teller import Teller
from tournament.web.context import _, locale


def act_sentence(entry: Entry, office: Office) -> str:
    """What was done, in a sentence."""
    return telling.act_sentence(Teller(office, locale()), entry)


def act_name(act: str) -> str:
    """What an act is called where one is to be chosen."""
    return _(ACT_NAMES[act]) if act in ACT_NAMES else act
