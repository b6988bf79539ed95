package account

import (
	"context"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// RecentSignIn is how long after signing in a person may change the account's
// credentials without entering the password again.
const RecentSignIn = 15 * time.Minute

// The errors of changes to an account's credentials.
var (
	// ErrReauthenticate is returned when a person must first enter the password or sign in again.
	ErrReauthenticate = game.Refuse(game.Forbidden, message.New("This changes who can use your account, so the judge must be sure that it is you. Enter your password, or sign in again and make the change within 15 minutes. Nothing was changed."))
	// ErrCurrent is returned for a wrong current password.
	ErrCurrent = game.Refuse(game.Forbidden, message.New("The current password is wrong, so nothing was changed. If you have forgotten it, sign out and ask for a link by mail. For 15 minutes after you follow it, you can set a new one."))
)

// recent reports whether a token is a session that began within RecentSignIn.
func (s *Service) recent(t game.Token) bool {
	return t.Kind == game.SessionToken && s.now().Sub(t.Created) < RecentSignIn
}

// OwnerNews is news for the owner of an account, such as a change of its credentials.
type OwnerNews struct {
	Account string
	Name    string
	At      time.Time
	What    message.Message // such as "The password was changed."
	From    string          // the network address of the request; empty if unknown
	To      []string        // the account's verified addresses before the change, except those that receive an answer anyway
	// the name of a program that the news is about, for which the account answers; empty if the
	// news is about the account itself
	Program string
	Said    []message.Message // what operators have decided, or what has happened in the queue; What is then empty
	Queue   message.Message   // the subject of news about the queue
	Due     time.Time         // until when the queue waits for an answer
	Person  *PersonNews       // what another person did; What and Said are then empty
}

// PersonNews is news for the owner of an account about what another person did, such as an
// invitation, or about what has happened in the queue or in a tournament.
type PersonNews struct {
	Subject message.Message   `json:"subject"`
	Said    []message.Message `json:"said"`   // one message per paragraph
	Answer  message.Message   `json:"answer"` // how to answer it by e-mail
	Page    string            `json:"page"`   // the path of the page about it
	// the deadline for an answer; news that would arrive too late for it is not delayed
	Due time.Time `json:"due"`
}

// TellPerson informs the owner of an account of what another person did: by e-mail, unless the
// account is a program's or its owner wants none about waiting games, and through the other
// channels that they have chosen.
func (s *Service) TellPerson(tx *game.Tx, a *game.Account, n PersonNews) error {
	if err := s.TellNews(tx, a, n); err != nil {
		return err
	}
	c, err := ReadWishes(a)
	if err != nil || c.NoWaiting || a.Program {
		return err
	}
	return s.write(tx, a, n)
}

// TellDuty informs an operator of the judge of what waits for their decision: by e-mail,
// whatever their preferences are, and through the other channels that they have chosen.
func (s *Service) TellDuty(tx *game.Tx, a *game.Account, n PersonNews) error {
	if err := s.TellNews(tx, a, n); err != nil {
		return err
	}
	return s.write(tx, a, n)
}

func (s *Service) write(tx *game.Tx, a *game.Account, n PersonNews) error {
	f := s.owners.Load()
	if f == nil || !a.Verified || a.Email == "" || a.Blocked {
		return nil
	}
	return (*f)(tx, OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), Person: &n, To: []string{a.Email}})
}

// TellWays sets the function that sends news through the channels that people have registered,
// in the transaction of the change.
func (s *Service) TellWays(f func(*game.Tx, *game.Account, PersonNews) error) { s.ways.Store(&f) }

// TellNews informs the owner of an account of news through the channels that they have
// registered, but not by e-mail.
func (s *Service) TellNews(tx *game.Tx, a *game.Account, n PersonNews) error {
	f := s.ways.Load()
	if f == nil || a.Blocked {
		return nil
	}
	return (*f)(tx, a, n)
}

// TellOwners sets the function that writes to the owners of accounts about
// changes of passwords, addresses, passkeys and keys, in the transaction of the
// change. Every such change calls it.
func (s *Service) TellOwners(f func(*game.Tx, OwnerNews) error) { s.owners.Store(&f) }

// OwnersOf lists the verified addresses of an account before a change.
func OwnersOf(tx *game.Tx, account string) ([]string, error) {
	all, err := tx.Accounts.Addresses(account)
	var out []string
	for _, x := range all {
		if x.Verified {
			out = append(out, x.Email)
		}
	}
	return out, err
}

// tellOwner informs the owner of an account of a change of its credentials. to
// holds the addresses from before the change.
func (s *Service) tellOwner(ctx context.Context, tx *game.Tx, a *game.Account, to []string, what message.Message) error {
	r := requestOf(ctx)
	n := OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), What: what, From: r.remote}
	for _, x := range to {
		if !slices.ContainsFunc(r.answered, func(y string) bool { return game.SameAddress(x, y) }) {
			n.To = append(n.To, x)
		}
	}
	s.set.Log.Info("account changed", "account", a.ID, "what", n.What.String(), "from", n.From)
	f := s.owners.Load()
	if f == nil || len(n.To) == 0 {
		return nil
	}
	return (*f)(tx, n)
}

// TellNow informs the owner of an account of a change that leaves its addresses as they are.
func (s *Service) TellNow(ctx context.Context, tx *game.Tx, a *game.Account, what message.Message) error {
	to, err := OwnersOf(tx, a.ID)
	if err != nil {
		return err
	}
	return s.tellOwner(ctx, tx, a, to, what)
}

// TellQueue informs the owner of an account about the queue for games, with a subject and
// paragraphs: by e-mail, and through the other channels that they have chosen. due is the
// deadline for an answer, or zero.
func (s *Service) TellQueue(tx *game.Tx, a *game.Account, due time.Time, subject message.Message, said []message.Message) error {
	if err := s.TellNews(tx, a, PersonNews{Subject: subject, Said: said, Page: "/queue", Due: due}); err != nil {
		return err
	}
	f := s.owners.Load()
	if f == nil || !a.Verified || a.Blocked || a.Email == "" {
		return nil
	}
	return (*f)(tx, OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), Said: said, Queue: subject, Due: due, To: []string{a.Email}})
}

// TellOperators informs the owner of an account of what operators have decided, in
// paragraphs.
func (s *Service) TellOperators(tx *game.Tx, a *game.Account, said []message.Message) error {
	f := s.owners.Load()
	if f == nil || !a.Verified || a.Email == "" {
		return nil
	}
	return (*f)(tx, OwnerNews{Account: a.ID, Name: a.Name, At: s.now(), Said: said, To: []string{a.Email}})
}

// ConfirmOwner returns nil if the user of a token may change the credentials of
// the account: the token is a session that began within RecentSignIn, or the
// password is right. An older session alone, which someone else may have
// obtained, is not enough.
func (s *Service) ConfirmOwner(ctx context.Context, a *game.Account, t game.Token, password string) error {
	switch {
	case s.recent(t):
		return nil
	case t.Kind != game.SessionToken || a.Hash == "" || password == "":
		return ErrReauthenticate
	}
	return s.confirmPassword(ctx, a, t, password)
}

// ConfirmPasswordChange returns nil if the user of a session may set another
// password: the current password is right, or the account has none and the
// session is recent, or a link in an e-mail has opened the session recently.
func (s *Service) ConfirmPasswordChange(ctx context.Context, a *game.Account, t game.Token, current string) error {
	if a.Hash == "" || t.Email != "" && s.recent(t) {
		return s.ConfirmOwner(ctx, a, t, "")
	}
	return s.confirmPassword(ctx, a, t, current)
}

// confirmPassword checks the password of a signed-in person once more.
// Failed attempts of strangers do not prevent this.
func (s *Service) confirmPassword(ctx context.Context, a *game.Account, t game.Token, password string) error {
	_, err := s.SignIn(WithKnown(ctx, "session "+t.Hash), a.Email, password)
	if game.ErrorCode(err) == game.Forbidden && !errors.Is(err, ErrBlocked) {
		err = ErrCurrent
	}
	return err
}
