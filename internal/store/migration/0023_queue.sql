-- Who waits for any game that fits.
CREATE TABLE queue (
	account   TEXT PRIMARY KEY,
	since     INTEGER,
	ends      INTEGER,
	warned    INTEGER NOT NULL,
	asked     INTEGER, -- whether they are still there; NULL: not yet
	confirmed INTEGER, -- NULL: not yet
	wants     TEXT NOT NULL -- JSON
) STRICT;

CREATE INDEX queue_since ON queue (since, account);
