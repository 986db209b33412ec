"""The names of rounds and outcomes, results in words, why backups are made: for page, paper, terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.desk.backups import Why
from tournament.knockout.rounds import Outcome, Stage
from tournament.language import LOCALES, gettext, mark

_MAIN = {
    2: mark("Final"),
    4: mark("Semi-final"),
    8: mark("Quarter-final"),
    16: mark("Last sixteen"),
}
_PLACEMENT = {
    Stage.THIRD: mark("Match for third place"),
    Stage.FIFTH_TO_EIGHTH: mark("Places five to eight"),
    Stage.FIFTH: mark("Match for fifth place"),
    Stage.SEVENTH: mark("Match for seventh place"),
}
_OUTCOMES = {
    Outcome.PLAYED: mark("played"),
    Outcome.BYE: mark("bye"),
    Outcome.WALKOVER: mark("walkover"),
    Outcome.DOUBLE_WALKOVER: mark("both absent"),
    Outcome.HANDED_IN: mark("handed in"),
}

_WHY = {
    Why.DRAW: mark("Before a draw"),
    Why.VOID: mark("Before a draw was voided"),
    Why.IMPORT: mark("Before an import"),
    Why.UNDO: mark("Before something was undone"),
    Why.BY_HAND: mark("Made by hand"),
    Why.BEFORE_RESTORE: mark("Before going back to a backup"),
    Why.BROUGHT: mark("Brought here as a file"),
}


def round_name(stage: Stage, number: int, size: int, locale: str) -> str:
    """What people call a round: "Quarter-final", "Round 2"."""
    if stage is not Stage.MAIN:
        return gettext(_PLACEMENT[stage], locale)
    return (
        gettext(_MAIN[size], locale) if size in _MAIN else gettext("Round %(number)s", locale, number=number)
    )


def outcome_name(outcome: Outcome, locale: str) -> str:
    return gettext(_OUTCOMES[outcome], locale)


def why_backed_up(why: str, locale: str) -> str:
    """Why a backup was made; whatever else the name of a file says stands as it is."""
    return gettext(_WHY[Why(why)], locale) if why in _WHY else why


def usual_prize(rank: int, locale: str) -> str:
    """What a prize is called until somebody says what it is."""
    return gettext("Prize no. %(rank)s", locale, rank=rank)


def is_usual_prize(text: str, rank: int) -> bool:
    """Whether nobody has said yet what this prize is, in whatever language it was put there."""
    return any(text == usual_prize(rank, locale) for locale in LOCALES)


def prize_text(text: str, rank: int, locale: str) -> str:
    """What a prize is; in the reader's language as long as nobody has said it."""
    return usual_prize(rank, locale) if is_usual_prize(text, rank) else text


def result_in_words(facts: Mapping[str, Any], winner: str, locale: str) -> str:
    """A result as the log keeps it, seen from the winner's side; `winner` says who that is."""
    if facts["outcome"] is None:
        return gettext("open", locale)
    if facts["winner"] is None:
        return outcome_name(Outcome(facts["outcome"]), locale)
    if facts["outcome"] != Outcome.PLAYED:
        return f"{winner}, {outcome_name(Outcome(facts['outcome']), locale)}"
    if not facts["games_won"]:
        return gettext("%(winner)s won", locale, winner=winner)
    left_won = facts["winner"] == facts["left"]
    games = _seen_from(left_won, facts["games_won"])
    said = gettext("%(winner)s won %(games)s", locale, winner=winner, games=games)
    points = " ".join(_seen_from(left_won, game) for game in facts.get("games", []))
    return f"{said} ({points})" if points else said


def _seen_from(left: bool, pair: Sequence[int]) -> str:
    """A score, the points of the left side first, or of the right."""
    return ":".join(map(str, pair if left else reversed(pair)))
