package interchange

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// anyPosition returns a random position that the format can represent. Its
// units are in the order of their powers, and its dislodged units have no age.
func anyPosition(r *rand.Rand, start *position.Position, set *rules.Set) *position.Position {
	p := start.Clone()
	b, n := p.Setting.Board, len(p.Setting.Powers)
	power := func() machiavelli.Power { return machiavelli.Power(r.Intn(n)) }
	player := func() machiavelli.Power { return machiavelli.Power(1 + r.Intn(n-1)) }
	some := func(s board.Set, one int) (out board.Set) {
		for _, id := range s.IDs() {
			if r.Intn(one) == 0 {
				out.Add(id)
			}
		}
		return out
	}
	if r.Intn(2) == 0 {
		p.Phase.Step = machiavelli.Retreats
	}
	p.Units, p.Dislodged = nil, nil
	for _, id := range some(b.Land.Union(b.Seas).Minus(p.Setting.OffBoard), 3).IDs() {
		if id == b.Venice {
			continue
		}
		u := position.Unit{Owner: power(), At: id, Quality: machiavelli.Quality(max(0, r.Intn(12)-8))}
		u.Type, u.Coast = anyType(r, b, id)
		p.Units = append(p.Units, u)
		if walls(b).Has(id) && r.Intn(3) == 0 {
			p.Units = append(p.Units, position.Unit{Owner: power(), Type: machiavelli.Garrison, At: id})
		}
		if p.Phase.Step == machiavelli.Retreats && r.Intn(6) == 0 {
			loser := machiavelli.Power(1 + (int(u.Owner)+r.Intn(n-2))%(n-1))
			x := position.Dislodged{Unit: position.Unit{Owner: loser, At: id}, From: id, Sortie: true}
			x.Unit.Type, x.Unit.Coast = anyType(r, b, id)
			for _, to := range some(b.ArmyEdges[id], 2).IDs() {
				x.From, x.Sortie = to, false
				x.Retreats = append(x.Retreats, board.Place{At: to})
			}
			if x.Unit.Type == machiavelli.Fleet {
				x.Retreats = nil
			}
			x.IntoCity = r.Intn(2) == 0
			p.Dislodged = append(p.Dislodged, x)
		}
	}
	slices.SortStableFunc(p.Units, func(a, b position.Unit) int { return int(a.Owner-1) - int(b.Owner-1) })
	numberUnits(p)
	if r.Intn(2) == 0 {
		eachSerial(p, func(u *position.Unit, n uint8) {
			if n > 0 {
				u.Serial = 100 - n
			}
		})
	}
	for _, id := range b.Land.IDs() {
		p.Province[id] = power()
		if b.Cities.Has(id) {
			p.City[id] = power()
		}
	}
	for i := range p.Setting.Countries {
		p.Holder[i] = power()
	}
	for i := 1; i < n; i++ {
		p.Treasury[i] = machiavelli.Ducats(r.Intn(100))
		for j := 1; j < n; j++ {
			p.Chits[i][j] = uint8(r.Intn(3))
		}
		if p.Phase.Step == machiavelli.Retreats && r.Intn(3) == 0 {
			p.Allies[i] = machiavelli.PowerSet(0).With(player())
		}
	}
	for range r.Intn(4) {
		p.Loans = append(p.Loans, position.Loan{
			Power: player(), Principal: machiavelli.Ducats(r.Intn(25)), Interest: machiavelli.Ducats(r.Intn(13)),
			Season: machiavelli.Season(1 + r.Intn(3)), Year: 1400 + r.Intn(100),
		})
	}
	p.Sieges, p.Famine = some(walls(b), 5), some(b.Land, 8)
	p.RebelLand, p.RebelCity, p.RebelAgainst = some(b.Land, 8), some(b.Land, 8), [board.Max]machiavelli.Power{}
	for _, id := range p.RebelLand.Union(p.RebelCity).IDs() {
		p.RebelAgainst[id] = player()
	}
	for _, marks := range []*board.Set{&p.Scorched, &p.Plague, &p.Infected, &p.Guarded, &p.Spared, &p.Taxed, &p.TaxedBefore} {
		*marks = some(b.Land, 8)
	}
	p.Divided = some(b.Land, 8)
	for _, id := range p.Divided.IDs() {
		p.AloneBy[id] = power()
	}
	p.Opening = r.Intn(2) == 0
	if p.Phase.Step == machiavelli.Retreats {
		p.Contested = some(b.Land, 9)
		for _, u := range p.Units {
			if to := b.ArmyEdges[u.At].Next(board.None); u.Type == machiavelli.Army && to != board.None && r.Intn(5) == 0 {
				p.Transfers = append(p.Transfers, position.Transfer{From: u.At, To: board.Place{At: to}})
			}
		}
	}
	if r.Intn(3) == 0 {
		p.Bankrupt, p.Eliminated = p.Bankrupt.With(player()), p.Eliminated.With(player())
		p.Victors, p.RaisedTo = machiavelli.PowerSet(0).With(player()), 16
	}
	return p
}

// anyType returns a field unit type that can stand in an area, and a coast.
func anyType(r *rand.Rand, b *board.Board, id board.ID) (machiavelli.UnitType, machiavelli.Coast) {
	if b.Land.Has(id) && (!b.Coastal.Has(id) || r.Intn(2) == 0) {
		return machiavelli.Army, machiavelli.NoCoast
	}
	if coasts := b.Areas[id].Coasts; len(coasts) > 0 {
		return machiavelli.Fleet, coasts[r.Intn(len(coasts))]
	}
	return machiavelli.Fleet, machiavelli.NoCoast
}

func TestPositionRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	filled := map[string]bool{}
	for _, info := range scenario.List() {
		for _, v := range info.Variants {
			set, err := rules.Preset("")
			if err != nil {
				t.Fatal(err)
			}
			start, err := scenario.New(info.ID, v.ID, &set)
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				p := anyPosition(r, start, &set)
				for i, x := 0, reflect.ValueOf(*p); i < x.NumField(); i++ {
					filled[x.Type().Field(i).Name] = filled[x.Type().Field(i).Name] || !x.Field(i).IsZero()
				}
				text := AppendPosition(nil, p)
				origin := start.Clone()
				origin.Phase = p.Phase
				back, err := DecodePosition(text, origin, &set)
				if err != nil {
					t.Fatalf("%s: %v\n%s", v.ID, err, text)
				}
				if diff := difference(p, back); diff != "" {
					t.Fatalf("%s: %s\n%s", v.ID, diff, text)
				}
				if again := AppendPosition(nil, back); string(again) != string(text) {
					t.Fatalf("%s: written again\n%s\ndiffers from\n%s", v.ID, again, text)
				}
			}
		}
	}
	for i, x := 0, reflect.TypeFor[position.Position](); i < x.NumField(); i++ {
		if name := x.Field(i).Name; !filled[name] {
			t.Errorf("no position of this test has anything in %s", name)
		}
	}
}

// difference names the first field in which two positions differ.
func difference(a, b *position.Position) string {
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		f, g := x.Field(i), y.Field(i)
		if f.Kind() == reflect.Slice && f.Len() == 0 && g.Len() == 0 {
			continue
		}
		if !reflect.DeepEqual(f.Interface(), g.Interface()) {
			return fmt.Sprintf("%s: %v reads back as %v", x.Type().Field(i).Name, f.Interface(), g.Interface())
		}
	}
	return ""
}

func TestDecodeKeepsTheStart(t *testing.T) {
	set, _ := rules.Preset("")
	start, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	before := start.Clone()
	p, err := DecodePosition([]byte(`{"units":{"milan":["A Pavia"]},"treasuries":{"milan":3},"eliminated":["france"]}`), start, &set)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(before, start); diff != "" {
		t.Errorf("the start was changed: %s", diff)
	}
	if len(p.Units) != 1 || p.Province != start.Province || p.City != start.City || p.Holder != start.Holder || p.Chits != start.Chits {
		t.Error("members left out are not as in the start")
	}
}
