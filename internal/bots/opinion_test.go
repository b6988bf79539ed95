package bots_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"podesta/internal/admin"
	"podesta/internal/botgames"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
)

// TestHint sends the hints of a game against computer players as orders for a year. It checks
// that no line is refused, and that each phase has all orders that it owes.
func TestHint(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, role := n.play(botgames.NewPlay{Preset: "njudge-classic", Power: "milan", Bot: "random"})
	n.work()
	_, err := n.BotGames.Hint(ctx, g.ID, game.Role{})
	judgetest.Code(t, err, game.Forbidden)
	phases := 0
	for year := g.Phase.Year; n.At(g.ID).Phase.Year == year && !n.At(g.ID).Finished && n.state(g.ID).Owes; phases++ {
		now := n.At(g.ID)
		h, err := n.BotGames.Hint(ctx, g.ID, role)
		n.Must(err)
		if h.Revision != now.Revision || h.Number != now.Number || h.Kind != bot.Levels()[0] || len(h.Powers) != 1 {
			t.Errorf("%s: %+v", now.Phase, h)
		}
		again, err := n.BotGames.Hint(ctx, g.ID, role)
		n.Must(err)
		if !reflect.DeepEqual(h, again) {
			t.Errorf("%s: asked again, the hint differs", now.Phase)
		}
		got, err := n.Judge.Clock.SaveOrders(ctx, g.ID, role, clock.NewOrders{Revision: h.Revision, Sections: []ordertext.Section{{Power: h.Powers[0].Power, Text: h.Powers[0].Text()}}})
		n.Must(err)
		for _, v := range got.Verdicts {
			if v.Refused() {
				t.Errorf("%s: a line is refused: %+v", now.Phase, v)
			}
		}
		n.ready(g.ID, role, "")
		n.work()
	}
	if phases < 4 {
		t.Errorf("only %d phases", phases)
	}
	n.Must(n.BotGames.LeavePlay(ctx, g.ID, role))
	_, err = n.BotGames.Hint(ctx, g.ID, role)
	judgetest.Code(t, err, game.Conflict)
}

// TestHintBetweenPeople checks that there is no hint as soon as a second person has a seat, nor
// in a game in which one person plays all powers, and that asking for one can be cancelled.
func TestHintBetweenPeople(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, anna := n.host(nil)
	bruno := n.Person("bruno")
	n.Must(n.Lobby.Join(ctx, g.ID, bruno.ID, ""))
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, ""))
	for _, role := range []game.Role{n.Part(g.ID, anna), n.Part(g.ID, bruno)} {
		_, err := n.BotGames.Hint(ctx, g.ID, role)
		judgetest.Code(t, err, game.Forbidden)
		if !strings.Contains(err.Error(), "no hints in a game with other people") {
			t.Error(err)
		}
		_, err = n.BotGames.Analysis(ctx, g.ID)
		judgetest.Code(t, err, game.Conflict)
		_, err = n.BotGames.Costly(ctx, g.ID, role)
		judgetest.Code(t, err, game.Conflict)
	}
	_, err := n.BotGames.Hint(ctx, g.ID, lord)
	judgetest.Code(t, err, game.Forbidden)

	alone, role := n.play(botgames.NewPlay{Power: "milan", First: true, Bot: "easy"})
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := n.BotGames.Hint(gone, alone.ID, role); !errors.Is(err, context.Canceled) {
		t.Errorf("without anyone who waits for it: %v", err)
	}
}

// TestHintIsBlind checks that a hint does not depend on what the seat must not know: two games
// that differ only in hidden treasuries, debts and chits have the same hint. It also checks that
// the hint depends on what the seat knows.
func TestHintIsBlind(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, lord, anna := n.hostBy("njudge-classic", map[string]string{"treasury-visibility": "hidden"}, nil)
	n.Must(n.Lobby.StartWithBots(ctx, g.ID, lord, ""))
	role := n.Part(g.ID, anna)
	setting := n.At(g.ID).Setting
	own := setting.Powers[setting.Seats[role.Seat-1][0]].ID
	edit := func(text string) {
		t.Helper()
		n.Must(n.Admin.Edit(ctx, g.ID, lord, n.At(g.ID).Revision, admin.ReadChanges(text), "a test"))
	}
	for n.At(g.ID).Phase.Step != machiavelli.Orders {
		_, err := n.Judge.Clock.Process(ctx, g.ID, lord, n.At(g.ID).Revision)
		n.Must(err)
	}
	edit("treasury " + own + " 12")
	hint := func() []botgames.HintPower {
		t.Helper()
		h, err := n.BotGames.Hint(ctx, g.ID, role)
		n.Must(err)
		return h.Powers
	}
	before := hint()
	if len(before) != 1 || len(before[0].Lines) == 0 {
		t.Fatalf("the hint is %+v", before)
	}
	for _, x := range setting.Powers[1:] {
		if x.ID != own {
			edit("treasury " + x.ID + " 77; loan set " + x.ID + " 10 2 due summer " + "1386; chit " + x.ID + " " + own + " 3")
		}
	}
	if after := hint(); !reflect.DeepEqual(before, after) {
		t.Errorf("hidden treasuries, debts and chits change the hint from\n%s to\n%s", before[0].Text(), after[0].Text())
	}
	ph, err := n.Base.Current(ctx, g.ID)
	n.Must(err)
	for _, u := range ph.Before.Units {
		if u.Owner == before[0].Power {
			edit("unit remove " + u.Type.Letter() + " " + setting.Board.Name(u.Place()))
			break
		}
	}
	if after := hint(); len(after[0].Lines) >= len(before[0].Lines) {
		t.Errorf("without a unit the hint is\n%s and with it\n%s", after[0].Text(), before[0].Text())
	}
}

// TestAnalysis checks that the analysis of a finished game covers all phases and is open to
// everyone, and that each seat sees only its own costly orders.
func TestAnalysis(t *testing.T) {
	t.Parallel()
	n := newInn(t)
	g, role := n.play(botgames.NewPlay{Preset: "battleline-1978-advanced", Power: "milan", First: true, Bot: "even"})
	_, err := n.BotGames.Analysis(ctx, g.ID)
	judgetest.Code(t, err, game.Conflict)
	n.work()
	for !n.At(g.ID).Finished && n.state(g.ID).Owes {
		n.ready(g.ID, role, "")
		n.work()
	}
	if !n.At(g.ID).Finished { // the visitor has been eliminated
		n.Must(n.BotGames.WatchPlay(ctx, g.ID, role, 400))
		n.work()
	}
	over := n.At(g.ID)
	a, err := n.BotGames.Analysis(ctx, g.ID)
	n.Must(err)
	if last := a.Course[len(a.Course)-1]; last.Phase != over.Number || a.Course[0].Phase != 0 {
		t.Errorf("the course goes from %d to %d of %d", a.Course[0].Phase, last.Phase, over.Number)
	}
	won := 0.0
	ph, err := n.Base.Phase(ctx, g.ID, over.Number)
	n.Must(err)
	if won = a.Course[len(a.Course)-1].Shares.Of(ph.After.Victors); math.Abs(won-1) > 1e-9 {
		t.Errorf("the victors have %g in the end", won)
	}
	if len(a.Turns) == 0 {
		t.Error("nothing has turned the game")
	}
	_, err = n.BotGames.Costly(ctx, g.ID, game.Role{})
	judgetest.Code(t, err, game.Forbidden)
	costly, err := n.BotGames.Costly(ctx, g.ID, role)
	n.Must(err)
	if len(costly) == 0 || len(costly) > 3 {
		t.Errorf("%d costly orders of a player who never gave one", len(costly))
	}
	again, err := n.BotGames.Analysis(ctx, g.ID)
	n.Must(err)
	if again != a {
		t.Error("the analysis is not kept")
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := n.BotGames.Costly(gone, g.ID, game.Role{Seat: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("without anyone who waits for it: %v", err)
	}
	_, err = n.BotGames.Hint(ctx, g.ID, role)
	judgetest.Code(t, err, game.Conflict)
}
