-- Votes, agreements, absences, orders sent in advance, diaries and webhooks were
-- JSON among the items of games. They are counted, listed and joined, so each
-- has a table with columns.
CREATE TABLE ballot (
	game    TEXT NOT NULL REFERENCES game (id),
	seat    INTEGER NOT NULL,
	draw    INTEGER NOT NULL,
	concede INTEGER NOT NULL, -- the power to concede to; 0: none
	among   INTEGER NOT NULL, -- the set of powers that share a draw; 0: all survivors
	PRIMARY KEY (game, seat)
) STRICT;

CREATE TABLE agreement (
	game    TEXT NOT NULL REFERENCES game (id),
	motion  TEXT NOT NULL,
	account TEXT NOT NULL,
	PRIMARY KEY (game, motion, account)
) STRICT;

CREATE TABLE absence (
	game  TEXT NOT NULL REFERENCES game (id),
	seat  INTEGER NOT NULL, -- 0: masters
	began INTEGER NOT NULL,
	ended INTEGER NOT NULL
) STRICT;

CREATE INDEX absence_game ON absence (game, seat, began);

CREATE TABLE deferred (
	game    TEXT NOT NULL REFERENCES game (id),
	seat    INTEGER NOT NULL,
	year    INTEGER NOT NULL,
	season  INTEGER NOT NULL,
	step    INTEGER NOT NULL,
	entered INTEGER NOT NULL, -- 1: the phase has begun and the orders were entered
	wait    INTEGER NOT NULL, -- 1: the phase waits for its deadline
	orders  TEXT NOT NULL,
	PRIMARY KEY (game, seat, year, season, step, entered)
) STRICT;

CREATE TABLE note (
	game   TEXT NOT NULL REFERENCES game (id),
	seat   INTEGER NOT NULL,
	number INTEGER NOT NULL,
	words  TEXT NOT NULL,
	PRIMARY KEY (game, seat, number)
) STRICT;

CREATE TABLE hook (
	id      TEXT PRIMARY KEY,
	account TEXT NOT NULL,
	game    TEXT NOT NULL,    -- empty: all games of the account
	url     TEXT NOT NULL,
	format  TEXT NOT NULL,
	kinds   TEXT NOT NULL,    -- of entries, a JSON list
	secret  TEXT NOT NULL,
	created INTEGER,
	failed  TEXT NOT NULL,    -- the last failure, until a call succeeds
	fails   INTEGER NOT NULL, -- failures in a row
	since   INTEGER,          -- of the first of them
	retry   INTEGER,          -- no call is tried before
	off     INTEGER NOT NULL
) STRICT;

CREATE INDEX hook_account ON hook (account, created);

CREATE TABLE hook_seen (
	game TEXT NOT NULL REFERENCES game (id),
	hook TEXT NOT NULL,
	seq  INTEGER NOT NULL, -- the last entry of the game's log that the hook was called for
	PRIMARY KEY (game, hook)
) STRICT;

INSERT INTO agreement (game, motion, account)
	SELECT game, 'letters', name FROM item WHERE kind = 'openletters' AND game IN (SELECT id FROM game);

-- only: sqlite
INSERT INTO hook_seen (game, hook, seq)
	SELECT game, name, CAST(CAST(data AS TEXT) AS INTEGER) FROM item WHERE kind = 'hookat' AND game IN (SELECT id FROM game);
INSERT INTO ballot (game, seat, draw, concede, among)
	SELECT game, CAST(name AS INTEGER), coalesce(CAST(data AS TEXT) ->> 'draw', 0), coalesce(CAST(data AS TEXT) ->> 'concede', 0), coalesce(CAST(data AS TEXT) ->> 'among', 0)
	FROM item WHERE kind = 'vote' AND game IN (SELECT id FROM game);
INSERT INTO agreement (game, motion, account)
	SELECT game, substr(name, 1, instr(name, ' ') - 1), substr(name, instr(name, ' ') + 1)
	FROM item WHERE kind = 'motion' AND game IN (SELECT id FROM game);
INSERT INTO absence (game, seat, began, ended)
	SELECT item.game, CAST(item.name AS INTEGER), CAST(unixepoch(a.value ->> 'Start', 'subsec') * 1000000 AS INTEGER), CAST(unixepoch(a.value ->> 'End', 'subsec') * 1000000 AS INTEGER)
	FROM item, json_each(CAST(item.data AS TEXT)) AS a WHERE item.kind = 'absence' AND item.game IN (SELECT id FROM game);
INSERT INTO deferred (game, seat, year, season, step, entered, wait, orders)
	SELECT game, CAST(data AS TEXT) ->> '$.seat', CAST(data AS TEXT) ->> '$.phase.Year', CAST(data AS TEXT) ->> '$.phase.Season', CAST(data AS TEXT) ->> '$.phase.Step',
		kind = 'entered', coalesce(CAST(data AS TEXT) ->> '$.wait', 0), CAST(data AS TEXT) ->> '$.text'
	FROM item WHERE kind IN ('deferred', 'entered') AND game IN (SELECT id FROM game);
INSERT INTO note (game, seat, number, words)
	SELECT item.game, CAST(item.name AS INTEGER), n.key + 1, n.value
	FROM item, json_each(CAST(item.data AS TEXT)) AS n WHERE item.kind = 'diary' AND item.game IN (SELECT id FROM game);
INSERT INTO hook (id, account, game, url, format, kinds, secret, created, failed, fails, since, retry, off)
	SELECT x ->> 'id', x ->> 'account', coalesce(x ->> 'game', ''), x ->> 'url', x ->> 'format', coalesce(x -> 'kinds', '[]'), x ->> 'secret',
		CAST(unixepoch(x ->> 'created', 'subsec') * 1000000 AS INTEGER), coalesce(x ->> 'failed', ''), coalesce(x ->> 'fails', 0),
		CAST(unixepoch(x ->> 'since', 'subsec') * 1000000 AS INTEGER), CAST(unixepoch(x ->> 'next', 'subsec') * 1000000 AS INTEGER), coalesce(x ->> 'off', 0)
	FROM (SELECT CAST(data AS TEXT) AS x FROM item WHERE kind LIKE 'hook %');
-- only: postgres
INSERT INTO hook_seen (game, hook, seq)
	SELECT game, name, convert_from(data, 'UTF8')::bigint FROM item WHERE kind = 'hookat' AND game IN (SELECT id FROM game);
INSERT INTO ballot (game, seat, draw, concede, among)
	SELECT game, name::bigint, coalesce((x ->> 'draw')::boolean::int, 0), coalesce((x ->> 'concede')::bigint, 0), coalesce((x ->> 'among')::bigint, 0)
	FROM (SELECT game, name, convert_from(data, 'UTF8')::jsonb AS x FROM item WHERE kind = 'vote' AND game IN (SELECT id FROM game)) AS i;
INSERT INTO agreement (game, motion, account)
	SELECT game, split_part(name, ' ', 1), substr(name, position(' ' IN name) + 1)
	FROM item WHERE kind = 'motion' AND game IN (SELECT id FROM game);
INSERT INTO absence (game, seat, began, ended)
	SELECT game, name::bigint, (extract(epoch FROM (a ->> 'Start')::timestamptz) * 1000000)::bigint, (extract(epoch FROM (a ->> 'End')::timestamptz) * 1000000)::bigint
	FROM item, jsonb_array_elements(convert_from(data, 'UTF8')::jsonb) AS a WHERE kind = 'absence' AND game IN (SELECT id FROM game);
INSERT INTO deferred (game, seat, year, season, step, entered, wait, orders)
	SELECT game, (x ->> 'seat')::bigint, (x #>> '{phase,Year}')::bigint, (x #>> '{phase,Season}')::bigint, (x #>> '{phase,Step}')::bigint,
		(kind = 'entered')::int, coalesce((x ->> 'wait')::boolean::int, 0), x ->> 'text'
	FROM (SELECT game, kind, convert_from(data, 'UTF8')::jsonb AS x FROM item WHERE kind IN ('deferred', 'entered') AND game IN (SELECT id FROM game)) AS i;
INSERT INTO note (game, seat, number, words)
	SELECT game, name::bigint, n.number, n.words
	FROM item, jsonb_array_elements_text(convert_from(data, 'UTF8')::jsonb) WITH ORDINALITY AS n (words, number) WHERE kind = 'diary' AND game IN (SELECT id FROM game);
INSERT INTO hook (id, account, game, url, format, kinds, secret, created, failed, fails, since, retry, off)
	SELECT x ->> 'id', x ->> 'account', coalesce(x ->> 'game', ''), x ->> 'url', x ->> 'format', coalesce((x -> 'kinds')::text, '[]'), x ->> 'secret',
		(extract(epoch FROM (x ->> 'created')::timestamptz) * 1000000)::bigint, coalesce(x ->> 'failed', ''), coalesce((x ->> 'fails')::bigint, 0),
		(extract(epoch FROM (x ->> 'since')::timestamptz) * 1000000)::bigint, (extract(epoch FROM (x ->> 'next')::timestamptz) * 1000000)::bigint, coalesce((x ->> 'off')::boolean::int, 0)
	FROM (SELECT convert_from(data, 'UTF8')::jsonb AS x FROM item WHERE kind LIKE 'hook %') AS i;
-- only: all

DELETE FROM item WHERE kind IN ('vote', 'motion', 'openletters', 'absence', 'deferred', 'entered', 'diary', 'hookat', 'hooks') OR kind LIKE 'hook %';
