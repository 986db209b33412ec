"""One thing in an archive that does not hold."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.desk.night import round_slug
from tournament.desk.wording import round_name
from tournament.errors import RuleBroken
from tournament.knockout.rounds import Round
from tournament.language import gettext, translate


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """What does not hold (`reason` names its section of the rules), and in which pairing of which round.

    Round and pairing are None where it concerns the tournament as a whole.
    """

    reason: RuleBroken
    round: Round | None = None
    pairing: int | None = None

    def sentence(self, locale: str) -> str:
        """All of it in the language of `locale`: "Quarter-final (main-2), match 3: … (rules, section 4)"."""
        said = translate(self.reason, locale)
        if self.reason.rule:
            said = gettext("%(reason)s (rules, section %(rule)s)", locale, reason=said, rule=self.reason.rule)
        return said if self.round is None else f"{_place(self.round, self.pairing, locale)}: {said}"


def _place(round_: Round, pairing: int | None, locale: str) -> str:
    name = round_name(round_.stage, round_.number, round_.size, locale)
    where = f"{name} ({round_slug(round_.stage, round_.number)})"
    if pairing is None:
        return where
    return gettext("%(round)s, match %(number)s", locale, round=where, number=pairing)
