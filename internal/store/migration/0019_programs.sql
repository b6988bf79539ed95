-- Accounts of programs. owner is the account that answers for the program;
-- empty: the operator does.
ALTER TABLE account ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE award ADD COLUMN program INTEGER NOT NULL DEFAULT 0;

CREATE INDEX account_owner ON account (owner) WHERE owner <> '';

-- contest is the place of an account in a finished game that counts for skill,
-- and what it changed. Mu and sigma are in millionths, changes of sigma are
-- factors in thousandths of a millionth.
CREATE TABLE contest (
	game      TEXT NOT NULL REFERENCES game (id),
	account   TEXT NOT NULL,
	edition   TEXT NOT NULL,    -- of the rules: a preset
	program   INTEGER NOT NULL, -- the account was a program
	place     INTEGER NOT NULL, -- among these; equal for those who are tied
	ended     INTEGER,
	mu        INTEGER NOT NULL, -- added, of all editions
	sigma     INTEGER NOT NULL, -- factor
	own_mu    INTEGER NOT NULL, -- of this edition
	own_sigma INTEGER NOT NULL,
	PRIMARY KEY (game, account)
) STRICT;

-- skill is what an account has reached in an edition, or with an empty edition
-- in all of them.
CREATE TABLE skill (
	account TEXT NOT NULL,
	edition TEXT NOT NULL,
	program INTEGER NOT NULL,
	mu      INTEGER NOT NULL,
	sigma   INTEGER NOT NULL,
	games   INTEGER NOT NULL,
	shown   INTEGER NOT NULL, -- the number by which ladders are ordered
	PRIMARY KEY (account, edition, program)
) STRICT;

CREATE INDEX contest_account ON contest (account, ended);
CREATE INDEX contest_ended ON contest (ended, game);
CREATE INDEX skill_ladder ON skill (edition, program, shown, account);
