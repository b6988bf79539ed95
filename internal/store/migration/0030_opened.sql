-- With what a session was opened, other than the password or an e-mail: it ends
-- together with that. NULL: an older process has made the token.
ALTER TABLE token ADD COLUMN opened TEXT;
