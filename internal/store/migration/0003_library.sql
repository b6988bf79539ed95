-- The scenario file of a game that is not played on one of the built-in ones.
ALTER TABLE game ADD COLUMN library TEXT NOT NULL DEFAULT '';
