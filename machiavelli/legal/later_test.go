package legal_test

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// winterCases tests the rules about adjustments.
var winterCases = []struct {
	rule, scenario, rules, scene, rows string
}{
	{"BUILD-02", "B", "njudge-classic", `
		I A mil
		V A pad`, `
		I: m a mil => M A Milan
		I: mil => M A Milan
		I: r a mil => R A Milan
		I: d a mil => R A Milan
		I: r a pad => E23 The army in Padua is Venetian, not yours.
		I: r f mil => E02 There is no fleet in Milan; the unit there is an army.
		I: waive => W [W04]`},
	{"BUILD-03", "B", "njudge-classic", `
		I A bol
		city V pav
		owns V par
		province V cre`, `
		I: b a mil => B A Milan
		I: b a com => E22 Como has no city
		I: b a bol => E22 Bologna is not in a home country of yours. You may build in
		I: b a pav => E22 You own the province of Pavia but not the city
		I: b a cre => E22 You own the city of Cremona but not the province
		V: b a pav => E22 Pavia is not in a home country of yours.
		I: b f uas => E22 The Upper Adriatic Sea is at sea`},
	{"BUILD-04", "B", "njudge-classic", "I A bol", `
		L: b f psa => B F Pisa
		L: b f flo => E22 Florence has no port
		L: b g flo => B G Florence
		V: b g dal => E22 Dalmatia has no fortified city
		V: b f dal => E22 Dalmatia has no port`},
	{"BUILD-04", "B", "njudge-classic fortresses=on", "I A bol", `
		N: b g aqu => E22 Aquila has a fortress but no city
		N: b a aqu => E22 Aquila has a fortress but no city`},
	{"BUILD-20", "B", "njudge-classic", `
		opening
		I A pav`, `
		I: b a mil => E22 Nothing is built before the first spring
		I: m a pav => M A Pavia`},
	{"OPT-07", "B", "njudge-classic forced-taxation=lasting", `
		taxed mil
		I A pav`, `
		I: b a mil => E22 Milan was taxed by force this year`},
	{"BUILD-05", "B", "njudge-classic", `
		I A mil
		I G pav`, `
		I: b a mil => E22 The army in Milan is in the way
		I: b g mil => B G Milan
		I: b a pav => B A Pavia
		I: b g pav => E22 A garrison is in Pavia already`},
	{"BUILD-07", "B", "njudge-classic", `
		I A bol
		famine mil`, `
		I: b a mil => E22 There is famine in Milan
		I: b g mil => E22 There is famine in Milan`},
	{"REB-11", "B", "njudge-classic", `
		I A bol
		rebels flo province L
		rebels psa city L`, `
		L: b a flo => E22 Florence rebels
		L: b g flo => B G Florence
		L: b g psa => E22 Pisa rebels
		L: b a psa => B A Pisa`},
	{"BUILD-08", "B", "njudge-classic", `
		V G ven`, `
		V: b f ven => E22 A unit is in Venice already
		V: b g ven => E22 A unit is in Venice already`},
	{"BUILD-08", "B", "njudge-classic", `
		V A pad`, `
		V: b f ven => B F Venice
		V: b a ven => B A Venice
		V: b g ven => B G Venice`},
	{"BUILD-17", "B", "battleline-1978-basic", `
		I A mil`, `
		I: waive => W
		I: b a pav => B A Pavia
		I: r a mil => R A Milan`},
	{"SPEC-02", "B", "njudge-classic", `
		I A mil elite`, `
		I: b elite mercenary a pav => B mercenary A Pavia [W04]
		L: b militia a flo => B militia A Florence`},
	{"SPEC-02", "B", "battleline-1978-advanced", "I A bol", `
		I: b militia a mil => E12 This game is played without special units.`},
	{"SPEC-05", "balance-of-power-1995", "machiavelli-1995", "I A bol", `
		L: b professional a flo => E28 Florence may not have a professional army in this game.
		L: b militia a flo => B militia A Florence`},
	{"BOARD-10", "diplomacy", "diplomacy", `
		R A mos`, `
		R: b f stp => E22 St Petersburg has the north coast and the south coast; say at which the fleet is.
		R: b f stp/nc => B F St Petersburg/nc
		R: b a stp => B A St Petersburg
		R: b g stp => E12 This game is played without garrisons.`},
}

// retreatCases tests the rules about retreats.
var retreatCases = []struct {
	rule, scenario, rules, scene, rows string
}{
	{"RETR-01", "B", "njudge-classic", `
		P A bol dislodged rma fer
		V A pad dislodged
		F F mar dislodged pro/nc pro/sc
		I A mil`, `
		P: a bol - rma => A Bologna - Romagna
		P: bol - rma => A Bologna - Romagna
		P: f bol - rma => E02 No fleet was dislodged in Bologna; the unit dislodged there is an army.
		P: a bol - mod => E21 The army in Bologna may not retreat to Modena; it may retreat to Romagna or Ferrara, or disband.
		P: a bol d => A Bologna D
		P: a pad d => E02 The army in Padua is Venetian, not yours.
		V: a pad - vic => E21 The army in Padua may not retreat to Vicenza; it can only disband.
		F: f mar - pro => E21 The fleet in Marseilles may retreat to the north coast or the south coast of Provence; say to which.
		F: f mar - pro/sc => F Marseilles - Provence/sc
		I: a mil - pav => E21 No unit of yours was dislodged there; you have nothing to retreat in this phase.
		P: a bol h => E03 This is not an order for retreats`},
	{"RETR-05", "B", "njudge-classic", `
		P A bol dislodged city
		V A man dislodged ver`, `
		P: a bol c g => A Bologna C G
		V: a man c g => E21 The army in Mantua may not enter the city; it may retreat to Verona, or disband.`},
}

// TestListedBuildsAreLegal compares the listed winter orders with Check, and
// every build that Check accepts with the list.
func TestListedBuildsAreLegal(t *testing.T) {
	for _, preset := range []string{"njudge-classic fortresses=on", "battleline-1978-basic", "machiavelli-1995", "diplomacy"} {
		id := "B"
		switch preset {
		case "machiavelli-1995":
			id = "balance-of-power-1995"
		case "diplomacy":
			id = "diplomacy"
		}
		g := setUp(t, id, preset, "")
		g.line([]string{"phase", "winter", "1454", "adjustments"})
		b := g.p.Setting.Board
		g.p.Units = g.p.Units[len(g.p.Units)/2:]
		for power := machiavelli.Power(1); int(power) < len(g.p.Setting.Powers); power++ {
			listed := map[order.Order]bool{}
			for _, o := range legal.Builds(g.p, g.r, power, nil) {
				listed[o] = true
				if bound, _, notes, problem := legal.Check(g.p, g.r, power, o); problem != nil || bound != o || futile(notes) {
					t.Errorf("%s: %s listed but %v %v", preset, g.text(o), problem, notes)
				}
			}
			for at := board.ID(0); int(at) < len(b.Areas); at++ {
				for n := range int(machiavelli.NumCoasts) * 16 {
					o := order.Order{Kind: order.Build, Quality: machiavelli.Quality(n % 4)}
					o.Unit = order.Unit{Type: machiavelli.UnitType(n / 4 % 4), At: at, Coast: machiavelli.Coast(n / 16)}
					bound, _, notes, problem := legal.Check(g.p, g.r, power, o)
					if problem == nil && !futile(notes) && !listed[bound] {
						t.Errorf("%s: %s accepted but not listed", preset, g.text(bound))
					}
				}
			}
		}
	}
}

// TestListedRetreatsAreLegal compares the listed retreats with Check.
func TestListedRetreatsAreLegal(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", `
		phase spring 1454 retreats
		P A bol dislodged rma fer city
		F F mar dislodged pro/nc pro/sc wgl
		V A pad dislodged`)
	want := []int{4, 4, 1}
	for i := range g.p.Dislodged {
		list := legal.Retreats(g.p, g.r, i, nil)
		if len(list) != want[i] {
			t.Errorf("unit %d: %d orders, want %d", i, len(list), want[i])
		}
		for _, o := range list {
			bound, unit, _, problem := legal.Check(g.p, g.r, g.p.Dislodged[i].Unit.Owner, o)
			if problem != nil || bound != o || unit != i {
				t.Errorf("%s: listed but %v, bound %s", g.text(o), problem, g.text(bound))
			}
		}
	}
}
