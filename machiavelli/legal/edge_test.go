package legal_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// TestVeniceClosesNoOtherRefuge checks that a closed Venice does not affect
// other retreats (VENICE-01, RETR-04).
func TestVeniceClosesNoOtherRefuge(t *testing.T) {
	for _, closed := range []string{"V G ven", "rebels ven city V"} {
		open := setUp(t, "B", "njudge-classic", "I A pad")
		shut := setUp(t, "B", "njudge-classic", "I A pad\n"+closed)
		venice := open.at("ven")
		refuges := func(g *game) (list []board.ID) {
			d := position.Dislodged{Unit: position.Unit{Owner: g.power("A"), Type: machiavelli.Fleet, At: g.at("lag")}, From: g.at("ion")}
			legal.FindRetreats(g.p, g.r, &d)
			for _, pl := range d.Retreats {
				list = append(list, pl.At)
			}
			return list
		}
		all := refuges(open)
		at := slices.Index(all, venice)
		if at < 0 {
			t.Fatalf("Venice is not among the refuges: %v", all)
		}
		if got, want := refuges(shut), slices.Delete(slices.Clone(all), at, at+1); !slices.Equal(got, want) {
			t.Errorf("%s: refuges %v, want %v", closed, got, want)
		}
	}
}

// TestFirstUnitBlocksRetreats checks that the first unit of the list prevents
// retreats to its place like any other (RETR-04).
func TestFirstUnitBlocksRetreats(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "I A tre\nI A pad")
	d := position.Dislodged{Unit: position.Unit{Owner: g.power("V"), Type: machiavelli.Army, At: g.at("pad")}, From: g.at("vic")}
	legal.FindRetreats(g.p, g.r, &d)
	for _, pl := range d.Retreats {
		if pl.At == g.at("tre") || pl.At == g.at("vic") {
			t.Errorf("a unit may retreat to %s", g.p.Setting.Board.Areas[pl.At].Name)
		}
	}
	if len(d.Retreats) == 0 {
		t.Error("nowhere to go")
	}
}

// TestChitsAgainstNobody checks that a chit must name a power of the game
// (ASSN-02).
func TestChitsAgainstNobody(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "")
	for _, victim := range []machiavelli.Power{machiavelli.Nobody, machiavelli.Power(len(g.p.Setting.Powers))} {
		o := order.Order{Kind: order.GiveChit, Power: g.power("V"), Victim: victim}
		_, _, _, problem := legal.Check(g.p, g.r, g.power("I"), o)
		if problem == nil || !strings.Contains(problem.Message.String(), "against whom") {
			t.Errorf("victim %d: %v", victim, problem)
		}
	}
	last := machiavelli.Power(len(g.p.Setting.Powers) - 1)
	g.p.Chits[g.power("I")][last] = 1
	o := order.Order{Kind: order.GiveChit, Power: g.power("P"), Victim: last}
	if _, _, _, problem := legal.Check(g.p, g.r, g.power("I"), o); problem != nil {
		t.Errorf("a chit against the last power: %s", problem.Message.String())
	}
}

// refuges returns the retreats of a dislodged unit as text.
func (g *game) refuges(d position.Dislodged) string {
	legal.FindRetreats(g.p, g.r, &d)
	var names []string
	for _, pl := range d.Retreats {
		names = append(names, g.p.Setting.Board.Areas[pl.At].Code)
		if pl.Coast != machiavelli.NoCoast {
			names[len(names)-1] += "/" + pl.Coast.Code()
		}
	}
	if d.IntoCity {
		names = append(names, "city")
	}
	return strings.Join(names, " ")
}

// TestRefuges checks the retreats of the first unit of a scene.
func TestRefuges(t *testing.T) {
	for _, x := range []struct{ rule, rules, scene, allies, contested, want string }{
		{"RETR-01", "njudge-classic", "I A mil", "", "", "ber cri com cre pav pia trt tyr"},
		{"RETR-03", "njudge-classic", "I A mil", "", "pav trt", "ber cri com cre pia tyr"},
		{"RETR-04", "njudge-classic", "V A pav\nI A mil", "", "", "com for mon pia tur"},
		{"BOARD-15", "njudge-classic", "I A sav\noffboard pro tur", "", "", "gen mon slz"},
		{"BOARD-11", "njudge-classic", "I F ist", "", "", "cro/nc cro/sc dal uas"},
		// Straits.
		{"STRAIT-09", "njudge-classic", "I F psa", "", "", "egl ets luc pio wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nV F pio", "", "", "egl luc wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nA A vic\nV F pio", "", "", "egl luc wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nV F pio", "V I", "", "egl ets luc wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nV F pio", "I V", "", "egl luc wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nI F pio", "", "", "egl ets luc wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nV A pio", "", "", "egl ets luc wts"},
		{"STRAIT-09", "njudge-classic", "I F psa\nA A vic\nV A pio", "", "", "egl ets luc wts"},
		{"STRAIT-09", "njudge-classic", "I F gon\nV F mes", "", "", "cap ets nap otr slr tiv"},
		{"STRAIT-17", "njudge-classic straits=messina", "I F psa\nV F pio", "", "", "egl ets luc wts"},
		{"STRAIT-17", "njudge-classic straits=messina", "I F gon\nV F mes", "", "", "cap ets nap otr slr tiv"},
		{"STRAIT-17", "njudge-classic straits=none", "I F psa\nV F pio", "", "", "egl ets luc wts"},
		{"STRAIT-17", "njudge-classic straits=none", "I F gon\nV F mes", "", "", "cap ets ion nap otr slr tiv"},
		// Cities.
		{"RETR-05", "njudge-classic", "I A mes", "", "", "pal"},
		{"RETR-05", "njudge-classic", "I A mes\nV A pal", "", "", "city"},
		{"RETR-05", "njudge-classic", "I A mes\nV G mes\nV A pal", "", "", ""},
		{"RETR-05", "njudge-classic", "I A mes\nV A pal\nV G mes", "", "", ""},
		{"RETR-05", "njudge-classic retreat-into-city=always", "I A mes", "", "", "pal city"},
		{"VENICE-01", "njudge-classic", "I F lag", "", "", "fri pad trv uas ven"},
		{"VENICE-01", "njudge-classic", "I F lag\nV G ven", "", "", "fri pad trv uas"},
	} {
		g := setUp(t, "B", x.rules, x.scene)
		for pair := range strings.SplitSeq(x.allies, ",") {
			if guard, guest, ok := strings.Cut(pair, " "); ok {
				g.p.Allies[g.power(guard)] = g.p.Allies[g.power(guard)].With(g.power(guest))
			}
		}
		for _, w := range strings.Fields(x.contested) {
			g.p.Contested.Add(g.at(w))
		}
		u := g.p.Units[0]
		g.p.Units = g.p.Units[1:]
		d := position.Dislodged{Unit: u, Retreats: []board.Place{{At: g.at("rome")}}}
		if got := g.refuges(d); got != x.want {
			t.Errorf("%s: %s, %q, allies %q:\n got %s\nwant %s", x.rule, x.rules, x.scene, x.allies, got, x.want)
		}
	}
}

// TestArmiesTravelToNoCoast checks that a coast named for an army is ignored
// (OPT-15).
func TestArmiesTravelToNoCoast(t *testing.T) {
	g := setUp(t, "B", "njudge-classic strategic-movement=on", "V A ist\nV F crn\nowns V cro")
	to := board.Place{At: g.at("cro"), Coast: machiavelli.SouthCoast}
	if got, ok := legal.Travel(g.p, g.r, 0, to); !ok || got != (board.Place{At: to.At}) {
		t.Errorf("the army comes to %+v, %t", got, ok)
	}
	if got, ok := legal.Travel(g.p, g.r, 1, to); !ok || got != to {
		t.Errorf("the fleet comes to %+v, %t", got, ok)
	}
}

// TestTravel checks where units can go by strategic movement (OPT-15).
func TestTravel(t *testing.T) {
	const naples = "N F nap\nN A slr\nN A otr\nN F ets\n"
	for _, x := range []struct{ rules, scene, allies, unit, to, want string }{
		{"", "I A mil", "", "a mil", "par", "par"},
		{"", "I A mil", "", "a mil", "ber", ""},
		{"", "I A mil\nV A par", "", "a mil", "par", ""},
		{"", "I A mil\nI G par", "", "a mil", "par", "par"},
		{"", "I A mil\nV G par", "", "a mil", "par", ""},
		{"", "V G par\nI A mil", "", "a mil", "par", ""},
		{"", "I A mil\nrebels par city I", "", "a mil", "par", ""},
		{"", "I A mil\nrebels par province I", "", "a mil", "par", ""},
		{"", "I A mil\noffboard par", "", "a mil", "par", ""},
		// A sea that borders on a province of the unit's power is free.
		{"", "T F tun", "", "f tun", "dur", "dur"},
		{"", "T F tun\nprovince V tun", "", "f tun", "dur", ""},
		{"", "T F tun\nV F bot", "", "f tun", "dur", ""},
		{"", "T F tun\nV F ion", "", "f tun", "dur", ""},
		// Coasts.
		{"", "V F ist\nowns V cro", "", "f ist", "cro", "cro/nc"},
		{"", "V F ist\nowns V cro", "", "f ist", "cro/nc", "cro/nc"},
		{"", "V F ist\nowns V cro", "", "f ist", "cro/sc", "cro/sc"},
		{"", "V F crn\nowns V cro\nprovince - ist dal fri trv pad ven", "", "f crn", "cro/sc", ""},
		// Straits: the only way from Naples to Bari leads past Messina.
		{"", naples + "N A mes", "", "f nap", "bar", "bar"},
		{"", naples + "T F mes", "", "f nap", "bar", ""},
		{"", "T F mes\n" + naples, "", "f nap", "bar", ""},
		{"", naples + "T F mes", "T N", "f nap", "bar", "bar"},
		{"", naples + "T F mes", "N T", "f nap", "bar", ""},
		{"", naples + "N F mes", "", "f nap", "bar", "bar"},
		{" straits=messina", naples + "T F mes", "", "f nap", "bar", ""},
		{" straits=none", naples + "T F mes", "", "f nap", "bar", "bar"},
	} {
		g := setUp(t, "B", "njudge-classic strategic-movement=on"+x.rules, x.scene)
		if guard, guest, ok := strings.Cut(x.allies, " "); ok {
			g.p.Allies[g.power(guard)] = g.p.Allies[g.power(guard)].With(g.power(guest))
		}
		n, _, _ := order.ParseUnit(x.unit, g.context(0))
		m, _, _ := order.ParseUnit("f "+x.to, g.context(0))
		got := ""
		if pl, ok := legal.Travel(g.p, g.r, legal.TargetUnit(g.p, n), m.Place()); ok {
			got = g.p.Setting.Board.Areas[pl.At].Code
			if pl.Coast != machiavelli.NoCoast {
				got += "/" + pl.Coast.Code()
			}
		}
		if got != x.want {
			t.Errorf("%s, %q, allies %q: %s to %s: got %q, want %q", x.rules, x.scene, x.allies, x.unit, x.to, got, x.want)
		}
	}
}

// TestNoSuchCoast checks the message for a fleet at a coast that its province
// does not have (CONV-11).
func TestNoSuchCoast(t *testing.T) {
	g := setUp(t, "dipmach", "njudge-classic", "R G stp")
	at := g.at("stp")
	o := order.Order{
		Kind: order.Convert, ConvertTo: machiavelli.Fleet, Unit: order.Unit{Type: machiavelli.Garrison, At: at},
		To: board.Place{At: at, Coast: machiavelli.EastCoast},
	}
	const want = "St Petersburg has no east coast; it has the north coast and the south coast."
	if _, _, _, problem := legal.Check(g.p, g.r, g.power("R"), o); problem == nil || problem.Message.String() != want {
		t.Errorf("%v, want %q", problem, want)
	}
}
