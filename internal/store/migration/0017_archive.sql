-- The phases, orders and log of a game that has ended can be moved to an object
-- in an archive. The rows of the game, its seats, members, items and everything
-- else by which it is found stay.
ALTER TABLE game ADD COLUMN archived TEXT; -- JSON: where they are; NULL: in the tables

-- The games that can be moved, and those that were.
CREATE INDEX game_ended ON game (id) WHERE archived IS NULL AND status IN ('over', 'terminated');
CREATE INDEX game_archived ON game (id) WHERE archived IS NOT NULL;
