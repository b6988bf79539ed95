package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// link returns the address of the link whose text begins with label.
func (p *response) link(t *testing.T, label string) string {
	t.Helper()
	for n := range p.root.Descendants() {
		if n.Data == "a" && strings.HasPrefix(strings.Join(strings.Fields(text(n)), " "), label) {
			return attr(n, "href")
		}
	}
	t.Fatalf("%s has no link %q: %s", p.url, label, p.brief())
	return ""
}

// TestSendMessages has two players write to each other and find all messages in one
// conversation, with quotations marked. The script receives its answers as
// JSON.
func TestSendMessages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	milan, venice := players["Milan"], players["Venice"]
	p := milan.get(at + "/letters?new=1")
	form := p.fields(t, at+"/press")
	form.Set("to", p.choiceOf(t, "Venice"))
	form.Set("text", "Shall we?")
	p = milan.post(at+"/press", form).has(t, http.StatusOK, "Your message is sent", "Shall we?", "Write to Venice")
	talk := "?" + p.url.RawQuery
	venice.get(at).has(t, http.StatusOK, "Messages 1")
	p = venice.get(venice.get(at+"/letters").link(t, "Milan 1 unread")).has(t, http.StatusOK, "New", "Shall we?", "Write to Milan")
	p = venice.get(p.link(t, "Quote"))
	form = p.fields(t, at+"/press")
	if form.Get("text") != "> Shall we?\n\n" {
		t.Errorf("the answer begins with %q", form.Get("text"))
	}
	form.Set("text", form.Get("text")+"We shall.")
	r, err := http.NewRequest(http.MethodPost, venice.url+at+"/press", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	for range 2 { // a double click sends one message
		again := r.Clone(r.Context())
		again.Body, _ = r.GetBody()
		answer, err := venice.http.Do(again)
		if err != nil {
			t.Fatal(err)
		}
		if p := venice.read(answer); p.status != http.StatusOK || !strings.Contains(p.body, `"notice":"Your message is sent."`) {
			t.Errorf("the script receives %d %s", p.status, p.body)
		}
	}
	p = milan.get(at+"/letters"+strings.ReplaceAll(talk, "done=said", "")).has(t, http.StatusOK, "Shall we?", "We shall.")
	if n := len(p.find("message")); n != 2 {
		t.Errorf("%d letters in the conversation", n)
	}
	if p := milan.get(at + "/letters/part" + talk); !strings.Contains(p.body, "<blockquote") || strings.Contains(p.body, "<html") {
		t.Errorf("the part alone: %s", p.body)
	}
	master.get(at+"/letters").has(t, http.StatusOK, "Between others", "Milan and Venice")
	if p := master.get(at); strings.Contains(text(p.root), "Messages 1") || strings.Contains(text(p.root), "Messages 2") {
		t.Errorf("what is among others is news to the master: %s", p.brief())
	}
	// A visitor who is no longer signed in is informed, and does not lose the
	// text.
	again := r.Clone(r.Context())
	again.Body, _ = r.GetBody()
	answer, err := h.browser().http.Do(again)
	if err != nil {
		t.Fatal(err)
	}
	if p := h.browser().read(answer); p.status != http.StatusForbidden || !strings.Contains(p.body, `"code":"signin"`) {
		t.Errorf("without a session: %d %s", p.status, p.body)
	}
}

// choiceOf returns the value of the recipient of that name.
func (p *response) choiceOf(t *testing.T, name string) string {
	t.Helper()
	for n := range p.root.Descendants() {
		if attr(n, "name") == "to" && n.Parent != nil && strings.TrimSpace(text(n.Parent)) == name {
			return attr(n, "value")
		}
	}
	t.Fatalf("%s does not offer %s", p.url, name)
	return ""
}

// TestFirstWords opens a conversation with a power that has not written anything yet, from the
// list, and proposes an agreement. The form offers only choices that fit the kind of proposal.
func TestFirstWords(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	milan := players["Milan"]
	others := func() string { return text(milan.get(at + "/letters").find("others")[0]) }
	if got := slices.Sorted(slices.Values(strings.Fields(others()))); !slices.Equal(got, []string{"Florence", "Naples", "Venice"}) {
		t.Errorf("Milan can write to %q", got)
	}
	p := milan.get(milan.get(at+"/letters").link(t, "Venice")).has(t, http.StatusOK, "Nothing has been written here yet.", "Write to Venice", "Propose an agreement")
	for name, empty := range map[string]bool{"against": true, "target": false, "where": true, "place": false} {
		options := 0
		for n := range p.root.Descendants() {
			if n.Data == "option" && n.Parent != nil && attr(n.Parent, "name") == name {
				if options++; attr(n, "value") == "" && !empty {
					t.Errorf("%s can be empty", name)
				}
			}
		}
		if options < 2 {
			t.Errorf("%s has %d options", name, options)
		}
	}
	form := p.fields(t, at+"/propose")
	form.Set("kind", "attack")
	form.Set("target", "Florence")
	form.Set("against", "")
	milan.post(at+"/propose", form).has(t, http.StatusOK, "Milan proposes to Venice: a joint attack on Florence")
	if strings.Contains(others(), "Venice") {
		t.Error("a conversation is in the list twice")
	}
}
