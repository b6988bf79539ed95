package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	MaxEmail     = 254 // bytes of an e-mail address
	maxAddresses = 10  // addresses of an account
	maxPerson    = 40  // characters of a person's name
)

// ErrNoAccount is returned for an unknown account.
var ErrNoAccount = game.Refuse(game.NotFound, message.New("There is no such account."))

// ErrUnverified refuses actions that need a verified address.
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

// cleanZone returns the name of a time zone, UTC for an empty name.
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

// Account reads an account. It returns ErrNoAccount if there is none.
func (s *Service) Account(tx *game.Tx, id string) (*game.Account, error) {
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
	a, err := s.Account(tx, id)
	if err != nil {
		return nil, err
	}
	if err := f(a); err != nil {
		return nil, err
	}
	return a, tx.Accounts.SaveAccount(*a)
}

// Able reads an account that may take part in games.
func (s *Service) Able(tx *game.Tx, id string) (*game.Account, error) {
	a, err := s.Account(tx, id)
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
	owner, err := s.Account(tx, a.Owner)
	if err == nil && owner.Blocked {
		err = game.Refuse(game.Forbidden, message.New("The account that answers for this program is closed, so the program cannot take part in games."))
	}
	return a, err
}

// free reports whether no verified account except that one has a name, with or without
// the mark of a program.
func (s *Service) free(tx *game.Tx, name, but string) (bool, error) {
	others, err := called(tx, name)
	for _, a := range others {
		if a.ID != but {
			return false, err
		}
	}
	return err == nil, err
}

// called lists the verified accounts with a name, with or without the mark of a
// program.
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

// knownItem is the kind of item that is written instead of the work for an
// unknown address.
const knownItem = "known"

// newcomer creates an unverified account, or changes the one that has asked for
// the address before. Neither has proved anything yet.
func (s *Service) newcomer(tx *game.Tx, name, email, zone string) (*game.Account, error) {
	waiting, err := tx.Accounts.Newcomers(email)
	if err != nil {
		return nil, err
	}
	a := game.Account{ID: game.NewID(), Created: s.now()}
	for _, w := range waiting {
		if w.Email == email {
			a = w
			a.Created = s.now() // its time starts again
		}
	}
	a.Name, a.Email, a.Zone, a.Hash = name, email, zone, ""
	if err := tx.Accounts.SaveAccount(a); err != nil {
		return nil, err
	}
	return &a, tx.Accounts.SaveAddress(game.Address{Email: email, Account: a.ID})
}

// prove records that an address belongs to an account. The account may have
// been requested by another person before: the credentials from that time
// become invalid.
func (s *Service) prove(ctx context.Context, tx *game.Tx, account, email string) (*game.Account, error) {
	return s.Change(tx, account, func(a *game.Account) error {
		if a.Blocked {
			return ErrBlocked
		}
		before, err := OwnersOf(tx, account)
		if err != nil {
			return err
		}
		err = tx.Accounts.SaveAddress(game.Address{Email: email, Account: account, Verified: true})
		if errors.Is(err, game.ErrTaken) {
			return game.Refuse(game.Conflict, message.New("This address belongs to another account now. Sign in with that one."))
		}
		if err != nil {
			return err
		}
		if a.Verified {
			return s.TellOwner(ctx, tx, a, before, message.New("The address {address} was added. Anyone who reads its mail can sign in to your account.", message.Name(email)))
		}
		a.Verified, a.Email = true, email
		given, err := tx.Tokens.Tokens(a.ID)
		if err != nil {
			return err
		}
		for _, t := range given {
			if err := tx.Tokens.DropToken(t.Hash); err != nil {
				return err
			}
		}
		a.Name, err = s.unused(tx, a.Name, a.ID)
		return err
	})
}

// unused returns a name, with a number appended if another account has it.
func (s *Service) unused(tx *game.Tx, name, but string) (string, error) {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s %d", name, n)
		}
		if ok, err := s.free(tx, try, but); ok || err != nil {
			return try, err
		}
	}
}

// FormerPlayer is the name in games for a person whose account was deleted.
const FormerPlayer = "a former player"

// ErrNoProfile is the same answer for an unknown name and for a private
// profile.
var ErrNoProfile = game.Refuse(game.NotFound, message.New("There is no player of that name, or this profile is private."))

// Named returns a verified account by its name, which for a program may be
// without its mark.
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

// SaveProfile changes the name and the time zone of an account.
func (s *Service) SaveProfile(tx *game.Tx, account, name, zone string) error {
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

// Mark is Change for a change that cannot fail.
func (s *Service) Mark(tx *game.Tx, account string, f func(*game.Account)) error {
	_, err := s.Change(tx, account, func(a *game.Account) error { f(a); return nil })
	return err
}

// Addresses lists the addresses of an account, for its owner.
func (s *Service) Addresses(tx *game.Tx, account string) ([]game.Address, error) {
	if _, err := s.Account(tx, account); err != nil {
		return nil, err
	}
	return tx.Accounts.Addresses(account)
}

// SetEmail chooses the verified address that receives the account's e-mail.
func (s *Service) SetEmail(ctx context.Context, tx *game.Tx, account, email string) error {
	_, err := s.Change(tx, account, func(a *game.Account) error {
		have, err := tx.Accounts.Addresses(account)
		if err != nil {
			return err
		}
		for _, x := range have {
			if x.Verified && game.SameAddress(x.Email, email) {
				if a.Email == x.Email {
					return nil
				}
				before := a.Email
				a.Email = x.Email
				return s.TellOwner(ctx, tx, a, []string{before}, message.New("Mail to you goes to {address} from now on.", message.Name(x.Email)))
			}
		}
		return game.Refuse(game.Invalid, message.New("This is not one of your confirmed addresses. Add it first and follow the link in the e-mail that you get."))
	})
	return err
}

// RemoveAddress removes an address from an account, except the one that
// receives its e-mail. Sessions that e-mail to it has opened end, and links in it no
// longer work.
func (s *Service) RemoveAddress(ctx context.Context, tx *game.Tx, account, email string) error {
	a, err := s.Account(tx, account)
	if err != nil {
		return err
	}
	have, err := tx.Accounts.Addresses(account)
	if err != nil {
		return err
	}
	for _, x := range have {
		if !game.SameAddress(x.Email, email) {
			continue
		}
		if x.Email == a.Email {
			return errMainMail
		}
		before, err := OwnersOf(tx, account)
		if err != nil {
			return err
		}
		if err := tx.Accounts.DropAddress(x.Email); err != nil {
			return err
		}
		if err := dropOpened(ctx, tx, account, func(t *game.Token) bool { return t.Email != "" && game.SameAddress(t.Email, x.Email) }); err != nil || !x.Verified {
			return err
		}
		return s.TellOwner(ctx, tx, a, before, message.New("The address {address} was removed from your account.", message.Name(x.Email)))
	}
	return game.Refuse(game.NotFound, message.New("This is not one of your addresses."))
}

// ZoneOr checks a time zone. An empty one means the judge's own.
func (s *Service) ZoneOr(zone string) (string, error) {
	return cleanZone(cmp.Or(strings.TrimSpace(zone), s.set.Zone))
}

// Register creates an unverified account and returns it with the secret to be
// sent to its address. For a known address it returns its account and no
// secret. The error is "conflict" for a name that is taken.
func (s *Service) Register(tx *game.Tx, name, email, zone string) (*game.Account, SecretMail, error) {
	known, err := tx.Accounts.AccountByEmail(email)
	if err == nil {
		return &known, SecretMail{email, ""}, s.spendTime(tx)
	}
	if !errors.Is(err, game.ErrNoRecord) {
		return nil, SecretMail{}, err
	}
	ok, err := s.free(tx, name, "")
	if err != nil {
		return nil, SecretMail{}, err
	}
	if !ok {
		return nil, SecretMail{}, errNameTaken(name)
	}
	a, err := s.newcomer(tx, name, email, zone)
	if err != nil {
		return nil, SecretMail{}, err
	}
	secret, err := s.Issue(tx, game.Token{Kind: game.VerifyToken, Account: a.ID, Email: email}, verifyTime)
	return a, SecretMail{email, secret}, err
}

// spendTime does the work that an unknown address would cost, so that the
// response time does not reveal which addresses are known.
func (s *Service) spendTime(tx *game.Tx) error {
	return tx.Items.Put("", knownItem, "", []byte(s.now().String()))
}

func errNameTaken(name string) error {
	return game.Refuse(game.Conflict, message.New("The name {name} is already taken. Choose another one.", message.Name(name)))
}

// Verify confirms the address to which a secret was sent, and returns the
// account and the token.
func (s *Service) Verify(ctx context.Context, tx *game.Tx, secret string) (*game.Account, game.Token, error) {
	t, err := s.spend(tx, secret, game.VerifyToken)
	if err != nil {
		return nil, t, err
	}
	a, err := s.prove(ctx, tx, t.Account, t.Email)
	return a, t, err
}

// AddAddress adds an unverified address to an account, and returns the secret
// to be sent to it. If another account has the address, it returns neither an
// error nor a secret.
func (s *Service) AddAddress(tx *game.Tx, account, email string) (SecretMail, error) {
	a, err := s.Able(tx, account)
	if err != nil {
		return SecretMail{}, err
	}
	have, err := tx.Accounts.Addresses(account)
	if err != nil {
		return SecretMail{}, err
	}
	known := false
	for _, x := range have {
		if x.Email == email && x.Verified {
			return SecretMail{}, game.Refuse(game.Conflict, message.New("This address is one of yours already."))
		}
		known = known || x.Email == email
	}
	if len(have) >= maxAddresses && !known {
		return SecretMail{}, game.Refuse(game.Conflict, message.New("An account can have {n} addresses. Remove one first.", message.Number(maxAddresses)))
	}
	err = tx.Accounts.SaveAddress(game.Address{Email: email, Account: a.ID})
	if errors.Is(err, game.ErrTaken) {
		return SecretMail{email, ""}, nil
	}
	if err != nil {
		return SecretMail{}, err
	}
	secret, err := s.Issue(tx, game.Token{Kind: game.VerifyToken, Account: a.ID, Email: email}, verifyTime)
	return SecretMail{email, secret}, err
}
