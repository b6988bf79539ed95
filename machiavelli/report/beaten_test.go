package report_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// TestReasonsOfFights checks explanations that were once wrong.
func TestReasonsOfFights(t *testing.T) {
	var rv movement.Resolver
	for _, c := range []struct {
		name, orders, unit string
		want               []string // links that the chain must have
		not                string   // text that no link may contain
	}{
		{
			"a success says what it has beaten", `
			F A urb S A spo - per : succeeded
			F A spo - per : succeeded
			I A per H : succeeded, dislodged`,
			"the French army in Spoleto",
			[]string{"2 against 1: dislodged the Milanese army in Perugia", "the French army in Spoleto attacks with strength 2: 1 of its own and 1 from the French army in Urbino"},
			"nothing stands",
		},
		{
			"a support that does not count is no part of the sum", `
			V A bol - luc : bounced, dislodged
			V G bol S A luc - bol : succeeded
			F A luc - bol : succeeded
			F A mod S A luc - bol : succeeded`,
			"the French army in Lucca",
			[]string{
				"2 against 1: dislodged the Venetian army in Bologna",
				"the French army in Lucca attacks with strength 2: 1 of its own and 1 from the French army in Modena",
				"the support of the Venetian garrison in Bologna does not count against a unit of the same power",
			},
			"with 3",
		},
		{
			"and its giver is told so", `
			V A bol - luc : bounced, dislodged
			V G bol S A luc - bol : succeeded
			F A luc - bol : succeeded
			F A mod S A luc - bol : succeeded`,
			"the Venetian garrison in Bologna",
			[]string{"the support does not count: the Venetian army in Bologna is of the same power"},
			"the support adds",
		},
		{
			"the loser of a head-to-head", `
			V A bol - luc : bounced, dislodged
			F A luc - bol : succeeded
			F A mod S A luc - bol : succeeded`,
			"the Venetian army in Bologna",
			[]string{"bounced, 1 against 2: the French army in Lucca came the other way; dislodged from Bologna"},
			"against 0",
		},
		{
			"an own unit that another power drove out did not stay", `
			L A luc - bol : bounced
			L A bol H : succeeded, dislodged
			F A fer - bol : succeeded
			F A mod S A fer - bol : succeeded`,
			"the Florentine army in Lucca",
			[]string{"bounced, 1 against 2: the French army in Ferrara went there too"},
			"stayed there",
		},
		{
			"a garrison that comes out did not go there", `
			I G pav C A : bounced
			L A mil - pav : bounced`,
			"the Florentine army in Milan",
			[]string{"bounced, 1 against 1: the Milanese garrison in Pavia came out there"},
			"went there too",
		},
		{
			"rebels help nobody where two powers claim them", `
			I A mil - pav : bounced
			L A pia - pav : bounced
			rebels land pav V`,
			"the Milanese army in Milan",
			[]string{"the rebels in Pavia help nobody, because two powers claim their help: the Milanese army in Milan and the Florentine army in Piancenza want to go there"},
			"the rebels helped",
		},
		{
			"whose support was ordered otherwise", `
			I A mil H : succeeded
			I A pav S A mil - com : void`,
			"the Milanese army in Milan",
			[]string{"the support of the Milanese army in Pavia had no effect: the Milanese army in Milan was ordered otherwise"},
			"",
		},
	} {
		s, err := movementtest.Case{Name: c.name, Text: c.orders}.Load()
		if err != nil {
			t.Fatal(err)
		}
		tell := report.New(s.Position.Setting)
		events := ordered(s, &rv)
		found := false
		for _, x := range events {
			e, ok := x.(event.Ordered)
			if !ok || tell.Unit(e.Unit) != c.unit {
				continue
			}
			found = true
			var got []string
			for _, r := range tell.Chain(events, e) {
				got = append(got, r.Text.String())
			}
			for _, want := range c.want {
				if !slices.Contains(got, want) {
					t.Errorf("%s: %q is not among\n  %s", c.name, want, strings.Join(got, "\n  "))
				}
			}
			if all := strings.Join(got, "; "); c.not != "" && strings.Contains(all, c.not) {
				t.Errorf("%s: %s", c.name, all)
			}
		}
		if !found {
			t.Errorf("%s: no %s", c.name, c.unit)
		}
	}
}

// TestBribedConvoy checks that the explanation names the fleet that a bribe
// took away from an army.
func TestBribedConvoy(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	fleet := s.unit("turks F Ionian Sea")
	army := event.Ordered{
		Unit: s.unit("turks A Tunis"), Order: s.order("turks", "A Tunis - Ionian Sea - Messina", machiavelli.Orders), Given: "x",
		Result: event.Result{Verdict: event.Disrupted, Reason: event.NoConvoy},
	}
	for _, c := range []struct {
		e    event.Event
		want string
	}{
		{event.Bribed{Unit: fleet, To: s.power("venice"), By: s.power("venice")}, "no convoy: Venice bought the Turkish fleet in the Ionian Sea"},
		{event.Removed{Unit: fleet, Reason: event.ByBribe}, "no convoy: the Turkish fleet in the Ionian Sea was bribed to disband"},
		{event.Bribed{Unit: s.unit("turks F Lower Adriatic Sea"), To: s.power("venice"), By: s.power("venice")}, "no convoy: no fleet was ordered to carry it"},
	} {
		events := []event.Event{c.e, army}
		if got := s.tell.Why(events, army).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if chain := s.tell.Chain(events, army); len(chain) == 0 || chain[0].Text.String() != c.want {
			t.Errorf("%v", chain)
		}
	}
}

// TestHeadlines checks that a phase is called quiet only if nothing happened.
func TestHeadlines(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	mil, ven := s.power("milan"), s.power("venice")
	went := event.Ordered{Unit: s.unit("milan F Genoa"), Order: s.order("milan", "F Genoa - Eastern Gulf of Lyons", machiavelli.Orders), Result: event.Result{Verdict: event.Succeeded, Strength: 1}}
	for _, c := range []struct {
		want   string
		events []event.Event
	}{
		{"A quiet phase.", nil},
		{"Naples takes Herzegovina.", []event.Event{event.Control{Province: s.at("Herzegovina"), From: machiavelli.Nobody, To: s.power("naples")}}},
		{"The Milanese army in Pavia starves.", []event.Event{event.Removed{Unit: s.unit("milan A Pavia"), Reason: event.ByFamine}}},
		{"The rebellion in Pisa ends.", []event.Event{event.RebellionEnded{Province: s.at("Pisa"), InLand: true, How: "pacified", By: mil}}},
		{"The Milanese army in Padua lays siege to Padua.", []event.Event{event.SiegeBegun{By: s.unit("milan A Padua")}}},
		{"The siege of Padua is lifted.", []event.Event{event.SiegeLifted{Province: s.at("Padua")}}},
		{"1 unit moves; nothing changes hands.", []event.Event{went}},
		{"Venice takes Milan.", []event.Event{event.Control{Province: s.at("Milan"), From: mil, To: ven}, event.Control{Province: s.at("Milan"), City: true, From: mil, To: ven}}},
		{"Florence retakes its capital.", []event.Event{event.Control{Province: s.at("Florence"), City: true, From: ven, To: s.power("florence")}}},
		{"The Turkish fleet in Capua is dislodged and lost.", []event.Event{
			event.UnitDislodged{Dislodged: position.Dislodged{Unit: s.unit("turks F Capua")}, By: s.unit("naples F Naples")},
			event.Removed{Unit: s.unit("turks F Capua"), Reason: event.NoRetreat},
		}},
	} {
		if got := s.tell.Headline(c.events).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	var many []event.Event
	for _, name := range []string{"Pisa", "Siena", "Lucca", "Modena", "Parma", "Mantua"} {
		many = append(many, event.Control{Province: s.at(name), To: mil})
	}
	if got := s.tell.Headline(many).String(); !strings.HasSuffix(got, "; and 2 other changes.") {
		t.Errorf("%q", got)
	}
}

// TestTakenFromYou checks that a place which the reader loses is taken "from
// you".
func TestTakenFromYou(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	mil, ven := s.power("milan"), s.power("venice")
	land := event.Control{Province: s.at("Milan"), From: mil, To: ven}
	city := land
	city.City = true
	back := event.Control{Province: s.at("Milan"), City: true, From: ven, To: mil}
	for _, c := range []struct {
		you    machiavelli.PowerSet
		events []event.Event
		e      event.Control
		want   string
	}{
		{s.set("milan"), []event.Event{land}, land, "Venice takes the province of Milan from you."},
		{s.set("milan"), []event.Event{land, city}, land, "Venice takes the province and the city of Milan from you."},
		{s.set("milan"), []event.Event{land, city}, city, ""},
		{0, []event.Event{city}, city, "Venice takes the city of Milan from Milan."},
		{s.set("venice"), []event.Event{back}, back, "Milan retakes its capital from you."},
	} {
		if got := s.tell.ChangesFor(c.you, c.events, c.e).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestWhyEliminated checks that an eliminated player reads the cause, and until
// when they could have prevented it.
func TestWhyEliminated(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	mil, ven := s.power("milan"), s.power("venice")
	home := func(name string, of machiavelli.Power) event.HomeCity {
		return event.HomeCity{City: s.at(name), Owner: of}
	}
	out := event.Elimination{Power: mil, Homes: []event.HomeCity{home("Milan", ven), home("Pavia", ven), home("Cremona", machiavelli.Nobody)}}
	events := []event.Event{
		event.Control{Province: s.at("Milan"), City: true, From: mil, To: ven},
		out,
		event.Removed{Unit: s.unit("milan A Turin"), Reason: event.ByElimination},
		event.Removed{Unit: s.unit("milan A Como"), Reason: event.ByElimination},
	}
	want := []string{
		"it owns none of its 3 home cities: nobody has Cremona; Venice has Milan and Pavia",
		"Venice took Milan in this campaign",
		"its 2 units on the board do not save it: only home cities count",
		"home cities are counted at the end of every campaign: one retaken in this campaign would have saved it",
	}
	var got []string
	for _, r := range s.tell.Chain(events, out) {
		got = append(got, r.Text.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	checkChain(t, "elimination", s.tell.Chain(events, out))
	out.Fall = true
	if all := s.tell.Chain(events, out); !strings.Contains(all[len(all)-1].Text.String(), "at the end of fall") {
		t.Errorf("%v", all)
	}
	out.Homes = nil
	if all := s.tell.Chain(nil, out); len(all) != 1 || all[0].Text.String() != "it had neither a unit nor a city left" {
		t.Errorf("%v", all)
	}
}

// TestPermissionsInWords checks the descriptions of orders that let other
// powers do something.
func TestPermissionsInWords(t *testing.T) {
	s := newScene(t, machiavelli.Phase{Season: machiavelli.Fall, Year: 1456, Step: machiavelli.Orders})
	mil := s.power("milan")
	for _, c := range []struct {
		o    order.Order
		want string
	}{
		{order.Order{Kind: order.Ally, Powers: s.set("turks")}, "Milan lets the Turks through straits."},
		{order.Order{Kind: order.Unally, Powers: s.set("venice")}, "Milan lets Venice through straits no longer."},
		{order.Order{Kind: order.Permit, Power: s.power("venice"), Target: order.Unit{Type: machiavelli.Army, At: s.at("Pavia")}}, "Milan permits Venice to bribe the army in Pavia."},
		{order.Order{Kind: order.Hold, To: board.Place{}}, ""},
	} {
		if got := s.tell.Allows(mil, c.o).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
