"""What we remember: tables, the database file, and questions to them.

What happened is stored once (tickets, lots, results, log entries); where things stand is computed by the
rules. This room knows SQLAlchemy and the value types of the two pure rooms; it decides nothing.

`models` the tables and their last guards     `database` opening, transactions, migrating
`queries` the questions the desk asks         `engines`  SQLite and PostgreSQL, made to keep the same promises
`backup`  the database as a file, and back    `files`   a database file seen from outside
`peeking` what was done last in a backup      `reasons` why something was refused, as a sentence
"""
