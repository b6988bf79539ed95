package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/apijson"
)

// TestNoticesInTheReadersLanguage reads the log of a game, and a problem, in the language of the
// header, in the account's language, and in the default language.
func TestNoticesInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	ada, bruno := x.players["milan"], x.players["venice"]
	if err := h.judge.Users.SetLanguage(ctx, bruno.account, "it"); err != nil {
		t.Fatal(err)
	}
	bell, c := h.doorbell(), h.caller(true)
	if _, err := c.Work(ctx); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Second) // a hook is not called for events before its creation
	bruno.hook(bell.url, "discord", x.id, "notice")
	x.at(x.master).post("/pause", nil).want(http.StatusOK)
	x.master.do(http.MethodPatch, "/games/"+x.id+"/hosting", map[string]any{"quiet": true}).want(http.StatusOK)

	spanish := []string{"Accept-Language", "es"}
	const id = "The game is paused. You can still send orders, but nothing is resolved and there are no deadlines until it is resumed."
	for _, r := range []struct {
		who      *guest
		accept   []string
		begins   string // the notice of the pause
		line     string // the change of the settings
		problems string
		rules    string
	}{
		{ada, nil, "The game is paused.", "Quiet: on (was off)", "The game has no phase", "The rules: "},
		{ada, []string{"Accept-Language", "es-ES,es;q=0.9,en;q=0.5"}, "La partida está en pausa.", "Sin anuncios: sí (antes: no)", "La partida no tiene una fase", "Las reglas: "},
		{h.public(), spanish, "La partida está en pausa.", "Sin anuncios: sí (antes: no)", "La partida no tiene una fase", "Las reglas: "},
		{bruno, nil, "La partita è in pausa.", "Senza annunci: sì (prima: no)", "La partita non ha una fase", "Le regole: "},
		{bruno, spanish, "La partida está en pausa.", "Sin anuncios: sí (antes: no)", "La partida no tiene una fase", "Las reglas: "},
	} {
		a := x.at(r.who).get("/log?kind=notice", r.accept...).want(http.StatusOK)
		if v := a.header.Values("Vary"); !slices.Contains(v, "Accept-Language") {
			t.Errorf("%s %s: Vary is %q", r.who.name, r.accept, v)
		}
		var log apijson.Log
		a.into(&log)
		notice := func(topic string) *apijson.Notice {
			i := slices.IndexFunc(log.Items, func(e apijson.Entry) bool { return e.Notice.Topic == topic })
			if i < 0 {
				t.Fatalf("no notice %q in %s", topic, a.body)
			}
			return log.Items[i].Notice
		}
		if n := notice("paused"); !strings.HasPrefix(n.Text, r.begins) || n.Message == nil || n.Message.ID != id {
			t.Errorf("%s %s: the notice is %q, %+v", r.who.name, r.accept, n.Text, n.Message)
		}
		if n := notice("parameters"); len(n.Lines) != 1 || n.Lines[0] != r.line || len(n.Points) != 1 || n.Points[0].ID != "{what}: {is} (was {was})" {
			t.Errorf("%s %s: the lines are %q, %+v", r.who.name, r.accept, n.Lines, n.Points)
		}
		if text := x.at(r.who).get("/rules?text=plain", r.accept...).want(http.StatusOK).str("text"); !strings.HasPrefix(text, r.rules) {
			t.Errorf("%s %s: the rules begin with %.60q", r.who.name, r.accept, text)
		}
		p := x.at(r.who).get("/phases/99", r.accept...).want(http.StatusNotFound)
		if detail := p.str("detail"); !strings.HasPrefix(detail, r.problems) {
			t.Errorf("%s %s: the problem is %q", r.who.name, r.accept, detail)
		}
	}

	ring(t, c, 2)
	if posts := bell.take(); len(posts) != 2 || !strings.Contains(string(posts[0].body), "La partita è in pausa.") || !strings.Contains(string(posts[1].body), "Senza annunci: sì (prima: no)") {
		t.Errorf("the hook is called with %s", posts)
	}
}

// TestPassedLines checks that lines that are not read as orders are listed.
func TestPassedLines(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	got := x.at(x.players["milan"]).post("/orders/check", map[string]any{"text": "A Milan H\n\nJump\nA Pavia H\nThanks, Bob"}).want(http.StatusOK)
	if s := fmt.Sprint(got.at("passed")); got.num("refused") != 0 || s != "[map[line:3 text:Jump] map[line:5 text:Thanks, Bob]]" {
		t.Errorf("passed over: %s in %s", s, got.body)
	}
}

// TestOrdersInTheReadersLanguage checks that verdicts on orders and reports of
// phases are in the language that a request asks for.
func TestOrdersInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	milan := x.at(x.players["milan"])
	spanish := []string{"Accept-Language", "es"}
	if err := h.judge.Users.SetLanguage(ctx, x.players["milan"].account, "it"); err != nil {
		t.Fatal(err)
	}
	checked := milan.post("/orders/check", map[string]any{"text": "A Nowhere H"}).want(http.StatusOK)
	if got := checked.str("verdicts.0.error"); !strings.HasPrefix(got, "Non conosco il luogo") {
		t.Errorf("the verdict is %q", got)
	}
	x.at(x.master).post("/process", map[string]any{"revision": x.revision()}).want(http.StatusOK)
	italian := milan.get("/phases/1/report").want(http.StatusOK)
	spoken := milan.get("/phases/1/report", spanish...).want(http.StatusOK)
	if a, b := italian.str("title"), spoken.str("title"); a != "Primavera 1385, ordini" || b != "Primavera de 1385, órdenes" {
		t.Errorf("the titles are %q and %q", a, b)
	}
	tag := italian.header.Get("ETag")
	milan.get("/phases/1/report", "If-None-Match", tag).want(http.StatusNotModified)
	milan.get("/phases/1/report", append(spanish, "If-None-Match", tag)...).want(http.StatusOK)
}
