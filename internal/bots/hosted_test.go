package bots_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

func (n *inn) account(name string) *judge.Account {
	n.t.Helper()
	a, secret, err := n.Register(ctx, name, name+"@example.org", "")
	if err == nil {
		_, err = n.Verify(ctx, secret.Secret())
	}
	if err != nil {
		n.t.Fatal(err)
	}
	return a
}

// host is a hosted game of four powers that forms, with its master; one player
// has joined.
func (n *inn) host(change func(*judge.Hosting)) (g *judge.Game, lord judge.Role, player *judge.Account) {
	n.t.Helper()
	master := n.account("lorenzo")
	h := judge.DefaultHosting()
	h.Bots, h.Zone = true, "UTC"
	for i := range h.Timing {
		h.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: 3 * time.Hour, Grace: time.Hour, Days: "SMTWTFS"}
	}
	if change != nil {
		change(&h)
	}
	g, err := n.Host(ctx, master.ID, judge.NewGame{Name: "Fiesole", Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic"}, h)
	if err != nil {
		n.t.Fatal(err)
	}
	player = n.account("anna")
	if err := n.Join(ctx, g.ID, player.ID, ""); err != nil {
		n.t.Fatal(err)
	}
	return g, n.role(g.ID, master), player
}

func (n *inn) role(id string, a *judge.Account) judge.Role {
	n.t.Helper()
	r, err := n.RoleOf(ctx, id, a.ID)
	if err != nil {
		n.t.Fatal(err)
	}
	return r
}

func (n *inn) must(err error) {
	n.t.Helper()
	if err != nil {
		n.t.Fatal(err)
	}
}

// wait lets time go by in steps so small that the judge is never out of service;
// idle has computer players rest.
func (n *inn) wait(d time.Duration, idle bool) {
	n.t.Helper()
	for end := n.clock.Now().Add(d); n.clock.Now().Before(end); n.clock.advance(time.Minute) {
		_, err := n.Work(ctx)
		n.must(err)
		if !idle {
			n.work()
		}
	}
}

// topics are those of the notices that everybody was told.
func (n *inn) topics(id string) []judge.Topic {
	n.t.Helper()
	entries, err := n.Log(ctx, id, judge.Role{Master: true}, 0, 1000)
	if err != nil {
		n.t.Fatal(err)
	}
	var out []judge.Topic
	for _, e := range entries {
		if e.Kind != judge.NoticeEntry {
			continue
		}
		var x judge.Notice
		if err := json.Unmarshal(e.Data, &x); err != nil {
			n.t.Fatal(err)
		}
		out = append(out, x.Topic)
	}
	return out
}

// hold is complete orders of a player: his units hold, and winter is left as it is.
func (n *inn) hold(id string, a *judge.Account) {
	n.t.Helper()
	role := n.role(id, a)
	text := ""
	ph, err := n.Current(ctx, id)
	n.must(err)
	s := ph.Before.Setting
	if ph.Phase.Step == machiavelli.Orders {
		for _, u := range ph.Before.Units {
			if slices.Contains(s.Seats[role.Seat-1], u.Owner) {
				text += u.Type.Letter() + " " + s.Board.Name(u.Place()) + " holds\n"
			}
		}
	}
	_, err = n.Submit(ctx, id, role, role.Seat, n.game(id).Revision, text)
	n.must(err)
}

// TestHostedBots: computer players fill a game whose master allows it. They hold
// their seats openly, the game waits for the person only, and nobody is told
// that they are late.
func TestHostedBots(t *testing.T) {
	n := newInn(t)
	g, lord, anna := n.host(func(h *judge.Hosting) { h.Gunboat = true })
	want(t, n.StartWithBots(ctx, g.ID, n.role(g.ID, anna), ""), judge.Forbidden)
	want(t, n.StartWithBots(ctx, g.ID, lord, "genius"), judge.Invalid)
	n.must(n.StartWithBots(ctx, g.ID, lord, ""))
	role := n.role(g.ID, anna)
	seats, err := n.Seats(ctx, g.ID)
	n.must(err)
	for _, s := range seats {
		name := "Hard (computer)"
		if s.Number == role.Seat {
			name = "" // the game hides its players
		}
		if s.Player != name || (s.Bot == "") != (s.Number == role.Seat) {
			t.Errorf("seat %d: %+v", s.Number, s)
		}
	}
	n.work()
	n.hold(g.ID, anna)
	n.clock.advance(time.Hour)
	n.work()
	if now := n.game(g.ID); now.Number < 2 {
		t.Fatalf("the game waits though all orders are in: %s", now.Phase)
	}
	for range 12 {
		n.wait(30*time.Minute, false)
		st, err := n.States(ctx, g.ID, lord)
		n.must(err)
		for i, s := range st {
			if s.Bot != "" && (s.Late || s.LateCount > 0 || s.Abandoned || s.Disorder) {
				t.Errorf("seat %d of a computer player: %+v", i+1, s)
			}
		}
	}
	for _, x := range []judge.Topic{judge.TopicReminder, judge.TopicLate} { // the person, who has gone to sleep
		if !slices.Contains(n.topics(g.ID), x) {
			t.Errorf("nobody was told of %s", x)
		}
	}
	n.must(n.Replay(ctx, g.ID))
}

// TestAwayBots: where computer players do not order in time, because nothing
// works for them, the game goes on without them at its deadline.
func TestAwayBots(t *testing.T) {
	n := newInn(t)
	g, lord, anna := n.host(nil)
	n.must(n.StartWithBots(ctx, g.ID, lord, "random"))
	n.hold(g.ID, anna)
	plan, err := n.Plan(ctx, g.ID)
	n.must(err)
	left := plan.Deadline.Sub(n.clock.Now())
	n.wait(left-2*time.Minute, true)
	if n.game(g.ID).Number != 1 {
		t.Fatal("the game did not wait for computer players that are about to order")
	}
	n.wait(5*time.Minute, true)
	if n.game(g.ID).Number == 1 {
		t.Error("the game waits for computer players after its deadline")
	}
	if slices.Contains(n.topics(g.ID), judge.TopicLate) {
		t.Error("somebody was told to be late")
	}
}

// TestBotSeats: a master gives a vacant seat to a computer player and takes it
// away again; a person takes one over.
func TestBotSeats(t *testing.T) {
	n := newInn(t)
	g, lord, anna := n.host(nil)
	n.must(n.StartWithBots(ctx, g.ID, lord, "random"))
	n.work()
	mine := n.role(g.ID, anna).Seat
	other := mine%4 + 1
	want(t, n.SetBot(ctx, g.ID, lord, mine, ""), judge.Conflict)
	want(t, n.SetBot(ctx, g.ID, n.role(g.ID, anna), other, judge.NoBot), judge.Forbidden)
	want(t, n.SetBot(ctx, g.ID, lord, mine, judge.NoBot), judge.Conflict)
	want(t, n.SetBot(ctx, g.ID, lord, other, "random"), judge.Conflict)
	want(t, n.SetBot(ctx, g.ID, lord, 9, "random"), judge.NotFound)
	_, err := n.Submit(ctx, g.ID, judge.Role{Seat: other}, other, n.game(g.ID).Revision, "") // a master in its stead
	want(t, err, judge.Conflict)

	bruno := n.account("bruno")
	n.must(n.TakeOver(ctx, g.ID, bruno.ID, other))
	if r := n.role(g.ID, bruno); r.Seat != other {
		t.Errorf("%+v", r)
	}
	n.must(n.Leave(ctx, g.ID, n.role(g.ID, anna)))
	n.must(n.SetBot(ctx, g.ID, lord, mine, ""))
	n.must(n.Eject(ctx, g.ID, lord, mine, ""))
	n.must(n.SetBot(ctx, g.ID, lord, mine, "random"))
	want(t, n.TakeOver(ctx, g.ID, n.account("carlo").ID, other), judge.Conflict)
	n.work()
	n.hold(g.ID, bruno)
	n.must(n.SetWait(ctx, g.ID, n.role(g.ID, bruno), other, false))
	n.clock.advance(time.Hour)
	n.work()
	if now := n.game(g.ID); now.Number < 2 {
		t.Errorf("the game stands at %s", now.Phase)
	}
	n.must(n.RollbackFor(ctx, g.ID, lord, 1, true, "a test"))
	n.work()
	st, err := n.States(ctx, g.ID, lord)
	n.must(err)
	if st[mine-1].Acted != n.game(g.ID).Revision {
		t.Error("the computer player does not order anew after the game was taken back")
	}
	h, err := n.Hosting(ctx, g.ID)
	n.must(err)
	h.Bots = false
	_, err = n.SetHosting(ctx, g.ID, lord, h)
	n.must(err)
	n.must(n.SetBot(ctx, g.ID, lord, mine, judge.NoBot))
	want(t, n.SetBot(ctx, g.ID, lord, mine, ""), judge.Forbidden)
}

// TestBotVotes: computer players agree to a draw that all people want, and to
// nothing else.
func TestBotVotes(t *testing.T) {
	for _, dias := range []bool{true, false} {
		n := newInn(t)
		g, lord, anna := n.host(func(h *judge.Hosting) { h.Dias, h.ManualStart = dias, true })
		bruno := n.account("bruno")
		n.must(n.Join(ctx, g.ID, bruno.ID, ""))
		n.must(n.StartWithBots(ctx, g.ID, lord, ""))
		n.work()
		g = n.game(g.ID)
		v := judge.Ballot{Draw: true}
		both := machiavelli.PowerSet(0)
		for _, who := range []*judge.Account{anna, bruno} {
			for _, p := range g.Setting.Seats[n.role(g.ID, who).Seat-1] {
				both = both.With(p)
			}
		}
		if !dias {
			v.Among = both
		}
		role := n.role(g.ID, anna)
		concede := judge.Ballot{Concede: g.Setting.Seats[n.role(g.ID, bruno).Seat-1][0]}
		n.must(n.Vote(ctx, g.ID, role, role.Seat, concede))
		n.must(n.Vote(ctx, g.ID, role, role.Seat, v))
		if n.game(g.ID).Finished {
			t.Fatal("one person of two has ended the game")
		}
		role = n.role(g.ID, bruno)
		n.must(n.Vote(ctx, g.ID, role, role.Seat, v))
		if !n.game(g.ID).Finished {
			t.Errorf("dias %v: computer players keep people in the game", dias)
		}
	}
}

// TestAlone: a person alone among computer players cannot vote himself the
// victory.
func TestAlone(t *testing.T) {
	n := newInn(t)
	g, lord, anna := n.host(func(h *judge.Hosting) { h.Dias, h.NMR = false, true })
	n.must(n.StartWithBots(ctx, g.ID, lord, ""))
	role := n.role(g.ID, anna)
	v := judge.Ballot{Draw: true}
	for _, p := range n.game(g.ID).Setting.Seats[role.Seat-1] {
		v.Among = v.Among.With(p)
	}
	n.must(n.Vote(ctx, g.ID, role, role.Seat, v))
	if n.game(g.ID).Finished {
		t.Error("the game is over")
	}
	n.must(n.Leave(ctx, g.ID, role))
	n.wait(12*time.Hour, false)
	if now := n.game(g.ID); now.Status != judge.Paused {
		t.Errorf("a game without people is %s", now.Status)
	}
	if slices.Contains(n.topics(g.ID), judge.TopicUnstarted) {
		t.Error("the start was taken back")
	}
}

// TestBotsUnstart: a start that is taken back takes the computer players with it.
func TestBotsUnstart(t *testing.T) {
	n := newInn(t)
	g, lord, _ := n.host(nil)
	n.must(n.StartWithBots(ctx, g.ID, lord, ""))
	n.must(n.Unstart(ctx, g.ID, lord))
	n.work()
	if p, err := n.Places(ctx, g.ID, lord); err != nil || p.Missing != 3 {
		t.Errorf("%+v %v", p, err)
	}
	n.must(n.StartWithBots(ctx, g.ID, lord, "random"))
	n.work()
	seats, err := n.Seats(ctx, g.ID)
	n.must(err)
	bots := 0
	for _, s := range seats {
		if s.Bot == "random" && s.Ready {
			bots++
		}
	}
	if bots != 3 {
		t.Errorf("%d computer players have ordered: %+v", bots, seats)
	}
}
