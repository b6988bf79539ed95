package judge_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/scenario"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	for name, n := range map[string]lobby.NewGame{
		"no name":          {Scenario: "B", Preset: "battleline-1978-basic"},
		"unknown scenario": {Name: "x", Scenario: "Q", Preset: "battleline-1978-basic"},
		"unknown variant":  {Name: "x", Scenario: "B", Variant: "B-99", Preset: "battleline-1978-basic"},
		"unknown preset":   {Name: "x", Scenario: "B", Preset: "chess"},
		"contradiction":    {Name: "x", Scenario: "B", Preset: "battleline-1978-basic", Options: map[string]string{"bank-loans": "on"}},
		"unknown option":   {Name: "x", Scenario: "B", Preset: "battleline-1978-basic", Options: map[string]string{"dragons": "on"}},
		"too many players": {Name: "x", Scenario: "B", Variant: "B-2-2", Preset: "battleline-1978-basic", Players: []string{"a", "b", "c"}},
	} {
		_, _, err := h.Lobby.Create(ctx, n)
		if game.ErrorCode(err) != game.Invalid || len(err.Error()) < 20 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestKeysAndPermissions(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, k := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8"})
	if len(k.Seats) != 8 {
		t.Fatalf("%d seats", len(k.Seats))
	}
	role, err := h.Lobby.Role(ctx, g.ID, k.Seats[2])
	if err != nil || role != (game.Role{Seat: 3}) {
		t.Errorf("role %v, %v", role, err)
	}
	role, err = h.Lobby.Role(ctx, g.ID, k.Master)
	if err != nil || !role.Master {
		t.Errorf("role %v, %v", role, err)
	}
	_, err = h.Lobby.Role(ctx, g.ID, "wrong")
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Lobby.Role(ctx, "nogame", k.Master)
	judgetest.Code(t, err, game.NotFound)
	other, _ := h.MakeGame(lobby.NewGame{Scenario: "B"})
	_, err = h.Lobby.Role(ctx, other.ID, k.Seats[0])
	judgetest.Code(t, err, game.Forbidden)

	_, err = h.Submit(ctx, g.ID, game.Role{Seat: 1}, 2, g.Revision, "A Milan H")
	judgetest.Code(t, err, game.Forbidden)
	if _, err = h.Submit(ctx, g.ID, master, 2, g.Revision, "A Milan H"); err != nil { // on the player's behalf
		t.Error(err)
	}
	if told := h.NoticesTo(g, game.Role{Seat: 2}); !slices.Contains(told, string(journal.TopicStead)) {
		t.Errorf("notices to the player of the seat: %v", told)
	}
	_, err = h.Orders(ctx, g.ID, game.Role{Seat: 1}, 2)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Judge.Clock.Process(ctx, g.ID, game.Role{Seat: 1}, g.Revision)
	judgetest.Code(t, err, game.Forbidden)
	judgetest.Code(t, h.Judge.Clock.SetDeadline(ctx, g.ID, game.Role{Seat: 1}, h.Clock.Now().Add(time.Hour)), game.Forbidden)
	judgetest.Code(t, h.Judge.Clock.Ready(ctx, g.ID, game.Role{Seat: 1}, 9, g.Revision, true), game.NotFound)
}

func TestSubmitKeepsLegalLinesAndReportsOthers(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8"})
	me := game.Role{Seat: 1}
	text := "A Pavia - Montferrat\nA Mialn - Como\nA Milan - Naples\nA Cremona - Mantua\nA Cremona H"
	v, err := h.Submit(ctx, g.ID, me, 1, g.Revision, text)
	if err != nil || len(v) != 5 {
		t.Fatal(v, err)
	}
	for i, ok := range []bool{true, false, false, true, true} {
		if (!v[i].Refused()) != ok || v[i].Line != i+1 || ok != (v[i].Canonical != "") {
			t.Errorf("line %d: %+v", i+1, v[i])
		}
	}
	if len(v[1].Suggest) == 0 || v[1].Suggest[0] != "Milan" || v[1].Column != 3 {
		t.Errorf("no suggestion: %+v", v[1])
	}
	if kept, err := h.Orders(ctx, g.ID, me, 1); kept != text || err != nil {
		t.Errorf("kept %q, %v", kept, err)
	}
	p, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision)
	if err != nil {
		t.Fatal(err)
	}
	if at := p.After.Field(find(t, g, "Montferrat")); at < 0 {
		t.Error("the good order was not carried out")
	}
	if p.After.Field(find(t, g, "Cremona")) < 0 {
		t.Error("the later order for a unit counts")
	}
	_, err = h.Submit(ctx, g.ID, me, 1, g.Revision, text)
	judgetest.Code(t, err, game.Stale)
	_, err = h.Submit(ctx, g.ID, me, 1, g.Revision+1, strings.Repeat("x", 1<<20))
	judgetest.Code(t, err, game.TooLarge)
	if v, err = h.Submit(ctx, g.ID, me, 1, g.Revision+1, "A \xff\xfe - Como\nA Milan - Como"); err != nil || !v[0].Refused() || v[1].Refused() {
		t.Errorf("invalid UTF-8: %+v, %v", v, err)
	}
}

func find(t testing.TB, g *game.Game, name string) board.ID {
	m, ok := g.Setting.Board.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return m.ID
}

func TestHeadingsInASeatOfSeveralPowers(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-2-2"})
	seats, err := h.Base.Seats(ctx, g.ID)
	if err != nil || len(seats) != 2 || len(seats[0].Powers) != 2 {
		t.Fatal(seats, err)
	}
	v, err := h.Check(ctx, g.ID, game.Role{Seat: 1}, 1, "F Dalmatia - Croatia/sc\nA Bologna - Modena\npapacy:\nA Rome - Tivoli\nVenice:\nA Padua - Ferrara\nPapacy:\nA Verona H\nmilan:\nA Verona - Trent")
	if err != nil {
		t.Fatal(err)
	}
	name := func(p machiavelli.Power) string { return g.Setting.Powers[p].ID }
	for i, power := range []string{"venice", "papacy", "papacy", "venice"} {
		if v[i].Refused() || name(v[i].Power) != power {
			t.Errorf("line %d: %+v", v[i].Line, v[i])
		}
	}
	if !v[4].Refused() {
		t.Error("Verona is not Papal")
	}
	if v[3].Line != 6 || v[3].Column != 1 {
		t.Errorf("line %d, column %d", v[3].Line, v[3].Column)
	}
	if len(v) != 7 || !v[5].Refused() || !v[6].Refused() {
		t.Errorf("lines below someone else's heading: %+v", v[5:])
	}
	v, err = h.Check(ctx, g.ID, game.Role{Seat: 1}, 1, "A1 H")
	if err != nil || !v[0].Refused() || len(v[0].Suggest) != 2 {
		t.Errorf("an order that two powers could give: %+v, %v", v, err)
	}
}

func TestProcessedWhenAllAreReady(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "A", Variant: "A-4"})
	for s := 1; s <= 4; s++ {
		if err := h.Judge.Clock.Ready(ctx, g.ID, game.Role{Seat: s}, s, g.Revision, true); err != nil {
			t.Fatal(err)
		}
		now, err := h.Base.Game(ctx, g.ID)
		if err != nil || (now.Revision > g.Revision) != (s == 4) {
			t.Fatalf("after seat %d: revision %d, %v", s, now.Revision, err)
		}
	}
	seats, err := h.Base.Seats(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range seats {
		if s.Ready || !s.Owes {
			t.Errorf("seat %d is ready for a phase that has just begun", s.Number)
		}
	}
}

func TestProcessedOnce(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B"})
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, errs[i] = h.Judge.Clock.Process(ctx, g.ID, master, g.Revision) })
	}
	wg.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else {
			judgetest.Code(t, err, game.Stale)
		}
	}
	if now, _ := h.Base.Game(ctx, g.ID); done != 1 || now.Number != 2 {
		t.Errorf("%d calls processed; the game is at phase %d", done, now.Number)
	}
}

// TestLedger checks the ledger's requirements for the judge: each phase has the deadline that the
// game's settings define, and the master can move or remove it.
func TestLedger(t *testing.T) {
	t.Parallel()
	t.Run("DIST-02", deadlines)
}

func deadlines(t *testing.T) {
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Pace: 24 * time.Hour})
	at := g.Number
	// wait advances the clock with a check every minute, and checks how many
	// phases were resolved.
	wait := func(d time.Duration, n int) {
		t.Helper()
		for end := h.Clock.Now().Add(d); ; {
			if _, err := h.Judge.Clock.Work(ctx); err != nil {
				t.Fatal(err)
			}
			left := end.Sub(h.Clock.Now())
			if left <= 0 {
				break
			}
			h.Clock.Advance(min(left, time.Minute))
		}
		now := h.Reload(g)
		if now.Number-at != n {
			t.Errorf("after %v %d phases are resolved, want %d", d, now.Number-at, n)
		}
		at = now.Number
	}
	wait(24*time.Hour-time.Second, 0)
	wait(time.Second, 1)
	wait(0, 0)
	if now := h.Reload(g); !now.Deadline.Equal(h.Clock.Now().Add(24 * time.Hour)) {
		t.Errorf("next deadline %v", now.Deadline)
	}
	if err := h.Judge.Clock.SetDeadline(ctx, g.ID, master, h.Clock.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Judge.Clock.SetDeadline(ctx, g.ID, master, h.Clock.Now().Add(-time.Hour)), game.Invalid)
	wait(time.Hour, 1)
	if err := h.Judge.Clock.SetDeadline(ctx, g.ID, master, time.Time{}); err != nil {
		t.Fatal(err)
	}
	wait(100*time.Hour, 0)
	states, err := h.Judge.Clock.States(ctx, g.ID, master)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range states {
		if s.Abandoned || s.Disorder || s.Late {
			t.Errorf("seat %d of a game that is held by links: %+v", i+1, s)
		}
	}
}

func TestShowcaseAndRestart(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	if err := h.BotGames.Showcase(ctx); err != nil {
		t.Fatal(err)
	}
	games, err := h.Base.Games(ctx)
	if err != nil || len(games) != 2 {
		t.Fatal(games, err)
	}
	intro := games[0]
	facts, err := os.ReadFile("../../machiavelli/turn/testdata/introductory-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	checkIntroduction(t, h, intro, string(facts))
	if err := h.Archive.Replay(ctx, intro.ID); err != nil {
		t.Error("replay:", err)
	}
	if err := h.BotGames.Showcase(ctx); err != nil {
		t.Fatal(err)
	}
	h.Reopen()
	again, err := h.Base.Games(ctx)
	if err != nil || len(again) != 2 || again[0].ID != intro.ID || again[0].Number != intro.Number {
		t.Error("a restart lost something:", again, err)
	}
	if err := h.Archive.Replay(ctx, intro.ID); err != nil {
		t.Error("replay after a restart:", err)
	}
}

// checkIntroduction compares the end of every campaign with the facts of the
// printed game: lines such as "after POWER: A1 mil, ...".
func checkIntroduction(t *testing.T, h *judgetest.House, g *game.Game, facts string) {
	phases, err := h.Base.Phases(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]int{}
	for _, p := range phases {
		byName[p.Phase.String()] = p.Number
	}
	var phase *game.Phase
	campaigns, checked := 0, 0
	for line := range strings.Lines(facts) {
		line = strings.TrimSpace(line)
		if _, err := machiavelli.ParsePhase(line); err == nil {
			n, ok := byName[line]
			if !ok {
				t.Errorf("no phase %s", line)
				continue
			}
			if phase, err = h.Base.Phase(ctx, g.ID, n); err != nil {
				t.Fatal(err)
			}
			campaigns++
			continue
		}
		rest, ok := strings.CutPrefix(line, "after ")
		if !ok {
			continue
		}
		id, units, _ := strings.Cut(rest, ": ")
		power, _ := g.Setting.Powers.Find(id)
		have := map[string]bool{}
		for _, u := range phase.After.Units {
			if u.Owner == power {
				at := g.Setting.Board.Areas[u.At].Code
				if u.Coast != machiavelli.NoCoast {
					at += "/" + u.Coast.Code()
				}
				have[u.Type.Letter()+string('0'+u.Serial)+" "+at] = true
			}
		}
		wanted := strings.Split(units, ", ")
		for _, u := range wanted {
			if !have[u] {
				t.Errorf("%s: %s has no %s, but %v", phase.Phase, id, u, have)
			}
		}
		if len(have) != len(wanted) {
			t.Errorf("%s: %s has %v, want %v", phase.Phase, id, have, wanted)
		}
		checked++
	}
	if campaigns < 8 || checked != 24 {
		t.Errorf("%d phases and %d positions compared", campaigns, checked)
	}
}

func TestErrorsAreValues(t *testing.T) {
	t.Parallel()
	if game.ErrorCode(errors.New("disk")) != game.Internal || game.ErrorCode(nil) != "" {
		t.Error("codes of foreign errors")
	}
}

// TestOwnScenario plays a game on a custom scenario file, with a restart and a replay.
func TestOwnScenario(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	text, err := scenario.BuiltIn().Export("A")
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(text, "The Expansion of States", "The Quarrel of the Neighbours", 1)
	_, _, err = h.Lobby.Create(ctx, lobby.NewGame{Name: "x", Library: "scenarios:\n  - id: X\n    board: nowhere\n"})
	judgetest.Code(t, err, game.Invalid)
	g, _ := h.MakeGame(lobby.NewGame{Library: text, Solitaire: true})
	if g.Setting.Title != "The Quarrel of the Neighbours" {
		t.Errorf("the game is %q", g.Setting.Title)
	}
	if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
		t.Fatal(err)
	}
	h.Reopen()
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	if g, err = h.Base.Game(ctx, g.ID); err != nil || g.Setting.Title != "The Quarrel of the Neighbours" || g.Number != 2 {
		t.Errorf("after a restart: %+v, %v", g, err)
	}
}
