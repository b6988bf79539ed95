package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"podesta/internal/web/wire"
)

// script posts a form as the pages' script does.
func (b *browser) script(path string, form url.Values) *response {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodPost, b.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	answer, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.read(answer)
}

// TestNotRead checks that the page shows a line that is not read as an order, with
// its number, and that the player is still ready.
func TestNotRead(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	milan := players["Milan"]
	form := milan.get(at).fields(t, at+"/orders")
	form.Set("orders-milan", "A Milan H\nJump\nA Pavia H\nA Cremona H\nA Bologna H\nF Genoa H")
	form.Set("then", "ready")
	var k wire.Saved
	p := milan.script(at+"/orders", form)
	if err := json.Unmarshal([]byte(p.body), &k); err != nil || !k.Ready {
		t.Fatal(p.status, p.body, err)
	}
	for _, report := range []string{k.Checked.Boxes["milan"].Report, milan.get(at).body} {
		if i := strings.Index(report, "<q>Jump</q>"); i < 0 || !strings.Contains(report[i:], "line 2") || !strings.Contains(report[i:], "Not read as an order.") {
			t.Errorf("the line is not shown: %s", report)
		}
	}
}

// TestReadyAnyway checks that, in a game that waits for complete orders, a player who chooses
// to be ready anyway gets a list of the missing orders, and is ready only when nothing is
// missing.
func TestReadyAnyway(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	milan := players["Milan"]
	form := milan.get(at).fields(t, at+"/orders")
	say := func(text string, more ...string) *wire.Saved {
		t.Helper()
		form.Set("orders-milan", text)
		form.Set("then", "ready")
		form.Del("anyway")
		for _, m := range more {
			form.Set(m, "1")
		}
		var k wire.Saved
		p := milan.script(at+"/orders", form)
		if err := json.Unmarshal([]byte(p.body), &k); err != nil || p.status != http.StatusOK {
			t.Fatal(p.status, p.body, err)
		}
		return &k
	}
	k := say("A Nowhere H")
	if len(k.Ask) == 0 || !k.Mend || k.Ready {
		t.Errorf("with a line that cannot be used: %+v", k)
	}
	if k = say("A Nowhere H", "anyway"); k.Ready {
		t.Error("orders that cannot be used make ready")
	}
	k = say("")
	if len(k.Ask) == 0 || k.Mend || len(k.Fill["milan"]) < 2 || k.Ready {
		t.Fatalf("without orders: %+v", k)
	}
	if k = say("", "anyway"); k.Ready {
		t.Error("said to be ready while orders are missing")
	}
	k = say(strings.Join(say("").Fill["milan"], "\n"))
	if len(k.Ask) > 0 || !k.Ready {
		t.Errorf("with all that was missing: %+v", k)
	}
	milan.get(at).has(t, http.StatusOK, "orders in")
}
