package bot

import "podesta/machiavelli"

// learned is the taste of a principe: how much each part of a value added to the
// cities that a power had two years later, in games of computer players, compared
// with its units. The goals are an exception: in those games they added nothing,
// since nearly everyone had some, but without them units do not know where to go.
// Command internal/botfit finds such figures; docs/principe.md lists them.
var learned = taste{
	forces: 2.1, foes: 0.8, land: 3.25, cities: 1, danger: 3.5, pending: 1,
	sieges: 2.2, bare: 8, goals: 1, countries: 1, rivals: 0.5, ducats: 3,
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
}
