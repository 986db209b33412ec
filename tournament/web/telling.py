"""The log, told: one plain sentence for each act, from its facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tournament.desk import wording
from tournament.desk.acts import Entry
from tournament.desk.office import Office
from tournament.knockout.draw import PlayerId, TicketNumber
from tournament.knockout.rounds import Outcome, Stage
from tournament.language import show_money
from tournament.web.conflicts import differing_rows
from tournament.web.context import _, locale, ngettext
from tournament.web.wording import outcome_name, round_name

Facts = dict[str, Any]


def act_sentence(entry: Entry, office: Office) -> str:
    """What was done, in a sentence; the bare name of the act for one that has no sentence."""
    tell = _SENTENCES.get(entry.act)
    return tell(entry, office) if tell else entry.act


def _opened(entry: Entry, office: Office) -> str:
    return _("Opened the tournament “%(name)s”.", name=entry.after["name"])


def _changed_terms(entry: Entry, office: Office) -> str:
    changes = [f"{what}: {old} → {new}" for what, old, new in differing_rows(entry.before, entry.after)]
    return _("Changed the terms: %(changes)s.", changes="; ".join(changes) or "–")


def _sold(entry: Entry, office: Office) -> str:
    values = {
        "name": _buyer(entry.after),
        "numbers": _numbers(entry),
        "money": _money(entry, "cents", office),
    }
    if entry.after["state"] == "paid":
        return _("Sold to %(name)s: %(numbers)s, %(money)s paid.", **values)
    return _("Reserved for %(name)s: %(numbers)s, %(money)s due.", **values)


def _sold_late(entry: Entry, office: Office) -> str:
    seats = ", ".join(str(facts["pairing"]) for facts in entry.after["pairings"])
    return " ".join((_sold(entry, office), _("Late, in place of a bye: match %(numbers)s.", numbers=seats)))


def _imported(entry: Entry, office: Office) -> str:
    count = len(entry.after["players"])
    money = _money(entry, "cents", office)
    return ngettext(
        "Imported %(num)s player from a list, %(money)s.",
        "Imported %(num)s players from a list, %(money)s.",
        count,
        money=money,
    )


def _named(entry: Entry, office: Office) -> str:
    return _("Card %(ticket)s was given to %(name)s.", ticket=entry.after["ticket"], name=_buyer(entry.after))


def _paid(entry: Entry, office: Office) -> str:
    return _(
        "Paid for %(numbers)s: %(money)s.", numbers=_numbers(entry), money=_money(entry, "cents", office)
    )


def _taken_back(entry: Entry, office: Office) -> str:
    return _(
        "Took back card %(ticket)s, %(money)s refunded.",
        ticket=entry.after["ticket"],
        money=_money(entry, "refund_cents", office),
    )


def _moved(entry: Entry, office: Office) -> str:
    before = _player_name(entry.before["player"], office)
    values = {"ticket": entry.after["ticket"], "new": _buyer(entry.after), "old": before}
    return _("Card %(ticket)s went from %(old)s to %(new)s.", **values)


def _merged(entry: Entry, office: Office) -> str:
    values = {"double": _buyer(entry.before), "kept": _buyer(entry.after), "numbers": _numbers(entry) or "–"}
    return _("%(double)s and %(kept)s are one person; cards moved: %(numbers)s.", **values)


def _doubled(entry: Entry, office: Office) -> str:
    old, new = entry.before["capacity"], entry.after["capacity"]
    return _("Made room: %(new)s cards at most instead of %(old)s.", new=new, old=old)


def _waits(entry: Entry, office: Office) -> str:
    values = {"name": _buyer(entry.after), "count": entry.after["count"]}
    return _("%(name)s waits for cards, wanted: %(count)s.", **values)


def _served(entry: Entry, office: Office) -> str:
    return " ".join((_("From the waiting list."), _sold(entry, office)))


def _dropped(entry: Entry, office: Office) -> str:
    return _("%(name)s does not wait any more.", name=_buyer(entry.before))


def _counted(entry: Entry, office: Office) -> str:
    values = {
        "opening": _amount(entry.after["opening_cents"], office),
        "closing": _amount(entry.after["closing_cents"], office),
    }
    said = _("Counted the cash: %(opening)s at the beginning, %(closing)s at the end.", **values)
    if not any(entry.before.values()):
        return said
    old = ", ".join(_amount(entry.before[name], office) for name in ("opening_cents", "closing_cents"))
    return " ".join((said, _("Before: %(old)s.", old=old)))


def _renamed(entry: Entry, office: Office) -> str:
    return _("Renamed %(old)s to %(new)s.", old=_buyer(entry.before), new=_buyer(entry.after))


def _closed(entry: Entry, office: Office) -> str:
    return _(
        "Closed the sales: %(sold)s cards, draw of %(size)s, byes: %(byes)s.",
        sold=entry.after["sold"],
        size=entry.after["size"],
        byes=entry.after["byes"],
    )


def _reopened(entry: Entry, office: Office) -> str:
    return _("Opened the sales again.")


def _restored(entry: Entry, office: Office) -> str:
    return _("Went back to the backup %(file)s.", file=entry.after["file"])


def _announced(entry: Entry, office: Office) -> str:
    return _("Announced the draw: %(rounds)s.", rounds=_rounds(entry, office))


def _drew(entry: Entry, office: Office) -> str:
    word = entry.after.get("word", "")
    if word:
        return _("Drew %(rounds)s with the word “%(word)s”.", rounds=_rounds(entry, office), word=word)
    return _("Drew %(rounds)s.", rounds=_rounds(entry, office))


def _recorded(entry: Entry, office: Office) -> str:
    facts = entry.after
    values = {
        "round": _round(facts["round"], office),
        "number": facts["pairing"],
        "players": f"{_who(facts['left'], office)} – {_who(facts['right'], office)}",
        "result": _result(facts, office),
    }
    if entry.before.get("outcome"):
        return _(
            "Corrected %(round)s, match %(number)s: %(players)s. %(result)s; before: %(before)s.",
            **values,
            before=_result(entry.before, office),
        )
    return _("%(round)s, match %(number)s: %(players)s. %(result)s.", **values)


def _voided(entry: Entry, office: Office) -> str:
    rounds = ", ".join(_round(slug, office) for slug in entry.after["rounds"])
    return _(
        "Voided the draw: %(rounds)s; results lost: %(count)s.", rounds=rounds, count=entry.after["results"]
    )


def _result_withdrawn(entry: Entry, office: Office) -> str:
    return _(
        "Took a result back: %(round)s, match %(number)s. It was: %(result)s.",
        round=_round(entry.before["round"], office),
        number=entry.before["pairing"],
        result=_result(entry.before, office),
    )


def _reported(entry: Entry, office: Office) -> str:
    facts = entry.after
    values = {"round": _round(facts["round"], office), "number": facts["pairing"]}
    if facts["hung"] is None:
        return _("%(round)s, match %(number)s: the table plays on.", **values)
    games = ":".join(map(str, facts["hung"]))
    if facts["agreed"]:
        return _("%(round)s, match %(number)s: both at the table say %(games)s.", **values, games=games)
    return _("%(round)s, match %(number)s: the sheet says %(games)s, not agreed yet.", **values, games=games)


def _withdrawn(entry: Entry, office: Office) -> str:
    return _("%(name)s went home.", name=entry.after["name"])


def _finished(entry: Entry, office: Office) -> str:
    return _("Finished the tournament.")


def _reopened_tournament(entry: Entry, office: Office) -> str:
    return _("Opened the finished tournament again.")


def _undone(entry: Entry, office: Office) -> str:
    """The act undone, told as it was told then: its facts stand in the entry the other way round."""
    before = {name: value for name, value in entry.after.items() if name not in ("undone", "revision")}
    undone = replace(entry, act=entry.after["undone"], before=before, after=entry.before)
    return _("Undone: %(act)s", act=act_sentence(undone, office))


def _brought_back(entry: Entry, office: Office) -> str:
    return _("%(name)s came back.", name=entry.after["name"])


def _collected(entry: Entry, office: Office) -> str:
    values = {"rank": entry.after["rank"], "prize": entry.after["text"]}
    if entry.after["collected"]:
        return _("Prize %(rank)s collected: %(prize)s.", **values)
    return _("Prize %(rank)s not collected after all: %(prize)s.", **values)


_SENTENCES: dict[str, Callable[[Entry, Office], str]] = {
    "open-tournament": _opened,
    "change-terms": _changed_terms,
    "restore-backup": _restored,
    "sell": _sold,
    "sell-unnamed": _sold,
    "sell-late": _sold_late,
    "import-players": _imported,
    "name-ticket": _named,
    "pay": _paid,
    "take-back": _taken_back,
    "rename": _renamed,
    "move-ticket": _moved,
    "merge-players": _merged,
    "double-capacity": _doubled,
    "wait-for-cards": _waits,
    "serve-guest": _served,
    "drop-guest": _dropped,
    "count-cash": _counted,
    "close-sales": _closed,
    "reopen-sales": _reopened,
    "announce-draw": _announced,
    "draw-rounds": _drew,
    "record-result": _recorded,
    "record-walkover": _recorded,
    "withdraw-result": _result_withdrawn,
    "void-draw": _voided,
    "report-from-table": _reported,
    "withdraw": _withdrawn,
    "bring-back": _brought_back,
    "undo": _undone,
    "finish": _finished,
    "reopen": _reopened_tournament,
    "collect-prize": _collected,
}


def _buyer(facts: Facts) -> str:
    name = facts.get("name")
    if not name:
        return _("nobody yet (presale)")
    return f"{name} ({facts['town']})" if facts.get("town") else str(name)


def _numbers(entry: Entry) -> str:
    return ", ".join(map(str, entry.after["tickets"]))


def _player_name(number: int | None, office: Office) -> str:
    """A player's name by now; whoever was merged into another since has none of his own."""
    if number is None:
        return _("nobody yet (presale)")
    person = office.night.person.get(PlayerId(number))
    return person.name if person else _("a player merged since")


def _amount(cents: int | None, office: Office) -> str:
    return _("not counted") if cents is None else show_money(cents, office.money.currency, locale())


def _money(entry: Entry, fact: str, office: Office) -> str:
    return show_money(entry.after[fact], office.money.currency, locale())


def _rounds(entry: Entry, office: Office) -> str:
    return ", ".join(_round(facts["round"], office) for facts in entry.after["rounds"])


def _round(slug: str, office: Office) -> str:
    """The name of a round; that of a voided one tells no more than its stage and number."""
    for view in (*office.board.rounds, *office.board.announced):
        if view.slug == slug:
            return round_name(view)
    stage, _dash, number = slug.rpartition("-")
    return wording.round_name(Stage(stage), int(number), 0, locale())


def _who(ticket: int, office: Office) -> str:
    player = office.night.holders.get(TicketNumber(ticket))
    return f"{ticket} {office.night.person[player].name}" if player else str(ticket)


def _result(facts: Facts, office: Office) -> str:
    """A result as the log keeps it, from the winner's side."""
    if facts["outcome"] is None:
        return _("open")
    if facts["winner"] is None:
        return outcome_name(Outcome(facts["outcome"]))
    winner = _who(facts["winner"], office)
    if facts["outcome"] != Outcome.PLAYED:
        return f"{winner} ({outcome_name(Outcome(facts['outcome']))})"
    if not facts["games_won"]:
        return _("%(winner)s won", winner=winner)
    games = ":".join(map(str, sorted(facts["games_won"], reverse=True)))
    return _("%(winner)s won %(games)s", winner=winner, games=games)
