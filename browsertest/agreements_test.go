package browsertest

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestAgreements lets two people propose agreements to each other next to the map, on a wide
// screen and on a phone: one is accepted, and one is refused. Then they enter an exchange, each
// with the form of the treasury, and read in the results that it took place.
func TestAgreements(t *testing.T) {
	h := open(t)
	master := newPerson(t, h, "Ada", wide)
	one, two := newPerson(t, h, "Niccolo", wide), newPerson(t, h, "Lucrezia", phone)
	for _, p := range []*person{master, one, two} {
		p.signsUp(h)
	}
	master.visit("/host")
	master.asMaster()
	master.click(`deep('[name=choice][value="A/A-4"] + span')`)
	master.click("labelled('1978 Advanced')")
	master.click("labelled('All rules, one by one')")
	master.writes("#find", "exchanges")
	master.chooses("[data-option]:not([hidden]) #opt-exchanges", "on")
	master.click("labelled('Players, messages, and how the game is run')")
	master.click("labelled('Empty seats can be given to computer players')")
	master.writes("#name", "The Peace of Lodi")
	master.turns(func() { master.click("labelled('Set up the game')") })
	game := ask[string](master, "location.pathname")
	one.joins("The Peace of Lodi")
	two.joins("The Peace of Lodi")
	master.visit(game + "/master")
	master.click("labelled('with empty seats')")
	master.click("labelled('with computer players')")
	master.turns(func() { master.click("labelled('Begin the game')") })
	master.board()

	one.visit(game)
	table := one.table()
	two.visit(game)
	other := two.table()
	mine, theirs := one.power(table), two.power(other)

	// Nobody has written yet. The first player proposes peace, and a support for one of their own
	// advances.
	one.visit(game + "/letters")
	one.fair("powers to write to")
	one.shot("agreements-first")
	two.visit(game + "/letters")
	two.fair("powers to write to, on a phone")
	two.shot("agreements-first-phone")
	one.converses(game, theirs)
	one.shot("agreements-form-closed")
	one.proposes(func() { one.chooses(proposal+" [name=kind]", "peace") })
	one.reads("The proposal waits for an answer.")
	move := ""
	first := one.fieldUnit(table)
	if c, ok := table.hand().find(first.Key, func(c choice) bool { return c.Kind == "advance" && !c.Convoy }); ok {
		move = c.Text
	} else {
		move = first.Text + " H"
	}
	one.proposes(func() {
		one.chooses(proposal+" [name=kind]", "attack")
		one.sees("[...document.querySelector(" + quote(proposal+" [name=target]") + ").options].every(o => o.value)")
		one.shot("agreements-form-attack")
		one.chooses(proposal+" [name=kind]", "support")
		one.fair("a proposal of a support")
		one.writes(proposal+" [name=unit]", move)
		one.shot("agreements-form")
	})
	one.sees("document.querySelectorAll('.message .offer').length === 2")
	one.shot("agreements-made")

	// The other accepts peace and refuses the support, on a phone.
	two.converses(game, mine)
	two.sees("document.querySelectorAll('.message .offer').length === 2")
	two.fair("two proposals to answer")
	two.shot("agreements-answers")
	two.push("document.querySelectorAll('[name=act][value=accept]')[0]")
	two.sees("document.querySelectorAll('[name=act][value=accept]').length === 1")
	two.push("document.querySelector('[name=act][value=refuse]')")
	two.sees("document.querySelectorAll('.message .offer').length >= 2 && !document.querySelector('[name=act][value=accept]')")
	two.shot("agreements-answered")
	two.proposes(func() {
		two.chooses(proposal+" [name=kind]", "demilitarisation")
		two.shot("agreements-form-phone")
		two.sees("shown(deep(" + quote(proposal+" [name=place]") + ")) && deep(" + quote(proposal+" [name=where]") + ").disabled")
		two.sees("[...document.querySelector(" + quote(proposal+" [name=place]") + ").options].every(o => o.value)")
		two.chooses(proposal+" [name=kind]", "payment")
		two.fair("a payment on a phone")
		two.shot("agreements-payment-phone")
		two.push("labelled('Propose', " + quote(proposal+" button") + ")") // a payment without a sum
		two.sees("document.querySelector(" + quote(proposal+" [name=ducats]") + ").matches(':invalid:focus')")
		two.chooses(proposal+" [name=kind]", "demilitarisation")
	})
	two.sees("document.querySelector('[name=act][value=withdraw]')")

	// A message arrives while a conversation is being loaded: the conversation
	// is shown next to the map, with the message.
	one.visitAnew(game + "#panel-letters")
	one.board()
	one.sees("deep('.talks a')")
	title := ask[string](one, "document.title")
	ask[bool](one, `(() => { const real = fetch; window.fetch = async (...a) => { if (String(a[0]).includes('/letters/part')) { await new Promise(go => (window.held ??= []).push(go)); } return real(...a); }; return true; })()`)
	one.push("labelled(" + quote(theirs) + ", '.talks a')")
	one.sees("window.held?.length === 1")
	two.writesTo(game, mine, "One moment, please.")
	one.sees("document.title !== " + quote(title)) // the title shows the number of messages
	ask[bool](one, `(() => { const held = window.held; window.held = { push: go => go(), length: held.length }; held.forEach(go => go()); return true; })()`)
	one.sees("shown(deep('.propose summary')) && location.pathname === " + quote(game))
	one.reads("One moment, please.")
	one.sees("document.querySelector('[name=act][value=accept]')")
	one.reads(theirs + " accepts proposal ")
	one.reads(theirs + " refuses proposal ")
	one.fair("an agreement and a refusal")
	one.shot("agreements-seen")

	// They exchange orders, in the first phase in which orders are given.
	for range 2 {
		one.visit(game)
		if table = one.table(); table.Step == "orders" {
			break
		}
		master.resolves(game)
	}
	two.visit(game)
	other = two.table()
	give, get := one.fieldUnit(table).Text+" H", two.fieldUnit(other).Text+" H"
	one.lodges(game, theirs, give, get)
	one.shot("exchange-lodged")
	two.lodges(game, mine, get, give)
	two.fair("an exchange on a phone")
	two.shot("exchange-lodged-phone")
	master.resolves(game)
	for _, p := range []*person{one, two} {
		p.visitAnew(game + "#panel-results")
		p.board()
		p.reads("the exchange takes place")
		p.shot("exchange-done-" + p.name)
		p.quiet()
	}
}

// resolves resolves the phase as the master, even if orders are missing.
func (p *person) resolves(game string) {
	p.t.Helper()
	p.visitAnew(game + "#panel-master")
	p.settles()
	from := p.revision()
	p.click("labelled('although orders are missing')")
	p.turns(func() { p.click("labelled('Resolve now', 'button')") })
	p.sees("document.body.dataset.revision !== " + quote(from))
}

// proposal selects the form for proposals.
const proposal = ".propose[open] form"

// converses opens the messages next to the map, and in them the conversation with a power.
func (p *person) converses(game, power string) {
	p.t.Helper()
	p.visitAnew(game + "#panel-letters")
	p.board()
	p.push("labelled(" + quote(power) + ", '.talks a')")
	p.sees("shown(deep('.propose summary'))")
}

// proposes opens the form for proposals, fills it in, and sends it.
func (p *person) proposes(fill func()) {
	p.t.Helper()
	offers := ask[int](p, "document.querySelectorAll('.message .offer').length")
	if !ask[bool](p, "document.querySelector('.propose').open") {
		p.push("deep('.propose summary')")
	}
	p.sees("shown(deep(" + quote(proposal) + "))")
	fill()
	p.push("labelled('Propose', " + quote(proposal+" button") + ")")
	p.sees("!document.querySelector('.propose').open && document.querySelectorAll('.message .offer').length > " + strconv.Itoa(offers)) // the form is closed when the judge has answered
}

// fieldUnit returns the first army or fleet of the person.
func (p *person) fieldUnit(t table) unit {
	p.t.Helper()
	for _, u := range t.hand().Units {
		if x := t.unit(u.Unit); !x.City {
			return x
		}
	}
	p.t.Fatalf("%s has no unit in the field", p.name)
	return unit{}
}

// lodges adds lines of an exchange with the form of the treasury.
func (p *person) lodges(game, power string, give, get string) {
	p.t.Helper()
	p.visitAnew(game + "#panel-treasury")
	p.board()
	p.push("labelled('Exchanges that cannot be broken', 'summary')")
	for way, thing := range map[string]string{"give": give, "get": get} {
		p.chooses("[data-key=exchange-with]", ask[string](p, "[...document.querySelector('[data-key=exchange-with]').options].find(o => o.text === "+quote(power)+").value"))
		p.chooses("[data-key=exchange-way]", way)
		p.writes("[data-key=exchange-what]", thing)
		p.presses(kb.Enter)
		p.sees("[...document.querySelectorAll('.payees .who')].some(e => e.innerText.includes(" + quote(thing) + ")) && deep('[data-key=exchange-what]').value === ''")
	}
	p.sees(savedState)
}
