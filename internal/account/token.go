package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"podesta/internal/game"
)

// Tokens lists the tokens of an account, oldest first: its sessions and programs
// and the addresses for its answers.
func (s *Service) Tokens(tx game.Tx, account string) ([]game.Token, error) {
	all, err := tx.Tokens(account)
	var out []game.Token
	for _, t := range all {
		if !s.ended(t) {
			out = append(out, t)
		}
	}
	return out, err
}

// DropToken revokes a token of an account, by its hash.
func (s *Service) DropToken(tx game.Tx, account, hash string) error {
	t, err := tx.Token(hash)
	if errors.Is(err, game.ErrNoRecord) || err == nil && t.Account != account {
		return &game.Error{Code: game.NotFound, Message: "The account has no such token."}
	}
	if err != nil {
		return err
	}
	if t.Kind == game.ReplyToken {
		if err := tx.Put(t.Game, ReplyItem, account, []byte(game.NewID())); err != nil {
			return err
		}
	}
	return tx.DropToken(hash)
}

// How long secrets that are mailed can be used.
const (
	verifyTime = 3 * 24 * time.Hour
	loginTime  = time.Hour
)

// TouchEvery is how often the use of a token is written down.
const TouchEvery = time.Hour

// MaxTokens bounds the tokens of an account.
const MaxTokens = 200

// The errors of tokens.
var (
	// ErrToken refuses a secret that is unknown or has expired.
	ErrToken = &game.Error{Code: game.Forbidden, Message: "This link or key is not valid, or no longer. Ask for a new one, or sign on."}
	// ErrBlocked refuses an account that the operator has closed.
	ErrBlocked = &game.Error{Code: game.Forbidden, Message: "This account is closed. Write to whoever runs the judge."}
)

// NewSecret is a secret of 130 random bits. It is in small letters and digits,
// so that it can stand in a mail address.
func NewSecret() string { return strings.ToLower(rand.Text()) }

// HashSecret is what is stored of a secret. Capitals do not matter: mail
// programs change them in addresses.
func HashSecret(secret string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(secret))))
	return hex.EncodeToString(sum[:])
}

// Issue writes a new token of an account and gives its secret.
func (s *Service) Issue(tx game.Tx, t game.Token, ttl time.Duration) (string, error) {
	secret := NewSecret()
	return secret, s.KeepToken(tx, t, secret, ttl)
}

// KeepToken writes a token of an account for a secret that the caller has. ttl 0 is
// for ever.
func (s *Service) KeepToken(tx game.Tx, t game.Token, secret string, ttl time.Duration) error {
	now := s.now()
	t.Hash, t.Created, t.Used, t.Expires = HashSecret(secret), now, time.Time{}, time.Time{}
	if ttl > 0 {
		t.Expires = now.Add(ttl)
	}
	if err := tx.DropTokens(now); err != nil {
		return err
	}
	return tx.AddToken(t)
}

// Live reads a token that can be used at this time; errToken for any other.
func (s *Service) Live(tx game.Tx, secret string) (game.Token, error) {
	t, err := tx.Token(HashSecret(secret))
	switch {
	case errors.Is(err, game.ErrNoRecord):
		return game.Token{}, ErrToken
	case err != nil:
		return game.Token{}, err
	case s.ended(t):
		return game.Token{}, ErrToken
	}
	return t, nil
}

// The usual bounds of sessions.
const (
	UsualIdle    = 14 * 24 * time.Hour
	UsualSession = 30 * 24 * time.Hour
)

// SetSessions sets after how long without use a session ends, and how long it
// lasts at most. The judge looks at both whenever it is used, so that they hold
// for sessions that have begun before.
func (s *Service) SetSessions(idle, whole time.Duration) { s.idle, s.whole = idle, whole }

// SessionTime returns how long a session lasts at most.
func (s *Service) SessionTime() time.Duration { return s.whole }

// ended reports whether a token cannot be used any more.
func (s *Service) ended(t game.Token) bool {
	now := s.now()
	if !t.Expires.IsZero() && !now.Before(t.Expires) {
		return true
	}
	if t.Kind != game.SessionToken {
		return false
	}
	last := t.Created
	if t.Used.After(last) {
		last = t.Used
	}
	return now.Sub(last) >= s.idle || now.Sub(t.Created) >= s.whole
}

// spend uses up a token of a kind: nobody can use it again.
func (s *Service) spend(tx game.Tx, secret string, kind game.TokenKind) (game.Token, error) {
	t, err := s.Live(tx, secret)
	if err != nil {
		return t, err
	}
	if t.Kind != kind {
		return game.Token{}, ErrToken
	}
	err = tx.DropToken(t.Hash)
	if errors.Is(err, game.ErrNoRecord) {
		err = ErrToken
	}
	return t, err
}

// BehindLabel is how something is called, behind it.
func BehindLabel(label string) string {
	if label == "" {
		return ""
	}
	return ": " + label
}

// DropOldest makes room for a session: the oldest one ends.
func DropOldest(tx game.Tx, have []game.Token) error {
	for _, t := range have {
		if t.Kind == game.SessionToken {
			return tx.DropToken(t.Hash)
		}
	}
	return nil
}

// ReplyItem is the kind of item that counts how often the reply tokens of an
// account for a game were dropped.
const ReplyItem = "reply"
