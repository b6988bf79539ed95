-- Games that are hosted: who plays them, what they were told, and work that
-- waits for its time.
ALTER TABLE game ADD COLUMN status TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN hosting TEXT; -- JSON
ALTER TABLE game ADD COLUMN plan TEXT;    -- JSON
ALTER TABLE game ADD COLUMN place INTEGER NOT NULL DEFAULT 0; -- rises with every game that is made
-- only: sqlite
UPDATE game SET place = rowid;
-- only: all
CREATE INDEX game_place ON game (place);

ALTER TABLE seat ADD COLUMN state TEXT;   -- JSON

CREATE TABLE account (
	id        TEXT PRIMARY KEY,
	name      TEXT NOT NULL,
	name_key  TEXT NOT NULL,    -- without capitals
	email     TEXT NOT NULL,
	email_key TEXT NOT NULL,    -- without capitals
	zone      TEXT NOT NULL,
	hash      TEXT NOT NULL,
	verified  INTEGER NOT NULL,
	keeper    INTEGER NOT NULL,
	blocked   INTEGER NOT NULL,
	created   INTEGER,
	wishes    TEXT,             -- JSON
	record    TEXT              -- JSON
) STRICT;

CREATE INDEX account_name ON account (name_key);
CREATE INDEX account_email ON account (email_key);

CREATE TABLE address (
	email    TEXT PRIMARY KEY, -- without capitals
	account  TEXT NOT NULL REFERENCES account (id),
	verified INTEGER NOT NULL
) STRICT;

CREATE INDEX address_account ON address (account);

CREATE TABLE token (
	hash    TEXT PRIMARY KEY,
	kind    TEXT NOT NULL,
	account TEXT NOT NULL,
	game    TEXT NOT NULL,
	seat    INTEGER NOT NULL,
	email   TEXT NOT NULL,
	label   TEXT NOT NULL,
	created INTEGER,
	expires INTEGER, -- NULL: never
	used    INTEGER
) STRICT;

CREATE INDEX token_account ON token (account);
CREATE INDEX token_expires ON token (expires) WHERE expires IS NOT NULL;

CREATE TABLE member (
	game    TEXT NOT NULL REFERENCES game (id),
	account TEXT NOT NULL,
	kind    TEXT NOT NULL,
	seat    INTEGER NOT NULL,
	joined  INTEGER,
	left_at INTEGER, -- NULL: still there
	data    TEXT,    -- JSON
	PRIMARY KEY (game, account, kind)
) STRICT;

CREATE INDEX member_account ON member (account);

CREATE TABLE item (
	game TEXT NOT NULL,
	kind TEXT NOT NULL,
	name TEXT NOT NULL,
	data BLOB NOT NULL,
	PRIMARY KEY (game, kind, name)
) STRICT;

CREATE TABLE entry (
	game     TEXT NOT NULL REFERENCES game (id),
	seq      INTEGER NOT NULL, -- from 1, without gaps
	told     INTEGER,
	kind     TEXT NOT NULL,
	phase    TEXT NOT NULL,
	number   INTEGER NOT NULL,
	seat     INTEGER NOT NULL, -- that it comes from; 0 for none
	audience TEXT NOT NULL,    -- JSON
	data     TEXT,             -- JSON
	PRIMARY KEY (game, seq)
) STRICT;

CREATE TABLE job (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	kind    TEXT NOT NULL,
	name    TEXT NOT NULL,    -- one job of a kind has a name; empty: any number
	game    TEXT NOT NULL,
	due     INTEGER,          -- NULL: rests
	tries   INTEGER NOT NULL, -- claims
	claimed INTEGER,          -- until when somebody has it; NULL for nobody
	data    BLOB NOT NULL,
	failed  TEXT NOT NULL     -- the last failure
) STRICT;

CREATE UNIQUE INDEX job_name ON job (kind, name) WHERE name <> '';
CREATE INDEX job_due ON job (kind, due) WHERE claimed IS NULL;
CREATE INDEX job_claimed ON job (kind, claimed) WHERE claimed IS NOT NULL;

-- only: sqlite
-- What processes tell each other; PostgreSQL has NOTIFY for it.
CREATE TABLE notice (
	id     INTEGER PRIMARY KEY AUTOINCREMENT,
	origin INTEGER NOT NULL, -- the process
	topic  TEXT NOT NULL
) STRICT;
-- only: all
