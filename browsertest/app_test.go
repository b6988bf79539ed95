package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// tunnel is the network between a browser and a judge. When it is dark, requests of pages and
// of the service worker break off.
type tunnel struct {
	*httptest.Server
	to   atomic.Pointer[httputil.ReverseProxy]
	dark atomic.Bool
}

// dig opens a judge behind a tunnel.
func dig(t *testing.T, how setup) (*tunnel, *house) {
	t.Helper()
	x := &tunnel{}
	x.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if x.dark.Load() {
			panic(http.ErrAbortHandler)
		}
		x.to.Load().ServeHTTP(w, r)
	}))
	t.Cleanup(x.CloseClientConnections)
	at, err := url.Parse(x.URL)
	if err != nil {
		t.Fatal(err)
	}
	own := "http://localhost:" + at.Port() + how.below
	how.args = append(how.args, "-base_url", own)
	h := openAs(t, how)
	judge, err := url.Parse(h.url)
	if err != nil {
		t.Fatal(err)
	}
	judge.Path = "" // requests contain it
	x.to.Store(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(judge)
		r.Out.Host = r.In.Host
	}})
	h.url = own
	return x, h
}

// enter disconnects a person from the network, or reconnects them.
func (x *tunnel) enter(p *person, dark bool) {
	p.t.Helper()
	x.dark.Store(dark)
	if dark {
		x.CloseClientConnections()
	}
	p.offline(dark) // the browser notices it, too
}

// controlled waits until the service worker controls the page. A page requests this once; if
// that fails on a busy machine, the next page tries again.
func (p *person) controlled() {
	p.t.Helper()
	p.sees("navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated' || (performance.now() > 20000 && location.reload(), false)")
}

// worker waits until the service worker controls the page and has stored it.
func (p *person) worker() {
	p.t.Helper()
	p.controlled()
	p.keeps("location.pathname", true)
}

// keeps waits until the browser has stored a page, or no longer has it.
func (p *person) keeps(path string, kept bool) {
	p.t.Helper()
	p.sees("window.kept === " + fmt.Sprint(kept) + " || (caches.open('podesta-pages').then(c => c.match(" + path + ", {ignoreVary: true})).then(r => { window.kept = !!r }), false)")
	ask[bool](p, "(delete window.kept, true)")
}

// runsFirst runs a script in each page before the page's own scripts.
func (p *person) runsFirst(script string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// TestNotificationOffer checks that notifications are offered once at the table of a game for
// which the reader would get any, until they decline. Then it turns them on with a notification
// service that never answers, in a browser that cannot store anything, and with a service that
// accepts.
func TestNotificationOffer(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "Nora", phone)
	p.signsUp(h)
	p.runsFirst(`(() => {
  Object.defineProperty(Notification, 'permission', { get: () => location.pathname === '/me' ? 'granted' : 'default' });
  Notification.requestPermission = async () => 'granted';
  if (window.PushManager) PushManager.prototype.subscribe = () => window.answer();
})();`)
	where := "/g/" + p.beginsFirst().Game
	p.sees("!document.querySelector('#pushhint')") // there are no notifications for a game against computer players
	game := p.hosts("Siena")
	for _, m := range crowd(t, h, "Nella", "Nina", "Norma", "Nuccia") {
		m.sends(game + "/join")
	}
	p.visit(game)
	p.board()
	p.sees("document.querySelector('#pushhint a') && shown(document.querySelector('#pushhint a[href=\"/me#notices\"]'))")
	p.push("labelled('Not now')")
	p.sees("!document.querySelector('#pushhint') && localStorage.getItem('podesta-hint')")
	for _, at := range []string{game, where} {
		p.visit(at)
		p.board()
		p.sees("!document.querySelector('#pushhint')")
	}

	// The button gives up after its time limit, which the test does not wait for.
	p.visit("/me#notices")
	p.sees("shown(labelled('Notify me in this browser'))")
	ask[bool](p, `(() => {
  window.answer = () => new Promise(() => {});
  window.after = window.setTimeout;
  window.setTimeout = (f, ms, ...rest) => after(f, ms >= 15000 ? 0 : ms, ...rest);
  return true;
})()`)
	p.push("labelled('Notify me in this browser')")
	p.reads("The notification service of this browser cannot be reached. Try again later.")
	p.sees("!deep('[data-push-on]').disabled")
	// Without storage the page does not blame the service.
	ask[bool](p, `(() => {
  window.setTimeout = after;
  window.answer = async () => { throw new DOMException('no', 'AbortError'); };
  Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); };
  return true;
})()`)
	p.push("labelled('Notify me in this browser')")
	p.reads("This browser stores nothing for this site")
	p.sees("!deep('[data-push-on]').disabled")
	// If the service accepts, they are on.
	ask[bool](p, `(() => {
  const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  window.answer = async () => {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const keys = { p256dh: text(await crypto.subtle.exportKey('raw', publicKey)), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    return { endpoint: 'https://push.example/Nora', toJSON: () => ({ keys }) };
  };
  return true;
})()`)
	p.turns(func() { p.push("labelled('Notify me in this browser')") })
	p.sees("document.querySelector('[data-push-off=\"https://push.example/Nora\"]')")
	p.quiet()
}
