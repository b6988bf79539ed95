package account

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// FactorItem is the kind of the items that hold the second factors of accounts.
const FactorItem = "factor"

// The second factor is a code as in RFC 6238, in the form that all authenticator apps use: six
// digits that are computed with SHA-1 and change every 30 seconds. Because clocks differ, a code is
// also accepted one step earlier and later, but each code only once.
const (
	factorStep  = 30 * time.Second
	factorSkew  = 1
	factorBytes = 20
	factorBegun = 15 * time.Minute // time to complete the setup
	codeTime    = 10 * time.Minute // time between the first factor and the second
	spareCodes  = 10
	spareBytes  = 10 // yields 16 letters and digits
)

// factor is the second factor of an account as it is stored.
type factor struct {
	Secret []byte    `json:"secret,omitempty"` // the encrypted secret; empty if it is not set up yet
	Since  time.Time `json:"since"`
	Step   uint64    `json:"step,omitempty"`  // the step of the last code that was used
	Spare  []string  `json:"spare,omitempty"` // digests of the remaining recovery codes
	Mail   bool      `json:"mail,omitempty"`  // whether a master's commands by e-mail are accepted
	Next   []byte    `json:"next,omitempty"`  // the encrypted secret of a setup in progress
	Begun  time.Time `json:"begun"`           // when the setup began

	Wrong WrongCount `json:"wrong"` // counts wrong codes
}

func (f *factor) on() bool { return len(f.Secret) > 0 }

// Factor describes the second factor of an account, for its owner.
type Factor struct {
	On    bool
	Since time.Time
	Spare int  // number of remaining recovery codes
	Mail  bool // whether a master's commands by e-mail are accepted
}

// FactorNeed says who must have a second factor.
type FactorNeed string

// The accounts that must have a second factor. Without it they do not have the rights of a
// master or operator.
const (
	FactorOptional  FactorNeed = "nobody"
	FactorOperators FactorNeed = "operators"
	FactorMasters   FactorNeed = "masters" // masters and operators
)

// The errors of second factors.
var (
	// ErrCode is returned for a wrong code.
	ErrCode = game.Refuse(game.Forbidden, message.New("The code is wrong or was used already. Wait for the next code of your app, check the clock of its device, or use a recovery code."))
	// ErrFirstCode is returned for a wrong code for a second factor that is being set up.
	ErrFirstCode = game.Refuse(game.Forbidden, message.New("This is not the code that your app shows now. Enter the newest one; if that does not help either, check the clock of the app's device, or scan the picture again."))
	// ErrCodeNeeded is returned when a code is needed after the first factor.
	ErrCodeNeeded = game.Refuse(game.CodeNeeded, message.New("Your account asks for a second factor: add the code of your authenticator app, or a recovery code."))
	errCodeLate   = game.Refuse(game.Forbidden, message.New("That took too long. Sign in again."))
	errNoFactor   = game.Refuse(game.Conflict, message.New("Your account has no second factor."))
	errFactorOn   = game.Refuse(game.Conflict, message.New("Your account has a second factor already. Turn it off before you set up another one."))
	errNotBegun   = game.Refuse(game.Conflict, message.New("Setting up the second factor took too long. Begin again."))
)

// FactorNeed returns who must have a second factor.
func (s *Service) FactorNeed() FactorNeed { return s.set.SecondFactor }

// WithheldIn reports whether an account is denied the rights of a master because it lacks the
// second factor that this judge demands. This includes operators, who can act as masters.
func (s *Service) WithheldIn(tx *game.Tx, a *game.Account) (bool, error) {
	switch need := s.FactorNeed(); {
	case need == FactorOptional, need == FactorOperators && !a.Operator:
		return false, nil
	}
	f, err := readFactor(tx, a.ID)
	return !f.on(), err
}

func readFactor(tx *game.Tx, account string) (factor, error) {
	var f factor
	data, err := tx.Items.Get("", FactorItem, account)
	if errors.Is(err, game.ErrNoRecord) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(data, &f)
}

func saveFactor(tx *game.Tx, account string, f factor) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return tx.Items.Put("", FactorItem, account, data)
}

// changeFactor lets f change the second factor of an account. Other changes of
// the account wait.
func (s *Service) changeFactor(tx *game.Tx, account string, f func(*factor) error) error {
	if err := tx.Accounts.LockAccount(account); err != nil {
		return err
	}
	now, err := readFactor(tx, account)
	if err != nil {
		return err
	}
	if err := f(&now); err != nil {
		return err
	}
	return saveFactor(tx, account, now)
}

// FactorIn returns the second factor of an account.
func (s *Service) FactorIn(tx *game.Tx, account string) (Factor, error) {
	f, err := readFactor(tx, account)
	return Factor{On: f.on(), Since: f.Since, Spare: len(f.Spare), Mail: f.Mail}, err
}

// sealer returns the cipher for the secrets of an account. A copy of the database is not enough to
// decrypt them, because the key is derived from the judge's own secret.
func (s *Service) sealer(account string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, s.secret, nil, "second factor of "+account, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (s *Service) seal(account string, secret []byte) ([]byte, error) {
	c, err := s.sealer(account)
	if err != nil {
		return nil, err
	}
	return c.Seal(nil, nil, secret, []byte(account)), nil
}

func (s *Service) unseal(account string, sealed []byte) ([]byte, error) {
	c, err := s.sealer(account)
	if err != nil {
		return nil, err
	}
	return c.Open(nil, nil, sealed, []byte(account))
}

// factorText is the encoding of secrets in authenticator apps.
var factorText = base32.StdEncoding.WithPadding(base32.NoPadding)

// spares draws recovery codes, and returns them with their digests.
func (s *Service) spares(account string) (codes, digests []string) {
	for range spareCodes {
		text := strings.ToLower(game.Base32.EncodeToString(game.RandomBytes(spareBytes)))
		codes = append(codes, text[:4]+"-"+text[4:8]+"-"+text[8:12]+"-"+text[12:])
		digests = append(digests, s.spareDigest(account, text))
	}
	return codes, digests
}

func (s *Service) spareDigest(account, code string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("recovery\x00" + account + "\x00" + code))
	return hex.EncodeToString(mac.Sum(nil))
}

// useCode checks a code of the second factor of an account, or a recovery code, and uses it up. ok
// is false for a wrong code; the caller must then commit the transaction, which counts it. The
// error code is "too_many" after too many wrong codes from the place of the request, or from all
// unknown places. Someone who knows only the password cannot lock out the owner: browsers with a mark
// and recovery codes still work. Recovery codes cannot be guessed, so they are never delayed.
func (s *Service) useCode(ctx context.Context, tx *game.Tx, account, code string) (ok bool, err error) {
	code = strings.ToLower(strings.Join(strings.FieldsFunc(code, func(r rune) bool { return r == ' ' || r == '-' }), ""))
	spare, many := false, false
	place, strange := s.place(ctx, account)
	err = s.changeFactor(tx, account, func(f *factor) error {
		now := s.now()
		if !f.on() {
			return errNoFactor
		}
		digest := []byte(s.spareDigest(account, code))
		if at := slices.IndexFunc(f.Spare, func(d string) bool { return hmac.Equal([]byte(d), digest) }); at >= 0 {
			f.Spare, spare, ok = slices.Delete(f.Spare, at, at+1), true, true
			return nil
		}
		if err := f.Wrong.soon(s.guard, place, strange, now); err != nil {
			return err
		}
		step, err := s.stepOf(account, f.Secret, code, f.Step)
		if err != nil {
			return err
		}
		if ok = step > 0; ok {
			f.Step = step
			delete(f.Wrong.By, place)
			return nil
		}
		f.Wrong.more(s.guard, place, strange, now)
		counted := f.Wrong.By[place]
		if strange {
			counted = f.Wrong.All
		}
		many = counted.N == s.guard.wrong.free
		return nil
	})
	switch {
	case err != nil:
		return false, err
	case spare:
		return true, s.tellFactor(ctx, tx, account, message.New("A recovery code was used to sign in. It does not work again."))
	case many:
		return false, s.tellFactor(ctx, tx, account, message.New("Someone has signed in with your password or a link, and then entered several wrong codes of your second factor. If it was not you, change your password."))
	}
	return ok, nil
}

// tellFactor informs the owner of an account of a change of its second factor.
func (s *Service) tellFactor(ctx context.Context, tx *game.Tx, account string, what message.Message) error {
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return err
	}
	to, err := OwnersOf(tx, account)
	if err != nil {
		return err
	}
	return s.tellOwner(ctx, tx, a, to, what)
}

// Half is a sign-in that waits for the second factor.
type Half struct {
	Account string
	Letter  string // the address to which the link that opened it was sent, if any
	Opened  string // what has opened it, as in Token.Opened
}

// Factor returns the second factor of an account, for its owner.
func (s *Service) Factor(ctx context.Context, account string) (Factor, error) {
	return reading(ctx, s, func(tx *game.Tx) (Factor, error) { return s.FactorIn(tx, account) })
}

// Withheld reports whether an account lacks the rights of a master or operator
// until it has a second factor.
func (s *Service) Withheld(ctx context.Context, a *game.Account) (bool, error) {
	return reading(ctx, s, func(tx *game.Tx) (bool, error) { return s.WithheldIn(tx, a) })
}

// checkCode uses up a code of an account's second factor.
func (s *Service) checkCode(ctx context.Context, account, code string) error {
	ok := false
	err := s.store.Write(ctx, func(tx *game.Tx) (err error) {
		ok, err = s.useCode(ctx, tx, account, code)
		return err
	})
	if err == nil && !ok {
		err = ErrCode
	}
	return err
}
