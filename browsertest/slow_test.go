package browsertest

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// heaviest is the maximum that a phone may load until it shows a board, in bytes: at 400 kbit/s
// that takes less than four seconds.
const heaviest = 180 << 10

// TestPhoneWeight checks how much a phone loads until it shows a board for the first time, and
// that a page whose position cannot be loaded shows the picture of the map.
func TestPhoneWeight(t *testing.T) {
	p := newPerson(t, visitors(t), "light", small[0])
	p.begins("Without money", "milan")
	game := ask[string](p, "location.pathname")
	p.emptyCache()
	p.visit(game)
	p.board()
	got := ask[int](p, "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((n, e) => n + e.transferSize, 0)")
	t.Logf("%d bytes", got)
	if got > heaviest {
		t.Errorf("the first board needs %d bytes, more than %d:\n%s", got, heaviest,
			ask[string](p, "performance.getEntriesByType('resource').map(e => e.transferSize + ' ' + e.name).join('\\n')"))
	}
	// The map and the position are loaded once, and the map is not also drawn as a picture.
	for part, want := range map[string]int{"/map/1.svg": 1, "/table.json": 1} {
		if n := ask[int](p, "performance.getEntriesByType('resource').filter(e => e.initiatorType === 'fetch' && e.name.includes("+quote(part)+")).length"); n != want {
			t.Errorf("%s is requested %d times", part, n)
		}
	}
	if n := ask[int](p, "performance.getEntriesByType('resource').filter(e => e.initiatorType === 'img' && e.name.includes('/map/')).length"); n != 0 {
		t.Errorf("the picture of the map is loaded %d times", n)
	}
	p.quiet()

	// Without the position, the page shows the picture.
	p.emptyCache()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/*/table.json", Block: true}}})
		return err
	}))
	p.visit(game)
	p.sees("(e => e.complete && e.currentSrc.includes('/map/1.svg') && e.checkVisibility({visibilityProperty: true}))(document.querySelector('[data-map] img'))")
	p.forgets()
}

// TestReactionToTouch checks that the page reacts to a finger before its tap has ended, and that
// choosing a unit adds only a few elements to the map, not one for each province.
func TestReactionToTouch(t *testing.T) {
	onPhones(t, "Without money", func(p *person, tab table) {
		x, y := p.pointOnMap("unit", tab.hand().Units[0].Unit)
		const ring = "getComputedStyle(deep('.touching')).opacity"
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
			return err
		}))
		p.sees(ring + " === '1'")
		at := ask[[]float64](p, "(b => [b.left + b.width / 2 - "+fmt.Sprint(x)+", b.top + b.height / 2 - "+fmt.Sprint(y)+"])(deep('.touching').getBoundingClientRect())")
		if max(at[0], -at[0], at[1], -at[1]) > 2 {
			t.Errorf("%s: the ring is %v beside the finger", p.name, at)
		}
		if ask[bool](p, "shown(deep('#act'))") {
			t.Errorf("%s: the orders come before the finger is lifted", p.name)
		}
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchEnd", TouchPoints: []*input.TouchPoint{}})
			return err
		}))
		p.sees("shown(deep('#act')) && " + ring + " === '0'")
		if n := ask[int](p, "deepAll('#page-marks *').length"); n > 8 {
			t.Errorf("%s: the marks on the map are %d elements", p.name, n)
		}
	})
}

// emptyCache empties the browser's cache and unregisters the page's service workers.
func (p *person) emptyCache() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.ClearBrowserCache, cdp.Empty{})
		return err
	}))
	ask[bool](p, "(navigator.serviceWorker?.getRegistrations().then(all => all.forEach(r => r.unregister())), true)")
}

// TestSlowPhone measures how long a slow phone takes to show a board and to react to a tap. The
// phone has a quarter of this machine's processor speed, 400 kbit/s and a latency of 150 ms. It
// runs only if PODESTA_MEASURE is set, and has no limits.
func TestSlowPhone(t *testing.T) {
	if os.Getenv("PODESTA_MEASURE") == "" {
		t.Skip("\n*** A SLOW PHONE WAS NOT MEASURED: this needs PODESTA_MEASURE=1 ***")
	}
	t.Setenv("PODESTA_SHOTS", cmp.Or(os.Getenv("PODESTA_SHOTS"), t.TempDir())) // draws the maps, because pictures are saved
	r, err := common()
	if err != nil {
		t.Fatal(err)
	}
	p := newPerson(t, &house{t: t, url: r.url, mail: r.mail}, "slow", small[0])
	tab := p.begins("Without money", "milan")
	game := ask[string](p, "location.pathname")
	p.emptyCache()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: stopwatch}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, t, networkConditions, networkConditionsParams{Latency: 150, DownloadThroughput: 50000, UploadThroughput: 50000})
		return err
	}))
	p.visit(game)
	p.board()
	p.sees("boardAfter")
	t.Logf("text is there after %.1f s, the board after %.1f s", ask[float64](p, "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"), ask[float64](p, "boardAfter / 1000"))
	for _, u := range tab.hand().Units {
		x, y := p.pointOnMap("unit", u.Unit)
		// wait until the phone is idle
		promised[bool](p, "new Promise(go => requestIdleCallback(() => { answers = {}; setTimeout(go, 500, true); }))")
		p.touch(x, y)
		p.sees("answers.pointerdown && answers.click && shown(deep('#act'))")
		t.Logf("a tap on %s is seen after %.0f ms, and its orders %.0f ms after it ends", u.Unit, ask[float64](p, "answers.pointerdown"), ask[float64](p, "answers.click"))
		ask[bool](p, "(deep('#act .close').click(), true)")
	}
	// For comparison, the time that the same browser needs for a ring on an empty page.
	p.visit("/healthz")
	ask[bool](p, `(() => {
  document.body.replaceChildren();
  const ring = document.body.appendChild(document.createElement('div'));
  document.documentElement.style.cssText = document.body.style.cssText = 'height: 100%; margin: 0';
  document.body.addEventListener('pointerdown', e => { ring.style.cssText = 'position: absolute; width: 40px; height: 40px; border: 3px solid; border-radius: 50%; left: ' + e.clientX + 'px; top: ' + e.clientY + 'px'; });
  document.body.addEventListener('click', () => {});
  return true;
})()`)
	for range 3 {
		// wait until the phone is idle
		promised[bool](p, "new Promise(go => requestIdleCallback(() => { answers = {}; setTimeout(go, 500, true); }))")
		p.touch(150, 250)
		t.Logf("an empty page needs %s ms for a ring", promised[string](p, "new Promise(go => setTimeout(() => go(String(answers.pointerdown ?? 'less than 16')), 500))"))
	}
}

// stopwatch measures the time from the start of a page until its board is there, and from a
// touch until the page shows the reaction, in milliseconds.
const stopwatch = `
var boardAfter = 0, answers = {};
const look = setInterval(() => {
  if (!document.querySelector('[data-table].alive [data-map].drawn')) return;
  clearInterval(look);
  requestAnimationFrame(() => setTimeout(() => { boardAfter = performance.now(); }));
}, 20);
new PerformanceObserver(list => { for (const e of list.getEntries()) answers[e.name] = e.duration; }).observe({type: 'event', durationThreshold: 16});`
