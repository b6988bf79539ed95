-- Lists of games count no rows and compare no names. tally says how many games
-- there are, as changes that a background worker adds up: transactions that
-- write different games never wait for each other. gram holds each group of
-- three characters of the names of listed games; the column titled of a game
-- is the name whose groups it holds. Processes of older versions do not write
-- it, so the games that they rename are found by the index game_untitled.
CREATE TABLE tally (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	status   TEXT NOT NULL,
	listed   INTEGER NOT NULL,
	showcase INTEGER NOT NULL,
	games    INTEGER NOT NULL
) STRICT;

-- only: sqlite
CREATE TABLE gram (
	gram    TEXT NOT NULL,
	created INTEGER NOT NULL, -- of the game, as are the next two
	place   INTEGER NOT NULL,
	game    TEXT NOT NULL,
	PRIMARY KEY (gram, created, place, game)
) STRICT, WITHOUT ROWID;
-- only: postgres
CREATE TABLE gram (
	gram    TEXT NOT NULL,
	created INTEGER NOT NULL,
	place   INTEGER NOT NULL,
	game    TEXT NOT NULL,
	PRIMARY KEY (gram, created, place, game)
);
-- only: all

ALTER TABLE game ADD COLUMN titled TEXT; -- NULL: gram holds nothing of the game
CREATE INDEX game_untitled ON game (id) WHERE listed = 1 AND (titled IS NULL OR titled <> name);
CREATE INDEX game_listed ON game (listed, created, place, id);

-- only: sqlite
CREATE TRIGGER game_tally_insert AFTER INSERT ON game BEGIN
	INSERT INTO tally (status, listed, showcase, games) VALUES (NEW.status, NEW.listed, NEW.showcase, 1); END;
CREATE TRIGGER game_tally_update AFTER UPDATE OF status, listed, showcase ON game
	WHEN OLD.status <> NEW.status OR OLD.listed <> NEW.listed OR OLD.showcase <> NEW.showcase BEGIN
	INSERT INTO tally (status, listed, showcase, games) VALUES (OLD.status, OLD.listed, OLD.showcase, -1), (NEW.status, NEW.listed, NEW.showcase, 1); END;
CREATE TRIGGER game_tally_delete AFTER DELETE ON game BEGIN
	INSERT INTO tally (status, listed, showcase, games) VALUES (OLD.status, OLD.listed, OLD.showcase, -1); END;
-- only: postgres
CREATE FUNCTION tally_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO tally (status, listed, showcase, games) VALUES (OLD.status, OLD.listed, OLD.showcase, -1);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO tally (status, listed, showcase, games) VALUES (NEW.status, NEW.listed, NEW.showcase, 1);
	END IF;
	RETURN NULL;
END $$;

CREATE TRIGGER tally_some AFTER INSERT OR DELETE ON game FOR EACH ROW EXECUTE FUNCTION tally_game();
CREATE TRIGGER tally_other AFTER UPDATE OF status, listed, showcase ON game FOR EACH ROW
	WHEN (OLD.status <> NEW.status OR OLD.listed <> NEW.listed OR OLD.showcase <> NEW.showcase) EXECUTE FUNCTION tally_game();
-- only: all

-- Counted from indexes, because others wait: the showcases by themselves.
INSERT INTO tally (status, listed, showcase, games) SELECT status, listed, 0, count(*) FROM game GROUP BY status, listed;
INSERT INTO tally (status, listed, showcase, games) SELECT status, listed, 0, -count(*) FROM game WHERE showcase = 1 GROUP BY status, listed;
INSERT INTO tally (status, listed, showcase, games) SELECT status, listed, 1, count(*) FROM game WHERE showcase = 1 GROUP BY status, listed;
