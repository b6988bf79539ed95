package users

import (
	"context"
	"encoding/json"

	"podesta/internal/game"
	"podesta/internal/journal"
)

// Wishes are which letters a person does not want, and how the others look.
// Pages and the API show everything all the same. What a player must know, as
// results, press to him and that he is late, comes always.
type Wishes struct {
	NoReminders  bool `json:"noReminders,omitempty"`  // that orders are missing and soon due
	NoWaiting    bool `json:"noWaiting,omitempty"`    // that a game waits still: for players, a new player, its master, the end of a pause
	NoBroadcasts bool `json:"noBroadcasts,omitempty"` // press to everybody, in games in which he does not play
	NoCopies     bool `json:"noCopies,omitempty"`     // press among players, in games of which he is a master
	Plain        bool `json:"plain,omitempty"`        // text alone: without HTML, map and appointment

	Language string `json:"language,omitempty"` // of the pages, as "it"; empty: whatever the browser asks for
}

// ReadWishes reads the wishes of an account; who has none gets everything.
func ReadWishes(a *game.Account) (Wishes, error) {
	var w Wishes
	if len(a.Wishes) == 0 {
		return w, nil
	}
	return w, json.Unmarshal(a.Wishes, &w)
}

// Declines reports whether somebody does not want a letter about an entry, which
// is as he may see it.
func (w Wishes) Declines(r game.Role, e *game.Entry) bool {
	switch e.Kind {
	case game.PressEntry:
		return w.NoBroadcasts && !r.Player && e.Audience.All || w.NoCopies && r.Master && len(e.Audience.Seats) > 0
	case game.NoticeEntry:
		var n journal.Notice
		if json.Unmarshal(e.Data, &n) != nil {
			return false
		}
		switch n.Topic {
		case journal.TopicReminder:
			return w.NoReminders
		case journal.TopicForming, journal.TopicReplace, journal.TopicManual, journal.TopicStillPause:
			return w.NoWaiting
		}
	}
	return false
}

// SaveWishes changes which letters an account wants. Its language stays.
func (u *Users) SaveWishes(ctx context.Context, account string, w Wishes) error {
	return u.wish(ctx, account, func(old *Wishes) {
		w.Language = old.Language
		*old = w
	})
}

// SetLanguage keeps the language in which an account reads the pages; empty:
// whatever its browser asks for.
func (u *Users) SetLanguage(ctx context.Context, account, tag string) error {
	if len(tag) > 20 {
		return &game.Error{Code: game.Invalid, Message: "No language has a name as long as that."}
	}
	return u.wish(ctx, account, func(w *Wishes) { w.Language = tag })
}

func (u *Users) wish(ctx context.Context, account string, change func(*Wishes)) error {
	return u.Write(ctx, func(tx game.Tx) error { return u.wishIn(tx, account, change) })
}

func (u *Users) wishIn(tx game.Tx, account string, change func(*Wishes)) error {
	_, err := u.Accounts.Change(tx, account, func(a *game.Account) error {
		w, err := ReadWishes(a)
		if err != nil {
			return err
		}
		change(&w)
		a.Wishes, err = json.Marshal(w)
		return err
	})
	return err
}
