package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
)

// TestSigning checks which secrets grant access.
func TestSigning(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, nil)
	milan, venice := x.players["milan"], x.players["venice"]
	seat := x.at(milan).get("").num("you.seat")
	token := func(g *guest, tok game.Token) *guest {
		tok.Account = g.account
		secret, err := h.judge.Users.NewToken(ctx, tok, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return &guest{house: h, name: string(tok.Kind), token: secret}
	}
	bound := token(milan, game.Token{Kind: game.APIToken, Game: x.id, Seat: seat})
	x.at(bound).get("/orders").want(http.StatusOK)
	bound.get("/me").want(http.StatusForbidden, "forbidden")
	bound.get("/games?mine=true").want(http.StatusUnauthorized)
	other := x.master.post("/games", map[string]any{"name": "Other", "scenario": "A", "hosting": map[string]any{}}).str("id")
	bound.post("/games/"+other+"/join", nil).want(http.StatusForbidden)
	if you := bound.get("/games/" + other).at("you"); fmt.Sprint(you) != "map[]" {
		t.Errorf("a token of one seat at another game: %v", you)
	}
	master := token(x.master, game.Token{Kind: game.APIToken, Game: x.id})
	x.at(master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	x.at(token(milan, game.Token{Kind: game.ReplyToken, Game: x.id, Seat: seat})).get("").want(http.StatusUnauthorized, "unauthorized")

	for _, secret := range []string{"nonsense", "key:" + x.id + ":nonsense", "key:nothing:nonsense", "key:"} {
		a := x.at(&guest{house: h, name: secret, token: secret}).get("").want(http.StatusUnauthorized, "unauthorized")
		if a.header.Get("WWW-Authenticate") == "" || strings.Contains(string(a.body), "nonsense") {
			t.Errorf("%s: %s", secret, a.body)
		}
	}
	r, _ := http.NewRequest(http.MethodGet, h.url+"/api/v1/about", nil)
	r.SetBasicAuth("milan", "password")
	if resp, err := http.DefaultClient.Do(r); err != nil || resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("basic authentication: %v, %v", resp, err)
	}
	h.clock.Advance(2 * time.Hour)
	bound.get("/about").want(http.StatusUnauthorized)
	x.at(venice).get("/orders").want(http.StatusOK)
	keeper := h.person("Zeno")
	if err := h.judge.Users.SetOperator(ctx, keeper.account, true); err != nil {
		t.Fatal(err)
	}
	if you := x.at(keeper).get("").at("you.master"); you != true {
		t.Errorf("the operator is %v", you)
	}
}

// TestSecrets checks that no answer reveals what its reader may not know: the orders of others,
// and their money in a game with hidden treasuries.
func TestSecrets(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(map[string]string{"treasury-visibility": "hidden"}, map[string]any{"manualProcess": true, "gunboat": true, "allow": []string{}})
	milan, venice := x.players["milan"], x.players["venice"]
	const secret = "pay 3 to venice"
	x.at(milan).put("/orders", map[string]any{"text": secret + "\nA Milan h # never tell", "revision": x.revision()}).want(http.StatusOK)
	everywhere := func(g *guest) string {
		var all strings.Builder
		for _, path := range []string{"", "/position", "/phases", "/phases/0", "/phases/1?explain=true", "/phases/1/report", "/phases/2", "/log", "/legal?power=milan", "/members", "/dice", "/hosting", "/rules", "/acts", "/undone"} {
			a := x.at(g).get(path)
			if a.status >= 400 && a.status != http.StatusConflict && a.status != http.StatusNotFound {
				t.Errorf("%s: %d: %s", a.what, a.status, a.body)
			}
			all.Write(a.body)
		}
		return all.String()
	}
	for _, g := range []*guest{venice, x.public(), x.watcher, x.stranger} {
		text := everywhere(g)
		if strings.Contains(text, "never tell") || strings.Contains(text, "pay 3") {
			t.Errorf("%s sees the orders of Milan", g.name)
		}
		for _, player := range []string{"Ada", "Bruno", "Carla", "Dino"} {
			if strings.Contains(text, player) && player != g.name {
				t.Errorf("%s sees that %s plays", g.name, player)
			}
		}
	}
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	for _, c := range []struct {
		who  *guest
		want string // the powers whose treasuries are shown
	}{
		{milan, "milan"}, {venice, "venice"}, {x.public(), ""}, {x.watcher, ""}, {x.master, "florence milan naples venice"},
	} {
		var p struct {
			Hidden   []string
			Position struct{ Treasuries map[string]int }
		}
		x.at(c.who).get("/position").want(http.StatusOK).into(&p)
		var told []string
		for _, id := range []string{"florence", "milan", "naples", "venice"} {
			if _, ok := p.Position.Treasuries[id]; ok {
				told = append(told, id)
			}
		}
		if strings.Join(told, " ") != c.want || len(p.Hidden)+len(told) < 4 {
			t.Errorf("%s sees %v, hidden %v", c.who.name, told, p.Hidden)
		}
		text := everywhere(c.who)
		if sees := strings.Contains(text, `"kind":"payment"`); sees != (c.who == milan || c.who == venice || c.who == x.master) {
			t.Errorf("%s sees the payment: %t", c.who.name, sees)
		}
		if sees := strings.Contains(text, "never tell"); sees != (c.who == milan || c.who == x.master) {
			t.Errorf("%s sees what Milan wrote: %t", c.who.name, sees)
		}
		if sees := strings.Contains(text, `"kind":"income"`); sees && c.want == "" {
			t.Errorf("%s sees incomes", c.who.name)
		}
	}
	// A sandbox knows only what its caller knows.
	a := x.at(venice).post("/whatif", map[string]any{"orders": map[string]any{"milan": []string{"pay 3 to venice"}}}).want(http.StatusOK)
	if len(a.at("refused").([]any))+len(a.at("always").([]any)) == 0 {
		t.Errorf("a payment out of a hidden treasury: %s", a.body)
	}
	if m := x.at(venice).get("/legal?power=milan"); m.at("powers.0.money") != nil || m.at("powers.0.expenses") != nil {
		t.Errorf("Venice sees what Milan can buy: %s", m.body)
	}
	if m := x.at(milan).get("/legal"); m.at("powers.0.money.treasury") == nil || m.at("powers.0.expenses.0") == nil {
		t.Errorf("Milan does not see what it can buy: %s", m.body)
	}
}

// TestAddressesOfOthers checks that only masters see the lists of people who may join.
func TestAddressesOfOthers(t *testing.T) {
	t.Parallel()
	h := open(t)
	master := h.person("Bianca")
	id := master.post("/games", map[string]any{"name": "Closed", "scenario": "A", "hosting": map[string]any{"allow": []string{"friend@example.org"}}}).want(http.StatusCreated).str("id")
	if a := h.public().get("/games/" + id + "/hosting"); strings.Contains(string(a.body), "friend@") {
		t.Errorf("everyone sees: %s", a.body)
	}
	if a := master.get("/games/" + id + "/hosting"); a.str("allow.0") != "friend@example.org" {
		t.Errorf("the master sees: %s", a.body)
	}
	if a := h.public().get("/games"); strings.Contains(string(a.body), "Closed") {
		t.Errorf("a game that is not listed: %s", a.body)
	}
	if a := master.get("/games"); !strings.Contains(string(a.body), "Closed") {
		t.Errorf("the master's own game is missing: %s", a.body)
	}
}

// TestHostingBack checks that settings are returned as sent, and that missing
// ones stay unchanged.
func TestHostingBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	master := h.person("Bianca")
	const sent = `{"timing":{"moves":{"clock":1200,"next":47.5,"days":"SMTWTFS"}},"zone":"Europe/Rome","nmr":true,"listed":true,"press":{"grey":true,"fakes":"may"},"dias":false}`
	id := master.post("/games", `{"name":"Settings","scenario":"A","hosting":`+sent+`}`).want(http.StatusCreated).str("id")
	var now map[string]any
	master.get("/games/" + id + "/hosting").into(&now)
	usual := map[string]any{}
	text, _ := json.Marshal(hosting.Default())
	_ = json.Unmarshal(text, &usual)
	for name, v := range map[string]string{
		"timing.moves.clock": "1200", "timing.moves.next": "47.5", "timing.moves.min": "12", "timing.retreats.next": "23", "zone": "Europe/Rome",
		"nmr": "true", "dias": "false", "rated": "true", "press.grey": "true", "press.white": "true", "press.fakes": "may", "press.observers": "any",
	} {
		a := master.get("/games/" + id + "/hosting")
		if got := a.str(name); got != v {
			t.Errorf("%s is %s, want %s", name, got, v)
		}
	}
	for name := range usual {
		if _, ok := now[name]; !ok {
			t.Errorf("the setting %s is missing", name)
		}
	}
	a := master.do(http.MethodPatch, "/games/"+id+"/hosting", `{"press":{"grey":false},"comment":"New"}`).want(http.StatusOK)
	if len(a.at("changes").([]any)) == 0 {
		t.Errorf("no change: %s", a.body)
	}
	if a := master.get("/games/" + id + "/hosting"); a.at("press.grey") != false || a.str("press.fakes") != "may" || a.str("zone") != "Europe/Rome" || a.str("comment") != "New" {
		t.Errorf("after the change: %s", a.body)
	}
}
