package bot_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// setUp returns a position of the Balance of Power with only the given units:
// "milan: A Pavia, F Genoa; autonomous: G Lucca". owns lists the owners of
// provinces and cities ("milan: Como"), or of all land not named ("venice:
// all"); otherwise units decide. Every power keeps its home country, and nobody
// can win.
func setUp(t *testing.T, r *rules.Set, phase, units, owns string) *position.Position {
	t.Helper()
	p, err := scenario.New("B", "", r)
	if err != nil {
		t.Fatal(err)
	}
	if p.Phase, err = machiavelli.ParsePhase(phase); err != nil {
		t.Fatal(err)
	}
	p.Units, p.RaisedTo = nil, 1000
	clear(p.Province[:])
	clear(p.City[:])
	b := p.Setting.Board
	each := func(text string, see func(power machiavelli.Power, item string)) {
		for _, part := range strings.Split(text, ";") {
			head, items, ok := strings.Cut(part, ":")
			if !ok {
				continue
			}
			head = strings.TrimSpace(head)
			power, ok := p.Setting.Powers.Find(head)
			if !ok && head != "autonomous" {
				t.Fatalf("no power %q", head)
			}
			for _, item := range strings.Split(items, ",") {
				see(power, strings.TrimSpace(item))
			}
		}
	}
	own := func(power machiavelli.Power, at board.ID) {
		p.Province[at] = power
		if b.Cities.Has(at) {
			p.City[at] = power
		}
	}
	each(units, func(power machiavelli.Power, item string) {
		u, q, err := order.ParseUnit(item, &order.Context{Board: b, Powers: p.Setting.Powers})
		if err != nil {
			t.Fatal(err)
		}
		p.Units = append(p.Units, position.Unit{Owner: power, Type: u.Type, Quality: q, At: u.At, Coast: u.Coast, Serial: uint8(len(p.Units) + 1)})
		if b.Land.Has(u.At) {
			own(power, u.At)
		}
	})
	each(owns, func(power machiavelli.Power, item string) {
		for at := b.Land.Next(board.None); item == "all" && at != board.None; at = b.Land.Next(at) {
			if p.Field(at) < 0 && p.Garrison(at) < 0 {
				own(power, at)
			}
		}
	})
	each(owns, func(power machiavelli.Power, item string) {
		if m, ok := b.Find(item); ok {
			own(power, m.ID)
		} else if item != "all" {
			t.Fatalf("no place %q", item)
		}
	})
	return p
}

// TestSensibleOrders gives Milan a position in which one thing should be done: its
// decision must include all the wanted orders and none of the unwanted, for any
// seed and both players that plan.
func TestSensibleOrders(t *testing.T) {
	for _, c := range []struct {
		name, preset, phase, units, owns string
		purse                            int
		change                           func(p *position.Position, at func(string) board.ID)
		want, not                        []string
	}{
		{
			name: "an open city is taken", preset: "battleline-1978-basic", phase: "spring 1454 orders",
			units: "milan: A Lucca", owns: "milan: all; autonomous: Pisa", want: []string{"A Lucca - Pisa"},
		},
		{
			name: "a besieger is dislodged with support", preset: "njudge-classic", phase: "summer 1454 orders",
			units: "milan: A Cremona, A Pavia, G Milan; venice: A Milan", owns: "milan: all; venice: Venice, Padua", want: []string{"A Cremona S A Pavia - Milan|A Pavia S A Cremona - Milan|G Milan S A "},
			change: func(p *position.Position, at func(string) board.ID) {
				p.Sieges.Add(at("Milan"))
				p.Bankrupt = 0xffff // no one gets a loan
			},
		},
		{
			name: "the same in the supports of 1978", preset: "battleline-1978-basic", phase: "summer 1454 orders",
			units: "milan: A Cremona, A Pavia, G Milan; venice: A Milan", owns: "milan: all; venice: Venice, Padua",
			want:   []string{"A Cremona - Milan|A Pavia - Milan", "A Cremona S Milan|A Pavia S Milan|G Milan S Milan"},
			change: func(p *position.Position, at func(string) board.ID) { p.Sieges.Add(at("Milan")) },
		},
		{
			name: "a siege is gone on with", preset: "njudge-classic", phase: "fall 1454 orders",
			units: "milan: A Lucca; autonomous: G Lucca", owns: "milan: all", want: []string{"A Lucca B"},
			change: func(p *position.Position, at func(string) board.ID) { p.Sieges.Add(at("Lucca")) },
		},
		{
			name: "whoever stands before a garrison besieges it", preset: "battleline-1978-basic", phase: "spring 1454 orders",
			units: "milan: A Lucca; autonomous: G Lucca", owns: "milan: all", want: []string{"A Lucca B"},
		},
		{
			name: "an army leaves a province before it starves", preset: "njudge-classic", phase: "spring 1454 orders",
			units: "milan: A Parma", owns: "milan: all", want: []string{"A Parma - "},
			change: func(p *position.Position, at func(string) board.ID) { p.Famine.Add(at("Parma")) },
		},
		{
			name: "a garrison that is cheap is bought", preset: "njudge-classic", phase: "spring 1454 orders", purse: 40,
			units: "milan: A Lucca; autonomous: G Lucca", owns: "milan: all", want: []string{"E1: 9d, Buy G Lucca|E1: 6d, Disband G Lucca"},
		},
		{
			name: "money is kept where units have to be paid", preset: "njudge-classic", phase: "spring 1454 orders", purse: 9,
			units: "milan: A Pavia, A Parma, A Fornova, A Como, A Bergamo, A Brescia; autonomous: G Modena", owns: "venice: all", not: []string{"E1", "Borrow"},
		},
		{
			name: "an army is shipped over", preset: "battleline-1978-basic", phase: "spring 1454 orders",
			units: "milan: A Pisa, F Western Tyrrhenian Sea", owns: "milan: all; autonomous: Corsica", want: []string{"F Western Tyrrhenian Sea C A Pisa - Corsica|F Western Tyrrhenian Sea - Corsica"},
		},
		{
			name: "money goes into armies in winter", preset: "njudge-classic", phase: "winter 1454 adjustments", purse: 12,
			units: "milan: A Como", owns: "milan: all", want: []string{"M A Como", "B "},
		},
		{
			name: "what the bank will want is not built with", preset: "njudge-classic", phase: "winter 1454 adjustments", purse: 9,
			units: "milan: A Como", owns: "milan: all", want: []string{"M A Como"}, not: []string{"B "},
			change: func(p *position.Position, _ func(string) board.ID) {
				milan, _ := p.Setting.Powers.Find("milan")
				p.Loans = append(p.Loans, position.Loan{Power: milan, Principal: 3, Interest: 1, Year: 1455, Season: machiavelli.Summer})
			},
		},
		{
			name: "who cannot pay for all gives up the one of less use", preset: "njudge-classic", phase: "winter 1454 adjustments", purse: 3,
			units: "milan: F Ionian Sea, A Milan; venice: A Cremona", owns: "milan: Milan, Pavia; venice: all", want: []string{"R F Ionian Sea", "M A Milan"},
		},
		{
			name: "a build for each city", preset: "battleline-1978-basic", phase: "winter 1454 adjustments",
			units: "milan: A Como", owns: "milan: Milan, Cremona; venice: all", want: []string{"B "},
		},
		{
			name: "too many units for the cities", preset: "battleline-1978-basic", phase: "winter 1454 adjustments",
			units: "milan: F Ionian Sea, A Milan; venice: A Cremona", owns: "venice: all", want: []string{"R F Ionian Sea"}, not: []string{"R A Milan"},
		},
	} {
		r := edition(t, c.preset, "")
		p := setUp(t, &r, c.phase, c.units, c.owns)
		milan, _ := p.Setting.Powers.Find("milan")
		p.Treasury[milan] = machiavelli.Ducats(c.purse)
		if c.change != nil {
			c.change(p, func(name string) board.ID {
				m, ok := p.Setting.Board.Find(name)
				if !ok {
					t.Fatalf("no place %q", name)
				}
				return m.ID
			})
		}
		for _, seed := range []string{"1", "2", "3", "principe"} {
			player := bot.Player(new(bot.Condottiere))
			if seed == "principe" {
				player = new(bot.Principe)
			}
			var all []string
			for _, l := range player.Decide(bot.Look(p, &r, bot.Alone(p, milan), seed), milan) {
				all = append(all, l.Text)
			}
			has := func(wanted string) bool {
				return slices.ContainsFunc(strings.Split(wanted, "|"), func(w string) bool {
					return slices.ContainsFunc(all, func(text string) bool { return strings.HasPrefix(text, w) })
				})
			}
			for _, w := range c.want {
				if !has(w) {
					t.Errorf("%s: %s: no %q, but %q", c.name, player.Name(), w, all)
				}
			}
			for _, w := range c.not {
				if has(w) {
					t.Errorf("%s: %s: %q among %q", c.name, player.Name(), w, all)
				}
			}
		}
	}
}
