package table

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

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
var newsworthy = map[judge.Topic]bool{
	judge.TopicRollback: true, judge.TopicEdit: true, judge.TopicRoll: true, judge.TopicRules: true, judge.TopicParameters: true,
	judge.TopicResignation: true, judge.TopicTakeover: true, judge.TopicReturn: true, judge.TopicAbandoned: true, judge.TopicDisorder: true,
	judge.TopicReplace: true, judge.TopicPromotion: true, judge.TopicMotion: true, judge.TopicPaused: true, judge.TopicResumed: true,
	judge.TopicOutage: true, judge.TopicTrouble: true, judge.TopicLetters: true, judge.TopicDeadline: true, judge.TopicMoved: true,
}

// newsFor gathers what everybody in a game is told, as far as a role
// may know it.
func (s *Pages) newsFor(ctx context.Context, g *judge.Game, role judge.Role, states []judge.SeatState) (*tableNews, error) {
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
func (s *Pages) news(ctx context.Context, g *judge.Game, role judge.Role) ([]string, error) {
	entries, err := s.lastEntries(ctx, g, role, 0, newsWindow)
	if err != nil {
		return nil, err
	}
	var out []string
	for i := len(entries.list) - 1; i >= 0 && len(out) < mostNews; i-- {
		e := &entries.list[i]
		if e.Kind == judge.ResultEntry { // the phase begins here
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
func newsOf(e *judge.Entry) string {
	if !e.Audience.All && !e.Audience.Members {
		return ""
	}
	switch e.Kind {
	case judge.NoticeEntry:
		if n, ok := noticeOf(e); ok && newsworthy[n.Topic] {
			return n.Text
		}
	case judge.ActEntry:
		var a judge.ActData
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
func awaitWords(g *judge.Game, states []judge.SeatState) []string {
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
func orderWords(g *judge.Game, seats []judge.Seat, states []judge.SeatState) []string {
	if g.Status != judge.Active { // nothing is waited for, but orders are taken
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
func someNames(g *judge.Game, seats []int) string {
	var names []string
	for _, n := range seats {
		names = append(names, seatNames(g, n))
	}
	if n := len(names); n > mostAwaited {
		names = append(names[:mostAwaited-1:mostAwaited-1], strconv.Itoa(n-mostAwaited+1)+" others")
	}
	return Enumerate(names)
}
