package gamestate

import (
	"context"

	"podesta/internal/game"
)

type notingKey struct{}

// Noting returns a context in which note runs at the end of each writing
// transaction, within it: what note writes is committed if and only if the rest
// is. An error of note rolls the transaction back.
func Noting(ctx context.Context, note func(*game.Tx) error) context.Context {
	return context.WithValue(ctx, notingKey{}, note)
}

// Noted returns f followed by what the context notes.
func Noted(ctx context.Context, f func(*game.Tx) error) func(*game.Tx) error {
	note, ok := ctx.Value(notingKey{}).(func(*game.Tx) error)
	if !ok {
		return f
	}
	return func(tx *game.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return note(tx)
	}
}

// Whose returns the account of a valid secret without using it up, or "" if the
// secret is not valid.
func (b *Base) Whose(ctx context.Context, secret string) (string, error) {
	var out string
	err := b.Read(ctx, func(tx *game.Tx) error {
		t, err := b.Accounts.Live(tx, secret)
		if err == nil {
			out = t.Account
		}
		return err
	})
	if err != nil && game.ErrorCode(err) == game.Forbidden {
		return "", nil
	}
	return out, err
}
