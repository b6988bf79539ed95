-- Games with the same facets and status lie together, in the order of lists: a
-- filter that few games pass is read from the places where these are.
CREATE INDEX game_runs ON game (listed, facets, status, created, place, id, showcase);

-- What searches, the lists of one account, and stamps need of many games or
-- accounts at once, without their rows, which are much longer.
CREATE INDEX game_title ON game (id, status, listed, showcase, play, created, place, name);
CREATE INDEX account_stamp ON account (id, stamp);
