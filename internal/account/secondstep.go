package account

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"podesta/internal/game"
)

// SecondStep is called after an account has presented a password or a link. If it has a second
// factor, SecondStep returns a secret for FinishSignIn, which the person must send with a code.
func (s *Service) SecondStep(ctx context.Context, h Half) (half string, err error) {
	f, err := s.Factor(ctx, h.Account)
	if err != nil || !f.On {
		return "", err
	}
	return writing(ctx, s, func(tx *game.Tx) (string, error) {
		if err := tx.Passkeys.DropCeremonies(s.now()); err != nil {
			return "", err
		}
		data, err := json.Marshal(h)
		if err != nil {
			return "", err
		}
		secret := NewSecret()
		return secret, tx.Passkeys.AddCeremony(game.Ceremony{Hash: halfHash(secret), Account: h.Account, Expires: s.now().Add(codeTime), Data: data})
	})
}

// FinishSignIn checks the code after SecondStep, and returns the arguments of that call. After
// a wrong code, whose error code is "forbidden", again is the secret for another try. The error
// code is "too_many" after too many wrong codes.
func (s *Service) FinishSignIn(ctx context.Context, half, code string) (h Half, again string, err error) {
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		h, err = s.takeHalf(tx, half)
		return err
	})
	if err != nil {
		return h, "", err
	}
	err = s.confirmCode(ctx, h.Account, code)
	if err != nil && (errors.Is(err, ErrCode) || game.ErrorCode(err) == game.TooMany) {
		if again, e := s.SecondStep(ctx, h); e == nil {
			return h, again, err
		}
	}
	if err != nil {
		return h, "", err
	}
	a, err := s.Account(ctx, h.Account)
	if err == nil && a.Blocked {
		err = ErrBlocked
	}
	return h, "", err
}

// confirmCode is like checkCode, but logs the outcome.
func (s *Service) confirmCode(ctx context.Context, account, code string) error {
	err := s.checkCode(ctx, account, code)
	s.signedIn(ctx, "code", "", account, err)
	return err
}

// ConfirmCode checks a code that was sent together with the first factor, for clients that send
// both at once. Accounts without a second factor need no code.
func (s *Service) ConfirmCode(ctx context.Context, account, code string) error {
	f, err := s.Factor(ctx, account)
	switch {
	case err != nil || !f.On:
		return err
	case code == "":
		return ErrCodeNeeded
	}
	return s.confirmCode(ctx, account, code)
}

// UseLinkWith is like UseLink, for clients that send the code of the second factor together with
// the secret of a link. The link can be used again after a wrong code.
func (s *Service) UseLinkWith(ctx context.Context, secret, code string) (a *game.Account, letter string, err error) {
	var t game.Token
	err = s.store.Read(ctx, func(tx *game.Tx) (err error) {
		if t, err = s.Live(tx, secret); err == nil && t.Kind != game.LoginToken {
			err = ErrToken
		}
		return err
	})
	if err == nil {
		err = s.ConfirmCode(ctx, t.Account, code)
	}
	if err != nil {
		return nil, "", err
	}
	return s.UseLink(ctx, secret)
}

// MasterByMail reports whether a master's commands by e-mail are accepted from an account:
// either it has no second factor, or its owner has allowed it.
func (s *Service) MasterByMail(ctx context.Context, account string) (bool, error) {
	f, err := s.Factor(ctx, account)
	return !f.On || f.Mail, err
}

// takeHalf returns the unfinished sign-in with a secret, and uses the secret up.
func (s *Service) takeHalf(tx *game.Tx, secret string) (Half, error) {
	var h Half
	c, err := tx.Passkeys.TakeCeremony(halfHash(secret))
	switch {
	case errors.Is(err, game.ErrNoRecord):
		return h, errCodeLate
	case err != nil:
		return h, err
	case !s.now().Before(c.Expires):
		return h, errCodeLate
	}
	return h, json.NewDecoder(bytes.NewReader(c.Data)).Decode(&h)
}

// halfHash returns the hash of the secret of a Half, which differs from the hash of a passkey's
// challenge with the same secret.
func halfHash(secret string) string { return HashSecret("half " + secret) }
