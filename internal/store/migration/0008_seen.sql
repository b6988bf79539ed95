-- How far somebody has read the letters of a game, and the letters of a game by
-- themselves.
CREATE TABLE seen (
	game    TEXT NOT NULL REFERENCES game (id),
	account TEXT NOT NULL,
	seat    INTEGER NOT NULL, -- that he had then; 0 for none
	data    TEXT NOT NULL,    -- JSON
	PRIMARY KEY (game, account, seat)
) STRICT;

CREATE INDEX entry_press ON entry (game, seq) WHERE kind = 'press';
