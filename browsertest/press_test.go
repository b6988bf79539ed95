package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// down presses the mouse button or the finger on an element, and returns the function that
// releases it. The element is stored as window.pressed.
func (p *person) down(element string) (up func()) {
	p.t.Helper()
	x, y := p.point(element)
	ask[bool](p, "(window.pressed = "+element+", true)")
	mouse := func(kind input.DispatchMouseEventType) {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "left", ClickCount: 1})
			return err
		}))
	}
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
			return err
		}))
	}
	if p.on.phone {
		touch("touchStart", &input.TouchPoint{X: x, Y: y})
		return func() { touch("touchEnd") }
	}
	mouse("mousePressed")
	return func() { mouse("mouseReleased") }
}

// answered runs an action that leads to an answer of the judge, and waits until the page has
// handled it.
func (p *person) answered(act string) {
	p.t.Helper()
	promised[bool](p, `(async () => {
		const ask = window.fetch;
		const had = new Promise(done => { window.fetch = async (...a) => { const r = await ask(...a), frame = requestAnimationFrame; void r.clone().text().then(() => frame(() => frame(() => setTimeout(done)))); return r; }; });
		`+act+`;
		await had;
		window.fetch = ask;
		return true;
	})()`)
}

// typed simulates typing orders, which the judge then checks.
const typed = `(e => { e.value += ' '; e.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('#orders textarea'))`

// TestNoPressIsLost checks that no press is lost if the panel is redrawn before the
// button is released, because the judge has answered or a field lost the focus.
func TestNoPressIsLost(t *testing.T) {
	h := visitors(t)
	for _, s := range []screen{wide, phone} {
		p := newPerson(t, h, "presser", s)
		p.begins("With money", "florence")
		spend, chosen := "labelled('Spend ducats')", "deep('.spend.choosing')"
		p.push("deep('[data-tab=treasury]')")
		p.sees(spend)
		up := p.down(spend)
		p.answered(typed)
		p.sees("pressed.isConnected")
		up()
		p.sees(chosen)

		// A list of targets stays unchanged when the judge answers, for the sake of a pointer
		// that is on its way.
		p.push("labelled('Disband a unit')")
		p.sees("deep('.targets button')")
		p.answered(typed + "; window.target = deep('.targets button')")
		p.sees("target.isConnected")
		p.push("deep('[data-key=leave]')")
		p.sees(spend)
		if s.phone {
			p.quiet()
			continue
		}

		// The same must work with the space bar.
		ask[bool](p, "("+spend+".focus(), true)")
		p.do(keyDown(" "))
		p.answered(typed)
		p.do(keyUp(" "))
		p.sees(chosen)
		p.push("deep('[data-key=leave]')")

		// A typed sum is accepted when another button is pressed, and the press is not lost,
		// either.
		pay := `input[data-key="pay Venice"]`
		p.push("labelled('Pay other powers')")
		p.writes(pay, "4")
		p.push(spend)
		p.sees(chosen + " && deep(" + quote(pay) + ").value === '4'")
		p.wrote("Pay 4 ducats to Venice")
		p.push("deep('[data-key=leave]')")
		p.writes(pay, "6")
		p.push(`deep('[data-key="pay Venice more"]')`)
		p.wrote("Pay 7 ducats to Venice")

		// An open list stays open until a value is chosen.
		p.push(spend)
		p.push("labelled('Buy a unit')")
		p.push("deep('.targets button:not([disabled])')")
		p.answered(typed) // a warning above the list would move it while it is pressed
		list := "deep('select[data-key^=after]')"
		p.push(list)
		if ask[bool](p, "CSS.supports('selector(select:open)')") {
			p.sees(list + ".matches(':open')")
			ask[bool](p, "(window.pressed = "+list+", true)")
			p.answered(typed)
			p.sees("pressed.isConnected && pressed.matches(':open')")
			p.presses(kb.Escape)
		}

		// The same must hold for the list of units.
		p.push("deep('[data-tab=orders]')")
		up = p.down("deep('.myunits .pick')")
		p.answered(typed)
		p.sees("pressed.isConnected")
		up()
		p.sees("document.querySelector('.myunits .pick[aria-pressed=true]')")
		p.quiet()
	}
}

// TestPressWhileGameMovesOn presses on a page while its game moves on, and checks that the new
// phase is shown only after the press has had its effect.
func TestPressWhileGameMovesOn(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "presser", wide)
	p.solitaire()
	p.board()
	from := p.revision()
	two := p.tab()
	two.board()
	p.push("deep('[data-tab=powers]')")
	p.sees("shown(deep('#panel-powers'))")
	up := p.down("deep('[data-tab=results]')")
	two.ready()
	two.moves(from)
	p.sees("pressed.isConnected")
	if now := p.revision(); now != from {
		t.Errorf("the page went from %s to %s while something was pressed", from, now)
	}
	up()
	p.moves(from)
	p.sees("shown(deep('#panel-results'))")
	p.quiet()
}

func keyDown(key string) chromedp.Action[chromedp.Void] { return keyIs("keyDown", key) }

func keyUp(key string) chromedp.Action[chromedp.Void] { return keyIs("keyUp", key) }

// keyIs presses or releases a key.
func keyIs(kind, key string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		text := key
		if kind == "keyUp" {
			text = ""
		}
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventType(kind), Key: key, Code: "Space", Text: text, WindowsVirtualKeyCode: 32})
		return err
	})
}
