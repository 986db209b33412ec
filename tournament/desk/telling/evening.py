"""What was drawn, played and awarded, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.desk import wording
from tournament.desk.acts import Entry, Facts
from tournament.desk.night import round_key
from tournament.desk.telling.teller import Sentences, Teller
from tournament.knockout.draw import Pot
from tournament.knockout.rounds import Outcome, needs_lots

RESULT = ("outcome", "winner", "games_won", "games")
"""The facts of a result."""
RECORDING = ("record-result", "record-walkover")
"""The acts that record one."""
DECIDED_BY_ITSELF = (Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER, Outcome.HANDED_IN)


def _announced(told: Teller, entry: Entry) -> str:
    return told._("Announced the draw: %(rounds)s.", rounds=told.rounds(entry))


def _took_pots(told: Teller, entry: Entry) -> str:
    return told._("Draws from real pots: %(rounds)s.", rounds=told.rounds(entry))


def _left_pots(told: Teller, entry: Entry) -> str:
    values = {"rounds": told.rounds(entry), "lots": len(entry.before["typed"])}
    return told._("Put the real pots away: %(rounds)s; lots drawn until then: %(lots)s.", **values)


def _typed_lot(told: Teller, entry: Entry) -> str:
    return told._("%(round)s, real pots: %(lot)s.", **_lot(told, entry.after))


def _struck_lot(told: Teller, entry: Entry) -> str:
    return told._("%(round)s, real pots, struck: %(lot)s.", **_lot(told, entry.before))


def _lot(told: Teller, facts: Facts) -> Facts:
    pot = told._("left pot") if facts["pot"] == Pot.LEFT else told._("right pot")
    values = {"ticket": facts["ticket"], "name": told.called(facts), "number": facts["number"], "pot": pot}
    return {
        "round": told.round(facts),
        "lot": told._("%(ticket)s %(name)s drew %(number)s, %(pot)s", **values),
    }


def _drew(told: Teller, entry: Entry) -> str:
    if not any(_was_drawn(named) for named in entry.after["rounds"]):
        return told._("Called to the tables: %(rounds)s.", rounds=told.rounds(entry))
    word = entry.after.get("word", "")
    if word:
        return told._("Drew %(rounds)s with the word “%(word)s”.", rounds=told.rounds(entry), word=word)
    return told._("Drew %(rounds)s.", rounds=told.rounds(entry))


def _was_drawn(named: Facts) -> bool:
    stage, _number = round_key(named["round"])
    return needs_lots(stage, named["size"])


def is_correction(entry: Entry) -> bool:
    """Whether this put another result in the place of one that was recorded before."""
    if entry.act not in RECORDING or not entry.before.get("outcome"):
        return False
    return any(entry.before.get(name) != entry.after.get(name) for name in RESULT)


def _recorded(told: Teller, entry: Entry) -> str:
    return " ".join((_result(told, entry), *_moved(told, entry)))


def _result(told: Teller, entry: Entry) -> str:
    facts = entry.after
    values = {
        "round": told.round(facts),
        "number": facts["pairing"],
        "players": f"{told.who(facts['left'])} – {told.who(facts['right'])}",
        "result": _capital(told.result(facts)),
    }
    if not entry.before.get("outcome"):
        return told._("%(round)s, match %(number)s: %(players)s. %(result)s.", **values)
    if not is_correction(entry):
        return told._("%(round)s, match %(number)s: %(players)s. %(result)s, as recorded before.", **values)
    return told._(
        "Corrected %(round)s, match %(number)s: %(players)s. %(result)s; before: %(before)s.",
        **values,
        before=told.result(entry.before),
    )


def _moved(told: Teller, entry: Entry) -> Iterator[str]:
    """The other matches that a correction changed: who sits there now, and what was decided by it."""
    for was, now in zip(entry.before.get("moved", []), entry.after.get("moved", []), strict=False):
        match = {"round": told.round(now), "number": now["pairing"]}
        for goes, comes in ((was[side], now[side]) for side in ("left", "right")):
            if goes != comes:
                yield told._(
                    "%(round)s, match %(number)s: %(comes)s in the place of %(goes)s.",
                    **match,
                    comes=told.who(comes),
                    goes=told.who(goes),
                )
        ended = any(was[name] != now[name] for name in ("outcome", "winner"))
        if now["outcome"] in DECIDED_BY_ITSELF and ended:
            result = _capital(told.result(now))
            yield told._("%(round)s, match %(number)s: %(result)s.", **match, result=result)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _voided(told: Teller, entry: Entry) -> str:
    rounds = ", ".join(map(told.round, entry.before["rounds"]))
    return told._(
        "Voided the draw: %(rounds)s; results lost: %(count)s.", rounds=rounds, count=entry.after["results"]
    )


def _result_withdrawn(told: Teller, entry: Entry) -> str:
    said = told._(
        "Took a result back: %(round)s, match %(number)s. It was: %(result)s.",
        round=told.round(entry.before),
        number=entry.before["pairing"],
        result=told.result(entry.before),
    )
    return " ".join((said, *_moved(told, entry)))


def _reported(told: Teller, entry: Entry) -> str:
    facts = entry.after
    values = {"round": told.round(facts), "number": facts["pairing"]}
    if facts["hung"] is None:
        return told._("%(round)s, match %(number)s: the table plays on.", **values)
    games = ":".join(map(str, facts["hung"]))
    if facts["agreed"]:
        return told._("%(round)s, match %(number)s: both at the table say %(games)s.", **values, games=games)
    return told._(
        "%(round)s, match %(number)s: the sheet says %(games)s, not agreed yet.", **values, games=games
    )


def _withdrawn(told: Teller, entry: Entry) -> str:
    return told._("%(name)s went home.", name=told.called(entry.after))


def _brought_back(told: Teller, entry: Entry) -> str:
    return told._("%(name)s came back.", name=told.called(entry.after))


def _finished(told: Teller, entry: Entry) -> str:
    said = [told._("Finished the tournament.")]
    for lot in entry.after.get("lots", []):
        order = ", ".join(map(told.who, lot.get("played", lot["order"])))
        place, to = lot["place"], lot["place"] + len(lot["order"]) - 1
        values = {"place": place, "to": to, "order": order}
        if lot["seed"]:
            said.append(told._("Lot among places %(place)s–%(to)s: %(order)s.", **values))
        else:
            said.append(told._("Play-off among places %(place)s–%(to)s: %(order)s.", **values))
    return " ".join(said)


def _reopened_tournament(told: Teller, entry: Entry) -> str:
    return told._("Opened the finished tournament again.")


def _collected(told: Teller, entry: Entry) -> str:
    rank = entry.after["rank"]
    values = {"rank": rank, "prize": wording.prize_text(entry.after["text"], rank, told.locale)}
    back = entry.after.get("back_from")
    if back and not entry.after["collected"]:
        return told._("Prize %(rank)s given back by %(name)s: %(prize)s.", **values, name=told.who(back))
    if not entry.after["collected"]:
        return told._("Prize %(rank)s not collected after all: %(prize)s.", **values)
    said = told._("Prize %(rank)s collected: %(prize)s.", **values)
    if not back:
        return said
    return " ".join((said, told._("%(name)s had it before the correction.", name=told.who(back))))


SENTENCES: Sentences = {
    "announce-draw": _announced,
    "take-pots": _took_pots,
    "type-lot": _typed_lot,
    "strike-lot": _struck_lot,
    "leave-pots": _left_pots,
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
