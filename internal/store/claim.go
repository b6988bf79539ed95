package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"podesta/internal/game"
)

// The item that says from which secret the keys in a database are made.
const (
	secretItem = "secret"
	markKey    = "mark"
)

// ErrSecret means that the keys in a database are made from another secret.
var ErrSecret = errors.New("the links and keys in it were made from another secret")

// Mark returns what a database keeps of a judge's secret: it shows that another
// secret is another one, and nothing else.
func Mark(secret []byte) string {
	sum := hmac.New(sha256.New, secret)
	sum.Write([]byte("podesta: the mark of this secret"))
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Claim records at the first start from which secret the keys in the database
// are made, and returns ErrSecret if they are made from another one: the links
// that two processes write must be the same. If replace is set, the secret
// replaces the other one.
func (s *Store) Claim(ctx context.Context, secret []byte, replace bool) error {
	return s.Write(ctx, func(t *game.Tx) error {
		x, mark := t.Games.(*tx), Mark(secret)
		was, err := x.Get("", secretItem, markKey)
		switch {
		case err != nil && !errors.Is(err, game.ErrNoRecord):
			return err
		case err == nil && string(was) == mark:
			return nil
		case err == nil && !replace:
			return fmt.Errorf("%s: %w", s.name, ErrSecret)
		}
		return x.Put("", secretItem, markKey, []byte(mark))
	})
}
