package bot_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/sim"
	"podesta/machiavelli/turn"
)

// editions lists the editions with a suitable scenario and some options.
var editions = []struct{ scenario, preset, options string }{
	{"B", "njudge-classic", ""},
	{"B", "battleline-1978-basic", ""},
	{"B", "battleline-1978-advanced", ""},
	{"C1", "battleline-1978-optional", ""},
	{"balance-of-power-1995", "machiavelli-1995", ""},
	{"diplomacy", "diplomacy", ""},
	{"diplomacy", "diplomacy-garrisons", ""},
	{"dipmach", "njudge-classic", ""},
	{"A", "njudge-classic", "seasons-per-year=2 dice=off"},
	{"B", "njudge-classic", "treasury-visibility=hidden cavalry=on autonomous-field-units=on disband-orders=on plague=on storms=on unit-limit=countermix"},
}

// edition returns the rules of an edition with options.
func edition(t testing.TB, preset, options string) rules.Set {
	t.Helper()
	named := map[string]string{}
	for _, o := range strings.Fields(options) {
		name, value, _ := strings.Cut(o, "=")
		named[name] = value
	}
	r, err := rules.Make(preset, named)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// table returns a table with computer players.
func table(t testing.TB, id, preset, options string, years int, players ...string) *sim.Table {
	t.Helper()
	s, err := sim.New(sim.Config{Scenario: id, Rules: edition(t, preset, options), Years: years, Seed: 3, Players: players})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLegal plays games of all editions with a condottiere, the baseline players and random
// players. The table stops at a refused line and any other error.
func TestLegal(t *testing.T) {
	for _, e := range editions {
		t.Run(e.preset+" "+e.scenario+" "+e.options, func(t *testing.T) {
			players := table(t, e.scenario, e.preset, e.options, 2, "random", "condottiere", "random")
			if err := players.Play(1); err != nil {
				t.Error(err)
			}
			anchors := table(t, e.scenario, e.preset, e.options, 6, "dumbbot", "greedy", "random")
			for game := range uint64(3) {
				if err := anchors.Play(game); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestLegalPrincipe plays a year of some editions with principi, which need more
// time.
func TestLegalPrincipe(t *testing.T) {
	t.Parallel()
	for _, e := range []int{0, 3, 5, 9} {
		e := editions[e]
		players := table(t, e.scenario, e.preset, e.options, 1, "principe", "greedy", "dumbbot", "random")
		if err := players.Play(1); err != nil {
			t.Errorf("%s: %v", e.preset, err)
		}
	}
}

// walk plays a number of phases of a game between condottieri and calls see for
// each power's lines.
func walk(t testing.TB, id string, r *rules.Set, phases int, see func(p *position.Position, power machiavelli.Power, lines []turn.Line)) {
	t.Helper()
	walkWith(t, new(bot.Condottiere), id, r, phases, see)
}

// walkWith does the same as walk with copies of another player.
func walkWith(t testing.TB, player bot.Player, id string, r *rules.Set, phases int, see func(p *position.Position, power machiavelli.Power, lines []turn.Line)) {
	t.Helper()
	start, err := scenario.New(id, "", r)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := turn.Open(start, r, dice.New([]byte("walk"), "opening", nil))
	if err != nil {
		t.Fatal(err)
	}
	p := opened.Next
	for range phases {
		if p.Victors != 0 {
			break
		}
		var all []turn.Line
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			lines := player.Decide(bot.Look(p, r, bot.Alone(p, power), "walk"), power)
			see(p, power, lines)
			all = append(all, lines...)
		}
		res, err := turn.Process(p, all, r, dice.New([]byte("walk"), dice.Scope("walk", p.Phase.Campaign(), ""), nil))
		if err != nil {
			t.Fatal(err)
		}
		p = res.Next
	}
}

// TestOrdersParseAsText checks that every line parses as the same order, and is accepted as part of
// the set without being replaced.
func TestOrdersParseAsText(t *testing.T) {
	for _, e := range editions {
		r := edition(t, e.preset, e.options)
		check := func(p *position.Position, power machiavelli.Power, lines []turn.Line) {
			var orders []order.Order
			for _, l := range lines {
				ctx := order.Context{
					Board: p.Setting.Board, Powers: p.Setting.Powers, Power: power, Step: p.Phase.Step, Explicit: r.ConvoyRoute == rules.RouteExplicit,
				}
				o, _, err := order.ParseOne(l.Text, &ctx)
				if err != nil {
					t.Errorf("%s, %s: %q cannot be read: %v", e.preset, p.Phase, l.Text, err)
				}
				orders = append(orders, o)
			}
			for i, d := range legal.CheckSet(p, &r, power, orders) {
				if d.Problem != nil || d.Replaced {
					t.Errorf("%s, %s: %q: %+v, replaced: %t", e.preset, p.Phase, lines[i].Text, d.Problem, d.Replaced)
				}
			}
			if owed := turn.Owes(p, &r, power, lines); !owed.None() {
				t.Errorf("%s, %s: %s still owes %+v", e.preset, p.Phase, p.Setting.Powers[power].ID, owed)
			}
		}
		walk(t, e.scenario, &r, 5, check)
		walkWith(t, new(bot.DumbBot), e.scenario, &r, 30, check)
		walkWith(t, new(bot.Greedy), e.scenario, &r, 30, check)
	}
}

// TestEqualDecisions checks that a decision depends only on the view, not on
// earlier decisions, and that the position is unchanged.
func TestEqualDecisions(t *testing.T) {
	r := edition(t, "njudge-classic", "")
	used := players(t)
	walk(t, "B", &r, 6, func(p *position.Position, power machiavelli.Power, _ []turn.Line) {
		if power%4 != 1 {
			return
		}
		fresh := players(t)
		for i, name := range bot.Names() {
			before := p.Clone()
			a := used[i].Decide(bot.Look(p, &r, bot.Alone(p, power), "equal"), power)
			b := fresh[i].Decide(bot.Look(p, &r, bot.Alone(p, power), "equal"), power)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s, %s, %s decides\n%v\nthen\n%v", name, p.Phase, p.Setting.Powers[power].ID, a, b)
			}
			if !reflect.DeepEqual(before, p) {
				t.Errorf("%s changed the position", name)
			}
		}
	})
}

// players returns a player of each kind, in the order of bot.Names.
func players(t *testing.T) []bot.Player {
	t.Helper()
	var out []bot.Player
	for _, name := range bot.Names() {
		p, err := bot.New(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// TestSecrets changes everything that a power cannot know. Its decision must
// stay the same.
func TestSecrets(t *testing.T) {
	for _, visibility := range []string{"open", "hidden"} {
		r := edition(t, "njudge-classic", "treasury-visibility="+visibility)
		all := players(t)
		walk(t, "B", &r, 4, func(p *position.Position, power machiavelli.Power, _ []turn.Line) {
			if power%4 != 0 {
				return
			}
			q := p.Clone()
			for x := machiavelli.Power(1); int(x) < len(q.Setting.Powers); x++ {
				if x == power {
					continue
				}
				clear(q.Chits[x][:])
				if visibility == "hidden" {
					q.Treasury[x] += 40
					q.Loans = append(q.Loans, position.Loan{Power: x, Principal: 9, Interest: 2, Season: machiavelli.Spring, Year: q.Phase.Year + 1})
				}
			}
			for i, name := range bot.Names() {
				a := all[i].Decide(bot.Look(p, &r, bot.Alone(p, power), "s"), power)
				b := all[i].Decide(bot.Look(q, &r, bot.Alone(q, power), "s"), power)
				if !reflect.DeepEqual(a, b) {
					t.Errorf("%s, %s, %s treasuries: %s decides\n%v\nand with other secrets of others\n%v", name, p.Phase, visibility, p.Setting.Powers[power].ID, a, b)
				}
			}
		})
	}
}

// TestBeatsRandom checks that one condottiere among random players nearly
// always has the most cities, whichever power it plays.
func TestBeatsRandom(t *testing.T) {
	for _, preset := range []string{"battleline-1978-basic", "njudge-classic"} {
		players := table(t, "B", preset, "", 3, "condottiere", "random", "random", "random", "random", "random", "random", "random")
		for game := range uint64(8) {
			if err := players.Play(game); err != nil {
				t.Error(err)
			}
		}
		if best := players.Tally().Records[0]; best.Player != "hard" || best.Seats != 8 || best.Most < 7 {
			t.Errorf("%s: %+v", preset, best)
		}
	}
}

// TestVotes checks the votes of the bots Milan and Naples when some players are
// in favour.
func TestVotes(t *testing.T) {
	r := edition(t, "njudge-classic", "")
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	powers := func(ids string) (set machiavelli.PowerSet) {
		for _, id := range strings.Fields(ids) {
			x, ok := p.Setting.Powers.Find(id)
			if !ok {
				t.Fatalf("no power %s", id)
			}
			set = set.With(x)
		}
		return set
	}
	const all = "austria florence france milan naples papacy turks venice"
	milan, _ := p.Setting.Powers.Find("milan")
	venice, _ := p.Setting.Powers.Find("venice")
	for _, c := range []struct {
		name            string
		proposal        turn.Proposal
		inFavour, bots  string
		want            bool
		leftByOneBefore string
	}{
		{"a draw that all people want", turn.Proposal{Draw: true}, "austria florence france papacy turks venice", "milan naples", true, ""},
		{"a draw that one does not want", turn.Proposal{Draw: true}, "austria florence france papacy turks", "milan naples", false, ""},
		{"a draw among bots", turn.Proposal{Draw: true}, "milan naples", all, false, ""},
		{"a draw that nobody wants", turn.Proposal{Draw: true}, "", "milan naples", false, ""},
		{"a draw, one of the people being out", turn.Proposal{Draw: true}, "austria florence france papacy turks", "milan naples", true, "venice"},
		{"a concession that all people want", turn.Proposal{To: venice}, "austria florence france papacy turks venice", "milan naples", false, ""},
	} {
		q := p.Clone()
		q.Eliminated = powers(c.leftByOneBefore)
		v := bot.Look(q, &r, bot.Alone(q, milan), "")
		if got := v.Votes(bot.Ballot{Proposal: c.proposal, InFavour: powers(c.inFavour), Bots: powers(c.bots)}); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// TestPlayersByName checks that New creates every listed player, that each has a description, and
// that New refuses unknown names.
func TestPlayersByName(t *testing.T) {
	for _, name := range bot.Names() {
		if p, err := bot.New(strings.ToUpper(name)); err != nil || p.Name() != name || bot.Doc(name) == "" {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	_, err := bot.New("esy")
	if want := `there is no computer player "esy": there are principe, hard, even, easy, random, dumbbot, greedy; did you mean easy?`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestLevels checks that people are offered no player that exists only for
// measurements.
func TestLevels(t *testing.T) {
	if got, want := bot.Levels(), []string{"principe", "hard", "even", "easy", "random"}; !slices.Equal(got, want) {
		t.Errorf("the levels are %q, not %q", got, want)
	}
	if name, err := bot.Level("Condottiere"); err != nil || name != "hard" {
		t.Errorf("condottiere is the level %q, %v", name, err)
	}
	_, err := bot.Level("dumbbot")
	if want := `there is no computer player "dumbbot": there are principe, hard, even, easy, random`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if bot.Weaker("dumbbot", "hard") || bot.Weaker("random", "greedy") || !bot.Weaker("easy", "even") {
		t.Error("only levels are weaker or stronger")
	}
}

// TestOthersTurn checks that there are no lines for a power that is not on the
// view's side, eliminated or not in the game.
func TestOthersTurn(t *testing.T) {
	r := edition(t, "njudge-classic", "")
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	out := p.Clone()
	out.Eliminated = out.Eliminated.With(1)
	for _, name := range bot.Names() {
		player, err := bot.New(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, lines := range [][]turn.Line{
			player.Decide(bot.Look(p, &r, bot.Alone(p, 1), ""), 2),
			player.Decide(bot.Look(out, &r, bot.Alone(p, 1), ""), 1),
			player.Decide(bot.Look(p, &r, bot.Alone(p, 1), ""), machiavelli.Nobody),
			player.Decide(bot.Look(p, &r, bot.Alone(p, 1), ""), 99),
		} {
			if len(lines) > 0 {
				t.Errorf("%s: %v", name, lines)
			}
		}
	}
}

// BenchmarkDecide measures one decision of each player in a campaign of the third
// year: in a game with money and eight powers, and in Diplomacy.
func BenchmarkDecide(b *testing.B) {
	for _, c := range []struct{ scenario, preset string }{{"B", "njudge-classic"}, {"diplomacy", "diplomacy"}} {
		r := edition(b, c.preset, "")
		var p *position.Position
		walk(b, c.scenario, &r, 16, func(q *position.Position, _ machiavelli.Power, _ []turn.Line) {
			if q.Phase.Step == machiavelli.Orders {
				p = q
			}
		})
		for _, name := range bot.Names() {
			b.Run(c.preset+"/"+name, func(b *testing.B) {
				player, err := bot.New(name)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for n := range b.N {
					power := machiavelli.Power(1 + n%(len(p.Setting.Powers)-1))
					player.Decide(bot.Look(p, &r, bot.Alone(p, power), "bench"), power)
				}
			})
		}
	}
}

// TestSeats plays a variant in which a seat has two powers that win together.
func TestSeats(t *testing.T) {
	players, err := sim.New(sim.Config{
		Scenario: "A", Variant: "A-3", Rules: edition(t, "njudge-classic", ""), Years: 2, Seed: 3, Players: []string{"condottiere", "random"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for game := range uint64(2) {
		if err := players.Play(game); err != nil {
			t.Error(err)
		}
	}
}
