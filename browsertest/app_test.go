package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// tunnel is the network between a browser and a judge. Without it, requests of
// pages and of the service worker break off.
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
	own := "http://localhost:" + at.Port()
	how.args = append(how.args, "-base_url", own)
	h := openAs(t, how)
	judge, err := url.Parse(h.url)
	if err != nil {
		t.Fatal(err)
	}
	x.to.Store(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(judge)
		r.Out.Host = r.In.Host
	}})
	h.url = own
	return x, h
}

// enter takes the network away from a person, or gives it back.
func (x *tunnel) enter(p *person, dark bool) {
	p.t.Helper()
	x.dark.Store(dark)
	if dark {
		x.CloseClientConnections()
	}
	p.offline(dark) // the browser notices it, too
}

// controlled waits until the service worker runs the page. A page asks for it once;
// if that fails on a busy machine, the next page asks again.
func (p *person) controlled() {
	p.t.Helper()
	p.sees("navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated' || (performance.now() > 20000 && location.reload(), false)")
}

// worker waits until the service worker runs the page and keeps it.
func (p *person) worker() {
	p.t.Helper()
	p.controlled()
	p.keeps("location.pathname", true)
}

// keeps waits until the browser keeps a page, or no longer does.
func (p *person) keeps(path string, kept bool) {
	p.t.Helper()
	p.sees("window.kept === " + fmt.Sprint(kept) + " || (caches.open('podesta-pages').then(c => c.match(" + path + ", {ignoreVary: true})).then(r => { window.kept = !!r }), false)")
	ask[bool](p, "(delete window.kept, true)")
}

// TestTunnel plays without a network: the board and the orders can be read, and
// what is written there arrives afterwards, but never in another phase. Signing out
// leaves nothing behind.
func TestTunnel(t *testing.T) {
	x, h := dig(t, setup{})
	p := newPerson(t, h, "Tullia", phone)
	p.signsUp(h)
	p.visit("/")
	p.turns(func() { p.click("labelled('Play now', 'button')") })
	tab := p.table()
	p.worker()
	where := ask[string](p, "location.href.split(/[?#]/)[0]")
	hd := tab.hand()
	unit, hold := hd.first(0)
	p.gives(unit, hold)
	p.sees(savedState)

	x.enter(p, true)
	p.visit(where)
	p.table()
	p.holds(hd, hold.Text)
	p.reads("You are offline.")
	p.shot("story-offline-board")
	p.visit("/games")
	p.reads("The judge cannot be reached")
	p.sees("document.querySelector('[data-kept] a') && shown(document.querySelector('[data-kept] a'))")
	p.shot("story-offline")
	p.turns(func() { p.click("deep('[data-kept] a')") })
	p.table()
	_, second := hd.first(1)
	p.writes(hd.box(), hold.Text+"\n"+second.Text)
	p.reads("No connection")

	x.enter(p, false)
	p.sees(savedState)
	p.sees("!document.querySelector('#offline')")
	q := p.tab() // as the judge shows it
	q.table()
	q.holds(hd, hold.Text+"\n"+second.Text)

	// The phase is resolved while the reader of the first window is in a tunnel.
	third := p.revision()
	x.enter(p, true)
	p.writes(hd.box(), second.Text)
	p.reads("No connection")
	x.dark.Store(false) // for the second window
	q.readyBy(q.push)
	q.moves(third)
	q.table()
	x.enter(p, false)
	p.sees("document.querySelector('#save-state').innerText.includes('not accepted') || document.querySelector('#unsent') || " + moved)
	p.visit(where)
	p.table()
	p.sees("document.querySelector('#unsent textarea') && document.querySelector('#unsent textarea').value.trim() === " + quote(second.Text))
	p.shot("story-offline-late")
	p.worker()

	p.visit("/me")
	p.turns(func() { p.push("labelled('Sign out', 'header button')") })
	p.reads("Sign in")
	p.keeps(quote(where), false)
	x.enter(p, true)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { return nil }))
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("location.assign("+quote(where)+"), true")); err != nil {
		t.Fatal(err)
	}
	p.sees("!document.querySelector('[data-table]') && !document.body.innerText.includes('Tullia')")
	x.enter(p, false)
	p.forgets()
	q.forgets()
}

// TestNotification delivers a message to the service worker, which shows it.
func TestNotification(t *testing.T) {
	h := open(t)
	p := newNotified(t, h, "Nora", wide)
	p.signsUp(h)
	var mu sync.Mutex
	var registration serviceworker.RegistrationID
	p.allowsNotifications(func(id serviceworker.RegistrationID) {
		mu.Lock()
		defer mu.Unlock()
		registration = id
	})
	p.visit("/me#notices")
	p.controlled()
	p.reads("How you are notified")
	p.sees("labelled('Notify me in this browser')")
	ask[bool](p, "(document.querySelector('#notices').scrollIntoView(), true)")
	p.shot("page-notices")
	mu.Lock()
	id := registration
	mu.Unlock()
	p.notified(id, `{"title":"Siena: spring 1385","body":"Milan took Pavia.","link":"`+p.at+`/g/x","tag":"x resolved"}`,
		`window.told === 'Siena: spring 1385|Milan took Pavia.|x resolved|`+p.at+`/g/x' ||
		(navigator.serviceWorker.ready.then(r => r.getNotifications()).then(l => { window.told = l.map(n => [n.title, n.body, n.tag, n.data].join('|')).join() }), false)`)
	p.quiet()
}

// TestPushUnreachable turns notifications on in a browser whose notification service
// never answers. The button gives up after its limit, says why, and works again.
func TestPushUnreachable(t *testing.T) {
	h := open(t)
	p := newNotified(t, h, "Nora", wide)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		// Long waits end at once: the test does not wait for the limit.
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `(() => {
  if (!window.PushManager) return;
  PushManager.prototype.subscribe = () => new Promise(() => { window.asked = true; });
  const after = window.setTimeout;
  window.setTimeout = (f, ms, ...rest) => after(f, ms >= 15000 ? 0 : ms, ...rest);
})();`})
		return err
	}))
	p.signsUp(h)
	p.allowsNotifications(func(serviceworker.RegistrationID) {})
	p.visit("/me#notices")
	p.push("labelled('Notify me in this browser')")
	p.reads("The notification service of this browser cannot be reached. Try again later.")
	p.sees("!deep('[data-push-on]').disabled")
	p.quiet()
}

// runsFirst runs a script in each page before those of the page.
func (p *person) runsFirst(script string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// TestPushWithoutStorage turns notifications on in browsers that store nothing. If
// the notification service accepts, they are on; if not, the page does not blame it.
func TestPushWithoutStorage(t *testing.T) {
	h := open(t)
	for name, accepts := range map[string]string{"Nora": "true", "Norma": "false"} {
		p := newNotified(t, h, name, wide)
		p.signsUp(h)
		p.runsFirst(`(() => {
  if (!window.PushManager) return;
  const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  PushManager.prototype.subscribe = async () => {
    if (!` + accepts + `) throw new DOMException('no', 'AbortError');
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const keys = { p256dh: text(await crypto.subtle.exportKey('raw', publicKey)), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    return { endpoint: 'https://push.example/` + name + `', toJSON: () => ({ keys }) };
  };
  Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); };
})();`)
		p.allowsNotifications(func(serviceworker.RegistrationID) {})
		p.visit("/me#notices")
		if accepts == "true" {
			p.turns(func() { p.push("labelled('Notify me in this browser')") })
			p.sees("document.querySelector('[data-push-off=\"https://push.example/" + name + "\"]')")
		} else {
			p.push("labelled('Notify me in this browser')")
			p.reads("This browser stores nothing for this site")
			p.sees("!deep('[data-push-on]').disabled")
		}
		p.quiet()
	}
}

// TestPushHint offers notifications once at the table of a game of which the reader
// would get any, until they say that they want none.
func TestPushHint(t *testing.T) {
	h := open(t)
	p := newNotified(t, h, "Nora", phone)
	p.signsUp(h)
	p.runsFirst("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
	p.visit("/")
	p.turns(func() { p.click("labelled('Play now', 'button')") })
	p.table()
	where := ask[string](p, "location.pathname")
	p.sees("!document.querySelector('#pushhint')") // of a game against computer players nobody is notified
	game := p.hosts("Siena")
	for _, m := range crowd(t, h, four...) {
		m.sends(game + "/join")
	}
	p.visit(game)
	p.sees("document.querySelector('#pushhint a') && shown(document.querySelector('#pushhint a[href=\"/me#notices\"]'))")
	p.push("labelled('Not now')")
	p.sees("!document.querySelector('#pushhint')")
	for _, at := range []string{game, where} {
		p.visit(at)
		p.table()
		p.sees("!document.querySelector('#pushhint')")
	}
	p.quiet()
}

// TestNothingKept shows the page of a browser without a network that keeps no boards.
func TestNothingKept(t *testing.T) {
	h := open(t)
	p := newPerson(t, h, "Tullia", phone)
	p.visit("/offline")
	p.sees("shown(document.querySelector('[data-none]')) && !shown(document.querySelector('[data-some]'))")
	p.quiet()
}
