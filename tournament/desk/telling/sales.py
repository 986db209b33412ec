"""What was sold, named, taken back and counted, in sentences."""

from __future__ import annotations

from tournament.desk.acts import Entry
from tournament.desk.telling.teller import Sentences, Teller


def _sold(told: Teller, entry: Entry) -> str:
    values = {
        "name": told.buyer(entry.after),
        "cards": told.cards(entry),
        "money": told.amount(entry.after["cents"]),
    }
    paid = entry.after["state"] == "paid"
    if not entry.after.get("name"):
        if paid:
            return told._("Presale without names: %(cards)s, %(money)s paid.", **values)
        return told._("Presale without names, reserved: %(cards)s, %(money)s due.", **values)
    if paid:
        return told._("Sold to %(name)s: %(cards)s, %(money)s paid.", **values)
    return told._("Reserved for %(name)s: %(cards)s, %(money)s due.", **values)


def _sold_late(told: Teller, entry: Entry) -> str:
    seats = ", ".join(str(facts["pairing"]) for facts in entry.after["pairings"])
    return " ".join(
        (_sold(told, entry), told._("Late, in place of a bye: match %(numbers)s.", numbers=seats))
    )


def _imported(told: Teller, entry: Entry) -> str:
    count = len(entry.after["players"])
    money = told.amount(entry.after["cents"])
    return told.ngettext(
        "Imported %(num)s player from a list, %(money)s.",
        "Imported %(num)s players from a list, %(money)s.",
        count,
        money=money,
    )


def _named(told: Teller, entry: Entry) -> str:
    return told._(
        "Card %(ticket)s was given to %(name)s.", ticket=entry.after["ticket"], name=told.buyer(entry.after)
    )


def _paid(told: Teller, entry: Entry) -> str:
    return told._(
        "Paid for %(cards)s: %(money)s.",
        cards=told.cards(entry),
        money=told.amount(entry.after["cents"]),
    )


def _taken_back(told: Teller, entry: Entry) -> str:
    ticket, refund = entry.after["ticket"], entry.after["refund_cents"]
    if not refund:
        return told._("Took back card %(ticket)s.", ticket=ticket)
    return told._("Took back card %(ticket)s, %(money)s refunded.", ticket=ticket, money=told.amount(refund))


def _moved(told: Teller, entry: Entry) -> str:
    before = told.player_name(entry.before["player"])
    values = {"ticket": entry.after["ticket"], "new": told.buyer(entry.after), "old": before}
    return told._("Card %(ticket)s went from %(old)s to %(new)s.", **values)


def _merged(told: Teller, entry: Entry) -> str:
    values = {
        "double": told.buyer(entry.before),
        "kept": told.buyer(entry.after),
        "numbers": told.numbers(entry) or "–",
    }
    return told._("%(double)s and %(kept)s are one person; cards moved: %(numbers)s.", **values)


def _doubled(told: Teller, entry: Entry) -> str:
    old, new = entry.before["capacity"], entry.after["capacity"]
    return told._("Made room: %(new)s cards at most instead of %(old)s.", new=new, old=old)


def _waits(told: Teller, entry: Entry) -> str:
    values = {"name": told.buyer(entry.after), "count": entry.after["count"]}
    return told._("%(name)s waits for cards, wanted: %(count)s.", **values)


def _served(told: Teller, entry: Entry) -> str:
    return " ".join((told._("From the waiting list."), _sold(told, entry)))


def _dropped(told: Teller, entry: Entry) -> str:
    return told._("%(name)s does not wait any more.", name=told.buyer(entry.before))


def _counted(told: Teller, entry: Entry) -> str:
    values = {
        "opening": told.amount(entry.after["opening_cents"]),
        "closing": told.amount(entry.after["closing_cents"]),
    }
    said = told._("Counted the cash: %(opening)s at the beginning, %(closing)s at the end.", **values)
    if not any(entry.before.values()):
        return said
    old = ", ".join(told.amount(entry.before[name]) for name in ("opening_cents", "closing_cents"))
    return " ".join((said, told._("Before: %(old)s.", old=old)))


def _renamed(told: Teller, entry: Entry) -> str:
    return told._("Renamed %(old)s to %(new)s.", old=told.buyer(entry.before), new=told.buyer(entry.after))


def _closed(told: Teller, entry: Entry) -> str:
    return told._(
        "Closed the sales: %(sold)s cards, draw of %(size)s, byes: %(byes)s.",
        sold=entry.after["sold"],
        size=entry.after["size"],
        byes=entry.after["byes"],
    )


def _reopened(told: Teller, entry: Entry) -> str:
    return told._("Opened the sales again.")


SENTENCES: Sentences = {
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
}
