package admin_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// TestEdit checks the effect of corrections, as recorded and as replayed.
func TestEdit(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.Until(h.ClassicGame(), "summer 1454 orders")
	revision := g.Revision
	words, err := h.Admin.CheckEdit(ctx, g.ID, master, revision, admin.ReadChanges("treasury venice 40\nunit move A Pavia to Turin; control both Turin milan"))
	if err != nil || len(words) != 4 {
		t.Errorf("%q, %v", words, err)
	}
	if now := h.Reload(g); now.Revision != revision {
		t.Error("a check has changed something")
	}
	if err := h.Correct(g, "treasury venice 40", "as agreed"); err != nil {
		t.Fatal(err)
	}
	if err := h.Correct(g, "treasury venice 41\nunit move A Pavia to Turin; control both Turin milan", "as agreed, too"); err != nil {
		t.Fatal(err)
	}
	venice, _ := g.Setting.Powers.Find("venice")
	now, err := h.Base.Current(ctx, g.ID)
	if err != nil || now.Before.Treasury[venice] != 41 || h.Reload(g).Revision != revision+2 {
		t.Errorf("%d ducats, revision %d, %v", now.Before.Treasury[venice], h.Reload(g).Revision, err)
	}
	acts, err := h.Admin.Acts(ctx, g.ID, game.Role{})
	if err != nil || len(acts) != 2 || acts[0].Topic != journal.TopicEdit || acts[0].Why != "as agreed" ||
		!reflect.DeepEqual(acts[0].ChangesIn(message.English)[0], "Treasury of Venice: 40 ducats (before: "+strings.TrimPrefix(words[len(words)-1].String(), "Treasury of Venice: 40 ducats (before: ")) {
		t.Errorf("%+v, %v", acts, err)
	}
	h.Until(g, "spring 1455 orders")
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	// Rolling back to the corrected phase keeps the correction; rolling back to the previous phase
	// removes it.
	if err := h.Admin.Rollback(ctx, g.ID, master, g.Number, false); err != nil {
		t.Fatal(err)
	}
	if p, err := h.Base.Current(ctx, g.ID); err != nil || p.Before.Treasury[venice] != 41 {
		t.Errorf("after a rollback to the corrected phase: %d ducats, %v", p.Before.Treasury[venice], err)
	}
	if err := h.Admin.Rollback(ctx, g.ID, master, g.Number-1, false); err != nil {
		t.Fatal(err)
	}
	h.Until(g, "fall 1454 orders")
	if p, err := h.Base.Phase(ctx, g.ID, g.Number); err != nil || p.Before.Treasury[venice] == 41 {
		t.Errorf("after a rollback to the phase before: %v", err)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}

// TestEditRefused checks that nothing is changed, and that the error lists all faults.
func TestEditRefused(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := h.ClassicGame()
	before, err := h.Base.Current(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for text, code := range map[string]string{
		"":                                      game.Invalid,
		"treasury venice many\nunit remove A X": game.Invalid,
		"unit add venice A Pavia":               game.Invalid,
		"cities-needed usual":                   game.Conflict,
	} {
		judgetest.Code(t, h.Correct(g, text, "because"), code)
	}
	err = h.Correct(g, "treasury venice 12\ntreasury venice many\nunit remove A Nowhere", "because")
	if err == nil || strings.Count(err.Error(), "\n") != 2 || !strings.HasPrefix(err.Error(), "Nothing was changed.\n") {
		t.Errorf("%v", err)
	}
	judgetest.Code(t, h.Correct(g, "treasury venice 12", " "), game.Invalid)
	judgetest.Code(t, h.Admin.Edit(ctx, g.ID, game.Role{Seat: 1}, 1, admin.ReadChanges("treasury venice 12"), "because"), game.Forbidden)
	judgetest.Code(t, h.Admin.Edit(ctx, g.ID, master, 2, admin.ReadChanges("treasury venice 12"), "because"), game.Stale)
	after, err := h.Base.Current(ctx, g.ID)
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("something was changed, %v", err)
	}
	// One change cannot contain another.
	err = h.Admin.Edit(ctx, g.ID, master, 1, []admin.Change{{What: "treasury", Where: "venice", Value: "12\ntreasury milan 12"}}, "because")
	judgetest.Code(t, err, game.Invalid)
}

// TestEditSecrets checks that hidden treasuries of others stay hidden.
func TestEditSecrets(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Options: map[string]string{"treasury-visibility": "hidden"}})
	if err := h.Correct(g, "treasury venice 40; unit quality A Pavia militia", "as agreed"); err != nil {
		t.Fatal(err)
	}
	venice, milan := h.SeatOf(g, "venice"), h.SeatOf(g, "milan")
	for name, c := range map[string]struct {
		role game.Role
		sees bool
	}{
		"the public": {game.Role{}, false}, "Milan": {game.Role{Seat: milan}, false}, "Venice": {game.Role{Seat: venice}, true}, "a master": {master, true},
	} {
		acts, err := h.Admin.Acts(ctx, g.ID, c.role)
		if err != nil || len(acts) != 1 || len(acts[0].Points) != 2 {
			t.Fatalf("%s: %+v, %v", name, acts, err)
		}
		if strings.Contains(acts[0].Points[1].String(), "40") != c.sees {
			t.Errorf("%s reads %q", name, acts[0].ChangesIn(message.English))
		}
	}
}

// TestTypedPosition creates a game that begins with another position than its scenario's.
func TestTypedPosition(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	begin := lobby.NewGame{
		Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Solitaire: true, Phase: "fall 1456 orders",
		Position: `{"units": {"milan": ["A Pavia", "A Turin professional"], "venice": ["F Venice", "A Padua"], "autonomous": ["G Genoa"]},
			"provinces": {"milan": ["Pavia", "Turin"], "venice": ["Venice", "Padua"]}, "cities": {"milan": ["Pavia"], "venice": ["Venice", "Padua"]},
			"treasuries": {"milan": 12, "venice": 9}, "loans": [{"power": "milan", "principal": 10, "interest": 2, "due": "summer 1457"}], "famine": ["Padua"]}`,
	}
	g, _ := h.MakeGame(begin)
	now, err := h.Base.Current(ctx, g.ID)
	milan, _ := g.Setting.Powers.Find("milan")
	if err != nil || g.Phase.String() != "fall 1456 orders" || len(now.Before.Units) != 5 || now.Before.Treasury[milan] != 12 || len(h.OpeningEvents(g)) != 0 {
		t.Fatalf("%s, %+v, %v", g.Phase, now, err)
	}
	h.Order(g, "milan", "A Turin - Montferrat")
	h.Until(g, "spring 1457 orders")
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(n *lobby.NewGame){
		"no JSON":                 func(n *lobby.NewGame) { n.Position = "A Pavia" },
		"a fleet inland":          func(n *lobby.NewGame) { n.Position = `{"units": {"milan": ["F Pavia"]}}` },
		"a unit on foreign land":  func(n *lobby.NewGame) { n.Position = `{"units": {"milan": ["A Venice"]}}` },
		"no such phase":           func(n *lobby.NewGame) { n.Phase = "winter 1456 orders" },
		"a loan for the past":     func(n *lobby.NewGame) { n.Phase = "spring 1460 orders" },
		"a game that is won":      func(n *lobby.NewGame) { n.Position = `{"victors": ["milan"]}` },
		"dislodged in the spring": func(n *lobby.NewGame) { n.Position = `{"dislodged": [{"power": "milan", "unit": "A Pavia"}]}` },
	} {
		n := begin
		n.Name = "x"
		change(&n)
		_, _, err := h.Lobby.Create(ctx, n)
		if game.ErrorCode(err) != game.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	n := begin
	n.Name, n.Position, n.Options = "x", "", map[string]string{"seasons-per-year": "2"}
	n.Phase = "summer 1456 orders"
	_, _, err = h.Lobby.Create(ctx, n)
	judgetest.Code(t, err, game.Invalid)
}

// TestPredict checks that a player sees the result of their own orders, a master the result of
// all orders, and nobody the game's dice.
func TestPredict(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "njudge-classic"})
	milan, florence := h.SeatOf(g, "milan"), h.SeatOf(g, "florence")
	send := func(seat int, text string) {
		t.Helper()
		if _, err := h.Submit(ctx, g.ID, game.Role{Seat: seat}, seat, g.Revision, text); err != nil {
			t.Fatal(err)
		}
	}
	send(milan, "A Pavia - Montferrat")
	send(florence, "A Arezzo - Perugia")
	own, err := h.Admin.Predict(ctx, g.ID, game.Role{Seat: milan}, milan)
	text := fmt.Sprint(own)
	if err != nil || !strings.Contains(text, "Montferrat") || strings.Contains(text, "Perugia") || !strings.Contains(own[0].String(), "the orders of Milan alone") {
		t.Errorf("%q, %v", own, err)
	}
	all, err := h.Admin.Predict(ctx, g.ID, master, 0)
	text = fmt.Sprint(all)
	if err != nil || !strings.Contains(text, "Montferrat") || !strings.Contains(text, "Perugia") {
		t.Errorf("%q, %v", all, err)
	}
	_, err = h.Admin.Predict(ctx, g.ID, game.Role{Seat: milan}, florence)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Admin.Predict(ctx, g.ID, game.Role{Seat: milan}, 0)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Admin.Predict(ctx, g.ID, game.Role{Observer: true}, milan)
	judgetest.Code(t, err, game.Forbidden)
	_, err = h.Admin.Predict(ctx, g.ID, master, 9)
	judgetest.Code(t, err, game.NotFound)

	// A murder is shown with its chance, and bribes count.
	if err := h.Correct(g, "treasury milan 40", "for the test"); err != nil {
		t.Fatal(err)
	}
	g = h.Reload(g)
	send(milan, "e1: 12 assassinate venice")
	own, err = h.Admin.Predict(ctx, g.ID, game.Role{Seat: milan}, milan)
	if text = fmt.Sprint(own); err != nil || !strings.Contains(text, "The ruler of Venice is assassinated. (chance: ") {
		t.Errorf("%q, %v", own, err)
	}
	if p, err := h.Base.Current(ctx, g.ID); err != nil || len(p.Throws) > 0 || h.Reload(g).Revision != g.Revision {
		t.Errorf("a prediction has left something behind: %+v, %v", p, err)
	}
}
