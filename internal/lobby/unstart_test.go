package lobby_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// told returns the texts of the notices of a game that a role sees.
func told(h *judgetest.House, g *game.Game, r game.Role) []string {
	h.T.Helper()
	entries, err := h.Press.Log(ctx, g.ID, r, 0, 1000)
	if err != nil {
		h.T.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		var n journal.Notice
		if e.Kind != game.NoticeEntry {
			continue
		}
		if err := json.Unmarshal(e.Data, &n); err != nil {
			h.T.Fatal(err)
		}
		out = append(out, n.In(message.English))
	}
	return out
}

// TestUnstart undoes a start and begins the game again, and checks that the
// powers are dealt again and that nothing from the first start is visible to
// the wrong players.
func TestUnstart(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(9)
	g := h.HostGame(lorenzo, lobby.NewGame{}, nil)
	judgetest.Code(t, h.Lobby.Unstart(ctx, g.ID, h.RoleFor(g, lorenzo)), game.Conflict)
	h.JoinAll(g, who[:8])
	h.Clock.Advance(time.Hour)
	one := h.RoleFor(g, who[0])
	judgetest.Code(t, h.Lobby.Unstart(ctx, g.ID, one), game.Forbidden)

	// The first phase has data, all of which are deleted.
	now := h.Reload(g)
	mate := one.Seat%8 + 1
	for _, err := range []error{
		h.Press.Say(ctx, g.ID, one, one.Seat, press.NewMessage{To: journal.OnlySeats(mate), Text: "a word in your ear"}),
		h.Admin.AddDiary(ctx, g.ID, one, one.Seat, "a note"),
		h.Judge.Clock.SetWait(ctx, g.ID, one, one.Seat, true),
		h.Judge.Clock.Vote(ctx, g.ID, one, one.Seat, game.Ballot{Draw: true}),
		h.Judge.Clock.SetAbsence(ctx, g.ID, one, one.Seat, schedule.Absence{Start: h.Clock.Now().Add(200 * time.Hour), End: h.Clock.Now().Add(230 * time.Hour)}),
		h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, who[7])),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Submit(ctx, g.ID, one, one.Seat, now.Revision, "nonsense"); err != nil {
		t.Fatal(err)
	}
	first, err := h.Lobby.Deal(ctx, g.ID, h.RoleFor(g, lorenzo))
	if err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(time.Hour)
	if err := h.Lobby.Unstart(ctx, g.ID, h.RoleFor(g, lorenzo)); err != nil {
		t.Fatal(err)
	}
	back := h.Reload(g)
	if back.Status != game.Forming || back.Number != 0 || !back.Deadline.IsZero() || back.Revision <= now.Revision {
		t.Fatalf("%+v", back)
	}
	_, err = h.Submit(ctx, g.ID, one, one.Seat, now.Revision, "")
	judgetest.Code(t, err, game.Forbidden)
	if told := told(h, g, h.RoleFor(g, who[0])); !slices.ContainsFunc(told, func(s string) bool {
		return strings.Contains(s, "undone the start of the game") && strings.Contains(s, "needs 1 more player")
	}) {
		t.Errorf("notices: %q", told)
	}
	if err := h.Lobby.SetPreferences(ctx, g.ID, h.RoleFor(g, who[0]), "V"); err != nil {
		t.Error(err)
	}

	// The game begins again with another player, and everyone has a seat.
	h.JoinAll(g, who[8:])
	now = h.Reload(g)
	if now.Status != game.Active || now.Number != 1 || len(h.OpeningEvents(now)) == 0 {
		t.Fatalf("%+v", now)
	}
	taken := map[int]bool{}
	for _, a := range append(slices.Clone(who[:7]), who[8]) {
		r := h.RoleFor(g, a)
		if r.Seat == 0 || taken[r.Seat] {
			t.Errorf("%s has seat %d", a.Name, r.Seat)
		}
		taken[r.Seat] = true
		entries, err := h.Press.Log(ctx, g.ID, r, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Kind == game.PressEntry {
				t.Errorf("%s at seat %d can read an earlier message: %s", a.Name, r.Seat, e.Data)
			}
		}
		notes, err := h.Admin.Diary(ctx, g.ID, r, r.Seat)
		if err != nil || len(notes) != 0 {
			t.Errorf("%s reads a diary of before: %q, %v", a.Name, notes, err)
		}
		away, err := h.Judge.Clock.Absences(ctx, g.ID, r, r.Seat)
		if err != nil || len(away) != 0 {
			t.Errorf("%s is away: %v, %v", a.Name, away, err)
		}
		if x, err := h.Orders(ctx, g.ID, r, r.Seat); err != nil || strings.Contains(x, "nonsense") {
			t.Errorf("%s has orders of before: %q, %v", a.Name, x, err)
		}
	}
	second, err := h.Lobby.Deal(ctx, g.ID, h.RoleFor(g, lorenzo))
	if err != nil || second.Round != 1 || slices.Equal(first.Throws, second.Throws) {
		t.Errorf("%+v, %v", second, err)
	}
	if err := h.Lobby.VerifyDeal(ctx, g.ID); err != nil {
		t.Error(err)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}

	// Once a phase has been resolved, it is too late, even if the phase is rolled back.
	master := h.RoleFor(g, lorenzo)
	if _, err := h.Judge.Clock.Process(ctx, g.ID, master, now.Revision); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Unstart(ctx, g.ID, master), game.Conflict)
	if err := h.Admin.Rollback(ctx, g.ID, master, 1, false); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Lobby.Unstart(ctx, g.ID, master), game.Conflict)
}

// TestWaitingForPlayers checks that members of a forming game are notified every week while it
// waits, and no longer after it has begun or was terminated.
func TestWaitingForPlayers(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(8)
	g := h.HostGame(lorenzo, lobby.NewGame{}, func(x *hosting.Hosting) { x.ManualStart = true })
	secret := h.HostGame(lorenzo, lobby.NewGame{Name: "Secret"}, func(x *hosting.Hosting) { x.Secret = true })
	given := h.HostGame(lorenzo, lobby.NewGame{Name: "Given up"}, nil)
	if err := h.Lobby.Terminate(ctx, given.ID, h.RoleFor(given, lorenzo)); err != nil {
		t.Fatal(err)
	}
	waiting := func(g *game.Game) (n int, last string) {
		for _, s := range told(h, g, h.RoleFor(g, lorenzo)) {
			if strings.Contains(s, "RESIGN") {
				n++
				last = s
			}
		}
		return n, last
	}
	week := func() {
		for range 7 * 24 {
			h.Clock.Advance(time.Hour)
			if err := h.Judge.Clock.TrustClock(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Judge.Clock.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	h.JoinAll(g, who[:7])
	week()
	if n, last := waiting(g); n != 1 || !strings.Contains(last, "needs 1 more player") {
		t.Errorf("after a week: %d, %q", n, last)
	}
	if n, last := waiting(secret); n != 1 || strings.Contains(last, "needs") {
		t.Errorf("the secret game: %d, %q", n, last)
	}
	if n, _ := waiting(given); n != 0 {
		t.Errorf("the game given up: %d", n)
	}
	h.JoinAll(g, who[7:])
	week()
	if n, last := waiting(g); n != 2 || !strings.Contains(last, "waiting for its master to start it") {
		t.Errorf("after two weeks: %d, %q", n, last)
	}
	if err := h.Lobby.Start(ctx, g.ID, h.RoleFor(g, lorenzo), false); err != nil {
		t.Fatal(err)
	}
	week()
	if n, _ := waiting(g); n != 2 {
		t.Errorf("%d notices after it has begun", n)
	}
}
