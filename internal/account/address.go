package account

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// SecretMail is a secret and the one address to which it may be sent: the stored address, never
// one that a visitor typed. Code outside this package cannot combine a secret with another
// address. The zero value has neither secret nor recipient.
type SecretMail struct{ to, secret string }

// To returns the stored address.
func (m SecretMail) To() string { return m.to }

// Secret returns the secret, or "" if none may be sent.
func (m SecretMail) Secret() string { return m.secret }

// CleanEmail returns an e-mail address as it is stored: in lower case, without a display name.
// Only ASCII letters are converted. Other characters stay as they are, so that none of them can
// turn into a letter of another person's address.
func CleanEmail(s string) (string, error) {
	wrong := game.Refuse(game.Invalid, message.New("The judge cannot write to this address. Write it as {example}.", message.Order("name@example.org")))
	s = strings.Trim(s, " \t")
	if s == "" || len(s) > MaxEmail || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || game.Hidden(r) }) {
		return "", wrong
	}
	a, err := mail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s {
		return "", wrong
	}
	at := strings.LastIndexByte(s, '@')
	if host := s[at+1:]; at > 64 || !strings.Contains(host, ".") || strings.HasPrefix(host, "[") {
		return "", wrong
	}
	return game.FoldAddress(s), nil
}

// newEmail is like CleanEmail, for an address that is being added to an account.
func (s *Service) newEmail(address string) (string, error) {
	email, err := CleanEmail(address)
	if err == nil && s.set.Ours != nil && s.set.Ours(email) {
		err = game.Refuse(game.Invalid, message.New("This is an address of the judge itself. Give an address where you read your own mail."))
	}
	return email, err
}

// AddAddress requests another address for an account and returns the secret to
// e-mail to it. If another account has the address, it returns neither an error
// nor a secret.
func (s *Service) AddAddress(ctx context.Context, account, email string) (SecretMail, error) {
	email, err := s.newEmail(email)
	if err != nil {
		return SecretMail{}, err
	}
	if _, err := s.askLetter(ctx, email, "account "+account); err != nil {
		return SecretMail{}, err
	}
	return writing(ctx, s, func(tx *game.Tx) (SecretMail, error) {
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
	})
}

// SetEmail selects the verified address of the account to which its e-mail is
// sent.
func (s *Service) SetEmail(ctx context.Context, account, email string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.setEmail(ctx, tx, account, email) })
}

// RemoveAddress removes an address from an account. The address to which its
// e-mail is sent cannot be removed.
func (s *Service) RemoveAddress(ctx context.Context, account, email string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.removeAddress(ctx, tx, account, email) })
}

// Addresses returns the addresses of an account, for its owner.
func (s *Service) Addresses(ctx context.Context, account string) ([]game.Address, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]game.Address, error) {
		if _, err := s.AccountIn(tx, account); err != nil {
			return nil, err
		}
		return tx.Accounts.Addresses(account)
	})
}

// setEmail chooses the verified address that receives the account's e-mail.
func (s *Service) setEmail(ctx context.Context, tx *game.Tx, account, email string) error {
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
				return s.tellOwner(ctx, tx, a, []string{before}, message.New("Mail to you goes to {address} from now on.", message.Name(x.Email)))
			}
		}
		return game.Refuse(game.Invalid, message.New("This is not one of your confirmed addresses. Add it first and follow the link in the e-mail that you get."))
	})
	return err
}

// removeAddress removes an address from an account, but not the address that receives its e-mail.
// It ends sessions that were opened by e-mail to the address, and drops links sent to it.
func (s *Service) removeAddress(ctx context.Context, tx *game.Tx, account, email string) error {
	a, err := s.AccountIn(tx, account)
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
		return s.tellOwner(ctx, tx, a, before, message.New("The address {address} was removed from your account.", message.Name(x.Email)))
	}
	return game.Refuse(game.NotFound, message.New("This is not one of your addresses."))
}
