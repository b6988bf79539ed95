package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/notify/channel"
	"podesta/internal/trace"
	"podesta/internal/words"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// Sender composes notices for the calls in the queue, and has channels deliver them.
type Sender struct {
	Queue *Queue
	// Channels deliver notices. The key is the format that a subscriber has chosen.
	Channels map[game.HookFormat]channel.Channel
	Log      *slog.Logger // nil for the default logger
	Base     string       // address of the judge's pages, for links; empty if there are none
	// Count is called after each call with its outcome: "sent", "deferred" or "failed". It may be
	// nil.
	Count func(outcome string)
}

// Work makes the calls that are due and returns the number that succeeded. It should be called
// about every second.
func (s *Sender) Work(ctx context.Context) (int, error) {
	return s.Queue.Work(ctx, func(ctx context.Context, all []Call) error {
		x := all[0]
		ctx, span := trace.Start(ctx, trace.Client, "call webhook")
		defer span.End()
		span.Str("podesta.hook", x.Hook.ID)
		err := s.call(ctx, all)
		span.Fail(err)
		s.counted(ctx, err)
		var f *channel.Failure
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case !errors.As(err, &f):
			s.logger().Error("hook", "hook", x.Hook.ID, "game", gameOf(&x), "error", err)
			return errMessage // the hook's owner need not know more
		}
		s.logger().Info("hook failed", "hook", x.Hook.ID, "game", gameOf(&x), "reason", f.Why)
		return f
	})
}

// gameOf returns the ID of the game that a call is about, or "" if there is none.
func gameOf(x *Call) string {
	if x.Game == nil {
		return ""
	}
	return x.Game.ID
}

// counted calls Count with the outcome of a call.
func (s *Sender) counted(ctx context.Context, err error) {
	var f *channel.Failure
	switch {
	case s.Count == nil || err != nil && ctx.Err() != nil:
	case err == nil:
		s.Count("sent")
	case errors.As(err, &f):
		s.Count("deferred")
	default:
		s.Count("failed")
	}
}

var errMessage = errors.New("the judge could not write the message")

func (s *Sender) logger() *slog.Logger {
	if s.Log == nil {
		return slog.Default()
	}
	return s.Log
}

// news composes the notice about a call's News.
func (s *Sender) news(_ context.Context, x *Call) (*channel.Notice, error) {
	l := languageOf(x.Account)
	var text []string
	for _, m := range x.News.Said {
		text = append(text, capital(m.In(l)))
	}
	d := apijson.NewsDelivery{Hook: x.Hook.ID, News: apijson.News{Title: capital(x.News.Subject.In(l)), Text: strings.Join(text, "\n"), Page: x.News.Page}}
	n := &channel.Notice{
		ID: "news." + x.News.ID + "." + x.Hook.ID, Event: "news", To: x.Hook.URL, Secret: x.Hook.Secret,
		Title: d.News.Title, Text: d.News.Text, At: s.Queue.base.Now(),
	}
	if s.Base != "" {
		n.Link = strings.TrimRight(s.Base, "/") + x.News.Page
	}
	var err error
	n.Data, err = json.Marshal(d)
	return n, err
}

// languageOf returns the language in which the owner of an account is notified, with
// times in their zone.
func languageOf(a *game.Account) message.Language {
	l := words.All()[0] // the first language is English
	if w, err := account.ReadWishes(a); err == nil {
		l = cmp.Or(words.Get(w.Language), l)
	}
	return l.In(account.Zone(a))
}

// capital returns a text with a capital first letter. Texts are stored with a small first letter
// because they follow a greeting in e-mail.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// call delivers the content of one or several calls of the same hook as one notice.
func (s *Sender) call(ctx context.Context, all []Call) error {
	hook := &all[0].Hook
	way := s.Channels[hook.Format]
	if way == nil {
		return fmt.Errorf("no channel for the format %q", hook.Format)
	}
	var notices []*channel.Notice
	for i := range all {
		compose := s.notice
		if all[i].News != nil {
			compose = s.news
		}
		n, err := compose(ctx, &all[i])
		if err != nil {
			return err
		}
		notices = append(notices, n)
	}
	n := notices[0]
	if len(all) > 1 {
		n = s.digest(all, notices)
	}
	return way.Deliver(ctx, n)
}

// notice composes the notice about one log entry.
func (s *Sender) notice(ctx context.Context, x *Call) (*channel.Notice, error) {
	l := languageOf(x.Account)
	e, err := apijson.EntryOf(x.Game, &x.Entry, s.Queue.press.EntryNumber(x.Game.ID, x.Entry.Seq), l)
	if err != nil {
		return nil, err
	}
	d := apijson.Delivery{Hook: x.Hook.ID, Game: apijson.SummaryOf(x.Game), Entry: e}
	if e.Result != nil {
		if d.Headline, err = s.headline(ctx, x, e.Result.Number, l); err != nil {
			return nil, err
		}
	}
	kind := journal.EventOf(&x.Entry, x.Role.Seat)
	n := &channel.Notice{
		ID: fmt.Sprintf("%s.%d.%s", e.Game, e.Seq, x.Hook.ID), Event: e.Kind, To: x.Hook.URL, Secret: x.Hook.Secret,
		Link: s.link(x.Game.ID), At: s.Queue.base.Now(), Urgent: kind == game.EventDue || kind == game.EventLate,
	}
	if kind != game.EventMessage {
		n.Tag = e.Game + " " + string(kind)
	}
	if n.Title, n.Text, err = inWords(x.Game, &d, &x.Entry, l); err != nil {
		return nil, err
	}
	n.Data, err = json.Marshal(apijson.Complete(d))
	return n, err
}

// digest composes one notice from several entries.
func (s *Sender) digest(all []Call, of []*channel.Notice) *channel.Notice {
	games, news := map[string]bool{}, false
	for i := range all {
		if g := all[i].Game; g != nil {
			games[g.ID] = true
		} else {
			news = true
		}
	}
	named := len(games) == 1 && !news // in this case the title of the digest contains the game's name
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
		lines = append(lines, "• "+channel.Shorten(title+first, maxDigestLine))
	}
	l := languageOf(all[0].Account)
	n := &channel.Notice{
		ID: of[len(of)-1].ID + ".digest", Event: "digest", To: of[0].To, Secret: of[0].Secret,
		Text: strings.Join(lines, "\n"), Link: of[0].Link, At: s.Queue.base.Now(), Tag: "digest",
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
		n.Link = strings.TrimRight(s.Base, "/") + "/inbox"
	}
	return n
}

// maxDigestLine is the maximum number of characters per entry in a digest.
const maxDigestLine = 160

func (s *Sender) link(game string) string {
	if s.Base == "" {
		return ""
	}
	return strings.TrimRight(s.Base, "/") + "/g/" + game
}

// headline describes a phase in a sentence or two.
func (s *Sender) headline(ctx context.Context, x *Call, number int, l message.Language) (string, error) {
	ph, err := s.Queue.base.Phase(ctx, x.Game.ID, number)
	if errors.Is(err, game.ErrNoPhase) { // the phase was rolled back in the meantime
		return "", nil
	}
	if err != nil || ph.After == nil {
		return "", err
	}
	return report.New(x.Game.Setting).Headline(x.Game.View(x.Role).Events(ph.Events)).In(l), nil
}

// inWords describes a delivery for people in a title and a text.
func inWords(g *game.Game, d *apijson.Delivery, stored *game.Entry, l message.Language) (title, text string, err error) {
	e := &d.Entry
	title = g.Name
	var paras []string
	switch {
	case e.Result != nil:
		var r journal.Result
		if err := json.Unmarshal(stored.Data, &r); err != nil {
			return "", "", err
		}
		title = message.New("{game}: {phase}", message.Name(g.Name), message.Phase(r.Phase)).In(l)
		if r.Over {
			title = message.New("{game}: the game is over", message.Name(g.Name)).In(l)
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
		title = message.New("{game}: press from {sender} to {recipients}", message.Name(g.Name), sender(g, e), recipients(g, e)).In(l)
		if e.Press.Said != nil {
			paras = append(paras, e.Press.Said.Text)
		} else {
			paras = append(paras, e.Press.Text)
		}
	}
	return title, strings.Join(paras, "\n"), nil
}

// sender names the sender of press.
func sender(g *game.Game, e *apijson.Entry) message.Message {
	switch {
	case e.Press.Master:
		return message.New("the master")
	case len(e.Powers) > 0:
		return named(g, e.Powers)
	case e.Press.Who != "":
		return journal.SayWho(e.Press.Who, e.Number)
	}
	return message.New("someone")
}

// recipients names the recipients of press according to its header.
func recipients(g *game.Game, e *apijson.Entry) message.Message {
	switch h := e.Press.Header; {
	case h.All:
		return message.New("everyone")
	case len(h.Powers) > 0:
		return named(g, h.Powers)
	case h.Observers:
		return message.New("the observers")
	}
	return message.New("the master")
}

// named returns the names of the powers with the given IDs.
func named(g *game.Game, ids []string) message.Message {
	var out []message.Power
	for _, id := range ids {
		if p, ok := g.Setting.Powers.Find(id); ok {
			out = append(out, message.PowerOf(g.Setting.Powers, p))
		}
	}
	return message.New("{powers:name}", message.ListOf(message.Commas, out))
}
