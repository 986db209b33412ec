"""Preisschnapsen: the desk of a knock-out card tournament. This is the map of the house.

        web/   paper/   cli/        how people reach the desk: pages, PDFs, terminal
            \\    |    /
              desk/                 what people do: one act, one function, one transaction
           /    |    \\
  schnapsen/ knockout/ store/       what is true · what is true · what we remember

Imports point down only. A line finds its room by what it mentions:

`schnapsen`  the card game: results of a match, scoring a deal. Plain values, the standard library
`knockout`   the tournament: pots, lots, rounds, places, prizes. Plain values, the standard library
`store`      tables, the database, questions to it
`desk`       acts (sell, draw, record, award) and the frozen views all readers share
`paper`      sheets of paper, typeset as PDF from the same views
`web`        requests, forms, pages
`cli`        the commands of the terminal

`errors` (the rule that was broken), `language` (every text in German and English) and `resources` (where
templates and migrations stand) are the floor all rooms stand on. `templates/` and `tests/` repeat the names
of the rooms. `tests/test_rooms.py` keeps this true.
"""
