"""What people do at the desk, and what they see: one act, one function, one transaction.

An act (`acts`) asks the rules, writes rows, adds one log entry and bumps the tournament's revision, all or
nothing. A view is a frozen value that every reader shares: page, wall, paper, archive and terminal. This
room knows the pure rooms and the store; no requests, no pages.

`tournaments` opening one, its terms     `night`  where a tournament stands, computed from the rows
`selling`  cards and their players       `board`  what everybody may see
`players`  lists from spreadsheets       `office` what the organisers see
`drawing`  rounds and their draws        `archive`, `verify` one tournament as a file, and its proof
`results`  who won                       `simulate` a whole night through these acts
`scoring`, `sheets` the score sheets at the table
`prizing`  the end, and the prizes       `users`  who may work here
`backups`, `restoring` the whole database kept a second time, and back
"""
