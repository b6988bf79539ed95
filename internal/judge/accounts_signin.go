package judge

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// errSignIn is the one answer to an unknown address, a wrong password and an
// account without one.
var errSignIn = &Error{Forbidden, "The address or the password is wrong. You can also ask for a link by mail that signs you on."}

// wrongItem is the kind of item that counts the wrong passwords of an account.
const wrongItem = "wrong"

// SignIn checks a password. The error is "forbidden" for whatever is wrong with
// address and password, "too_many" when it was tried too often by this address,
// for this account or from this place (WithRemote); an unknown address takes as
// long and gives the same answers as any.
func (j *Judge) SignIn(ctx context.Context, email, password string) (*Account, error) {
	now := j.now()
	key := email
	if clean, err := cleanEmail(email); err == nil {
		email, key = clean, clean
	} else {
		email, key = "", "not an address"
	}
	from := remote(ctx)
	if from != "" {
		if err := j.guard.strangers.take(now, from); err != nil {
			return nil, err
		}
	}
	if err := j.guard.wrong.take(now, key); err != nil {
		return nil, err
	}
	a, count, err := j.suspect(ctx, email)
	if err != nil {
		return nil, err
	}
	if err := tooSoon(j.guard.wrong.until(count, now), now); err != nil {
		return nil, err
	}
	ok, weak, err := j.guard.passwords.matches(ctx, a.Hash, password)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, j.wrong(ctx, a.ID, now)
	}
	j.guard.wrong.clear(key)
	if from != "" {
		j.guard.strangers.undo(from)
	}
	if a.Blocked {
		return nil, errBlocked
	}
	if count.N == 0 && !weak {
		return &a, nil
	}
	return j.welcome(ctx, a, weak, password)
}

// suspect is the account of an address, with how often its password was wrong;
// the zero account for an unknown address.
func (j *Judge) suspect(ctx context.Context, email string) (a Account, count tries, err error) {
	err = j.read(ctx, func(tx Tx) error {
		var err error
		if a, err = host(tx).AccountByEmail(email); err != nil && !errors.Is(err, ErrNoRecord) {
			return err
		}
		count, err = wrongs(tx, a.ID)
		return err
	})
	return a, count, err
}

// wrongs is how often an account's password was wrong. The count of the unknown
// addresses, which have no ID, is written as any other and never heeded.
func wrongs(tx Tx, account string) (tries, error) {
	var n tries
	data, err := host(tx).Get("", wrongItem, account)
	if err == nil && account != "" {
		err = json.Unmarshal(data, &n)
	}
	if errors.Is(err, ErrNoRecord) {
		err = nil
	}
	return n, err
}

// wrong counts a wrong password and gives the answer to it.
func (j *Judge) wrong(ctx context.Context, account string, now time.Time) error {
	err := j.write(ctx, func(tx Tx) error {
		if err := host(tx).LockAccount(account); err != nil && !errors.Is(err, ErrNoRecord) {
			return err
		}
		n, err := wrongs(tx, account)
		if err != nil {
			return err
		}
		data, err := json.Marshal(j.guard.wrong.more(n, now))
		if err != nil {
			return err
		}
		return host(tx).Put("", wrongItem, account, data)
	})
	if err != nil {
		return err
	}
	return errSignIn
}

// welcome forgets wrong passwords after a right one, and makes a hash of today's
// cost of it.
func (j *Judge) welcome(ctx context.Context, a Account, weak bool, password string) (*Account, error) {
	hash := a.Hash
	if weak {
		var err error
		if hash, err = j.guard.passwords.hash(ctx, password); err != nil {
			return nil, err
		}
	}
	var out *Account
	err := j.write(ctx, func(tx Tx) error {
		if err := host(tx).Drop("", wrongItem, a.ID); err != nil {
			return err
		}
		var err error
		out, err = j.change(tx, a.ID, func(now *Account) error {
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

// SetPassword sets an account's password; its sessions and links end, so that
// whoever has come in by the old one is out. The empty password takes it away:
// the account then signs on by links alone. The error is "invalid" for one that
// is too easy, and "forbidden" for an account that is not verified: nobody knows
// yet whose it is.
func (j *Judge) SetPassword(ctx context.Context, account, password string) error {
	a, err := j.Account(ctx, account)
	if err != nil {
		return err
	}
	hash := ""
	if password != "" {
		if err := checkPassword(password, a.Name, a.Email); err != nil {
			return err
		}
		if hash, err = j.guard.passwords.hash(ctx, password); err != nil {
			return err
		}
	}
	return j.write(ctx, func(tx Tx) error {
		h := host(tx)
		_, err := j.change(tx, account, func(a *Account) error {
			if !a.Verified {
				return errUnverified
			}
			a.Hash = hash
			return nil
		})
		if err != nil {
			return err
		}
		all, err := h.Tokens(account)
		if err != nil {
			return err
		}
		for _, t := range all {
			if t.Kind != SessionToken && t.Kind != LoginToken {
				continue
			}
			if err := h.DropToken(t.Hash); err != nil && !errors.Is(err, ErrNoRecord) {
				return err
			}
		}
		return h.Drop("", wrongItem, account)
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
	if err := j.guard.letters.take(j.now(), email); err != nil {
		return SecretMail{}, err
	}
	var out SecretMail
	err = j.write(ctx, func(tx Tx) error {
		out = SecretMail{}
		a, err := host(tx).AccountByEmail(email)
		if errors.Is(err, ErrNoRecord) || err == nil && a.Blocked {
			return host(tx).Put("", knownItem, "", []byte(j.now().String()))
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
	if err != nil {
		return nil, err
	}
	j.guard.letters.clear(t.Email)
	return a, nil
}
