package account

import (
	"encoding/json"
	"slices"

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
	Hours

	FriendsInvite bool `json:"friendsInvite,omitempty"` // only friends may invite the person to games
	NoWaiting     bool `json:"noWaiting,omitempty"`     // no e-mail about a game that waits: for players, a new player, its master, the end of a pause
	OpenData      bool `json:"openData,omitempty"`      // finished public games may be in the open data, under a replaced name

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

// Notices say how a person is notified: about which kinds of events, by which of
// their ways out, and when.
type Notices struct {
	Hours Hours
	Mail  Choice // by e-mail; that the person is late is always among it
	// Ways are the choices for the other ways out, by the ID of the hook. Ways
	// that are not in it do not change.
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

// Choose changes about which kinds of events the person wants e-mail.
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

// Check returns an error for notices that make no sense.
func (n *Notices) Check() error {
	if err := n.Hours.Check(); err != nil {
		return err
	}
	return CheckEvents(n.Mail.Events)
}

// Choice says for what a way out is used: e-mail, or a hook.
type Choice struct {
	Events []game.Event // nil: for everything, including what its owner did
	Daily  bool         // as one message a day
}

// CheckEvents returns an error for a kind of event that does not exist.
func CheckEvents(list []game.Event) error {
	for _, e := range list {
		if !slices.Contains(game.Events, e) {
			return game.Refuse(game.Invalid, message.New("The kinds of events are {kinds}; {word} is none of them.", message.ListOf(message.And, eventNames()), game.Quoted(string(e))))
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
