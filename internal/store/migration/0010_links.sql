-- Every game is run in the same way: the seats of a game that was run by secret
-- links are held by them, its times are in its plan, who is ready is in the state
-- of the seat, and its clock is a job, as for all others.
UPDATE game SET status = standing WHERE status = '';

UPDATE game SET hosting = '{"timing":['
	|| '{"Clock":-1,"Min":0,"Next":' || (pace * 1000) || ',"Grace":0,"Delay":0,"Days":"SMTWTFS"},'
	|| '{"Clock":-1,"Min":0,"Next":' || (pace * 1000) || ',"Grace":0,"Delay":0,"Days":"SMTWTFS"},'
	|| '{"Clock":-1,"Min":0,"Next":' || (pace * 1000) || ',"Grace":0,"Delay":0,"Days":"SMTWTFS"}'
	|| '],"zone":"UTC","nmr":true,"strictGrace":true,"maxAbsence":15,"bots":true,'
	|| CASE WHEN listed = 1 THEN '"listed":true,' ELSE '' END
	|| '"reveal":true,"preferences":"list","dias":true,"concessions":true,"press":{'
	|| CASE WHEN solitaire = 1 OR play = 1 THEN '"none":true,' ELSE '' END
	|| '"white":true,"partial":true,"observers":"any"},"links":true,"onReady":true}',
	plan = '{"timing":{"Clock":-1,"Min":0,"Next":' || (pace * 1000) || ',"Grace":0,"Delay":0,"Days":"SMTWTFS"}}'
	WHERE coalesce(hosting, '') = '';

-- only: sqlite
UPDATE game SET plan = '{"plan":{"Deadline":"' || strftime('%Y-%m-%dT%H:%M:%SZ', deadline / 1000000, 'unixepoch')
	|| '","Grace":"' || strftime('%Y-%m-%dT%H:%M:%SZ', deadline / 1000000, 'unixepoch') || '"},' || substr(plan, 2)
	WHERE deadline IS NOT NULL AND finished = 0 AND hosting LIKE '%"links":true%';
UPDATE seat SET state = json_set(coalesce(nullif(state, ''), '{}'), '$.ready', json('true'), '$.complete', json('true'), '$.covered', json('true'))
	WHERE ready = 1 AND game IN (SELECT id FROM game WHERE hosting LIKE '%"links":true%');
INSERT INTO job (kind, name, game, due, tries, claimed, data, failed)
	SELECT 'clock', id, id, created, 0, NULL, X'', '' FROM game WHERE finished = 0 AND hosting LIKE '%"links":true%';
-- only: postgres
UPDATE game SET plan = '{"plan":{"Deadline":"' || to_char(to_timestamp(deadline / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
	|| '","Grace":"' || to_char(to_timestamp(deadline / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"},' || substr(plan, 2)
	WHERE deadline IS NOT NULL AND finished = 0 AND hosting LIKE '%"links":true%';
UPDATE seat SET state = (coalesce(nullif(state, ''), '{}')::jsonb || '{"ready":true,"complete":true,"covered":true}')::text
	WHERE ready = 1 AND game IN (SELECT id FROM game WHERE hosting LIKE '%"links":true%');
INSERT INTO job (kind, name, game, due, tries, claimed, data, failed)
	SELECT 'clock', id, id, created, 0, NULL, '', '' FROM game WHERE finished = 0 AND hosting LIKE '%"links":true%';
-- only: all

DROP INDEX game_deadline;
DROP INDEX game_list;
DROP INDEX game_standing;
ALTER TABLE game DROP COLUMN pace;
ALTER TABLE game DROP COLUMN deadline;
ALTER TABLE game DROP COLUMN standing;
ALTER TABLE seat DROP COLUMN ready;
CREATE INDEX game_list ON game (created, place, id, status, listed, showcase, name);
CREATE INDEX game_status ON game (status, listed, created, place, id);
