package pact_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// start returns the Balance of Power in its first phase.
func start(tb testing.TB) *position.Position {
	tb.Helper()
	r, err := rules.Make("njudge-classic", nil)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &r)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// power returns a power by its identifier.
func power(tb testing.TB, p *position.Position, id string) machiavelli.Power {
	tb.Helper()
	x, ok := p.Setting.Powers.Find(id)
	if !ok {
		tb.Fatalf("no power %s", id)
	}
	return x
}

// parse reads a proposal made by Milan.
func parse(tb testing.TB, p *position.Position, line string) pact.Terms {
	tb.Helper()
	t, err := pact.Parse(line, p.Setting, power(tb, p, "milan"), p.Phase)
	if err != nil {
		tb.Fatalf("%s: %v", line, err)
	}
	return t
}

func TestParse(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, c := range [...]struct{ line, canonical, said string }{
		{"propose peace to venice until fall 1455", "PROPOSE PEACE TO Venice UNTIL fall 1455", "Milan proposes to Venice: peace. Until the end of fall 1455."},
		{"PEACE TO Ven", "PROPOSE PEACE TO Venice UNTIL fall 1454", "Milan proposes to Venice: peace. Until the end of fall 1454."},
		{"alliance to Florence", "PROPOSE ALLIANCE TO Florence UNTIL fall 1454", "Milan proposes to Florence: an alliance. Until the end of fall 1454."},
		{"alliance against turks to Florence until summer 1455.", "PROPOSE ALLIANCE AGAINST Turks TO Florence UNTIL summer 1455", "Milan proposes to Florence: an alliance against Turks. Until the end of summer 1455."},
		{"no units in bologna to Florence", "PROPOSE DEMILITARISATION OF Bologna TO Florence UNTIL fall 1454", "Milan proposes to Florence: no units of either power in Bologna. Until the end of fall 1454."},
		{"joint attack on venice to austria", "PROPOSE ATTACK ON Venice TO Austria UNTIL spring 1454", "Milan proposes to Austria: a joint attack on Venice. Until the end of spring 1454."},
		{"attack on venice in Verona to austria until fall 1454", "PROPOSE ATTACK ON Venice IN Verona TO Austria UNTIL fall 1454", "Milan proposes to Austria: a joint attack on Venice in Verona. Until the end of fall 1454."},
		{"support of my a milan - cremona to Florence", "PROPOSE SUPPORT OF MY A Milan - Cremona TO Florence UNTIL spring 1454", "Milan proposes to Florence: Florence supports the Milanese army in Milan into Cremona. Until the end of spring 1454."},
		{"support for your a florence to Florence", "PROPOSE SUPPORT OF YOUR A Florence TO Florence UNTIL spring 1454", "Milan proposes to Florence: Milan supports the Florentine army in Florence. Until the end of spring 1454."},
		{"payment of 9 ducats to Venice for peace", "PROPOSE PAYMENT OF 9 DUCATS TO Venice FOR PEACE UNTIL fall 1454", "Milan proposes to Venice: Milan pays 9 ducats for this: peace. Until the end of fall 1454."},
		{"payment 1 d to Venice for attack on austria in Carinthia", "PROPOSE PAYMENT OF 1 DUCAT TO Venice FOR ATTACK ON Austria IN Carinthia UNTIL spring 1454", "Milan proposes to Venice: Milan pays 1 ducat for this: a joint attack on Austria in Carinthia. Until the end of spring 1454."},
		{"payment of 3 to Venice", "PROPOSE PAYMENT OF 3 DUCATS TO Venice UNTIL spring 1454", "Milan proposes to Venice: Milan pays 3 ducats. Until the end of spring 1454."},
	} {
		terms := parse(t, p, c.line)
		if got := terms.Format(p.Setting); got != c.canonical {
			t.Errorf("%s is\n%s, want\n%s", c.line, got, c.canonical)
		}
		if got := terms.Say(p.Setting).String(); got != c.said {
			t.Errorf("%s says\n%s, want\n%s", c.line, got, c.said)
		}
		if again := parse(t, p, terms.Format(p.Setting)); again != terms {
			t.Errorf("%s is read again as %+v, want %+v", terms.Format(p.Setting), again, terms)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, c := range [...]struct{ line, says string }{
		{"", "Write what you propose and to whom"},
		{"peace", "Write what you propose and to whom"},
		{"peece to Venice", "Did you mean PEACE?"},
		{"xyzzy to Venice", `There is no proposal "xyzzy". You can propose PEACE`},
		{"peace to Venise", "Did you mean Venice?"},
		{"peace to Atlantis", "Its powers: "},
		{"peace please to Venice", `The words "please" do not belong there`},
		{"peace to Venice until tomorrow", "After UNTIL, write a campaign"},
		{"peace to Venice until winter 1455", "After UNTIL, write a campaign"},
		{"no units in Bolonga to Venice", "Did you mean Bologna?"},
		{"support of nothing to Venice", "Write the unit"},
		{"support of a Milan B to Venice", "A unit is supported where it stands"},
		{"payment of nothing to Venice", "Write the number of ducats"},
		{"payment of 5 Venice", "Write whom you pay"},
		{"payment of 5 to Venice for alliance", "A payment can be for"},
		{strings.Repeat("peace ", 100) + "to Venice", "one short line"},
		{"peace to \xff", "one short line"},
	} {
		if _, err := pact.Parse(c.line, p.Setting, power(t, p, "milan"), p.Phase); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %q", c.line, err, c.says)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.Eliminated = p.Eliminated.With(power(t, p, "naples"))
	for _, c := range [...]struct {
		line  string
		money bool
		says  string // what Check says; empty if it can be proposed
	}{
		{"peace to Venice", false, ""},
		{"peace to Milan", false, "goes to another power"},
		{"peace to Naples", false, "Naples is out of the game"},
		{"peace to Venice until fall 1453", false, "Fall 1453 is over. A proposal is for spring 1454 or later"},
		{"peace to Venice until fall 1460", false, "ends in 1457"},
		{"payment of 5 to Venice", false, "without money"},
		{"payment of 5 to Venice", true, ""},
		{"payment of 5 to Venice for support of your A Venice", true, "write MY"},
		{"attack on Venice to Venice", false, "a third power"},
		{"attack on Naples to Venice", false, "out of the game"},
		{"support of my A Milan to Venice", false, ""},
		{"support of my A Urbino to Venice", false, "no such unit"},
		{"support of your A Milan to Venice", false, "belongs to Milan: write MY"},
		{"support of my A Florence to Venice", false, "neither of you"},
	} {
		if got := parse(t, p, c.line).Check(p, c.money).String(); c.says == "" && got != "" || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", c.line, got, c.says)
		}
	}
	gone := parse(t, p, "peace to Venice")
	gone.From = power(t, p, "naples")
	if got := gone.Check(p, false).String(); got != "Naples is out of the game." {
		t.Errorf("a proposal of a power that is out of the game: %q", got)
	}
}

// ordered returns the events of orders that succeeded.
func ordered(t *testing.T, p *position.Position, lines ...string) []event.Event {
	t.Helper()
	var out []event.Event
	for _, l := range lines {
		o, _, err := order.ParseOne(l, &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers})
		if err != nil {
			t.Fatal(err)
		}
		i := p.Field(o.Unit.At)
		if i < 0 {
			t.Fatalf("%s: no unit", l)
		}
		out = append(out, event.Ordered{Unit: p.Units[i], Order: o})
	}
	return out
}

func TestJudge(t *testing.T) {
	t.Parallel()
	p := start(t)
	milan, venice, florence := power(t, p, "milan"), power(t, p, "venice"), power(t, p, "florence")
	for i := range p.Units { // gives each power an army next to the others
		if u := &p.Units[i]; u.Owner == milan || u.Owner == venice || u.Owner == florence {
			u.Owner = machiavelli.Nobody
		}
	}
	p.Units = p.Units[:0]
	put := func(owner machiavelli.Power, at string) position.Unit {
		m, ok := p.Setting.Board.Find(at)
		if !ok {
			t.Fatal(at)
		}
		u := position.Unit{Owner: owner, Type: machiavelli.Army, At: m.ID}
		p.Units = append(p.Units, u)
		return u
	}
	cremona := put(milan, "Cremona")
	put(venice, "Mantua")
	put(florence, "Modena")
	spring, summer := message.Campaign{Season: machiavelli.Spring, Year: 1454}, message.Campaign{Season: machiavelli.Summer, Year: 1454}
	for _, c := range [...]struct {
		line   string
		events []event.Event
		now    message.Campaign
		want   pact.Course
		by     string
	}{
		{"peace to Venice", ordered(t, p, "A Cremona H", "A Mantua H"), summer, pact.InForce, ""},
		{"peace to Venice until spring 1454", ordered(t, p, "A Cremona H", "A Mantua H"), summer, pact.Kept, ""},
		{"peace to Venice", ordered(t, p, "A Cremona - Mantua", "A Mantua H"), summer, pact.Broken, "milan"},
		{"peace to Venice", ordered(t, p, "A Cremona - Mantua", "A Mantua - Cremona"), summer, pact.Broken, "milan venice"},
		{"alliance to Venice", ordered(t, p, "A Cremona S A Modena - Mantua"), summer, pact.Broken, "milan"},
		{"peace to Venice", ordered(t, p, "A Modena - Mantua"), summer, pact.InForce, ""},
		{"peace to Venice", []event.Event{event.Attempted{Power: milan, Victim: venice}}, summer, pact.Broken, "milan"},
		{"peace to Florence", []event.Event{event.Attempted{Power: milan, Victim: venice}}, summer, pact.InForce, ""},
		{"peace to Venice", append(ordered(t, p, "A Cremona - Mantua"), event.Bribed{Unit: cremona, To: florence, By: florence}), summer, pact.InForce, ""},
		{"no units in Modena to Venice", ordered(t, p, "A Cremona - Modena"), summer, pact.Broken, "milan"},
		{"no units in Cremona to Venice", ordered(t, p, "A Cremona - Modena"), summer, pact.InForce, ""},
		{"no units in Cremona to Venice", ordered(t, p, "A Cremona H"), summer, pact.Broken, "milan"},
		{"attack on Florence to Venice", ordered(t, p, "A Cremona - Modena"), summer, pact.Broken, "venice"},
		{"attack on Florence to Venice", ordered(t, p, "A Cremona - Modena", "A Mantua S A Cremona - Modena"), summer, pact.Kept, ""},
		{"support of my A Cremona - Modena to Venice", ordered(t, p, "A Mantua S A Cremona - Modena"), summer, pact.Kept, ""},
		{"support of my A Cremona - Modena to Venice", ordered(t, p, "A Mantua H"), summer, pact.Broken, "venice"},
		{"support of your A Mantua to Venice", ordered(t, p, "A Cremona S A Mantua"), summer, pact.Kept, ""},
		{"support of your A Mantua to Venice", ordered(t, p, "A Cremona H"), summer, pact.Broken, "milan"},
		{"payment of 5 to Venice", []event.Event{event.Payment{Power: milan, To: venice, Paid: 5}}, summer, pact.Kept, ""},
		{"payment of 5 to Venice", []event.Event{event.Payment{Power: milan, To: venice, Paid: 4}}, summer, pact.Broken, "milan"},
		{"payment of 5 to Venice for attack on Florence", []event.Event{event.Payment{Power: milan, To: venice, Paid: 5}}, summer, pact.Broken, "venice"},
		{"payment of 5 to Venice for attack on Florence", nil, spring, pact.InForce, ""},
	} {
		var by machiavelli.PowerSet
		for id := range strings.FieldsSeq(c.by) {
			by = by.With(power(t, p, id))
		}
		got := parse(t, p, c.line).Judge([]pact.Campaign{{Before: p, Events: c.events}}, c.now)
		if got.Course != c.want || got.By != by {
			t.Errorf("%s: %v by %v, want %v by %v", c.line, got.Course, got.By, c.want, by)
		}
		if got.Course == pact.Broken && got.In != spring {
			t.Errorf("%s: broken in %v, want spring 1454", c.line, got.In)
		}
	}
}

// FuzzParse checks that terms that have been read are the same after writing and reading.
func FuzzParse(f *testing.F) {
	p := start(f)
	for _, s := range []string{
		"PEACE TO Venice", "ALLIANCE AGAINST Turks TO Florence UNTIL fall 1455", "SUPPORT OF YOUR A Venice - Padua TO Venice",
		"PAYMENT OF 9 DUCATS TO Venice FOR ATTACK ON Austria IN Carinthia", "DEMILITARISATION OF Bologna TO Papacy",
	} {
		f.Add(s)
	}
	milan := power(f, p, "milan")
	f.Fuzz(func(t *testing.T, line string) {
		terms, err := pact.Parse(line, p.Setting, milan, p.Phase)
		if err != nil {
			return
		}
		terms.Check(p, true)
		again, err := pact.Parse(terms.Format(p.Setting), p.Setting, milan, p.Phase)
		if err != nil || again != terms {
			t.Fatalf("%q is %+v, and its line %q is %+v: %v", line, terms, terms.Format(p.Setting), again, err)
		}
	})
}
