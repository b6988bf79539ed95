package gamepage

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// News holds what everyone in a game may know about the current phase in
// addition to the position: who is awaited, the votes, the events.
type News struct {
	Awaits []message.Message // messages such as "Waiting for Milan and Florence."
	Votes  []message.Message // messages such as "A player proposes a draw of all who are left: 1 of 4 agree."
	News   []string          // latest first, in the reader's language
}

// newsWindow is the number of log entries searched for news.
const newsWindow = 80

// mostNews is the maximum number of news items on a board; the log contains all of them.
const mostNews = 3

// newsworthy lists the topics that every open board shows until the phase is
// over. Deadlines and votes are shown elsewhere.
var newsworthy = map[journal.Topic]bool{
	journal.TopicRollback: true, journal.TopicEdit: true, journal.TopicRoll: true, journal.TopicRules: true, journal.TopicParameters: true,
	journal.TopicResignation: true, journal.TopicTakeover: true, journal.TopicReturn: true, journal.TopicAbandoned: true, journal.TopicDisorder: true,
	journal.TopicReplace: true, journal.TopicPromotion: true, journal.TopicMotion: true, journal.TopicPaused: true, journal.TopicResumed: true,
	journal.TopicOutage: true, journal.TopicTrouble: true, journal.TopicLetters: true, journal.TopicDeadline: true, journal.TopicMoved: true,
}

// NewsFor collects the public news of a game, as far as a role may know it.
func (s *Base) NewsFor(ctx context.Context, l message.Language, g *game.Game, role game.Role, states []game.SeatState) (*News, error) {
	out := &News{}
	if g.Number == 0 || g.Finished {
		return out, nil
	}
	if !g.Play && !g.Solitaire { // nobody else is awaited
		out.Awaits = awaitWords(g, states)
	}
	votes, err := s.Judge.Clock.Votes(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	for _, v := range votes {
		out.Votes = append(out.Votes, v.Says(g))
	}
	out.News, err = s.news(ctx, l, g, role)
	return out, err
}

// news returns the latest notices and masters' acts of the current phase that concern everyone and
// are not obsolete, at most mostNews, with the latest first.
func (s *Base) news(ctx context.Context, l message.Language, g *game.Game, role game.Role) ([]string, error) {
	entries, err := s.LastEntries(ctx, g, role, 0, newsWindow)
	if err != nil {
		return nil, err
	}
	var out []string
	later := map[string]bool{}
	for i := len(entries.List) - 1; i >= 0 && len(out) < mostNews; i-- {
		e := &entries.List[i]
		if e.Kind == game.ResultEntry { // the current phase began here
			break
		}
		if overtaken(e, later) {
			continue
		}
		if text := newsOf(l, e); text != "" {
			out = append(out, text)
		}
	}
	return out, nil
}

// stateOf names the thing whose state a notice describes: the deadline, the pause or a seat. A
// later notice about that thing makes the earlier one obsolete.
var stateOf = map[journal.Topic]string{
	journal.TopicPaused: "pause", journal.TopicStillPause: "pause", journal.TopicResumed: "pause",
	journal.TopicDeadline: "deadline", journal.TopicOutage: "deadline",
	journal.TopicResignation: "seat", journal.TopicTakeover: "seat", journal.TopicReturn: "seat", journal.TopicAbandoned: "seat",
	journal.TopicDisorder: "seat", journal.TopicReplace: "seat",
}

// overtaken reports whether later notices have made this one obsolete. The map later holds the
// things that later notices are about; overtaken adds the things that this one is about.
func overtaken(e *game.Entry, later map[string]bool) bool {
	if e.Kind != game.NoticeEntry || !e.Audience.All && !e.Audience.Members {
		return false
	}
	n, ok := NoticeOf(e)
	if !ok || stateOf[n.Topic] == "" {
		return false
	}
	keys := []string{stateOf[n.Topic]}
	if keys[0] == "seat" {
		keys = nil
		for _, seat := range n.Seats {
			keys = append(keys, "seat "+strconv.Itoa(seat))
		}
	}
	old := len(keys) > 0
	for _, k := range keys {
		old = old && later[k]
		later[k] = true
	}
	return old
}

// newsOf returns an entry of the log as news, or "" if it is not news.
func newsOf(l message.Language, e *game.Entry) string {
	if !e.Audience.All && !e.Audience.Members {
		return ""
	}
	switch e.Kind {
	case game.NoticeEntry:
		if n, ok := NoticeOf(e); ok && newsworthy[n.Topic] {
			return n.In(l)
		}
	case game.ActEntry:
		var a journal.ActData
		if json.Unmarshal(e.Data, &a) != nil || !newsworthy[a.Topic] {
			return ""
		}
		if a.Why != "" {
			return a.In(l) + " " + reasonWords(a.Why).In(l)
		}
		return a.In(l)
	}
	return ""
}

// reasonWords returns a master's reason for an act as a message.
func reasonWords(why string) message.Message {
	return message.New("Reason: {text}", message.Name(why))
}

// mostAwaited is the number of awaited powers that a board names.
const mostAwaited = 4

// awaitWords says whose orders the phase waits for, and which powers wait for someone to take them
// over.
func awaitWords(g *game.Game, states []game.SeatState) []message.Message {
	played, open := clock.Awaited(states)
	var out []message.Message
	if len(played) > 0 {
		out = append(out, message.New("Waiting for {powers:name}.", someNames(g, played)))
	}
	if len(open) > 0 {
		out = append(out, message.New("Waiting for someone to take over {powers:name}.", someNames(g, open)))
	}
	return out
}

// OrderWords describes for masters whose orders are missing.
func OrderWords(g *game.Game, seats []game.Seat, states []game.SeatState) []message.Message {
	if g.Status != game.Active { // the phase does not wait, but still accepts orders
		states = slices.Clone(states)
		for i := range states {
			states[i].Awaited = seats[i].Owes && !states[i].Complete && seats[i].Bot == ""
		}
	}
	played, open := clock.Awaited(states)
	var out []message.Message
	if len(played) > 0 {
		out = append(out, message.New("No orders yet from {powers:name}.", message.List{How: message.And, Of: ArgsOfSeats(g, played...)}))
	}
	if len(open) > 0 {
		out = append(out, message.New("Nobody plays {powers:name}: no orders.", message.List{How: message.And, Of: ArgsOfSeats(g, open...)}))
	}
	return out
}

// someNames names the powers of seats, up to a limit.
func someNames(g *game.Game, seats []int) message.List {
	l := message.List{How: message.And}
	for _, n := range seats {
		l.Of = append(l.Of, ArgsOfSeats(g, n)...) // avoids a list in a list: "Milan, Naples and Venice and Florence"
	}
	if n := len(l.Of); n > mostAwaited {
		l.Of = append(l.Of[:mostAwaited-1:mostAwaited-1], message.New("{n} others", message.Number(n-mostAwaited+1)))
	}
	return l
}
