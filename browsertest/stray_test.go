package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// taps records clicks and focus changes from taps that reach something else than what was under
// the finger when it came down, and taps that were lost for that reason. It prevents all
// navigation.
const taps = `(() => {
	window.strays = []; window.lost = [];
	let under = null, came = false;
	const name = e => e.outerHTML.slice(0, 90);
	const same = (a, b) => a.contains(b) || b.contains(a) || a.closest('label')?.control === b;
	addEventListener('pointerdown', e => { under = e.target; came = false; }, true);
	addEventListener('click', e => { if (e.isTrusted && e.detail && under && !same(under, e.target)) lost.push(name(under) + ' moved away, below it was ' + name(e.target)); }, true);
	document.addEventListener('click', e => { if (e.isTrusted && e.detail && under && !same(under, e.target)) strays.push('click for ' + name(under) + ' on ' + name(e.target)); }, true);
	document.addEventListener('click', e => { if (e.target.closest('a[href]:not([href^="#"])')) e.preventDefault(); });
	document.addEventListener('submit', e => { e.preventDefault(); e.stopImmediatePropagation(); }, true);
})()`

// TestTwoTaps taps every control of the table on a phone twice, as quickly as possible, with
// each kind of menu open, and checks that no tap reaches anything but what was under the
// finger.
func TestTwoTaps(t *testing.T) {
	p := newPerson(t, visitors(t), "quick", small[0])
	p.begins("Everything", "milan")
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: taps})
		return err
	}))
	at := ask[string](p, "location.pathname")
	const controls = `deepAll('.table a, .table button, .table summary, .table input, .table select, .table label').filter(shown)`
	for _, state := range []struct{ name, begin, opens string }{
		{"orders", "orders", "true"},
		{"the menu of a unit", "orders", "(deep('[data-pick]').click(), true)"},
		{"the menu of the page", "orders", "(deep('button.more').click(), true)"},
		{"the treasury", "treasury", "true"},
		{"the powers", "powers", "true"},
	} {
		const looks = "location.hash + document.querySelector('[data-table]').dataset.height + " + controls + ".map(e => e.outerHTML).join()"
		load := func() string {
			p.visitAnew(at + "#panel-" + state.begin)
			p.board()
			ask[bool](p, state.opens)
			return ask[string](p, looks)
		}
		// Most of what a tap changes can be reset without loading the page again.
		back := func() string {
			ask[bool](p, "(document.activeElement.blur(), true)")
			p.presses(kb.Escape)
			p.presses(kb.Escape)
			ask[bool](p, "(deep('[data-tab=rules]').click(), deep('[data-tab="+state.begin+"]').click(), document.activeElement.blur(), "+state.opens+")")
			p.rests("[0, 0]")
			return ask[string](p, looks)
		}
		was, tapped, loads := load(), []string{}, 0
		for {
			if ask[string](p, looks) != was && back() != was {
				was = load()
				loads++
			}
			told, _ := json.Marshal(tapped)
			next := ask[[]any](p, `(tapped => {
				const name = e => [e.localName, e.getAttribute('aria-label') || e.innerText, e.getAttribute('href'), e.name, ...Object.values(e.dataset)].join();
				const e = `+controls+`.find(e => !tapped.includes(name(e)));
				if (!e) return [];
				e.scrollIntoView({block: 'nearest', behavior: 'instant'});
				const b = e.getBoundingClientRect();
				return [name(e), b.left + b.width / 2, b.top + b.height / 2];
			})(`+string(told)+`)`)
			if len(next) == 0 {
				break
			}
			tapped = append(tapped, fmt.Sprint(next[0]))
			x, y := next[1].(float64), next[2].(float64)
			p.touch(x, y)
			p.touch(x, y)
			p.rests("[0, 0]")
			for _, s := range ask[[]string](p, "strays") {
				t.Errorf("%s: a %s", state.name, s)
			}
			for _, s := range ask[[]string](p, "lost") {
				t.Logf("%s: lost: %s", state.name, s)
			}
		}
		t.Logf("%s: %d controls, loaded %d times again", state.name, len(tapped), loads)
	}
	p.quiet()
}
