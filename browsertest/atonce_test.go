package browsertest

import "testing"

// typesAndSubmits types a text and at the same moment submits the form with one of its own
// buttons. It checks that the text is not called lost although no draft was saved before.
func (p *person) typesAndSubmits(h *hand, text, then string) {
	p.t.Helper()
	p.writes(h.box(), text)
	ask[bool](p, "(document.querySelector('#orders').requestSubmit(document.querySelector('#orders button[name=then][value="+then+"]')), true)")
}

// TestSubmitAtOnce types orders and submits the form immediately afterwards. It checks that the
// phase is resolved with them, and that the next page does not say that they were late.
func TestSubmitAtOnce(t *testing.T) {
	p := newPerson(t, visitors(t), "hasty", wide)
	p.solitaire()
	tab := p.table()
	_, hold := tab.hand().first(0)
	from := p.revision()
	p.typesAndSubmits(tab.hand(), hold.Text, "process")
	p.sees("document.querySelector('#ready-ask [data-anyway]') || document.body.dataset.revision !== " + quote(from))
	if ask[bool](p, "!!document.querySelector('#ready-ask [data-anyway]')") {
		p.push("deep('[data-anyway]')")
	}
	p.moves(from)
	p.board()
	if said := ask[string](p, "document.querySelector('#unsent')?.innerText || ''"); said != "" {
		t.Errorf("orders that were submitted at once: %q", said)
	}
	p.quiet()
}

// TestLeaveAtOnce types orders and leaves the page immediately afterwards, and the phase is
// resolved before the next visit. It checks that the page does not claim that the orders did not
// arrive.
func TestLeaveAtOnce(t *testing.T) {
	p := newPerson(t, visitors(t), "leaving", wide)
	p.solitaire()
	tab := p.table()
	where := ask[string](p, "location.href")
	q := p.tab()
	q.board()
	_, hold := tab.hand().first(0)
	p.writes(tab.hand().box(), hold.Text)
	p.visitNothing()
	q.sees("window.arrived || (" + loaded("location.href") + ".then(d => { window.arrived = d.querySelector(" + quote("#orders textarea") + ").value.includes(" + quote(hold.Text) + "); }), false)")
	// The second tab resolves the phase without sending texts.
	if code := promised[int](q, `fetch(document.querySelector('#orders').action, {method: 'POST', headers: {Accept: 'application/json'},
		body: new URLSearchParams({revision: document.body.dataset.revision, then: 'process', anyway: '1'})}).then(r => r.status)`); code != 200 {
		t.Fatalf("the phase cannot be resolved: %d", code)
	}
	p.visit(where)
	p.board()
	p.sees("document.querySelector('#unsent')")
	p.reads("The results show whether it arrived.")
	p.shot("mishap-left-at-once")
	p.forgets()
}
