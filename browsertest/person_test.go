package browsertest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The people of all tests share a browser, because starting one takes seconds. Each has a
// separate context with its own cookies and storage.
var (
	// light is Chromium without the windows and menus around pages if that is available, and
	// otherwise full Chromium. It needs about half of the processor time, but cannot show
	// notifications.
	light = sync.OnceValues(func() (context.Context, error) {
		if os.Getenv("CHROMIUM") == "" {
			if file, err := exec.LookPath("chromium-headless-shell"); err == nil {
				return launch(file)
			}
		}
		return chromium()
	})

	// chromium is the full browser.
	chromium = sync.OnceValues(func() (context.Context, error) {
		for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
			if file, err := exec.LookPath(name); err == nil {
				return launch(file)
			}
		}
		return nil, errors.New("Chromium is missing: install Debian's package chromium (make test-deps does), or name the program in CHROMIUM")
	})
)

// launched holds the functions that end the browsers.
var launched struct {
	sync.Mutex
	ends []func()
}

// launch starts a browser, which closeBrowsers ends.
func launch(file string) (context.Context, error) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(file), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		// Without a graphics card, drawing in software is faster than emulating one.
		chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("disable-gpu-rasterization", true),
		chromedp.WSURLReadTimeout(patience),
	)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc)
	launched.Lock()
	launched.ends = append(launched.ends, cancel, stop)
	launched.Unlock()
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", file, err)
	}
	return ctx, nil
}

func closeBrowsers() {
	launched.Lock()
	defer launched.Unlock()
	for _, end := range launched.ends {
		end()
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowsers()
	if err := closeCommon(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	for _, file := range programs.files {
		_ = os.Remove(file)
	}
	os.Exit(code)
}

// person is a person with their own browser window.
type person struct {
	t    *testing.T
	name string
	at   string // the judge's address
	ctx  context.Context
	on   screen

	mu       sync.Mutex
	troubles []string // errors in the browser's console
}

// screen is the screen of a person.
type screen struct {
	width, height int64
	phone         bool
	dark          bool
}

var (
	wide   = screen{width: 1400, height: 900}
	desk   = screen{width: 1100, height: 740} // for tests with many windows at the same time
	night  = screen{width: 1400, height: 900, dark: true}
	phone  = screen{width: 390, height: 844, phone: true}
	candle = screen{width: 390, height: 844, phone: true, dark: true}
)

// newPerson opens a browser window for the judge's pages.
func newPerson(t *testing.T, h *house, name string, s screen) *person {
	t.Helper()
	return newPersonIn(t, light, h, name, s)
}

// newNotified opens a browser window in which the judge's pages can show
// notifications.
func newNotified(t *testing.T, h *house, name string, s screen) *person {
	t.Helper()
	return newPersonIn(t, chromium, h, name, s)
}

func newPersonIn(t *testing.T, browser func() (context.Context, error), h *house, name string, s screen) *person {
	t.Helper()
	in, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(in, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &person{t: t, name: name, at: h.url, ctx: ctx}
	p.listen()
	p.look(s)
	return p
}

// listen opens the window and records errors in its console. Maps are only drawn if pictures
// are saved.
func (p *person) listen() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if os.Getenv("PODESTA_SHOTS") != "" {
			return nil
		}
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: blankMaps})
		return err
	}))
	if err := chromedp.Listen(p.ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			p.trouble("exception: " + e.ExceptionDetails.Text + " " + described(e.ExceptionDetails.Exception))
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError && !strings.Contains(fmt.Sprint(e.Entry.URL), "/no/such/") {
				p.trouble(fmt.Sprintf("%v: %s", e.Entry.URL, e.Entry.Text))
			}
		}
	}); err != nil {
		p.t.Fatal(err)
	}
}

// blankMaps makes maps transparent but still clickable. Without a graphics card, drawing them
// takes almost half of the tests' time.
const blankMaps = `(() => {
  const blank = new CSSStyleSheet();
  blank.replaceSync('svg.pm, img { opacity: 0 !important }');
  for (const kind of [Document, ShadowRoot]) {
    const { get, set } = Object.getOwnPropertyDescriptor(kind.prototype, 'adoptedStyleSheets');
    Object.defineProperty(kind.prototype, 'adoptedStyleSheets', { get, set(all) { set.call(this, [...all, blank]); }, configurable: true });
  }
  document.adoptedStyleSheets = [];
})();`

func described(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	return o.Description
}

func (p *person) trouble(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = append(p.troubles, what)
}

// quiet fails the test if the browser's console has new errors.
func (p *person) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range p.troubles {
		p.t.Errorf("%s: the browser complains: %s", p.name, x)
	}
	p.troubles = nil
}

// do runs steps in the person's browser.
func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// look sets the size and the theme of the screen.
func (p *person) look(s screen) {
	p.t.Helper()
	p.on = s
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: s.width, Height: s.height, DeviceScaleFactor: 1, Mobile: s.phone,
		}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: s.phone, MaxTouchPoints: 5}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
}

// visit opens a page.
func (p *person) visit(path string) {
	p.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = p.at + path
	}
	// A page that receives news at this moment may reload, which cancels what the visitor has
	// begun, so it tries again.
	for {
		err := chromedp.Do(p.ctx, chromedp.Navigate(path))
		if err == nil {
			return
		}
		if p.ctx.Err() != nil || !strings.Contains(err.Error(), "net::ERR_ABORTED") {
			p.t.Fatalf("%s: %v", p.name, err)
		}
	}
}

// visitAnew opens a page that may be another part of the page that is already open.
func (p *person) visitAnew(path string) {
	p.t.Helper()
	p.visit("/static/icon.svg")
	p.visit(path)
}

// deep defines functions that find elements in shadow trees, too.
const deep = `(() => {
  if (window.deep) return;
  window.deepAll = sel => {
    const out = [...document.querySelectorAll(sel)];
    for (const e of document.querySelectorAll('*')) if (e.shadowRoot) out.push(...e.shadowRoot.querySelectorAll(sel));
    return out;
  };
  window.shown = e => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}); };
  window.deep = sel => { const all = deepAll(sel); return all.find(shown) || all[0] || null; };
  window.labelled = (text, sel) => deepAll(sel || 'button, a, summary, [role=button], [role=tab], label, input[type=submit]').filter(shown)
    .find(e => (e.getAttribute('aria-label') || e.innerText || e.value || '').trim().replace(/\s+/g, ' ').startsWith(text)) || null;
})();`

// ask evaluates an expression in the page. The expression can use deep(sel),
// deepAll(sel), labelled(text) and shown(e).
func ask[T any](p *person, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](deep+"\n"+expression))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expression, err)
	}
	return v
}

// loaded returns an expression for the promise of another page. Pages let scripts parse text
// only through their own module, but requests may do it.
func loaded(address string) string {
	return `(new Promise((done, failed) => {
  const x = new XMLHttpRequest();
  x.responseType = 'document';
  x.onload = () => done(x.response);
  x.onerror = failed;
  x.open('GET', ` + address + `);
  x.send();
}))`
}

// fields is an expression for the contents of a page's fields.
const fields = `JSON.stringify(deepAll('textarea, input:checked, option:checked').map(f => [f.name || f.id, f.value]).filter(f => f[1]))`

// sees waits until an expression of the page is true.
func (p *person) sees(expression string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 160*time.Millisecond) {
		v, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](deep+"\n!!("+expression+")"))
		if err == nil && v {
			return
		}
		if time.Now().After(end) {
			p.keep("in-vain-" + strings.ReplaceAll(p.name, " ", "-"))
			p.t.Fatalf("the page says:\n%s\nits fields hold %s\n%s waited in vain at %s for %s (%v)",
				ask[string](p, "document.body.innerText.slice(0, 3000)"), ask[string](p, fields), p.name, ask[string](p, "location.href"), expression, err)
		}
		time.Sleep(wait)
	}
}

// reads waits until the page contains a text.
func (p *person) reads(text string) {
	p.t.Helper()
	p.sees("document.body.innerText.replace(/\\s+/g, ' ').includes(" + quote(text) + ")")
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// point scrolls to an element and returns the position of its centre.
func (p *person) point(element string) (x, y float64) {
	p.t.Helper()
	p.sees(element)
	at := p.rests(`(() => { const e = ` + element + `; if (!e) return []; e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
		const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`)
	return at[0], at[1]
}

// rests returns the position that an expression finds, once it is the same in two frames,
// because a page that is still being laid out would move it away from under the pointer.
func (p *person) rests(place string) []float64 {
	p.t.Helper()
	const frame = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`
	for end := time.Now().Add(patience); ; {
		two, err := chromedp.Run(p.ctx, chromedp.Evaluate[[][]float64](deep+`
(async () => { const at = () => `+place+`; const a = at(); await `+frame+`; return [a, at()]; })()`, chromedp.EvalAwaitPromise))
		if err == nil && len(two) == 2 && len(two[0]) == 2 && slices.Equal(two[0], two[1]) {
			return two[0]
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s waited in vain at %s for one place of %s: %v (%v)", p.name, ask[string](p, "location.href"), place, two, err)
		}
	}
}

// click clicks on the centre of an element, given by an expression such as deep('…') or
// labelled('…').
func (p *person) click(element string) {
	p.t.Helper()
	x, y := p.point(element)
	p.do(chromedp.MouseClickXY(x, y))
}

// hit clicks on a position of the screen, or taps on it on a phone.
func (p *person) hit(x, y float64) {
	p.t.Helper()
	if p.on.phone {
		p.touch(x, y)
	} else {
		p.do(chromedp.MouseClickXY(x, y))
	}
}

// tap touches an element with a finger.
func (p *person) tap(element string) {
	p.t.Helper()
	x, y := p.point(element)
	p.touch(x, y)
}

func (p *person) touch(x, y float64) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchEnd", TouchPoints: []*input.TouchPoint{}})
		return err
	}))
}

// presses sends keys to the focused element; special keys are kb.Enter and the like.
func (p *person) presses(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// writes replaces the text of a field, as typing does.
func (p *person) writes(field, text string) {
	p.t.Helper()
	p.sees("deep(" + quote(field) + ")")
	ask[bool](p, `(() => { const e = deep(`+quote(field)+`); if (!e.checkVisibility()) e.closest('.box')?.querySelector('[data-totype]')?.click(); e.focus(); if (e.select) e.select(); return true; })()`)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// chooses chooses a value of a list.
func (p *person) chooses(list, value string) {
	p.t.Helper()
	p.point("deep(" + quote(list) + ")")
	ask[bool](p, `(() => { const e = deep(`+quote(list)+`); e.focus(); e.value = `+quote(value)+`; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); return true; })()`)
	if got := ask[string](p, "deep("+quote(list)+").value"); got != value {
		p.t.Fatalf("%s: %s has no %q", p.name, list, value)
	}
}

// turns waits until an action has led to another page.
func (p *person) turns(act func()) {
	p.t.Helper()
	ask[bool](p, "(() => { window.stale = true; return true; })()")
	act()
	p.sees("!window.stale && document.readyState === 'complete'")
}

// shot saves a picture of what the person sees, but only if PODESTA_SHOTS names a folder for
// pictures, because each takes half a second of processor time.
func (p *person) shot(name string) {
	p.t.Helper()
	if os.Getenv("PODESTA_SHOTS") != "" {
		p.keep(name)
	}
}

// keep saves a picture of what the person sees.
func (p *person) keep(name string) {
	p.t.Helper()
	dir := cmp.Or(os.Getenv("PODESTA_SHOTS"), "shots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	r, err := chromedp.Run(p.ctx, chromedp.Action[[]byte](func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		return r.Data, err
	}))
	if err != nil {
		p.t.Fatalf("%s: picture: %v", p.name, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), r, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// axe returns the accessibility checker's script.
var axe = sync.OnceValues(func() (string, error) {
	file := os.Getenv("AXE")
	if file == "" {
		found, _ := filepath.Glob("../bin/npm/axe-core-*/axe.min.js")
		if len(found) == 0 {
			return "", fmt.Errorf("axe-core is missing: make test-browser fetches it")
		}
		file = found[len(found)-1]
	}
	b, err := os.ReadFile(file)
	return string(b), err
})

// fault is a finding of axe-core.
type fault struct {
	ID     string
	Impact string
	Help   string
	Nodes  []string
}

// fair fails the test for serious accessibility faults that axe-core finds, and for the faults
// that fits checks.
func (p *person) fair(where string) {
	p.t.Helper()
	p.audit(where, "{resultTypes: ['violations']}")
	p.fits(where)
}

// contrasts is like fair, but checks only the contrasts of a page whose structure was already
// checked in other colours.
func (p *person) contrasts(where string) {
	p.t.Helper()
	p.audit(where, "{resultTypes: ['violations'], runOnly: ['color-contrast']}")
	p.fits(where)
}

// audit fails the test for serious faults that axe-core finds.
func (p *person) audit(where, options string) {
	p.t.Helper()
	script, err := axe()
	if err != nil {
		p.t.Fatal(err)
	}
	ask[bool](p, "(() => { if (!window.axe) { "+script+" } return true; })()")
	// To a screen reader, the drawing of a map is hidden or a single image with a title.
	// Axe-core finds nothing in it, but visits each of its thousands of shapes.
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]fault](`(async () => {
		const boards = [...document.querySelectorAll('[aria-hidden=true]')].filter(e => e.shadowRoot);
		const pictures = [...document.querySelectorAll('svg.pm[role=img]')].map(e => [e, [...e.childNodes]]);
		for (const b of boards) Object.defineProperty(b, 'shadowRoot', {value: null, configurable: true});
		for (const [e, all] of pictures) e.replaceChildren(...all.filter(c => c.localName === 'title'));
		try { return await axe.run(document, `+options+`); } finally {
			for (const b of boards) delete b.shadowRoot;
			for (const [e, all] of pictures) e.replaceChildren(...all);
		}
	})().then(r => r.violations
		.filter(v => v.impact === 'serious' || v.impact === 'critical')
		.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.slice(0, 5).map(n => n.html.slice(0, 300) + ' | ' + (n.failureSummary || ''))})))`,
		func(e *runtime.EvaluateParams) { yes := true; e.AwaitPromise = &yes }))
	if err != nil {
		p.t.Fatalf("%s: axe-core: %v", where, err)
	}
	for _, f := range found {
		p.t.Errorf("%s: %s (%s): %s\n  %s", where, f.ID, f.Impact, f.Help, strings.Join(f.Nodes, "\n  "))
	}
}

// fits fails the test for text outside the screen, parts that cannot be reached with the
// keyboard, more than one emphasized button, headings out of order, empty lists, plurals with
// the number one, and errors in the console.
func (p *person) fits(where string) {
	p.t.Helper()
	// Everything that scrolls must be reachable with the keyboard, however little it contains
	// now: axe-core checks only elements that currently overflow.
	for _, e := range ask[[]string](p, `[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.matches('textarea, input, select, [role=listbox]')
		&& ['overflowX', 'overflowY'].some(o => ['auto', 'scroll'].includes(getComputedStyle(e)[o])) && e.tabIndex < 0
		&& !e.querySelector('a[href], button, input, select, textarea, summary, [tabindex="0"]')).map(e => e.outerHTML.slice(0, 160))`) {
		p.t.Errorf("%s: what scrolls here cannot be reached by keys: %s", where, e)
	}
	// Only one button, the next step, is emphasized. A pending question that appears on every
	// page is not counted.
	if loud := ask[[]string](p, `[...document.querySelectorAll('.button:not(.quiet), .pb.main')].filter(e => e.checkVisibility() && !e.closest('.isready')
		&& getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)' && getComputedStyle(e).backgroundColor !== getComputedStyle(document.body).backgroundColor)
		.map(e => e.innerText.trim())`); len(loud) > 1 {
		p.t.Errorf("%s: more than one button asks to be pressed: %q", where, loud)
	}
	if levels := ask[string](p, `[...document.querySelectorAll('body:has(.top) :is(h1, h2, h3, h4, h5, h6)')].filter(e => e.checkVisibility()).map(e => e.tagName[1]).join('')`); levels != "" && strings.Count(levels, "1") != 1 || leaps(levels) {
		p.t.Errorf("%s: the levels of the headings are %s", where, levels)
	}
	for _, e := range ask[[]string](p, `[...document.querySelectorAll('main :is(ul, ol, tbody)')].filter(e => e.checkVisibility() && !e.children.length).map(e => e.outerHTML.slice(0, 160))`) {
		p.t.Errorf("%s: nothing is in this list, and no sentence says so: %s", where, e)
	}
	for _, e := range ask[[]string](p, `document.body.innerText.match(/(?<![\d.,])1 (armies|cities|days|ducats|fleets|garrisons|games|letters|orders|phases|players|powers|provinces|seats|steps|units|votes|years)\b.{0,40}/g) || []`) {
		p.t.Errorf("%s: one of them is said to be several: %s", where, e)
	}
	if rows := ask[int](p, `new Set([...document.querySelectorAll('header.top nav a')].filter(a => a.checkVisibility()).map(a => Math.round(a.getBoundingClientRect().top))).size`); rows > 1 {
		p.t.Errorf("%s: the links of the menu are in %d lines", where, rows)
	}
	if over := ask[float64](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); over > 1 {
		wider := ask[string](p, `[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !e.closest('.scroll, .timeline, [data-scroll]')).slice(0, 4).map(e => e.outerHTML.slice(0, 160)).join('\n  ')`)
		p.t.Errorf("%s: the page is %v pixels wider than the screen:\n  %s", where, over, wider)
	}
	if ask[bool](p, "!!document.querySelector('.timebar [aria-current]')") {
		if !ask[bool](p, "(() => { const l = document.querySelector('.timebar .years').getBoundingClientRect(), a = document.querySelector('.timebar [aria-current]').getBoundingClientRect(); return !l.width || a.left >= l.left && a.right <= l.right + 1; })()") {
			p.t.Errorf("%s: the time line does not show the phase of the page", where)
		}
	}
	p.chapters(where)
	p.codes(where)
	p.quiet()
}

// leaps reports whether headings of these levels, one digit each, skip a level.
func leaps(levels string) bool {
	for i := 1; i < len(levels); i++ {
		if levels[i] > levels[i-1]+1 {
			return true
		}
	}
	return false
}
