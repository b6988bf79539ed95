-- Who waits for any game that fits.
CREATE TABLE queue (
	account TEXT PRIMARY KEY,
	since   INTEGER,
	ends    INTEGER,
	warned  INTEGER NOT NULL,
	wants   TEXT NOT NULL -- JSON
) STRICT;

CREATE INDEX queue_since ON queue (since, account);
