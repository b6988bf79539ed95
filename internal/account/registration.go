package account

import (
	"context"
	"errors"
	"fmt"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// register creates an unverified account and returns it with the secret to be sent to its address.
// For a known address it returns its account and no secret. The error code is "conflict" for a name
// that is taken.
func (s *Service) register(tx *game.Tx, name, email, zone string) (*game.Account, SecretMail, error) {
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

// Register creates an account that is not yet verified and returns the secret
// to e-mail to the address. For a known address it returns the existing account
// and no secret: the caller e-mails its owner, and replies as always. The error
// codes are "invalid", "conflict" if the name is taken, and "too_many".
func (s *Service) Register(ctx context.Context, name, email, zone string) (*game.Account, SecretMail, error) {
	name, err := CleanName(name)
	if err != nil {
		return nil, SecretMail{}, err
	}
	if email, err = s.newEmail(email); err != nil {
		return nil, SecretMail{}, err
	}
	if zone, err = s.zoneOr(zone); err != nil {
		return nil, SecretMail{}, err
	}
	if err := s.countStranger(ctx, "register "); err != nil {
		return nil, SecretMail{}, err
	}
	asked, err := s.askLetter(ctx, email, "")
	if err != nil {
		return nil, SecretMail{}, err
	}
	var a *game.Account
	var out SecretMail
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		a, out, err = s.register(tx, name, email, zone)
		return err
	})
	if err != nil {
		asked.Undo()
		return nil, SecretMail{}, err
	}
	return a, out, nil
}

// verify confirms the address to which a secret was sent, and returns the
// account and the token.
func (s *Service) verify(ctx context.Context, tx *game.Tx, secret string) (*game.Account, game.Token, error) {
	t, err := s.spend(tx, secret, game.VerifyToken)
	if err != nil {
		return nil, t, err
	}
	a, err := s.prove(ctx, tx, t.Account, t.Email)
	return a, t, err
}

// Verify confirms an address with the secret that was e-mailed to it. A secret works once. The
// first address makes the account verified. The error codes are "forbidden" if the secret is not
// valid, and "conflict" if another account has verified the address in the meantime.
func (s *Service) Verify(ctx context.Context, secret string) (*game.Account, error) {
	var a *game.Account
	var t game.Token
	err := s.store.Write(ctx, func(tx *game.Tx) (err error) {
		a, t, err = s.verify(ctx, tx, secret)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.answered(ctx, t.Email)
	return a, nil
}

// spendTime does the work that an unknown address would cost, so that the
// response time does not reveal which addresses are known.
func (s *Service) spendTime(tx *game.Tx) error {
	return tx.Items.Put("", knownItem, "", []byte(s.now().String()))
}

func errNameTaken(name string) error {
	return game.Refuse(game.Conflict, message.New("The name {name} is already taken. Choose another one.", message.Name(name)))
}

// newcomer creates an unverified account, or changes the existing one that has already requested
// the address. Neither request proves that the address belongs to its sender.
func (s *Service) newcomer(tx *game.Tx, name, email, zone string) (*game.Account, error) {
	waiting, err := tx.Accounts.Newcomers(email)
	if err != nil {
		return nil, err
	}
	a := game.Account{ID: game.NewID(), Created: s.now()}
	for _, w := range waiting {
		if w.Email == email {
			a = w
			a.Created = s.now() // the account's time limit starts again
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
			return s.tellOwner(ctx, tx, a, before, message.New("The address {address} was added. Anyone who reads its mail can sign in to your account.", message.Name(email)))
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

// unused returns a name, with a number appended if an account other than the one with the ID but
// has it.
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
