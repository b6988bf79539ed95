-- Names are found in an index of listed games, in the order of lists. The groups of
-- characters by which earlier versions found them go, and so do the columns of the
-- archive. On PostgreSQL, earlier processes still use both; they go when the
-- database is settled (store/lean.go).
CREATE INDEX game_named ON game (listed, created, place, id, name);

-- only: sqlite
DROP TABLE gram;
DROP INDEX IF EXISTS game_listed;
DROP INDEX IF EXISTS game_untitled;
DROP INDEX IF EXISTS game_ended;
DROP INDEX IF EXISTS game_archived;
ALTER TABLE game DROP COLUMN titled;
ALTER TABLE game DROP COLUMN archived;
-- only: all
