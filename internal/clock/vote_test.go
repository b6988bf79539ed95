package clock_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

func TestVotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what  string
		names bool     // whether draws name powers
		votes []string // such as "Milan draw"
		ends  string   // how the end is announced; empty if the game continues
		wins  string
	}{
		{"a draw of all", false, []string{"Milan draw", "Venice draw", "Naples draw", "Florence draw"}, "draw", "Milan Venice Naples Florence"},
		{"a draw that one does not want", false, []string{"Milan draw", "Venice draw", "Naples draw"}, "", ""},
		{"a draw from which one has stepped back", false, []string{"Milan draw", "Venice draw", "Naples draw", "Milan nothing", "Florence draw"}, "", ""},
		{"a concession by all others", false, []string{"Milan concede Naples", "Venice concede Naples", "Florence concede Naples"}, "concession", "Naples"},
		{"a concession that one does not want", false, []string{"Milan concede Naples", "Venice concede Naples", "Florence draw"}, "", ""},
		{"concessions to different powers", false, []string{"Milan concede Naples", "Venice concede Naples", "Florence concede Milan", "Naples concede Milan"}, "", ""},
		{
			"a draw of three that the fourth agrees to", true,
			[]string{"Milan draw Milan Venice Naples", "Venice draw Milan Venice Naples", "Naples draw Milan Venice Naples", "Florence draw Milan Venice Naples"},
			"draw", "Milan Venice Naples",
		},
		{
			"the largest set that all accept", true,
			[]string{"Milan draw Milan Venice Naples", "Venice draw Milan Venice Naples Florence", "Naples draw Milan Venice Naples", "Florence draw Milan Venice Naples"},
			"draw", "Milan Venice Naples",
		},
		{
			"who names himself is left out by nobody", true,
			[]string{"Milan draw Milan Venice", "Venice draw Milan Venice", "Naples draw Milan Venice", "Florence draw Milan Venice Florence"},
			"", "",
		},
		{
			"who has not voted accepts his own victory", true,
			[]string{"Milan draw Venice Naples", "Naples draw Naples Venice", "Florence draw Venice"},
			"", "",
		},
		{
			"a draw of one is a concession", true,
			[]string{"Milan draw Venice Florence", "Naples draw Venice", "Florence draw Venice"},
			"concession", "Venice",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := judgetest.Begin(t, func(h *hosting.Hosting) { h.Dias = !c.names })
			for _, v := range c.votes {
				power, text, _ := strings.Cut(v, " ")
				if err := s.CastVote(power, text); err != nil {
					t.Fatal(v, err)
				}
			}
			now, err := s.Base.Game(ctx, s.TheGame.ID)
			if err != nil || now.Finished != (c.ends != "") {
				t.Fatalf("finished: %t, %v", now.Finished, err)
			}
			if c.ends == "" {
				return
			}
			if now.Status != game.Over {
				t.Errorf("status %s", now.Status)
			}
			var seats []int
			for i, powers := range s.TheGame.Setting.Seats {
				for _, w := range strings.Fields(c.wins) {
					if s.Power(w) == powers[0] {
						seats = append(seats, i+1)
					}
				}
			}
			passVotes(s)
			s.Expect(`
				Thu 1 Jan 10:00 spring 1385 orders is the last
				Thu 1 Jan 10:00 ` + c.ends + " " + s.Names(seats) + `: all`)
			if err := s.Archive.Replay(ctx, s.TheGame.ID); err != nil {
				t.Error(err)
			}
			judgetest.Code(t, s.CastVote("Milan", "draw"), game.Conflict)
			s.Until("Fri 9 Jan 20:00")
			s.Expect(``)
			if due, err := s.Judge.Clock.NextDue(ctx); err != nil || !due.IsZero() {
				t.Errorf("something is due: %v, %v", due, err)
			}
		})
	}
}

// passVotes drains the notices about votes, and checks that none names who voted.
func passVotes(s *judgetest.Story) {
	s.T.Helper()
	entries, err := s.Press.Log(ctx, s.TheGame.ID, master, s.LastRead, 1000)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, e := range entries {
		var n journal.Notice
		if e.Kind != game.NoticeEntry {
			return
		}
		if s.Unpack(e, &n); n.Topic != journal.TopicVote {
			return
		}
		if s.LastRead = e.Seq; !e.Audience.All || len(n.Seats) > 0 || n.Who != "" || e.From != 0 {
			s.T.Errorf("a notice names the voter: %+v", n)
		}
	}
}

func TestVotesRefused(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	judgetest.Code(t, s.CastVote("Milan", "concede Milan"), game.Invalid)
	judgetest.Code(t, s.CastVote("Milan", "draw Milan Venice"), game.Invalid)
	judgetest.Code(t, s.Judge.Clock.Vote(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Venice"), game.Ballot{Draw: true}), game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.Vote(ctx, s.TheGame.ID, game.Role{Observer: true}, 0, game.Ballot{Draw: true}), game.NotFound)
	judgetest.Code(t, s.Judge.Clock.Vote(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), game.Ballot{Draw: true, Concede: 2}), game.Invalid)
	judgetest.Code(t, s.Judge.Clock.Vote(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), game.Ballot{Concede: 15}), game.Invalid)
	if err := s.CastVote("Milan", "draw"); err != nil {
		t.Fatal(err)
	}
	v, err := s.Judge.Clock.Ballot(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"))
	if err != nil || !v.Draw {
		t.Errorf("%+v, %v", v, err)
	}
	_, err = s.Judge.Clock.Ballot(ctx, s.TheGame.ID, s.Player("Venice"), s.Seat("Milan"))
	judgetest.Code(t, err, game.Forbidden)
	if err := s.Judge.Clock.Pause(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, s.CastVote("Venice", "draw"), game.Conflict)

	s = judgetest.Begin(t, func(h *hosting.Hosting) { h.Dias, h.Concessions = false, false })
	judgetest.Code(t, s.CastVote("Milan", "draw"), game.Invalid)
	judgetest.Code(t, s.CastVote("Milan", "concede Venice"), game.Forbidden)
}

// TestVotesLiveOnePhase checks that votes expire with the phase, and that a
// master may vote on a player's behalf.
func TestVotesLiveOnePhase(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	for _, p := range []string{"Milan", "Venice", "Naples"} {
		if err := s.CastVote(p, "draw"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, s.TheGame.Revision); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"Florence", "Venice", "Naples"} {
		if err := s.CastVote(p, "draw"); err != nil {
			t.Fatal(err)
		}
	}
	if now, err := s.Base.Game(ctx, s.TheGame.ID); err != nil || now.Finished {
		t.Errorf("a vote of the previous phase counts: %v", err)
	}
	if err := s.Judge.Clock.Vote(ctx, s.TheGame.ID, master, s.Seat("Milan"), game.Ballot{Draw: true}); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Base.Game(ctx, s.TheGame.ID); err != nil || !now.Finished {
		t.Errorf("not over: %v", err)
	}
}

// TestVotesOfSeatsWithSeveralPowers checks that a seat votes for all its
// powers.
func TestVotesOfSeatsWithSeveralPowers(t *testing.T) {
	t.Parallel()
	n := lobby.NewGame{Scenario: "B", Variant: "B-2-2"}
	s := judgetest.BeginWith(t, n, nil)
	for _, p := range []string{"Venice", "Milan"} {
		if err := s.CastVote(p, "draw"); err != nil {
			t.Fatal(err)
		}
	}
	passVotes(s)
	s.Expect(`
		Thu 1 Jan 10:00 spring 1454 orders is the last
		Thu 1 Jan 10:00 draw ` + s.Names([]int{1, 2}) + `: all`)

	s = judgetest.BeginWith(t, n, nil)
	judgetest.Code(t, s.CastVote("Venice", "concede Papacy"), game.Invalid) // its own power
	if err := s.CastVote("Milan", "concede Venice"); err != nil {
		t.Fatal(err)
	}
	s.Expect(`
		Thu 1 Jan 10:00 spring 1454 orders is the last
		Thu 1 Jan 10:00 concession ` + s.Names([]int{s.Seat("Venice")}) + `: all`)
}
