package users

import (
	"context"
	"encoding/json"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Wishes are the e-mails that a person does not want, and the form of the
// others. Pages and the API show everything regardless. Necessary e-mails, such
// as results, messages to the player and warnings of lateness, are always sent.
type Wishes struct {
	NoReminders  bool `json:"noReminders,omitempty"`  // about orders that are missing shortly before the deadline
	NoBroadcasts bool `json:"noBroadcasts,omitempty"` // broadcasts in games in which the person does not play
	NoCopies     bool `json:"noCopies,omitempty"`     // messages between players, in games of which the person is a master
	Plain        bool `json:"plain,omitempty"`        // text only: without HTML, map and appointment

	// NoMail are the kinds of events about which the person wants no e-mail. Those
	// of reminders and waiting games are above, and being late is always told.
	NoMail []game.Event `json:"noMail,omitempty"`
	// MailDaily says that everything that can wait is one e-mail a day.
	MailDaily bool `json:"mailDaily,omitempty"`
	account.Hours
	account.Contact

	Theme    string `json:"theme,omitempty"`    // of pages: "light", "dark" or "system"; empty: not chosen
	Language string `json:"language,omitempty"` // of pages and e-mail, such as "it"; empty: pages follow the browser, e-mail is in English
}

// ReadWishes returns the wishes of an account. The default is to receive
// everything.
func ReadWishes(a *game.Account) (Wishes, error) {
	var w Wishes
	if len(a.Wishes) == 0 {
		return w, nil
	}
	return w, json.Unmarshal(a.Wishes, &w)
}

// Declines reports whether an account declines an e-mail about an entry, which
// must be censored for it.
func (w Wishes) Declines(r game.Role, e *game.Entry) bool {
	if journal.Urgent(e) {
		return false
	}
	if slices.Contains(w.NoMail, journal.EventOf(e, r.Seat)) {
		return true
	}
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

// SaveWishes changes which e-mails an account wants. Its language and theme, and
// what SaveNotices saves, do not change.
func (u *Users) SaveWishes(ctx context.Context, account string, w Wishes) error {
	return u.SaveSettings(ctx, account, Settings{Wishes: &w})
}

// SetLanguage stores the language in which an account reads pages and e-mail.
// Empty means that pages follow the browser, and that e-mail is in English.
func (u *Users) SetLanguage(ctx context.Context, account, tag string) error {
	return u.SaveSettings(ctx, account, Settings{Language: &tag})
}

// Settings are changes to an account. What is nil does not change.
type Settings struct {
	Name, Zone *string
	Email      *string // one of the addresses of the account, which must be confirmed
	Language   *string
	Wishes     *Wishes // see SaveWishes
	OpenData   *bool   // see SetOpenData
	Notices    *Notices
}

// SaveSettings makes all of the changes, or none if one of them is refused.
func (u *Users) SaveSettings(ctx context.Context, account string, s Settings) error {
	if s.Language != nil && len(*s.Language) > 20 {
		return game.Refuse(game.Invalid, message.New("No language has a name as long as that."))
	}
	if s.Notices != nil {
		if err := s.Notices.check(); err != nil {
			return err
		}
	}
	return u.Write(ctx, func(tx *game.Tx) error {
		if err := u.saveWho(ctx, tx, account, s); err != nil {
			return err
		}
		if s.Notices != nil {
			if err := s.Notices.chooseWays(tx, account); err != nil {
				return err
			}
		}
		if s.OpenData != nil {
			if err := u.openData(tx, account, *s.OpenData); err != nil {
				return err
			}
		}
		if s.Language == nil && s.Wishes == nil && s.Notices == nil {
			return nil
		}
		return u.wishIn(tx, account, func(w *Wishes) {
			if s.Wishes != nil {
				kept := *w
				*w = *s.Wishes
				w.Theme, w.Language, w.NoMail, w.MailDaily, w.Hours = kept.Theme, kept.Language, kept.NoMail, kept.MailDaily, kept.Hours
				w.FriendsInvite, w.OpenData = kept.FriendsInvite, kept.OpenData
			}
			if s.Language != nil {
				w.Language = *s.Language
			}
			if s.Notices != nil {
				w.Hours = s.Notices.Hours
				w.choose(s.Notices.Mail)
			}
		})
	})
}

// saveWho changes the name, the time zone and the address of an account.
func (u *Users) saveWho(ctx context.Context, tx *game.Tx, account string, s Settings) error {
	if s.Name != nil || s.Zone != nil {
		a, err := tx.Accounts.Account(account)
		if err != nil {
			return err
		}
		name, zone := a.Name, a.Zone
		if s.Name != nil {
			name = *s.Name
		}
		if s.Zone != nil {
			zone = *s.Zone
		}
		if name != a.Name || zone != a.Zone {
			if err := u.Accounts.SaveProfile(tx, account, name, zone); err != nil {
				return err
			}
		}
	}
	if s.Email == nil {
		return nil
	}
	return u.Accounts.SetEmail(ctx, tx, account, *s.Email)
}

// SetTheme stores the theme in which an account sees pages: "light", "dark" or
// "system".
func (u *Users) SetTheme(ctx context.Context, account, theme string) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.wishIn(tx, account, func(w *Wishes) { w.Theme = theme })
	})
}

// SetFriendsInvite says whether only friends may invite an account to games.
func (u *Users) SetFriendsInvite(ctx context.Context, account string, only bool) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.wishIn(tx, account, func(w *Wishes) { w.FriendsInvite = only })
	})
}

// SetOpenData says whether the finished public games of an account may be in the
// open data. For a program its owner decides; a change of its own is refused.
func (u *Users) SetOpenData(ctx context.Context, account string, agreed bool) error {
	return u.SaveSettings(ctx, account, Settings{OpenData: &agreed})
}

// openData is SetOpenData in a transaction.
func (u *Users) openData(tx *game.Tx, account string, agreed bool) error {
	a, err := tx.Accounts.Account(account)
	if err != nil {
		return err
	}
	w, err := ReadWishes(&a)
	switch {
	case err != nil:
		return err
	case w.OpenData == agreed:
		return nil
	case a.Program && a.Owner != "":
		return game.Refuse(game.Forbidden, message.New("The person who answers for a program decides whether researchers may have its games."))
	}
	return u.wishIn(tx, account, func(w *Wishes) { w.OpenData = agreed })
}

func (u *Users) wishIn(tx *game.Tx, account string, change func(*Wishes)) error {
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
