package account

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// The limits of an account's data.
const (
	MaxEmail     = 254 // bytes in an e-mail address
	maxAddresses = 10  // addresses per account
	maxPerson    = 40  // characters in a person's name
)

// ErrNoAccount is returned for an unknown account.
var ErrNoAccount = game.Refuse(game.NotFound, message.New("There is no such account."))

// ErrUnverified is returned for actions that need a verified address.
var ErrUnverified = game.Refuse(game.Forbidden, message.New("Your mail address is not confirmed yet. Follow the link in the e-mail that was sent to it, or register again to get another."))

// reserved lists names that no person may have, because the judge's messages
// use them.
var reserved = []string{"judge", "master", "gm", "keeper", "observer", "podesta", "autonomous", "nobody", "all", "everybody", "admin", "administrator", FormerPlayer, "former player"}

// CleanName returns the name of a person as it is stored.
func CleanName(name string) (string, error) {
	name, err := game.CleanName(norm.NFKC.String(name), message.New("your name"))
	if err != nil {
		return "", err
	}
	switch {
	case utf8.RuneCountInString(name) > maxPerson:
		return "", game.Refuse(game.Invalid, message.New("Your name is longer than {n} characters; take a shorter one.", message.Number(maxPerson)))
	case strings.ContainsAny(name, `@<>"\`):
		return "", game.Refuse(game.Invalid, message.New("Your name must not have one of the signs @ < > \" \\ in it: all players see the name, and it must not be taken for an address."))
	case !strings.ContainsFunc(name, unicode.IsLetter):
		return "", game.Refuse(game.Invalid, message.New("Your name needs a letter in it."))
	}
	if marked(name) {
		return "", game.Refuse(game.Invalid, message.New("A name that ends with {word} is that of a program. Take another one; the judge marks the names of programs itself.", message.Name(programWords[0])))
	}
	for _, r := range reserved {
		if Fold(name) == r {
			return "", game.Refuse(game.Invalid, message.New("The judge itself goes by the name {name}. Take another one.", message.Name(name)))
		}
	}
	return name, nil
}

// Fold returns the form in which a name is compared with others. Names that
// look nearly the same have the same form.
func Fold(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// Zone returns the time zone of an account, or UTC if it has none.
func Zone(a *game.Account) *time.Location {
	if a == nil || a.Zone == "" {
		return time.UTC
	}
	loc, err := schedule.Zone(a.Zone)
	if err != nil {
		return time.UTC
	}
	return loc
}

// cleanZone returns the name of a time zone without spaces around it, or an error if there is no
// such zone. An empty name, which means UTC, stays empty.
func cleanZone(zone string) (string, error) {
	zone = strings.TrimSpace(zone)
	if zone == "" {
		return "", nil
	}
	if _, err := schedule.Zone(zone); err != nil {
		return "", game.Wrong(err)
	}
	return zone, nil
}

// AccountIn reads an account. It returns ErrNoAccount if there is none.
func (s *Service) AccountIn(tx *game.Tx, id string) (*game.Account, error) {
	a, err := tx.Accounts.Account(id)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, ErrNoAccount
	}
	return &a, err
}

// Change lets f change an account and saves it. Other changes of the account
// wait.
func (s *Service) Change(tx *game.Tx, id string, f func(*game.Account) error) (*game.Account, error) {
	if err := tx.Accounts.LockAccount(id); errors.Is(err, game.ErrNoRecord) {
		return nil, ErrNoAccount
	} else if err != nil {
		return nil, err
	}
	a, err := s.AccountIn(tx, id)
	if err != nil {
		return nil, err
	}
	if err := f(a); err != nil {
		return nil, err
	}
	return a, tx.Accounts.SaveAccount(*a)
}

// Able returns an account that may take part in games, and an error for other accounts.
func (s *Service) Able(tx *game.Tx, id string) (*game.Account, error) {
	a, err := s.AccountIn(tx, id)
	switch {
	case err != nil:
		return nil, err
	case a.Blocked:
		return nil, ErrBlocked
	case !a.Verified:
		return nil, ErrUnverified
	case !a.Program || a.Owner == "":
		return a, nil
	}
	owner, err := s.AccountIn(tx, a.Owner)
	if err == nil && owner.Blocked {
		err = game.Refuse(game.Forbidden, message.New("The account that answers for this program is closed, so the program cannot take part in games."))
	}
	return a, err
}

// free reports whether a name is available for the account with the ID but: no other verified
// account has it, with or without the program suffix.
func (s *Service) free(tx *game.Tx, name, but string) (bool, error) {
	others, err := called(tx, name)
	for _, a := range others {
		if a.ID != but {
			return false, err
		}
	}
	return err == nil, err
}

// called lists the verified accounts with the given name, with or without the program suffix.
func called(tx *game.Tx, name string) ([]game.Account, error) {
	plain, _ := game.PlainName(name)
	var out []game.Account
	for _, try := range []string{plain, game.ProgramName(plain)} {
		all, err := tx.Accounts.AccountsNamed(try)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if Fold(all[i].Name) == Fold(try) {
				out = append(out, all[i])
			}
		}
	}
	return out, nil
}

// knownItem is the kind of item that is written for an unknown address, so that the request
// takes as long as for a known one.
const knownItem = "known"

// FormerPlayer is the name in games for a person whose account was deleted.
const FormerPlayer = "a former player"

// ErrNoProfile is returned alike for an unknown name and for a private profile.
var ErrNoProfile = game.Refuse(game.NotFound, message.New("There is no player of that name, or this profile is private."))

// Named returns the verified account with the given name. For a program, the suffix may be omitted.
func Named(tx *game.Tx, name string) (*game.Account, error) {
	all, err := called(tx, unmarked(name))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, ErrNoProfile
	}
	return &all[0], nil
}

// saveProfile changes the name and the time zone of an account.
func (s *Service) saveProfile(tx *game.Tx, account, name, zone string) error {
	zone, err := cleanZone(zone)
	if err != nil {
		return err
	}
	_, err = s.Change(tx, account, func(a *game.Account) error {
		if a.Program {
			name = unmarked(name)
		}
		name, err := CleanName(name)
		if err != nil {
			return err
		}
		if ok, err := s.free(tx, name, a.ID); err != nil {
			return err
		} else if !ok {
			return game.Refuse(game.Conflict, message.New("The name {name} is already taken. Choose another one.", message.Name(name)))
		}
		if a.Program {
			name = game.ProgramName(name)
		}
		if err := notRemoved(tx, a, name); err != nil {
			return err
		}
		a.Name, a.Zone = name, zone
		return nil
	})
	return err
}

// Mark is like Change, for a function that cannot fail.
func (s *Service) Mark(tx *game.Tx, account string, f func(*game.Account)) error {
	_, err := s.Change(tx, account, func(a *game.Account) error { f(a); return nil })
	return err
}

// zoneOr checks a time zone. An empty one means the judge's own.
func (s *Service) zoneOr(zone string) (string, error) {
	return cleanZone(cmp.Or(strings.TrimSpace(zone), s.set.Zone))
}

// Account returns the account with the given ID, or ErrNoAccount. It contains data that only its
// owner may see.
func (s *Service) Account(ctx context.Context, id string) (*game.Account, error) {
	var a *game.Account
	err := s.store.Read(ctx, func(tx *game.Tx) error {
		var err error
		a, err = s.AccountIn(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// AccountByEmail returns the account that has verified an address, or ErrNoAccount.
func (s *Service) AccountByEmail(ctx context.Context, email string) (*game.Account, error) {
	email, err := CleanEmail(email)
	if err != nil {
		return nil, ErrNoAccount
	}
	var out game.Account
	err = s.store.Read(ctx, func(tx *game.Tx) error {
		var err error
		out, err = tx.Accounts.AccountByEmail(email)
		if errors.Is(err, game.ErrNoRecord) {
			err = ErrNoAccount
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// SaveProfile changes the name and the time zone of an account.
func (s *Service) SaveProfile(ctx context.Context, account, name, zone string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.saveProfile(tx, account, name, zone) })
}

// SetOperator makes an account an operator of the judge, or an ordinary one. It
// is meant for the person who runs the program, not for clients.
func (s *Service) SetOperator(ctx context.Context, account string, operator bool) error {
	return s.mark(ctx, account, func(a *game.Account) { a.Operator = operator })
}

// Block blocks or unblocks an account. Its sessions and keys do not work while
// it is blocked. It is for operators; the caller has checked that.
// While the person who answers for a program is blocked, the program cannot join
// games.
func (s *Service) Block(ctx context.Context, account string, blocked bool) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		a, err := s.Change(tx, account, func(a *game.Account) error { a.Blocked = blocked; return nil })
		if err != nil || !a.Program {
			return err
		}
		what := message.New("An operator has closed its account.")
		if !blocked {
			what = message.New("An operator has opened its account again.")
		}
		return s.tellProgramOwner(tx, a, what)
	})
}

func (s *Service) mark(ctx context.Context, account string, f func(*game.Account)) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.Mark(tx, account, f) })
}

// SetPrivate sets whether an account's profile is hidden from others and from
// the public tables.
func (s *Service) SetPrivate(ctx context.Context, account string, private bool) error {
	return s.mark(ctx, account, func(a *game.Account) { a.Private = private })
}
