-- What a person has chosen for each of their ways out. NULL in events: a webhook
-- of before, which is called for everything.
ALTER TABLE hook ADD COLUMN label TEXT;
ALTER TABLE hook ADD COLUMN events TEXT;    -- JSON: the kinds of events
ALTER TABLE hook ADD COLUMN daily INTEGER;  -- 1: one message a day
ALTER TABLE hook ADD COLUMN session TEXT;   -- the digest of the session whose browser it is

-- Notifications that wait for the end of quiet hours, or for the message of the
-- day.
CREATE TABLE held (
	account TEXT NOT NULL,
	way     TEXT NOT NULL,    -- the id of a hook, or "mail"
	game    TEXT NOT NULL REFERENCES game (id),
	seq     INTEGER NOT NULL, -- the entry of the game's log
	due     INTEGER NOT NULL,
	PRIMARY KEY (account, way, game, seq)
) STRICT;

CREATE INDEX held_game ON held (game);
