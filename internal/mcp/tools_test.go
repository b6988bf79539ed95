package mcp_test

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/apijson"
	"podesta/internal/clock"
	"podesta/internal/lobby"
)

func resource(path string) *sdk.ReadResourceParams {
	return &sdk.ReadResourceParams{URI: "podesta://" + path}
}

// four is a game of four agents, in its first campaign.
type four struct {
	*house
	game   string
	agents map[string]*agent // agents, keyed by power
	tokens map[string]string
}

// seated opens a game of four agents.
func seated(t *testing.T, options map[string]string) *four {
	t.Helper()
	h := open(t)
	x := &four{house: h, agents: map[string]*agent{}, tokens: map[string]string{}}
	g := h.host(lobby.NewGame{Name: "siena", Scenario: "A", Variant: "A-4", Preset: "njudge-classic", Options: options})
	x.game = g.ID
	tokens := map[string]string{}
	for i, name := range []string{"Asso", "Bastone", "Coppa", "Denaro"} {
		id, token := h.program(name)
		h.Must(h.Lobby.Join(t.Context(), g.ID, id, string("IVLN"[i])))
		tokens[id] = token
	}
	g = h.At(g.ID)
	for id, token := range tokens {
		role, err := h.Base.RoleOf(t.Context(), g.ID, id)
		h.Must(err)
		power := g.Setting.Powers[g.Setting.Seats[role.Seat-1][0]].ID
		x.agents[power], x.tokens[power] = h.agent(token), token
	}
	return x
}

// resolve lets all agents hold and the judge resolve the phase. Additional lines of a power
// come first.
func (x *four) resolve(more map[string][]string) {
	x.t.Helper()
	g := x.At(x.game)
	for power, a := range x.agents {
		lines := []string{}
		for _, u := range read[apijson.Legal](x.t, a.do("legal_orders", args{"game": "siena", "format": "json"})).Powers[0].Units {
			lines = append(lines, u.Unit+" H")
		}
		sent := a.do("submit_orders", args{"game": "siena", "orders": append(lines, more[power]...), "revision": g.Revision, "ready": true})
		if !strings.Contains(sent, "You are ready.") {
			x.t.Errorf("%s: %s", power, sent)
		}
	}
	x.Forward(x.Clock.Now().Add(time.Minute))
	if x.At(x.game).Number == g.Number {
		x.t.Fatal("the phase was not resolved")
	}
}

// TestTools calls every tool as a player would.
func TestTools(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	milan, venice := x.agents["milan"], x.agents["venice"]
	contains := func(what, text string, wanted ...string) {
		t.Helper()
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q:\n%s", what, w, text)
			}
		}
	}
	game := args{"game": "siena"}
	contains("list_games", milan.do("list_games", nil), "the account of a program", "siena (id "+x.game+"): active, spring 1385 orders", "you: seat", "you owe orders and have sent none")
	look := milan.do("look", game)
	contains("look", look, "home countries (1): ", "revision 2", "milan (you)", "Missing for milan: no orders for ", "A Pavia", "Orders are due: 2026-01-")
	legal := milan.do("legal_orders", game)
	contains("legal_orders", legal, "spring 1385 orders, revision 2", "ducats in the treasury", "A Pavia - Montferrat", "expenses: ", "listed with kind expenses")
	expenses := milan.do("legal_orders", args{"game": "siena", "kind": "expenses"})
	contains("expenses", expenses, "E1: ")
	if strings.Contains(expenses, "A Pavia - Montferrat") || len(legal) > 20_000 {
		t.Errorf("the lists are too long: %d bytes", len(legal))
	}
	contains("one unit", milan.do("legal_orders", args{"game": "siena", "unit": "Pavia"}), "A Pavia H")
	near := read[clock.Board](t, milan.do("get_geography", args{"game": "siena", "area": "milan"}))
	if i := slices.IndexFunc(near.Areas, func(a clock.Area) bool { return a.Name == "Milan" }); i < 0 || !slices.Contains(near.Areas[i].Armies, "Pavia") || near.Areas[i].City != "fortified" || len(near.Areas) != len(near.Areas[i].Neighbour)+1 || len(near.Straits) == 0 {
		t.Errorf("get_geography: %+v", near)
	}
	milan.refused("get_geography", args{"game": "siena", "area": "Atlantis"}, "There is no place \"Atlantis\"")
	check := milan.do("check_orders", args{"game": "siena", "orders": []string{"A Pavia - Montferrat", "A Milan - Pavya"}})
	contains("check_orders", check, "Nothing was sent", "ok: A Pavia - Montferrat", "REFUSED line 2: A Milan - Pavya", "Pavia", "1 refused")
	contains("what_if", milan.do("what_if", args{
		"game": "siena", "orders": args{"milan": []string{"A Pavia - Montferrat", "A Milan H"}},
		"unknowns": []args{{"name": "Venice", "choices": []args{{"label": "holds", "orders": args{"venice": []string{}}}}}},
	}), "always: ")
	sent := milan.do("submit_orders", args{"game": "siena", "orders": []string{"A Pavia - Montferrat"}, "revision": 2, "ready": true})
	contains("submit_orders", sent, "Sent for spring 1385 orders", "Missing for milan", "NOT ready")
	contains("look again", milan.do("look", game), "The orders that you have sent:\n  A Pavia - Montferrat", "something is missing")
	contains("write_press", milan.do("write_press", args{"game": "siena", "to": []string{"venice"}, "text": "Shall we share Lombardy?"}), "Sent to venice")
	contains("read_press", venice.do("read_press", game), "from milan to venice:\n  Shall we share Lombardy?", "call again with after")
	if got := x.agents["florence"].do("read_press", game); strings.Contains(got, "Lombardy") {
		t.Errorf("Florence reads the message: %s", got)
	}
	picture := milan.do("look", args{"game": "siena", "format": "picture", "orders": true, "width": 800})
	if img, err := png.Decode(bytes.NewReader([]byte(picture))); err != nil || img.Bounds().Dx() != 800 {
		t.Errorf("the picture: %v", err)
	}
	contains("ask_rules", milan.do("ask_rules", args{"game": "siena", "question": "how many cities for victory"}), "cities")
	contains("chapters", milan.do("ask_rules", game), "1. The board and the units")
	contains("a chapter", milan.do("ask_rules", args{"game": "siena", "chapter": "2"}), "2. A year", "three campaigns")
	milan.refused("results", game, "No phase of this game has been resolved yet")
	contains("no news", milan.do("wait_for_news", args{"game": "siena", "revision": 2, "seconds": 1}), "No news within 1 seconds")
	x.resolve(map[string][]string{"milan": {"A Pavia - Montferrat"}})
	contains("news", milan.do("wait_for_news", args{"game": "siena", "revision": 2}), "The game has moved on", "revision 3")
	contains("results", milan.do("results", game), "phase 1", "Montferrat")
	contains("an earlier phase", milan.do("look", args{"game": "siena", "phase": 1}), "Position before phase 1, spring 1385 orders (not the current one)")
	contains("results in JSON", milan.do("results", args{"game": "siena", "phase": 1, "format": "json"}), `"outcome"`)
	contains("vote", milan.do("vote", args{"game": "siena", "draw": true}), "You vote for a draw")
	for path, want := range map[string]string{
		"games/siena/rules": "## 2. A year", "games/siena/history": "1. spring 1385 orders: ", "games/siena/phases/1": "Montferrat",
		"docs/players": "# ", "docs/orders": "# ", "docs/rules": "# ", "docs/interchange": "# ", "docs/agents": "# ",
	} {
		got, err := milan.session.ReadResource(t.Context(), resource(path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		contains(path, got.Contents[0].Text, want)
	}
	for _, path := range []string{"games/nowhere/rules", "games/siena/phases/99", "games/siena/phases/x", "games/%zz/rules", "docs/nothing"} {
		if _, err := milan.session.ReadResource(t.Context(), resource(path)); err == nil {
			t.Errorf("%s can be read", path)
		}
	}
}

// TestAskRules asks typical questions of players, and checks which chapter comes first.
func TestAskRules(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	for question, chapter := range map[string]string{
		"how many cities do I need for victory?": "16. Victory",
		"when do sieges end":                     "9. Sieges",
		"repaying a loan of the bank":            "18. Payments and the bank",
		"what ends a rebellion":                  "21. Rebellions",
		"convoy by several fleets":               "6. Convoys",
		"assassinating a ruler":                  "22. Assassination",
		"famine":                                 "23. Famine, plague and storms",
	} {
		got := x.agents["milan"].do("ask_rules", args{"game": "siena", "question": question})
		if !strings.HasPrefix(got, "["+chapter+"]\n") || len(got) > 8000 {
			t.Errorf("%s (%d bytes)\n%.300s", question, len(got), got)
		}
	}
	for _, nothing := range []string{"zeppelin", "the of"} {
		if got := x.agents["milan"].do("ask_rules", args{"game": "siena", "question": nothing}); !strings.Contains(got, "No passage") || !strings.Contains(got, "16. Victory") {
			t.Errorf("%s: %s", nothing, got)
		}
	}
}

// TestDescribed checks what a language model reads about the tools: every tool and argument
// must be described, and read-only tools must be marked as such.
func TestDescribed(t *testing.T) {
	t.Parallel()
	h := open(t)
	_, token := h.program("Asso")
	a := h.agent(token)
	list, err := a.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	changes := []string{
		"add_absence", "add_diary", "agree", "answer_invitation", "answer_proposal", "confirm_seat", "decline_seat", "drop_absence", "drop_diary", "join_game", "nominate", "propose",
		"set_open_letters", "set_pass", "set_preferences", "set_ready", "set_wait", "submit_orders", "take_over", "vote", "watch_game", "write_press",
	}
	var found []string
	size := 0
	for _, x := range list.Tools {
		size += len(x.Description)
		if len(x.Description) < 60 || x.Annotations == nil || x.Annotations.Title == "" {
			t.Errorf("%s is hardly described: %s", x.Name, x.Description)
		}
		if !x.Annotations.ReadOnlyHint {
			found = append(found, x.Name)
		}
		schema := x.InputSchema.(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		for name, p := range properties {
			if text, _ := p.(map[string]any)["description"].(string); text == "" {
				t.Errorf("%s: the argument %s has no description", x.Name, name)
			}
		}
		if schema["additionalProperties"] == nil {
			t.Errorf("%s takes any argument", x.Name)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, changes) {
		t.Errorf("these change something: %v", found)
	}
	if size > 8000 {
		t.Errorf("the descriptions have %d bytes", size)
	}
	if text := a.session.InitializeResult().Instructions; !strings.Contains(text, "list_games") || len(text) > 5000 {
		t.Errorf("instructions of %d bytes", len(text))
	}
}
