package movement_test

import (
	"testing"

	"podesta/machiavelli/event"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// TestReasons checks the reason why a unit did not carry out its order, and
// which unit caused it (its index, or -1). The unit is the first of the case.
func TestReasons(t *testing.T) {
	resolve := resolve()
	for _, c := range []struct {
		name, text string
		reason     event.Reason
		culprit    int
	}{
		{"VENICE-04 overcome while converting", `
			V F ven C G
			A eF lag - ven`, event.HeldOff, 1},
		{"VENICE-05 any move closes the way out", `
			V G ven C F
			A F lag - ven`, event.VeniceClosed, 1},
		{"VENICE-06 shut while a garrison stands", `
			A eF lag - ven
			V G ven H`, event.VeniceClosed, 1},
		{"VENICE-09 the affected power stays out", `
			V F lag - ven
			rebels city ven V`, event.VeniceRebels, -1},
	} {
		s, err := movementtest.Case{Name: c.name, Text: c.text}.Load()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		out := resolve(s.Position, s.Orders, s.Allies, s.Rules)
		got := out.Results[0]
		var want event.UnitSet
		if c.culprit >= 0 {
			want.Add(c.culprit)
		}
		if got.Reason != c.reason || got.Culprits != want {
			t.Errorf("%s: %v because of %v, want %v because of %v", c.name, got.Reason, got.Culprits, c.reason, want)
		}
	}
	// The garrison that closes Venice may be the first unit.
	s, err := movementtest.Case{Name: "first", Text: "V G ven H\nA eF lag - ven"}.Load()
	if err != nil {
		t.Fatal(err)
	}
	out := resolve(s.Position, s.Orders, s.Allies, s.Rules)
	if got := out.Results[1]; got.Reason != event.VeniceClosed || !got.Culprits.Has(0) {
		t.Errorf("the fleet: %v because of %v", got.Reason, got.Culprits)
	}
}

// TestOvercomeInVenice checks that a unit overcome while it converts leaves the
// board as its original type (VENICE-04).
func TestOvercomeInVenice(t *testing.T) {
	s, err := movementtest.Case{Name: "overcome", Text: "V F ven C G\nA eF lag - ven"}.Load()
	if err != nil {
		t.Fatal(err)
	}
	out := resolve()(s.Position, s.Orders, s.Allies, s.Rules)
	if out.After[0] != s.Position.Units[0] || !out.Results[0].Eliminated {
		t.Errorf("%+v after it was overcome, %+v before", out.After[0], s.Position.Units[0])
	}
}

// TestNumbersOfConvertedUnits checks that a converted unit gets the number in
// its order (1978 notation), and that a unit that fails to convert keeps its
// own.
func TestNumbersOfConvertedUnits(t *testing.T) {
	s, err := movementtest.Case{Name: "numbers", Preset: "battleline-1978-basic", Text: `
		I A pav C G
		L G flo C A
		P G bol C A
		L A pst - bol
		V A cre - man`}.Load()
	if err != nil {
		t.Fatal(err)
	}
	s.Rules.ConversionModel = rules.SeparateSpace
	for i := range s.Orders {
		s.Position.Units[i].Serial = uint8(i + 1)
		if s.Orders[i].Kind == order.Convert {
			s.Orders[i].NewSerial = uint8(i + 11)
		}
	}
	out := resolve()(s.Position, s.Orders, s.Allies, s.Rules)
	for i, want := range []uint8{11, 12, 3, 4, 5} {
		if got := out.After[i].Serial; got != want {
			t.Errorf("unit %d has the number %d after movement, want %d", i+1, got, want)
		}
	}
}
