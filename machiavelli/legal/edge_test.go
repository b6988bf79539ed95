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

// TestVeniceClosesNoOtherRefuge checks that a Venice that cannot be entered
// takes nothing but itself from where a unit may go (VENICE-01, RETR-04).
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

// TestFirstUnitIsInTheWay checks that the first unit of the list keeps others
// from retreating to it, as any other does (RETR-04).
func TestFirstUnitIsInTheWay(t *testing.T) {
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

// TestChitsAgainstNobody checks that a chit is against a power of the game
// (ASSN-02).
func TestChitsAgainstNobody(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "")
	for _, victim := range []machiavelli.Power{machiavelli.Nobody, machiavelli.Power(len(g.p.Setting.Powers))} {
		o := order.Order{Kind: order.GiveChit, Power: g.power("V"), Victim: victim}
		_, _, _, problem := legal.Check(g.p, g.r, g.power("I"), o)
		if problem == nil || !strings.Contains(problem.Message, "against whom") {
			t.Errorf("victim %d: %v", victim, problem)
		}
	}
	last := machiavelli.Power(len(g.p.Setting.Powers) - 1)
	g.p.Chits[g.power("I")][last] = 1
	o := order.Order{Kind: order.GiveChit, Power: g.power("P"), Victim: last}
	if _, _, _, problem := legal.Check(g.p, g.r, g.power("I"), o); problem != nil {
		t.Errorf("a chit against the last power: %s", problem.Message)
	}
}
