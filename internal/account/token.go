package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Tokens returns the valid tokens of an account, of all kinds, the oldest first.
func (s *Service) Tokens(ctx context.Context, account string) ([]game.Token, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]game.Token, error) {
		all, err := tx.Tokens.Tokens(account)
		var out []game.Token
		for _, t := range all {
			if !s.ended(t) {
				out = append(out, t)
			}
		}
		return out, err
	})
}

// dropToken revokes a token of an account, by its hash.
func (s *Service) dropToken(tx *game.Tx, account, hash string) error {
	t, err := tx.Tokens.Token(hash)
	if errors.Is(err, game.ErrNoRecord) || err == nil && t.Account != account {
		return game.Refuse(game.NotFound, message.New("The account has no such token."))
	}
	if err != nil {
		return err
	}
	if t.Kind == game.ReplyToken {
		if err := tx.Items.Put(t.Game, ReplyItem, account, []byte(game.NewID())); err != nil {
			return err
		}
	}
	return tx.Tokens.DropToken(hash)
}

// dropSessions ends the sessions of an account, except the session with the given hash, and drops
// the links that would open others, and unfinished requests that were made in those sessions. API
// keys and reply addresses stay.
func (s *Service) dropSessions(tx *game.Tx, account, except string) error {
	err := DropWhere(tx, account, func(t *game.Token) bool {
		return (t.Kind == game.SessionToken || t.Kind == game.LoginToken) && t.Hash != except
	})
	if err != nil {
		return err
	}
	return tx.Passkeys.DropCeremoniesOf(account)
}

// The lifetimes of secrets sent by e-mail.
const (
	verifyTime = 3 * 24 * time.Hour
	loginTime  = time.Hour
)

// TouchEvery is the minimum interval between recorded uses of a token.
const TouchEvery = time.Hour

// MaxTokens is the maximum number of tokens per account. A new session that would exceed it
// replaces the oldest session.
const MaxTokens = 200

// The errors of tokens.
var (
	// ErrToken is returned for a secret that is unknown or has expired.
	ErrToken = game.Refuse(game.Forbidden, message.New("This link or key is not valid, or no longer. Ask for a new one, or sign in."))
	// ErrBlocked is returned for an account that an operator has blocked.
	ErrBlocked = game.Refuse(game.Forbidden, message.New("This account is closed. Write to the operator of the judge."))
)

// NewSecret returns a secret of 130 random bits. It consists of lower-case
// letters and digits, so that it can be part of an e-mail address.
func NewSecret() string { return strings.ToLower(rand.Text()) }

// HashSecret returns the hash under which a secret is stored. It ignores case, because mail
// programs change the case of addresses.
func HashSecret(secret string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(secret))))
	return hex.EncodeToString(sum[:])
}

// Issue adds a new token for an account and returns its secret.
func (s *Service) Issue(tx *game.Tx, t game.Token, ttl time.Duration) (string, error) {
	secret := NewSecret()
	return secret, s.keepToken(tx, t, secret, ttl)
}

// keepToken adds a token for an account with the caller's secret. A ttl of 0 means that it does
// not expire.
func (s *Service) keepToken(tx *game.Tx, t game.Token, secret string, ttl time.Duration) error {
	t.Hash = HashSecret(secret)
	return s.keepTokens(tx, []game.Token{t}, ttl)
}

// KeepTokens adds tokens that have the hashes of the caller's secrets and never expire.
func (s *Service) KeepTokens(tx *game.Tx, tokens []game.Token) error {
	return s.keepTokens(tx, tokens, 0)
}

func (s *Service) keepTokens(tx *game.Tx, tokens []game.Token, ttl time.Duration) error {
	now := s.now()
	for i := range tokens {
		t := &tokens[i]
		t.Created, t.Used, t.Expires = now, time.Time{}, time.Time{}
		if ttl > 0 {
			t.Expires = now.Add(ttl)
		}
	}
	if err := tx.Tokens.DropTokens(now); err != nil {
		return err
	}
	return tx.Tokens.AddTokens(tokens)
}

// Live returns the token of a secret if it is valid, and otherwise ErrToken.
func (s *Service) Live(tx *game.Tx, secret string) (game.Token, error) {
	t, err := tx.Tokens.Token(HashSecret(secret))
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

// Lives reports whether the token with the given hash is valid.
func (s *Service) Lives(tx *game.Tx, hash string) (bool, error) {
	t, err := tx.Tokens.Token(hash)
	if errors.Is(err, game.ErrNoRecord) {
		return false, nil
	}
	return err == nil && !s.ended(t), err
}

// The default durations of sessions.
const (
	UsualIdle    = 14 * 24 * time.Hour
	UsualSession = 30 * 24 * time.Hour
)

// SessionTime returns the longest duration of a session.
func (s *Service) SessionTime() time.Duration { return s.set.Session }

// ended reports whether a token is no longer valid.
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
	return now.Sub(last) >= s.set.Idle || now.Sub(t.Created) >= s.set.Session
}

// spend uses up a token of a kind: it cannot be used again.
func (s *Service) spend(tx *game.Tx, secret string, kind game.TokenKind) (game.Token, error) {
	t, err := s.Live(tx, secret)
	if err != nil {
		return t, err
	}
	if t.Kind != kind {
		return game.Token{}, ErrToken
	}
	err = tx.Tokens.DropToken(t.Hash)
	if errors.Is(err, game.ErrNoRecord) {
		err = ErrToken
	}
	return t, err
}

// DropOldest removes the oldest session to make room for another.
func DropOldest(tx *game.Tx, have []game.Token) error {
	for _, t := range have {
		if t.Kind == game.SessionToken {
			return tx.Tokens.DropToken(t.Hash)
		}
	}
	return nil
}

// ReplyItem is the kind of the items, keyed by account, whose random content changes when a reply
// token of the account for a game is revoked. The next secret is derived from it.
const ReplyItem = "reply"

// Authenticate returns the account and the token of a secret that belongs to a session, an API
// key or a reply address. The error code is "forbidden" for any other secret, one that has
// expired or was revoked, and a blocked account.
func (s *Service) Authenticate(ctx context.Context, secret string) (*game.Account, game.Token, error) {
	var a *game.Account
	var t game.Token
	err := s.store.Read(ctx, func(tx *game.Tx) error {
		var err error
		if t, err = s.Live(tx, secret); err != nil {
			return err
		}
		if t.Kind == game.VerifyToken || t.Kind == game.LoginToken || t.Kind == game.CalendarToken {
			return ErrToken
		}
		a, err = s.AccountIn(tx, t.Account)
		if err == nil && a.Blocked {
			err = ErrBlocked
		}
		return err
	})
	if err != nil {
		return nil, game.Token{}, err
	}
	now := s.now()
	if err := s.touch(ctx, t); err != nil {
		return nil, game.Token{}, err
	}
	if now.Sub(t.Used) >= TouchEvery {
		t.Used = now
	}
	return a, t, nil
}

// DropToken revokes a token of an account, by its hash.
func (s *Service) DropToken(ctx context.Context, account, hash string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.dropToken(tx, account, hash) })
}

// DropSessions signs an account out everywhere, except in the session with the given hash, and
// revokes the links that would begin new sessions.
func (s *Service) DropSessions(ctx context.Context, account, except string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.dropSessions(tx, account, except) })
}
