package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"podesta/internal/schedule"
)

// The bounds of what an account is made from.
const (
	maxEmail     = 254 // bytes of a mail address
	maxAddresses = 10  // addresses of an account
	maxPerson    = 40  // characters of a person's name
)

// ErrNoAccount says that nobody has that account.
var ErrNoAccount = &Error{Code: NotFound, Message: "There is no such account."}

// errUnverified says that an account cannot do much yet.
var errUnverified = &Error{Code: Forbidden, Message: "Your mail address is not confirmed yet. Follow the link in the letter that was sent to it, or register again to get another."}

// reserved are names that nobody may have, since the judge's letters use them.
var reserved = []string{"judge", "master", "gm", "keeper", "observer", "podesta", "autonomous", "nobody", "all", "everybody", "admin", "administrator", FormerPlayer, "former player"}

// cleanPerson is the name of a person as it is kept.
func cleanPerson(name string) (string, error) {
	name, err := cleanName(norm.NFKC.String(name), "your name")
	if err != nil {
		return "", err
	}
	switch {
	case utf8.RuneCountInString(name) > maxPerson:
		return "", invalid("Your name is longer than %d characters; take a shorter one.", maxPerson)
	case strings.ContainsAny(name, `@<>"\`):
		return "", invalid("Your name must not have one of the signs @ < > \" \\ in it: all players see the name, and it must not be taken for an address.")
	case !strings.ContainsFunc(name, unicode.IsLetter):
		return "", invalid("Your name needs a letter in it.")
	}
	for _, r := range reserved {
		if fold(name) == r {
			return "", invalid("The judge itself goes by the name %s. Take another one.", name)
		}
	}
	return name, nil
}

// fold is a name as it is compared with others: two that look much the same are
// the same.
func fold(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// cleanZone is a time zone by its name; none stands for UTC.
func cleanZone(zone string) (string, error) {
	zone = strings.TrimSpace(zone)
	if zone == "" {
		return "", nil
	}
	if _, err := schedule.Zone(zone); err != nil {
		return "", invalid("%s", err)
	}
	return zone, nil
}

// account reads an account; ErrNoAccount.
func (j *Judge) account(tx Tx, id string) (*Account, error) {
	a, err := tx.Account(id)
	if errors.Is(err, ErrNoRecord) {
		return nil, ErrNoAccount
	}
	return &a, err
}

// change lets f change an account, which nobody else does at the same time.
func (j *Judge) change(tx Tx, id string, f func(*Account) error) (*Account, error) {
	if err := tx.LockAccount(id); errors.Is(err, ErrNoRecord) {
		return nil, ErrNoAccount
	} else if err != nil {
		return nil, err
	}
	a, err := j.account(tx, id)
	if err != nil {
		return nil, err
	}
	if err := f(a); err != nil {
		return nil, err
	}
	return a, tx.SaveAccount(*a)
}

// able reads an account that may take part in games.
func (j *Judge) able(tx Tx, id string) (*Account, error) {
	a, err := j.account(tx, id)
	switch {
	case err != nil:
		return nil, err
	case a.Blocked:
		return nil, errBlocked
	case !a.Verified:
		return nil, errUnverified
	}
	return a, nil
}

// free tells whether no verified account but that one goes by a name.
func (j *Judge) free(tx Tx, name, but string) (bool, error) {
	const many = 200
	others, err := tx.Accounts(name, many)
	if err != nil {
		return false, err
	}
	for _, a := range others {
		if a.ID != but && a.Verified && fold(a.Name) == fold(name) {
			return false, nil
		}
	}
	return true, nil
}

// Register makes an account, not yet verified, and returns the secret that is
// mailed to the address. An address that is known already gives its account and
// no secret: the door tells its owner by mail, and answers the same as always.
// The errors are "invalid", "conflict" for a name that somebody has, and
// "too_many".
func (j *Judge) Register(ctx context.Context, name, email, zone string) (*Account, SecretMail, error) {
	name, err := cleanPerson(name)
	if err != nil {
		return nil, SecretMail{}, err
	}
	if email, err = j.newEmail(email); err != nil {
		return nil, SecretMail{}, err
	}
	if zone, err = cleanZone(cmp.Or(strings.TrimSpace(zone), j.zone)); err != nil {
		return nil, SecretMail{}, err
	}
	if from := remote(ctx); from != "" {
		if err := j.guard.strangers.take(j.now(), "register "+from); err != nil {
			return nil, SecretMail{}, err
		}
	}
	asked, err := j.askLetter(ctx, email, "")
	if err != nil {
		return nil, SecretMail{}, err
	}
	var a *Account
	var secret string
	err = j.write(ctx, func(tx Tx) error {
		a, secret = nil, ""
		known, err := tx.AccountByEmail(email)
		if err == nil {
			a = &known
			// The same work for an address that is known, so that nobody can tell
			// by the time that it takes.
			return tx.Put("", knownItem, "", []byte(j.now().String()))
		}
		if !errors.Is(err, ErrNoRecord) {
			return err
		}
		ok, err := j.free(tx, name, "")
		if err != nil {
			return err
		}
		if !ok {
			return &Error{Code: Conflict, Message: "Somebody goes by the name " + name + " already. Take another one."}
		}
		if a, err = j.newcomer(tx, name, email, zone); err != nil {
			return err
		}
		secret, err = j.issue(tx, Token{Kind: VerifyToken, Account: a.ID, Email: email}, verifyTime)
		return err
	})
	if err != nil {
		asked.undo()
		return nil, SecretMail{}, err
	}
	return a, SecretMail{email, secret}, nil
}

// knownItem is the kind of item that is written in the place of what an unknown
// address would cost.
const knownItem = "known"

// newcomer makes an account that is not verified, or changes the one that has
// asked for the address before: nobody has proved anything yet.
func (j *Judge) newcomer(tx Tx, name, email, zone string) (*Account, error) {
	waiting, err := tx.Accounts(email, 20)
	if err != nil {
		return nil, err
	}
	a := Account{ID: newID(), Created: j.now()}
	for _, w := range waiting {
		if w.Email == email && !w.Verified {
			a = w
			a.Created = j.now() // it is given its time anew
		}
	}
	a.Name, a.Email, a.Zone, a.Hash = name, email, zone, ""
	if err := tx.SaveAccount(a); err != nil {
		return nil, err
	}
	return &a, tx.SaveAddress(Address{Email: email, Account: a.ID})
}

// Verify proves an address by the secret that was mailed to it, once. The first
// address makes the account a verified one. The errors are "forbidden" for a
// secret that does not work, and "conflict" for an address that another account
// has proved meanwhile.
func (j *Judge) Verify(ctx context.Context, secret string) (*Account, error) {
	var a *Account
	var t Token
	err := j.write(ctx, func(tx Tx) error {
		var err error
		if t, err = j.spend(tx, secret, VerifyToken); err != nil {
			return err
		}
		a, err = j.prove(ctx, tx, t.Account, t.Email)
		return err
	})
	if err != nil {
		return nil, err
	}
	j.answered(ctx, t.Email)
	return a, nil
}

// prove notes that an address is an account's. Whoever asked for the account
// before may have been somebody else: what he was given does not work any more.
func (j *Judge) prove(ctx context.Context, tx Tx, account, email string) (*Account, error) {
	return j.change(tx, account, func(a *Account) error {
		if a.Blocked {
			return errBlocked
		}
		before, err := ownersOf(tx, account)
		if err != nil {
			return err
		}
		err = tx.SaveAddress(Address{Email: email, Account: account, Verified: true})
		if errors.Is(err, ErrTaken) {
			return &Error{Code: Conflict, Message: "This address belongs to another account now. Sign on with that one."}
		}
		if err != nil {
			return err
		}
		if a.Verified {
			return j.tellOwner(ctx, tx, a, before, "The address %s was added. Anyone who reads its mail can sign in to your account.", email)
		}
		a.Verified, a.Email = true, email
		given, err := tx.Tokens(a.ID)
		if err != nil {
			return err
		}
		for _, t := range given {
			if err := tx.DropToken(t.Hash); err != nil {
				return err
			}
		}
		a.Name, err = j.unused(tx, a.Name, a.ID)
		return err
	})
}

// unused is a name, with a number behind it if somebody has it.
func (j *Judge) unused(tx Tx, name, but string) (string, error) {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s %d", name, n)
		}
		if ok, err := j.free(tx, try, but); ok || err != nil {
			return try, err
		}
	}
}

// Account is the account of that ID; ErrNoAccount. It holds what only its owner
// may see.
func (j *Judge) Account(ctx context.Context, id string) (*Account, error) {
	var a *Account
	err := j.read(ctx, func(tx Tx) error {
		var err error
		a, err = j.account(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// AccountByEmail is the account that has proved an address; ErrNoAccount.
func (j *Judge) AccountByEmail(ctx context.Context, email string) (*Account, error) {
	email, err := cleanEmail(email)
	if err != nil {
		return nil, ErrNoAccount
	}
	var out Account
	err = j.read(ctx, func(tx Tx) error {
		var err error
		out, err = tx.AccountByEmail(email)
		if errors.Is(err, ErrNoRecord) {
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
func (j *Judge) SaveProfile(ctx context.Context, account, name, zone string) error {
	name, err := cleanPerson(name)
	if err != nil {
		return err
	}
	if zone, err = cleanZone(zone); err != nil {
		return err
	}
	return j.write(ctx, func(tx Tx) error {
		_, err := j.change(tx, account, func(a *Account) error {
			if ok, err := j.free(tx, name, a.ID); err != nil {
				return err
			} else if !ok {
				return &Error{Code: Conflict, Message: "Somebody goes by the name " + name + " already. Take another one."}
			}
			a.Name, a.Zone = name, zone
			return nil
		})
		return err
	})
}

// SetKeeper makes an account a keeper of the judge, or an ordinary one; it is for
// whoever runs the program, not for any door.
func (j *Judge) SetKeeper(ctx context.Context, account string, keeper bool) error {
	return j.mark(ctx, account, func(a *Account) { a.Keeper = keeper })
}

// Block closes an account, or opens it again; its sessions and keys do not work
// meanwhile. It is for keepers, whose account the door has checked.
func (j *Judge) Block(ctx context.Context, account string, blocked bool) error {
	return j.mark(ctx, account, func(a *Account) { a.Blocked = blocked })
}

func (j *Judge) mark(ctx context.Context, account string, f func(*Account)) error {
	return j.write(ctx, func(tx Tx) error {
		_, err := j.change(tx, account, func(a *Account) error { f(a); return nil })
		return err
	})
}
