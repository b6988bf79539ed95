// Package interchange is the engine's JSON interface for other programs. It
// reads one case and writes one result. A case is a position, the rules and the
// orders; its result is the outcome of every order and the position after the
// phase. The package reads and writes that form; package turn adjudicates.
package interchange

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// maxRoll is the maximum value of a roll that a case names.
const maxRoll = 1000

// theCase is one case, parsed and ready to be adjudicated.
type theCase struct {
	rules    *rules.Set
	phase    string // as given, or the first phase of the scenario
	position *position.Position
	lines    []turn.Line
	notes    []event.Event // remarks on the lines
	dice     *dice.Dice
	opening  map[string]int // rolls of the opening, if the case begins with it
	explain  bool
	legal    bool // whether the result lists the legal orders
}

// ground holds what cases with the same scenario and rules share. If the powers of a player count
// as one, start assigns everything to the first of them, and in apart each power keeps its own
// property. A case may use either form.
type ground struct {
	rules        *rules.Set
	start, apart *position.Position
}

// groundKey identifies a ground; seats and rules are the JSON texts of the
// members.
type groundKey struct{ scenario, variant, seats, rules string }

// The limits of the cache of grounds concern their number, and the length of the text of their
// rules in bytes.
const (
	maxGrounds   = 64
	maxRulesKept = 8 << 10
)

// Adjudicator adjudicates cases one after the other and caches what they share. It is not safe
// for concurrent use.
type Adjudicator struct {
	grounds map[groundKey]*ground
}

// New returns an Adjudicator.
func New() *Adjudicator { return &Adjudicator{grounds: map[groundKey]*ground{}} }

// caseMembers lists the names of a case's members.
var caseMembers = []string{"id", "scenario", "variant", "seats", "rules", "phase", "position", "orders", "dice", "explain", "legal"}

// rawCase holds the texts of a case's members.
type rawCase struct {
	id, scenario, variant, seats, rules, phase, position, orders, dice, explain, legal string
}

// split finds the members of a case without parsing their values.
func split(data string) (raw rawCase, err error) {
	c := cursor{s: data}
	if c.peek() != '{' && !json.Valid([]byte(data)) {
		c.syntax()
	}
	if c.isNull() {
		c.fail("a case is an object")
	}
	for name := range c.members() {
		switch name {
		case "id":
			raw.id = c.raw()
		case "scenario":
			raw.scenario = c.raw()
		case "variant":
			raw.variant = c.raw()
		case "seats":
			raw.seats = c.raw()
		case "rules":
			raw.rules = c.raw()
		case "phase":
			raw.phase = c.raw()
		case "position":
			raw.position = c.raw()
		case "orders":
			raw.orders = c.raw()
		case "dice":
			raw.dice = c.raw()
		case "explain":
			raw.explain = c.raw()
		case "legal":
			raw.legal = c.raw()
		default:
			c.unknown(name, caseMembers...)
		}
	}
	c.end()
	return raw, c.err
}

// at returns a cursor on the text of one member.
func at(name, text string) cursor { return cursor{s: text, path: []string{name}} }

// optionalText reads a string member. It returns "" if the member is missing.
func optionalText(name, text string) (string, error) {
	if text == "" || text == "null" {
		return "", nil
	}
	c := at(name, text)
	s := c.text()
	c.end()
	return s, c.err
}

// optionalTruth reads a boolean member. It returns false if the member is
// missing.
func optionalTruth(name, text string) (bool, error) {
	if text == "" || text == "null" {
		return false, nil
	}
	c := at(name, text)
	v := c.truth()
	c.end()
	return v, c.err
}

// readID returns the id as JSON: the string or number given, or the number of
// the case.
func readID(text string, number int) ([]byte, error) {
	switch {
	case text == "" || text == "null":
		return defaultID(number), nil
	case !json.Valid([]byte(text)):
		return defaultID(number), fmt.Errorf("id: %w", errSyntax)
	case text[0] != '"' && text[0] != '-' && (text[0] < '0' || text[0] > '9'):
		return defaultID(number), fmt.Errorf("id: expected a text")
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	return []byte(text), nil
}

// read parses a case from its members.
func (a *Adjudicator) read(raw *rawCase) (*theCase, error) {
	g, err := a.ground(raw)
	if err != nil {
		return nil, err
	}
	start := g.start
	c, has, err := g.read(raw, start)
	if err == nil && g.apart != nil && splitUp(c.position) {
		start = g.apart
		c, has, err = g.read(raw, start)
	}
	if err != nil {
		return nil, err
	}
	seed, rolls, err := readDice(raw.dice)
	if err != nil {
		return nil, err
	}
	if err := c.open(start, has, seed, rolls, raw.phase == "" || raw.phase == "null"); err != nil {
		return nil, err
	}
	c.dice = dice.New(seed, dice.Scope("", c.position.Phase.Campaign(), ""), rolls)
	if err := c.readOrders(raw.orders); err != nil {
		return nil, err
	}
	if c.explain, err = optionalTruth("explain", raw.explain); err != nil {
		return nil, err
	}
	c.legal, err = optionalTruth("legal", raw.legal)
	return c, err
}

// read reads the phase and the position of a case. What the case leaves out is taken from the
// position from.
func (g *ground) read(raw *rawCase, from *position.Position) (c *theCase, has given, err error) {
	c = &theCase{rules: g.rules}
	start := *from
	if c.phase, err = optionalText("phase", raw.phase); err != nil {
		return nil, has, err
	}
	if c.phase == "" {
		c.phase = start.Phase.String()
	} else if start.Phase, err = machiavelli.ParsePhase(c.phase); err != nil {
		return nil, has, err
	}
	c.position = start.Clone()
	d := decoder{cursor: at("position", raw.position), p: c.position, r: g.rules}
	if raw.position != "" {
		if d.position(); d.err == nil {
			d.end()
		}
	}
	return c, d.has, d.err
}

// splitUp reports whether anything belongs to a power that was joined with another power of the
// same player.
func splitUp(p *position.Position) bool {
	var has machiavelli.PowerSet
	for i := range p.Units {
		has = has.With(p.Units[i].Owner)
	}
	for i := range p.Dislodged {
		has = has.With(p.Dislodged[i].Unit.Owner)
	}
	for at := range p.Province {
		has = has.With(p.Province[at]).With(p.City[at]).With(p.RebelAgainst[at])
	}
	for _, holder := range p.Holder {
		has = has.With(holder)
	}
	for _, l := range p.Loans {
		has = has.With(l.Power)
	}
	for x := range p.Chits {
		if p.Treasury[x] > 0 || p.Chits[x] != [machiavelli.MaxPowers]uint8{} {
			has = has.With(machiavelli.Power(x))
		}
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if has.Has(x) && p.Setting.Plays(x) != x {
			return true
		}
	}
	return false
}

// ground returns the scenario's start under the case's rules, from the cache if
// possible.
func (a *Adjudicator) ground(raw *rawCase) (*ground, error) {
	key := groundKey{raw.scenario, raw.variant, raw.seats, raw.rules}
	if g := a.grounds[key]; g != nil {
		return g, nil
	}
	id, err := optionalText("scenario", raw.scenario)
	if err != nil {
		return nil, err
	}
	if id == "" {
		return nil, fmt.Errorf("a case needs the member scenario")
	}
	variant, err := optionalText("variant", raw.variant)
	if err != nil {
		return nil, err
	}
	r, err := readRules(raw.rules, id)
	if err != nil {
		return nil, err
	}
	g := &ground{rules: &r}
	if g.start, err = startOf(raw, id, variant, &r); err != nil {
		return nil, err
	}
	if g.start.Setting.First != [machiavelli.MaxPowers]machiavelli.Power{} {
		separate := r
		separate.SeveralPowers = rules.SeparatePowers
		if g.apart, err = startOf(raw, id, variant, &separate); err != nil {
			return nil, err
		}
		g.apart.Setting.Unite()
	}
	if len(key.rules)+len(key.seats) > maxRulesKept {
		return g, nil
	}
	if len(a.grounds) >= maxGrounds {
		clear(a.grounds)
	}
	key = groundKey{strings.Clone(key.scenario), strings.Clone(key.variant), strings.Clone(key.seats), strings.Clone(key.rules)}
	a.grounds[key] = g
	return g, nil
}

// startOf returns the start position of a case's scenario and variant, with the players that the
// case names.
func startOf(raw *rawCase, id, variant string, r *rules.Set) (*position.Position, error) {
	start, err := scenario.New(id, variant, r)
	if err != nil || raw.seats == "" || raw.seats == "null" {
		return start, err
	}
	return start, chooseSeats(raw.seats, start, r)
}

// chooseSeats reads which powers each player has, and seats the players in the
// start position.
func chooseSeats(text string, start *position.Position, r *rules.Set) error {
	var chosen [][]string
	c := at("seats", text)
	for range c.elements() {
		seat := []string{}
		for range c.elements() {
			power := c.text()
			if _, err := readPower(start.Setting, power, false); err != nil {
				c.fail("%w", err)
			}
			seat = append(seat, power)
		}
		chosen = append(chosen, seat)
	}
	c.end()
	if c.err != nil {
		return c.err
	}
	if err := Seat(start, chosen, r); err != nil {
		return fmt.Errorf("seats: %w", err)
	}
	return nil
}

// readRules reads preset and options. The Diplomacy scenario has its own
// default preset.
func readRules(text, scenarioID string) (rules.Set, error) {
	preset, options := "", map[string]string{}
	c := at("rules", text)
	if text != "" {
		for name := range c.members() {
			switch name {
			case "preset":
				if !c.isNull() {
					preset = c.text()
				}
			case "options":
				for option := range c.members() {
					options[option] = c.option()
				}
			default:
				c.unknown(name, "preset", "options")
			}
		}
		c.end()
	}
	if c.err != nil {
		return rules.Set{}, c.err
	}
	if preset == "" {
		preset = rules.DefaultPreset
		if strings.EqualFold(scenarioID, "diplomacy") {
			preset = "diplomacy"
		}
	}
	r, err := rules.Make(preset, options)
	if err == nil && named(options, "dice") && !r.DiceOn {
		r, err = keepUndiced(preset, options)
	}
	if err != nil {
		return r, fmt.Errorf("rules: %w", err)
	}
	return r, nil
}

// keepUndiced returns the rules for a case without dice. In a case each option is independent, so
// the bank and the assassins of the preset remain unless the case changes them. When players
// switch the dice off, both are switched off as well (LOAN-12).
func keepUndiced(preset string, options map[string]string) (rules.Set, error) {
	of, err := rules.Make(preset, nil)
	if err != nil {
		return of, err
	}
	options = maps.Clone(options)
	for _, name := range []string{"bank-loans", "assassinations"} {
		if !named(options, name) {
			options[name] = of.Value(name)
		}
	}
	return rules.Make(preset, options)
}

// named reports whether the options contain that name in any spelling.
func named(options map[string]string, name string) bool {
	for key := range options {
		if o, ok := rules.Find(key); ok && o.Name == name {
			return true
		}
	}
	return false
}

// option reads the value of an option, which is a string, a boolean or a
// number.
func (c *cursor) option() string {
	switch b := c.peek(); {
	case b == 't' || b == 'f':
		return fmt.Sprint(c.truth())
	case b == '-' || b >= '0' && b <= '9':
		return fmt.Sprint(c.whole(-maxDucats, maxDucats))
	}
	return c.text()
}

// readOrders parses each power's lines with the order language. Lines that
// cannot be parsed become refused lines, not an error of the case.
func (c *theCase) readOrders(text string) error {
	if text == "" {
		return nil
	}
	p := c.position
	ctx := order.Context{
		Board: p.Setting.Board, Powers: p.Setting.Powers, Step: p.Phase.Step,
		Explicit: c.rules.ConvoyRoute == rules.RouteExplicit,
	}
	x := at("orders", text)
	for id := range x.members() {
		power, err := readPower(p.Setting, id, true)
		if err != nil {
			x.fail("%w", err)
		}
		power = p.Setting.Plays(power)
		ctx.Power = power
		var given []givenLine
		for i := range x.elements() {
			for _, l := range order.Parse(x.text(), &ctx) {
				given = append(given, givenLine{l, i})
			}
		}
		c.give(power, given)
	}
	x.end()
	return x.err
}

// givenLine is an order given by a power, and the index of the text in the
// power's list that contains it.
type givenLine struct {
	order.Line
	text int
}

// give adds the orders of a power. An order without a unit type of its own does not count if
// another order on the same line is refused. An order for all other units to hold becomes one
// order for each of them.
func (c *theCase) give(power machiavelli.Power, given []givenLine) {
	p := c.position
	type place struct{ text, line int }
	bad, count := map[place]bool{}, map[place]int{}
	for _, l := range given {
		count[place{l.text, l.Line.Line}]++
	}
	var orders []order.Order
	for _, l := range given {
		switch {
		case l.Rest:
		case l.Err != nil:
			bad[place{l.text, l.Line.Line}] = true
		default:
			orders = append(orders, l.Order)
			if count[place{l.text, l.Line.Line}] == 1 {
				continue
			}
			if _, _, _, problem := legal.Check(p, c.rules, power, l.Order); problem != nil {
				bad[place{l.text, l.Line.Line}] = true
			}
		}
	}
	for _, l := range given {
		if l.Rest {
			for _, o := range legal.Rest(p, c.rules, power, l.Order.Unit.Type, orders) {
				c.lines = append(c.lines, turn.Line{Power: power, Text: l.Text, Order: o})
			}
			continue
		}
		if l.Err == nil && l.Bare && bad[place{l.text, l.Line.Line}] {
			if _, _, _, problem := legal.Check(p, c.rules, power, l.Order); problem == nil {
				l.Order, l.Notes, l.Err = order.Order{}, nil, order.NotAlone(&l.Line)
			}
		}
		line := turn.Line{Power: power, Text: l.Text, Order: l.Order}
		if l.Err != nil {
			line.Err, line.Code = ParseError(l.Err), l.Err.Code
		}
		for _, n := range l.Notes {
			c.notes = append(c.notes, event.Noted{Power: power, Given: l.Text, Note: n.Message, Code: n.Code})
		}
		c.lines = append(c.lines, line)
	}
}

// readDice reads the seed in hexadecimal and the named rolls. Without a seed it
// returns nil.
func readDice(text string) (seed []byte, rolls map[string]int, err error) {
	x := at("dice", text)
	if text == "" {
		return nil, nil, nil
	}
	for name := range x.members() {
		switch name {
		case "seed":
			if x.isNull() {
				continue
			}
			if seed, err = hex.DecodeString(x.text()); err != nil {
				x.fail("expected hexadecimal digits, two for each byte")
			}
		case "rolls":
			for roll := range x.members() {
				if rolls == nil {
					rolls = map[string]int{}
				}
				rolls[strings.Clone(roll)] = x.whole(1, maxRoll)
			}
		default:
			x.unknown(name, "seed", "rolls")
		}
	}
	x.end()
	return seed, rolls, x.err
}
