package turn

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// A game of these tests is a text. Its first line is the phase; other lines are
// of these forms:
//
//	Milan: A Pavia, G Cremona        a power's units; "autonomous" for those of nobody
//	Milan owns Bologna, Ferrara      provinces with their cities
//	Milan owns province Bologna      only the province; "Milan owns city Bologna"
//	Milan holds milan, austria       home countries; "nobody holds naples"
//	Bologna rebels against Papacy    province and city; "Bologna province rebels …", or city
//	siege Trent                      the unit outside has begun to besiege
//	famine Milan
//	Milan lost A Bologna from Ferrara to Modena, Lucca  waits for its retreat; a place may be "city"
//	contested Lucca
//	Papacy lets Turks through
//	raised to 17                     cities needed after a tied victory
//	Austria is out
//	Milan has 20 ducats
//	Milan has chits against Papacy, Papacy, Venice
//	Milan owes 10 + 2 in summer 1454   principal and interest
//	Milan is bankrupt
//	roll assassination milan 1 = 3     a die by its name, for all phases
//	die venice 2                       dice of variable income of a country or city
//	plague Milan                       the plague stays there
//	off board Bologna                  provinces out of play
//	seat Venice, Florence              the powers of one player
//	taxed Milan                        by force, this year; "scorched Milan": famine by money
//
// At the start every power owns its home country with its cities, and nobody
// owns the rest.
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
	rolls map[string]int
}

// newGame parses a game. In the parameter preset, "name=value" options may
// follow the preset's name.
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

// settle assigns every power its home country, on the board of 1978.
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
	if g.rules.VeniceModel == rules.VeniceSeaWithCity {
		set.SeaCity = b.Venice
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

// clearBoard sets up the Diplomacy board without units or owners.
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
	for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
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

// read parses one line of the game's text.
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
	case "seat":
		var seat []machiavelli.Power
		for name := range strings.SplitSeq(rest, ", ") {
			seat = append(seat, g.power(name))
		}
		p.Setting.Seats = append(p.Setting.Seats, seat)
		if g.rules.SeveralPowers == rules.OnePower {
			p.Setting.Unite()
		}
		return
	case "siege":
		p.Sieges.Add(g.place(rest).At)
		return
	case "famine":
		p.Famine.Add(g.place(rest).At)
		return
	case "contested":
		p.Contested.Add(g.place(rest).At)
		return
	case "off":
		for _, pl := range g.places(strings.TrimPrefix(rest, "board ")) {
			p.Setting.OffBoard.Add(pl.At)
		}
		return
	case "raised":
		if _, err := fmt.Sscanf(rest, "to %d", &p.RaisedTo); err != nil {
			g.t.Fatal(err)
		}
		return
	case "die":
		g.die(rest)
		return
	case "plague":
		p.Plague.Add(g.place(rest).At)
		return
	case "taxed":
		p.Taxed.Add(g.place(rest).At)
		return
	case "scorched":
		p.Famine.Add(g.place(rest).At)
		p.Scorched.Add(g.place(rest).At)
		return
	case "roll":
		name, value, _ := strings.Cut(rest, " = ")
		n, err := strconv.Atoi(value)
		if err != nil {
			g.fail("cannot read %q", line)
		}
		if g.rolls == nil {
			g.rolls = map[string]int{}
		}
		g.rolls[name] = n
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
	case "has":
		g.has(power, rest)
	case "owes":
		l := position.Loan{Power: power}
		sum, due, _ := strings.Cut(rest, " in ")
		ph, err := machiavelli.ParsePhase(due + " orders")
		if _, bad := fmt.Sscanf(sum, "%d + %d", &l.Principal, &l.Interest); bad != nil || err != nil {
			g.fail("cannot read %q", line)
		}
		l.Season, l.Year = ph.Season, ph.Year
		p.Loans = append(p.Loans, l)
	case "is":
		if rest == "bankrupt" {
			p.Bankrupt = p.Bankrupt.With(power)
			break
		}
		p.Eliminated = p.Eliminated.With(power)
	default:
		g.fail("cannot read %q", line)
	}
}

// has parses a power's money or chits.
func (g *game) has(power machiavelli.Power, what string) {
	g.t.Helper()
	if rivals, ok := strings.CutPrefix(what, "chits against "); ok {
		for name := range strings.SplitSeq(rivals, ", ") {
			g.pos.Chits[power][g.power(name)]++
		}
		return
	}
	if _, err := fmt.Sscanf(what, "%d ducats", &g.pos.Treasury[power]); err != nil {
		g.fail("cannot read %q", what)
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

// lines parses orders. Each power has a line on which its orders follow a
// colon, separated by semicolons.
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

// play resolves one phase.
func (g *game) play(orders string) Result {
	g.t.Helper()
	res, err := Process(g.pos, g.lines(orders), &g.rules, dice.New([]byte("test"), g.pos.Phase.String(), g.rolls))
	if err != nil {
		g.fail("%s: %v", g.pos.Phase, err)
	}
	return res
}
