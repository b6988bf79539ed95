package judgetest

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/machiavelli/event"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

// New returns a judge on an empty store, with its clock set to January 2nd 2026.
func New(t testing.TB) *House {
	t.Helper()
	return NewAt(t, Empty(t))
}

// NewAt is New with the store at a URL.
func NewAt(t testing.TB, url string) *House {
	t.Helper()
	return OpenAt(t, url, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
}

// MakeGame creates a game that is played by links. Its name and its edition have
// default values.
func (h *House) MakeGame(n lobby.NewGame) (*game.Game, game.Keys) {
	h.T.Helper()
	if n.Name == "" {
		n.Name = "Cosimo"
	}
	if n.Preset == "" {
		n.Preset = "battleline-1978-basic"
	}
	// tests of joined powers set this option themselves; all others expect separate powers
	if _, said := n.Options["several-powers"]; !said {
		options := map[string]string{"several-powers": "separate"}
		maps.Copy(options, n.Options)
		n.Options = options
	}
	g, k, err := h.Lobby.Create(ctx, n)
	if err != nil {
		h.T.Fatal(err)
	}
	return g, k
}

// ClassicGame creates a solitaire game with the classic rules, which use money and dice, so that it
// reveals a faulty rollback.
func (h *House) ClassicGame() *game.Game {
	h.T.Helper()
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Solitaire: true})
	return g
}

// ShortGame creates a game that ends after a few phases.
func (h *House) ShortGame() *game.Game {
	h.T.Helper()
	g, _ := h.MakeGame(lobby.NewGame{
		Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic",
		Options: map[string]string{"victory-cities": "8", "victory-homes": "none", "unordered-unit-in-winter": "maintain"},
	})
	return g
}

// Reload returns the current state of a game.
func (h *House) Reload(g *game.Game) *game.Game {
	h.T.Helper()
	return h.At(g.ID)
}

// SeatOf returns the seat of a power.
func (h *House) SeatOf(g *game.Game, power string) int {
	h.T.Helper()
	seats, err := h.Base.Seats(ctx, g.ID)
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

// Order sends orders for a power.
func (h *House) Order(g *game.Game, power, text string) {
	h.T.Helper()
	g = h.Reload(g)
	if _, err := h.Submit(ctx, g.ID, master, h.SeatOf(g, power), g.Revision, text); err != nil {
		h.T.Fatal(err)
	}
}

// Until resolves phases until the game reaches a phase with the given name.
func (h *House) Until(g *game.Game, phase string) *game.Game {
	h.T.Helper()
	for range 60 {
		if g = h.Reload(g); g.Phase.String() == phase {
			return g
		}
		if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
			h.T.Fatal(err)
		}
	}
	h.T.Fatalf("the game never reaches %s", phase)
	return nil
}

// Finish plays a game to its end.
func (h *House) Finish(g *game.Game) *game.Game {
	h.T.Helper()
	for range 60 {
		if g = h.Reload(g); g.Finished {
			return g
		}
		if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
			h.T.Fatal(err)
		}
	}
	h.T.Fatal("nobody has won")
	return nil
}

// Correct corrects the position of a game, as its master.
func (h *House) Correct(g *game.Game, text, why string) error {
	h.T.Helper()
	return h.Admin.Edit(ctx, g.ID, master, h.Reload(g).Revision, admin.ReadChanges(text), why)
}

// HostGame creates the game that n describes: by default, the Balance of Power with eight seats.
func (h *House) HostGame(by *game.Account, n lobby.NewGame, change func(*hosting.Hosting)) *game.Game {
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
	g, err := h.Lobby.Host(ctx, by.ID, n, how)
	if err != nil {
		h.T.Fatal(err)
	}
	return g
}

// People registers n people.
func (h *House) People(n int) []*game.Account {
	h.T.Helper()
	var out []*game.Account
	for i := range n {
		out = append(out, h.Person("Player "+string(rune('A'+i))))
	}
	return out
}

// JoinAll lets people join a game.
func (h *House) JoinAll(g *game.Game, who []*game.Account) {
	h.T.Helper()
	for _, a := range who {
		h.Clock.Advance(time.Minute)
		if err := h.Lobby.Join(ctx, g.ID, a.ID, ""); err != nil {
			h.T.Fatal(err)
		}
	}
}

// RoleFor returns the role of an account in a game.
func (h *House) RoleFor(g *game.Game, a *game.Account) game.Role {
	h.T.Helper()
	r, err := h.Base.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return r
}

// OpeningEvents returns the events before a game's first phase.
func (h *House) OpeningEvents(g *game.Game) []event.Event {
	h.T.Helper()
	events, err := h.Base.Opening(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return events
}

// NoticesTo returns the topics of the notices that a role sees, the oldest
// first.
func (h *House) NoticesTo(g *game.Game, r game.Role) []string {
	h.T.Helper()
	entries, err := h.Press.Log(ctx, g.ID, r, 0, 1000)
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

// Playing returns a game of eight players in its first phase of movement, with its master and
// players. The first player has Venice.
func (h *House) Playing(name string, change func(*hosting.Hosting)) (*game.Game, *game.Account, []*game.Account) {
	h.T.Helper()
	master := h.Person("Master of " + name)
	var who []*game.Account
	for _, n := range []string{"Anna", "Bruno", "Carlo", "Dora", "Elio", "Fosca", "Gino", "Ida"} {
		who = append(who, h.Person(n+" of "+name))
	}
	g := h.HostGame(master, lobby.NewGame{Name: name, Preset: "battleline-1978-basic"}, change)
	if err := h.Lobby.Join(ctx, g.ID, who[0].ID, ""); err != nil {
		h.T.Fatal(err)
	}
	if h.RoleFor(g, master).Master && g.Hosting.Preferences == hosting.PreferList {
		if err := h.Lobby.SetPreferences(ctx, g.ID, h.RoleFor(g, who[0]), "V"); err != nil {
			h.T.Fatal(err)
		}
	}
	h.JoinAll(g, who[1:])
	return h.Reload(g), master, who
}

// VacantSeats returns the seats without a player.
func (h *House) VacantSeats(g *game.Game) []int {
	h.T.Helper()
	p, err := h.Lobby.Places(ctx, g.ID, game.Role{})
	if err != nil {
		h.T.Fatal(err)
	}
	return p.Vacant
}

// KeysOf returns the keys of a game.
func KeysOf(h *House, g *game.Game) game.Keys {
	h.T.Helper()
	k, err := h.Lobby.Keys(ctx, g.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	return k
}
