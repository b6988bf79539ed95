package admin_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

// phasesFrom returns all phases from a number on, complete with orders, rolls and events.
func phasesFrom(h *judgetest.House, g *game.Game, from int) []game.Phase {
	h.T.Helper()
	var out []game.Phase
	for n := from; n <= h.Reload(g).Number; n++ {
		p, err := h.Base.Phase(ctx, g.ID, n)
		if err != nil {
			h.T.Fatal(err)
		}
		out = append(out, *p)
	}
	return out
}

// rolls returns the rolls of phases, keyed by phase and name.
func rolls(phases []game.Phase) map[string]int {
	out := map[string]int{}
	for _, p := range phases {
		for _, t := range p.Throws {
			out[p.Phase.String()+" "+t.Name] = t.Value
		}
	}
	return out
}

// begun plays the classic game into its third year. The tests roll back its second fall.
func begun(h *judgetest.House) (g *game.Game, orders map[string]string) {
	h.T.Helper()
	g = h.Until(h.ClassicGame(), "fall 1455 orders")
	orders = map[string]string{"milan": "A Pavia - Montferrat\nA Cremona H", "florence": "A Arezzo - Perugia"}
	for power, text := range orders {
		h.Order(g, power, text)
	}
	return h.Until(g, "spring 1456 orders"), orders
}

// TestRollback checks that unchanged orders lead to the same result again,
// including rolls and reports (SEQ-05).
func TestRollback(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, orders := begun(h)
	fall := g.Number - 2
	before := phasesFrom(h, g, fall)
	if rolls(before)["fall 1455 orders famine severity"] == 0 {
		t.Fatalf("the fall has no rolls: %v", rolls(before))
	}
	if err := h.Admin.RollbackFor(ctx, g.ID, master, fall, false, "A convoy was read wrongly"); err != nil {
		t.Fatal(err)
	}
	old := g.Revision
	g = h.Reload(g)
	if g.Number != fall || g.Phase.String() != "fall 1455 orders" || g.Revision != old+1 {
		t.Fatalf("the game is in %s, number %d, revision %d", g.Phase, g.Number, g.Revision)
	}
	for power, text := range orders {
		if got, err := h.Orders(ctx, g.ID, master, h.SeatOf(g, power)); err != nil || got != text {
			t.Errorf("restored orders of %s: %q, %v", power, got, err)
		}
	}
	_, err := h.Submit(ctx, g.ID, master, 1, old, "A Pavia H")
	judgetest.Code(t, err, game.Stale)
	if err == nil || !errors.Is(err, game.ErrStale) || !strings.Contains(err.Error(), "rolled back to the beginning of Fall 1455, orders") || !strings.Contains(err.Error(), "A convoy was read wrongly.") {
		t.Errorf("the error lacks the reason: %v", err)
	}
	judgetest.Code(t, h.Judge.Clock.Ready(ctx, g.ID, master, 1, old, true), game.Stale)
	_, err = h.Judge.Clock.Process(ctx, g.ID, master, old)
	judgetest.Code(t, err, game.Stale)

	h.Until(g, "spring 1456 orders")
	after := phasesFrom(h, g, fall)
	for i := range after {
		if i < len(before) {
			after[i].Done = before[i].Done
		}
	}
	if !reflect.DeepEqual(before, after) {
		t.Errorf("another course:\n%+v\n%+v", rolls(before), rolls(after))
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	undone, err := h.Admin.Undone(ctx, g.ID)
	if err != nil || len(undone) != 3 || undone[0].Orders[h.SeatOf(g, "milan")] != orders["milan"] || undone[2].Orders != nil {
		t.Errorf("what was taken back: %+v, %v", undone, err)
	}
	acts, err := h.Admin.Acts(ctx, g.ID, game.Role{})
	if err != nil || len(acts) != 1 || acts[0].Topic != journal.TopicRollback || acts[0].Why != "A convoy was read wrongly" || acts[0].From.String() != "spring 1456 orders" {
		t.Errorf("acts: %+v, %v", acts, err)
	}
}

// TestRollbackChangedOrders checks that changed orders leave the rolls that occur with both sets
// of orders as they were.
func TestRollbackChangedOrders(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := begun(h)
	fall := g.Number - 2
	before := rolls(phasesFrom(h, g, fall))
	if err := h.Admin.Rollback(ctx, g.ID, master, fall, false); err != nil {
		t.Fatal(err)
	}
	h.Order(g, "milan", "A Pavia - Turin")
	h.Order(g, "florence", "e1: 12 rebellion Bologna")
	h.Until(g, "spring 1456 orders")
	after := rolls(phasesFrom(h, g, fall))
	same := 0
	for name, v := range after {
		if was, ok := before[name]; ok {
			same++
			if was != v {
				t.Errorf("%s was %d and is %d", name, was, v)
			}
		}
	}
	if same < 10 {
		t.Errorf("%d rolls in both courses", same)
	}
}

// TestRollbackFresh checks that fresh dice change all rolls of the campaign by a salt that the
// record shows, and that a later rollback does not restore the old rolls.
func TestRollbackFresh(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := begun(h)
	fall := g.Number - 2
	before := rolls(phasesFrom(h, g, fall))
	if err := h.Admin.Rollback(ctx, g.ID, master, fall, true); err != nil {
		t.Fatal(err)
	}
	if p, err := h.Base.Current(ctx, g.ID); err != nil || p.Salt != "" {
		t.Errorf("the salt %q is known before the dice are thrown, %v", p.Salt, err)
	}
	h.Until(g, "spring 1456 orders")
	course := phasesFrom(h, g, fall)
	fresh := rolls(course)
	moved := 0
	for name, v := range fresh {
		if before[name] != v {
			moved++
		}
	}
	if moved < 4 || course[0].Salt == "" {
		t.Errorf("%d rolls of %d have moved; salt %q", moved, len(fresh), course[0].Salt)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	if err := h.Admin.Rollback(ctx, g.ID, master, fall-2, false); err != nil {
		t.Fatal(err)
	}
	h.Until(g, "spring 1456 orders")
	if again := phasesFrom(h, g, fall); !reflect.DeepEqual(rolls(again), fresh) || again[0].Salt != course[0].Salt {
		t.Errorf("an earlier rollback has brought other dice: %v, %v", fresh, rolls(again))
	}
	book, err := h.Archive.DiceBook(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	salted, back := 0, 0
	for _, p := range book.Phases {
		if p.Salt != "" {
			salted++
		}
		if strings.HasSuffix(p.Phase, ", taken back") {
			back++
		}
	}
	if salted < 2 || back < 2 {
		t.Errorf("the dice book has %d phases with a salt and %d that were taken back", salted, back)
	}
}

// TestRollbackRolls checks that rolls set by hand are kept when their phase is played again.
func TestRollbackRolls(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.Until(h.ClassicGame(), "fall 1454 orders")
	if err := h.Admin.SetRollFor(ctx, g.ID, master, g.Revision, "famine severity", 4, "as it fell at the table"); err != nil {
		t.Fatal(err)
	}
	fall := g.Number
	h.Until(g, "spring 1455 orders")
	before := phasesFrom(h, g, fall-1)
	if err := h.Admin.Rollback(ctx, g.ID, master, fall-1, false); err != nil {
		t.Fatal(err)
	}
	h.Until(g, "spring 1455 orders")
	after := phasesFrom(h, g, fall-1)
	if !reflect.DeepEqual(rolls(before), rolls(after)) || after[1].Given["famine severity"] != 4 {
		t.Errorf("before %v, after %v", rolls(before), rolls(after))
	}
	acts, err := h.Admin.Acts(ctx, g.ID, game.Role{Seat: 1})
	if err != nil || len(acts) != 2 || acts[0].Topic != journal.TopicRoll || acts[0].Why == "" {
		t.Errorf("acts: %+v, %v", acts, err)
	}
}

// TestRollbackRefused checks which rollbacks are refused, and to whom.
func TestRollbackRefused(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.ClassicGame()
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, master, 0, false), game.Conflict)
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, master, 1, false), game.Conflict)
	g = h.Until(g, "fall 1454 orders")
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, game.Role{Seat: 1}, 1, false), game.Forbidden)
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, game.Role{Observer: true}, 1, false), game.Forbidden)
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, master, g.Number, false), game.Conflict)
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, master, g.Number+1, false), game.NotFound)
	judgetest.Code(t, h.Admin.Rollback(ctx, g.ID, master, -1, false), game.NotFound)
	judgetest.Code(t, h.Admin.Rollback(ctx, "nogame", master, 1, false), game.NotFound)
	judgetest.Code(t, h.Admin.RollbackFor(ctx, g.ID, master, 1, false, strings.Repeat("x", 501)), game.Invalid)
	if err := h.Admin.Rollback(ctx, g.ID, master, 0, false); err != nil || h.Reload(g).Number != g.Number-1 {
		t.Errorf("the last phase: %v", err)
	}
}

// TestTwoMasters checks that when two masters roll back the same phase, or correct the same
// position, one of them gets the error that it has changed.
func TestTwoMasters(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.Until(h.ClassicGame(), "fall 1454 orders")
	both := func(f func() error) (good int, codes []string) {
		var wg sync.WaitGroup
		errs := make([]error, 2)
		for i := range errs {
			wg.Go(func() { errs[i] = f() })
		}
		wg.Wait()
		for _, err := range errs {
			if err == nil {
				good++
			} else {
				codes = append(codes, game.ErrorCode(err))
			}
		}
		return good, append(codes, "")
	}
	good, codes := both(func() error { return h.Admin.Rollback(ctx, g.ID, master, 2, false) })
	if good != 1 || codes[0] != game.Conflict {
		t.Errorf("rollback: %d, %v", good, codes)
	}
	g = h.Reload(g)
	good, codes = both(func() error {
		return h.Admin.Edit(ctx, g.ID, master, g.Revision, admin.ReadChanges("treasury venice +3"), "a gift was lost")
	})
	if good != 1 || codes[0] != game.Stale {
		t.Errorf("edit: %d, %v", good, codes)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}

// TestRollbackOfAWin checks that a finished game can continue after a rollback, and that dice
// whose seed was public get a salt.
func TestRollbackOfAWin(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.Finish(h.ShortGame())
	last := g.Number
	before := rolls(phasesFrom(h, g, last))
	if err := h.Admin.Rollback(ctx, g.ID, master, 0, false); err != nil {
		t.Fatal(err)
	}
	if g = h.Reload(g); g.Finished || g.Number != last || g.Status != game.Active {
		t.Fatalf("%+v", g)
	}
	if b, err := h.Archive.DiceBook(ctx, g.ID); err != nil || b.Seed != "" {
		t.Errorf("the seed is still public, %v", err)
	}
	if g = h.Finish(g); !reflect.DeepEqual(before, rolls(phasesFrom(h, g, last))) {
		t.Errorf("rolls %v and %v", before, rolls(phasesFrom(h, g, last)))
	}
	if err := h.Admin.Rollback(ctx, g.ID, master, last, false); err != nil {
		t.Fatal(err)
	}
	g = h.Reload(g)
	if err := h.Admin.Edit(ctx, g.ID, master, g.Revision, admin.ReadChanges("cities-needed 40"), "We play on"); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if g = h.Reload(g); g.Finished {
			break
		}
		if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range phasesFrom(h, g, last+1) {
		if len(p.Throws) > 0 && p.Salt == "" && p.Phase.Campaign() != phasesFrom(h, g, last)[0].Phase.Campaign() {
			t.Errorf("%s has dice without a salt", p.Phase)
		}
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}
