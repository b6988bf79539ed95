-- Whom people do not want to read, or to meet in new games.
CREATE TABLE mute (
	account TEXT NOT NULL,
	game    TEXT NOT NULL,    -- empty: in all games
	seat    INTEGER NOT NULL, -- in one game: whose; 0: its observers
	other   TEXT NOT NULL,    -- in all games: whose
	block   INTEGER NOT NULL,
	since   INTEGER,
	PRIMARY KEY (account, game, seat, other)
) STRICT;

CREATE INDEX mute_other ON mute (other);

-- What people have reported to the operators, and what these have decided.
CREATE TABLE report (
	id       TEXT PRIMARY KEY,
	kind     TEXT NOT NULL,
	reporter TEXT NOT NULL,
	about    TEXT NOT NULL,    -- the account that answers for it
	game     TEXT NOT NULL,
	seq      INTEGER NOT NULL, -- of a letter in the log
	made     INTEGER,
	decided  INTEGER,          -- NULL: it is open
	data     TEXT NOT NULL     -- JSON
) STRICT;

CREATE INDEX report_reporter ON report (reporter, made);
CREATE INDEX report_about ON report (about, made);
CREATE INDEX report_decided ON report (decided, made);

CREATE TABLE sanction (
	id      TEXT PRIMARY KEY,
	account TEXT NOT NULL,
	kind    TEXT NOT NULL,
	report  TEXT NOT NULL,
	made    INTEGER,
	until   INTEGER, -- NULL: not limited in time
	seen    INTEGER, -- NULL: not acknowledged
	why     TEXT NOT NULL
) STRICT;

CREATE INDEX sanction_account ON sanction (account, made);

-- What operators have looked at and decided. Nothing removes or changes a row.
CREATE TABLE look (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	at       INTEGER,
	operator TEXT NOT NULL,
	what     TEXT NOT NULL,
	report   TEXT NOT NULL,
	account  TEXT NOT NULL,
	game     TEXT NOT NULL
) STRICT;

-- Where accounts have signed in, as keyed digests. They are deleted after 30 days.
CREATE TABLE mark (
	account TEXT NOT NULL,
	kind    TEXT NOT NULL,
	digest  TEXT NOT NULL,
	at      INTEGER,
	PRIMARY KEY (account, kind, digest)
) STRICT;

CREATE INDEX mark_at ON mark (at);

-- What people declare about each other.
CREATE TABLE relation (
	account TEXT NOT NULL,
	other   TEXT NOT NULL,
	shares  INTEGER NOT NULL,
	made    INTEGER,
	PRIMARY KEY (account, other)
) STRICT;

CREATE INDEX relation_other ON relation (other);
