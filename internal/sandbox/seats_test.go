package sandbox

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// shared returns the last campaign of a year in which two powers together have enough cities to
// win.
func shared(t *testing.T, variant string, seats [][]string, two [2]string) (*position.Position, *rules.Set) {
	t.Helper()
	options := map[string]string{"victory-homes": "none", "victory-all-own-home-cities": "off", "several-powers": "separate"}
	set, err := rules.Make("battleline-1978-basic", options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(variant[:1], variant, &set)
	if err != nil {
		t.Fatal(err)
	}
	if seats != nil {
		if err := interchange.Seat(p, seats, &set); err != nil {
			t.Fatal(err)
		}
	}
	p.Phase.Season = machiavelli.Fall
	n := 0
	for _, id := range two {
		owner, _ := p.Setting.Powers.Find(id)
		cities := p.Homes(owner).Intersect(p.Setting.Board.Cities).IDs()
		for _, at := range p.Setting.Board.Cities.Minus(p.Setting.OffBoard).IDs() {
			if len(cities) < 7 && p.City[at] == machiavelli.Nobody && p.Province[at] == machiavelli.Nobody && p.Field(at) < 0 && p.Garrison(at) < 0 {
				cities = append(cities, at)
			}
		}
		for _, at := range cities {
			p.City[at], p.Province[at] = owner, owner
		}
		n += len(cities)
	}
	options["victory-cities"] = strconv.Itoa(n)
	if set, err = rules.Make("battleline-1978-basic", options); err != nil {
		t.Fatal(err)
	}
	return p, &set
}

// TestSeats checks that the powers of one player win together in a sandbox as in a game, even
// after a round trip through its link or its saved case, and after a change of rules.
func TestSeats(t *testing.T) {
	for _, c := range []struct {
		name, variant string
		seats         [][]string
		two           [2]string
		win           bool
	}{
		{"chosen by one player", "B-4", [][]string{{"milan", "venice"}, {"florence", "papacy"}, {"naples", "turks"}, {"austria", "france"}}, [2]string{"milan", "venice"}, true},
		{"chosen by two players", "B-4", [][]string{{"milan", "papacy"}, {"florence", "venice"}, {"naples", "turks"}, {"austria", "france"}}, [2]string{"milan", "venice"}, false},
		{"chosen by nobody", "B-4", nil, [2]string{"milan", "venice"}, false},
		{"given to one player", "D-4", nil, [2]string{"venice", "papacy"}, true},
		{"alone in a solitaire game", "D-4", [][]string{{"france"}, {"austria"}, {"papacy"}, {"florence"}, {"venice"}, {"turks"}}, [2]string{"venice", "papacy"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, set := shared(t, c.variant, c.seats, c.two)
			b, err := From(p, set, "a game", Given{})
			if err != nil {
				t.Fatal(err)
			}
			loaded, err := Load(string(here(t, again(t, b)).Case()))
			if err != nil {
				t.Fatal(err)
			}
			ruled, err := here(t, b).Rule("battleline-1978-basic", b.Options)
			if err != nil {
				t.Fatal(err)
			}
			anew, err := here(t, b).Anew()
			if err != nil {
				t.Fatal(err)
			}
			for name, x := range map[string]*Book{"link": b, "case": loaded, "other rules": ruled, "anew": anew} {
				o, err := here(t, again(t, x)).Draft()
				if err != nil {
					t.Fatal(err)
				}
				var won, want []string
				for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
					id := p.Setting.Powers[power].ID
					if o.Next.Victors.Has(power) {
						won = append(won, id)
					}
					if c.win && slices.Contains(c.two[:], id) {
						want = append(want, id)
					}
				}
				if !slices.Equal(won, want) {
					t.Errorf("%s: %v have won, not %v", name, won, want)
				}
			}
		})
	}
}

// TestNothingIsLost checks that a sandbox that begins with a position keeps all its fields,
// even in its saved case.
func TestNothingIsLost(t *testing.T) {
	set, err := rules.Make("battleline-1978-advanced", nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := scenario.New("B", "B-4", &set)
	if err != nil {
		t.Fatal(err)
	}
	seats := [][]string{{"milan", "france"}, {"florence", "papacy"}, {"naples", "turks"}, {"austria", "venice"}}
	if err := interchange.Seat(start, seats, &set); err != nil {
		t.Fatal(err)
	}
	power := func(id string) machiavelli.Power {
		p, _ := start.Setting.Powers.Find(id)
		return p
	}
	area := func(name string) board.ID {
		a, ok := start.Setting.Board.Find(name)
		if !ok {
			t.Fatal(name)
		}
		return a.ID
	}
	only := func(names ...string) (s board.Set) {
		for _, name := range names {
			s.Add(area(name))
		}
		return s
	}
	milan, venice, turks := power("milan"), power("venice"), power("turks")
	full := start.Clone()
	full.Province[area("Turin")], full.City[area("Turin")] = milan, milan
	full.Holder[0], full.Holder[1] = turks, machiavelli.Nobody
	full.Sieges, full.Famine, full.Scorched = only("Padua"), only("Turin", "Siena"), only("Siena")
	full.RebelLand, full.RebelCity = only("Como"), only("Mantua")
	full.RebelAgainst[area("Como")], full.RebelAgainst[area("Mantua")] = milan, venice
	full.Plague, full.Infected, full.Guarded, full.Spared = only("Pisa"), only("Lucca"), only("Bologna"), only("Modena")
	full.Divided = only("Padua")
	full.AloneBy[area("Padua")] = turks
	full.Taxed, full.TaxedBefore = only("Pavia"), only("Cremona")
	full.Treasury[milan], full.Treasury[turks] = 7, 31
	full.Loans = []position.Loan{{Power: milan, Principal: 5, Interest: 1, Season: machiavelli.Summer, Year: 1456}}
	full.Bankrupt, full.Eliminated = full.Bankrupt.With(venice), full.Eliminated.With(power("papacy"))
	full.Units = slices.DeleteFunc(full.Units, func(u position.Unit) bool { return u.Owner == power("papacy") })
	full.Chits[milan][turks] = 2
	full.RaisedTo = 19

	winter := full.Clone()
	winter.Phase = machiavelli.Phase{Season: machiavelli.Winter, Year: 1454, Step: machiavelli.Adjustments}
	winter.Opening = true

	retreats := full.Clone()
	retreats.Phase = machiavelli.Phase{Season: machiavelli.Summer, Year: 1455, Step: machiavelli.Retreats}
	retreats.Dislodged = []position.Dislodged{{
		Unit: position.Unit{Owner: milan, Type: machiavelli.Army, At: area("Padua"), Serial: 9}, From: area("Verona"),
		Retreats: []board.Place{{At: area("Ferrara")}}, IntoCity: true,
	}}
	retreats.Contested = only("Mantua")
	retreats.Allies[milan] = retreats.Allies[milan].With(turks)
	retreats.Transfers = []position.Transfer{{From: area("Pavia"), To: board.Place{At: area("Turin")}}}

	won := full.Clone()
	won.Victors = won.Victors.With(milan).With(power("france"))

	filled := map[string]bool{}
	for name, p := range map[string]*position.Position{"winter": winter, "retreats": retreats, "won": won} {
		for i, x := 0, reflect.ValueOf(*p); i < x.NumField(); i++ {
			filled[x.Type().Field(i).Name] = filled[x.Type().Field(i).Name] || !x.Field(i).IsZero()
		}
		b, err := From(p, &set, name, Given{Orders: map[string]string{"milan": "A Pavia H"}, Rolls: map[string]int{"famine severity": 3}, Seed: "00ff"})
		if err != nil {
			t.Fatal(name, err)
		}
		x := here(t, again(t, b))
		y, err := Load(string(x.Case()))
		if err != nil {
			t.Fatal(name, err)
		}
		for way, x := range map[string]*Tree{"link": x, "case": here(t, again(t, y))} {
			if x.Book.Title != name || !reflect.DeepEqual(x.Book.Draft, b.Draft) || !reflect.DeepEqual(x.Rules.Spec(), set.Spec()) {
				t.Errorf("%s by %s: title, orders, dice or rules are others: %+v", name, way, x.Book)
			}
			was, is := reflect.ValueOf(*p), reflect.ValueOf(*x.Position())
			for i := range was.NumField() {
				if field := was.Type().Field(i).Name; field == "Units" {
					if a, b := byOwner(p), byOwner(x.Position()); !slices.Equal(a, b) {
						t.Errorf("%s by %s: the units were\n%v\nand are\n%v", name, way, a, b)
					}
				} else if a, b := was.Field(i), is.Field(i); !(a.Kind() == reflect.Slice && a.Len()+b.Len() == 0) && !reflect.DeepEqual(a.Interface(), b.Interface()) {
					t.Errorf("%s by %s: %s was\n%v\nand is\n%v", name, way, field, a.Interface(), b.Interface())
				}
			}
		}
	}
	for i, x := 0, reflect.TypeFor[position.Position](); i < x.NumField(); i++ {
		if field := x.Field(i).Name; !filled[field] {
			t.Errorf("no position of this test has anything in %s", field)
		}
	}
}

// byOwner returns the units sorted by owner, and for each owner by age.
func byOwner(p *position.Position) []position.Unit {
	units := slices.Clone(p.Units)
	slices.SortStableFunc(units, func(a, b position.Unit) int { return int(a.Owner) - int(b.Owner) })
	return units
}
