package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// seat is a player with their power and their plans for a phase.
type seat struct {
	*person
	power string
	table table // position of the current phase
	plan  []deed
	given []string // the orders given, as sentences
}

// deed is an order that a player gives with clicks.
type deed struct {
	unit string
	choice
	of string // the unit that it supports or convoys
}

// TestYear lets four players in four browsers play a year of the Advanced game, and a second
// one if nobody could do some things in the first. Orders, money and winters are entered with
// clicks. The clicked orders must be in the text box and later in the results, and no page may
// be reloaded.
func TestYear(t *testing.T) {
	c := newcomers(t, 4, []string{`[name=choice][value="A/A-4"] + span`, "1978 Advanced", "#pace=untimed"}, "famine", "bank-loans")
	g := &campaign{company: c, t: t, did: map[string]int{}}
	for _, p := range c.players {
		g.seats = append(g.seats, &seat{person: p})
	}
	g.look()
	// Powers are assigned at random, but the order in which players act is fixed.
	slices.SortFunc(g.seats, func(a, b *seat) int { return strings.Compare(a.power, b.power) })
	g.talk()
	g.correct("treasury " + strings.Join(g.powers(), " 60\ntreasury ") + " 60\nfamine Bari\nrebellion Bologna province\n" +
		// these changes make it possible to attack Bologna, and to convoy Bari's army
		"unit add florence A Lucca\ncontrol province Lucca florence\nunit add naples F Lower Adriatic Sea")
	undone := func() []string {
		return slices.DeleteFunc([]string{
			"advance", "support", "convoy", "besiege", "convert", "retreat", "build", "keep", "dismiss", "relief", "pacify", "rebellion", "counter-bribe", "disband unit", "assassinate", "loan", "pay",
		}, func(kind string) bool { return g.did[kind] > 0 })
	}
	for campaigns := 0; campaigns < 3 || len(undone()) > 0; {
		if campaigns > 6 {
			t.Fatalf("in two years no player did %q; done: %v", undone(), g.did)
		}
		if g.now().Step == "orders" {
			campaigns++
		}
		g.phase()
	}
	t.Logf("done by hand: %v", g.did)
	for _, s := range g.seats {
		s.quiet()
	}
}

// campaign is a game in progress.
type campaign struct {
	*company
	t     *testing.T
	seats []*seat
	did   map[string]int // number of times that something was done with clicks

	upset     map[string]bool // the powers whose orders an expense affects in this phase
	corrected bool            // whether the master has corrected the position of this phase
}

// look reads everyone's board. All must be in the same phase.
func (g *campaign) look() {
	g.t.Helper()
	g.upset = map[string]bool{}
	for _, s := range g.seats {
		s.table, s.plan, s.given = s.person.table(), nil, nil
		s.present(s.push)
		if h := s.table.hand(); h != nil {
			s.power = h.Power
		}
		if s.table.Number != g.seats[0].table.Number || s.table.Revision != g.seats[0].table.Revision {
			g.t.Fatalf("%s is at %s, %s at %s", s.name, s.table.Phase, g.seats[0].name, g.seats[0].table.Phase)
		}
	}
}

func (g *campaign) now() *table { return &g.seats[0].table }

func (g *campaign) powers() (all []string) {
	for _, s := range g.seats {
		all = append(all, s.power)
	}
	return all
}

// seatOf returns the player of a power.
func (g *campaign) seatOf(power string) *seat {
	for _, s := range g.seats {
		if s.power == power {
			return s
		}
	}
	return nil
}

// phase plays one phase: all give their orders, the last player who becomes ready has it
// resolved, and everyone sees the next one.
func (g *campaign) phase() {
	g.t.Helper()
	number, title, from := g.now().Number, g.now().Phase, g.seats[0].revision()
	step := g.now().Step
	g.t.Logf("%s: %v", title, g.did)
	if step == "orders" {
		g.direct()
	}
	for _, s := range g.seats {
		if s.table.hand() == nil {
			continue
		}
		switch step {
		case "orders":
			g.campaigns(s)
		case "retreats":
			g.retreats(s)
		default:
			g.winters(s)
		}
		if len(s.written()) > 0 {
			s.ready()
		}
	}
	if g.corrected { // after a correction, only the master resolves the phase
		g.master.visit(g.game + "/master")
		g.master.reads("All orders are in")
		g.master.turns(func() { g.master.click("labelled('Resolve now')") })
		g.corrected = false
	}
	for _, s := range g.seats {
		s.moves(from)
	}
	if step == "orders" {
		g.held(number)
	}
	g.look()
	if g.now().Phase == title {
		g.t.Fatalf("%s was not carried out", title)
	}
}

// campaigns gives one seat's orders in a campaign: the planned ones with
// clicks, all others by typing.
func (g *campaign) campaigns(s *seat) {
	g.t.Helper()
	planned := map[string]bool{}
	for _, d := range s.plan {
		s.backs(d.unit, d.choice, d.of)
		planned[d.unit] = true
		s.given = append(s.given, s.table.sentence(d.unit, d.choice))
		g.did[d.Kind]++
	}
	g.spends(s)
	var rest []string
	for _, u := range s.table.hand().Units {
		if c, ok := s.table.hand().find(u.Unit, func(c choice) bool { return c.Kind == "hold" }); ok && !planned[u.Unit] {
			rest = append(rest, c.Text)
			s.given = append(s.given, s.table.sentence(u.Unit, c))
		}
	}
	if len(rest) > 0 {
		s.types(rest)
	}
}

// types appends lines to the text box.
func (p *person) types(lines []string) {
	p.t.Helper()
	if ask[bool](p, "!!deep('[data-tab=orders]')") {
		p.push("deep('[data-tab=orders]')")
	}
	p.writes("#orders textarea", strings.Join(append(p.written(), lines...), "\n"))
}

// retreats orders the dislodged units of a seat to retreat, each to the first
// possible place.
func (g *campaign) retreats(s *seat) {
	g.t.Helper()
	for _, u := range s.table.hand().Units {
		c, ok := s.table.hand().find(u.Unit, func(c choice) bool { return c.Kind == "retreat" })
		if !ok {
			c = s.table.hand().orders(u.Unit)[0]
		}
		s.gives(u.Unit, c)
		g.did[c.Kind]++
		s.shot("story-retreat")
	}
}

// held checks that the results of a campaign contain everything that was ordered, under the
// power that ordered it.
func (g *campaign) held(number int) {
	g.t.Helper()
	p := g.master
	p.visit(fmt.Sprintf("%s/p/%d", g.game, number))
	given := ask[map[string][]string](p, `Object.fromEntries([...labelled('Orders, power by power', 'h2').closest('section').querySelectorAll('h3')]
		.map(h => [h.innerText.trim(), [...h.nextElementSibling.querySelectorAll('.order')].map(o => o.innerText.trim())]))`)
	for _, s := range g.seats {
		name := g.nameOf(s.power)
		if g.upset[s.power] { // expenses of others may override their orders
			continue
		}
		for _, l := range s.given {
			if !slices.Contains(given[name], l) {
				g.t.Errorf("%s has ordered %q; of it the results have %q", name, l, given[name])
			}
		}
	}
	p.quiet()
}

// nameOf returns the name of a power.
func (g *campaign) nameOf(power string) string {
	for _, p := range g.now().Powers {
		if p.ID == power {
			return p.Name
		}
	}
	return power
}

// correct lets the master correct the position, and checks that everyone sees it.
func (g *campaign) correct(changes string) {
	g.t.Helper()
	from, p := g.seats[0].revision(), g.master
	p.visit(g.game + "/master")
	p.writes("#changes", changes)
	p.writes("#why", "For the sake of the story")
	p.turns(func() { p.click("labelled('Preview the correction')") })
	p.reads("This would change")
	p.shot("story-master-corrects")
	p.turns(func() { p.click("labelled('Correct it')") })
	for _, s := range g.seats {
		s.moves(from)
	}
	g.corrected = true
	g.look()
}

// talk lets two powers write to each other, and checks that a third sees nothing of it.
func (g *campaign) talk() {
	g.t.Helper()
	venice, milan, naples := g.seatOf("venice"), g.seatOf("milan"), g.seatOf("naples")
	venice.writesTo(g.game, "Milan", "Shall we leave Verona to itself?")
	milan.visit(g.game + "/letters")
	milan.click("labelled('Venice', 'a')")
	milan.reads("Shall we leave Verona to itself?")
	milan.writes("#text", "If Padua is left to itself as well.")
	milan.click("labelled('Send')")
	milan.reads("If Padua is left to itself as well.")
	milan.shot("story-letters")
	naples.visit(g.game + "/letters")
	if ask[bool](naples.person, "document.body.innerText.includes('Verona')") {
		g.t.Error("Naples can read a message from Venice to Milan")
	}
	for _, s := range []*seat{venice, milan, naples} {
		s.visit(g.game)
		s.person.board()
	}
}

// writesTo sends a message to a power.
func (p *person) writesTo(game, power, text string) {
	p.t.Helper()
	p.visit(game + "/letters?new=1")
	p.click("[...document.querySelectorAll('fieldset.to label')].find(l => l.innerText.trim() === " + quote(power) + ")")
	p.writes("#text", text)
	p.click("labelled('Send')")
	p.reads(text)
}
