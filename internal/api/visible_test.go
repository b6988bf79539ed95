package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// window returns everything that a guest can see of a game, answer by answer.
func (x *hosted) window(g *guest) map[string]string {
	x.t.Helper()
	out := map[string]string{}
	for _, path := range []string{
		"", "/position", "/phases", "/phases/0?explain=true", "/phases/1?explain=true", "/phases/2", "/phases/1/report", "/log?limit=1000", "/legal?power=milan",
		"/legal?power=venice", "/members", "/dice", "/hosting", "/rules", "/acts", "/undone", "/orders", "/vote", "/votes", "/absences", "/diary", "/map?orders=true", "/predict",
		"/orders?seat=1", "/orders?seat=2", "/orders?seat=3", "/orders?seat=4", "/vote?seat=1", "/diary?seat=2", "/absences?seat=1", "/predict?seat=1", "/export",
	} {
		a := x.at(g).get(path)
		out[path] = fmt.Sprintf("%d %s %s", a.status, a.header.Get("ETag"), a.body)
	}
	for _, path := range []string{"/games?name=siena", "/me/games", "/me/hooks"} {
		a := g.get(path)
		out[path] = fmt.Sprintf("%d %s", a.status, a.body)
	}
	what := x.at(g).post("/whatif", map[string]any{"samples": 1, "limit": 1, "rolls": map[string]int{}})
	out["/whatif"] = fmt.Sprintf("%d %s", what.status, what.body)
	return out
}

// TestOrdersAreInvisible lets powers act secretly at random, and checks that nothing changes in
// what others can see of the game: a player, an observer, a stranger and the public. It tests
// hidden and open treasuries, in a game that hides votes and awaited players.
func TestOrdersAreInvisible(t *testing.T) {
	t.Parallel()
	for _, visibility := range []string{"open", "hidden"} {
		t.Run(visibility, func(t *testing.T) {
			h := open(t)
			x := h.host(map[string]string{"treasury-visibility": visibility}, map[string]any{
				"manualProcess": true, "quiet": true, "hideVotes": true, "maxAbsence": 30, "press": map[string]any{"white": true, "grey": true, "partial": true, "postal": true, "fakes": "may"},
			})
			x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
			others := []*guest{x.players["florence"], x.watcher, x.stranger, x.public()}
			before := make([]map[string]string, len(others))
			for i, g := range others {
				before[i] = x.window(g)
			}
			dice := rand.New(rand.NewPCG(7, 11))
			for round := range 3 {
				did := x.secretly(dice)
				for i, g := range others {
					for path, now := range x.window(g) {
						if now != before[i][path] {
							t.Errorf("round %d: %s can see at %q that someone has %s\nbefore %.600s\nnow    %.600s",
								round, g.name, path, did, difference(before[i][path], now), difference(now, before[i][path]))
						}
					}
				}
			}
			// Milan itself sees what it has done, which proves that the test can fail.
			if a := x.at(x.players["milan"]).get("/orders"); a.str("text") == "" {
				t.Error("nothing was done")
			}
		})
	}
}

// difference returns the part of a text from the point where another one differs.
func difference(a, b string) string {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return "…" + a[max(0, i-80):]
		}
	}
	return a
}

// secretly lets Milan and Venice do something of each kind that concerns nobody else, and
// describes it.
func (x *hosted) secretly(dice *rand.Rand) string {
	x.t.Helper()
	var did []string
	milan, venice := x.at(x.players["milan"]), x.at(x.players["venice"])
	for _, p := range []*part{milan, venice} {
		var l struct {
			Powers []struct {
				Units                                     []struct{ Orders []string }
				Builds, Loans, Payments, Expenses, Others []string
			}
		}
		p.get("/legal").want(http.StatusOK).into(&l)
		var lines []string
		for _, power := range l.Powers {
			for _, u := range power.Units {
				lines = append(lines, u.Orders[dice.IntN(len(u.Orders))])
			}
			for _, list := range [][]string{power.Loans, power.Payments, power.Expenses, power.Others} {
				if len(list) > 0 {
					lines = append(lines, list[dice.IntN(len(list))])
				}
			}
		}
		p.put("/orders", map[string]any{"lines": lines, "revision": x.revision()}).want(http.StatusOK)
		p.put("/wait", map[string]any{"wait": dice.IntN(2) == 0}).want(http.StatusOK)
		p.put("/ready", map[string]any{"ready": dice.IntN(2) == 0, "revision": x.revision()}).want(http.StatusOK)
		p.post("/diary", map[string]any{"text": fmt.Sprint("note ", dice.IntN(1000))}).want(http.StatusOK)
		did = append(did, strings.Join(lines, "; "))
	}
	milan.put("/vote", map[string]any{"draw": dice.IntN(2) == 0}).want(http.StatusOK)
	x.say("milan", fmt.Sprint("letter ", dice.IntN(1000)), "venice")
	x.at(x.players["venice"]).post("/press", map[string]any{"to": []string{"milan"}, "text": "hidden", "grey": true}).want(http.StatusNoContent)
	x.at(x.players["venice"]).post("/press", map[string]any{"to": []string{"master"}, "text": "to the master"}).want(http.StatusNoContent)
	away := x.clock.Now().Add(time.Duration(20+dice.IntN(5)) * 24 * time.Hour)
	milan.post("/absences", map[string]any{"start": away, "end": away.Add(48 * time.Hour)})
	x.at(x.master).post("/predict", nil)
	return strings.Join(did, " / ")
}

// TestUnlisted checks that an unlisted game does not appear in other people's lists.
func TestUnlisted(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"listed": false})
	for _, g := range []*guest{x.public(), x.stranger} {
		for _, path := range []string{"/games", "/games?name=siena", "/games?status=active", "/games?limit=200&skip=0"} {
			if a := g.get(path).want(http.StatusOK); strings.Contains(string(a.body), x.id) || a.num("total") > 0 {
				t.Errorf("%s: %s: %s", g.name, path, a.body)
			}
		}
	}
	for _, g := range []*guest{x.master, x.watcher, x.players["milan"]} {
		if a := g.get("/games").want(http.StatusOK); !strings.Contains(string(a.body), x.id) {
			t.Errorf("%s does not find it: %s", g.name, a.body)
		}
	}
	l := x.listen(x.stranger, "")
	x.say("milan", "to all", "all")
	x.master.post("/games", map[string]any{"name": "Other", "scenario": "A", "hosting": map[string]any{"listed": true}}).want(http.StatusCreated)
	x.api.Close()
	if e := l.want("end"); e.data != nil {
		t.Errorf("the stranger receives: %s", e.data)
	}
}
