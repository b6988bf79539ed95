-- Passkeys, and what is asked of a browser while one is made or used; what games
-- came to for their players, for profiles and the table of ratings.
ALTER TABLE account ADD COLUMN private INTEGER NOT NULL DEFAULT 0; -- in no public list

CREATE TABLE passkey (
	id      TEXT PRIMARY KEY, -- of the credential
	account TEXT NOT NULL REFERENCES account (id),
	name    TEXT NOT NULL,
	created INTEGER,
	used    INTEGER,          -- NULL: never
	data    BLOB NOT NULL     -- the credential: public key, counter, flags
) STRICT;

CREATE INDEX passkey_account ON passkey (account);

CREATE TABLE ceremony (
	hash    TEXT PRIMARY KEY, -- of the secret that the browser has for it
	account TEXT NOT NULL,    -- empty while nobody has signed in
	expires INTEGER,
	data    BLOB NOT NULL
) STRICT;

CREATE INDEX ceremony_expires ON ceremony (expires);

CREATE TABLE award (
	game    TEXT NOT NULL REFERENCES game (id),
	account TEXT NOT NULL,
	kind    TEXT NOT NULL,    -- of the scenario
	powers  TEXT NOT NULL,    -- what the account played, in words
	players INTEGER NOT NULL,
	place   INTEGER NOT NULL,
	tied    INTEGER NOT NULL, -- how many share the place
	cities  INTEGER NOT NULL,
	wins    INTEGER NOT NULL, -- nobody had more
	rated   INTEGER NOT NULL, -- the table of points tells what the place earns
	points  INTEGER NOT NULL, -- in parts of a point (judge.PointParts)
	ended   INTEGER,
	PRIMARY KEY (game, account)
) STRICT;

CREATE INDEX award_account ON award (account);
CREATE INDEX award_kind ON award (kind);
