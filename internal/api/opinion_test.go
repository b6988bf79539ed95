package api_test

import (
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"podesta/internal/api"
	"podesta/internal/clock"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/wiring"
	"podesta/machiavelli/bot"
)

// TestOpinions asks for a hint in a game against computer players and sends it as
// orders, and for the analysis of a game that is over.
func TestOpinions(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	server := api.New(api.Deps{Judge: wiring.API(h.Judge), Clock: h.Clock, Channels: hookChannels(true), Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6}})
	defer server.Close()
	get := func(path, secret string, want int, into any) {
		t.Helper()
		status, body := ask(server, http.MethodGet, path, secret)
		if status != want {
			t.Fatalf("%s: %d, want %d: %s", path, status, want, body)
		}
		if err := json.Unmarshal([]byte(body), into); err != nil {
			t.Fatal(err)
		}
	}
	var problem struct{ Detail string }

	c := h.Cast()
	master, anna := h.Person("Ada"), h.Person("Anna")
	how := hosting.Default()
	how.Bots = true
	g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Fiesole", Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic"}, how)
	h.Must(err)
	h.Must(h.Lobby.Join(ctx, g.ID, anna.ID, ""))
	h.Must(h.Lobby.StartWithBots(ctx, g.ID, h.RoleFor(g, master), ""))
	var hint api.HintAnswer
	get("/games/"+g.ID+"/hint", h.Token(anna.ID), http.StatusOK, &hint)
	now := h.At(g.ID)
	role := h.RoleFor(now, anna)
	power := now.Setting.Seats[role.Seat-1][0]
	lines := hint.Orders[now.Setting.Powers[power].ID]
	if hint.Player != bot.Levels()[0] || hint.Revision != now.Revision || hint.Number != now.Number || len(hint.Orders) != 1 || len(lines) == 0 {
		t.Errorf("the hint %+v", hint)
	}
	got, err := h.Judge.Clock.SaveOrders(ctx, g.ID, role, clock.NewOrders{Revision: hint.Revision, Sections: []ordertext.Section{{Power: power, Text: strings.Join(lines, "\n")}}})
	h.Must(err)
	for _, v := range got.Verdicts {
		if v.Refused() {
			t.Errorf("a line of the hint is refused: %+v", v)
		}
	}
	get("/games/"+g.ID+"/hint", h.Token(master.ID), http.StatusForbidden, &problem)
	get("/games/"+g.ID+"/analysis", h.Token(anna.ID), http.StatusConflict, &problem)
	if problem.Detail != "The game is not over yet. Its analysis appears when it is." {
		t.Error(problem.Detail)
	}

	get("/games/"+c.Played.ID+"/hint", h.Token(c.Player.ID), http.StatusForbidden, &problem)
	if !strings.HasPrefix(problem.Detail, "There are no hints in a game with other people.") {
		t.Error(problem.Detail)
	}
	over := h.Finished(c)
	var a api.GameAnalysis
	get("/games/"+over.ID+"/analysis", "", http.StatusOK, &a)
	if a.Player != "principe" || len(a.Course) < 2 || a.Course[len(a.Course)-1].Number != over.Number+1 || a.Course[len(a.Course)-1].Phase != "" || len(a.Costliest) != 0 {
		t.Errorf("the analysis %+v", a)
	}
	for _, x := range a.Course {
		sum := 0.0
		for _, share := range x.Shares {
			sum += share
		}
		if math.Abs(sum-1) > 0.01 {
			t.Errorf("%s: the shares add up to %g", x.Phase, sum)
		}
	}
}
