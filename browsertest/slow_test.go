package browsertest

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// heaviest is the most that a phone may load until it shows a board, in bytes:
// at 400 kbit/s that takes less than five seconds.
const heaviest = 220 << 10

// TestPhoneWeight checks what a phone loads until it shows a board for the first
// time.
func TestPhoneWeight(t *testing.T) {
	p := newPerson(t, visitors(t), "light", small[0])
	p.begins("Without money", "milan")
	game := ask[string](p, "location.pathname")
	p.emptyCache()
	p.visit(game)
	p.table()
	got := ask[int](p, "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((n, e) => n + e.transferSize, 0)")
	t.Logf("%d bytes", got)
	if got > heaviest {
		t.Errorf("the first board needs %d bytes, more than %d:\n%s", got, heaviest,
			ask[string](p, "performance.getEntriesByType('resource').map(e => e.transferSize + ' ' + e.name).join('\\n')"))
	}
	p.quiet()
}

// emptyCache empties the browser's cache.
func (p *person) emptyCache() {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.ClearBrowserCache, cdp.Empty{})
		return err
	}))
	ask[bool](p, "(navigator.serviceWorker?.getRegistrations().then(all => all.forEach(r => r.unregister())), true)")
}

// TestSlowPhone measures how long a slow phone takes to show a board, and to
// answer a tap: a quarter of this machine's processor, 400 kbit/s and 150 ms to
// the judge. It runs if PODESTA_MEASURE is set, and judges nothing.
func TestSlowPhone(t *testing.T) {
	if os.Getenv("PODESTA_MEASURE") == "" {
		t.Skip("\n*** A SLOW PHONE WAS NOT MEASURED: this needs PODESTA_MEASURE=1 ***")
	}
	p := newPerson(t, visitors(t), "slow", small[0])
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
		_, err := cdp.Call(ctx, t, networkConditions, networkConditionsParams{Latency: 150, DownloadThroughput: 50000, UploadThroughput: 50000})
		return err
	}))
	p.visit(game)
	p.table()
	t.Logf("the board is there after %.1f s, a map of it after %.1f s", ask[float64](p, "performance.now() / 1000"), ask[float64](p, "Math.max(...performance.getEntriesByType('paint').map(e => e.startTime)) / 1000"))
	for _, u := range tab.hand().Units {
		ask[bool](p, `(() => { window.answer = 0;
			deep('#map').addEventListener('pointerup', () => { const at = performance.now(); requestAnimationFrame(() => setTimeout(() => { window.answer = performance.now() - at; })); }, {once: true, capture: true});
			return true; })()`)
		x, y := p.pointOnMap("unit", u.Unit)
		p.touch(x, y)
		p.sees("window.answer && shown(deep('#act'))")
		ask[bool](p, "(deep('#act .close').click(), true)")
		t.Logf("a tap on %s is answered after %.0f ms", u.Unit, ask[float64](p, "window.answer"))
	}
}
