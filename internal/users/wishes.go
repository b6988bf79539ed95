package users

import (
	"context"
	"encoding/json"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/notify"
	"podesta/machiavelli/message"
)

// SaveWishes changes which e-mails an account wants. Its language and theme, and
// what SaveNotices saves, do not change.
func (u *Users) SaveWishes(ctx context.Context, accountID string, w account.Wishes) error {
	return u.SaveSettings(ctx, accountID, Settings{Wishes: &w})
}

// SetLanguage stores the language in which an account reads pages and e-mail.
// Empty means that pages follow the browser, and that e-mail is in English.
func (u *Users) SetLanguage(ctx context.Context, accountID, tag string) error {
	return u.SaveSettings(ctx, accountID, Settings{Language: &tag})
}

// Settings are changes to an account. What is nil does not change.
type Settings struct {
	Name, Zone *string
	Email      *string // one of the addresses of the account, which must be confirmed
	Language   *string
	Wishes     *account.Wishes // see SaveWishes
	OpenData   *bool           // see SetOpenData
	Notices    *account.Notices
}

// SaveSettings makes all of the changes, or none if one of them is refused.
func (u *Users) SaveSettings(ctx context.Context, accountID string, s Settings) error {
	if s.Language != nil && len(*s.Language) > 20 {
		return game.Refuse(game.Invalid, message.New("No language has a name as long as that."))
	}
	if s.Notices != nil {
		if err := s.Notices.Check(); err != nil {
			return err
		}
	}
	return u.Write(ctx, func(tx *game.Tx) error {
		if err := u.saveWho(ctx, tx, accountID, s); err != nil {
			return err
		}
		if s.Notices != nil {
			if err := chooseWays(tx, accountID, s.Notices.Ways); err != nil {
				return err
			}
		}
		if s.OpenData != nil {
			if err := u.openData(tx, accountID, *s.OpenData); err != nil {
				return err
			}
		}
		if s.Language == nil && s.Wishes == nil && s.Notices == nil {
			return nil
		}
		return u.wishIn(tx, accountID, func(w *account.Wishes) {
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
				w.Choose(s.Notices.Mail)
			}
		})
	})
}

// saveWho changes the name, the time zone and the address of an account.
func (u *Users) saveWho(ctx context.Context, tx *game.Tx, accountID string, s Settings) error {
	if s.Name != nil || s.Zone != nil {
		a, err := tx.Accounts.Account(accountID)
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
			if err := u.Accounts.SaveProfile(tx, accountID, name, zone); err != nil {
				return err
			}
		}
	}
	if s.Email == nil {
		return nil
	}
	return u.Accounts.SetEmail(ctx, tx, accountID, *s.Email)
}

// SetTheme stores the theme in which an account sees pages: "light", "dark" or
// "system".
func (u *Users) SetTheme(ctx context.Context, accountID, theme string) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.wishIn(tx, accountID, func(w *account.Wishes) { w.Theme = theme })
	})
}

// SetFriendsInvite says whether only friends may invite an account to games.
func (u *Users) SetFriendsInvite(ctx context.Context, accountID string, only bool) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.wishIn(tx, accountID, func(w *account.Wishes) { w.FriendsInvite = only })
	})
}

// SetOpenData says whether the finished public games of an account may be in the
// open data. For a program its owner decides; a change of its own is refused.
func (u *Users) SetOpenData(ctx context.Context, accountID string, agreed bool) error {
	return u.SaveSettings(ctx, accountID, Settings{OpenData: &agreed})
}

// openData is SetOpenData in a transaction.
func (u *Users) openData(tx *game.Tx, accountID string, agreed bool) error {
	a, err := tx.Accounts.Account(accountID)
	if err != nil {
		return err
	}
	w, err := account.ReadWishes(&a)
	switch {
	case err != nil:
		return err
	case w.OpenData == agreed:
		return nil
	case a.Program && a.Owner != "":
		return game.Refuse(game.Forbidden, message.New("The person who answers for a program decides whether researchers may have its games."))
	}
	return u.wishIn(tx, accountID, func(w *account.Wishes) { w.OpenData = agreed })
}

func (u *Users) wishIn(tx *game.Tx, accountID string, change func(*account.Wishes)) error {
	_, err := u.Accounts.Change(tx, accountID, func(a *game.Account) error {
		w, err := account.ReadWishes(a)
		if err != nil {
			return err
		}
		change(&w)
		a.Wishes, err = json.Marshal(w)
		return err
	})
	return err
}

// SaveNotices changes how an account is notified. The error code is "invalid"
// for hours that cannot be read, and "not_found" for a way out that the account
// does not have.
func (u *Users) SaveNotices(ctx context.Context, accountID string, n account.Notices) error {
	return u.SaveSettings(ctx, accountID, Settings{Notices: &n})
}

// chooseWays stores what comes by the ways out that a person has registered.
func chooseWays(tx *game.Tx, accountID string, ways map[string]account.Choice) error {
	for id, c := range ways {
		if err := notify.Choose(tx, accountID, id, c); err != nil {
			return err
		}
	}
	return nil
}
