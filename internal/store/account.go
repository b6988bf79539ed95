package store

import (
	"strings"
	"time"

	"podesta/internal/game"
)

const accountColumns = "id, name, email, zone, hash, verified, keeper, blocked, created, wishes, record, private, program, owner"

func scanAccount(row row) (a game.Account, err error) {
	return a, row(&a.ID, &a.Name, &a.Email, &a.Zone, &a.Hash, &a.Verified, &a.Operator, &a.Blocked, moment{&a.Created}, &a.Wishes, &a.Record, &a.Private, &a.Program, &a.Owner)
}

// Account reads an account.
func (x *tx) Account(id string) (game.Account, error) {
	return one(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE id = ?", id)
}

// LockAccount makes other writers of an account wait until the transaction ends. A caller must lock
// an account before it reads, changes and saves it.
func (x *tx) LockAccount(id string) error {
	_, err := one(x, func(row row) (s string, err error) { return s, row(&s) }, "SELECT id FROM account WHERE id = ?"+x.d.lock, id)
	return err
}

// Record returns the data from which an account's reliability is computed. In a Write it makes
// other writers of the account wait until the transaction ends.
func (x *tx) Record(id string) ([]byte, error) {
	lock := ""
	if x.writing {
		lock = x.d.lock
	}
	return one(x, func(row row) (b []byte, err error) { return b, row(&b) }, "SELECT record FROM account WHERE id = ?"+lock, id)
}

// SaveRecord replaces the data that Record returns.
func (x *tx) SaveRecord(id string, record []byte) error {
	return x.change("UPDATE account SET record = ? WHERE id = ?", text(record), id)
}

// AccountByEmail returns the account to which a verified address belongs.
func (x *tx) AccountByEmail(email string) (game.Account, error) {
	return one(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE id = (SELECT account FROM address WHERE email = ? AND verified = 1)", game.FoldAddress(email))
}

// Accounts lists the accounts whose name or e-mail address begins with a prefix, ignoring case.
// They are sorted by name.
func (x *tx) Accounts(prefix string, limit int) ([]game.Account, error) {
	low := legible(folded(prefix))
	high := low + "\U0010FFFF"
	return all(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE name_key BETWEEN ? AND ? OR email_key BETWEEN ? AND ? ORDER BY name_key, id LIMIT ?",
		low, high, low, high, atMost(limit))
}

// AccountIDs lists the IDs of accounts that follow a given ID, in order.
func (x *tx) AccountIDs(after string, limit int) ([]string, error) {
	return all(x, func(row row) (id string, err error) { return id, row(&id) }, "SELECT id FROM account WHERE id > ? ORDER BY id LIMIT ?", after, atMost(limit))
}

// AccountsByID reads accounts, in any order. It omits those that do not exist.
func (x *tx) AccountsByID(ids []string) (out []game.Account, err error) {
	err = inChunks("id", ids, func(where string, args []any) error {
		part, err := all(x, scanAccount, "SELECT "+accountColumns+" FROM account"+where, args...)
		out = append(out, part...)
		return err
	})
	return out, err
}

// Operators lists the operators of the judge whose accounts are not blocked.
func (x *tx) Operators() ([]game.Account, error) {
	return all(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE keeper = 1 AND blocked = 0 ORDER BY id")
}

// AccountsNamed lists the verified accounts with a name, ignoring case.
func (x *tx) AccountsNamed(name string) ([]game.Account, error) {
	return all(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE name_key = ? AND verified = 1 ORDER BY id", folded(name))
}

// Newcomers lists the unverified accounts that have signed up with an e-mail address.
func (x *tx) Newcomers(email string) ([]game.Account, error) {
	return all(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE email_key = ? AND verified = 0 ORDER BY name_key, id", folded(email))
}

// Records lists the accounts that appear in public lists, belong to people and have a reliability
// record. Their IDs follow a given ID.
func (x *tx) Records(after string, limit int) ([]game.AccountRecord, error) {
	return all(x, func(row row) (a game.AccountRecord, err error) { return a, row(&a.ID, &a.Name, &a.Record) },
		"SELECT id, name, record FROM account WHERE id > ? AND private = 0 AND blocked = 0 AND verified = 1 AND program = 0 AND record <> '' ORDER BY id LIMIT ?", after, atMost(limit))
}

// Programs lists the programs for which an account answers, sorted by name.
func (x *tx) Programs(owner string) ([]game.Account, error) {
	return all(x, scanAccount, "SELECT "+accountColumns+" FROM account WHERE owner = ? AND owner <> '' ORDER BY name_key, id", owner)
}

// folded returns a word in the form for comparisons that ignore case. Addresses are compared by
// game.FoldAddress, which never makes addresses with different letters equal.
func folded(s string) string { return strings.ToLower(s) }

// SaveAccount adds an account or replaces it.
func (x *tx) SaveAccount(a game.Account) error {
	return x.upsert("account", "id", accountColumns+", name_key, email_key",
		a.ID, a.Name, a.Email, a.Zone, a.Hash, a.Verified, a.Operator, a.Blocked, a.Created, text(a.Wishes), text(a.Record), a.Private, a.Program, a.Owner, folded(a.Name), folded(a.Email))
}

// Addresses lists the addresses of an account.
func (x *tx) Addresses(account string) ([]game.Address, error) {
	return all(x, func(row row) (a game.Address, err error) {
		return a, row(&a.Email, &a.Account, &a.Verified)
	}, "SELECT email, account, verified FROM address WHERE account = ? ORDER BY email", account)
}

// SaveAddress adds an address or replaces it. It returns ErrTaken if another
// account has verified the address.
func (x *tx) SaveAddress(a game.Address) error {
	n, err := x.exec(`INSERT INTO address (email, account, verified) VALUES (?, ?, ?)
		ON CONFLICT (email) DO UPDATE SET account = excluded.account, verified = excluded.verified
		WHERE address.verified = 0 OR address.account = excluded.account`, game.FoldAddress(a.Email), a.Account, a.Verified)
	if err == nil && n == 0 {
		err = game.ErrTaken
	}
	return err
}

// DropAddress removes an address, if it exists.
func (x *tx) DropAddress(email string) error {
	_, err := x.exec("DELETE FROM address WHERE email = ?", game.FoldAddress(email))
	return err
}

const tokenColumns = "hash, kind, account, game, seat, email, label, created, expires, used, opened"

// tokenRead lists the columns for reading. The last one is NULL in tokens stored by older versions.
const tokenRead = "hash, kind, account, game, seat, email, label, created, expires, used, coalesce(opened, '')"

func scanToken(row row) (t game.Token, err error) {
	return t, row(&t.Hash, &t.Kind, &t.Account, &t.Game, &t.Seat, &t.Email, &t.Label, moment{&t.Created}, moment{&t.Expires}, moment{&t.Used}, &t.Opened)
}

// AddToken adds a new token.
func (x *tx) AddToken(t game.Token) error { return x.AddTokens([]game.Token{t}) }

// AddTokens adds new tokens.
func (x *tx) AddTokens(tokens []game.Token) error {
	var rows [][]any
	for _, t := range tokens {
		rows = append(rows, []any{t.Hash, t.Kind, t.Account, t.Game, t.Seat, t.Email, t.Label, t.Created, t.Expires, t.Used, t.Opened})
	}
	return x.several("INSERT INTO token ("+tokenColumns+") VALUES ", "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ", ", "", rows)
}

// TokensByHash reads tokens, including expired ones, in any order. It omits those that do not
// exist.
func (x *tx) TokensByHash(hashes []string) (out []game.Token, err error) {
	err = inChunks("hash", hashes, func(where string, args []any) error {
		part, err := all(x, scanToken, "SELECT "+tokenRead+" FROM token"+where, args...)
		out = append(out, part...)
		return err
	})
	return out, err
}

// Token reads a token, even if it has expired.
func (x *tx) Token(hash string) (game.Token, error) {
	return one(x, scanToken, "SELECT "+tokenRead+" FROM token WHERE hash = ?", hash)
}

// TouchToken records when a token was last used.
func (x *tx) TouchToken(hash string, used time.Time) error {
	return x.change("UPDATE token SET used = ? WHERE hash = ?", used, hash)
}

// Tokens lists the tokens of an account, oldest first.
func (x *tx) Tokens(account string) ([]game.Token, error) {
	return all(x, scanToken, "SELECT "+tokenRead+" FROM token WHERE account = ? ORDER BY created, hash", account)
}

// DropToken removes a token. It returns ErrNoRecord if there is none, so that
// only one of two callers can use up a token.
func (x *tx) DropToken(hash string) error {
	return x.change("DELETE FROM token WHERE hash = ?", hash)
}

// DropTokens removes the tokens that expired before a given time.
func (x *tx) DropTokens(before time.Time) error {
	_, err := x.exec("DELETE FROM token WHERE expires < ?", before)
	return err
}

// DropNewcomers removes the accounts created before a given time that never verified an address
// and take part in no game, with their addresses and tokens.
func (x *tx) DropNewcomers(before time.Time) error {
	const who = `SELECT id FROM account WHERE verified = 0 AND keeper = 0 AND blocked = 0 AND created < ?
		AND NOT EXISTS (SELECT 1 FROM member WHERE member.account = account.id)
		AND NOT EXISTS (SELECT 1 FROM address WHERE address.account = account.id AND address.verified = 1)`
	for _, from := range []string{"token WHERE account", "address WHERE account", "account WHERE id"} {
		if _, err := x.exec("DELETE FROM "+from+" IN ("+who+")", before); err != nil {
			return err
		}
	}
	return nil
}
