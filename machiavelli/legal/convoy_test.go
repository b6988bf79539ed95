package legal_test

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// seaway finds the places to which an army can be carried by trying every chain
// of fleets.
type seaway struct {
	g      *game
	shores board.Set
	used   map[int]bool
	left   int // steps that remain before the search gives up
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

// sails reports whether fleet i could go to the place of fleet j, at the same
// coast.
func (s *seaway) sails(i, j int) bool {
	u, v := s.g.p.Units[i], s.g.p.Units[j]
	return s.g.p.Setting.Board.Landing(u.At, u.Coast, v.At).Has(v.Coast)
}

// follow continues the chain from fleet i.
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

// from returns the areas that an army in a province can be carried to.
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

// TestConvoyedAdvancesAreAll compares the destinations of the listed advances
// by convoy with those found by a search through all chains of fleets (CVOY-01
// to CVOY-05).
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

// TestOpenConvoy checks that a convoy in the 1978 notation leaves the
// destination to the army.
func TestOpenConvoy(t *testing.T) {
	g := setUp(t, "B", "battleline-1978-basic", "F A mar\nT F wgl")
	power := g.power("T")
	bound, unit, _, problem := legal.Check(g.p, g.r, power, g.parse(power, "F1 T-A1-(Fr)"))
	if problem != nil {
		t.Fatal(problem.Message.String())
	}
	if unit != 1 || bound.To.At != board.None || bound.Target.At != g.at("mar") || bound.Target.Type != machiavelli.Army {
		t.Errorf("unit %d, bound %+v", unit, bound)
	}
}

// links returns the number of fleets in the shortest chain that carries an army
// from one province to another, or 0 if there is none. The fleet in the area
// that the parameter without names is not used.
func (s *seaway) links(from, to, without board.ID) int {
	b, units := s.g.p.Setting.Board, s.g.p.Units
	touches := func(i int, at board.ID) bool { return b.FleetEdges[units[i].At][units[i].Coast].Has(at) }
	used := map[int]bool{}
	var front []int
	for i, u := range units {
		if s.carrier(i) && touches(i, from) && u.At != without {
			front, used[i] = append(front, i), true
		}
	}
	for n := 1; len(front) > 0; n++ {
		var next []int
		for _, i := range front {
			if touches(i, to) {
				return n
			}
			for j, u := range units {
				if !used[j] && s.carrier(j) && u.At != without && s.sails(i, j) && s.sails(j, i) {
					next, used[j] = append(next, j), true
				}
			}
		}
		front = next
	}
	return 0
}

// TestRoutesAreShort checks that the listed routes are as short as possible,
// except for detours around the fleet in the province where the army lands.
func TestRoutesAreShort(t *testing.T) {
	rng := rand.New(rand.NewSource(1494))
	blocked, around := 0, 0
	for range 300 {
		g := setUp(t, "B", "njudge-classic coastal-convoys=on", "I A otr")
		b := g.p.Setting.Board
		g.p.Units = nil
		for at := board.ID(1); int(at) < len(b.Areas); at++ {
			coasts := append([]machiavelli.Coast{machiavelli.NoCoast}, b.Areas[at].Coasts...)
			u := position.Unit{Owner: g.power("I"), Type: machiavelli.Fleet, At: at, Coast: coasts[rng.Intn(len(coasts))]}
			switch {
			case b.Land.Has(at) && rng.Intn(3) == 0:
				u.Type, u.Coast = machiavelli.Army, machiavelli.NoCoast
			case b.FleetEdges[at][u.Coast].Empty() || b.Seas.Has(at) && rng.Intn(4) > 0 || rng.Intn(3) == 0:
				continue
			}
			g.p.Units = append(g.p.Units, u)
		}
		s := seaway{g: g}
		for _, o := range legal.OfPower(g.p, g.r, g.power("I"), nil) {
			if o.Kind != order.Advance || o.NVia == 0 {
				continue
			}
			from, to, n := o.Unit.At, o.To.At, int(o.NVia)
			shortest, without := s.links(from, to, board.None), s.links(from, to, to)
			switch {
			case o.Via[0] == to:
				blocked++
				if without > 0 || n != shortest {
					t.Fatalf("%s has %d fleets, with the one in the way; without it %d would do, at least %d are needed", g.text(o), n, without, shortest)
				}
			case n != shortest && (n != without || slices.Contains(o.Route(), to)):
				t.Fatalf("%s has %d fleets; %d are needed, %d around the one in the way", g.text(o), n, shortest, without)
			case n > 1 && s.links(from, to, to) > 0 && g.p.Field(to) >= 0 && b.FleetEdges[to][g.p.Units[g.p.Field(to)].Coast].Has(from):
				around++
			}
			if _, _, _, problem := legal.Check(g.p, g.r, g.power("I"), o); problem != nil {
				t.Fatalf("%s: %s", g.text(o), problem.Message.String())
			}
		}
	}
	if blocked < 20 || around < 20 {
		t.Errorf("%d routes with a fleet in the way, %d around one: too few to tell", blocked, around)
	}
}

// TestLongestRoute checks that as many fleets as an order can name carry an
// army, and that a convoy by more is not listed. The fleets stand along a coast
// from Savoy to Carniola.
func TestLongestRoute(t *testing.T) {
	row := strings.Fields("sav gen mod luc psa pio sie pat tiv cap nap slr otr bar aqu anc rma bol fer pad trv fri crn")
	if len(row) != order.MaxVia+1 {
		t.Fatalf("a row of %d fleets; one more than an order names are needed", len(row))
	}
	var scene strings.Builder
	scene.WriteString("I A pro\n")
	for _, at := range row {
		scene.WriteString("I F " + at + "\n")
	}
	g := setUp(t, "B", "njudge-classic coastal-convoys=on", scene.String())
	var got []string
	for _, o := range legal.OfUnit(g.p, g.r, 0, nil) {
		if o.Kind == order.Advance && o.To.At == g.at("cro") {
			t.Errorf("%s is listed", g.text(o))
		}
		if o.Kind == order.Advance && o.NVia > 0 {
			got = append(got, g.p.Setting.Board.Areas[o.To.At].Code)
			if _, _, _, problem := legal.Check(g.p, g.r, g.power("I"), o); problem != nil {
				t.Errorf("%s: %s", g.text(o), problem.Message.String())
			}
			if at := slices.Index(row, got[len(got)-1]); at < 1 && o.To.At != g.at("sav") || at > 0 && int(o.NVia) != at {
				t.Errorf("%s has %d fleets", g.text(o), o.NVia)
			}
		}
	}
	slices.Sort(got)
	want := slices.Sorted(slices.Values(row))
	if !slices.Equal(got, want) {
		t.Errorf("carried to %v, want %v", got, want)
	}
	g.table("I: a pro - cro => E05 An army cannot go from Provence to Croatia, and no chain of fleets")
}

// TestNextPosition checks that a reused Checker or Finder keeps nothing of the
// previous position.
func TestNextPosition(t *testing.T) {
	before := setUp(t, "B", "battleline-1978-advanced", "I A otr\nI F ion\nV A pav")
	after := setUp(t, "B", "battleline-1978-advanced", "I A otr\nV A pav")
	power := before.power("I")
	buy := before.parse(power, "e1: buy pav as A7")
	bought, sails := before.parse(power, "A7 h"), before.parse(power, "a otr - dur")
	var k legal.Checker
	refused := func(o order.Order) bool {
		_, _, _, problem := k.Check(power, o)
		return problem != nil
	}
	k.Bind(before.p, before.r)
	k.Expect([]order.Order{buy})
	if refused(bought) || refused(sails) {
		t.Error("legal orders were refused")
	}
	k.Bind(after.p, after.r)
	if !refused(bought) || !refused(sails) {
		t.Error("a purchase or a fleet of the position before counts")
	}
	if v := k.CheckSet(power, []order.Order{buy, bought}); v[1].Problem != nil {
		t.Errorf("the unit that is bought: %s", v[1].Problem.Message.String())
	}
	if !refused(bought) {
		t.Error("a purchase of the set before counts")
	}
	var f legal.Finder
	f.OfPower(before.p, before.r, power, nil)
	if got, want := f.OfPower(after.p, after.r, power, nil), legal.OfPower(after.p, after.r, power, nil); !slices.Equal(got, want) {
		t.Errorf("%d orders, %d by a Finder of its own", len(got), len(want))
	}
}
