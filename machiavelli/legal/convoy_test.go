package legal_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// seaway finds by trying every chain of fleets where an army can be carried.
type seaway struct {
	g      *game
	shores board.Set
	used   map[int]bool
	left   int // steps until it gives up
}

// carrier reports whether unit i is a fleet that may convoy (CVOY-03).
func (s *seaway) carrier(i int) bool {
	u, b := s.g.p.Units[i], s.g.p.Setting.Board
	if u.Type != machiavelli.Fleet {
		return false
	}
	atVenice := u.At == b.Venice && s.g.r.VeniceModel == rules.VeniceSeaWithCity
	return b.Areas[u.At].Sea || s.g.r.CoastalConvoys && !atVenice
}

// sails reports whether fleet i could go to where fleet j is, on that coast.
func (s *seaway) sails(i, j int) bool {
	u, v := s.g.p.Units[i], s.g.p.Units[j]
	return s.g.p.Setting.Board.Landing(u.At, u.Coast, v.At).Has(v.Coast)
}

// follow goes on from fleet i.
func (s *seaway) follow(i int) {
	if s.left--; s.left < 0 {
		return
	}
	b, u := s.g.p.Setting.Board, s.g.p.Units[i]
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		if b.Land.Has(at) && b.FleetEdges[u.At][u.Coast].Has(at) {
			s.shores.Add(at)
		}
	}
	s.used[i] = true
	for j := range s.g.p.Units {
		if !s.used[j] && s.carrier(j) && s.sails(i, j) && s.sails(j, i) {
			s.follow(j)
		}
	}
	delete(s.used, i)
}

// from starts at an army's province.
func (s *seaway) from(at board.ID) board.Set {
	b := s.g.p.Setting.Board
	for i, u := range s.g.p.Units {
		if s.carrier(i) && b.FleetEdges[u.At][u.Coast].Has(at) {
			s.follow(i)
		}
	}
	s.shores.Remove(at)
	s.shores = s.shores.Minus(s.g.p.Setting.OffBoard)
	if s.g.r.VeniceModel == rules.VeniceSeaWithCity && b.Venice != board.None {
		s.shores.Remove(b.Venice)
	}
	return s.shores
}

// TestConvoyedAdvancesAreAll compares the shores that the listed advances by
// convoy reach with those that a search through all chains of fleets finds
// (CVOY-01 to CVOY-05).
func TestConvoyedAdvancesAreAll(t *testing.T) {
	tried := 0
	randomGames(t, 40, func(t *testing.T, _ *rand.Rand, g *game, _ []order.Order) {
		b := g.p.Setting.Board
		for i, u := range g.p.Units {
			if u.Type != machiavelli.Army {
				continue
			}
			var listed board.Set
			for _, o := range legal.OfUnit(g.p, g.r, i, nil) {
				if o.Kind == order.Advance && (o.ByConvoy() || !b.ArmyEdges[u.At].Has(o.To.At)) {
					listed.Add(o.To.At)
				}
			}
			s := seaway{g: g, used: map[int]bool{}, left: 20000}
			if want := s.from(u.At); s.left >= 0 && listed != want {
				t.Errorf("from %s: listed %d shores, found %d", b.Areas[u.At].Name, listed.Len(), want.Len())
			}
			if !listed.Empty() {
				tried++
			}
		}
	})
	if tried < 100 {
		t.Errorf("only %d armies could be carried: too few to tell", tried)
	}
}

// TestOpenConvoy checks that a convoy of the 1978 notation leaves the
// destination to the army.
func TestOpenConvoy(t *testing.T) {
	g := setUp(t, "B", "battleline-1978-basic", "F A mar\nT F wgl")
	power := g.power("T")
	bound, unit, _, problem := legal.Check(g.p, g.r, power, g.parse(power, "F1 T-A1-(Fr)"))
	if problem != nil {
		t.Fatal(problem.Message)
	}
	if unit != 1 || bound.To.At != board.None || bound.Target.At != g.at("mar") || bound.Target.Type != machiavelli.Army {
		t.Errorf("unit %d, bound %+v", unit, bound)
	}
}
