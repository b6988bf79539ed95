package assemble

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// person returns someone who has waited since a given minute and accepts everything.
func person(id string, minute int, change ...func(*Person)) Person {
	p := Person{
		ID: id, Since: start.Add(time.Duration(minute) * time.Minute),
		Editions: All, Scenarios: All, Paces: All, Players: All, Languages: All, Programs: true, Reliability: 100,
	}
	for _, f := range change {
		f(&p)
	}
	return p
}

// say formats tables, such as "0.1 ann bob; game x: cid".
func say(people []Person, tables []Table) string {
	var out []string
	for _, t := range tables {
		head := fmt.Sprintf("%d.%d", t.Kind, t.Scenario)
		if t.Game != "" {
			head = t.Game + ":"
		}
		for _, i := range t.People {
			head += " " + people[i].ID
		}
		out = append(out, head)
	}
	return strings.Join(out, "; ")
}

func TestMatch(t *testing.T) {
	kinds := []Kind{{Edition: 0, Pace: 0, Players: 3, Scenarios: SetOf(0, 1)}, {Edition: 0, Pace: 1, Players: 2, Scenarios: SetOf(2)}, {Edition: 1, Pace: 0, Players: 4, Scenarios: SetOf(3)}}
	scored := func(percent int) func(*Person) {
		return func(p *Person) { p.Known, p.Reliability = true, percent }
	}
	least := func(percent int) func(*Person) { return func(p *Person) { p.Least = percent } }
	program := func(owner string) func(*Person) { return func(p *Person) { p.Program, p.Owner = true, owner } }
	people := func(p *Person) { p.Programs = false }
	pace := func(n int) func(*Person) { return func(p *Person) { p.Paces = SetOf(n) } }
	size := func(n int) func(*Person) { return func(p *Person) { p.Players = SetOf(n) } }
	place := func(n ...int) func(*Person) { return func(p *Person) { p.Scenarios = SetOf(n...) } }
	tongue := func(n ...int) func(*Person) { return func(p *Person) { p.Languages = SetOf(n...) } }
	game := func(change ...func(*Open)) Open {
		o := Open{ID: "game", Players: 3, Missing: 2, Worst: 100}
		for _, f := range change {
			f(&o)
		}
		return o
	}
	for _, c := range []struct {
		name   string
		people []Person
		open   []Open
		blocks [][2]string
		want   string
	}{
		{"nobody", nil, nil, nil, ""},
		{"too few", []Person{person("a", 0)}, nil, nil, ""},
		{"the largest table", []Person{person("a", 0), person("b", 1), person("c", 2), person("d", 3)}, nil, nil, "2.3 a b c d"},
		{"as many as there are", []Person{person("a", 0), person("b", 1), person("c", 2)}, nil, nil, "0.0 a b c"},
		{"who waits longest, whatever the order", []Person{person("c", 2, pace(1)), person("a", 0, pace(1)), person("b", 1, pace(1))}, nil, nil, "1.2 a b"},
		{"one pace suits all", []Person{person("a", 0, pace(1)), person("b", 1, pace(0)), person("c", 2)}, nil, nil, "1.2 a c"},
		{"the scenario that all accept", []Person{person("a", 0, place(0, 1), size(3)), person("b", 1, place(1)), person("c", 2)}, nil, nil, "0.1 a b c"},
		{"no scenario that all accept", []Person{person("a", 0, place(0), size(3)), person("b", 1, place(1), size(3)), person("c", 2, size(3))}, nil, nil, ""},
		{"a common language", []Person{person("a", 0, pace(1), tongue(0, 1)), person("b", 1, tongue(2)), person("c", 2, tongue(1))}, nil, nil, "1.2 a c"},
		{"reliable enough", []Person{person("a", 0, pace(1), least(80)), person("b", 1, scored(70)), person("c", 2, scored(80))}, nil, nil, "1.2 a c"},
		{"newcomers are", []Person{person("a", 0, pace(1), least(80)), person("b", 1)}, nil, nil, "1.2 a b"},
		{"both ways", []Person{person("a", 0, pace(1), scored(50)), person("b", 1, least(60)), person("c", 2)}, nil, nil, "1.2 a c"},
		{"no programs", []Person{person("a", 0, pace(1), people), person("b", 1, program("x")), person("c", 2)}, nil, nil, "1.2 a c"},
		{"not with their own program", []Person{person("a", 0, pace(1)), person("b", 1, program("a"))}, nil, nil, ""},
		{"two programs of one owner", []Person{person("a", 0, pace(1), program("x")), person("b", 1, program("x")), person("c", 2, program(""))}, nil, nil, "1.2 a c"},
		{"a block", []Person{person("a", 0, pace(1)), person("b", 1), person("c", 2)}, nil, [][2]string{{"a", "b"}}, "1.2 a c"},
		{"a block of the owner", []Person{person("a", 0, pace(1)), person("b", 1, program("x"))}, nil, [][2]string{{"x", "a"}}, ""},
		{"in the middle of a table", []Person{person("a", 0, size(3)), person("b", 1), person("c", 2), person("d", 3, size(3))}, nil, [][2]string{{"c", "b"}}, "0.0 a b d"},
		{"two tables", []Person{person("a", 0, pace(1)), person("b", 1, pace(1)), person("c", 2, pace(1)), person("d", 3, pace(1))}, nil, nil, "1.2 a b; 1.2 c d"},
		{"an open game", []Person{person("a", 0), person("b", 1), person("c", 2)}, []Open{game()}, nil, "game: a b"},
		{"not with too few", []Person{person("a", 0)}, []Open{game()}, nil, ""},
		{"unless it takes whoever comes", []Person{person("a", 0)}, []Open{game(func(o *Open) { o.Partly = true })}, nil, "game: a"},
		{"its demands", []Person{person("a", 0, size(3), scored(60)), person("b", 1, size(3))}, []Open{game(func(o *Open) { o.Least, o.Missing = 70, 1 })}, nil, "game: b"},
		{"those of the people", []Person{person("a", 0, size(3), least(70)), person("b", 1, size(3))}, []Open{game(func(o *Open) { o.Worst, o.Missing = 60, 1 })}, nil, "game: b"},
		{"programs where they are admitted", []Person{person("a", 0, size(3), program("x")), person("b", 1, size(3))}, []Open{game(func(o *Open) { o.Missing = 1 })}, nil, "game: b"},
		{"people where programs play", []Person{person("a", 0, size(3), people), person("b", 1, size(3))}, []Open{game(func(o *Open) { o.Among, o.Missing = true, 1 })}, nil, "game: b"},
		{"a block of a player there", []Person{person("a", 0, size(3)), person("b", 1, size(3))}, []Open{game(func(o *Open) { o.Keep, o.Missing = []string{"host"}, 1 })}, [][2]string{{"host", "a"}}, "game: b"},
		{"who plays there already", []Person{person("a", 0, size(3)), person("b", 1, size(3))}, []Open{game(func(o *Open) { o.Keep, o.Missing = []string{"a"}, 1 })}, nil, "game: b"},
		{"a game of another edition", []Person{person("a", 0, func(p *Person) { p.Editions = SetOf(1) })}, []Open{game(func(o *Open) { o.Missing = 1 })}, nil, ""},
		{"a game in which nobody is missing", []Person{person("a", 0)}, []Open{game(func(o *Open) { o.Missing = 0 })}, nil, ""},
	} {
		blocks := Blocks{}
		for _, b := range c.blocks {
			blocks.Block(b[0], b[1])
		}
		if got := say(c.people, Match(c.people, kinds, c.open, blocks)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	kinds := []Kind{{Players: 3, Scenarios: 1}, {Players: 5, Scenarios: 1}, {Pace: 1, Players: 2, Scenarios: 2}}
	people := []Person{
		person("a", 0, func(p *Person) { p.Scenarios = 1 }), person("b", 1, func(p *Person) { p.Players = SetOf(5) }),
		person("c", 2, func(p *Person) { p.Editions = SetOf(9) }), person("d", 3, func(p *Person) { p.Scenarios = 2 }),
	}
	for i, want := range []struct {
		near  Near
		found bool
	}{{Near{0, 1}, true}, {Near{1, 2}, true}, {Near{}, false}, {Near{2, 1}, true}} {
		if got, found := Nearest(people, kinds, i); got != want.near || found != want.found {
			t.Errorf("%s: %v, %v, want %v", people[i].ID, got, found, want)
		}
	}
}

// crowd returns n people with random wishes.
func crowd(n int, r *rand.Rand) []Person {
	var out []Person
	for i := range n {
		some := func(most int) Set {
			s := Set(r.Uint64())&(1<<most-1) | 1<<r.IntN(most)
			return s
		}
		p := Person{
			ID: fmt.Sprint("p", i), Since: start.Add(time.Duration(r.IntN(1_000_000)) * time.Second),
			Editions: some(6), Scenarios: some(20), Paces: some(4), Players: some(9), Languages: All,
			Least: []int{0, 0, 70, 90}[r.IntN(4)], Reliability: 50 + r.IntN(51), Known: r.IntN(3) > 0, Programs: r.IntN(2) == 0,
		}
		if p.Program = r.IntN(20) == 0; p.Program {
			p.Owner = fmt.Sprint("p", r.IntN(n))
		}
		out = append(out, p)
	}
	return out
}

func offers() []Kind {
	var out []Kind
	for edition := range 6 {
		for pace := range 4 {
			for players := 3; players <= 8; players++ {
				out = append(out, Kind{edition, pace, players, Set(0xff) << (edition * 2)})
			}
		}
	}
	return out
}

// TestProperties checks what holds for every result: nobody sits twice, everyone
// accepts what is played and each other, and the same input gives the same tables.
func TestProperties(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		people, kinds, blocks := crowd(r.IntN(150), r), offers(), Blocks{}
		for range len(people) {
			blocks.Block(people[r.IntN(len(people))].ID, people[r.IntN(len(people))].ID)
		}
		var open []Open
		for i := range r.IntN(6) {
			open = append(open, Open{
				ID: fmt.Sprint("g", i), Edition: r.IntN(6), Scenario: r.IntN(20), Pace: r.IntN(4), Players: 5, Missing: r.IntN(4), Partly: r.IntN(2) == 0,
				Least: r.IntN(80), Programs: r.IntN(2) == 0, Worst: 50 + r.IntN(50), Among: r.IntN(4) == 0, Keep: []string{"p0", "p1"},
			})
		}
		tables := Match(people, kinds, open, blocks)
		if again := Match(people, kinds, open, blocks); !reflect.DeepEqual(tables, again) {
			t.Fatalf("seed %d: the same people give %v and %v", seed, tables, again)
		}
		sits := map[int]bool{}
		for _, table := range tables {
			k := Kind{}
			if table.Game == "" {
				k = kinds[table.Kind]
				if len(table.People) != k.Players || !k.Scenarios.Has(table.Scenario) {
					t.Fatalf("seed %d: %v for %v", seed, table, k)
				}
			} else {
				o := open[slices.IndexFunc(open, func(o Open) bool { return o.ID == table.Game })]
				k, table.Scenario = o.kind(), o.Scenario
				if len(table.People) > o.Missing || !o.Partly && len(table.People) < o.Missing {
					t.Fatalf("seed %d: %v for %v", seed, table, o)
				}
				for _, i := range table.People {
					if !o.admits(&people[i], &k, blocks) {
						t.Fatalf("seed %d: %v is not admitted to %v", seed, people[i], o)
					}
				}
			}
			languages := All
			for n, i := range table.People {
				p := &people[i]
				if sits[i] {
					t.Fatalf("seed %d: %s sits twice", seed, p.ID)
				}
				sits[i] = true
				if languages &= p.Languages; languages == 0 || !p.wants(&k) || !p.Scenarios.Has(table.Scenario) {
					t.Fatalf("seed %d: %v does not want %v", seed, p, table)
				}
				for _, j := range table.People[:n] {
					if !Together(p, &people[j], blocks) {
						t.Fatalf("seed %d: %v sits with %v", seed, p, people[j])
					}
				}
			}
		}
	}
}

// BenchmarkMatch makes tables for 10,000 people: for a crowd with various wishes, and for one
// in which nobody accepts anyone else.
func BenchmarkMatch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	mixed := crowd(10_000, r)
	hopeless := crowd(10_000, r)
	for i := range hopeless {
		hopeless[i].Least, hopeless[i].Known, hopeless[i].Reliability = 60+i%41, true, i%60
	}
	for _, c := range []struct {
		name   string
		people []Person
	}{{"mixed", mixed}, {"hopeless", hopeless}} {
		b.Run(c.name, func(b *testing.B) {
			seated := 0
			for b.Loop() {
				seated = 0
				for _, t := range Match(c.people, offers(), nil, nil) {
					seated += len(t.People)
				}
			}
			b.ReportMetric(float64(seated), "seated")
		})
	}
}
