package learn

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Game is the introductory game of the 1978 rules, phase by phase.
type Game struct {
	Rules  *rules.Set
	Ground Ground
	Powers []machiavelli.Power // the powers that players control
	Phases []GamePhase
}

// GamePhase is one phase of the introductory game.
type GamePhase struct {
	Position *position.Position // the position at its beginning; it must not be changed
	Orders   map[machiavelli.Power]string
	Lines    []turn.Line // the printed orders of all powers
	Result   turn.Result // the result of these orders
	About    string      // what to look out for beforehand
	Ask      map[machiavelli.Power]string
	After    string // an account of the result
	Decided  string // what decided the phase, and what can be learnt from it
}

// Prose returns the English texts of a phase that readers see.
func (ph *GamePhase) Prose() []string {
	out := []string{ph.About, ph.After, ph.Decided}
	for _, who := range slices.Sorted(maps.Keys(ph.Ask)) {
		out = append(out, ph.Ask[who])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// These constants identify the introductory game's scenario, which is for four players, and its
// rules.
const (
	gameScenario = "A"
	gameVariant  = "A-4"
	gamePreset   = "battleline-1978-basic"
)

// Introduction returns the introductory game. A test ensures that its file is valid.
var Introduction = sync.OnceValue(func() *Game {
	g, err := introduction()
	if err != nil {
		panic("learn: the introductory game: " + err.Error())
	}
	return g
})

// gameFile is the file with the commentary on the game.
type gameFile struct {
	Phases []struct {
		About   string `yaml:"about"`
		Ask     powers `yaml:"ask"`
		After   string `yaml:"after"`
		Decided string `yaml:"decided"`
	} `yaml:"phases"`
}

func introduction() (*Game, error) {
	text, err := data.ReadFile("data/game.yaml")
	if err != nil {
		return nil, err
	}
	var f gameFile
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return nil, err
	}
	r, err := rules.Make(gamePreset, nil)
	if err != nil {
		return nil, err
	}
	p, err := scenario.New(gameScenario, gameVariant, &r)
	if err != nil {
		return nil, err
	}
	opened, err := turn.Open(p, &r, nil)
	if err != nil {
		return nil, err
	}
	p = opened.Next
	g := &Game{Rules: &r, Ground: Ground{Preset: gamePreset}}
	printed := botgames.Introduction()
	if len(printed) != len(f.Phases) {
		return nil, fmt.Errorf("%d phases are printed and %d are told about", len(printed), len(f.Phases))
	}
	for i, sheet := range printed {
		told := f.Phases[i]
		ph := GamePhase{Position: p, About: line(told.About), After: line(told.After), Decided: line(told.Decided), Orders: map[machiavelli.Power]string{}, Ask: map[machiavelli.Power]string{}}
		if want := p.Phase.String(); want != sheet.Phase {
			return nil, fmt.Errorf("%s is printed where %s follows", sheet.Phase, want)
		}
		s := &settler{p}
		for name, ask := range told.Ask {
			who, err := s.power(name)
			if err != nil {
				return nil, err
			}
			ph.Ask[who] = line(ask)
		}
		for _, name := range sheet.Powers {
			who, err := s.power(name)
			if err != nil {
				return nil, err
			}
			if !slices.Contains(g.Powers, who) {
				g.Powers = append(g.Powers, who)
			}
			lines, verdicts := ordertext.ReadLines(p, &r, []machiavelli.Power{who}, sheet.Orders[name])
			for _, v := range verdicts {
				if v.Refused() {
					return nil, errors.New(sheet.Phase + ": " + v.Text + ": " + v.Error.String())
				}
			}
			ph.Orders[who] = s.spelled(lines, verdicts)
			ph.Lines = append(ph.Lines, lines...)
		}
		if ph.Result, err = turn.Process(p, ph.Lines, &r, nil); err != nil {
			return nil, err
		}
		p = ph.Result.Next
		g.Phases = append(g.Phases, ph)
	}
	return g, nil
}

// spelled writes orders in their full form, one per line. If the printed notation leaves the
// destination of a convoy open, it is taken from the army's own order.
func (s *settler) spelled(lines []turn.Line, verdicts []game.Verdict) string {
	var own []string
	for i, v := range verdicts {
		text := v.Canonical
		if o := lines[i].Order; o.Kind == order.Convoy && o.To.At == board.None {
			for k := range lines {
				if lines[k].Order.Kind == order.Advance && strings.HasPrefix(verdicts[k].Canonical, "A ") && strings.Contains(text, army(verdicts[k].Canonical)) {
					text += " - " + s.p.Setting.Board.Name(lines[k].Order.To)
				}
			}
		}
		own = append(own, text)
	}
	return strings.Join(own, "\n")
}

// army returns the unit with which an order begins, such as "A Genoa" in "A Genoa - Corsica".
func army(canonical string) string {
	unit, _, _ := strings.Cut(canonical, " - ")
	return unit
}

// Owes reports whether a power has orders to give in the phase.
func (ph *GamePhase) Owes(r *rules.Set, power machiavelli.Power) bool {
	return !turn.Owes(ph.Position, r, power, nil).None()
}

// Try resolves the phase with the given orders in place of one power's printed orders.
func (ph *GamePhase) Try(r *rules.Set, power machiavelli.Power, text string) (*Outcome, error) {
	o := &Outcome{}
	o.Lines, o.Verdicts = ordertext.ReadLines(ph.Position, r, []machiavelli.Power{power}, text)
	for _, v := range o.Verdicts {
		if v.Refused() {
			o.Refused++
		}
	}
	for _, l := range ph.Lines {
		if l.Power != power {
			o.Lines = append(o.Lines, l)
		}
	}
	var err error
	o.Result, err = turn.Process(ph.Position, o.Lines, r, dice.New(seed, dice.Scope("learn", "game", ""), nil))
	return o, err
}
