-- The accounts at identity providers with which people sign in.
CREATE TABLE identity (
	issuer   TEXT NOT NULL,
	subject  TEXT NOT NULL,
	account  TEXT NOT NULL,
	email    TEXT NOT NULL,    -- that the provider named last; empty: none
	verified INTEGER NOT NULL, -- the provider has verified it
	created  INTEGER,
	used     INTEGER,
	PRIMARY KEY (issuer, subject)
) STRICT;

CREATE INDEX identity_account ON identity (account, created);
