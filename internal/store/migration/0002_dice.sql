-- Every throw is kept with its dice, so that all of them can be worked out again
-- from the seed; a phase also keeps what the master has done to its dice. The
-- games before this had no dice.
ALTER TABLE phase RENAME COLUMN rolls TO throws; -- JSON: list of throws
UPDATE phase SET throws = '[]' WHERE throws IS NOT NULL;
ALTER TABLE phase ADD COLUMN salt TEXT NOT NULL DEFAULT '';
ALTER TABLE phase ADD COLUMN given TEXT; -- JSON: name to value

ALTER TABLE game ADD COLUMN opening TEXT NOT NULL DEFAULT '[]';        -- events before the first phase
ALTER TABLE game ADD COLUMN opening_throws TEXT NOT NULL DEFAULT '[]';
