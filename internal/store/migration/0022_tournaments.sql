-- Series of rounds in which people play games at several tables.
CREATE TABLE tournament (
	id     TEXT PRIMARY KEY,
	name   TEXT NOT NULL,
	status TEXT NOT NULL,
	made   INTEGER,
	data   TEXT NOT NULL -- JSON
) STRICT;

CREATE INDEX tournament_made ON tournament (made, id);

CREATE TABLE entrant (
	tournament TEXT NOT NULL,
	account    TEXT NOT NULL,
	number     INTEGER NOT NULL, -- in the order of entering
	organiser  INTEGER NOT NULL,
	player     INTEGER NOT NULL,
	reserve    INTEGER NOT NULL,
	entered    INTEGER,
	gone       INTEGER,          -- when the player has left; NULL: not
	PRIMARY KEY (tournament, account)
) STRICT;

CREATE INDEX entrant_account ON entrant (account, entered);

CREATE TABLE round (
	tournament TEXT NOT NULL,
	number     INTEGER NOT NULL,
	status     TEXT NOT NULL,
	data       TEXT NOT NULL, -- JSON: times, tables and results
	PRIMARY KEY (tournament, number)
) STRICT;
