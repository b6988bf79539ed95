-- E-mail about one game does not delay that about others: the queue is worked
-- off game by game.
CREATE INDEX job_turn ON job (kind, game, due) WHERE claimed IS NULL;
