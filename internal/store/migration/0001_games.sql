CREATE TABLE game (
	id        TEXT PRIMARY KEY,
	name      TEXT NOT NULL,
	scenario  TEXT NOT NULL,
	variant   TEXT NOT NULL,
	rules     TEXT NOT NULL,    -- JSON
	seed      BLOB NOT NULL,
	solitaire INTEGER NOT NULL,
	showcase  INTEGER NOT NULL,
	pace      INTEGER NOT NULL, -- microseconds from a phase's start to its deadline, 0 for none
	phase     TEXT NOT NULL,    -- "spring 1454 orders"
	number    INTEGER NOT NULL, -- of the current phase
	revision  INTEGER NOT NULL, -- rises with every processing; guards every write
	deadline  INTEGER,          -- microseconds since 1970 UTC, NULL for none
	finished  INTEGER NOT NULL,
	created   INTEGER NOT NULL
) STRICT;

CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seat (
	game   TEXT NOT NULL REFERENCES game (id),
	number INTEGER NOT NULL,
	player TEXT NOT NULL,
	powers TEXT NOT NULL, -- ids, separated by blanks
	ready  INTEGER NOT NULL,
	PRIMARY KEY (game, number)
) STRICT;

CREATE TABLE phase (
	game     TEXT NOT NULL REFERENCES game (id),
	number   INTEGER NOT NULL,
	phase    TEXT NOT NULL,
	position TEXT NOT NULL, -- before the phase
	after    TEXT,          -- after it; NULL for the current phase
	events   TEXT,
	rolls    TEXT,          -- JSON: name to value
	engine   TEXT,
	done     INTEGER,
	PRIMARY KEY (game, number)
) STRICT;

CREATE TABLE orders (
	game   TEXT NOT NULL,
	number INTEGER NOT NULL,
	seat   INTEGER NOT NULL,
	text   TEXT NOT NULL,
	PRIMARY KEY (game, number, seat),
	FOREIGN KEY (game, number) REFERENCES phase (game, number),
	FOREIGN KEY (game, seat) REFERENCES seat (game, number)
) STRICT;
