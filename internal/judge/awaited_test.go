package judge_test

import (
	"strings"
	"testing"

	"podesta/internal/judge"
)

// votes tells how votes stand for somebody: "a draw of all who are left: 1 of 4".
func (s *story) votes(role judge.Role) string {
	s.t.Helper()
	all, err := s.Votes(ctx, s.game.ID, role)
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, v := range all {
		out = append(out, v.Says(s.game))
	}
	return strings.Join(out, " ")
}

// proposed is of how many proposals a player has been told.
func (s *story) proposed(power string) int {
	s.t.Helper()
	entries, err := s.Log(ctx, s.game.ID, s.player(power), 0, 1000)
	if err != nil {
		s.t.Fatal(err)
	}
	told := 0
	for _, e := range entries {
		if strings.Contains(string(e.Data), "A player proposes") {
			told++
		}
	}
	return told
}

// TestVotesStand tells everybody how votes stand, not who voted, and only
// masters where the game hides it.
func TestVotesStand(t *testing.T) {
	s := begin(t, nil)
	stranger := judge.Role{}
	if got := s.votes(stranger); got != "" {
		t.Errorf("before anybody has voted: %q", got)
	}
	for _, c := range []struct{ power, vote, want string }{
		{"Milan", "draw", "A player proposes a draw of all who are left: 1 of 4 agree."},
		{"Venice", "concede Naples", "A player proposes a draw of all who are left: 1 of 4 agree. A player proposes to concede the game to Naples: 1 of 3 agree."},
		{"Florence", "draw", "A player proposes a draw of all who are left: 2 of 4 agree. A player proposes to concede the game to Naples: 1 of 3 agree."},
		{"Venice", "nothing", "A player proposes a draw of all who are left: 2 of 4 agree."},
	} {
		if err := s.vote(c.power, c.vote); err != nil {
			t.Fatal(err)
		}
		for _, role := range []judge.Role{stranger, s.player("Naples"), {Master: true}} {
			if got := s.votes(role); got != c.want {
				t.Errorf("%s votes %q: %+v is told %q, want %q", c.power, c.vote, role, got, c.want)
			}
		}
	}
	if told := s.proposed("Naples"); told != 2 { // once for each proposal
		t.Errorf("players were told of %d proposals, want 2", told)
	}

	s = begin(t, func(h *judge.Hosting) { h.Dias = false })
	for power, vote := range map[string]string{"Milan": "draw Milan Venice", "Venice": "draw Milan Venice Naples"} {
		if err := s.vote(power, vote); err != nil {
			t.Fatal(err)
		}
	}
	want := "A player proposes a draw among Milan and Venice: 2 of 4 agree. A player proposes a draw among Milan, Naples and Venice: 1 of 4 agree."
	for _, text := range strings.SplitAfter(want, "agree.") {
		if got := s.votes(stranger); !strings.Contains(got, strings.TrimSpace(text)) {
			t.Errorf("%q is not in %q", text, got)
		}
	}

	s = begin(t, func(h *judge.Hosting) { h.HideVotes = true })
	if err := s.vote("Milan", "draw"); err != nil {
		t.Fatal(err)
	}
	for _, role := range []judge.Role{stranger, s.player("Milan"), s.player("Naples")} {
		if got := s.votes(role); got != "" {
			t.Errorf("votes are hidden, but %+v is told %q", role, got)
		}
	}
	if got := s.votes(judge.Role{Master: true}); !strings.Contains(got, "1 of 4") {
		t.Errorf("the master is told %q", got)
	}
	if told := s.proposed("Naples"); told != 0 {
		t.Errorf("votes are hidden, but players are told of %d proposals", told)
	}
}

// awaits names the powers that a role is told to be awaited.
func (s *story) awaits(role judge.Role) string {
	s.t.Helper()
	states, err := s.States(ctx, s.game.ID, role)
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for i, x := range states {
		if x.Awaited {
			out = append(out, s.names([]int{i + 1}))
		}
	}
	return strings.Join(out, " ")
}

// TestAwaited tells everybody whose orders the phase waits for, and only masters
// of a quiet game.
func TestAwaited(t *testing.T) {
	s := begin(t, nil)
	s.orders("Milan")
	for _, role := range []judge.Role{{}, s.player("Milan"), {Master: true}} {
		if got := s.awaits(role); strings.Contains(got, "Milan") || !strings.Contains(got, "Venice") || !strings.Contains(got, "Florence") {
			t.Errorf("%+v is told that %q are awaited", role, got)
		}
	}
	s = begin(t, func(h *judge.Hosting) { h.Quiet = true })
	if got := s.awaits(judge.Role{}); got != "" {
		t.Errorf("the game is quiet, but strangers are told that %q are awaited", got)
	}
	if got := s.awaits(s.player("Milan")); got != "Milan" {
		t.Errorf("the game is quiet; Milan is told that %q are awaited", got)
	}
	if got := s.awaits(judge.Role{Master: true}); !strings.Contains(got, "Venice") {
		t.Errorf("the master of a quiet game is told that %q are awaited", got)
	}
}
