"""The tournament's own rules: who meets whom, who goes on, who is placed where, who wins what.

This room knows tickets, holders, pots, lots, byes, rounds, places and prizes. It takes plain values
and returns frozen decisions; it never touches a database, a clock or the system's randomness, and the
words of the card game (trumps, deals, Bummerl, card points) never appear in it.

`draw` the lottery with two pots, from a published seed      `seed` the stream of numbers it uses
`by_hand` the same lottery from real pots, lot by lot        `corrections` another result, and what hangs on
`rounds` pairings, how they end, who goes on                 `coming` which rounds come next, or may still
`order` in which rounds started, and together                `places` where each ticket finished
`prizes` who is awarded what                                 `sales` limits, and the size of the draw
"""
