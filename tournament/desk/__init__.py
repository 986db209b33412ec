"""What people do at the desk, and what they see: one act, one function, one transaction.

An act (`acts`) asks the rules, writes rows, adds one log entry and bumps the tournament's revision, all or
nothing. A view is a frozen value that every reader shares: page, wall, paper, archive and terminal. This
room knows the pure rooms and the store; no requests, no pages.

The night, in its order:
`tournaments` opening one, its terms       `entering`, `selling` the players, and their cards
`players`     lists from spreadsheets      `rearranging` cards that change hands, a full house
`drawing`     rounds and their draws       `by_hand` the same from real pots
`late`        a guest after the draw       `results` who won
`withdrawing` going home, coming back      `links`, `scoring`, `seats` the sheets at the table
`prizing`     the end, and the prizes      `handing` who took one home before a correction
`cash`        what is in the box           `undoing`, `voiding` one's last act, a draw
`deciding`    what the rules decided, written into rows

What people see:
`night`, `loading` where a tournament stands, from its rows     `board`, `matches`, `finding` everybody's view
`office`, `waiting` the organisers' view                        `sheets`, `reports` the score sheets
`correcting` what a correction would do, before it does         `printing` one reading for paper
`telling` the log in sentences                                  `announcing`, `rule_texts` terms and rules
`wording`, `names`, `narrating` words

Around it:
`archive`, `importing`, `verify`, `verifying` one tournament as a file, and its proof
`simulate`, `practice` a whole night through these acts, and one to practise with
`backups`, `glancing`, `restoring` the whole database kept a second time, and back
`users`, `account_changes`, `throttle` who may work here, and who let them
`letterhead` what a club puts on its paper      `spreadsheet` bytes and cells of lists
"""
