package account

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// BeginFactor begins to set up a second factor, and returns its secret. The
// caller has checked that the owner asks for it.
func (s *Service) BeginFactor(ctx context.Context, account string) (string, error) {
	return writing(ctx, s, func(tx *game.Tx) (string, error) {
		secret := make([]byte, factorBytes)
		rand.Read(secret)
		sealed, err := s.seal(account, secret)
		if err != nil {
			return "", err
		}
		return factorText.EncodeToString(secret), s.changeFactor(tx, account, func(f *factor) error {
			if f.on() {
				return errFactorOn
			}
			f.Next, f.Begun = sealed, s.now()
			return nil
		})
	})
}

// BegunFactor returns the secret that is being set up, or "".
func (s *Service) BegunFactor(ctx context.Context, account string) (string, error) {
	return reading(ctx, s, func(tx *game.Tx) (string, error) {
		f, err := readFactor(tx, account)
		if err != nil || f.on() || len(f.Next) == 0 || s.now().Sub(f.Begun) >= factorBegun {
			return "", err
		}
		secret, err := s.unseal(account, f.Next)
		return factorText.EncodeToString(secret), err
	})
}

// confirmFactor turns a second factor on after checking a code, and returns the recovery codes. All
// sessions except one end. ok is false for a wrong code.
func (s *Service) confirmFactor(ctx context.Context, tx *game.Tx, account, session, code string) (spare []string, ok bool, err error) {
	place, strange := s.place(ctx, account)
	err = s.changeFactor(tx, account, func(f *factor) error {
		switch {
		case f.on():
			return errFactorOn
		case len(f.Next) == 0 || s.now().Sub(f.Begun) >= factorBegun:
			return errNotBegun
		}
		if err := f.Wrong.soon(s.guard, place, strange, s.now()); err != nil {
			return err
		}
		step, err := s.stepOf(account, f.Next, code, 0)
		if err != nil {
			return err
		}
		if ok = step > 0; !ok {
			f.Wrong.more(s.guard, place, strange, s.now())
			return nil
		}
		var digests []string
		spare, digests = s.spares(account)
		*f = factor{Secret: f.Next, Since: s.now(), Step: step, Spare: digests}
		return nil
	})
	if err != nil || !ok {
		return nil, false, err
	}
	if err := s.dropSessions(tx, account, session); err != nil {
		return nil, false, err
	}
	return spare, true, s.tellFactor(ctx, tx, account, message.New("A second factor was turned on: an authenticator app. Signing in by password or link now asks for its code."))
}

// ConfirmFactor turns the second factor on after checking a code, and returns the recovery codes.
// All sessions end except the session with the given hash. The error code is "forbidden" for a
// wrong code, and "too_many" after too many.
func (s *Service) ConfirmFactor(ctx context.Context, account, session, code string) (spare []string, err error) {
	ok := false
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		spare, ok, err = s.confirmFactor(ctx, tx, account, session, code)
		return err
	})
	if err == nil && !ok {
		err = ErrFirstCode
	}
	return spare, err
}

// stepOf returns the time step of a code, or 0 for a wrong code. It rejects the step after and all
// earlier ones, because their codes may have been used.
func (s *Service) stepOf(account string, sealed []byte, code string, after uint64) (uint64, error) {
	secret, err := s.unseal(account, sealed)
	if err != nil {
		return 0, err
	}
	now := uint64(s.now().Unix()) / uint64(factorStep/time.Second)
	for step := now - factorSkew; step <= now+factorSkew; step++ {
		ok, err := hotp.ValidateCustom(code, step, factorText.EncodeToString(secret), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err != nil && !errors.Is(err, otp.ErrValidateInputInvalidLength) {
			return 0, err
		}
		if ok && step > after {
			return step, nil
		}
	}
	return 0, nil
}

// NewSpares replaces the recovery codes after checking a code.
func (s *Service) NewSpares(ctx context.Context, account, code string) (codes []string, err error) {
	if err := s.checkCode(ctx, account, code); err != nil {
		return nil, err
	}
	return writing(ctx, s, func(tx *game.Tx) (codes []string, err error) {
		err = s.changeFactor(tx, account, func(f *factor) error {
			if !f.on() {
				return errNoFactor
			}
			codes, f.Spare = s.spares(account)
			return nil
		})
		if err != nil {
			return nil, err
		}
		return codes, s.tellFactor(ctx, tx, account, message.New("New recovery codes were made. The old ones do not work any more."))
	})
}

// SetFactorMail sets, after checking a code, whether a master's commands by e-mail are accepted
// from an account with a second factor.
func (s *Service) SetFactorMail(ctx context.Context, account, code string, on bool) error {
	if err := s.checkCode(ctx, account, code); err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *game.Tx) error {
		changed := false
		err := s.changeFactor(tx, account, func(f *factor) error {
			if !f.on() {
				return errNoFactor
			}
			changed, f.Mail = f.Mail != on, on
			return nil
		})
		switch {
		case err != nil || !changed:
			return err
		case on:
			return s.tellFactor(ctx, tx, account, message.New("Your commands as a master are taken by e-mail, without a second factor."))
		}
		return s.tellFactor(ctx, tx, account, message.New("Your commands as a master are no longer taken by e-mail."))
	})
}

// ResetFactor turns the second factor of an account off without a code. It is
// meant for the person who runs the program, not for clients.
func (s *Service) ResetFactor(ctx context.Context, account string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		f, err := readFactor(tx, account)
		if err != nil {
			return err
		}
		if !f.on() {
			return errNoFactor
		}
		if err := tx.Items.Drop("", FactorItem, account); err != nil {
			return err
		}
		return s.tellFactor(ctx, tx, account, message.New("The second factor was turned off. Your password or a link alone now signs in."))
	})
}

// DropFactor turns the second factor off after checking a code.
func (s *Service) DropFactor(ctx context.Context, account, code string) error {
	if err := s.checkCode(ctx, account, code); err != nil {
		return err
	}
	return s.ResetFactor(ctx, account)
}
