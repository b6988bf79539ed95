-- A database that podesta wrote when its layout had version 2.
PRAGMA user_version = 2;
BEGIN TRANSACTION;
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
, opening TEXT NOT NULL DEFAULT '[]', opening_throws TEXT NOT NULL DEFAULT '[]') STRICT;
INSERT INTO "game" VALUES('first','Cosimo '' "x" – ü','B','B-2-2','{"preset":"x"}',X'0001FF',1,1,129600000000,'summer 1454 orders',2,2,NULL,0,1767323045000678,'[{"income":1}]','[{"name":"income milan 1","dice":1,"faces":6,"value":3}]');
CREATE TABLE orders (
	game   TEXT NOT NULL,
	number INTEGER NOT NULL,
	seat   INTEGER NOT NULL,
	text   TEXT NOT NULL,
	PRIMARY KEY (game, number, seat),
	FOREIGN KEY (game, number) REFERENCES phase (game, number),
	FOREIGN KEY (game, seat) REFERENCES seat (game, number)
) STRICT;
INSERT INTO "orders" VALUES('first',1,2,'A Roma H
# ü');
CREATE TABLE phase (
	game     TEXT NOT NULL REFERENCES game (id),
	number   INTEGER NOT NULL,
	phase    TEXT NOT NULL,
	position TEXT NOT NULL, -- before the phase
	after    TEXT,          -- after it; NULL for the current phase
	events   TEXT,
	throws    TEXT,          -- JSON: name to value
	engine   TEXT,
	done     INTEGER, salt TEXT NOT NULL DEFAULT '', given TEXT,
	PRIMARY KEY (game, number)
) STRICT;
INSERT INTO "phase" VALUES('first',1,'spring 1454 orders','{"a":1}','{"b":2}','[]','[{"name":"famine row","dice":2,"faces":6,"value":7}]','1',1767323105000678,'',NULL);
INSERT INTO "phase" VALUES('first',2,'summer 1454 orders','{"b":2}',NULL,NULL,NULL,NULL,NULL,'',NULL);
CREATE TABLE seat (
	game   TEXT NOT NULL REFERENCES game (id),
	number INTEGER NOT NULL,
	player TEXT NOT NULL,
	powers TEXT NOT NULL, -- ids, separated by blanks
	ready  INTEGER NOT NULL,
	PRIMARY KEY (game, number)
) STRICT;
INSERT INTO "seat" VALUES('first',1,'Ada','milan venice',0);
INSERT INTO "seat" VALUES('first',2,'','papacy',0);
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
COMMIT;
