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

// The kind and key of the item that holds the mark of the secret from which the keys in a database
// are derived.
const (
	secretItem = "secret"
	markKey    = "mark"
)

// ErrSecret means that the keys in a database are derived from another secret.
var ErrSecret = errors.New("the links and keys in it were made from another secret")

// Mark returns a digest of a judge's secret for the database. The digest reveals nothing about the
// secret, except whether another one is equal.
func Mark(secret []byte) string {
	sum := hmac.New(sha256.New, secret)
	sum.Write([]byte("podesta: the mark of this secret"))
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Claim records, at the first start, the mark of the secret from which the keys in the database are
// derived. It returns ErrSecret if the recorded secret is a different one, because all processes
// must generate the same links. If replace is set, the given secret replaces the recorded one.
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
