-- Lists of the games that stand somewhere, and the judge's own games, are read
-- without going through all games.
CREATE INDEX game_standing ON game (standing, listed, created, place, id);
CREATE INDEX game_showcase ON game (showcase, created, place, id) WHERE showcase = 1;
