package bot

import (
	"fmt"
	"slices"

	"podesta/machiavelli"
)

// judgement holds the weights with which a principe evaluates positions.
type judgement struct {
	taste taste
	worst float64 // weight of the worst guess in the value of a plan; the mean of all guesses has the rest
	sure  float64 // factor for the danger to its own cities if all powers nearby act in a manner that it can foresee
	// increase in the weight of chance from each guess at a glance of a planning power's orders to
	// the next
	whim float64
}

// learned is the default judgement of a principe. A regression over games of computer players
// estimated how many cities each part of the value adds within two years, and a second one, over
// games of principes with other weights, how each weight should change. The full weight of danger
// applies if all powers nearby plan, so that only half of their orders are foreseen. Command
// internal/botfit computes both regressions; docs/principe.md lists the results.
var learned = judgement{
	taste: taste{
		forces: 1.7, foes: 0.8, land: 3.25, cities: 1.3, danger: 2.6, pending: 1,
		sieges: 2.2, bare: 9, goals: 0.5, countries: 1.3, rivals: 0.5, ducats: 1.7, progress: 0.5,
	},
	worst: usualWorst,
	sure:  0.5,
	whim:  3.5,
}

// Weight is one of the weights with which a principe evaluates positions.
type Weight struct {
	Name  string
	Value float64
}

// Weights returns the weights of a principe, always in the same order. The weights of the parts of
// a value, as Parts names them, come first.
func Weights() []Weight {
	w := learned
	var out []Weight
	for _, f := range w.fields() {
		out = append(out, Weight{f.name, *f.value})
	}
	return out
}

// NewPrincipe returns a principe that uses the given weights instead of the learned ones. It is for
// programs that search for better weights. It returns an error for an unknown name.
func NewPrincipe(own []Weight) (*Principe, error) {
	w := learned
	for _, x := range own {
		fields := w.fields()
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == x.Name })
		if i < 0 {
			return nil, fmt.Errorf("a principe has no weight %q", x.Name)
		}
		*fields[i].value = x.Value
	}
	return &Principe{own: &w}, nil
}

// field is a weight that can be set.
type field struct {
	name  string
	value *float64
}

func (w *judgement) fields() []field {
	var out []field
	for i := range w.taste {
		out = append(out, field{partNames[i], &w.taste[i]})
	}
	return append(out, field{"worst", &w.worst}, field{"sure", &w.sure}, field{"whim", &w.whim})
}

// Part is a part of the value of a position, in points.
type Part struct {
	Name   string
	Points float64
}

// Parts returns the parts of the value of a position for a power of the view's
// side, as a condottiere sees them, always in the same order. It is for programs
// that find out what each part is worth.
func Parts(v View, power machiavelli.Power) []Part {
	m := new(mind)
	m.begin(v, power, skills[hard])
	all := m.rate(v.pos, nil)
	out := make([]Part, parts)
	for i, x := range all {
		out[i] = Part{partNames[i], x}
	}
	return out
}

var partNames = [parts]string{
	forces: "forces", foes: "foes", land: "land", cities: "cities", danger: "danger", pending: "pending",
	sieges: "sieges", bare: "bare", goals: "goals", countries: "countries", rivals: "rivals", ducats: "ducats",
	progress: "progress",
}
