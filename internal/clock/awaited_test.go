package clock_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/machiavelli/message"
)

// votes returns the state of the votes as a role sees it, such as "a draw of all who are left:
// 1 of 4".
func votes(s *judgetest.Story, role game.Role) string {
	s.T.Helper()
	all, err := s.Judge.Clock.Votes(ctx, s.TheGame.ID, role)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for _, v := range all {
		out = append(out, v.Says(s.TheGame).String())
	}
	return strings.Join(out, " ")
}

// proposed returns the number of proposals of which a player was notified.
func proposed(s *judgetest.Story, power string) int {
	s.T.Helper()
	entries, err := s.Press.Log(ctx, s.TheGame.ID, s.Player(power), 0, 1000)
	if err != nil {
		s.T.Fatal(err)
	}
	told := 0
	for _, e := range entries {
		if strings.Contains(string(e.Data), "A player proposes") {
			told++
		}
	}
	return told
}

// TestVotesAreCounted checks that everyone sees the number of votes but not who
// voted, and that only masters see it if the game hides votes.
func TestVotesAreCounted(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	stranger := game.Role{}
	if got := votes(s, stranger); got != "" {
		t.Errorf("before the first vote: %q", got)
	}
	for _, c := range []struct{ power, vote, want string }{
		{"Milan", "draw", "A player proposes a draw of all who are left: 1 of 4 agree."},
		{"Venice", "concede Naples", "A player proposes a draw of all who are left: 1 of 4 agree. A player proposes to concede the game to Naples: 1 of 3 agree."},
		{"Florence", "draw", "A player proposes a draw of all who are left: 2 of 4 agree. A player proposes to concede the game to Naples: 1 of 3 agree."},
		{"Venice", "nothing", "A player proposes a draw of all who are left: 2 of 4 agree."},
	} {
		if err := s.CastVote(c.power, c.vote); err != nil {
			t.Fatal(err)
		}
		for _, role := range []game.Role{stranger, s.Player("Naples"), {Master: true}} {
			if got := votes(s, role); got != c.want {
				t.Errorf("%s votes %q: %+v sees %q, want %q", c.power, c.vote, role, got, c.want)
			}
		}
	}
	if told := proposed(s, "Naples"); told != 2 { // once for each proposal
		t.Errorf("players were notified of %d proposals, want 2", told)
	}

	s = judgetest.Begin(t, func(h *hosting.Hosting) { h.Dias = false })
	for power, vote := range map[string]string{"Milan": "draw Milan Venice", "Venice": "draw Milan Venice Naples"} {
		if err := s.CastVote(power, vote); err != nil {
			t.Fatal(err)
		}
	}
	want := "A player proposes a draw among Milan and Venice: 2 of 4 agree. A player proposes a draw among Milan, Naples and Venice: 1 of 4 agree."
	for _, text := range strings.SplitAfter(want, "agree.") {
		if got := votes(s, stranger); !strings.Contains(got, strings.TrimSpace(text)) {
			t.Errorf("%q is not in %q", text, got)
		}
	}

	s = judgetest.Begin(t, func(h *hosting.Hosting) { h.HideVotes = true })
	if err := s.CastVote("Milan", "draw"); err != nil {
		t.Fatal(err)
	}
	for _, role := range []game.Role{stranger, s.Player("Milan"), s.Player("Naples")} {
		if got := votes(s, role); got != "" {
			t.Errorf("votes are hidden, but %+v sees %q", role, got)
		}
	}
	if got := votes(s, game.Role{Master: true}); !strings.Contains(got, "1 of 4") {
		t.Errorf("the master sees %q", got)
	}
	if told := proposed(s, "Naples"); told != 0 {
		t.Errorf("votes are hidden, but players are notified of %d proposals", told)
	}
}

// awaits returns the names of the powers that a role sees as awaited.
func awaits(s *judgetest.Story, role game.Role) string {
	s.T.Helper()
	states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, role)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for i, x := range states {
		if x.Awaited {
			out = append(out, s.Names([]int{i + 1}))
		}
	}
	return strings.Join(out, " ")
}

// TestAwaited checks that everyone sees whose orders the phase waits for, but
// only masters in a quiet game.
func TestAwaited(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Send("Milan")
	for _, role := range []game.Role{{}, s.Player("Milan"), {Master: true}} {
		if got := awaits(s, role); strings.Contains(got, "Milan") || !strings.Contains(got, "Venice") || !strings.Contains(got, "Florence") {
			t.Errorf("%+v sees that %q are awaited", role, got)
		}
	}
	s = judgetest.Begin(t, func(h *hosting.Hosting) { h.Quiet = true })
	if got := awaits(s, game.Role{}); got != "" {
		t.Errorf("the game is quiet, but strangers see that %q are awaited", got)
	}
	if got := awaits(s, s.Player("Milan")); got != "Milan" {
		t.Errorf("the game is quiet; Milan sees that %q are awaited", got)
	}
	if got := awaits(s, game.Role{Master: true}); !strings.Contains(got, "Venice") {
		t.Errorf("the master of a quiet game sees that %q are awaited", got)
	}
}

// TestAwaitedWithoutPlayer checks that a power whose player has resigned is shown as open, not as
// awaited, as long as the phase waits for it: until the end of the grace period if the game
// continues without orders, otherwise until someone takes the seat over. It also checks that the
// notice after the deadline says the same.
func TestAwaitedWithoutPlayer(t *testing.T) {
	t.Parallel()
	for _, nmr := range []bool{false, true} {
		t.Run(map[bool]string{false: "waits", true: "goes on"}[nmr], func(t *testing.T) {
			s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) { h.NMR = nmr })
			check := func(when, played, open string) {
				t.Helper()
				for _, role := range []game.Role{{}, s.Player("Venice"), {Master: true}} {
					states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, role)
					if err != nil {
						t.Fatal(err)
					}
					if p, o := clock.Awaited(states); s.Names(p) != played || s.Names(o) != open {
						t.Errorf("%s %+v sees that %q are awaited and %q are open, not %q and %q", when, role, s.Names(p), s.Names(o), played, open)
					}
				}
			}
			number := func() int {
				g, err := s.Base.Game(ctx, s.TheGame.ID)
				if err != nil {
					t.Fatal(err)
				}
				return g.Number
			}
			if err := s.Lobby.Leave(ctx, s.TheGame.ID, s.Player("Milan")); err != nil {
				t.Fatal(err)
			}
			s.Send("Venice Naples")
			check("after the resignation", "Florence", "Milan")
			s.Send("Florence")
			check("with all other orders", "", "Milan")
			plan, err := s.Judge.Clock.Plan(ctx, s.TheGame.ID)
			if err != nil {
				t.Fatal(err)
			}
			s.Reach(plan.Deadline.Add(-time.Minute))
			if number() != 1 {
				t.Fatal("the phase did not wait for Milan")
			}
			s.Reach(plan.Deadline.Add(time.Minute))
			var late string
			l, err := s.Press.Log(ctx, s.TheGame.ID, game.Role{Master: true}, 0, 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range l {
				var n journal.Notice
				if e.Kind == game.NoticeEntry {
					if s.Unpack(e, &n); n.Topic == journal.TopicLate {
						late += n.In(message.English)
					}
				}
			}
			if strings.Contains(late, "Orders missing") || !strings.Contains(late, "Waiting for someone to take over Milan.") || strings.Contains(late, "resolved without") != nmr {
				t.Errorf("notice to everybody after the deadline: %s", late)
			}
			check("after the deadline", "", "Milan")
			s.Reach(plan.Grace.Add(time.Minute))
			if !nmr {
				if number() != 1 {
					t.Fatal("the phase did not wait for Milan")
				}
				check("after the end of grace", "", "Milan")
				return
			}
			if number() != 2 {
				t.Fatal("the phase still waits for Milan")
			}
			check("in the next phase", "Venice+Naples+Florence", "")
			s.Send("Venice Naples Florence")
			check("with all orders in the next phase", "", "")
			s.Reach(plan.Grace.Add(24 * time.Hour))
			if number() != 3 {
				t.Error("nobody was awaited, but the game did not advance")
			}
		})
	}
}
