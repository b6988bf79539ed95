// Package whatif predicts a phase while some of it is unknown. The orders of
// others can only be guessed, and the dice have not been rolled. The package
// resolves the phase with turn.Process for every combination of guesses. It
// reports what happens in all of them, what happens only in some, and with
// which probability if dice decide.
//
// It never uses the seed of a game. It tries all outcomes of a roll, each with
// its probability, or makes random rolls of its own.
package whatif

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Choice is one possible value of an unknown. It holds the order lines given in
// this case, in addition to the known lines.
type Choice struct {
	Label string
	Lines []turn.Line
}

// Unknown is an unknown part of a phase with its possible values.
type Unknown struct {
	Name    string // such as "Venice's counter-bribe"
	Choices []Choice
}

// Question is a partly known phase. Rolls holds rolls whose values are assumed. Limit is the
// maximum number of phases to resolve, where 0 means DefaultLimit. If all outcomes of the dice
// would exceed it, random rolls are used instead. Samples is the number of these, where 0 means
// DefaultSamples.
type Question struct {
	Position *position.Position
	Rules    *rules.Set
	Lines    []turn.Line
	Unknowns []Unknown
	Rolls    map[string]int
	Limit    int
	Samples  int
}

// The defaults of a question.
const (
	DefaultLimit   = 4096
	DefaultSamples = 200
)

// ErrTooMany is returned if the unknowns alone have more combinations than the
// limit.
var ErrTooMany = errors.New("there are too many combinations of guesses")

// World is one possible course of the phase. Choices holds the index of the
// choice for each unknown. Chance is the probability of the world's dice among
// the worlds with the same choices, whose probabilities add up to 1.
type World struct {
	Choices []int
	Chance  float64
	Rolls   map[string]int
	Result  turn.Result
}

// Answer holds all worlds of a question, in the order of their choices. Exact is false if the
// dice were sampled rather than enumerated.
type Answer struct {
	Worlds []World
	Exact  bool
}

// Ask plays all worlds of a question. It returns an error if an unknown has no choices, if there
// are more combinations than the limit (ErrTooMany), or if the phase cannot be resolved.
func Ask(q Question) (Answer, error) {
	a := asker{q: &q, limit: q.Limit, samples: q.Samples, answer: Answer{Exact: true}}
	if a.limit <= 0 {
		a.limit = DefaultLimit
	}
	if a.samples <= 0 {
		a.samples = DefaultSamples
	}
	combinations := 1
	for _, u := range q.Unknowns {
		if len(u.Choices) == 0 {
			return Answer{}, fmt.Errorf("%s: there is nothing to choose from", u.Name)
		}
		if combinations *= len(u.Choices); combinations > a.limit {
			return Answer{}, fmt.Errorf("%w: more than %d", ErrTooMany, a.limit)
		}
	}
	a.share = a.limit / combinations
	a.samples = min(a.samples, max(a.share, 1))
	choices := make([]int, len(q.Unknowns))
	for range combinations {
		if err := a.combination(choices); err != nil {
			return Answer{}, err
		}
		for i := len(choices) - 1; i >= 0; i-- {
			if choices[i]++; choices[i] < len(q.Unknowns[i].Choices) {
				break
			}
			choices[i] = 0
		}
	}
	return a.answer, nil
}

// asker is the state of one call of Ask.
type asker struct {
	q       *Question
	limit   int
	share   int // maximum number of worlds of one combination
	samples int
	answer  Answer
}

// combination plays the worlds of one combination of choices. They have every
// outcome of the dice that matter in the campaign, or samples of these
// outcomes.
func (a *asker) combination(choices []int) error {
	lines := append([]turn.Line(nil), a.q.Lines...)
	for i, c := range choices {
		lines = append(lines, a.q.Unknowns[i].Choices[c].Lines...)
	}
	chosen := append([]int(nil), choices...)
	begin := len(a.answer.Worlds)
	fits, err := a.branch(lines, chosen, map[string]int{}, 1, begin)
	if err != nil || fits {
		return err
	}
	a.answer.Worlds = a.answer.Worlds[:begin]
	a.answer.Exact = false
	for i := range a.samples {
		d := dice.New([]byte("what if"), dice.Scope("sample "+strconv.Itoa(i), a.q.Position.Phase.Campaign(), ""), a.q.Rolls)
		res, err := turn.Process(a.q.Position, lines, a.q.Rules, d)
		if err != nil {
			return err
		}
		a.add(chosen, 1/float64(a.samples), res)
	}
	return nil
}

func (a *asker) add(choices []int, chance float64, res turn.Result) {
	a.answer.Worlds = append(a.answer.Worlds, World{Choices: choices, Chance: chance, Rolls: res.Rolls, Result: res})
}

// branch plays the phase with the given rolls. If another roll that matters was
// made, branch continues with each value of that roll. It returns false if
// there are more worlds than allowed.
func (a *asker) branch(lines []turn.Line, choices []int, fixed map[string]int, chance float64, begin int) (fits bool, err error) {
	if len(a.answer.Worlds)-begin >= a.share {
		return false, nil
	}
	given := map[string]int{}
	for name, v := range a.q.Rolls {
		given[name] = v
	}
	for name, v := range fixed {
		given[name] = v
	}
	d := dice.New([]byte("what if"), a.q.Position.Phase.Campaign(), given)
	res, err := turn.Process(a.q.Position, lines, a.q.Rules, d)
	if err != nil {
		return false, err
	}
	for _, t := range d.Throws() {
		if t.Given || atSeasonsEnd(t.Name) {
			continue
		}
		for _, x := range a.outcomes(&t, res.Events) {
			fixed[t.Name] = x.value
			if fits, err := a.branch(lines, choices, fixed, chance*x.chance, begin); err != nil || !fits {
				delete(fixed, t.Name)
				return fits, err
			}
		}
		delete(fixed, t.Name)
		return true, nil
	}
	a.add(choices, chance, res)
	return true, nil
}

// outcome is a value of a roll with the probability of all values that have the
// same effect.
type outcome struct {
	value  int
	chance float64
}

// outcomes lists the possible outcomes of a roll. The die of an assassin and
// the dice for the provinces of a dead ruler have only two outcomes, because
// they only need to be low enough (ASSN-04, ASSN-11).
func (a *asker) outcomes(t *dice.Throw, events []event.Event) []outcome {
	powers := a.q.Position.Setting.Powers
	for _, e := range events {
		limit := -1
		switch e := e.(type) {
		case event.Attempted:
			if t.Name == fmt.Sprintf("assassination %s %d", powers[e.Power].ID, e.Slot) {
				limit = e.Faces
			}
		case event.Revolt:
			if t.Name == "revolt "+powers[e.Victim].ID+" "+a.q.Position.Setting.Board.Areas[e.Province].Name {
				limit = e.Limit
			}
		}
		switch {
		case limit < 0:
		case limit >= t.Faces:
			return []outcome{{1, 1}}
		default:
			p := float64(limit) / float64(t.Faces)
			return []outcome{{1, p}, {t.Faces, 1 - p}}
		}
	}
	var all []outcome
	for v, p := range chances(t.Dice, t.Faces) {
		if p > 0 {
			all = append(all, outcome{v, p})
		}
	}
	return all
}

// atSeasonsEnd reports whether a roll belongs to the disasters or the income
// that close a campaign. They do not depend on orders, so their outcomes are
// not enumerated.
func atSeasonsEnd(name string) bool {
	purpose, _, _ := strings.Cut(name, " ")
	switch purpose {
	case "income", "famine", "plague", "storm":
		return true
	}
	return false
}

// chances returns the probability of each sum of n dice, indexed by the sum.
func chances(n, faces int) []float64 {
	p := []float64{1}
	for range n {
		next := make([]float64, len(p)+faces)
		for sum, x := range p {
			for f := 1; f <= faces; f++ {
				next[sum+f] += x / float64(faces)
			}
		}
		p = next
	}
	return p
}
