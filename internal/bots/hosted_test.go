package bots_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// host creates a forming hosted game of four powers, with its master and one player.
func (n *inn) host(change func(*hosting.Hosting)) (g *game.Game, lord game.Role, player *game.Account) {
	n.t.Helper()
	return n.hostBy("battleline-1978-basic", nil, change)
}

// hostBy is host with the given rules.
func (n *inn) hostBy(preset string, options map[string]string, change func(*hosting.Hosting)) (g *game.Game, lord game.Role, player *game.Account) {
	n.t.Helper()
	master := n.Person("lorenzo")
	h := hosting.Default()
	h.Bots, h.Zone = true, "UTC"
	for i := range h.Timing {
		h.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: 3 * time.Hour, Grace: time.Hour, Days: "SMTWTFS"}
	}
	if change != nil {
		change(&h)
	}
	g, err := n.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Fiesole", Scenario: "A", Variant: "A-4", Preset: preset, Options: options}, h)
	if err != nil {
		n.t.Fatal(err)
	}
	player = n.Person("anna")
	if err := n.Lobby.Join(ctx, g.ID, player.ID, ""); err != nil {
		n.t.Fatal(err)
	}
	return g, n.Part(g.ID, master), player
}

// wait advances the clock in steps so small that the judge never detects an outage. If idle is set,
// the computer players do not run.
func (n *inn) wait(d time.Duration, idle bool) {
	n.t.Helper()
	for end := n.clock.Now().Add(d); n.clock.Now().Before(end); n.clock.Advance(time.Minute) {
		_, err := n.Judge.Clock.Work(ctx)
		n.Must(err)
		if !idle {
			n.work()
		}
	}
}

// topics returns the topics of the notices that were sent to everyone.
func (n *inn) topics(id string) []journal.Topic {
	n.t.Helper()
	entries, err := n.Press.Log(ctx, id, game.Role{Master: true}, 0, 1000)
	if err != nil {
		n.t.Fatal(err)
	}
	var out []journal.Topic
	for _, e := range entries {
		if e.Kind != game.NoticeEntry {
			continue
		}
		var x journal.Notice
		if err := json.Unmarshal(e.Data, &x); err != nil {
			n.t.Fatal(err)
		}
		out = append(out, x.Topic)
	}
	return out
}

// hold sends complete orders for a player: in campaigns all units hold, and in other phases the
// text is empty.
func (n *inn) hold(id string, a *game.Account) {
	n.t.Helper()
	role := n.Part(id, a)
	text := ""
	ph, err := n.Base.Current(ctx, id)
	n.Must(err)
	s := ph.Before.Setting
	if ph.Phase.Step == machiavelli.Orders {
		for _, u := range ph.Before.Units {
			if slices.Contains(s.Seats[role.Seat-1], u.Owner) {
				text += u.Type.Letter() + " " + s.Board.Name(u.Place()) + " holds\n"
			}
		}
	}
	_, err = n.Judge.Clock.SaveOrders(ctx, id, role, clock.NewOrders{Revision: n.At(id).Revision, Sections: []ordertext.Section{{Seat: role.Seat, Text: text}}})
	n.Must(err)
}

// TestHostedBots fills a game with computer players, as its master allows.
// Their seats are marked, the game waits only for the person, and no computer
// player is announced as late.
func TestHostedBots(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, anna := n.host(func(h *hosting.Hosting) { h.Gunboat = true })
	judgetest.Code(t, n.Lobby.StartWithBots(ctx, g.ID, n.Part(g.ID, anna), ""), game.Forbidden)
	judgetest.Code(t, n.Lobby.StartWithBots(ctx, g.ID, lord, "genius"), game.Invalid)
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, ""))
	role := n.Part(g.ID, anna)
	seats, err := n.Base.Seats(ctx, g.ID)
	n.Must(err)
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
	n.clock.Advance(time.Hour)
	n.work()
	if now := n.At(g.ID); now.Number < 2 {
		t.Fatalf("the game waits though all orders are in: %s", now.Phase)
	}
	for range 12 {
		n.wait(30*time.Minute, false)
		st, err := n.Judge.Clock.States(ctx, g.ID, lord)
		n.Must(err)
		for i, s := range st {
			if s.Bot != "" && (s.Late || s.LateCount > 0 || s.Abandoned || s.Disorder) {
				t.Errorf("seat %d of a computer player: %+v", i+1, s)
			}
		}
	}
	for _, x := range []journal.Topic{journal.TopicReminder, journal.TopicLate} { // the person has missed the deadline
		if !slices.Contains(n.topics(g.ID), x) {
			t.Errorf("there is no notice of %s", x)
		}
	}
	n.Must(n.Archive.Replay(ctx, g.ID))
}

// TestAwayBots checks that a game continues at its deadline without computer
// players that have not run.
func TestAwayBots(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, anna := n.host(nil)
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, "random"))
	n.hold(g.ID, anna)
	plan, err := n.Judge.Clock.Plan(ctx, g.ID)
	n.Must(err)
	left := plan.Deadline.Sub(n.clock.Now())
	n.wait(left-2*time.Minute, true)
	if n.At(g.ID).Number != 1 {
		t.Fatal("the game did not wait for computer players that have not run yet")
	}
	n.wait(5*time.Minute, true)
	if n.At(g.ID).Number == 1 {
		t.Error("the game waits for computer players after its deadline")
	}
	if slices.Contains(n.topics(g.ID), journal.TopicLate) {
		t.Error("there is a notice of lateness")
	}
}

// TestBotSeats gives a vacant seat to a computer player and takes it away again. Then a person
// takes over such a seat.
func TestBotSeats(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, anna := n.host(nil)
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, "random"))
	n.work()
	mine := n.Part(g.ID, anna).Seat
	other := mine%4 + 1
	judgetest.Code(t, n.Lobby.SetBot(ctx, g.ID, lord, mine, ""), game.Conflict)
	judgetest.Code(t, n.Lobby.SetBot(ctx, g.ID, n.Part(g.ID, anna), other, lobby.NoBot), game.Forbidden)
	judgetest.Code(t, n.Lobby.SetBot(ctx, g.ID, lord, mine, lobby.NoBot), game.Conflict)
	judgetest.Code(t, n.Lobby.SetBot(ctx, g.ID, lord, other, "random"), game.Conflict)
	judgetest.Code(t, n.Lobby.SetBot(ctx, g.ID, lord, 9, "random"), game.NotFound)
	_, err := n.Judge.Clock.SaveOrders(ctx, g.ID, game.Role{Seat: other}, clock.NewOrders{Revision: n.At(g.ID).Revision, Sections: []ordertext.Section{{Seat: other, Text: ""}}}) // a master on its behalf
	judgetest.Code(t, err, game.Conflict)

	bruno := n.Person("bruno")
	n.Must(n.Lobby.TakeOver(ctx, g.ID, bruno.ID, other))
	if r := n.Part(g.ID, bruno); r.Seat != other {
		t.Errorf("%+v", r)
	}
	n.Must(n.Lobby.Leave(ctx, g.ID, n.Part(g.ID, anna)))
	n.Must(n.Lobby.SetBot(ctx, g.ID, lord, mine, ""))
	n.Must(n.Lobby.Eject(ctx, g.ID, lord, mine, ""))
	n.Must(n.Lobby.SetBot(ctx, g.ID, lord, mine, "random"))
	judgetest.Code(t, n.Lobby.TakeOver(ctx, g.ID, n.Person("carlo").ID, other), game.Conflict)
	n.work()
	n.hold(g.ID, bruno)
	n.Must(n.Judge.Clock.SetWait(ctx, g.ID, n.Part(g.ID, bruno), other, false))
	n.clock.Advance(time.Hour)
	n.work()
	if now := n.At(g.ID); now.Number < 2 {
		t.Errorf("the game is at %s", now.Phase)
	}
	n.Must(n.Admin.RollbackFor(ctx, g.ID, lord, 1, true, "a test"))
	n.work()
	st, err := n.Judge.Clock.States(ctx, g.ID, lord)
	n.Must(err)
	if st[mine-1].Acted != n.At(g.ID).Revision {
		t.Error("the computer player gives no new orders after the rollback")
	}
	h, err := n.Lobby.Hosting(ctx, g.ID)
	n.Must(err)
	h.Bots = false
	_, err = n.Lobby.SetHosting(ctx, g.ID, lord, h)
	n.Must(err)
	n.Must(n.Lobby.SetBot(ctx, g.ID, lord, mine, lobby.NoBot))
	judgetest.Code(t, n.Lobby.SetBot(ctx, g.ID, lord, mine, ""), game.Forbidden)
}

// TestBotVotes checks that computer players agree only to a draw that all human players want.
func TestBotVotes(t *testing.T) {
	t.Parallel()
	for _, dias := range []bool{true, false} {
		n := newInn(t)
		g, lord, anna := n.host(func(h *hosting.Hosting) { h.Dias, h.ManualStart = dias, true })
		bruno := n.Person("bruno")
		n.Must(n.Lobby.Join(ctx, g.ID, bruno.ID, ""))
		n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, ""))
		n.work()
		g = n.At(g.ID)
		v := game.Ballot{Draw: true}
		both := machiavelli.PowerSet(0)
		for _, who := range []*game.Account{anna, bruno} {
			for _, p := range g.Setting.Seats[n.Part(g.ID, who).Seat-1] {
				both = both.With(p)
			}
		}
		if !dias {
			v.Among = both
		}
		role := n.Part(g.ID, anna)
		concede := game.Ballot{Concede: g.Setting.Seats[n.Part(g.ID, bruno).Seat-1][0]}
		n.Must(n.Judge.Clock.Vote(ctx, g.ID, role, role.Seat, concede))
		n.Must(n.Judge.Clock.Vote(ctx, g.ID, role, role.Seat, v))
		if n.At(g.ID).Finished {
			t.Fatal("one person of two has ended the game")
		}
		role = n.Part(g.ID, bruno)
		n.Must(n.Judge.Clock.Vote(ctx, g.ID, role, role.Seat, v))
		if !n.At(g.ID).Finished {
			t.Errorf("dias %v: computer players keep people in the game", dias)
		}
	}
}

// TestOnePersonCannotVoteToWin checks that the only human player among computer players cannot
// vote for their own victory.
func TestOnePersonCannotVoteToWin(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, anna := n.host(func(h *hosting.Hosting) { h.Dias, h.NMR = false, true })
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, ""))
	role := n.Part(g.ID, anna)
	v := game.Ballot{Draw: true}
	for _, p := range n.At(g.ID).Setting.Seats[role.Seat-1] {
		v.Among = v.Among.With(p)
	}
	n.Must(n.Judge.Clock.Vote(ctx, g.ID, role, role.Seat, v))
	if n.At(g.ID).Finished {
		t.Error("the game is over")
	}
	n.Must(n.Lobby.Leave(ctx, g.ID, role))
	n.wait(12*time.Hour, false)
	if now := n.At(g.ID); now.Status != game.Paused {
		t.Errorf("a game without people is %s", now.Status)
	}
	if slices.Contains(n.topics(g.ID), journal.TopicUnstarted) {
		t.Error("the start was taken back")
	}
}

// TestBotsUnstart checks that undoing the start removes the computer players.
func TestBotsUnstart(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, _ := n.host(nil)
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, ""))
	n.Must(n.Lobby.Unstart(ctx, g.ID, lord))
	n.work()
	if p, err := n.Lobby.Places(ctx, g.ID, lord); err != nil || p.Missing != 3 {
		t.Errorf("%+v %v", p, err)
	}
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, "random"))
	n.work()
	seats, err := n.Base.Seats(ctx, g.ID)
	n.Must(err)
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
