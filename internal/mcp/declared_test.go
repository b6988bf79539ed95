package mcp_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"podesta/internal/act"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mcp"
	"podesta/internal/registry"
)

// answered forwards requests, and records the status of the last answer.
type answered struct {
	http.Handler
	status atomic.Int64
}

func (a *answered) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kept := httptest.NewRecorder()
	a.Handler.ServeHTTP(kept, r)
	a.status.Store(int64(kept.Code))
	for name, values := range kept.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(kept.Code)
	_, _ = w.Write(kept.Body.Bytes())
}

// given returns the tool's argument for a word.
func given(a *act.Arg, word string) any {
	switch a.Kind {
	case act.Number, act.Place:
		n, _ := strconv.Atoi(word)
		return n
	case act.Switch:
		return word == "true"
	case act.Text, act.Power, act.Time, act.Writer:
	}
	return word
}

// TestDeclaredTools calls every tool that is made from a command, as a player, as an observer,
// and as an outsider. It checks that those for whom it is meant are admitted, whatever the
// outcome, and others are refused. All effects are rolled back.
func TestDeclaredTools(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	watcher, watches := x.program("Elmo")
	x.Must(x.Lobby.Observe(t.Context(), x.game, watcher))
	_, outside := x.program("Fante")
	rehearsal := x.Rehearse()
	calls := &answered{Handler: around(t, x.House).srv.Config.Handler}
	srv := httptest.NewServer(calls)
	t.Cleanup(srv.Close)
	callers := []struct {
		name, token string
		is          act.Who
	}{
		{"player", x.tokens["milan"], act.Account | act.Player}, {"watcher", watches, act.Account | act.Observer}, {"outsider", outside, act.Account},
	}
	for _, by := range callers {
		s, err := mcp.New(mcp.Options{Judge: srv.URL, Version: "test"})
		x.Must(err)
		_, _, err = s.SignIn(t.Context(), by.token)
		x.Must(err)
		a := connect(t, s)
		list, err := a.session.ListTools(t.Context(), nil)
		x.Must(err)
		rehearsal.Forget(true)
		for _, c := range (registry.Rooms{}).All() {
			name := strings.ReplaceAll(c.Name, " ", "_")
			if name == "set_vote" {
				name = "vote"
			}
			tool := false
			for _, have := range list.Tools {
				tool = tool || have.Name == name
			}
			if !tool {
				continue
			}
			in := args{}
			for arg, word := range judgetest.Typed(&c) {
				in[arg] = given(c.Arg(arg), word)
			}
			if c.Scope != act.Judge || c.Arg("game") != nil {
				in["game"] = "siena"
			}
			before := rehearsal.Wrote()
			text, failed := a.call(name, in)
			status := calls.status.Load()
			refused := failed && (status == http.StatusForbidden || status == http.StatusUnauthorized)
			switch can := judgetest.Can(&c, by.is); {
			case failed && strings.Contains(text, "input schema"):
				t.Errorf("%s cannot be called: %s", name, text)
			case can && refused && c.Name != "agree": // the game has a master
				t.Errorf("%s is for %s, but the %s is refused: %s", name, c.Who, by.name, text)
			case !can && !failed:
				t.Errorf("%s is for %s, but the %s is let in: %s", name, c.Who, by.name, text)
			case !can && rehearsal.Wrote() != before:
				t.Errorf("%s by the %s is refused, but something is written", name, by.name)
			}
		}
		rehearsal.Forget(false)
	}
}

// TestTyping calls every tool with an unknown argument, and with a misspelt word. It checks
// that the answer names what was written and suggests what may be meant, without mentioning the
// structure of an API request.
func TestTyping(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	a := x.agents["milan"]
	list, err := a.session.ListTools(t.Context(), nil)
	x.Must(err)
	says := func(name string, in args, word string) {
		t.Helper()
		text, failed := a.call(name, in)
		if !failed || !strings.Contains(text, "Did you mean "+word) || strings.Contains(text, "body.") || strings.Contains(text, "query.") {
			t.Errorf("%s %v: %s", name, in, text)
		}
	}
	for _, tool := range list.Tools {
		properties, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for name, p := range properties {
			says(tool.Name, args{judgetest.Misspelt(name): "siena"}, name)
			if of, _ := p.(map[string]any)["enum"].([]any); len(of) > 0 && len(of[0].(string)) > 2 {
				says(tool.Name, args{name: judgetest.Misspelt(of[0].(string))}, of[0].(string))
			}
		}
	}
}
