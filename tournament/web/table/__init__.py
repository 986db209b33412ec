"""The score sheet at the table: opened at home by anybody, in a tournament by its link; no account needed.

A phone is known by a key in its cookie, the host of a private sheet by another. Wrong links are counted.

`frame`   who asks, and who must wait    `writing` the sheet, entries, columns
`opening` a private sheet                `asking`  how many points is that?
`forms`   what is sent                   `columns` how a sheet is drawn
"""

from tournament.web.table import asking, opening, writing
from tournament.web.table.frame import pages

__all__ = ["asking", "opening", "pages", "writing"]
