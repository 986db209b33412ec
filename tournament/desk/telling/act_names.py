"""What the acts of the desk are called where one of them is to be chosen."""

from __future__ import annotations

from tournament.language import mark

ACT_NAMES = {
    "open-tournament": mark("Tournament opened"),
    "change-terms": mark("Terms changed"),
    "sell": mark("Sale"),
    "sell-unnamed": mark("Presale"),
    "sell-late": mark("Late card sold"),
    "import-players": mark("List imported"),
    "name-ticket": mark("Presale card named"),
    "pay": mark("Paid"),
    "take-back": mark("Card taken back"),
    "move-ticket": mark("Card handed over"),
    "merge-players": mark("Players merged"),
    "rename": mark("Player renamed"),
    "wait-for-cards": mark("On the waiting list"),
    "serve-guest": mark("Sold from the waiting list"),
    "drop-guest": mark("Waits no more"),
    "double-capacity": mark("More room"),
    "close-sales": mark("Sales closed"),
    "reopen-sales": mark("Sales opened again"),
    "announce-draw": mark("Draw announced"),
    "draw-rounds": mark("Drawn"),
    "void-draw": mark("Draw voided"),
    "record-result": mark("Result"),
    "record-walkover": mark("Walkover"),
    "withdraw-result": mark("Result taken back"),
    "report-from-table": mark("Report from the table"),
    "withdraw": mark("Gone home"),
    "bring-back": mark("Back again"),
    "finish": mark("Tournament finished"),
    "reopen": mark("Tournament opened again"),
    "collect-prize": mark("Prize collected"),
    "count-cash": mark("Cash counted"),
    "restore-backup": mark("Backup restored"),
    "undo": mark("Undone"),
}
