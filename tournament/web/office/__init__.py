"""The desk's pages: each reads a view of the desk, or carries out one act and goes on to the next page.

`frame`       the way in, navigation, rendering    `results`     finding a pairing, what is open
`tournaments` the list, a practice night           `pairing`     how one pairing ended
`terms`       a new tournament, its terms          `prizes`      the end, places and prizes
`overview`    the one next step                    `withdrawing` a player who goes home
`selling`     one line and Enter per sale          `log`         who did what
`holders`     pay, rename, take back, name         `closing`     the numbers before the draw
`importing`   players from a spreadsheet           `drawing`     announce and draw
`ending`      what a button says of a result       `correcting`  what a correction would change
`reports`     results from the tables              `voiding`     a draw taken back
`reporting`   what the tables say                  `undoing`     one's own last act taken back
`backups`     made by hand, gone back to           `accounts`    who works here, and as what
`late`        a guest after the draw               `waiting`     a house that is full
`cash`        what is in the box                   `guide`       if something does not work
`pots`        a draw from real pots                `archives`    tournaments as files
"""

from tournament.web.office import (
    accounts,
    archives,
    backups,
    cash,
    closing,
    correcting,
    drawing,
    guide,
    holders,
    importing,
    late,
    log,
    overview,
    pairing,
    pots,
    prizes,
    reports,
    results,
    selling,
    terms,
    tournaments,
    undoing,
    voiding,
    waiting,
    withdrawing,
)
from tournament.web.office.frame import pages

__all__ = [
    "accounts",
    "archives",
    "backups",
    "cash",
    "closing",
    "correcting",
    "drawing",
    "guide",
    "holders",
    "importing",
    "late",
    "log",
    "overview",
    "pages",
    "pairing",
    "pots",
    "prizes",
    "reports",
    "results",
    "selling",
    "terms",
    "tournaments",
    "undoing",
    "voiding",
    "waiting",
    "withdrawing",
]
