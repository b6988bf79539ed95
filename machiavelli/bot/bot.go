// Package bot is computer players. A player is given a View, which is what a
// person in its seat would know, and answers with order lines; it keeps nothing
// between two phases, reads no clock and throws no dice but its own, so that the
// same view gives the same lines.
package bot

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/suggest"
	"podesta/machiavelli/turn"
)

// View is what one seat knows of a game at the start of a phase. It is made by
// Look, which leaves out what the seat may not know.
type View struct {
	pos  *position.Position
	r    *rules.Set
	side machiavelli.PowerSet
	seed string
}

// Look is the view of the seat that plays the powers of side: position p
// without the treasuries, debts and chits that are hidden from it. The seed is
// the player's own and has nothing to do with the game's; players with other
// seeds may decide otherwise in the same position. Whoever knows it can work out
// what the player orders, so it is to be kept from the others at the table. p is
// not changed, and must not be while the view is used; r neither.
func Look(p *position.Position, r *rules.Set, side machiavelli.PowerSet, seed string) View {
	return View{report.Known(p, report.Viewer{Powers: side}, r), r, side, seed}
}

// Alone is the side of a power: the powers of its seat, or the power by itself
// where the setting names no seats.
func Alone(p *position.Position, power machiavelli.Power) machiavelli.PowerSet {
	side := machiavelli.PowerSet(0).With(power)
	for _, seat := range p.Setting.Seats {
		var s machiavelli.PowerSet
		for _, x := range seat {
			s = s.With(x)
		}
		if s.Has(power) {
			side |= s
		}
	}
	return side
}

// Player is a computer player. It must not be used by two goroutines at once;
// it may play any number of games and seats one after the other.
type Player interface {
	// Name is the name under which New knows it.
	Name() string
	// Decide gives the lines of one power of the view's side for the view's
	// phase, each as a value and as its canonical text. All are lawful; a power
	// that is out of the game, or owes nothing, may have none.
	Decide(v View, power machiavelli.Power) []turn.Line
}

// kinds lists the players by name, the strongest first.
var kinds = []struct {
	name, title, doc string
	make             func() Player
}{
	{"hard", "Hard", "plans against what the others may do, masses and supports its units, spends and saves", func() Player { return new(Condottiere) }},
	{"even", "Even", "plans as well, but looks at less and sees less of what the others are up to", func() Player { return &Condottiere{level: even} }},
	{"easy", "Easy", "takes what lies before it, overlooks threats, and spends nothing on bribes or assassins", func() Player { return &Condottiere{level: easy} }},
	{"random", "Random", "orders at random whatever is lawful", func() Player { return new(Random) }},
}

// oldNames are names of before there were levels; games in progress still have
// them.
var oldNames = map[string]string{"condottiere": "hard"}

// Names lists the players that New knows, the strongest first.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// Canonical is the name that Names has for a player: the same, in lower case, or
// what one is called now that once had another name. An unknown name stays as it
// is.
func Canonical(name string) string {
	name = strings.ToLower(name)
	if now, ok := oldNames[name]; ok {
		return now
	}
	return name
}

// Title is what people call the player of that name: "Hard"; nothing for
// an unknown name.
func Title(name string) string {
	name = Canonical(name)
	for _, k := range kinds {
		if k.name == name {
			return k.title
		}
	}
	return ""
}

// Doc says in a few words what the player of that name does, nothing for an
// unknown name.
func Doc(name string) string {
	name = Canonical(name)
	for _, k := range kinds {
		if k.name == name {
			return k.doc
		}
	}
	return ""
}

// Weaker reports whether the player of one name is weaker than that of another;
// false where either is unknown.
func Weaker(name, than string) bool {
	names := Names()
	i, j := slices.Index(names, Canonical(name)), slices.Index(names, Canonical(than))
	return i > j && j >= 0
}

// New makes the player of that name. An unknown name gives an error that lists
// the names.
func New(name string) (Player, error) {
	for _, k := range kinds {
		if k.name == Canonical(name) {
			return k.make(), nil
		}
	}
	hint := ""
	if near := suggest.Closest(name, Names()); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return nil, fmt.Errorf("there is no computer player %q: there are %s%s", name, strings.Join(Names(), ", "), hint)
}

// roll is the player's own chance: the same for the same seed, phase and power.
func (v View) roll(power machiavelli.Power) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", v.seed, v.pos.Phase, v.pos.Setting.Powers[power].ID)
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// plays reports whether power is one that the view's player may order now.
func (v View) plays(power machiavelli.Power) bool {
	return power != machiavelli.Nobody && int(power) < len(v.pos.Setting.Powers) && v.side.Has(power) &&
		!v.pos.Eliminated.Has(power) && v.pos.Victors == 0
}

// speak makes lines of the orders of a power that count: what the rules refuse
// as things stand together, and what a later order replaces, is left out.
func (v View) speak(power machiavelli.Power, orders []order.Order) []turn.Line {
	kept := append([]order.Order(nil), orders...)
	for range 3 { // what is left out may leave others without ground
		n := 0
		for i, d := range legal.CheckSet(v.pos, v.r, power, kept) {
			if d.Problem == nil && !d.Replaced {
				kept[n] = kept[i]
				n++
			}
		}
		if n == len(kept) {
			break
		}
		kept = kept[:n]
	}
	lines := make([]turn.Line, len(kept))
	for i, o := range kept {
		lines[i] = turn.Line{Power: power, Order: o, Text: order.Format(o, v.pos.Setting.Board, v.pos.Setting.Powers)}
	}
	return lines
}
