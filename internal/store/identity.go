package store

import "podesta/internal/game"

const identityColumns = "issuer, subject, account, email, verified, created, used"

func scanIdentity(row row) (i game.Identity, err error) {
	return i, row(&i.Issuer, &i.Subject, &i.Account, &i.Email, &i.Verified, moment{&i.Created}, moment{&i.Used})
}

// Identities lists the identities of an account, oldest first.
func (x *tx) Identities(account string) ([]game.Identity, error) {
	return all(x, scanIdentity, "SELECT "+identityColumns+" FROM identity WHERE account = ? ORDER BY created, issuer, subject", account)
}

// Identity reads an identity.
func (x *tx) Identity(issuer, subject string) (game.Identity, error) {
	return one(x, scanIdentity, "SELECT "+identityColumns+" FROM identity WHERE issuer = ? AND subject = ?", issuer, subject)
}

// SaveIdentity adds an identity or replaces it. It returns ErrTaken if another
// account has it.
func (x *tx) SaveIdentity(i game.Identity) error {
	n, err := x.exec(insertion("identity", identityColumns)+` ON CONFLICT (issuer, subject) DO UPDATE SET
		email = excluded.email, verified = excluded.verified, used = excluded.used WHERE identity.account = excluded.account`,
		i.Issuer, i.Subject, i.Account, i.Email, i.Verified, i.Created, i.Used)
	if err == nil && n == 0 {
		err = game.ErrTaken
	}
	return err
}

// DropIdentity removes an identity of an account. It returns ErrNoRecord if the
// account does not have it.
func (x *tx) DropIdentity(account, issuer, subject string) error {
	return x.change("DELETE FROM identity WHERE issuer = ? AND subject = ? AND account = ?", issuer, subject, account)
}
