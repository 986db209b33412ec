"""The card game: what is true at one table.

Knows sides A and B, deals and their game points, games to seven (Bummerl), matches, and the options in
which inns differ (rules.md, sections 4 and 9). Plain values in, frozen decisions out; no clock, no chance,
no storage. Imports the standard library and `tournament.errors` only.

Never said in this room, because it knows no tournament: ticket, pot, lot, bye, round, place, prize.
"""
