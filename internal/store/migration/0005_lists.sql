-- Lists of games are made without reading the games: where a game stands (one
-- that has no status is over or active), and whether everybody may know of it.
ALTER TABLE game ADD COLUMN standing TEXT NOT NULL DEFAULT 'active';
ALTER TABLE game ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
UPDATE game SET standing = CASE WHEN status <> '' THEN status WHEN finished = 1 THEN 'over' ELSE 'active' END;
UPDATE game SET listed = 0 WHERE hosting IS NOT NULL AND hosting <> '' AND hosting NOT LIKE '%"listed":true%';
CREATE INDEX game_list ON game (created, place, id, standing, listed, showcase, name);
