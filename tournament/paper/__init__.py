"""Sheets of paper, typeset as PDF from the desk's views, without internet and without a system package.

`sheets`       every sheet by its name, and which of them a moment of the night needs
`job`          what one print is made from: a reading of the tournament, a language, a paper
`rounds`       draw sheet, list by name, addendum: the lists of a round
`press`        results, with the `article` for the newspaper
`honours`      prize list and certificates
`records`      announcement, draw protocol, log, cash sheet
`trees`        the last eight and the poster; `ways` says where each match stands in them
`matches`      a match as several of them show it
`cutting`      slips, cards with stub, numbers for the pots: what is cut up
`blanks`       score sheets and draw sheets to fill in by hand
`codes`        QR codes for all of them, and for pages
`typesetting`  from values to PDF, by `typesetter` in a process of its own

`templates/paper/*.typ` say how each sheet looks.

A sheet is a function from a `Job` to plain values; its template has the texts and the look. No request, no
form, no row of the database is ever mentioned here.
"""
