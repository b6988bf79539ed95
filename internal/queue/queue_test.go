package queue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
	"podesta/internal/store/pgtest"
	"podesta/machiavelli/message"
)

var ctx = context.Background()

// room is a judge together with the messages about the queue that it has sent to people.
type room struct {
	*judgetest.House
	mu   sync.Mutex
	told map[string][]string // messages, keyed by account
}

func open(t *testing.T) *room { return openAt(t, judgetest.Empty(t)) }

func openAt(t *testing.T, url string) *room {
	t.Helper()
	r := &room{House: judgetest.OpenAt(t, url, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)), told: map[string][]string{}}
	r.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !n.Queue.IsZero() {
			r.told[n.Account] = append(r.told[n.Account], n.Queue.String())
		}
		return nil
	})
	return r
}

// wait puts people into the queue, a minute apart.
func (r *room) wait(w game.Wants, who ...*game.Account) {
	r.T.Helper()
	for _, a := range who {
		r.Clock.Advance(time.Minute)
		if _, err := r.Queue.Enqueue(ctx, a.ID, w); err != nil {
			r.T.Fatal(err)
		}
	}
}

// work does what is due in the queue.
func (r *room) work() {
	r.T.Helper()
	for range 3 { // musters can queue further jobs
		if _, err := r.Queue.WorkQueue(ctx); err != nil {
			r.T.Fatal(err)
		}
	}
}

// later lets time pass, running the jobs of each step.
func (r *room) later(d time.Duration) {
	r.T.Helper()
	for end := r.Clock.Now().Add(d); r.Clock.Now().Before(end); {
		r.Clock.Advance(min(end.Sub(r.Clock.Now()), time.Minute))
		r.work()
	}
}

// games returns the games of an account, without those that were terminated.
func (r *room) games(a *game.Account) []*game.Game {
	r.T.Helper()
	all, err := r.Base.GamesOf(ctx, a.ID)
	r.Must(err)
	return slices.DeleteFunc(all, func(g *game.Game) bool { return g.Status == game.Terminated })
}

// table returns the only game of an account.
func (r *room) table(a *game.Account) *game.Game {
	r.T.Helper()
	all := r.games(a)
	if len(all) != 1 {
		r.T.Fatalf("%s plays in %d games", a.Name, len(all))
	}
	return all[0]
}

func (r *room) waits(a *game.Account) bool {
	r.T.Helper()
	s, err := r.Queue.QueueStanding(ctx, a.ID)
	r.Must(err)
	return s.Waits
}

func (r *room) say(g *game.Game) string {
	r.T.Helper()
	entries, err := r.Press.Log(ctx, g.ID, game.Role{Master: true}, 0, 1000)
	r.Must(err)
	var out []string
	for _, e := range entries {
		var n journal.Notice
		r.Must(json.Unmarshal(e.Data, &n))
		out = append(out, n.In(message.English))
	}
	return strings.Join(out, "\n")
}

func (r *room) confirm(who ...*game.Account) {
	r.T.Helper()
	for _, a := range who {
		g := r.table(a)
		r.Must(r.Lobby.ConfirmSeat(ctx, g.ID, r.RoleFor(g, a)))
	}
}

// four is the wish for a game of four players, in the 1978 edition at a live pace.
var four = game.Wants{Editions: []string{"battleline-1978-basic"}, Scenarios: []string{"A"}, Paces: []string{"evening"}, Least: 4, Most: 4}

// TestTableOfFour creates a table of four people, who confirm, and checks that the game then begins
// as they want it.
func TestTableOfFour(t *testing.T) {
	t.Parallel()
	r := open(t)
	who := r.People(5)
	r.wait(four, who[:3]...)
	r.work()
	if s, err := r.Queue.QueueStanding(ctx, who[1].ID); err != nil || !s.Waits || s.Place != 2 || s.Length != 3 || s.Near == nil || s.Near.Have != 3 || s.Near.Players != 4 || s.Near.Edition != four.Editions[0] || s.Near.Pace != "evening" {
		t.Errorf("%+v, %v", s, err)
	}
	r.wait(four, who[3:]...)
	r.work()
	g := r.table(who[0])
	h := g.Hosting
	if g.Status != game.Forming || g.Scenario != "A" || g.Rules.Preset != "battleline-1978-basic" || h.Pace() != "evening" || !h.Muster || !h.Listed || h.Programs {
		t.Errorf("%+v, %+v", g, h)
	}
	for _, a := range who[:4] {
		if r.table(a).ID != g.ID || r.waits(a) {
			t.Errorf("%s has no seat, or still waits", a.Name)
		}
	}
	if !r.waits(who[4]) {
		t.Error("the fifth does not wait any more")
	}
	m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[0]))
	if err != nil || m.Asked != 4 || m.Confirmed != 0 || !m.Mine || m.Done || !m.Queue || !m.Until.Equal(r.Clock.Now().Add(10*time.Minute)) {
		t.Errorf("muster: %+v, %v", m, err)
	}
	if text := r.say(g); !strings.Contains(text, "All seats of "+g.Name+" are taken. The game begins when everyone has confirmed") || !strings.Contains(text, "CONFIRM") {
		t.Error(text)
	}

	// Invalid requests.
	stranger := r.RoleFor(g, who[4])
	judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, g.ID, stranger), game.Forbidden)
	judgetest.Code(t, r.Lobby.DeclineSeat(ctx, g.ID, stranger), game.Forbidden)
	judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, "nothing", game.Role{Player: true, Account: who[0].ID}), game.NotFound)
	judgetest.Code(t, r.Lobby.Start(ctx, g.ID, r.RoleFor(g, who[0]), true), game.Forbidden)
	judgetest.Code(t, r.Lobby.ExtendMuster(ctx, g.ID, r.RoleFor(g, who[0]), time.Hour), game.Forbidden)
	r.confirm(who[0])
	judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, g.ID, r.RoleFor(g, who[0])), game.Conflict)
	if p, err := r.Lobby.Places(ctx, g.ID, r.RoleFor(g, who[0])); err != nil || p.Begins {
		t.Error("a player of a game that the judge has made can begin it")
	}

	r.confirm(who[1:4]...)
	g = r.table(who[0])
	if g.Status != game.Active || g.Number != 1 {
		t.Fatalf("the game has not begun: %+v", g)
	}
	judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, g.ID, r.RoleFor(g, who[0])), game.Conflict)
	judgetest.Code(t, r.Lobby.DeclineSeat(ctx, g.ID, r.RoleFor(g, who[0])), game.Conflict)
	if m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[0])); err != nil || m != nil {
		t.Errorf("muster of a game that has begun: %+v, %v", m, err)
	}
	r.later(5 * time.Minute)
	if n := len(r.games(who[4])); n != 0 {
		t.Errorf("the fifth plays in %d games", n)
	}
}

// TestMissedConfirmation lets one player fail to confirm and one decline, and checks that they
// are replaced from the queue, and that the new players have their own time to confirm.
func TestMissedConfirmation(t *testing.T) {
	t.Parallel()
	r := open(t)
	who := r.People(7)
	r.wait(four, who[:4]...)
	r.work()
	g := r.table(who[0])
	r.wait(four, who[4:]...)
	r.confirm(who[0], who[1])

	before := r.Clock.Now()
	r.Must(r.Lobby.DeclineSeat(ctx, g.ID, r.RoleFor(g, who[2])))
	r.work()
	if r.table(who[4]).ID != g.ID || len(r.games(who[2])) != 0 {
		t.Fatal("a seat that was declined has no new player")
	}
	m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[4]))
	if err != nil || !m.Mine || m.Done || !m.Until.Equal(before.Add(10*time.Minute)) || m.Asked != 4 || m.Confirmed != 2 {
		t.Errorf("muster: %+v, %v", m, err)
	}
	judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, g.ID, game.Role{Player: true, Account: who[2].ID}), game.Forbidden)
	if k := outcomes(r, who[2]); k != "" {
		t.Errorf("declining is recorded: %q", k)
	}

	r.later(7 * time.Minute)
	if len(r.games(who[3])) != 0 || r.table(who[5]).ID != g.ID {
		t.Fatal("a player who has not confirmed still has the seat")
	}
	judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, g.ID, game.Role{Player: true, Account: who[3].ID}), game.Forbidden)
	if k := outcomes(r, who[3]); k != schedule.Record(schedule.Late) {
		t.Errorf("the record of the player who has not confirmed: %q", k)
	}
	if r.waits(who[3]) || !slices.Contains(r.told[who[3].ID], "your seat in "+g.Name+" is lost") {
		t.Errorf("told: %q", r.told[who[3].ID])
	}
	r.confirm(who[4], who[5])
	if g = r.table(who[0]); g.Status != game.Active {
		t.Errorf("the game has not begun: %s", g.Status)
	}
	if !r.waits(who[6]) {
		t.Error("someone has lost the place in the queue")
	}
}

func outcomes(r *room, a *game.Account) schedule.Record {
	r.T.Helper()
	now, err := r.Users.Account(ctx, a.ID)
	r.Must(err)
	k, err := account.ReadRecord(now, r.Base.Now())
	r.Must(err)
	return k.Outcomes
}

// TestBeginsWithThoseWhoCame lets two of eight players fail to confirm, and checks that the
// game begins at once with the six who have, with a variant for six, and asks nobody again. If
// one of them does not accept so few players, others are sought, and the confirmation stays
// valid.
func TestBeginsWithThoseWhoCame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		least  int // minimum number of players that one of the confirmed players accepts
		status game.Status
	}{"all accept six": {5, game.Active}, "one wants eight": {8, game.Forming}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(t)
			who := r.People(8)
			many := game.Wants{Editions: []string{"battleline-1978-advanced"}, Scenarios: []string{"B"}, Paces: []string{"evening"}, Least: 5, Most: 8}
			r.wait(many, who[1:]...)
			many.Least = c.least
			r.wait(many, who[0])
			r.work()
			g := r.table(who[0])
			if len(g.Setting.Seats) != 8 {
				t.Fatalf("a table of %d", len(g.Setting.Seats))
			}
			r.confirm(who[:6]...)
			r.later(11 * time.Minute)
			now := r.table(who[0])
			if now.ID != g.ID || now.Status != c.status {
				t.Fatalf("the game is %s, and was %s", now.Status, g.Status)
			}
			asked := strings.Count(r.say(now), "Confirm") + strings.Count(r.say(now), "All seats")
			if asked != 1 {
				t.Errorf("people were asked %d times: %s", asked, r.say(now))
			}
			if c.status == game.Active {
				if len(now.Setting.Seats) != 6 || len(r.games(who[6])) != 0 {
					t.Errorf("%d seats", len(now.Setting.Seats))
				}
				return
			}
			m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[0]))
			if err != nil || !m.Done || m.Confirmed != 6 || m.Free != 2 {
				t.Errorf("muster: %+v, %v", m, err)
			}
			r.wait(game.Wants{}, r.Person("Late"), r.Person("Later"))
			r.work()
			if m, err = r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[0])); err != nil || !m.Done || m.Confirmed != 6 || m.Free != 0 {
				t.Errorf("muster: %+v, %v", m, err)
			}
		})
	}
}

// TestMusterWithoutPlayers checks that when nobody is found for a free seat, those who have
// confirmed return to the front of the queue.
func TestMusterWithoutPlayers(t *testing.T) {
	t.Parallel()
	r := open(t)
	who := r.People(6)
	r.wait(four, who[:4]...)
	r.work()
	g := r.table(who[0])
	other := four
	other.Paces = []string{"weekly"}
	r.wait(other, who[4])
	r.confirm(who[0], who[1], who[2])
	r.later(12 * time.Minute)
	if len(r.games(who[3])) != 0 || r.table(who[0]).ID != g.ID {
		t.Fatal("the seat was not taken away")
	}
	r.later(10 * time.Minute)
	if now := r.Reload(g); now.Status != game.Terminated {
		t.Fatalf("the game is %s", now.Status)
	}
	for i, a := range who[:3] {
		s, err := r.Queue.QueueStanding(ctx, a.ID)
		if err != nil || s.Place != i+1 || s.Length != 4 {
			t.Errorf("%s: %+v, %v", a.Name, s, err)
		}
		if len(r.told[a.ID]) > 0 { // the game's own e-mail tells them
			t.Errorf("%s was told %q", a.Name, r.told[a.ID])
		}
	}
	if r.waits(who[3]) {
		t.Error("who did not confirm waits again")
	}
	if text := r.say(g); !strings.Contains(text, "Nobody was found in time for the free seats, so this game does not take place. Players who came from the queue are at its front again.") {
		t.Error(text)
	}
	r.wait(four, who[5])
	r.work()
	if now := r.table(who[0]); now.ID == g.ID || r.table(who[5]).ID != now.ID {
		t.Error("those who are at the front have no new table")
	}
}

// TestFillHostedGame fills a hosted game from the queue, with a muster and without.
func TestFillHostedGame(t *testing.T) {
	t.Parallel()
	for _, muster := range []bool{false, true} {
		t.Run(fmt.Sprint(muster), func(t *testing.T) {
			t.Parallel()
			r := open(t)
			host, who := r.Person("Host"), r.People(6)
			g := r.HostGame(host, lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic"}, func(h *hosting.Hosting) {
				hosting.FindPace("evening").Keep(h)
				h.Muster, h.Listed = muster, true
			})
			r.JoinAll(g, who[:2])
			r.wait(four, who[2])
			r.work()
			if len(r.games(who[2])) != 0 {
				t.Fatal("someone was seated in a game that does not begin")
			}
			r.wait(four, who[3])
			r.work()
			if r.table(who[2]).ID != g.ID || r.table(who[3]).ID != g.ID {
				t.Fatal("the game was not filled")
			}
			asked := map[bool]int{false: 2, true: 4}[muster]
			lead := r.RoleFor(g, host)
			if m, err := r.Lobby.Muster(ctx, g.ID, lead); err != nil || m.Asked != asked || len(m.Waits) != asked || m.Mine {
				t.Fatalf("muster: %+v, %v", m, err)
			}
			judgetest.Code(t, r.Lobby.Start(ctx, g.ID, lead, false), game.Conflict)
			judgetest.Code(t, r.Lobby.ExtendMuster(ctx, g.ID, lead, 0), game.Invalid)
			judgetest.Code(t, r.Lobby.ExtendMuster(ctx, g.ID, lead, 15*24*time.Hour), game.Invalid)
			r.Must(r.Lobby.ExtendMuster(ctx, g.ID, lead, 10*time.Minute))
			r.later(11 * time.Minute)
			if r.table(who[3]).ID != g.ID {
				t.Fatal("the time was not extended")
			}
			if muster {
				r.confirm(who[0], who[1])
			} else {
				judgetest.Code(t, r.Lobby.ConfirmSeat(ctx, g.ID, r.RoleFor(g, who[0])), game.Conflict)
			}
			r.confirm(who[2])
			r.later(10 * time.Minute)
			if len(r.games(who[3])) != 0 || r.table(who[2]).ID != g.ID {
				t.Fatal("the seat was not taken away")
			}
			// When nobody is found, players from the queue return to its front, and the others
			// stay.
			r.later(11 * time.Minute)
			if now := r.Reload(g); now.Status != game.Forming || len(r.games(who[0])) != 1 || len(r.games(who[2])) != 0 || !r.waits(who[2]) {
				t.Fatalf("after the search: %s", now.Status)
			}
			judgetest.Code(t, r.Lobby.ExtendMuster(ctx, g.ID, lead, time.Hour), game.Conflict)
			// This time the master does not wait for the muster.
			r.wait(four, who[4])
			r.work()
			if m, err := r.Lobby.Muster(ctx, g.ID, lead); err != nil || m == nil || m.Asked != asked {
				t.Fatalf("muster: %+v, %v", m, err)
			}
			r.Must(r.Lobby.Start(ctx, g.ID, lead, true))
			if r.Reload(g).Status != game.Active || r.RoleFor(g, who[4]).Seat == 0 {
				t.Error("the master could not start the game")
			}
		})
	}
}

// TestMusterOfPlayers fills a game with a muster without the queue, and switches the muster off
// while it is in progress.
func TestMusterOfPlayers(t *testing.T) {
	t.Parallel()
	r := open(t)
	host, who := r.Person("Host"), r.People(4)
	set := func(change func(*hosting.Hosting)) func(*hosting.Hosting) {
		return func(h *hosting.Hosting) {
			h.Muster, h.MusterTime = true, 30
			change(h)
		}
	}
	g := r.HostGame(host, lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4"}, set(func(*hosting.Hosting) {}))
	r.JoinAll(g, who)
	if r.Reload(g).Status != game.Forming {
		t.Fatal("the game has begun without a muster")
	}
	m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[3]))
	if err != nil || m.Queue || m.Asked != 4 || !m.Until.Equal(r.Clock.Now().Add(30*time.Minute)) {
		t.Errorf("muster: %+v, %v", m, err)
	}
	// The judge is down: everyone has their full time again.
	r.confirm(who[0])
	r.Clock.Advance(3 * time.Hour)
	r.work()
	if len(r.games(who[1])) != 1 {
		t.Fatal("a player has lost the seat while the judge was down")
	}
	// Players who have lost their seat join again.
	r.later(31 * time.Minute)
	if len(r.games(who[1])) != 0 || r.table(who[0]).ID != g.ID {
		t.Fatal("the seats were not taken away")
	}
	r.JoinAll(g, who[1:])
	if m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[1])); err != nil || m.Asked != 4 || m.Confirmed != 1 || m.Done {
		t.Errorf("muster: %+v, %v", m, err)
	}
	h := *r.Reload(g).Hosting
	h.Muster = false
	if _, err := r.Lobby.SetHosting(ctx, g.ID, r.RoleFor(g, host), h); err != nil {
		t.Fatal(err)
	}
	if r.Reload(g).Status != game.Active {
		t.Error("without a muster, the game does not begin")
	}

	// A master who starts the game by hand is notified.
	g = r.HostGame(host, lobby.NewGame{Name: "Sforza", Scenario: "A", Variant: "A-4"}, set(func(h *hosting.Hosting) { h.ManualStart = true }))
	r.JoinAll(g, who)
	for _, a := range who {
		r.Must(r.Lobby.ConfirmSeat(ctx, g.ID, r.RoleFor(g, a)))
	}
	if text := r.say(g); r.Reload(g).Status != game.Forming || !strings.Contains(text, "All players have confirmed: you can start the game.") {
		t.Error(text)
	}
	r.later(time.Hour)
	r.Must(r.Lobby.Start(ctx, g.ID, r.RoleFor(g, host), false))
}

// TestBlockedPeopleSitApart checks that people who block each other never sit at the same table,
// and that programs sit only where everyone accepts them.
func TestBlockedPeopleSitApart(t *testing.T) {
	t.Parallel()
	r := open(t)
	who := r.People(5)
	r.Must(r.Safety.MutePerson(ctx, who[3].ID, who[1].Name, true))
	r.wait(four, who[:4]...)
	r.work()
	for _, a := range who {
		if len(r.games(a)) != 0 {
			t.Fatalf("%s has a seat", a.Name)
		}
	}
	r.wait(four, who[4])
	r.work()
	if r.table(who[0]).ID != r.table(who[4]).ID || len(r.games(who[3])) != 0 {
		t.Error("the table is not of those who accept each other")
	}

	r.Must(r.Queue.Dequeue(ctx, who[3].ID))
	bot := r.Person("Robot")
	r.Must(r.Users.SetProgram(ctx, bot.ID, true, who[0].ID))
	more := []*game.Account{r.Person("Xenia"), r.Person("Yves"), r.Person("Zoe")}
	r.wait(four, append([]*game.Account{bot}, more...)...)
	r.work()
	if len(r.games(bot)) != 0 {
		t.Fatal("a program sits with people who do not accept programs")
	}
	open := four
	open.Programs = true
	r.wait(open, more...) // changed wants keep the place in the queue
	r.work()
	if g := r.table(bot); g.ID != r.table(more[0]).ID || !g.Hosting.Programs {
		t.Error("a program has no seat with people who accept programs")
	}
}

// TestTwoProcesses lets two processes create tables at the same time, and checks that nobody gets
// two seats.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return judgetest.Empty(t) },
		"postgres": func(t *testing.T) string { return pgtest.Shared(t).URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := openAt(t, url(t))
			var who []*game.Account
			for i := range 16 {
				who = append(who, r.Person(fmt.Sprintf("Player %c", 'A'+i)))
			}
			r.wait(four, who...)
			var both sync.WaitGroup
			for range 4 {
				other := r.Beside()
				both.Go(func() {
					for range 5 {
						if _, err := other.Queue.WorkQueue(ctx); err != nil {
							t.Error(err)
						}
						if err := other.Base.Write(ctx, func(tx *game.Tx) error { return gamestate.WakeQueue(tx, other.Base.Now()) }); err != nil {
							t.Error(err)
						}
					}
				})
			}
			both.Wait()
			r.work()
			tables := map[string]int{}
			for _, a := range who {
				tables[r.table(a).ID]++
				if r.waits(a) {
					t.Errorf("%s has a seat and waits", a.Name)
				}
			}
			if len(tables) != 4 {
				t.Errorf("tables: %v", tables)
			}
		})
	}
}

// TestQueueEntries checks an account's entry: which wants are allowed, how they can be changed,
// and how the entry ends.
func TestQueueEntries(t *testing.T) {
	t.Parallel()
	r := open(t)
	a, b := r.Person("Anna"), r.Person("Bruno")
	for _, c := range []struct {
		wants game.Wants
		says  string
	}{
		{game.Wants{Editions: []string{"monopoly"}}, `"monopoly" is no edition`},
		{game.Wants{Scenarios: []string{"Q"}}, `"Q" is no scenario`},
		{game.Wants{Paces: []string{"untimed"}}, `"untimed" is no pace`},
		{game.Wants{Languages: []string{"latin"}}, "two or three letters"},
		{game.Wants{Languages: []string{"it", "en", "de", "es", "fr", "la"}}, "at most 5 languages"},
		{game.Wants{Least: 2}, "3 to 8 players"},
		{game.Wants{Most: 9}, "3 to 8 players"},
		{game.Wants{Least: 6, Most: 5}, "larger than the most"},
		{game.Wants{Reliability: 101}, "percentage"},
		{game.Wants{Editions: []string{"diplomacy"}, Most: 5}, "No game fits"},
		{game.Wants{Editions: []string{"diplomacy"}, Scenarios: []string{"B"}}, "No game fits"},
		{game.Wants{Scenarios: []string{"diplomacy"}}, "No game fits"}, // it must be chosen explicitly
	} {
		_, err := r.Queue.Enqueue(ctx, a.ID, c.wants)
		judgetest.Code(t, err, game.Invalid)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.wants, err)
		}
	}
	_, err := r.Queue.Enqueue(ctx, "nobody", game.Wants{})
	judgetest.Code(t, err, game.NotFound)
	judgetest.Code(t, r.Queue.Dequeue(ctx, a.ID), game.Conflict)
	judgetest.Code(t, r.Queue.RenewQueue(ctx, a.ID), game.Conflict)
	unverified, _, err := r.Users.Register(ctx, "Somebody", "somebody@example.org", "")
	r.Must(err)
	_, err = r.Queue.Enqueue(ctx, unverified.ID, game.Wants{})
	judgetest.Code(t, err, game.Forbidden)

	r.wait(game.Wants{Paces: []string{"weekly", "DAILY"}, Languages: []string{"IT", "it"}}, a)
	s, err := r.Queue.QueueStanding(ctx, a.ID)
	if err != nil || !slices.Equal(s.Wants.Paces, []string{"daily", "weekly"}) || !slices.Equal(s.Wants.Languages, []string{"it"}) || s.Ends.Sub(s.Since) != lobby.QueueLasts {
		t.Errorf("%+v, %v", s, err)
	}
	r.wait(four, b)
	if again, err := r.Queue.Enqueue(ctx, a.ID, game.Wants{Most: 5, Paces: []string{"evening"}}); err != nil || again {
		t.Errorf("joined again: %v, %v", again, err)
	}
	if s, err := r.Queue.QueueStanding(ctx, a.ID); err != nil || s.Place != 1 || s.Wants.Most != 5 || len(s.Wants.Paces) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := r.Queue.QueueStanding(ctx, ""); err != nil || s.Waits || s.Length != 2 {
		t.Errorf("of a visitor: %+v, %v", s, err)
	}

	// People are warned a day before the end, and one renews. They wait for live games, so they
	// are not asked earlier.
	r.Clock.Advance(lobby.QueueLasts - 23*time.Hour)
	r.work()
	r.work()
	for _, x := range []*game.Account{a, b} {
		if got := r.told[x.ID]; !slices.Equal(got, []string{"you are still in the queue"}) {
			t.Errorf("%s was told %q", x.Name, got)
		}
	}
	r.Must(r.Queue.RenewQueue(ctx, a.ID))
	r.Clock.Advance(24 * time.Hour)
	r.work()
	if !r.waits(a) || r.waits(b) || !slices.Contains(r.told[b.ID], "your place in the queue has ended") {
		t.Errorf("at the end: %v, %v, %q", r.waits(a), r.waits(b), r.told[b.ID])
	}
	r.Must(r.Queue.Dequeue(ctx, a.ID))
	judgetest.Code(t, r.Queue.Dequeue(ctx, a.ID), game.Conflict)

	// Nobody may have seats in many games that do not begin.
	crowd := r.People(12)
	for i := range 3 {
		r.wait(four, append([]*game.Account{a}, crowd[3*i:3*i+3]...)...)
		r.work()
	}
	if n := len(r.games(a)); n != 3 {
		t.Fatalf("Anna has %d seats", n)
	}
	_, err = r.Queue.Enqueue(ctx, a.ID, four)
	judgetest.Code(t, err, game.Conflict)
}

// TestUnfitPeopleAreRemoved checks that people who can no longer join games, and those whose
// accounts are erased, are removed from the queue.
func TestUnfitPeopleAreRemoved(t *testing.T) {
	t.Parallel()
	r := open(t)
	who := r.People(5)
	r.wait(four, who[:3]...)
	r.Must(r.Store.Write(ctx, func(tx *game.Tx) error {
		return tx.Safety.SaveSanction(game.Sanction{ID: "s", Account: who[1].ID, Kind: game.Suspended, Made: r.Base.Now(), Until: r.Base.Now().Add(time.Hour * 24 * 99)})
	}))
	r.Must(r.Users.Erase(ctx, who[2].ID))
	if r.waits(who[2]) {
		t.Error("someone who was erased waits")
	}
	_, err := r.Queue.Enqueue(ctx, who[1].ID, four)
	judgetest.Code(t, err, game.Forbidden)
	r.wait(four, who[3:]...)
	r.work()
	if r.waits(who[1]) || !slices.Contains(r.told[who[1].ID], "you are no longer in the queue") || !r.waits(who[0]) {
		t.Errorf("who is suspended was told %q", r.told[who[1].ID])
	}
	r.wait(four, r.Person("Late"))
	r.work()
	g := r.table(who[0])
	r.confirm(who[0])
	r.Must(r.Users.Erase(ctx, who[3].ID))
	if m, err := r.Lobby.Muster(ctx, g.ID, r.RoleFor(g, who[0])); err != nil || m.Asked != 3 || m.Free != 1 {
		t.Errorf("after erasing a player: %+v, %v", m, err)
	}
}

// TestStillThere checks that people who wait for a slow game are asked whether they are still
// present, and that the game begins at once with those who have confirmed, without waiting for
// the others.
func TestStillThere(t *testing.T) {
	t.Parallel()
	r := open(t)
	slow := four
	slow.Paces = []string{"daily"}
	who := r.People(6)
	r.wait(slow, who[:5]...)
	r.work()
	r.Must(r.Queue.RenewQueue(ctx, who[0].ID)) // nobody has asked yet, so the answer does not count
	r.later(15 * time.Minute)
	for _, a := range who[:5] {
		if got := r.told[a.ID]; !slices.Equal(got, []string{"are you still there?"}) || !r.waits(a) {
			t.Errorf("%s was told %q", a.Name, got)
		}
	}
	if s, err := r.Queue.QueueStanding(ctx, who[0].ID); err != nil || !s.Asked || s.Answer.Sub(r.Clock.Now()) > 48*time.Hour {
		t.Errorf("%+v, %v", s, err)
	}
	for _, a := range who[1:5] {
		if len(r.games(a)) != 0 {
			t.Fatal("a table was made of people who have not answered")
		}
		r.Must(r.Queue.RenewQueue(ctx, a.ID))
	}
	r.work()
	g := r.table(who[1])
	if g.Status != game.Active || r.table(who[4]).ID != g.ID || len(r.games(who[0])) != 0 {
		t.Fatalf("the game of those who have answered is %s", g.Status)
	}

	// An answer counts for a day, and people are asked again before it expires.
	r.wait(slow, who[5])
	r.later(15 * time.Minute)
	r.Must(r.Queue.RenewQueue(ctx, who[5].ID))
	if s, err := r.Queue.QueueStanding(ctx, who[5].ID); err != nil || s.Asked {
		t.Errorf("%+v, %v", s, err)
	}
	r.Clock.Advance(12 * time.Hour)
	r.work()
	if n := len(r.told[who[5].ID]); n != 2 {
		t.Errorf("asked %d times", n)
	}
	r.Clock.Advance(13 * time.Hour)
	more := []*game.Account{r.Person("Xenia"), r.Person("Yves"), r.Person("Zoe")}
	r.wait(slow, more...)
	r.later(15 * time.Minute)
	for _, a := range more {
		r.Must(r.Queue.RenewQueue(ctx, a.ID))
	}
	r.work()
	if len(r.games(more[0])) != 0 {
		t.Fatal("a table was made with an answer that is too old")
	}
	r.Must(r.Queue.RenewQueue(ctx, who[5].ID))
	r.work()
	if r.table(more[0]).Status != game.Active {
		t.Error("the game has not begun")
	}

	// People who do not answer are removed.
	r.later(time.Hour)
	r.Clock.Advance(48 * time.Hour)
	r.work()
	if r.waits(who[0]) || !slices.Contains(r.told[who[0].ID], "you are no longer in the queue") {
		t.Errorf("who has not answered was told %q", r.told[who[0].ID])
	}
}
