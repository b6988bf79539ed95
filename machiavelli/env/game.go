package env

import (
	"fmt"
	"math/bits"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// The limits of the length of a game, in years.
const (
	DefaultYears = 10
	MaxYears     = 1000
)

// Setup is what games have in common: the scenario with its rules, and the actions. It is
// immutable and may be shared, except that Vocabulary builds the vocabulary when it is first
// called, so a Setup must be used by only one goroutine.
type Setup struct {
	Rules *rules.Set

	start      *position.Position
	scenario   string
	variant    string
	seats      [][]string
	vocabulary *Vocabulary
	head       []byte // the members of an observation that do not change
}

// Scenario chooses a Setup.
type Scenario struct {
	Scenario string     `json:"scenario"`          // an id or a slug
	Variant  string     `json:"variant,omitempty"` // empty means one power for each player
	Seats    [][]string `json:"seats,omitempty"`   // the powers of each player; empty means those of the variant
	// preset of the rules; empty means rules.DefaultPreset, or "diplomacy" on the standard
	// Diplomacy board
	Preset  string            `json:"preset,omitempty"`
	Options map[string]string `json:"options,omitempty"` // options of the rules
}

// NewSetup returns the setup that a scenario describes. The error says which
// scenario, variant, preset, option or seat does not exist.
func NewSetup(s Scenario) (*Setup, error) {
	preset := s.Preset
	if preset == "" {
		preset = rules.DefaultPreset
		if strings.EqualFold(s.Scenario, "diplomacy") {
			preset = "diplomacy"
		}
	}
	r, err := rules.Make(preset, s.Options)
	if err != nil {
		return nil, err
	}
	if _, ok := scenario.Find(s.Scenario); !ok {
		return nil, fmt.Errorf("there is no scenario %q; there are %s", s.Scenario, strings.Join(scenarioIDs(), ", "))
	}
	scenario.BuiltIn().Suit(s.Scenario, &r, s.Options)
	start, err := scenario.New(s.Scenario, s.Variant, &r)
	if err != nil {
		return nil, err
	}
	if len(s.Seats) > 0 {
		if err := interchange.Seat(start, s.Seats, &r); err != nil {
			return nil, fmt.Errorf("seats: %w", err)
		}
	}
	u := &Setup{Rules: &r, start: start, scenario: start.Setting.Scenario, variant: start.Setting.Variant, seats: s.Seats}
	u.head = appendHead(nil, u)
	return u, nil
}

// scenarioIDs lists the scenarios.
func scenarioIDs() []string {
	var ids []string
	for _, s := range scenario.List() {
		ids = append(ids, s.ID)
	}
	return ids
}

// Setting returns the board and the powers.
func (u *Setup) Setting() *position.Setting { return u.start.Setting }

// Vocabulary returns the actions.
func (u *Setup) Vocabulary() *Vocabulary {
	if u.vocabulary == nil {
		u.vocabulary = NewVocabulary(u.start.Setting, u.Rules)
	}
	return u.vocabulary
}

// Powers returns the powers that are played.
func (u *Setup) Powers() machiavelli.PowerSet { return played(u.start.Setting) }

// played returns the powers of a setting that players can play.
func played(s *position.Setting) machiavelli.PowerSet {
	var all machiavelli.PowerSet
	for p := machiavelli.Power(1); int(p) < len(s.Powers); p++ {
		if !s.Absent.Has(p) {
			all = all.With(p)
		}
	}
	return all
}

// Game is one game, from its opening to its end. It is not safe for concurrent
// use.
type Game struct {
	Setup    *Setup
	Position *position.Position // position at the start of the phase; not to be changed

	seed   string
	years  int
	before *position.Position // position at the start of the previous phase; nil if the game has just begun
	events []event.Event      // events of the previous phase, or of the opening
}

// NewGame returns a game after its opening. The seed decides its dice. The game ends when
// someone has won, when fewer than two powers are left, or after the given number of years; 0
// means DefaultYears. It returns an error if the number of years is out of range.
func NewGame(u *Setup, seed string, years int) (*Game, error) {
	if years == 0 {
		years = DefaultYears
	}
	if years < 1 || years > MaxYears {
		return nil, fmt.Errorf("years: a game lasts from 1 to %d years, not %d", MaxYears, years)
	}
	opened, err := turn.Open(u.start, u.Rules, dice.New([]byte(seed), dice.Scope("", "opening", ""), nil))
	if err != nil {
		return nil, err
	}
	return &Game{Setup: u, Position: opened.Next, seed: seed, years: years, before: u.start, events: opened.Events}, nil
}

// Clone returns a copy of the game that continues independently. With another
// seed, the later dice of the copy are different; an empty seed keeps them.
func (g *Game) Clone(seed string) *Game {
	c := *g
	if seed != "" {
		c.seed = seed
	}
	return &c
}

// End says how a game has ended, or that it continues.
type End string

// The ways in which a game can end.
const (
	Playing End = ""        // the game continues
	Victory End = "victory" // one or several powers have won
	Alone   End = "alone"   // fewer than two powers are left
	ByYears End = "years"   // the maximum number of years has passed
)

// End returns how the game has ended, or Playing.
func (g *Game) End() End {
	p := g.Position
	switch {
	case p.Victors != 0:
		return Victory
	case bits.OnesCount16(uint16(g.Setup.Powers()&^p.Eliminated)) < 2:
		return Alone
	case p.Phase.Year >= g.Setup.start.Phase.Year+g.years:
		return ByYears
	}
	return Playing
}

// Step resolves the phase with the lines of all powers. It returns
// turn.ErrGameOver after the end.
func (g *Game) Step(lines []turn.Line) error {
	if g.End() != Playing {
		return turn.ErrGameOver
	}
	var d *dice.Dice
	if r := g.Setup.Rules; r.Money || turn.NeedsDice(r) {
		d = dice.New([]byte(g.seed), dice.Scope("", g.Position.Phase.Campaign(), ""), nil)
	}
	res, err := turn.Process(g.Position, lines, g.Setup.Rules, d)
	if err != nil {
		return err
	}
	g.before, g.Position, g.events = g.Position, res.Next, res.Events
	return nil
}

// Last returns the position at the start of the previous phase and the events of that phase. In the
// first phase, it returns the position before the opening and the events of the opening.
func (g *Game) Last() (before *position.Position, events []event.Event) { return g.before, g.events }

// Decide returns the lines of a computer player for a power. The player sees what the power's seat
// may know.
func (g *Game) Decide(player bot.Player, power machiavelli.Power) []turn.Line {
	v := bot.Look(g.Position, g.Setup.Rules, bot.Alone(g.Position, power), "player "+g.seed)
	return player.Decide(v, power)
}

// viewerOf returns a viewer who has the seat of a power. For Nobody, it returns a viewer who sees
// everything.
func viewerOf(p *position.Position, power machiavelli.Power) report.Viewer {
	if power == machiavelli.Nobody {
		return report.Viewer{Master: true}
	}
	return report.Viewer{Powers: bot.Alone(p, power)}
}

// Outcome describes the state of a game, or how it has ended.
type Outcome struct {
	End     End                `json:"end"` // empty while the game continues
	Phase   string             `json:"phase"`
	Victors []string           `json:"victors"`
	Cities  map[string]int     `json:"cities"`
	Places  map[string]int     `json:"places"` // each power's place, from 1; equal powers share the better place
	Shares  map[string]float64 `json:"shares"` // each power's sum-of-squares share; the shares add up to 1
	Alive   map[string]bool    `json:"alive"`
}

// Outcome returns the outcome of the game so far. A share is the square of the power's cities,
// divided by the sum of the squares of all powers. After a victory the victors have equal shares,
// and the others have none. Places follow the shares.
func (g *Game) Outcome() Outcome {
	p, set := g.Position, g.Setup.Setting()
	o := Outcome{
		End: g.End(), Phase: p.Phase.String(), Victors: []string{}, Cities: map[string]int{},
		Places: map[string]int{}, Shares: map[string]float64{}, Alive: map[string]bool{},
	}
	shares := g.shares()
	for x := range each(g.Setup.Powers()) {
		id := set.Powers[x].ID
		if p.Victors.Has(x) {
			o.Victors = append(o.Victors, id)
		}
		o.Cities[id] = turn.Cities(p, g.Setup.Rules, x)
		o.Shares[id] = shares[x]
		o.Alive[id] = !p.Eliminated.Has(x)
		place := 1
		for y := range each(g.Setup.Powers()) {
			if shares[y] > shares[x] {
				place++
			}
		}
		o.Places[id] = place
	}
	return o
}

// shares returns the share of each power, as Outcome describes it.
func (g *Game) shares() (shares [machiavelli.MaxPowers]float64) {
	p, sum := g.Position, 0.0
	for x := range each(g.Setup.Powers()) {
		switch {
		case p.Victors != 0 && p.Victors.Has(x):
			shares[x] = 1
		case p.Victors == 0:
			n := float64(turn.Cities(p, g.Setup.Rules, x))
			shares[x] = n * n
		}
		sum += shares[x]
	}
	for x := range shares {
		if sum > 0 {
			shares[x] /= sum
		}
	}
	return shares
}

// each yields the powers of a set in the order of the roster.
func each(s machiavelli.PowerSet) func(yield func(machiavelli.Power) bool) {
	return func(yield func(machiavelli.Power) bool) {
		for p := range machiavelli.Power(machiavelli.MaxPowers) {
			if s.Has(p) && !yield(p) {
				return
			}
		}
	}
}
