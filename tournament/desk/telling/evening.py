"""What was drawn, played and awarded, in sentences."""

from __future__ import annotations

from tournament.desk.acts import Entry
from tournament.desk.telling.teller import Sentences, Teller


def _announced(told: Teller, entry: Entry) -> str:
    return told._("Announced the draw: %(rounds)s.", rounds=told.rounds(entry))


def _drew(told: Teller, entry: Entry) -> str:
    word = entry.after.get("word", "")
    if word:
        return told._("Drew %(rounds)s with the word “%(word)s”.", rounds=told.rounds(entry), word=word)
    return told._("Drew %(rounds)s.", rounds=told.rounds(entry))


def _recorded(told: Teller, entry: Entry) -> str:
    facts = entry.after
    values = {
        "round": told.round(facts["round"]),
        "number": facts["pairing"],
        "players": f"{told.who(facts['left'])} – {told.who(facts['right'])}",
        "result": told.result(facts),
    }
    if entry.before.get("outcome"):
        return told._(
            "Corrected %(round)s, match %(number)s: %(players)s. %(result)s; before: %(before)s.",
            **values,
            before=told.result(entry.before),
        )
    return told._("%(round)s, match %(number)s: %(players)s. %(result)s.", **values)


def _voided(told: Teller, entry: Entry) -> str:
    rounds = ", ".join(told.round(slug) for slug in entry.after["rounds"])
    return told._(
        "Voided the draw: %(rounds)s; results lost: %(count)s.", rounds=rounds, count=entry.after["results"]
    )


def _result_withdrawn(told: Teller, entry: Entry) -> str:
    return told._(
        "Took a result back: %(round)s, match %(number)s. It was: %(result)s.",
        round=told.round(entry.before["round"]),
        number=entry.before["pairing"],
        result=told.result(entry.before),
    )


def _reported(told: Teller, entry: Entry) -> str:
    facts = entry.after
    values = {"round": told.round(facts["round"]), "number": facts["pairing"]}
    if facts["hung"] is None:
        return told._("%(round)s, match %(number)s: the table plays on.", **values)
    games = ":".join(map(str, facts["hung"]))
    if facts["agreed"]:
        return told._("%(round)s, match %(number)s: both at the table say %(games)s.", **values, games=games)
    return told._(
        "%(round)s, match %(number)s: the sheet says %(games)s, not agreed yet.", **values, games=games
    )


def _withdrawn(told: Teller, entry: Entry) -> str:
    return told._("%(name)s went home.", name=entry.after["name"])


def _brought_back(told: Teller, entry: Entry) -> str:
    return told._("%(name)s came back.", name=entry.after["name"])


def _finished(told: Teller, entry: Entry) -> str:
    return told._("Finished the tournament.")


def _reopened_tournament(told: Teller, entry: Entry) -> str:
    return told._("Opened the finished tournament again.")


def _collected(told: Teller, entry: Entry) -> str:
    values = {"rank": entry.after["rank"], "prize": entry.after["text"]}
    if entry.after["collected"]:
        return told._("Prize %(rank)s collected: %(prize)s.", **values)
    return told._("Prize %(rank)s not collected after all: %(prize)s.", **values)


SENTENCES: Sentences = {
    "announce-draw": _announced,
    "draw-rounds": _drew,
    "record-result": _recorded,
    "record-walkover": _recorded,
    "withdraw-result": _result_withdrawn,
    "void-draw": _voided,
    "report-from-table": _reported,
    "withdraw": _withdrawn,
    "bring-back": _brought_back,
    "finish": _finished,
    "reopen": _reopened_tournament,
    "collect-prize": _collected,
}
