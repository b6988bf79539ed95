-- What a next version might add: a column with a default, an index on a table
-- that is written all the time, and a table with rows for what exists.
ALTER TABLE entry ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
CREATE INDEX entry_mood ON entry (mood, game) WHERE mood <> 'calm';
ALTER TABLE job ADD COLUMN origin TEXT;
CREATE INDEX job_origin ON job (origin);
CREATE TABLE mood (game TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO mood (game, text) SELECT id, 'calm' FROM game;
