package hooks

import (
	"context"
	"errors"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
)

// Limits of hooks.
const (
	maxHooks   = 20  // of an account
	maxHookURL = 500 // bytes
)

// AddHook creates a hook of an account and returns it with the secret for its
// signatures, which is not shown again. The error code is "invalid",
// "forbidden" for a game in which the account does not take part, or "conflict"
// for too many hooks.
func (b *Caller) AddHook(ctx context.Context, h game.Hook) (game.Hook, error) {
	if err := checkHook(&h); err != nil {
		return game.Hook{}, err
	}
	h = game.Hook{
		ID: game.NewID(), Account: h.Account, Game: h.Game, URL: h.URL, Format: h.Format, Kinds: h.Kinds,
		Secret: account.NewSecret(), Created: b.Now(),
	}
	err := b.Write(ctx, func(tx game.Tx) error {
		a, err := b.Accounts.Able(tx, h.Account)
		if err != nil {
			return err
		}
		have, err := tx.Hooks(h.Account)
		if err != nil {
			return err
		}
		if len(have) >= maxHooks {
			return game.Refuse(game.Conflict, message.New("An account can have no more hooks. Remove one first."))
		}
		if h.Game != "" {
			g, err := b.Load(tx, h.Game)
			if err != nil {
				return err
			}
			r, err := b.RoleIn(tx, g, a)
			if err != nil {
				return err
			}
			if !r.Takes() {
				return gamestate.ErrStranger
			}
		}
		return tx.SaveHook(h)
	})
	if err != nil {
		return game.Hook{}, err
	}
	return h, nil
}

// checkHook returns what is wrong with a new hook. Its channel has checked the
// address.
func checkHook(h *game.Hook) error {
	if len(h.URL) > maxHookURL {
		return game.Refuse(game.Invalid, message.New("The address is longer than {n} bytes.", message.Number(maxHookURL)))
	}
	for _, k := range h.Kinds {
		switch k {
		case game.NoticeEntry, game.ResultEntry, game.PressEntry, game.ActEntry:
		default:
			return game.Refuse(game.Invalid, message.New("Hooks are called for {kinds}; {word} is none of them.", message.ListOf(message.And, []message.Order{"notice", "result", "press", "act"}), game.Quoted(string(k))))
		}
	}
	return nil
}

// Hooks returns the hooks of an account without their secrets, the oldest
// first.
func (b *Caller) Hooks(ctx context.Context, account string) ([]game.Hook, error) {
	var out []game.Hook
	err := b.Read(ctx, func(tx game.Tx) error {
		var err error
		out, err = tx.Hooks(account)
		for i := range out {
			out[i].Secret = ""
		}
		return err
	})
	return out, err
}

// DropHook deletes a hook of an account.
func (b *Caller) DropHook(ctx context.Context, account, id string) error {
	return b.Write(ctx, func(tx game.Tx) error {
		h, err := tx.Hook(id)
		if errors.Is(err, game.ErrNoRecord) || err == nil && h.Account != account {
			return errNoHook
		} else if err != nil {
			return err
		}
		return tx.DropHook(id)
	})
}

var errNoHook = game.Refuse(game.NotFound, message.New("The account has no such hook."))

// hookWants reports whether a hook is to be called for an entry.
func hookWants(h *game.Hook, e *game.Entry) bool {
	return len(h.Kinds) == 0 || slices.Contains(h.Kinds, e.Kind)
}
