package notify

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Limits of hooks.
const (
	maxHooks   = 20  // hooks per account
	maxHookURL = 500 // in bytes
	maxPushURL = 2000
	maxLabel   = 60 // in characters
)

// AddHook creates a hook of an account and returns it with the secret for its signatures, which
// is not shown again. The secret is h.Secret, or a new one if that is empty. A browser that the
// account has already registered keeps its choices. The error code is "invalid", "forbidden"
// for a game that the account does not take part in, or "conflict" for too many hooks.
func (q *Queue) AddHook(ctx context.Context, h game.Hook) (game.Hook, error) {
	if err := checkHook(&h); err != nil {
		return game.Hook{}, err
	}
	h = game.Hook{
		ID: game.NewID(), Account: h.Account, Game: h.Game, URL: h.URL, Format: h.Format, Kinds: h.Kinds,
		Secret: cmp.Or(h.Secret, account.NewSecret()), Created: q.base.Now(),
		Label: h.Label, Events: h.Events, Daily: h.Daily, Session: h.Session,
	}
	err := q.base.Write(ctx, func(tx *game.Tx) error {
		a, err := q.base.Accounts.Able(tx, h.Account)
		if err != nil {
			return err
		}
		have, err := tx.Hooks.Hooks(h.Account)
		if err != nil {
			return err
		}
		for _, x := range have {
			// the browser has subscribed again in a new session
			if h.Format == game.HookPush && x.Format == h.Format && x.URL == h.URL {
				h.ID, h.Created = x.ID, x.Created
				h.Events, h.Daily = x.Events, x.Daily
				return tx.Hooks.SaveHook(h)
			}
		}
		if len(have) >= maxHooks {
			return game.Refuse(game.Conflict, message.New("An account can have no more hooks. Remove one first."))
		}
		if h.Game != "" {
			g, err := q.base.Load(tx, h.Game)
			if err != nil {
				return err
			}
			r, err := q.base.RoleIn(tx, g, a)
			if err != nil {
				return err
			}
			if !r.Takes() {
				return gamestate.ErrStranger
			}
		}
		if err := tx.Hooks.SaveHook(h); err != nil {
			return err
		}
		return q.base.Accounts.TellNow(ctx, tx, a, added(&h))
	})
	if err != nil {
		return game.Hook{}, err
	}
	return h, nil
}

// added returns the message that tells the owner of an account about a new hook. Because the
// message is logged, it does not contain the whole address, which may be a secret.
func added(h *game.Hook) message.Message {
	switch h.Format {
	case game.HookPush:
		return message.New("Notifications were turned on in a browser: {name}. It shows what happens in your games.", message.Name(h.Label))
	case game.HookJSON:
		return message.New("A webhook was added, at {host}. It gets everything that you may see in your games, including messages to you.", message.Name(account.HostOf(h.URL)))
	}
	return message.New("A chat was added in which you are notified ({service}). It gets what you may see in your games, including messages to you.", message.Name(string(h.Format)))
}

// checkHook returns an error for an invalid new hook. Its channel has already checked the address.
func checkHook(h *game.Hook) error {
	most := maxHookURL
	if h.Format == game.HookPush {
		most = maxPushURL
	}
	if len(h.URL) > most {
		return game.Refuse(game.Invalid, message.New("The address is longer than {n} bytes.", message.Number(most)))
	}
	if len([]rune(h.Label)) > maxLabel {
		return game.Refuse(game.Invalid, message.New("The name is longer than {n} characters.", message.Number(maxLabel)))
	}
	if err := account.CheckEvents(h.Events); err != nil {
		return err
	}
	for _, k := range h.Kinds {
		switch k {
		case game.NoticeEntry, game.ResultEntry, game.PressEntry, game.ActEntry:
		default:
			return game.Refuse(game.Invalid, message.New("{word} is not a kind of event for which hooks are called. The kinds are {kinds}.",
				game.Quoted(string(k)), message.ListOf(message.And, []message.Order{"notice", "result", "press", "act"})))
		}
	}
	return nil
}

// Hooks returns the hooks of an account without their secrets, the oldest
// first.
func (q *Queue) Hooks(ctx context.Context, account string) ([]game.Hook, error) {
	var out []game.Hook
	err := q.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		out, err = tx.Hooks.Hooks(account)
		for i := range out {
			out[i].Secret = ""
		}
		return err
	})
	return out, err
}

// DropHook deletes a hook of an account.
func (q *Queue) DropHook(ctx context.Context, owner, id string) error {
	return q.base.Write(ctx, func(tx *game.Tx) error {
		h, err := tx.Hooks.Hook(id)
		if errors.Is(err, game.ErrNoRecord) || err == nil && h.Account != owner {
			return account.ErrNoHook
		} else if err != nil {
			return err
		}
		return tx.Hooks.DropHook(id)
	})
}

// hookWants reports whether a hook is called for an entry of a game in which its owner has the role
// r.
func hookWants(h *game.Hook, e *game.Entry, r game.Role) bool {
	if len(h.Kinds) > 0 && !slices.Contains(h.Kinds, e.Kind) {
		return false
	}
	return h.Events == nil || slices.Contains(h.Events, journal.EventOf(e, r.Seat)) && !journal.Needless(e, r)
}

// ChooseHook changes the choices for a hook of an account, such as its events, and returns the hook
// without its secret.
func (q *Queue) ChooseHook(ctx context.Context, owner, id string, change func(*account.Choice)) (game.Hook, error) {
	var h game.Hook
	err := q.base.Write(ctx, func(tx *game.Tx) error {
		var err error
		if h, err = tx.Hooks.Hook(id); errors.Is(err, game.ErrNoRecord) {
			return account.ErrNoHook
		} else if err != nil {
			return err
		}
		c := account.Choice{Events: h.Events, Daily: h.Daily}
		change(&c)
		if err := account.ChooseHook(tx, owner, id, c); err != nil {
			return err
		}
		h.Events, h.Daily = c.Events, c.Daily
		return nil
	})
	h.Secret = ""
	return h, err
}
