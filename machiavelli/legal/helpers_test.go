package legal_test

import (
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// game is a position with its rules, for tests.
type game struct {
	t testing.TB
	p *position.Position
	r *rules.Set
}

// setUp returns a game of a scenario with a preset and options ("name=value").
// The scene replaces the units; its lines are
//
//	I A mil                 a unit of the power with that letter, or "-" for an autonomous one
//	I A mil elite           a professional one; also militia and mercenary
//	I F pro/sc dislodged pia avi city   a dislodged unit with its retreats
//	siege bol               a siege that began last campaign
//	rebels bol city P       rebellion (province, city or both) against a power
//	famine bol
//	owns I mil pav          province and city; "province I mil", "city I mil"
//	phase winter 1454 adjustments
//	treasury I 20           the treasury, in a game with money
//	loan I 10 2             a loan of ten ducats with two ducats of interest
//	due I 10 2              a loan that is due in this campaign
//	chits I V P             all chits of a power, by their victims
//	bankrupt I              a power that gets no credit
//	out I                   an eliminated power
//	taxed bol, taxedbefore bol
//	opening                 the winter before the first spring
//	offboard mil pav        areas out of play
//
// An empty scene leaves the scenario's own units.
func setUp(t testing.TB, id, preset, scene string) *game {
	t.Helper()
	words := strings.Fields(preset)
	options := map[string]string{}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		options[name] = value
	}
	r, err := rules.Make(words[0], options)
	if err != nil {
		t.Fatal(err)
	}
	return setUpBy(t, id, &r, scene)
}

// setUpBy does the same as setUp with an existing set of rules.
func setUpBy(t testing.TB, id string, r *rules.Set, scene string) *game {
	t.Helper()
	p, err := scenario.New(id, "", r)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, p: p, r: r}
	if strings.TrimSpace(scene) != "" {
		p.Units = nil
	}
	for line := range strings.Lines(scene) {
		if words := strings.Fields(line); len(words) > 0 {
			g.line(words)
		}
	}
	return g
}

func (g *game) line(words []string) {
	g.t.Helper()
	p := g.p
	switch words[0] {
	case "siege":
		for _, w := range words[1:] {
			p.Sieges.Add(g.at(w))
		}
	case "famine":
		for _, w := range words[1:] {
			p.Famine.Add(g.at(w))
		}
	case "rebels":
		at := g.at(words[1])
		if words[2] != "city" {
			p.RebelLand.Add(at)
		}
		if words[2] != "province" {
			p.RebelCity.Add(at)
		}
		p.RebelAgainst[at] = g.power(words[3])
	case "treasury", "loan", "due", "chits", "bankrupt", "out", "taxed", "taxedbefore":
		g.money(words)
	case "offboard":
		for _, w := range words[1:] {
			p.Setting.OffBoard.Add(g.at(w))
		}
	case "opening":
		p.Opening = true
	case "owns", "province", "city":
		for _, w := range words[2:] {
			if words[0] != "city" {
				p.Province[g.at(w)] = g.power(words[1])
			}
			if words[0] != "province" {
				p.City[g.at(w)] = g.power(words[1])
			}
		}
	case "phase":
		phase, err := machiavelli.ParsePhase(strings.Join(words[1:], " "))
		if err != nil {
			g.t.Fatal(err)
		}
		p.Phase = phase
	default:
		g.unit(words)
	}
}

// money parses a line about money or the optional rules.
func (g *game) money(words []string) {
	g.t.Helper()
	p := g.p
	sum := func(i int) machiavelli.Ducats {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			g.t.Fatal(err)
		}
		return machiavelli.Ducats(n)
	}
	switch words[0] {
	case "treasury":
		p.Treasury[g.power(words[1])] = sum(2)
	case "loan", "due":
		l := position.Loan{Power: g.power(words[1]), Principal: sum(2), Interest: sum(3), Season: p.Phase.Season, Year: p.Phase.Year}
		if words[0] == "loan" {
			l.Year++
		}
		p.Loans = append(p.Loans, l)
	case "chits":
		p.Chits[g.power(words[1])] = [machiavelli.MaxPowers]uint8{}
		for _, w := range words[2:] {
			p.Chits[g.power(words[1])][g.power(w)]++
		}
	case "bankrupt":
		p.Bankrupt = p.Bankrupt.With(g.power(words[1]))
	case "out":
		p.Eliminated = p.Eliminated.With(g.power(words[1]))
	case "taxed":
		p.Taxed.Add(g.at(words[1]))
	case "taxedbefore":
		p.TaxedBefore.Add(g.at(words[1]))
	}
}

// unit parses a line that places a unit.
func (g *game) unit(words []string) {
	g.t.Helper()
	c := g.context(machiavelli.Nobody)
	named, quality, bad := order.ParseUnit(words[1]+" "+words[2], c)
	if bad != nil {
		g.t.Fatalf("%v: %v", words, bad)
	}
	u := position.Unit{Owner: g.power(words[0]), Type: named.Type, Quality: quality, At: named.At, Coast: named.Coast}
	u.Serial = 1
	for i := range g.p.Units {
		if v := &g.p.Units[i]; v.Owner == u.Owner && v.Type == u.Type {
			u.Serial++
		}
	}
	if len(words) == 3 {
		g.p.Units = append(g.p.Units, u)
		return
	}
	if words[3] != "dislodged" {
		u.Quality = qualities[words[3]]
		g.p.Units = append(g.p.Units, u)
		return
	}
	d := position.Dislodged{Unit: u}
	for _, w := range words[4:] {
		if w == "city" {
			d.IntoCity = true
			continue
		}
		to, _, bad := order.ParseUnit(words[1]+" "+w, c)
		if bad != nil {
			g.t.Fatal(bad)
		}
		d.Retreats = append(d.Retreats, to.Place())
	}
	g.p.Dislodged = append(g.p.Dislodged, d)
}

// qualities are the words for special units in a scene.
var qualities = map[string]machiavelli.Quality{
	"elite": machiavelli.Professional, "militia": machiavelli.Militia, "mercenary": machiavelli.Mercenary,
}

func (g *game) at(name string) board.ID {
	g.t.Helper()
	m, ok := g.p.Setting.Board.Find(name)
	if !ok {
		g.t.Fatalf("no area %q", name)
	}
	return m.ID
}

func (g *game) power(letter string) machiavelli.Power {
	g.t.Helper()
	if letter == "-" {
		return machiavelli.Nobody
	}
	x, ok := g.p.Setting.Powers.ByLetter(letter[0])
	if !ok {
		g.t.Fatalf("no power %q", letter)
	}
	return x
}

func (g *game) context(power machiavelli.Power) *order.Context {
	return &order.Context{
		Board: g.p.Setting.Board, Powers: g.p.Setting.Powers, Power: power,
		Step: g.p.Phase.Step, Explicit: g.r.ConvoyRoute == rules.RouteExplicit,
	}
}

func (g *game) text(o order.Order) string { return g.context(0).Format(o) }

// parse reads one order of a power.
func (g *game) parse(power machiavelli.Power, text string) order.Order {
	g.t.Helper()
	o, _, bad := order.ParseOne(text, g.context(power))
	if bad != nil {
		g.t.Fatalf("%q: %v", text, bad)
	}
	return o
}

// verdict returns the result of Check in the form of a table row. This is the
// canonical text with the codes of its notes, or the code and the message of a
// problem.
func (g *game) verdict(power machiavelli.Power, o order.Order) string {
	bound, _, notes, problem := legal.Check(g.p, g.r, power, o)
	if problem != nil {
		return problem.Code + " " + problem.Message.String()
	}
	s := g.text(bound)
	for _, n := range notes {
		s += " [" + n.Code + "]"
	}
	return s
}

// table tests rows of the form "I: order => verdict"; a row may contain only
// the beginning of a refusal.
func (g *game) table(rows string) {
	g.t.Helper()
	for row := range strings.Lines(rows) {
		row = strings.TrimSpace(row)
		if row == "" {
			continue
		}
		in, want, ok := strings.Cut(row, " => ")
		letter, text, ok2 := strings.Cut(in, ": ")
		if !ok || !ok2 {
			g.t.Fatalf("bad row %q", row)
		}
		power := g.power(letter)
		got := g.verdict(power, g.parse(power, text))
		if got != want && !(want[0] == 'E' && strings.HasPrefix(got, want)) {
			g.t.Errorf("%s\n  got  %s\n  want %s", in, got, want)
		}
	}
}
