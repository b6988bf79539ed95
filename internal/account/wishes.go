package account

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Wishes holds which e-mails a person does not want, and the form of the others. Pages and the API
// show everything regardless. Necessary e-mails, such as results, messages to the player and
// warnings of lateness, are always sent.
type Wishes struct {
	NoReminders  bool `json:"noReminders,omitempty"`  // no reminders of missing orders shortly before the deadline
	NoBroadcasts bool `json:"noBroadcasts,omitempty"` // no broadcasts in games in which the person does not play
	NoCopies     bool `json:"noCopies,omitempty"`     // as a master, no copies of messages between players
	Plain        bool `json:"plain,omitempty"`        // text only, without HTML, map and calendar event

	// Classic replaces sentences about a phase by the old judges' report in English columns.
	Classic bool `json:"classic,omitempty"`

	// NoMail are the kinds of events about which the person wants no e-mail. The fields above
	// cover reminders and waiting games. E-mail about being late is always sent.
	NoMail []game.Event `json:"noMail,omitempty"`
	// MailDaily is set if everything that can wait is combined into one e-mail a day.
	MailDaily bool `json:"mailDaily,omitempty"`
	Hours

	FriendsInvite bool `json:"friendsInvite,omitempty"` // only friends may invite the person to games
	// no e-mail about a game that waits for players, for a new player, for its master or for the
	// end of a pause
	NoWaiting bool `json:"noWaiting,omitempty"`
	// whether finished public games may be in the open data, with the name replaced
	OpenData bool `json:"openData,omitempty"`

	Theme string `json:"theme,omitempty"` // theme of pages: "light", "dark" or "system"; empty if not chosen
	// language of pages and e-mail, such as "it"; if empty, pages follow the browser, and
	// e-mail is in English
	Language string `json:"language,omitempty"`
}

// ReadWishes returns the wishes of an account. The default is to receive everything.
func ReadWishes(a *game.Account) (Wishes, error) {
	var w Wishes
	if len(a.Wishes) == 0 {
		return w, nil
	}
	return w, json.Unmarshal(a.Wishes, &w)
}

// WishesOf returns the wishes of an account.
func (s *Service) WishesOf(ctx context.Context, id string) (*Wishes, error) {
	a, err := s.Account(ctx, id)
	if err != nil {
		return nil, err
	}
	w, err := ReadWishes(a)
	return &w, err
}

// Declines reports whether an account declines an e-mail about an entry. The entry must already
// be limited to what the role may see.
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

// Notices say how a person is notified: about which kinds of events, through which of their
// channels, and when.
type Notices struct {
	Hours Hours
	Mail  Choice // by e-mail, which always includes the notice that the person is late
	// Ways are the choices for the other channels, by the ID of the hook. Channels that are
	// missing do not change.
	Ways map[string]Choice
}

// Notices returns how the owner of these wishes is notified by e-mail, and when.
func (w *Wishes) Notices() Notices {
	n := Notices{Hours: w.Hours, Mail: Choice{Events: []game.Event{}, Daily: w.MailDaily}}
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

// Choose sets the kinds of events about which the person wants e-mail, and whether it is daily.
func (w *Wishes) Choose(c Choice) {
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

// Check returns an error for notices that are contradictory or invalid.
func (n *Notices) Check() error {
	if err := n.Hours.Check(); err != nil {
		return err
	}
	return CheckEvents(n.Mail.Events)
}

// Choice says what a channel is used for. A channel is e-mail or a hook.
type Choice struct {
	Events []game.Event // nil for all events, including the person's own actions
	Daily  bool         // whether they are combined into one message a day
}

// CheckEvents returns an error for a kind of event that does not exist.
func CheckEvents(list []game.Event) error {
	for _, e := range list {
		if !slices.Contains(game.Events, e) {
			return game.Refuse(game.Invalid, message.New("{word} is not a kind of event. The kinds are {kinds}.", game.Quoted(string(e)), message.ListOf(message.And, eventNames())))
		}
	}
	return nil
}

func eventNames() []message.Order {
	var out []message.Order
	for _, e := range game.Events {
		out = append(out, message.Order(e))
	}
	return out
}

// SaveWishes changes which e-mails an account wants. Its language and theme, and
// what SaveNotices saves, do not change.
func (s *Service) SaveWishes(ctx context.Context, account string, w Wishes) error {
	return s.SaveSettings(ctx, account, Changes{Wishes: &w})
}

// SetLanguage stores the language in which an account reads pages and e-mail.
// Empty means that pages follow the browser, and that e-mail is in English.
func (s *Service) SetLanguage(ctx context.Context, account, tag string) error {
	return s.SaveSettings(ctx, account, Changes{Language: &tag})
}

// Changes are changes to an account. Nil fields do not change.
type Changes struct {
	Name, Zone *string
	Email      *string // one of the addresses of the account, which must be confirmed
	Language   *string
	Wishes     *Wishes // see SaveWishes
	OpenData   *bool   // see SetOpenData
	Notices    *Notices
}

// SaveSettings makes all of the changes, or none if one of them is refused.
func (s *Service) SaveSettings(ctx context.Context, account string, to Changes) error {
	if to.Language != nil && len(*to.Language) > 20 {
		return game.Refuse(game.Invalid, message.New("No language has a name as long as that."))
	}
	if to.Notices != nil {
		if err := to.Notices.Check(); err != nil {
			return err
		}
	}
	return s.store.Write(ctx, func(tx *game.Tx) error {
		if err := s.saveWho(ctx, tx, account, to); err != nil {
			return err
		}
		if to.Notices != nil {
			if err := chooseWays(tx, account, to.Notices.Ways); err != nil {
				return err
			}
		}
		if to.OpenData != nil {
			if err := s.openData(tx, account, *to.OpenData); err != nil {
				return err
			}
		}
		if to.Language == nil && to.Wishes == nil && to.Notices == nil {
			return nil
		}
		return s.ChangeWishes(tx, account, func(w *Wishes) {
			if to.Wishes != nil {
				kept := *w
				*w = *to.Wishes
				w.Theme, w.Language, w.NoMail, w.MailDaily, w.Hours = kept.Theme, kept.Language, kept.NoMail, kept.MailDaily, kept.Hours
				w.FriendsInvite, w.OpenData = kept.FriendsInvite, kept.OpenData
			}
			if to.Language != nil {
				w.Language = *to.Language
			}
			if to.Notices != nil {
				w.Hours = to.Notices.Hours
				w.Choose(to.Notices.Mail)
			}
		})
	})
}

// saveWho changes the name, the time zone and the address of an account.
func (s *Service) saveWho(ctx context.Context, tx *game.Tx, account string, to Changes) error {
	if to.Name != nil || to.Zone != nil {
		a, err := tx.Accounts.Account(account)
		if err != nil {
			return err
		}
		name, zone := a.Name, a.Zone
		if to.Name != nil {
			name = *to.Name
		}
		if to.Zone != nil {
			zone = *to.Zone
		}
		if name != a.Name || zone != a.Zone {
			if err := s.saveProfile(tx, account, name, zone); err != nil {
				return err
			}
		}
	}
	if to.Email == nil {
		return nil
	}
	return s.setEmail(ctx, tx, account, *to.Email)
}

// SetTheme stores the theme of an account: "light", "dark" or "system".
func (s *Service) SetTheme(ctx context.Context, account, theme string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		return s.ChangeWishes(tx, account, func(w *Wishes) { w.Theme = theme })
	})
}

// SetFriendsInvite says whether only friends may invite an account to games.
func (s *Service) SetFriendsInvite(ctx context.Context, account string, only bool) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		return s.ChangeWishes(tx, account, func(w *Wishes) { w.FriendsInvite = only })
	})
}

// SetOpenData says whether the finished public games of an account may be in the
// open data. For a program its owner decides; a change of its own is refused.
func (s *Service) SetOpenData(ctx context.Context, account string, agreed bool) error {
	return s.SaveSettings(ctx, account, Changes{OpenData: &agreed})
}

// openData implements SetOpenData in a transaction.
func (s *Service) openData(tx *game.Tx, account string, agreed bool) error {
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
	return s.ChangeWishes(tx, account, func(w *Wishes) { w.OpenData = agreed })
}

// ChangeWishes changes the wishes of an account.
func (s *Service) ChangeWishes(tx *game.Tx, account string, change func(*Wishes)) error {
	_, err := s.Change(tx, account, func(a *game.Account) error {
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

// SaveNotices changes how an account is notified. The error code is "invalid" for hours that
// cannot be read, and "not_found" for a channel that the account does not have.
func (s *Service) SaveNotices(ctx context.Context, account string, n Notices) error {
	return s.SaveSettings(ctx, account, Changes{Notices: &n})
}

// chooseWays stores which events are sent through the channels that a person has registered.
func chooseWays(tx *game.Tx, account string, ways map[string]Choice) error {
	for id, c := range ways {
		if err := ChooseHook(tx, account, id, c); err != nil {
			return err
		}
	}
	return nil
}

// ErrNoHook is returned for a hook that an account does not have.
var ErrNoHook = game.Refuse(game.NotFound, message.New("The account has no such hook."))

// ChooseHook changes what a hook of an account is used for.
func ChooseHook(tx *game.Tx, owner, id string, c Choice) error {
	h, err := tx.Hooks.Hook(id)
	if errors.Is(err, game.ErrNoRecord) || err == nil && h.Account != owner {
		return ErrNoHook
	} else if err != nil {
		return err
	}
	if err := CheckEvents(c.Events); err != nil {
		return err
	}
	h.Events, h.Daily = c.Events, c.Daily
	return tx.Hooks.SaveHook(h)
}

// Say describes which e-mails an account receives, and when.
func (w *Wishes) Say() message.Message {
	all := []message.Message{w.which()}
	if w.Classic {
		all = append(all, message.New("Results come as the classic report, in columns and in English."))
	}
	if w.MailDaily {
		all = append(all, message.New("What can wait is one e-mail a day, at {time}.",
			message.Order(cmp.Or(w.Daily, UsualDaily))))
	}
	if w.QuietFrom != "" {
		all = append(all, message.New("Nothing that can wait is sent between {from} and {until}.", message.Order(w.QuietFrom), message.Order(w.QuietUntil)))
	}
	return message.New("{text}", message.ListOf(message.Sentences, all))
}

// which describes which e-mails an account receives.
func (w *Wishes) which() message.Message {
	var without []message.Message
	for _, x := range []struct {
		no   bool
		what message.Message
	}{
		{w.NoReminders, message.New("reminders before deadlines")},
		{w.NoWaiting, message.New("notices that a game is still waiting")},
		{w.NoCopies, message.New("press among players in games of which you are a master")},
		{w.NoBroadcasts, message.New("broadcasts in games in which you do not play")},
		{slices.Contains(w.NoMail, game.EventResolved), message.New("results")},
		{slices.Contains(w.NoMail, game.EventMessage), message.New("messages from players")},
		{slices.Contains(w.NoMail, game.EventVote), message.New("votes")},
		{slices.Contains(w.NoMail, game.EventBegins), message.New("the beginning of games")},
		{slices.Contains(w.NoMail, game.EventComment), message.New("comments on games that are over")},
		{slices.Contains(w.NoMail, game.EventOther), message.New("other notices")},
	} {
		if x.no {
			without = append(without, x.what)
		}
	}
	list := message.ListOf(message.And, without)
	switch {
	case len(without) > 0 && w.Plain:
		return message.New("You get all e-mail about your games except {kinds}, as plain text.", list)
	case len(without) > 0:
		return message.New("You get all e-mail about your games except {kinds}, with pictures and appointments.", list)
	case w.Plain:
		return message.New("You get all e-mail about your games, as plain text.")
	}
	return message.New("You get all e-mail about your games, with pictures and appointments.")
}
