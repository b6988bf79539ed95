package judge_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/event"
)

// house is a judge for tests, with helpers for the tests of this package.
type house struct {
	*judgetest.House
}

// newHouse returns a judge on an empty store, on January 2nd 2026.
func newHouse(t testing.TB) *house {
	t.Helper()
	return houseAt(t, t.TempDir())
}

// houseAt is newHouse with the store at a URL.
func houseAt(t testing.TB, url string) *house {
	t.Helper()
	return &house{judgetest.OpenAt(t, url, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))}
}

func (h *house) create(n lobby.NewGame) (*game.Game, game.Keys) {
	h.T.Helper()
	if n.Name == "" {
		n.Name = "Cosimo"
	}
	if n.Preset == "" {
		n.Preset = "battleline-1978-basic"
	}
	g, k, err := h.Create(ctx, n)
	if err != nil {
		h.T.Fatal(err)
	}
	return g, k
}

// classic creates a solitaire game of the classic rules, whose money and dice a
// faulty rollback would change.
func (h *house) classic() *game.Game {
	h.T.Helper()
	g, _ := h.create(lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Solitaire: true})
	return g
}

// short returns a game that ends soon.
func (h *house) short() *game.Game {
	h.T.Helper()
	g, _ := h.create(lobby.NewGame{
		Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic",
		Options: map[string]string{"victory-cities": "8", "victory-homes": "none", "unordered-unit-in-winter": "maintain"},
	})
	return g
}

// now returns the current state of a game.
func (h *house) now(g *game.Game) *game.Game {
	h.T.Helper()
	g, err := h.Game(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return g
}

// seat returns the seat of a power.
func (h *house) seat(g *game.Game, power string) int {
	h.T.Helper()
	seats, err := h.Seats(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	for _, s := range seats {
		for _, p := range s.Powers {
			if g.Setting.Powers[p].ID == power {
				return s.Number
			}
		}
	}
	h.T.Fatalf("no seat plays %s", power)
	return 0
}

// order sends orders for a power.
func (h *house) order(g *game.Game, power, text string) {
	h.T.Helper()
	g = h.now(g)
	if _, err := h.Submit(ctx, g.ID, master, h.seat(g, power), g.Revision, text); err != nil {
		h.T.Fatal(err)
	}
}

// until processes phases until the game reaches one with that name.
func (h *house) until(g *game.Game, phase string) *game.Game {
	h.T.Helper()
	for range 60 {
		if g = h.now(g); g.Phase.String() == phase {
			return g
		}
		if _, err := h.Process(ctx, g.ID, master, g.Revision); err != nil {
			h.T.Fatal(err)
		}
	}
	h.T.Fatalf("the game never reaches %s", phase)
	return nil
}

// finish plays a game to its end.
func (h *house) finish(g *game.Game) *game.Game {
	h.T.Helper()
	for range 60 {
		if g = h.now(g); g.Finished {
			return g
		}
		if _, err := h.Process(ctx, g.ID, master, g.Revision); err != nil {
			h.T.Fatal(err)
		}
	}
	h.T.Fatal("nobody has won")
	return nil
}

// edit corrects a game.
func (h *house) edit(g *game.Game, text, why string) error {
	h.T.Helper()
	return h.Edit(ctx, g.ID, master, h.now(g).Revision, admin.ReadChanges(text), why)
}

// host creates a game of the Balance of Power with eight seats, or what n says.
func (h *house) host(by *game.Account, n lobby.NewGame, change func(*hosting.Hosting)) *game.Game {
	h.T.Helper()
	if n.Name == "" {
		n.Name = "Cosimo"
	}
	if n.Scenario == "" {
		n.Scenario, n.Variant = "B", "B-8"
	}
	how := hosting.Default()
	if change != nil {
		change(&how)
	}
	g, err := h.Host(ctx, by.ID, n, how)
	if err != nil {
		h.T.Fatal(err)
	}
	return g
}

// people registers n people.
func (h *house) people(n int) []*game.Account {
	h.T.Helper()
	var out []*game.Account
	for i := range n {
		out = append(out, h.Person("Player "+string(rune('A'+i))))
	}
	return out
}

func (h *house) join(g *game.Game, who []*game.Account) {
	h.T.Helper()
	for _, a := range who {
		h.Clock.Advance(time.Minute)
		if err := h.Join(ctx, g.ID, a.ID, ""); err != nil {
			h.T.Fatal(err)
		}
	}
}

func (h *house) role(g *game.Game, a *game.Account) game.Role {
	h.T.Helper()
	r, err := h.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return r
}

// opening returns the events before a game's first phase.
func (h *house) opening(g *game.Game) []event.Event {
	h.T.Helper()
	events, err := h.Opening(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return events
}

func (h *house) game(g *game.Game) *game.Game {
	h.T.Helper()
	out, err := h.Game(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return out
}

// notices returns the topics of the notices that a role sees, the oldest first.
func (h *house) notices(g *game.Game, r game.Role) []string {
	h.T.Helper()
	entries, err := h.Log(ctx, g.ID, r, 0, 1000)
	if err != nil {
		h.T.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		var n journal.Notice
		if err := json.Unmarshal(e.Data, &n); err != nil {
			h.T.Fatal(err)
		}
		out = append(out, strings.TrimSpace(string(n.Topic)+" "+n.Who))
	}
	return out
}

// playing returns a game of eight in its first phase of movement, with its
// master and players. The first player has Venice.
func (h *house) playing(name string, change func(*hosting.Hosting)) (*game.Game, *game.Account, []*game.Account) {
	h.T.Helper()
	master := h.Person("Master of " + name)
	var who []*game.Account
	for _, n := range []string{"Anna", "Bruno", "Carlo", "Dora", "Elio", "Fosca", "Gino", "Ida"} {
		who = append(who, h.Person(n+" of "+name))
	}
	g := h.host(master, lobby.NewGame{Name: name, Preset: "battleline-1978-basic"}, change)
	if err := h.Join(ctx, g.ID, who[0].ID, ""); err != nil {
		h.T.Fatal(err)
	}
	if h.role(g, master).Master && g.Hosting.Preferences == hosting.PreferList {
		if err := h.SetPreferences(ctx, g.ID, h.role(g, who[0]), "V"); err != nil {
			h.T.Fatal(err)
		}
	}
	h.join(g, who[1:])
	return h.game(g), master, who
}

func (h *house) vacant(g *game.Game) []int {
	h.T.Helper()
	p, err := h.Places(ctx, g.ID, game.Role{})
	if err != nil {
		h.T.Fatal(err)
	}
	return p.Vacant
}

func keysOf(h *house, g *game.Game) game.Keys {
	h.T.Helper()
	k, err := h.Keys(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return k
}
