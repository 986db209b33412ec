"""The steps of checking an archive. Each takes what was read and yields what does not hold.

`reading` JSON, trusted in nothing, as plain facts     `finding` one thing that does not hold, as a sentence
`sales`   terms, players, cards, the size of the draw  `rounds`  which rounds follow, their lots and pairings
`outcomes` how each pairing ended                      `ending`  the end, places and prizes
`pots`    draws made by hand, lot by lot               `json_parts` a value of each kind, or why it is none
`facts`   the log, line by line                        `told`    what the log says of draws and results
"""
