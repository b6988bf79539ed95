// Package movementtest is shared by the tests of both movement resolvers. It
// has a plain text form of positions with orders and expected outcomes, the
// cases of the ledger in that form, and a generator of positions full of
// conflict.
//
// One line is one unit, its order and, after a colon, its outcome:
//
//	I A mil - pav : bounced
//	I eA com S A mil - pav : succeeded
//	L A pav - mil : bounced, dislodged, retreats bol pia
//
// The line begins with the owner's letter ("-" for an autonomous unit) and the
// unit: A, F, G, C or AC, with "e" before it for an elite mercenary. Orders are
// H (or nothing), "- place", "- sea - … - place" for an explicit convoy, "-
// place via" for an implicit one, "S unit", "S unit - place", "S unit C", "S
// unit C A", "S V>place" (SUPP-04: whatever power V does there), "C unit -
// place" for a convoy, "C G" and the like for a conversion, B besiege, L lift,
// D disband. Places are the board's codes, with "/nc" and so on for a coast.
//
// The outcome is a verdict, then any of: dislodged; eliminated; retreats with
// the possible places and "city" for the conversion ("retreats none"); "now"
// and the place or unit type afterwards if the order does not determine it.
//
// Other lines describe the position or the outcome of an area:
//
//	siege pad               the unit outside began to besiege last campaign
//	rebels land vic V       the province rebels against V; likewise "city"
//	ally N T                N lets T through its straits
//	fortresses              fortresses are in use
//	contested: pav          exactly these are contested; likewise sieges, taken
//	preset diplomacy        the preset, if it is not njudge-classic
//	option dice off         the value of an option
//
// Text after # is a comment. The file testdata/cases.txt holds cases, each after a line with
// its name: "== T-MOVE-1 bounce". They are the examples of the ledger, and a case for
// each movement rule without an example there. Names begin with the rule that they test.
package movementtest

import (
	_ "embed"
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Allies holds, for each power, the powers that it lets through its straits.
type Allies = [machiavelli.MaxPowers]machiavelli.PowerSet

// campaign is the phase of all cases.
var campaign = machiavelli.Phase{Season: machiavelli.Spring, Year: 1454, Step: machiavelli.Orders}

// Case is a position with orders and the expected outcome.
type Case struct {
	Name    string           // name that begins with the ledger's ids, as in "T-MOVE-1 bounce"
	Preset  string           // njudge-classic if empty
	Options func(*rules.Set) // changes to the preset, or nil
	Text    string
}

//go:embed testdata/cases.txt
var cases string

// Cases returns the cases of the file.
func Cases() []Case {
	var all []Case
	for _, c := range strings.Split(cases, "\n== ")[1:] {
		name, text, _ := strings.Cut(c, "\n")
		all = append(all, Case{Name: name, Text: text})
	}
	return all
}

// Setup is a case prepared for a resolver.
type Setup struct {
	Position *position.Position
	Orders   movement.Orders
	Allies   Allies
	Rules    *rules.Set
	expect   expectation
}

// Resolver is the common form of both resolvers for the tests.
type Resolver func(p *position.Position, orders movement.Orders, allies Allies, r *rules.Set) movement.Outcome

// Roster returns the roster of all cases; its letters are those of the ledger's
// examples.
func Roster() machiavelli.Roster {
	return machiavelli.Roster{
		{ID: "autonomous", Name: "autonomous", Adjective: "Autonomous", Letter: '-'},
		{ID: "austria", Name: "Austria", Adjective: "Austrian", Letter: 'A'},
		{ID: "france", Name: "France", Adjective: "French", Letter: 'F'},
		{ID: "florence", Name: "Florence", Adjective: "Florentine", Letter: 'L'},
		{ID: "milan", Name: "Milan", Adjective: "Milanese", Letter: 'I'},
		{ID: "naples", Name: "Naples", Adjective: "Neapolitan", Letter: 'N'},
		{ID: "papacy", Name: "Papacy", Adjective: "Papal", Letter: 'P'},
		{ID: "turks", Name: "Turks", Adjective: "Turkish", Letter: 'T'},
		{ID: "venice", Name: "Venice", Adjective: "Venetian", Letter: 'V'},
	}
}

// BoardFor returns the board of a preset.
func BoardFor(r *rules.Set) (*board.Board, error) {
	slug := "italy-1978"
	switch r.Preset {
	case "machiavelli-1995":
		slug = "italy-1995"
	case "diplomacy":
		slug = "diplomacy"
	}
	return board.Get(slug, r.IstriaDalmatiaLandBridge)
}

// setting returns the setting of all cases on a board: garrisons may stand in
// every fortified city if the rules have garrisons, and also in fortresses if
// the parameter fortresses is true.
func setting(b *board.Board, r *rules.Set, fortresses bool) *position.Setting {
	s := &position.Setting{Scenario: "test", Title: "test", Board: b, Powers: Roster(), Fortress: fortresses}
	if r.Garrisons {
		s.Forts = b.Fortified
		if fortresses {
			s.Forts = s.Forts.Union(b.Fortresses)
		}
	}
	return s
}

// Load parses the case.
func (c Case) Load() (*Setup, error) {
	preset, options, text := c.Preset, [][2]string(nil), []string(nil)
	for line := range strings.Lines(c.Text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == "preset":
			preset = words[1]
		case len(words) == 3 && words[0] == "option":
			options = append(options, [2]string{words[1], words[2]})
		default:
			text = append(text, line)
		}
	}
	if preset == "" {
		preset = "njudge-classic"
	}
	r, err := rules.Preset(preset)
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		if err := r.Apply(o[0], o[1]); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	if c.Options != nil {
		c.Options(&r)
	}
	b, err := BoardFor(&r)
	if err != nil {
		return nil, err
	}
	s, err := parse(strings.Join(text, ""), b, &r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return s, nil
}

// Check resolves the case and returns the differences from its expectations.
func (c Case) Check(resolve Resolver) ([]string, error) {
	s, err := c.Load()
	if err != nil {
		return nil, err
	}
	out := resolve(s.Position, s.Orders, s.Allies, s.Rules)
	return s.compare(&out), nil
}

// Unlawful returns the orders of the case that no player could give.
func (s *Setup) Unlawful() []string { return Unlawful(s.Position, s.Orders, s.Rules) }
