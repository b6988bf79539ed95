package table

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge"
)

// tableNews is what everybody at a table is told of the current phase beside the
// position: who is awaited, how votes stand, what has happened.
type tableNews struct {
	Awaits []string // "Waiting for Milan and Florence."
	Votes  []string // "A player proposes a draw of all who are left: 1 of 4 agree."
	News   []string // the latest first
}

// newsWindow is how many entries of the log are looked at for news.
const newsWindow = 80

// mostNews is how many pieces of news a table shows; the log has them all.
const mostNews = 3

// newsworthy are the topics that every open table shows until the phase is over.
// Deadlines and votes have places of their own there.
var newsworthy = map[journal.Topic]bool{
	journal.TopicRollback: true, journal.TopicEdit: true, journal.TopicRoll: true, journal.TopicRules: true, journal.TopicParameters: true,
	journal.TopicResignation: true, journal.TopicTakeover: true, journal.TopicReturn: true, journal.TopicAbandoned: true, journal.TopicDisorder: true,
	journal.TopicReplace: true, journal.TopicPromotion: true, journal.TopicMotion: true, journal.TopicPaused: true, journal.TopicResumed: true,
	journal.TopicOutage: true, journal.TopicTrouble: true, journal.TopicLetters: true, journal.TopicDeadline: true, journal.TopicMoved: true,
}

// newsFor gathers what everybody in a game is told, as far as a role
// may know it.
func (s *Pages) newsFor(ctx context.Context, g *game.Game, role game.Role, states []game.SeatState) (*tableNews, error) {
	out := &tableNews{}
	if g.Number == 0 || g.Finished {
		return out, nil
	}
	if !g.Play && !g.Solitaire { // nobody else is there to wait
		out.Awaits = awaitWords(g, states)
	}
	votes, err := s.judge.Votes(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	for _, v := range votes {
		out.Votes = append(out.Votes, v.Says(g))
	}
	out.News, err = s.news(ctx, g, role)
	return out, err
}

// news is what has happened in the current phase that everybody was told of, the
// latest first.
func (s *Pages) news(ctx context.Context, g *game.Game, role game.Role) ([]string, error) {
	entries, err := s.lastEntries(ctx, g, role, 0, newsWindow)
	if err != nil {
		return nil, err
	}
	var out []string
	for i := len(entries.list) - 1; i >= 0 && len(out) < mostNews; i-- {
		e := &entries.list[i]
		if e.Kind == game.ResultEntry { // the phase begins here
			break
		}
		if text := newsOf(e); text != "" {
			out = append(out, text)
		}
	}
	return out, nil
}

// newsOf is an entry of the log as a table tells it; empty for what it does not
// tell.
func newsOf(e *game.Entry) string {
	if !e.Audience.All && !e.Audience.Members {
		return ""
	}
	switch e.Kind {
	case game.NoticeEntry:
		if n, ok := noticeOf(e); ok && newsworthy[n.Topic] {
			return n.Text
		}
	case game.ActEntry:
		var a journal.ActData
		if json.Unmarshal(e.Data, &a) != nil || !newsworthy[a.Topic] {
			return ""
		}
		if a.Why != "" {
			return a.Text + " " + reasonWords(a.Why)
		}
		return a.Text
	}
	return ""
}

// reasonWords tell why a master did something.
func reasonWords(why string) string { return "Reason: " + why }

// mostAwaited is how many powers a table names that are awaited.
const mostAwaited = 4

// awaitWords tells whose orders the phase waits for, and which powers would have
// to be taken over for it to go on.
func awaitWords(g *game.Game, states []game.SeatState) []string {
	played, open := judge.Awaited(states)
	var out []string
	if len(played) > 0 {
		out = append(out, "Waiting for "+someNames(g, played)+".")
	}
	if len(open) > 0 {
		out = append(out, "Waiting for someone to take over "+someNames(g, open)+".")
	}
	return out
}

// orderWords tells masters whose orders are missing.
func orderWords(g *game.Game, seats []game.Seat, states []game.SeatState) []string {
	if g.Status != game.Active { // nothing is waited for, but orders are taken
		states = slices.Clone(states)
		for i := range states {
			states[i].Awaited = seats[i].Owes && !states[i].Complete && seats[i].Bot == ""
		}
	}
	played, open := judge.Awaited(states)
	var out []string
	if len(played) > 0 {
		out = append(out, "No orders yet from "+seatNames(g, played...)+".")
	}
	if len(open) > 0 {
		out = append(out, "Nobody plays "+seatNames(g, open...)+": no orders.")
	}
	return out
}

// someNames lists the powers of seats, not too many of them.
func someNames(g *game.Game, seats []int) string {
	var names []string
	for _, n := range seats {
		names = append(names, seatNames(g, n))
	}
	if n := len(names); n > mostAwaited {
		names = append(names[:mostAwaited-1:mostAwaited-1], strconv.Itoa(n-mostAwaited+1)+" others")
	}
	return Enumerate(names)
}
