package browsertest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// forgetsCookies deletes the cookies, as at the end of a session.
func (p *person) forgetsCookies() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.ClearBrowserCookies, cdp.Empty{})
		return err
	}))
}

// cookies returns the person's cookies for the judge, in the form of a header.
func (p *person) cookies() string {
	p.t.Helper()
	r, err := chromedp.Run(p.ctx, chromedp.Action[[]*network.Cookie](func(ctx context.Context, t *chromedp.Target) ([]*network.Cookie, error) {
		r, err := cdp.Call(ctx, t, network.GetCookies, network.GetCookiesParams{URLs: []string{p.at}})
		return r.Cookies, err
	}))
	if err != nil {
		p.t.Fatal(err)
	}
	var all []string
	for _, c := range r {
		all = append(all, c.Name+"="+c.Value)
	}
	return strings.Join(all, "; ")
}

// TestSessionEnds deletes the session's cookies while orders are written on a phone, and checks
// that nothing is accepted from a stranger. The page's message about it must be readable as a
// whole, below the strip, and its link must be reachable. The text must still be there when the
// player returns.
func TestSessionEnds(t *testing.T) {
	p := newPerson(t, visitors(t), "forgotten", small[0])
	tab := p.beginsFirst()
	comeback := ask[string](p, "document.querySelector('#comeback').value")
	unit, hold := tab.hand().first(0)
	p.forgetsCookies()
	p.gives(unit, hold)
	for _, s := range small {
		p.look(s)
		p.sees("deep('#save-state.bad')")
		if found := ask[string](p, `(e => {
	const range = document.createRange();
	range.selectNodeContents(e);
	return [...range.getClientRects()].filter(b => b.left < 0 || b.right > innerWidth + 1 || !e.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2))).map(b => JSON.stringify(b)).join('\n');
})(deep('#save-state'))`); found != "" {
			t.Errorf("%d pixels wide: %q is covered or cut off at\n%s", s.width, ask[string](p, "deep('#save-state').innerText"), found)
		}
		p.shot("mishap-session")
		p.reachable("a trouble")
	}
	if answer := p.posts("/g/"+tab.Game+"/orders", "", nil, url.Values{"revision": {fmt.Sprint(tab.Revision)}, tab.hand().Field: {hold.Text}}); answer == http.StatusOK {
		t.Error("orders of a stranger were taken")
	}
	p.visit(comeback)
	p.board()
	p.holds(tab.hand(), hold.Text)
	p.sees(savedState)
	p.forgets()
}

// posts submits a form directly, with the person's cookies or without any, and returns the
// status of the answer.
func (p *person) posts(path, cookies string, header map[string]string, form url.Values) int {
	p.t.Helper()
	r, err := http.NewRequest(http.MethodPost, p.at+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	if cookies != "" {
		r.Header.Set("Cookie", cookies)
	}
	for k, v := range header {
		r.Header.Set(k, v)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return answer.StatusCode
}

// TestForgedForms lets a page of another site send orders in the name of a player who opens it,
// and checks that they have no effect.
func TestForgedForms(t *testing.T) {
	p := newPerson(t, visitors(t), "misled", wide)
	tab := p.beginsFirst()
	where := ask[string](p, "location.href")
	_, hold := tab.hand().first(0)
	path := "/g/" + tab.Game + "/orders"
	form := url.Values{"revision": {fmt.Sprint(tab.Revision)}, tab.hand().Field: {hold.Text}}

	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<form method="post" action="%s%s"><input name="revision" value="%d"><textarea name="%s">%s</textarea></form><script>document.forms[0].submit()</script>`,
			p.at, path, tab.Revision, tab.hand().Field, hold.Text)
	}))
	defer evil.Close()
	p.visit(evil.URL)
	p.reads("Not from another site")
	p.shot("mishap-forged")
	p.forgets() // the console reports the refusal as an error

	for _, header := range []map[string]string{
		{"Origin": "https://elsewhere.example"},
		{"Origin": "null"},
		{"Sec-Fetch-Site": "cross-site"},
		{"Sec-Fetch-Site": "same-site", "Origin": "http://other.localhost"},
	} {
		if got := p.posts(path, p.cookies(), header, form); got != http.StatusForbidden {
			t.Errorf("a form with %v is answered by %d", header, got)
		}
	}
	p.visit(where)
	p.board()
	if lines := p.written(); len(lines) > 0 {
		t.Errorf("forged forms have written %q", lines)
	}
	p.forgets()
}

// TestScriptInWords gives people, games and messages names and texts that contain scripts, and
// checks that they are shown as written, and never run.
func TestScriptInWords(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "mallory", wide)
	const script, image = `<script>window.hacked=1</script>`, `"><img src=x onerror=window.hacked=1>`
	p.signsUp(h)
	p.visit("/me")
	p.writes("#name", image)
	p.turns(func() { p.click("labelled('Save')") })
	p.visit("/host")
	p.asMaster()
	p.writes("#name", script)
	p.writes("#comment", image)
	p.turns(func() { p.click("labelled('Set up the game')") })
	game := ask[string](p, "location.pathname")
	p.visit(game + "/letters?new=1")
	p.click("[...document.querySelectorAll('fieldset.to label')].find(l => l.innerText.trim() === 'Everyone')")
	p.writes("#text", script+"\n> "+image+"\njavascript:alert(1) "+image)
	p.click("labelled('Send')")
	p.reads("javascript:alert(1)")
	p.shot("mishap-script")

	q := newPerson(t, h, "Renzo", wide)
	q.signsUp(h)
	profile := ask[string](p, "'/u/' + encodeURIComponent("+quote(image)+")")
	for who, pages := range map[*person][]string{
		p: {"/", game, game + "/letters", game + "/log", "/inbox", "/me"},
		q: {"/games", game, game + "/log", game + "/rules", profile, "/ratings"},
	} {
		for _, page := range pages {
			who.visit(page)
			who.settles()
			if ask[bool](who, "!!window.hacked || !!document.querySelector('img[src=x]')") {
				t.Errorf("%s: a name or a message was run as script", page)
			}
			who.forgets()
		}
	}
}
