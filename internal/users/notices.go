package users

import (
	"context"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hooks"
)

// Notices say how a person is notified: about which kinds of events, by which of
// their ways out, and when.
type Notices struct {
	Hours account.Hours
	Mail  hooks.Choice // by e-mail; that the person is late is always among it
	// Ways are the choices for the other ways out, by the ID of the hook. Ways
	// that are not in it do not change.
	Ways map[string]hooks.Choice
}

// Notices returns how the owner of these wishes is notified by e-mail, and when.
func (w *Wishes) Notices() Notices {
	n := Notices{Hours: w.Hours, Mail: hooks.Choice{Events: []game.Event{}, Daily: w.MailDaily}}
	for _, e := range game.Events {
		if !w.without(e) {
			n.Mail.Events = append(n.Mail.Events, e)
		}
	}
	return n
}

// without reports whether the person wants no e-mail about a kind of event.
func (w *Wishes) without(e game.Event) bool {
	switch e {
	case game.EventDue:
		return w.NoReminders
	case game.EventWaiting:
		return w.NoWaiting
	}
	return slices.Contains(w.NoMail, e)
}

// choose changes about which kinds of events the person wants e-mail.
func (w *Wishes) choose(c hooks.Choice) {
	w.NoReminders, w.NoWaiting, w.NoMail, w.MailDaily = false, false, nil, c.Daily
	for _, e := range game.Events {
		switch {
		case slices.Contains(c.Events, e) || e == game.EventLate:
		case e == game.EventDue:
			w.NoReminders = true
		case e == game.EventWaiting:
			w.NoWaiting = true
		default:
			w.NoMail = append(w.NoMail, e)
		}
	}
}

// SaveNotices changes how an account is notified. The error code is "invalid"
// for hours that cannot be read, and "not_found" for a way out that the account
// does not have.
func (u *Users) SaveNotices(ctx context.Context, account string, n Notices) error {
	return u.SaveSettings(ctx, account, Settings{Notices: &n})
}

// check returns an error for notices that make no sense.
func (n *Notices) check() error {
	if err := n.Hours.Check(); err != nil {
		return err
	}
	return hooks.CheckEvents(n.Mail.Events)
}

// chooseWays stores what comes by the ways out that a person has registered.
func (n *Notices) chooseWays(tx *game.Tx, account string) error {
	for id, c := range n.Ways {
		if err := hooks.Choose(tx, account, id, c); err != nil {
			return err
		}
	}
	return nil
}
