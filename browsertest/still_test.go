package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestStillBoard checks that nothing moves while a unit is chosen, on a phone that allows
// motion, because moving parts make the browser repaint the whole map again and again, so that
// a slow phone would react late. A hint must scroll into view, stay the same when it is asked
// for twice, and show the results of its orders only once.
func TestStillBoard(t *testing.T) {
	p := newPerson(t, visitors(t), "calm", small[0])
	tab := p.begins("Without money", "milan")
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
		return err
	}))
	x, y := p.pointOnMap("unit", tab.hand().Units[0].Unit)
	p.touch(x, y)
	p.sees("shown(deep('#act')) && deep('#page-rings circle')")
	p.sees("document.getAnimations().length + document.querySelector('.chart-sheet').shadowRoot.getAnimations().length === 0")
	ask[bool](p, "(deep('#act .close').click(), true)")

	const list = "document.querySelectorAll('[data-hintbody] li')"
	p.click("labelled('Hint', '#panel-orders a')")
	p.sees(list + ".length > 0")
	p.sees("(b => b.top >= 0 && b.bottom <= innerHeight)(" + list + "[0].getBoundingClientRect())")
	was := ask[string](p, "document.querySelector('[data-hintbody]').innerText")
	p.click("labelled('Hint', '#panel-orders a')")
	p.sees("!document.querySelector('[data-hintbody]').innerText.includes('Just a moment') && " + list + ".length > 0")
	if again := ask[string](p, "document.querySelector('[data-hintbody]').innerText"); again != was {
		t.Errorf("the hint is %q, and asked for again %q", was, again)
	}
	if n := ask[int](p, "document.querySelector('.chart-sheet').shadowRoot.querySelectorAll('#ghosts').length"); n != 1 {
		t.Errorf("%d hints are on the board", n)
	}

	// A board that has gone on to the next phase must not say that the game has moved on, even
	// while its map is still being drawn. The page checks for news whenever it becomes visible;
	// here this happens before the new map is drawn.
	ask[bool](p, `(window.lied = false, new MutationObserver(() => {
  if (!document.querySelector('[data-map].drawn')) document.dispatchEvent(new Event('visibilitychange'));
  const moved = document.querySelector('[data-moved]');
  if (moved && !moved.hidden && document.querySelector('[data-goon]')) window.lied = true;
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['hidden', 'class']}), true)`)
	p.click("labelled('Take all')")
	p.sees("document.querySelectorAll('[data-hintbody] li').length === 0")
	p.click("document.querySelector('#mybar button[data-ready]')")
	p.sees("document.querySelector('a[data-goon], [data-goon]') && document.querySelector('[data-map].drawn')")
	promised[bool](p, "fetch(location.pathname + '/state').then(() => new Promise(go => requestAnimationFrame(() => setTimeout(go, 0, true))))")
	if ask[bool](p, "lied || !document.querySelector('[data-moved]').hidden") {
		t.Error("the board says that the game has moved on, and shows where it is")
	}
	p.quiet()
}
