package judge_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/store"
)

// kept returns the outcomes in an account's record.
func kept(s *judgetest.Story, id string) string {
	s.T.Helper()
	a, err := s.Users.Account(ctx, id)
	if err != nil {
		s.T.Fatal(err)
	}
	k, err := account.ReadRecord(a, s.Base.Now())
	if err != nil {
		s.T.Fatal(err)
	}
	return string(k.Outcomes)
}

// TestRecords checks that a rated game records whether players meet deadlines.
func TestRecords(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) { h.Rated, h.NMR = true, true })
	s.Send("Milan Venice")
	s.Until("Tue 6 Jan 10:00")
	s.Send("Naples")
	s.Until("Thu 8 Jan 20:00")
	check := func(want map[string]string) {
		t.Helper()
		for power, outcomes := range want {
			if got := kept(s, s.IDs[s.Seat(power)-1]); got != outcomes {
				t.Errorf("%s: %q, want %q", power, got, outcomes)
			}
		}
	}
	check(map[string]string{"Milan": "+", "Venice": "+", "Naples": "-", "Florence": "A"})

	// A player whom the master does not wait for is not blamed, and one who
	// resigns is.
	s.Send("Milan")
	if err := s.Vacate(ctx, s.TheGame.ID, s.Seat("Venice")); err != nil {
		t.Fatal(err)
	}
	now, _ := s.Base.Game(ctx, s.TheGame.ID)
	if _, err := s.Judge.Clock.Process(ctx, now.ID, master, now.Revision); err != nil {
		t.Fatal(err)
	}
	check(map[string]string{"Milan": "++", "Venice": "+R", "Naples": "-", "Florence": "A"})
}

// TestMoneyWithoutUnits checks that the game waits for a seat that can still
// spend, unless the seat declines.
func TestMoneyWithoutUnits(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginWith(t, lobby.NewGame{Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic"}, nil)
	if err := s.Strip(ctx, s.TheGame.ID, s.TheGame.Setting.Seats[s.Seat("Milan")-1]...); err != nil {
		t.Fatal(err)
	}
	s.TheGame, _ = s.Base.Game(ctx, s.TheGame.ID)
	s.Send("Venice")
	s.Until("Fri 2 Jan 9:00")
	seats, err := s.Base.Seats(ctx, s.TheGame.ID)
	if err != nil || !seats[s.Seat("Milan")-1].Owes {
		t.Errorf("%+v, %v", seats, err)
	}
	s.Expect(``)
	if err := s.Judge.Clock.SetPass(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), true); err != nil {
		t.Fatal(err)
	}
	s.WorkDue()
	s.ExpectSome("result")
	if err := s.Judge.Clock.SetPass(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), false); err != nil {
		t.Fatal(err)
	}
	s.Send("Venice")
	s.Until("Sat 3 Jan 9:00")
	s.Expect(``)
	s.TheGame, _ = s.Base.Game(ctx, s.TheGame.ID)
	// Milan has nothing to order, but can still spend money
	if _, err := s.Submit(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), s.TheGame.Revision, ""); err != nil {
		t.Fatal(err)
	}
	s.Until("Sat 3 Jan 9:30")
	s.ExpectSome("result")
}

// TestExcommunicated checks that an excommunicated player cannot write until
// the orders of the next campaign are resolved.
func TestExcommunicated(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginWith(t, lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "machiavelli-1995"}, func(h *hosting.Hosting) {
		h.Press = hosting.PressRules{White: true, Partial: true, Postal: true, Observers: "any"}
	})
	process := func() {
		t.Helper()
		now, err := s.Base.Game(ctx, s.TheGame.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Judge.Clock.Process(ctx, now.ID, master, now.Revision); err != nil {
			t.Fatal(err)
		}
	}
	say := func(m press.NewMessage) error {
		m.Text = "I protest."
		return s.Press.Say(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), m)
	}
	for n := 0; ; n++ {
		now, _ := s.Base.Game(ctx, s.TheGame.ID)
		if now.Phase.Step.String() == "orders" {
			break
		}
		process()
	}
	s.Send("Papacy", "excommunicate Milan")
	if err := say(press.NewMessage{To: journal.Everybody}); err != nil {
		t.Fatal(err)
	}
	process()
	judgetest.Code(t, say(press.NewMessage{To: journal.Everybody}), game.Forbidden)
	judgetest.Code(t, say(press.NewMessage{To: s.To("Venice")}), game.Forbidden)
	judgetest.Code(t, say(press.NewMessage{Postal: true}), game.Forbidden)
	if err := say(press.NewMessage{ToMaster: true}); err != nil {
		t.Error(err)
	}
	s.Write("Venice", "Milan", press.NewMessage{})
	s.Reopen() // the ban is stored in the history, not in memory
	judgetest.Code(t, say(press.NewMessage{To: journal.Everybody}), game.Forbidden)
	process()
	if err := say(press.NewMessage{To: journal.Everybody}); err != nil {
		t.Error(err)
	}
}

// TestMailIsQueued checks that every entry of the log has a job, which contains only the number of
// the entry.
func TestMailIsQueued(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	s.Write("Milan", "Venice", press.NewMessage{Text: "a secret"})
	s.Send("Milan Venice Naples Florence")
	s.Until("Fri 2 Jan 10:00")
	db, err := store.Open(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var jobs []game.Job
	if err := db.Read(ctx, func(tx *game.Tx) error {
		jobs, err = tx.Jobs.Jobs("mail", false, 100)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if len(jobs) != 2 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for i, job := range jobs {
		var m journal.MailJob
		if err := json.Unmarshal(job.Data, &m); err != nil || m.Game != s.TheGame.ID || !slices.Equal(m.Entries(), []int64{int64(i + 1)}) || strings.Contains(string(job.Data), "secret") {
			t.Errorf("%s, %v", job.Data, err)
		}
		e, err := s.Press.Entry(ctx, m.Game, int64(i+1))
		if err != nil || e.Seq != int64(i+1) {
			t.Errorf("%+v, %v", e, err)
		}
	}
	_, err = s.Press.Entry(ctx, s.TheGame.ID, 3)
	judgetest.Code(t, err, game.NotFound)
	e, err := s.Press.Entry(ctx, s.TheGame.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Press.Censor(ctx, s.Player("Naples"), e); ok || err != nil {
		t.Errorf("Naples may see what is for Venice: %v", err)
	}
	if _, ok, err := s.Press.Censor(ctx, s.Player("Venice"), e); !ok || err != nil {
		t.Errorf("Venice may not see what is for Venice: %v", err)
	}
}

// TestLogInPieces checks that a reader who reads the log in pieces misses no entry, however many
// entries are invisible to them.
func TestLogInPieces(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	for range 7 {
		s.Write("Milan", "Venice", press.NewMessage{Text: "private"})
		s.Write("Milan", "all", press.NewMessage{Text: "public"})
	}
	var got []int64
	for after := int64(0); ; {
		entries, err := s.Press.Log(ctx, s.TheGame.ID, s.Player("Naples"), after, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			break
		}
		for _, e := range entries {
			after = e.Seq
			got = append(got, e.Seq)
		}
	}
	if len(got) != 7 || got[6] != 14 {
		t.Errorf("saw %v", got)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, nil)
	within, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	news, err := s.Press.Follow(within)
	if err != nil {
		t.Fatal(err)
	}
	if game := <-news; game != "" {
		t.Errorf("first %q", game)
	}
	s.Write("Milan", "all", press.NewMessage{})
	for game := range news {
		if game == s.TheGame.ID {
			return
		}
	}
	t.Error("the notice did not arrive")
}

// TestFinishedGameHasNoClock checks that a finished game has no clock.
func TestFinishedGameHasNoClock(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginWith(t, lobby.NewGame{
		Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic", Options: map[string]string{"victory-cities": "8", "victory-homes": "none", "unordered-unit-in-winter": "maintain"},
	}, func(h *hosting.Hosting) { h.Gunboat, h.Reveal = true, true })
	for range 40 {
		now, err := s.Base.Game(ctx, s.TheGame.ID)
		if err != nil {
			t.Fatal(err)
		}
		if now.Finished {
			break
		}
		if _, err := s.Judge.Clock.Process(ctx, now.ID, master, now.Revision); err != nil {
			t.Fatal(err)
		}
		entries, _ := s.Press.Log(ctx, s.TheGame.ID, master, s.LastRead, 1000)
		if len(entries) == 1 {
			s.ExpectSome("result")
		}
	}
	entries, err := s.Press.Log(ctx, s.TheGame.ID, master, s.LastRead, 1000)
	if err != nil || len(entries) != 3 {
		t.Fatal(len(entries), err)
	}
	for i, want := range []string{"orders is the last", "victory", "reveal: all"} {
		if got := s.Line(entries[i]); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	s.WorkDue()
	if due, err := s.Judge.Clock.NextDue(ctx); err != nil || !due.IsZero() {
		t.Errorf("something is due: %v, %v", due, err)
	}
	judgetest.Code(t, s.Judge.Clock.Pause(ctx, s.TheGame.ID, master), game.Conflict)
	judgetest.Code(t, s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), true), game.Conflict)
}

// TestSuccessorsCannotReadOldMessages checks that a new player of a seat cannot read the messages
// that the former player wrote and received.
func TestSuccessorsCannotReadOldMessages(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) {
		h.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Observers: "any"}
	})
	s.Write("Milan", "Venice", press.NewMessage{Text: "from the former"})
	s.Write("Venice", "Milan", press.NewMessage{Text: "to the former"})
	s.Write("Milan", "all", press.NewMessage{Text: "to all", Grey: true})
	if err := s.Lobby.Leave(ctx, s.TheGame.ID, s.Player("Milan")); err != nil {
		t.Fatal(err)
	}
	s.Until("Fri 2 Jan 10:00")
	heir := s.Person("The heir").ID
	if err := s.Lobby.TakeOver(ctx, s.TheGame.ID, heir, s.Seat("Milan")); err != nil {
		t.Fatal(err)
	}
	s.IDs[s.Seat("Milan")-1] = heir
	s.Write("Venice", "Milan", press.NewMessage{Text: "to the heir"})
	if got, want := s.Seen("Milan"), "to all: someone to all; to the heir: Venice to Milan"; got != want {
		t.Errorf("sees %q, want %q", got, want)
	}
}
