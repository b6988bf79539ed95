-- Who has invited whom to a game.
CREATE TABLE invitation (
	game    TEXT NOT NULL REFERENCES game (id),
	account TEXT NOT NULL, -- who is invited
	host    TEXT NOT NULL, -- the account that invites
	state   TEXT NOT NULL,
	made    INTEGER,
	PRIMARY KEY (game, account)
) STRICT;

CREATE INDEX invitation_account ON invitation (account, made);
CREATE INDEX invitation_host ON invitation (host, made);

-- Invitations for those who have an address. Its secret is computed from the id.
CREATE TABLE invite_link (
	id    TEXT PRIMARY KEY,
	game  TEXT NOT NULL REFERENCES game (id),
	host  TEXT NOT NULL,
	uses  INTEGER NOT NULL, -- so many people may join by it; 0: any number
	used  INTEGER NOT NULL, -- so many have joined
	off   INTEGER NOT NULL, -- it was withdrawn
	made  INTEGER,
	until INTEGER           -- NULL: not limited in time
) STRICT;

CREATE INDEX invite_link_game ON invite_link (game, made);
CREATE INDEX invite_link_host ON invite_link (host, made);

-- Friends, and people who have asked others to be their friends.
CREATE TABLE friend (
	account TEXT NOT NULL, -- who has asked
	other   TEXT NOT NULL,
	made    INTEGER,
	agreed  INTEGER,       -- NULL: the other has not answered
	PRIMARY KEY (account, other)
) STRICT;

CREATE INDEX friend_other ON friend (other, made);

-- Which games people follow.
CREATE TABLE follow (
	account TEXT NOT NULL,
	game    TEXT NOT NULL REFERENCES game (id),
	notices INTEGER NOT NULL, -- the account is notified of the game's phases
	made    INTEGER,
	PRIMARY KEY (account, game)
) STRICT;

CREATE INDEX follow_game ON follow (game, notices);

-- By what lists of games can be filtered, as words between blanks. Processes of
-- older versions do not write it, so the games that they make are found by the
-- index game_unfaceted.
ALTER TABLE game ADD COLUMN facets TEXT;
CREATE INDEX game_unfaceted ON game (id) WHERE facets IS NULL;
CREATE INDEX game_facets ON game (listed, created, place, id, status, showcase, facets);
CREATE INDEX game_status_facets ON game (status, listed, created, place, id, showcase, facets);
