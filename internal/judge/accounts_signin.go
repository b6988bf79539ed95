package judge

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// errSignIn is the one answer to an unknown address, a wrong password and an
// account without one.
var errSignIn = &Error{Code: Forbidden, Message: "The address or the password is wrong. You can also ask for a link by mail that signs you on."}

// wrongItem is the kind of item that counts the wrong passwords of an account.
const wrongItem = "wrong"

// wrongCount is how often the password of an account was wrong.
type wrongCount struct {
	All tries            `json:"all"`          // from places on the network that are not known
	By  map[string]tries `json:"by,omitempty"` // by place
}

// mostPlaces bounds the places that are counted of an account.
const mostPlaces = 32

// SignIn checks a password. The error is "forbidden" for whatever is wrong with
// address and password, "too_many" when it was tried too often: for this account
// from this place (WithRemote), from this place for any account, or for this
// account from everywhere. What others try does not count for a browser that has
// signed in before (WithBrowser), nor for whoever is known otherwise (WithKnown).
// An unknown address takes as long and gives the same answers as any.
func (j *Judge) SignIn(ctx context.Context, email, password string) (*Account, error) {
	key := "not an address"
	email, err := cleanEmail(email)
	if err == nil {
		key = email
	}
	a, count, err := j.suspect(ctx, email)
	if err != nil {
		return nil, err
	}
	out, outcome, err := j.trySignIn(ctx, key, a, count, password)
	j.signedIn(ctx, "password", outcome, a.ID, err)
	return out, err
}

// signedIn writes down how a try to sign on came out.
func (j *Judge) signedIn(ctx context.Context, by, outcome, account string, err error) {
	switch {
	case err == nil:
		outcome = "ok"
	case outcome == "":
		outcome = ErrorCode(err)
	}
	j.log.Load().Info("sign-in", "by", by, "outcome", outcome, "account", account, "from", remote(ctx))
}

// trySignIn is SignIn for the account of an address, the zero account for an
// unknown one. The outcome is for the log.
func (j *Judge) trySignIn(ctx context.Context, key string, a Account, count wrongCount, password string) (*Account, string, error) {
	now := j.now()
	place, strange := j.place(ctx, a.ID)
	from := remote(ctx)
	if strange {
		if err := j.guard.strangers.take(now, from); err != nil {
			return nil, "slowed down", err
		}
	}
	tried := key + " " + place
	if err := j.guard.wrong.take(now, tried); err != nil {
		return nil, "slowed down", err
	}
	if err := tooSoon(j.guard.wrong.until(count.By[place], now), now); err != nil {
		return nil, "slowed down", err
	}
	if strange {
		if err := j.guard.everywhere.take(now, key); err != nil {
			return nil, "slowed down", err
		}
		if err := tooSoon(j.guard.everywhere.until(count.All, now), now); err != nil {
			return nil, "slowed down", err
		}
	}
	ok, weak, err := j.guard.passwords.matches(ctx, a.Hash, password)
	if err != nil {
		return nil, "", err
	}
	if !ok {
		return nil, "wrong", j.wrong(ctx, a.ID, place, strange, now)
	}
	j.guard.wrong.clear(tried)
	if strange {
		j.guard.strangers.undo(from)
		j.guard.everywhere.undo(key)
	}
	if a.Blocked {
		return nil, "closed account", errBlocked
	}
	if count.By[place].N == 0 && !weak {
		return &a, "", nil
	}
	out, err := j.welcome(ctx, a, place, weak, password)
	return out, "", err
}

// suspect is the account of an address, with how often its password was wrong;
// the zero account for an unknown address.
func (j *Judge) suspect(ctx context.Context, email string) (a Account, count wrongCount, err error) {
	err = j.read(ctx, func(tx Tx) error {
		var err error
		if a, err = tx.AccountByEmail(email); err != nil && !errors.Is(err, ErrNoRecord) {
			return err
		}
		count, err = wrongs(tx, a.ID)
		return err
	})
	return a, count, err
}

// wrongs is how often an account's password was wrong. The count of the unknown
// addresses, which have no ID, is written as any other and never heeded.
func wrongs(tx Tx, account string) (wrongCount, error) {
	var n wrongCount
	data, err := tx.Get("", wrongItem, account)
	if err == nil && account != "" {
		err = json.Unmarshal(data, &n)
	}
	if errors.Is(err, ErrNoRecord) {
		err = nil
	}
	return n, err
}

// wrong counts a wrong password from a place and gives the answer to it.
func (j *Judge) wrong(ctx context.Context, account, place string, strange bool, now time.Time) error {
	err := j.write(ctx, func(tx Tx) error {
		if err := tx.LockAccount(account); err != nil && !errors.Is(err, ErrNoRecord) {
			return err
		}
		n, err := wrongs(tx, account)
		if err != nil {
			return err
		}
		if n.By == nil {
			n.By = map[string]tries{}
		}
		n.By[place] = j.guard.wrong.more(n.By[place], now)
		if strange {
			n.All = j.guard.everywhere.more(n.All, now)
		}
		for len(n.By) > mostPlaces {
			delete(n.By, longestAgo(n.By))
		}
		data, err := json.Marshal(n)
		if err != nil {
			return err
		}
		return tx.Put("", wrongItem, account, data)
	})
	if err != nil {
		return err
	}
	return errSignIn
}

// longestAgo is the key under which nothing was tried for the longest time.
func longestAgo(all map[string]tries) string {
	out := ""
	for k, v := range all {
		if out == "" || v.Last.Before(all[out].Last) {
			out = k
		}
	}
	return out
}

// welcome forgets the wrong passwords from a place after a right one, and makes a
// hash of today's cost of it.
func (j *Judge) welcome(ctx context.Context, a Account, place string, weak bool, password string) (*Account, error) {
	hash := a.Hash
	if weak {
		var err error
		if hash, err = j.guard.passwords.hash(ctx, password); err != nil {
			return nil, err
		}
	}
	var out *Account
	err := j.write(ctx, func(tx Tx) error {
		var err error
		out, err = j.change(tx, a.ID, func(now *Account) error {
			n, err := wrongs(tx, a.ID)
			if err != nil {
				return err
			}
			if _, ok := n.By[place]; ok {
				delete(n.By, place)
				data, err := json.Marshal(n)
				if err != nil {
					return err
				}
				if err := tx.Put("", wrongItem, a.ID, data); err != nil {
					return err
				}
			}
			if now.Hash == a.Hash {
				now.Hash = hash
			}
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// PasswordOption is what SetPassword does besides.
type PasswordOption int

// DropKeys takes the keys of programs back, too.
const DropKeys PasswordOption = 1

// SetPassword sets an account's password; its sessions and links end, so that
// whoever has come in by the old one is out. The empty password takes it away:
// the account then signs on by links alone. The error is "invalid" for one that
// is too easy, and "forbidden" for an account that is not verified: nobody knows
// yet whose it is.
func (j *Judge) SetPassword(ctx context.Context, account, password string, also ...PasswordOption) error {
	a, err := j.Account(ctx, account)
	if err != nil {
		return err
	}
	hash := ""
	if password != "" {
		if err := j.CheckPassword(password, a.Name, a.Email); err != nil {
			return err
		}
		if hash, err = j.guard.passwords.hash(ctx, password); err != nil {
			return err
		}
	}
	return j.write(ctx, func(tx Tx) error {
		what := "The password was changed."
		a, err := j.change(tx, account, func(a *Account) error {
			switch {
			case !a.Verified:
				return errUnverified
			case hash == "":
				what = "The password was removed. You now sign in with links and passkeys only."
			case a.Hash == "":
				what = "A password was set."
			}
			a.Hash = hash
			return nil
		})
		if err != nil {
			return err
		}
		all, err := tx.Tokens(account)
		if err != nil {
			return err
		}
		keys := slices.Contains(also, DropKeys)
		if keys {
			what += " The keys of all programs were taken back."
		}
		to, err := ownersOf(tx, account)
		if err != nil {
			return err
		}
		if err := j.tellOwner(ctx, tx, a, to, "%s", what); err != nil {
			return err
		}
		for _, t := range all {
			if t.Kind != SessionToken && t.Kind != LoginToken && (!keys || t.Kind != APIToken) {
				continue
			}
			if err := tx.DropToken(t.Hash); err != nil && !errors.Is(err, ErrNoRecord) {
				return err
			}
		}
		return tx.Drop("", wrongItem, account)
	})
}

// LoginLink returns a secret for a link that signs on once within an hour; the
// zero SecretMail for an unknown address, of which the door says nothing. The error is
// "too_many" when letters were asked for too often, whether or not the address
// is known.
func (j *Judge) LoginLink(ctx context.Context, email string) (SecretMail, error) {
	email, err := cleanEmail(email)
	if err != nil {
		return SecretMail{}, err
	}
	known, _, err := j.suspect(ctx, email)
	if err != nil {
		return SecretMail{}, err
	}
	if _, err := j.askLetter(ctx, email, known.ID); err != nil {
		return SecretMail{}, err
	}
	var out SecretMail
	err = j.write(ctx, func(tx Tx) error {
		out = SecretMail{}
		a, err := tx.AccountByEmail(email)
		if errors.Is(err, ErrNoRecord) || err == nil && a.Blocked {
			return tx.Put("", knownItem, "", []byte(j.now().String()))
		}
		if err != nil {
			return err
		}
		secret, err := j.issue(tx, Token{Kind: LoginToken, Account: a.ID, Email: email}, loginTime)
		out = SecretMail{email, secret}
		return err
	})
	if err != nil {
		return SecretMail{}, err
	}
	return out, nil
}

// UseLink signs on with the secret of a link, once. The error is "forbidden".
func (j *Judge) UseLink(ctx context.Context, secret string) (*Account, error) {
	var a *Account
	var t Token
	err := j.write(ctx, func(tx Tx) error {
		var err error
		if t, err = j.spend(tx, secret, LoginToken); err != nil {
			return err
		}
		if a, err = j.account(tx, t.Account); err == nil && a.Blocked {
			err = errBlocked
		}
		return err
	})
	j.signedIn(ctx, "letter", "", t.Account, err)
	if err != nil {
		return nil, err
	}
	j.answered(ctx, t.Email)
	return a, nil
}
