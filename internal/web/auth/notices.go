package auth

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/webpush"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// noticesForm is the form with which people choose how they are notified.
type noticesForm struct {
	Ways    []wayColumn
	Rows    []eventRow
	Hours   account.Hours
	Daily   string
	Kinds   []page.Choice // kinds of channels that can be added here
	PushKey string        // the VAPID key with which this browser can subscribe; empty if it cannot
	Secure  bool          // whether the page was opened over a connection on which browsers allow notifications
	Session string        // a mark that identifies this session
}

// wayColumn is a notification channel, as a column of the form.
type wayColumn struct {
	ID, Title string
	Shown     page.Phrase // shown instead of the title
	Where     string
	Failed    string
	Off       bool
	Daily     bool
	Program   bool // whether it receives JSON, which is never delayed
	Here      bool // whether it is this browser
	Mail      bool
	Endpoint  string
}

// eventRow is a kind of event, as a row of the form.
type eventRow struct {
	Event       game.Event
	Title, More page.Phrase
	Cells       []eventCell
}

type eventCell struct {
	Name    string
	Label   page.Phrase
	Checked bool
	Fixed   bool // whether it cannot be changed
}

// eventTitles holds the titles of the kinds of events.
var eventTitles = map[game.Event][2]message.Message{
	game.EventDue:      {message.New("A phase is due soon"), message.New("and orders are missing")},
	game.EventLate:     {message.New("You are late"), message.New("or the game goes on without you")},
	game.EventResolved: {message.New("A phase is resolved"), message.New("or rolled back, or the game is over")},
	game.EventWaiting:  {message.New("A game is waiting"), message.New("for players, a new player, its master, or the end of a pause; also invitations, the queue and tournaments")},
	game.EventMessage:  {message.New("A message"), message.Message{}},
	game.EventVote:     {message.New("A vote"), message.New("or a motion")},
	game.EventBegins:   {message.New("Your game begins"), message.Message{}},
	game.EventComment:  {message.New("Comments"), message.New("on the phases of a game that is over")},
	game.EventOther:    {message.New("Anything else"), message.New("such as a changed deadline, or a new player")},
}

// formatNames holds the names of the kinds of channels.
var formatNames = map[game.HookFormat]string{game.HookDiscord: "Discord", "telegram": "Telegram", game.HookJSON: "Webhook"}

func (s *Pages) newNoticesForm(r *http.Request, a *game.Account, w *account.Wishes) (noticesForm, error) {
	f := noticesForm{Hours: w.Hours, Daily: cmp.Or(w.Daily, account.UsualDaily), PushKey: s.pushKey, Session: sessionMark(s.Visit(r).Token.Hash)}
	chosen := map[string][]game.Event{}
	if s.letters != nil {
		n := w.Notices()
		f.Ways = append(f.Ways, wayColumn{ID: game.MailWay, Shown: page.Say(message.New("E-mail")), Daily: n.Mail.Daily, Mail: true})
		chosen[game.MailWay] = n.Mail.Events
	}
	all, err := s.judge.Hooks.Hooks(r.Context(), a.ID)
	if err != nil {
		return f, err
	}
	for _, h := range all {
		c := wayColumn{ID: h.ID, Title: cmp.Or(h.Label, formatNames[h.Format], string(h.Format)), Where: h.URL, Failed: h.Failed, Off: h.Off, Daily: h.Daily, Program: h.Format == game.HookJSON}
		if h.Format == game.HookPush {
			c.Here, c.Endpoint, c.Where = h.Session == s.Visit(r).Token.Hash, h.URL, ""
		}
		f.Ways = append(f.Ways, c)
		if h.Events == nil {
			h.Events = game.Events
		}
		chosen[h.ID] = h.Events
	}
	for _, e := range game.Events {
		row := eventRow{Event: e, Title: page.Say(eventTitles[e][0]), More: page.Say(eventTitles[e][1])}
		for _, c := range f.Ways {
			row.Cells = append(row.Cells, eventCell{
				Name: c.ID + "-" + string(e), Label: page.Say(message.New("{event}: {way}", eventTitles[e][0], c.name())),
				Checked: slices.Contains(chosen[c.ID], e), Fixed: c.Mail && e == game.EventLate,
			})
		}
		f.Rows = append(f.Rows, row)
	}
	for _, format := range []game.HookFormat{game.HookDiscord, "telegram"} {
		if s.ways[format] != nil {
			f.Kinds = append(f.Kinds, page.Choice{Value: string(format), Label: formatNames[format]})
		}
	}
	return f, nil
}

// name returns the name of a channel.
func (c *wayColumn) name() message.Arg {
	if c.Mail {
		return message.New("E-mail")
	}
	return message.Name(c.Title)
}

// sessionMark returns a mark of a session that reveals nothing about it.
func sessionMark(hash string) string { return account.HashSecret("page " + hash)[:12] }

// saveNotices saves how the account is notified.
func (s *Pages) saveNotices(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	form := r.PostForm
	choice := func(way string) account.Choice {
		c := account.Choice{Events: []game.Event{}, Daily: form.Get(way+"-daily") != ""}
		for _, e := range game.Events {
			if form.Get(way+"-"+string(e)) != "" {
				c.Events = append(c.Events, e)
			}
		}
		return c
	}
	text := func(name string) string { return strings.TrimSpace(page.Clean(form.Get(name))) }
	wishes, err := account.ReadWishes(a)
	n := wishes.Notices()
	n.Hours = account.Hours{QuietFrom: text("from"), QuietUntil: text("until"), Daily: text("daily")}
	n.Ways = map[string]account.Choice{}
	for _, way := range form["way"] {
		if way == game.MailWay {
			n.Mail = choice(way)
		} else {
			n.Ways[way] = choice(way)
		}
	}
	if err == nil {
		settings := account.Changes{Notices: &n}
		if form.Get("letters") != "" {
			wishes.NoBroadcasts, wishes.NoCopies = form.Get("broadcasts") == "", form.Get("copies") == ""
			wishes.Plain, wishes.Classic = form.Get("full") == "", form.Get("classic") != ""
			settings.Wishes = &wishes
		}
		err = s.judge.Users.SaveSettings(r.Context(), a.ID, settings)
	}
	if err != nil {
		s.meAgain(w, r, a, "notices", err)
		return
	}
	http.Redirect(w, r, "/me?done=notices#notices", http.StatusSeeOther)
}

// usualEvents are the events for which a new channel is used.
var usualEvents = slices.DeleteFunc(slices.Clone(game.Events), func(e game.Event) bool { return e == game.EventOther })

// addWay adds a chat by which the account is notified.
func (s *Pages) addWay(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	h := game.Hook{Account: a.ID, Format: game.HookFormat(r.PostForm.Get("format")), URL: strings.TrimSpace(page.Clean(r.PostForm.Get("address"))), Events: usualEvents}
	err := error(nil)
	switch _, known := formatNames[h.Format]; {
	case !known || s.ways[h.Format] == nil:
		err = game.Refuse(game.Invalid, message.New("This judge cannot notify anyone that way."))
	default:
		if err = s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, r.PostForm.Get("current")); err == nil {
			err = s.openWay(r, s.ways[h.Format], h)
		}
	}
	if err != nil {
		s.meAgain(w, r, a, "ways", err)
		return
	}
	http.Redirect(w, r, "/me?done=way#notices", http.StatusSeeOther)
}

// openWay adds a channel whose address is accepted.
func (s *Pages) openWay(r *http.Request, way channel.Channel, h game.Hook) error {
	if wrong := way.Check(r.Context(), h.URL); !wrong.IsZero() {
		return game.Refuse(game.Invalid, wrong)
	}
	_, err := s.judge.Hooks.AddHook(r.Context(), h)
	return err
}

// dropWay removes a channel of the account.
func (s *Pages) dropWay(w http.ResponseWriter, r *http.Request) {
	a, ok := s.meForm(w, r)
	if !ok {
		return
	}
	if err := s.judge.Hooks.DropHook(r.Context(), a.ID, r.PostForm.Get("way")); err != nil && game.ErrorCode(err) != game.NotFound {
		s.meAgain(w, r, a, "ways", err)
		return
	}
	http.Redirect(w, r, "/me?done=dropway#notices", http.StatusSeeOther)
}

// confirmPush returns nil if a browser may be registered for notifications: either it is
// already registered and only its session is new, or its user is the owner of the account.
func (s *Pages) confirmPush(r *http.Request, a *game.Account, endpoint string) error {
	all, err := s.judge.Hooks.Hooks(r.Context(), a.ID)
	if err != nil || slices.ContainsFunc(all, func(h game.Hook) bool { return h.Format == game.HookPush && h.URL == endpoint }) {
		return err
	}
	return s.judge.Users.ConfirmOwner(r.Context(), a, s.Visit(r).Token, "")
}

// savePush registers the visitor's browser for notifications. It is called by
// the script.
func (s *Pages) savePush(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, err := s.Account(r)
	way := s.ways[game.HookPush]
	switch {
	case err != nil:
	case a == nil:
		err = game.Refuse(game.Forbidden, message.New("You are not signed in. Sign in and try again."))
	case way == nil:
		err = game.Refuse(game.Conflict, message.New("This judge cannot notify anyone that way."))
	default:
		sub := webpush.Subscription{Endpoint: r.PostForm.Get("endpoint")}
		if sub.ReadKeys(r.PostForm.Get("key"), r.PostForm.Get("auth")) != nil {
			err = game.Refuse(game.Invalid, message.New("The keys of the browser cannot be read."))
			break
		}
		if err = s.confirmPush(r, a, sub.Endpoint); err != nil {
			break
		}
		err = s.openWay(r, way, game.Hook{
			Account: a.ID, Format: game.HookPush, URL: sub.Endpoint, Secret: sub.Secret(), Events: usualEvents,
			Label: page.BrowserName(r), Session: s.Visit(r).Token.Hash,
		})
	}
	if err != nil {
		s.passkeyFailure(w, r, err)
		return
	}
	page.SendJSON(w, http.StatusOK, wire.Accepted{To: page.Outer(r, "/me?done=way#notices")})
}
