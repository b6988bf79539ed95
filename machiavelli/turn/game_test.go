package turn

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// A game of these tests is a text of lines. The first is the phase. Of the
// others
//
//	Milan: A Pavia, G Cremona        are a power's units ("autonomous" for nobody's)
//	Milan owns Bologna, Ferrara      are provinces with their cities
//	Milan owns province Bologna      or city, is one of the two
//	Milan holds milan, austria       are home countries; "nobody holds naples"
//	Bologna rebels against Papacy    province and city; "Bologna province rebels …", or city
//	siege Trent                      the unit outside has begun to besiege
//	famine Milan
//	Milan lost A Bologna from Ferrara to Modena, Lucca     waits for its retreat; "city" is one of the places
//	contested Lucca
//	Papacy lets Turks through
//	raised to 17                     cities needed after a tied victory
//	Austria is out
//
// At the start every power owns its home country and its cities, and nobody
// the rest.
const homes = `
	austria: Austria, Hungary, Tyrolea, Carinthia
	florence: Arezzo, Florence, Pisa, Pistoia
	france: Swiss, Avignon, Marseilles, Provence
	milan: Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan
	naples: Bari, Naples, Messina, Palermo, Otranto, Salerno, Aquila, Capua
	papacy: Bologna, Ancona, Perugia, Rome, Patrimony, Spoleto, Urbino, Romagna
	turks: Albania, Durazzo, Tunis, Herzegovina, Bosnia
	venice: Padua, Verona, Venice, Dalmatia, Brescia, Bergamo, Vicenza, Treviso, Friuli, Istria`

type game struct {
	t     testing.TB
	pos   *position.Position
	rules rules.Set
}

// newGame reads a game. options are "name=value" words after the preset.
func newGame(t testing.TB, preset, text string) *game {
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
	g := &game{t: t, rules: r}
	if words[0] == "diplomacy" {
		g.clearBoard()
	} else {
		g.settle()
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if g.pos.Phase, err = machiavelli.ParsePhase(strings.TrimSpace(first)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(rest, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			g.read(line)
		}
	}
	numberConverted(g.pos, nil)
	return g
}

var roster = machiavelli.Roster{
	{ID: "autonomous", Name: "autonomous", Adjective: "Autonomous", Letter: '-'},
	{ID: "austria", Name: "Austria", Adjective: "Austrian", Letter: 'A'},
	{ID: "florence", Name: "Florence", Adjective: "Florentine", Letter: 'L'},
	{ID: "france", Name: "France", Adjective: "French", Letter: 'F'},
	{ID: "milan", Name: "Milan", Adjective: "Milanese", Letter: 'I'},
	{ID: "naples", Name: "Naples", Adjective: "Neapolitan", Letter: 'N'},
	{ID: "papacy", Name: "Papacy", Adjective: "Papal", Letter: 'P'},
	{ID: "turks", Name: "Turks", Adjective: "Turkish", Letter: 'T'},
	{ID: "venice", Name: "Venice", Adjective: "Venetian", Letter: 'V'},
}

// settle gives every power its home country, on the board of 1978.
func (g *game) settle() {
	g.t.Helper()
	b, err := board.Get("italy-1978", g.rules.IstriaDalmatiaLandBridge)
	if err != nil {
		g.t.Fatal(err)
	}
	g.pos = &position.Position{Setting: &position.Setting{Board: b, Powers: roster}}
	set := g.pos.Setting
	if g.rules.Garrisons {
		set.Forts = b.Fortified
	}
	if g.rules.Fortresses == rules.FortressesOn {
		set.Fortress, set.Forts = true, b.Fortified.Union(b.Fortresses)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(homes), "\n") {
		id, places, _ := strings.Cut(strings.TrimSpace(line), ": ")
		power, _ := roster.Find(id)
		c := position.Country{ID: id, Name: roster[power].Name, Native: power}
		for _, at := range g.places(places) {
			c.Provinces.Add(at.At)
		}
		g.pos.Holder[len(set.Countries)] = power
		set.Countries = append(set.Countries, c)
		g.own(power, places, true, true)
	}
}

// clearBoard is the board of Diplomacy without units and owners.
func (g *game) clearBoard() {
	g.t.Helper()
	p, err := scenario.New("diplomacy", "", &g.rules)
	if err != nil {
		g.t.Fatal(err)
	}
	p.Units = nil
	p.Province, p.City = [board.Max]machiavelli.Power{}, [board.Max]machiavelli.Power{}
	g.pos = p
}

func (g *game) fail(format string, args ...any) {
	g.t.Helper()
	g.t.Fatalf(format, args...)
}

func (g *game) power(name string) machiavelli.Power {
	g.t.Helper()
	if name == "autonomous" || name == "nobody" {
		return machiavelli.Nobody
	}
	p, ok := g.pos.Setting.Powers.Match(name)
	if !ok {
		g.fail("no power %q", name)
	}
	return p
}

func (g *game) place(name string) board.Place {
	g.t.Helper()
	name, coast, _ := strings.Cut(strings.TrimSpace(name), "/")
	m, ok := g.pos.Setting.Board.Find(name)
	if !ok {
		g.fail("no place %q", name)
	}
	pl := board.Place{At: m.ID}
	for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
		if coast == c.Code() {
			pl.Coast = c
		}
	}
	return pl
}

func (g *game) places(list string) []board.Place {
	g.t.Helper()
	var out []board.Place
	for name := range strings.SplitSeq(list, ", ") {
		out = append(out, g.place(name))
	}
	return out
}

func (g *game) unit(owner machiavelli.Power, text string) position.Unit {
	g.t.Helper()
	letter, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	u := position.Unit{Owner: owner}
	for t := machiavelli.Army; t <= machiavelli.Garrison; t++ {
		if letter == t.Letter() {
			u.Type = t
		}
	}
	for q := machiavelli.Militia; q <= machiavelli.Professional; q++ {
		if name, ok := strings.CutSuffix(rest, " "+q.String()); ok {
			u.Quality, rest = q, name
		}
	}
	pl := g.place(rest)
	u.At, u.Coast = pl.At, pl.Coast
	return u
}

func (g *game) own(power machiavelli.Power, places string, land, city bool) {
	g.t.Helper()
	for _, pl := range g.places(places) {
		if land {
			g.pos.Province[pl.At] = power
		}
		if city && g.pos.Setting.Board.Cities.Has(pl.At) {
			g.pos.City[pl.At] = power
		}
	}
}

// read takes in one line of the game's text.
func (g *game) read(line string) {
	g.t.Helper()
	p := g.pos
	if who, units, ok := strings.Cut(line, ": "); ok {
		for u := range strings.SplitSeq(units, ", ") {
			p.Units = append(p.Units, g.unit(g.power(who), u))
		}
		return
	}
	first, rest, _ := strings.Cut(line, " ")
	switch first {
	case "siege":
		p.Sieges.Add(g.place(rest).At)
		return
	case "famine":
		p.Famine.Add(g.place(rest).At)
		return
	case "contested":
		p.Contested.Add(g.place(rest).At)
		return
	case "raised":
		fmt.Sscanf(rest, "to %d", &p.RaisedTo)
		return
	}
	if where, against, ok := strings.Cut(line, " rebels against "); ok {
		g.rebel(where, g.power(against))
		return
	}
	verb, rest, _ := strings.Cut(rest, " ")
	power := g.power(first)
	switch verb {
	case "owns":
		land, isLand := strings.CutPrefix(rest, "province ")
		city, isCity := strings.CutPrefix(rest, "city ")
		switch {
		case isLand:
			g.own(power, land, true, false)
		case isCity:
			g.own(power, city, false, true)
		default:
			g.own(power, rest, true, true)
		}
	case "holds":
		for id := range strings.SplitSeq(rest, ", ") {
			p.Holder[g.country(id)] = power
		}
	case "lost":
		g.lost(power, rest)
	case "lets":
		p.Allies[power] = p.Allies[power].With(g.power(strings.TrimSuffix(rest, " through")))
	case "is":
		p.Eliminated = p.Eliminated.With(power)
	default:
		g.fail("cannot read %q", line)
	}
}

func (g *game) country(id string) int {
	g.t.Helper()
	for i, c := range g.pos.Setting.Countries {
		if c.ID == id {
			return i
		}
	}
	g.fail("no country %q", id)
	return -1
}

func (g *game) rebel(where string, against machiavelli.Power) {
	p := g.pos
	land, isLand := strings.CutSuffix(where, " province")
	city, isCity := strings.CutSuffix(land, " city")
	at := g.place(city).At
	p.RebelAgainst[at] = against
	if !isCity {
		p.RebelLand.Add(at)
	}
	if !isLand {
		p.RebelCity.Add(at)
	}
}

func (g *game) lost(power machiavelli.Power, text string) {
	g.t.Helper()
	unit, rest, _ := strings.Cut(text, " from ")
	from, to, _ := strings.Cut(rest, " to ")
	d := position.Dislodged{Unit: g.unit(power, unit), From: g.place(from).At}
	for place := range strings.SplitSeq(to, ", ") {
		if place == "city" {
			d.IntoCity = true
			continue
		}
		d.Retreats = append(d.Retreats, g.place(place))
	}
	g.pos.Dislodged = append(g.pos.Dislodged, d)
}

// lines reads the orders: a line for each power, its orders behind a colon and
// separated by semicolons.
func (g *game) lines(text string) []Line {
	g.t.Helper()
	var out []Line
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		who, orders, _ := strings.Cut(line, ": ")
		power := g.power(who)
		ctx := &order.Context{
			Board: g.pos.Setting.Board, Powers: g.pos.Setting.Powers, Power: power, Step: g.pos.Phase.Step,
			Explicit: g.rules.ConvoyRoute == rules.RouteExplicit,
		}
		for _, l := range order.Parse(orders, ctx) {
			one := Line{Power: power, Text: strings.TrimSpace(l.Text), Order: l.Order}
			if l.Err != nil {
				one.Err, one.Code = l.Err.Message, l.Err.Code
			}
			out = append(out, one)
		}
	}
	return out
}

// play processes one phase.
func (g *game) play(orders string) Result {
	g.t.Helper()
	res, err := Process(g.pos, g.lines(orders), &g.rules, dice.New([]byte("test"), g.pos.Phase.String(), nil))
	if err != nil {
		g.fail("%s: %v", g.pos.Phase, err)
	}
	return res
}

// telling writes what happened and what is the case afterwards, in lines that
// an expectation can name.
type telling struct {
	p     *position.Position
	lines []string
}

// tell lists the facts of a result.
func tell(res Result) []string {
	t := &telling{p: res.Next}
	for _, e := range res.Events {
		t.event(e)
	}
	t.position()
	return t.lines
}

func (t *telling) say(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

func (t *telling) power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "nobody"
	}
	return t.p.Setting.Powers[p].Name
}

func (t *telling) powers(set machiavelli.PowerSet) string {
	var names []string
	for p := machiavelli.Power(1); p < machiavelli.MaxPowers; p++ {
		if set.Has(p) {
			names = append(names, t.power(p))
		}
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

func (t *telling) area(at board.ID) string { return t.p.Setting.Board.Areas[at].Name }

func (t *telling) unit(u position.Unit) string {
	s := u.Type.Letter() + " " + t.p.Setting.Board.Name(u.Place())
	if u.Quality != machiavelli.Ordinary {
		s += " " + u.Quality.String()
	}
	return s
}

func (t *telling) owned(u position.Unit) string { return t.power(u.Owner) + " " + t.unit(u) }

func spaces(land, city bool) string {
	switch {
	case land && city:
		return "province and city"
	case city:
		return "city"
	}
	return "province"
}

func (t *telling) event(e event.Event) {
	switch e := e.(type) {
	case event.Ordered:
		t.say("%s %s", t.owned(e.Unit), e.Result.Verdict)
	case event.Refused:
		t.say("%s refused %q", t.power(e.Power), e.Given)
	case event.Noted:
		t.say("%s noted %q %s", t.power(e.Power), e.Given, e.Code)
	case event.UnitDislodged:
		t.say("%s dislodged by %s", t.owned(e.Dislodged.Unit), t.owned(e.By))
	case event.Removed:
		t.say("%s gone: %s", t.owned(e.Unit), e.Reason)
	case event.SiegeBegun:
		t.say("%s begins a siege", t.owned(e.By))
	case event.SiegeCompleted:
		t.say("%s completes the siege", t.owned(e.By))
	case event.SiegeLifted:
		t.say("siege of %s lifted", t.area(e.Province))
	case event.RebellionEnded:
		t.say("rebellion of %s %s %s", t.area(e.Province), spaces(e.InLand, e.InCity), e.How)
	case event.Conquest:
		t.say("%s conquers %s", t.power(e.By), t.p.Setting.Countries[e.Country].ID)
	case event.Loss:
		t.say("%s loses %s", t.power(e.By), t.p.Setting.Countries[e.Country].ID)
	case event.Elimination:
		t.say("%s eliminated", t.power(e.Power))
	case event.Victory:
		t.say("%s wins with %d", t.powers(e.Powers), e.Cities)
	case event.VictoryTied:
		t.say("%s tied with %d, raised to %d", t.powers(e.Powers), e.Cities, e.RaisedTo)
	case event.Allowance:
		t.say("%s may have %d, has %d", t.power(e.Power), e.Cities, e.Units)
	case event.Adjusted:
		t.say("%s %q %s", t.power(e.Power), e.Given, e.Verdict)
	case event.Retreated:
		t.say("%s retreat %s", t.owned(e.Unit), e.Verdict)
	case event.Attrition:
		t.say("famine kills in %s", t.area(e.Province))
	case event.Control:
		what := "province"
		if e.City {
			what = "city"
		}
		t.say("%s %s passes from %s to %s", t.area(e.Province), what, t.power(e.From), t.power(e.To))
	}
}

// position tells what is the case at the start of the next phase.
func (t *telling) position() {
	p, b := t.p, t.p.Setting.Board
	t.say("next %s", p.Phase)
	units := map[machiavelli.Power][]string{}
	for _, u := range p.Units {
		units[u.Owner] = append(units[u.Owner], t.unit(u))
	}
	for _, power := range slices.Sorted(maps.Keys(units)) {
		name := t.power(power)
		if power == machiavelli.Nobody {
			name = "autonomous"
		}
		t.say("%s: %s", name, strings.Join(units[power], ", "))
	}
	for _, d := range p.Dislodged {
		var to []string
		for _, pl := range d.Retreats {
			to = append(to, b.Name(pl))
		}
		if d.IntoCity {
			to = append(to, "city")
		}
		t.say("%s may go to %s", t.owned(d.Unit), strings.Join(to, ", "))
	}
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		t.say("province %s: %s", t.area(at), t.power(p.Province[at]))
		if b.Cities.Has(at) {
			t.say("city %s: %s", t.area(at), t.power(p.City[at]))
		}
		if land, city := p.RebelLand.Has(at), p.RebelCity.Has(at); land || city {
			t.say("%s %s rebels against %s", t.area(at), spaces(land, city), t.power(p.RebelAgainst[at]))
		}
		if p.Sieges.Has(at) {
			t.say("%s is besieged", t.area(at))
		}
		if p.Famine.Has(at) {
			t.say("famine in %s", t.area(at))
		}
	}
	for i, c := range p.Setting.Countries {
		t.say("country %s: %s", c.ID, t.power(p.Holder[i]))
	}
	t.say("out: %s", t.powers(p.Eliminated))
	t.say("won: %s", t.powers(p.Victors))
}

// expect compares facts with expectations, one a line; "never …" must not be
// the case for any line that begins so.
func expect(t *testing.T, facts []string, want string) {
	t.Helper()
	bad := false
	for line := range strings.SplitSeq(want, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if not, ok := strings.CutPrefix(line, "never "); ok {
			for _, f := range facts {
				if strings.HasPrefix(f, not) {
					t.Errorf("unexpected: %s", f)
					bad = true
				}
			}
			continue
		}
		if !slices.Contains(facts, line) {
			t.Errorf("missing: %s", line)
			bad = true
		}
	}
	if bad {
		var some []string
		for _, f := range facts {
			if !strings.HasPrefix(f, "province ") && !strings.HasPrefix(f, "city ") && !strings.HasPrefix(f, "country ") {
				some = append(some, f)
			}
		}
		t.Logf("facts:\n  %s", strings.Join(some, "\n  "))
	}
}
