package account

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Attempt is an attempt to sign in to an account with a password.
type Attempt struct {
	account  game.Account // the zero account if the address is unknown
	place    string
	strange  bool // whether the place is unknown
	at       time.Time
	Wrong    bool // whether the password is wrong
	Weak     bool // whether the stored hash should be replaced by a new one
	Repeated bool // whether wrong passwords from the place were counted before
}

// Suspect returns the account of an address and the number of wrong passwords tried for it, or zero
// values for an unknown address.
func Suspect(tx *game.Tx, email string) (game.Account, WrongCount, error) {
	a, err := tx.Accounts.AccountByEmail(email)
	if err != nil && !errors.Is(err, game.ErrNoRecord) {
		return a, WrongCount{}, err
	}
	count, err := wrongs(tx, a.ID)
	return a, count, err
}

// try compares a password with the password of an account, unless there were too many attempts. a
// is the zero account for an unknown address, and key is the address. The outcome is for the log.
func (s *Service) try(ctx context.Context, key string, a game.Account, count WrongCount, password string) (t Attempt, outcome string, err error) {
	t = Attempt{account: a, at: s.now()}
	t.place, t.strange = s.place(ctx, a.ID)
	from := Remote(ctx)
	if t.strange {
		if err := s.guard.strangers.take(t.at, from); err != nil {
			return t, "slowed down", err
		}
	}
	tried := key + " " + t.place
	if err := s.guard.wrong.take(t.at, tried); err != nil {
		return t, "slowed down", err
	}
	if err := tooSoon(s.guard.wrong.until(count.By[t.place], t.at), t.at); err != nil {
		return t, "slowed down", err
	}
	if t.strange {
		if err := s.guard.everywhere.take(t.at, key); err != nil {
			return t, "slowed down", err
		}
		if err := tooSoon(s.guard.everywhere.until(count.All, t.at), t.at); err != nil {
			return t, "slowed down", err
		}
	}
	ok, weak, err := s.guard.passwords.matches(ctx, a.Hash, password)
	if err != nil {
		return t, "", err
	}
	if !ok {
		t.Wrong = true
		return t, "wrong", nil
	}
	s.guard.wrong.clear(tried)
	if t.strange {
		s.guard.strangers.undo(from)
		s.guard.everywhere.undo(key)
	}
	if a.Blocked {
		return t, "closed account", ErrBlocked
	}
	t.Weak, t.Repeated = weak, count.By[t.place].N > 0
	return t, "", nil
}

// countWrong counts a wrong password.
func (s *Service) countWrong(tx *game.Tx, t Attempt) error {
	account := t.account.ID
	if err := tx.Accounts.LockAccount(account); err != nil && !errors.Is(err, game.ErrNoRecord) {
		return err
	}
	n, err := wrongs(tx, account)
	if err != nil {
		return err
	}
	n.more(s.guard, t.place, t.strange, t.at)
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return tx.Items.Put("", WrongItem, account, data)
}

// welcome resets the count of wrong passwords from the place of a successful
// attempt, and stores a new hash of the password.
func (s *Service) welcome(tx *game.Tx, t Attempt, hash string) (*game.Account, error) {
	before := t.account
	return s.Change(tx, before.ID, func(now *game.Account) error {
		n, err := wrongs(tx, before.ID)
		if err != nil {
			return err
		}
		if _, ok := n.By[t.place]; ok {
			delete(n.By, t.place)
			data, err := json.Marshal(n)
			if err != nil {
				return err
			}
			if err := tx.Items.Put("", WrongItem, before.ID, data); err != nil {
				return err
			}
		}
		if now.Hash == before.Hash {
			now.Hash = hash
		}
		return nil
	})
}

// countStranger counts an attempt from the network address of the request, if
// that is known. Attempts of each kind are counted separately.
func (s *Service) countStranger(ctx context.Context, kind string) error {
	from := Remote(ctx)
	if from == "" {
		return nil
	}
	return s.guard.strangers.take(s.now(), kind+from)
}

// undoStranger undoes the last count of countStranger.
func (s *Service) undoStranger(ctx context.Context) {
	if from := Remote(ctx); from != "" {
		s.guard.strangers.undo(from)
	}
}

// hashOf returns the hash of a new password.
func (s *Service) hashOf(ctx context.Context, password string) (string, error) {
	return s.guard.passwords.hash(ctx, password)
}

// ErrSignIn is returned alike for an unknown address, a wrong password and an account without a
// password.
var ErrSignIn = game.Refuse(game.Forbidden, message.New("The address or the password is wrong. You can also ask for a link by mail that signs you on."))

// WrongItem is the kind of item that counts the wrong passwords of an account.
const WrongItem = "wrong"

// WrongCount counts the wrong passwords, or the wrong codes, of an account.
type WrongCount struct {
	All tries            `json:"all"`          // attempts from unknown places on the network
	By  map[string]tries `json:"by,omitempty"` // attempts, keyed by place
}

// mostPlaces limits the places that are counted for an account.
const mostPlaces = 32

// more counts a wrong attempt from a place.
func (n *WrongCount) more(g *guard, place string, strange bool, now time.Time) {
	if n.By == nil {
		n.By = map[string]tries{}
	}
	n.By[place] = g.wrong.more(n.By[place], now)
	if strange {
		n.All = g.everywhere.more(n.All, now)
	}
	for len(n.By) > mostPlaces {
		delete(n.By, longestAgo(n.By))
	}
}

// soon returns the error for an attempt that comes too early.
func (n *WrongCount) soon(g *guard, place string, strange bool, now time.Time) error {
	if err := tooSoon(g.wrong.until(n.By[place], now), now); err != nil || !strange {
		return err
	}
	return tooSoon(g.everywhere.until(n.All, now), now)
}

// signedIn logs the outcome of an attempt to sign in.
func (s *Service) signedIn(ctx context.Context, by, outcome, account string, err error) {
	switch {
	case err == nil:
		outcome = "ok"
	case outcome == "":
		outcome = game.ErrorCode(err)
	}
	s.set.Log.Info("sign-in", "by", by, "outcome", outcome, "account", account, "from", Remote(ctx))
}

// wrongs returns the count of wrong passwords for an account. The count for
// unknown addresses, which have no ID, is written like any other but never
// used.
func wrongs(tx *game.Tx, account string) (WrongCount, error) {
	var n WrongCount
	data, err := tx.Items.Get("", WrongItem, account)
	if err == nil && account != "" {
		err = json.Unmarshal(data, &n)
	}
	if errors.Is(err, game.ErrNoRecord) {
		err = nil
	}
	return n, err
}

// longestAgo returns the key with the oldest last attempt.
func longestAgo(all map[string]tries) string {
	out := ""
	for k, v := range all {
		if out == "" || v.Last.Before(all[out].Last) {
			out = k
		}
	}
	return out
}

// setPassword sets the hash of an account's password; an empty hash removes the password. It
// revokes the account's sessions and links, or, if all is set, all access to it.
func (s *Service) setPassword(ctx context.Context, tx *game.Tx, account, hash string, all bool) error {
	what := message.New("The password was changed.")
	a, err := s.Change(tx, account, func(a *game.Account) error {
		switch {
		case !a.Verified:
			return ErrUnverified
		case hash == "":
			what = message.New("The password was removed. You now sign in with links and passkeys only.")
		case a.Hash == "":
			what = message.New("A password was set.")
		}
		a.Hash = hash
		return nil
	})
	if err != nil {
		return err
	}
	if all {
		err = s.endAll(ctx, tx, account, "", true, what)
	} else if err = s.TellNow(ctx, tx, a, what); err == nil {
		err = s.dropSessions(tx, account, "")
	}
	if err != nil {
		return err
	}
	return tx.Items.Drop("", WrongItem, account)
}

// SignIn checks a password. The error code is "forbidden" for any fault of the address or
// password, and "too_many" after too many attempts: for this account from this place
// (WithRemote), from this place for any account, or for this account from everywhere. Attempts
// of others do not count for a browser that has signed in before (WithBrowser), nor for callers
// who are known otherwise (WithKnown). An unknown address takes the same time and yields the
// same errors as a known one.
func (s *Service) SignIn(ctx context.Context, email, password string) (*game.Account, error) {
	key := "not an address"
	email, err := CleanEmail(email)
	if err == nil {
		key = email
	}
	a, count, err := s.suspect(ctx, email)
	if err != nil {
		return nil, err
	}
	out, outcome, err := s.trySignIn(ctx, key, a, count, password)
	s.signedIn(ctx, "password", outcome, a.ID, err)
	return out, err
}

// trySignIn implements SignIn for the account of an address, or the zero
// account for an unknown one. The returned outcome is for the log.
func (s *Service) trySignIn(ctx context.Context, key string, a game.Account, count WrongCount, password string) (*game.Account, string, error) {
	t, outcome, err := s.try(ctx, key, a, count, password)
	switch {
	case err != nil:
		return nil, outcome, err
	case t.Wrong:
		err := s.store.Write(ctx, func(tx *game.Tx) error { return s.countWrong(tx, t) })
		return nil, outcome, cmp.Or(err, error(ErrSignIn))
	case !t.Repeated && !t.Weak:
		return &a, "", nil
	}
	hash := a.Hash
	if t.Weak {
		if hash, err = s.hashOf(ctx, password); err != nil {
			return nil, "", err
		}
	}
	var out *game.Account
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		out, err = s.welcome(tx, t, hash)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	return out, "", nil
}

// suspect returns the account of an address and the count of its wrong
// passwords.
func (s *Service) suspect(ctx context.Context, email string) (a game.Account, count WrongCount, err error) {
	err = s.store.Read(ctx, func(tx *game.Tx) (err error) {
		a, count, err = Suspect(tx, email)
		return err
	})
	return a, count, err
}

// SetPassword sets an account's password. Its sessions and links end, so that
// anyone who used the old password is signed out. An empty password removes it:
// the account can then sign in only with links. The error code is "invalid" for
// a password that is too easy, and "forbidden" for an unverified account, whose
// owner is not known yet.
func (s *Service) SetPassword(ctx context.Context, account, password string, also ...PasswordOption) error {
	a, err := s.Account(ctx, account)
	if err != nil {
		return err
	}
	hash := ""
	if password != "" {
		if err := s.CheckPassword(password, a.Name, a.Email); err != nil {
			return err
		}
		if hash, err = s.hashOf(ctx, password); err != nil {
			return err
		}
	}
	return s.store.Write(ctx, func(tx *game.Tx) error {
		return s.setPassword(ctx, tx, account, hash, slices.Contains(also, EndAccess))
	})
}

// PasswordOption selects an additional effect of SetPassword.
type PasswordOption int

// EndAccess also ends all other access to the account.
const EndAccess PasswordOption = 1
