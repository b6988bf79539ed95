package store

import (
	"errors"
	"time"

	"podesta/internal/game"
)

const hookColumns = "id, account, game, url, format, kinds, secret, created, failed, fails, since, retry, off, label, events, daily, session"

// hookRead lists the columns for reading. In webhooks stored by older versions, the columns in
// coalesce are NULL.
const hookRead = "id, account, game, url, format, kinds, secret, created, failed, fails, since, retry, off, coalesce(label, ''), events, coalesce(daily, 0), coalesce(session, '')"

func scanHook(row row) (h game.Hook, err error) {
	return h, row(&h.ID, &h.Account, &h.Game, &h.URL, &h.Format, encoded{&h.Kinds}, &h.Secret, moment{&h.Created},
		&h.Failed, &h.Fails, moment{&h.Since}, moment{&h.Next}, &h.Off, &h.Label, encoded{&h.Events}, &h.Daily, &h.Session)
}

// HasHooks reports whether any account has a webhook.
func (x *tx) HasHooks() (bool, error) {
	return one(x, func(row row) (has bool, err error) { return has, row(&has) }, "SELECT CASE WHEN EXISTS (SELECT 1 FROM hook) THEN 1 ELSE 0 END")
}

// Hooks returns the webhooks of an account, oldest first.
func (x *tx) Hooks(account string) ([]game.Hook, error) {
	return all(x, scanHook, "SELECT "+hookRead+" FROM hook WHERE account = ? ORDER BY created, id", account)
}

// Hook reads a webhook.
func (x *tx) Hook(id string) (game.Hook, error) {
	return one(x, scanHook, "SELECT "+hookRead+" FROM hook WHERE id = ?", id)
}

// SaveHook adds or replaces a webhook.
func (x *tx) SaveHook(h game.Hook) error {
	return x.upsert("hook", "id", hookColumns, h.ID, h.Account, h.Game, h.URL, h.Format, encoded{h.Kinds}, h.Secret, h.Created,
		h.Failed, h.Fails, h.Since, h.Next, h.Off, h.Label, encoded{h.Events}, h.Daily, h.Session)
}

// DropHook removes a webhook with its state. It returns ErrNoRecord if there is
// none.
func (x *tx) DropHook(id string) error {
	for _, of := range []string{"hook_seen WHERE hook", "held WHERE way"} {
		if _, err := x.exec("DELETE FROM "+of+" = ?", id); err != nil {
			return err
		}
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

// SaveHeld stores a notification until it is due.
func (x *tx) SaveHeld(h game.Held) error {
	_, err := x.exec("INSERT INTO held (account, way, game, seq, due) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", h.Account, h.Way, h.Game, h.Seq, h.Due)
	return err
}

func scanHeld(row row) (h game.Held, err error) {
	return h, row(&h.Account, &h.Way, &h.Game, &h.Seq, moment{&h.Due})
}

// Held returns the due notifications of an account for a channel.
func (x *tx) Held(account, way string, now time.Time) ([]game.Held, error) {
	return all(x, scanHeld, "SELECT account, way, game, seq, due FROM held WHERE account = ? AND way = ? AND due <= ? ORDER BY game, seq", account, way, now)
}

// DropHeld removes a notification, if it is stored.
func (x *tx) DropHeld(h game.Held) error {
	_, err := x.exec("DELETE FROM held WHERE account = ? AND way = ? AND game = ? AND seq = ?", h.Account, h.Way, h.Game, h.Seq)
	return err
}

// DropHeldOf removes the notifications of an account for a channel.
func (x *tx) DropHeldOf(account, way string) error {
	_, err := x.exec("DELETE FROM held WHERE account = ? AND way = ?", account, way)
	return err
}
