"""The card game: what is true at one table.

Knows sides A and B, deals and their game points, games to seven (Bummerl), matches, and the options in
which inns differ (rules.md, sections 4 and 9). Plain values in, frozen decisions out; no clock, no chance,
no storage. Imports the standard library and `tournament.errors` only.

`side`   the two seats at a table             `match`     a match and its result, checked
`game`   deals make games, games a match      `sheet`     the score sheet two players share
`facts`  of a deal, `possible` which can be   `deal`      what it is worth, `sentences` why
`rules`  the options, `announcing` them       `asking`    how many points is that?
`cases`  score cases, one a line              `reading`   a deal's facts from such a line

Never said in this room, because it knows no tournament: ticket, pot, lot, bye, round, place, prize.
"""
