-- Tables at which one visitor plays against computer players. They are in no
-- list, and go when nobody has touched them for long.
ALTER TABLE game ADD COLUMN play INTEGER NOT NULL DEFAULT 0;
CREATE INDEX game_play ON game (id) WHERE play = 1;
