-- What a finished game was for its players: the edition of its rules, whether a
-- power of theirs was eliminated, whether the game is in public lists, and the
-- number that people saw of their skill before it and after it. 0 and an empty
-- edition: recorded by an older version.
ALTER TABLE award ADD COLUMN edition TEXT NOT NULL DEFAULT '';
ALTER TABLE award ADD COLUMN fell INTEGER NOT NULL DEFAULT 0;
ALTER TABLE award ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contest ADD COLUMN shown_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contest ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;

-- When people are away from all their games.
CREATE TABLE vacation (
	account TEXT PRIMARY KEY,
	since   INTEGER NOT NULL,
	until   INTEGER NOT NULL
) STRICT;
