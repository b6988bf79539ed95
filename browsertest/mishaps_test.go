package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// solitaire creates a solitaire game.
func (p *person) solitaire() {
	p.t.Helper()
	p.makes("/new", "solitaire", "1", "game", "basic", "players-basic", "5")
	p.board()
}

// tab returns a second tab of the same person.
func (p *person) tab() *person {
	p.t.Helper()
	where := ask[string](p, "location.href")
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	second := &person{t: p.t, name: p.name + "'s second tab", at: p.at, ctx: ctx}
	second.listen()
	second.look(p.on)
	second.visit(where)
	return second
}

// networkConditions is the call that disables the connection. The protocol marks it as
// deprecated, so that the library omits it. However, the parameters of its successor changed
// within a year, while this call works with browsers from that whole period.
var networkConditions = cdp.Command[networkConditionsParams, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// networkConditionsParams are the parameters of networkConditions; throughputs
// of -1 mean no limit.
type networkConditionsParams struct {
	Offline            bool    `json:"offline"`
	Latency            float64 `json:"latency"`
	DownloadThroughput float64 `json:"downloadThroughput"`
	UploadThroughput   float64 `json:"uploadThroughput"`
}

// offline disables the connection, or restores it.
func (p *person) offline(gone bool) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, networkConditions, networkConditionsParams{Offline: gone, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	}))
}

// forgets discards the errors in the browser's console: those about a missing
// connection are expected.
func (p *person) forgets() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = nil
}

// first returns the n-th unit of a hand with its order to hold.
func (h *hand) first(n int) (unit string, hold choice) {
	unit = h.Units[n].Unit
	hold, _ = h.find(unit, func(c choice) bool { return c.Kind == "hold" })
	return unit, hold
}

// box returns the selector of a hand's text box.
func (h *hand) box() string { return `textarea[name="` + h.Field + `"]` }

func (p *person) holds(h *hand, text string) {
	p.t.Helper()
	p.sees("deep(" + quote(h.box()) + ").value.trim() === " + quote(text))
}

const savedState = "document.querySelector('#save-state').className.includes('ok')"

// TestTwoTabs opens a board in two tabs of one person. Text written in one is copied to the
// other. It checks that when the phase is resolved in one of them, the other does not send its
// orders into the next phase, and loses nothing.
func TestTwoTabs(t *testing.T) {
	p := newPerson(t, visitors(t), "two tabs", wide)
	p.solitaire()
	tab := p.table()
	h := tab.hand()
	q := p.tab()
	q.board()

	unit, hold := h.first(0)
	p.gives(unit, hold)
	p.sees(savedState)
	q.holds(h, hold.Text)
	q.reads("updated here")

	_, second := h.first(1)
	q.offline(true) // so that it receives no events
	q.writes(h.box(), hold.Text+"\n"+second.Text)
	q.reads("No connection")
	from := p.revision()
	p.readyBy(p.push)
	p.moves(from)
	p.board()
	q.offline(false)
	q.sees("document.querySelector('#save-state').innerText.includes('not accepted') || document.querySelector('#unsent') || " + moved)
	q.shot("mishap-two-tabs")
	q.visit(ask[string](q, "location.href.split('#')[0]"))
	now := q.table()
	if got := ask[string](q, "deep("+quote(now.hand().box())+").value"); got != "" {
		t.Errorf("orders of a past phase were sent to the next: %q", got)
	}
	q.sees("document.querySelector('#unsent textarea') && document.querySelector('#unsent textarea').value.includes(" + quote(second.Text) + ")")
	q.shot("mishap-kept-for-copying")
	q.forgets()
	p.quiet()
}

// TestLostConnection writes orders without a connection, and checks that they arrive when it is
// back, even if the page was left in between.
func TestLostConnection(t *testing.T) {
	p := newPerson(t, visitors(t), "offline", wide)
	tab := p.beginsFirst()
	h := tab.hand()
	where := ask[string](p, "location.href")

	p.offline(true)
	unit, hold := h.first(0)
	p.gives(unit, hold)
	p.reads("No connection")
	p.shot("mishap-offline")
	p.offline(false)
	p.sees(savedState)
	p.visit(where)
	p.board()
	p.holds(h, hold.Text)

	p.offline(true)
	unit, second := h.first(1)
	p.gives(unit, second)
	p.reads("No connection")
	p.visitNothing()
	p.offline(false)
	p.visit(where)
	p.board()
	p.holds(h, hold.Text+"\n"+second.Text)
	// The last request of a page may have arrived, in which case nothing is left to save.
	p.sees(savedState + " || document.querySelector('#orders textarea').defaultValue.includes(" + quote(second.Text) + ")")
	p.visit(where)
	p.board()
	p.holds(h, hold.Text+"\n"+second.Text)
	p.forgets()
}

// visitNothing leaves the judge's pages.
func (p *person) visitNothing() {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"))
}

// TestBackAfterPhase goes back in the browser after a phase was resolved, and checks that the
// page shows the new phase, or says that it is outdated.
func TestBackAfterPhase(t *testing.T) {
	p := newPerson(t, visitors(t), "back", wide)
	tab := p.beginsFirst()
	unit, hold := tab.hand().first(0)
	p.gives(unit, hold)
	p.visit("/learn") // after leaving and coming back, the order is still there
	p.back()
	p.board()
	p.holds(tab.hand(), hold.Text)
	from := p.revision()
	p.readyBy(p.push)
	p.moves(from)
	p.board()
	p.turns(func() { p.push("deep('[data-tab=results]')"); p.push("labelled('All orders, power by power')") })
	p.back()
	now := p.table()
	if now.Number == tab.Number {
		t.Errorf("back in the browser leads to %s, which is over", tab.Phase)
	}
	for _, line := range p.written() {
		if line == hold.Text {
			t.Errorf("%s has an order of %s: %q", now.Phase, tab.Phase, line)
		}
	}
	p.quiet()
}

// back presses the browser's own button.
func (p *person) back() {
	p.t.Helper()
	p.do(chromedp.NavigateBack())
}

// clickTwice clicks twice, as fast as a browser allows.
func (p *person) clickTwice(element string) {
	p.t.Helper()
	x, y := p.point(element)
	p.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y))
}
