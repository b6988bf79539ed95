package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"podesta/internal/channel"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hooks"
	"podesta/internal/journal"
	"podesta/internal/trace"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// Caller composes the notices for subscribers, and lets channels deliver them.
type Caller struct {
	Judge HookJudge
	// Channels deliver notices, by the format that a subscriber chose.
	Channels map[game.HookFormat]channel.Channel
	Clock    gamestate.Clock // nil: the machine's
	Log      *slog.Logger    // nil: the default one
	Base     string          // address of the judge's pages, for links; empty: none
	// Count counts calls by outcome: "sent", "deferred" or "failed"; nil: nothing
	// is counted.
	Count func(outcome string)
}

// HookJudge lists the methods of the judge that webhooks need.
type HookJudge interface {
	EntryNumber(gameID string, seq int64) int64
	WorkHooks(ctx context.Context, call hooks.CallFunc) (int, error)
	Phase(ctx context.Context, id string, number int) (*game.Phase, error)
}

// Work makes the calls that are due and returns the number that succeeded. Call
// it about every second.
func (c *Caller) Work(ctx context.Context) (int, error) {
	return c.Judge.WorkHooks(ctx, func(ctx context.Context, all []hooks.Call) error {
		x := all[0]
		ctx, span := trace.Start(ctx, trace.Client, "call webhook")
		defer span.End()
		span.Str("podesta.hook", x.Hook.ID)
		err := c.call(ctx, all)
		span.Fail(err)
		c.counted(ctx, err)
		var f *channel.Failure
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case !errors.As(err, &f):
			c.logger().Error("hook", "hook", x.Hook.ID, "game", gameOf(&x), "error", err)
			return errMessage // the hook's owner learns no more
		}
		c.logger().Info("hook failed", "hook", x.Hook.ID, "game", gameOf(&x), "reason", f.Why)
		if f.Gone {
			return &hooks.Gone{Err: f}
		}
		if f.After > 0 {
			return &hooks.Later{After: f.After, Err: f}
		}
		return f
	})
}

// gameOf returns the ID of the game that a call is about, or "" for none.
func gameOf(x *hooks.Call) string {
	if x.Game == nil {
		return ""
	}
	return x.Game.ID
}

// counted counts a call.
func (c *Caller) counted(ctx context.Context, err error) {
	var f *channel.Failure
	switch {
	case c.Count == nil || err != nil && ctx.Err() != nil:
	case err == nil:
		c.Count("sent")
	case errors.As(err, &f):
		c.Count("deferred")
	default:
		c.Count("failed")
	}
}

var errMessage = errors.New("the judge could not write the message")

func (c *Caller) logger() *slog.Logger {
	if c.Log == nil {
		return slog.Default()
	}
	return c.Log
}

// Delivery is the body of a webhook's call.
type Delivery struct {
	Hook     string  `json:"hook" doc:"The hook's ID"`
	Game     Summary `json:"game"`
	Headline string  `json:"headline,omitempty" doc:"Of a result: the phase in a sentence or two"`
	Entry    Entry   `json:"entry"`
}

// NewsDelivery is the body of a webhook's call about what another person did.
type NewsDelivery struct {
	Hook string `json:"hook" doc:"The hook's ID"`
	News News   `json:"news"`
}

// News is what another person did, such as an invitation to a game, or what has
// happened in the queue or in a tournament.
type News struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Page  string `json:"page" doc:"The path of the page about it" example:"/g/k2x4mqpa"`
}

// news composes the notice about what another person did.
func (c *Caller) news(_ context.Context, x *hooks.Call) (*channel.Notice, error) {
	l := speech("", &caller{account: x.Account})
	var text []string
	for _, m := range x.News.Said {
		text = append(text, capital(m.In(l)))
	}
	d := NewsDelivery{Hook: x.Hook.ID, News: News{Title: capital(x.News.Subject.In(l)), Text: strings.Join(text, "\n"), Page: x.News.Page}}
	n := &channel.Notice{
		ID: "news." + x.News.ID + "." + x.Hook.ID, Event: "news", To: x.Hook.URL, Secret: x.Hook.Secret,
		Title: d.News.Title, Text: d.News.Text, At: c.now(),
	}
	if c.Base != "" {
		n.Link = strings.TrimRight(c.Base, "/") + x.News.Page
	}
	var err error
	n.Data, err = json.Marshal(d)
	return n, err
}

// capital begins a text with a capital letter. In an e-mail it follows a greeting.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// call delivers what a hook is called for.
func (c *Caller) call(ctx context.Context, all []hooks.Call) error {
	hook := &all[0].Hook
	way := c.Channels[hook.Format]
	if way == nil {
		return fmt.Errorf("no channel for the format %q", hook.Format)
	}
	var notices []*channel.Notice
	for i := range all {
		compose := c.notice
		if all[i].News != nil {
			compose = c.news
		}
		n, err := compose(ctx, &all[i])
		if err != nil {
			return err
		}
		notices = append(notices, n)
	}
	n := notices[0]
	if len(all) > 1 {
		n = c.digest(all, notices)
	}
	return way.Deliver(ctx, n)
}

// notice composes the notice about one entry.
func (c *Caller) notice(ctx context.Context, x *hooks.Call) (*channel.Notice, error) {
	t := seatAt(x.Game, x.Role, speech("", &caller{account: x.Account}))
	e, err := t.entry(&x.Entry, c.Judge.EntryNumber(x.Game.ID, x.Entry.Seq))
	if err != nil {
		return nil, err
	}
	d := Delivery{Hook: x.Hook.ID, Game: summary(x.Game), Entry: e}
	if e.Result != nil {
		if d.Headline, err = c.headline(ctx, t, e.Result.Number); err != nil {
			return nil, err
		}
	}
	kind := journal.EventOf(&x.Entry, x.Role.Seat)
	n := &channel.Notice{
		ID: fmt.Sprintf("%s.%d.%s", e.Game, e.Seq, x.Hook.ID), Event: e.Kind, To: x.Hook.URL, Secret: x.Hook.Secret,
		Link: c.link(x.Game.ID), At: c.now(), Urgent: kind == game.EventDue || kind == game.EventLate,
	}
	if kind != game.EventMessage {
		n.Tag = e.Game + " " + string(kind)
	}
	if n.Title, n.Text, err = t.words(&d, &x.Entry); err != nil {
		return nil, err
	}
	n.Data, err = json.Marshal(complete(d))
	return n, err
}

// digest composes one notice of several.
func (c *Caller) digest(all []hooks.Call, of []*channel.Notice) *channel.Notice {
	games, news := map[string]bool{}, false
	for i := range all {
		if g := all[i].Game; g != nil {
			games[g.ID] = true
		} else {
			news = true
		}
	}
	named := len(games) == 1 && !news // then the title of the digest names the game
	var lines []string
	for i, n := range of {
		title := n.Title
		if named {
			title = strings.TrimPrefix(strings.TrimPrefix(title, all[i].Game.Name), ": ")
		}
		first, _, _ := strings.Cut(n.Text, "\n")
		if title != "" && first != "" {
			title += ": "
		}
		lines = append(lines, "• "+shortened(title+first, maxDigestLine))
	}
	l := speech("", &caller{account: all[0].Account})
	n := &channel.Notice{
		ID: of[len(of)-1].ID + ".digest", Event: "digest", To: of[0].To, Secret: of[0].Secret,
		Text: strings.Join(lines, "\n"), Link: of[0].Link, At: c.now(), Tag: "digest",
	}
	count := message.Plural(len(all), "{n} notification", "{n} notifications")
	switch {
	case named:
		n.Title = message.New("{game}: {count}", message.Name(all[0].Game.Name), count).In(l)
		return n
	case news:
		n.Title = count.In(l)
	default:
		n.Title = message.New("{games}: {count}", message.Plural(len(games), "{n} game", "{n} games"), count).In(l)
	}
	if n.Link != "" {
		n.Link = strings.TrimRight(c.Base, "/") + "/inbox"
	}
	return n
}

// maxDigestLine is the number of characters that a digest has for one entry.
const maxDigestLine = 160

// shortened cuts a text to so many characters.
func shortened(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return string(r[:most-1]) + "…"
}

func (c *Caller) now() time.Time {
	if c.Clock == nil {
		return machineClock{}.Now()
	}
	return c.Clock.Now()
}

func (c *Caller) link(game string) string {
	if c.Base == "" {
		return ""
	}
	return strings.TrimRight(c.Base, "/") + "/g/" + game
}

// headline describes a phase in a sentence or two.
func (c *Caller) headline(ctx context.Context, t *table, number int) (string, error) {
	ph, err := c.Judge.Phase(ctx, t.ID, number)
	if errors.Is(err, game.ErrNoPhase) { // rolled back since
		return "", nil
	}
	if err != nil || ph.After == nil {
		return "", err
	}
	return report.New(t.Setting).Headline(t.view.Events(ph.Events)).In(t.to), nil
}

// words describes a delivery for people: with a title and a text.
func (t *table) words(d *Delivery, stored *game.Entry) (title, text string, err error) {
	e, l := &d.Entry, t.to
	title = t.Name
	var paras []string
	switch {
	case e.Result != nil:
		var r journal.Result
		if err := json.Unmarshal(stored.Data, &r); err != nil {
			return "", "", err
		}
		title = message.New("{game}: {phase}", message.Name(t.Name), message.Phase(r.Phase)).In(l)
		if r.Over {
			title = message.New("{game}: the game is over", message.Name(t.Name)).In(l)
		}
		paras = append(paras, d.Headline)
		switch {
		case r.Next.Year == 0:
		case r.Times != nil && !r.Times.Deadline.IsZero():
			paras = append(paras, message.New("Next: {phase}, due {when}.", message.Phase(r.Next), message.Moment(r.Times.Deadline.Unix())).In(l))
		default:
			paras = append(paras, message.New("Next: {phase}.", message.Phase(r.Next)).In(l))
		}
	case e.Notice != nil:
		paras = append([]string{e.Notice.Text}, e.Notice.Lines...)
	case e.Act != nil:
		paras = append(paras, e.Act.Text)
		if e.Act.Why != "" {
			paras = append(paras, message.New("Reason: {why}", message.Name(e.Act.Why)).In(l))
		}
	case e.Press != nil:
		title = message.New("{game}: press from {sender} to {recipients}", message.Name(t.Name), t.sender(e), t.recipients(e)).In(l)
		if e.Press.Said != nil {
			paras = append(paras, e.Press.Said.Text)
		} else {
			paras = append(paras, e.Press.Text)
		}
	}
	return title, strings.Join(paras, "\n"), nil
}

// sender names the sender of press.
func (t *table) sender(e *Entry) message.Message {
	switch {
	case e.Press.Master:
		return message.New("the master")
	case len(e.Powers) > 0:
		return t.named(e.Powers)
	case e.Press.Who != "":
		return journal.SayWho(e.Press.Who, e.Number)
	}
	return message.New("someone")
}

// recipients names the recipients of press according to its header.
func (t *table) recipients(e *Entry) message.Message {
	switch h := e.Press.Header; {
	case h.All:
		return message.New("all")
	case len(h.Powers) > 0:
		return t.named(h.Powers)
	case h.Observers:
		return message.New("the observers")
	}
	return message.New("the master")
}

// named returns the names of powers.
func (t *table) named(ids []string) message.Message {
	var out []message.Power
	for _, id := range ids {
		if p, ok := t.Setting.Powers.Find(id); ok {
			out = append(out, message.PowerOf(t.Setting.Powers, p))
		}
	}
	return message.New("{powers:name}", message.ListOf(message.Commas, out))
}
