package store

import (
	"errors"

	"podesta/internal/game"
)

const hookColumns = "id, account, game, url, format, kinds, secret, created, failed, fails, since, retry, off"

func scanHook(row row) (h game.Hook, err error) {
	return h, row(&h.ID, &h.Account, &h.Game, &h.URL, &h.Format, encoded{&h.Kinds}, &h.Secret, moment{&h.Created},
		&h.Failed, &h.Fails, moment{&h.Since}, moment{&h.Next}, &h.Off)
}

// HasHooks reports whether any account has a webhook.
func (x *tx) HasHooks() (bool, error) {
	return one(x, func(row row) (has bool, err error) { return has, row(&has) }, "SELECT CASE WHEN EXISTS (SELECT 1 FROM hook) THEN 1 ELSE 0 END")
}

// Hooks returns the webhooks of an account, oldest first.
func (x *tx) Hooks(account string) ([]game.Hook, error) {
	return all(x, scanHook, "SELECT "+hookColumns+" FROM hook WHERE account = ? ORDER BY created, id", account)
}

// Hook reads a webhook.
func (x *tx) Hook(id string) (game.Hook, error) {
	return one(x, scanHook, "SELECT "+hookColumns+" FROM hook WHERE id = ?", id)
}

// SaveHook adds or replaces a webhook.
func (x *tx) SaveHook(h game.Hook) error {
	return x.upsert("hook", "id", hookColumns, h.ID, h.Account, h.Game, h.URL, h.Format, encoded{h.Kinds}, h.Secret, h.Created,
		h.Failed, h.Fails, h.Since, h.Next, h.Off)
}

// DropHook removes a webhook with its state. It returns ErrNoRecord if there is
// none.
func (x *tx) DropHook(id string) error {
	if _, err := x.exec("DELETE FROM hook_seen WHERE hook = ?", id); err != nil {
		return err
	}
	return x.change("DELETE FROM hook WHERE id = ?", id)
}

// HookSeen returns the number of the last entry of a game's log for which a
// webhook was called, or 0.
func (x *tx) HookSeen(gameID, hook string) (int64, error) {
	seq, err := one(x, func(row row) (seq int64, err error) { return seq, row(&seq) }, "SELECT seq FROM hook_seen WHERE game = ? AND hook = ?", gameID, hook)
	if errors.Is(err, game.ErrNoRecord) {
		return 0, nil
	}
	return seq, err
}

// SaveHookSeen records the last entry for which a webhook was called.
func (x *tx) SaveHookSeen(gameID, hook string, seq int64) error {
	return x.upsert("hook_seen", "game, hook", "game, hook, seq", gameID, hook, seq)
}
