package api_test

import (
	"net/http"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/safety"
)

// press returns the texts of the messages in the log that a guest reads.
func (x *hosted) press(g *guest) string {
	x.t.Helper()
	var log struct {
		Entries []struct {
			Press struct {
				Text string `json:"text"`
			} `json:"press"`
		} `json:"items"`
	}
	x.at(g).get("/log?kind=press&limit=1000").want(http.StatusOK).into(&log)
	var out []string
	for _, e := range log.Entries {
		out = append(out, e.Press.Text)
	}
	return strings.Join(out, " ")
}

// TestMuteByAPI mutes a seat and a person, and checks that the log contains none of their
// messages.
func TestMuteByAPI(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, nil)
	milan, venice := x.players["milan"], x.players["venice"]
	say := func(text string) {
		t.Helper()
		x.at(venice).post("/press", map[string]any{"to": []string{"milan"}, "text": text}).want(http.StatusNoContent)
	}
	seat := h.Part(x.id, accountOf(h, venice)).Seat
	path := "/mutes/" + string(rune('0'+seat))
	say("first")
	if got := x.press(milan); got != "first" {
		t.Errorf("Milan reads %q", got)
	}
	x.at(milan).put(path, map[string]any{"mute": true}).want(http.StatusOK)
	if got := x.press(milan); got != "" {
		t.Errorf("with Venice muted, Milan reads %q", got)
	}
	x.at(milan).put(path, map[string]any{"mute": false}).want(http.StatusOK)
	milan.put("/me/mutes/"+venice.name, map[string]any{"block": true}).want(http.StatusOK)
	say("second")
	if got := x.press(milan); got != "" {
		t.Errorf("with the person blocked, Milan reads %q", got)
	}
	var list struct {
		Items []struct {
			Name  string
			Block bool
		}
	}
	milan.get("/me/mutes").want(http.StatusOK).into(&list)
	if len(list.Items) != 1 || list.Items[0].Name != venice.name || !list.Items[0].Block {
		t.Errorf("muted: %+v", list)
	}
	id := milan.post("/games", map[string]any{"name": "Of Milan", "scenario": "A", "variant": "A-4", "hosting": map[string]any{}}).want(http.StatusCreated).str("id")
	if a := venice.post("/games/"+id+"/join", map[string]any{}).want(http.StatusForbidden); !strings.Contains(string(a.body), "not open to you") {
		t.Errorf("joining: %s", a.body)
	}
	milan.delete("/me/mutes/" + venice.name).want(http.StatusOK)
	if got := x.press(milan); got != "first second" {
		t.Errorf("after all, Milan reads %q", got)
	}
}

// TestReportByAPI reports a message, reads the decision and acknowledges a warning.
func TestReportByAPI(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, nil)
	milan, venice := x.players["milan"], x.players["venice"]
	op := h.Person("Podestaria")
	h.Must(h.Users.SetOperator(ctx, op.ID, true))
	x.at(venice).post("/press", map[string]any{"to": []string{"milan"}, "text": "You fool!"}).want(http.StatusNoContent)
	seq, err := h.Press.Told(ctx, x.id, game.Role{Master: true})
	h.Must(err)
	report := map[string]any{"kind": "letter", "game": x.id, "letter": h.Press.EntryNumber(x.id, seq), "reason": "harassment", "note": "rude"}
	milan.post("/reports", map[string]any{"kind": "letter", "game": x.id, "letter": 99999, "reason": "spam"}).want(http.StatusNotFound)
	x.players["florence"].post("/reports", report).want(http.StatusNotFound)
	milan.post("/reports", report).want(http.StatusOK)
	milan.post("/reports", report).want(http.StatusConflict)
	open, _, err := h.Safety.Reports(ctx, op.ID)
	h.Must(err)
	h.Must(h.Safety.Decide(ctx, op.ID, open[0].ID, safety.Decision{Verdict: game.Warned, Why: "No insults."}))
	if a := milan.get("/me/reports").want(http.StatusOK); !strings.Contains(string(a.body), `"verdict":"warn"`) || !strings.Contains(string(a.body), "has warned the person") {
		t.Errorf("the report is %s", a.body)
	}
	if a := venice.get("/me/sanctions").want(http.StatusOK); !strings.Contains(string(a.body), "No insults.") || strings.Contains(string(a.body), milan.name) {
		t.Errorf("the sanction is %s", a.body)
	}
	again := map[string]any{"to": []string{"milan"}, "text": "Again!"}
	x.at(venice).post("/press", again).want(http.StatusForbidden)
	venice.post("/me/sanctions/acknowledge", nil).want(http.StatusOK)
	x.at(venice).post("/press", again).want(http.StatusNoContent)
	if a := venice.session().get("/me/data").want(http.StatusOK); !strings.Contains(string(a.body), "You fool!") || !strings.Contains(string(a.body), safety.OwnDataFormat) {
		t.Errorf("the data are %s", a.body)
	}
}

// accountOf returns the account of a guest.
func accountOf(h *house, g *guest) *game.Account {
	h.t.Helper()
	a, err := h.Users.Account(ctx, g.account)
	h.Must(err)
	return a
}
