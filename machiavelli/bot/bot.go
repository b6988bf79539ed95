// Package bot contains computer players. A player receives a View, which is
// what a person in its seat would know, and returns order lines. It keeps
// nothing between two phases, reads no clock and uses only its own random
// numbers, so the same view produces the same lines.
package bot

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/suggest"
	"podesta/machiavelli/turn"
)

// View is what one seat knows of a game at the start of a phase. Look creates
// it and leaves out what the seat may not know.
type View struct {
	pos  *position.Position
	r    *rules.Set
	side machiavelli.PowerSet
	seed string

	pacts []pact.Terms // the seat's agreements in force
	past  []Past       // phases that the seat recalls
}

// Look returns the view of the seat that plays the powers of side: position p
// without hidden treasuries, debts and chits. The seed is the player's own and
// unrelated to the game's; players with other seeds may decide differently in
// the same position. Anyone who knows it can compute the player's orders, so it
// must be kept from the other players. p and r are not changed, and must not
// change while the view is used.
func Look(p *position.Position, r *rules.Set, side machiavelli.PowerSet, seed string) View {
	return View{pos: report.Known(p, report.Viewer{Powers: side}, r), r: r, side: side, seed: seed}
}

// Alone returns the side of a power: the powers of its seat, or only the power
// itself if the setting has no seats.
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

// of returns the view that a power would have if it knew what this seat knows.
func (v View) of(power machiavelli.Power) View {
	v.side, v.past = Alone(v.pos, power), nil
	return v
}

// Player is a computer player. It is not safe for concurrent use; it may play
// any number of games and seats one after the other.
type Player interface {
	// Name returns the player's name, as New accepts it.
	Name() string
	// Decide returns the lines of one power of the view's side for the view's
	// phase, each as a value and as its canonical text. All are legal. A power
	// that is eliminated or owes no orders may have none.
	Decide(v View, power machiavelli.Power) []turn.Line
}

// kind describes a player that New can create.
type kind struct {
	name, title, doc string
	make             func() Player
}

// kinds lists the levels for people, strongest first.
var kinds = []kind{
	{"principe", "Very hard", "thinks through what each of its neighbours is likely to do, and plays against that", func() Player { return new(Principe) }},
	{"hard", "Hard", "plans against what the others may do, concentrates and supports its units, spends and saves", func() Player { return new(Condottiere) }},
	{"even", "Even", "plans ahead, but considers little and foresees little of what the others will do", func() Player { return &Condottiere{level: even} }},
	{"easy", "Easy", "takes what is nearest, overlooks threats, and spends nothing on bribes or assassins", func() Player { return &Condottiere{level: easy} }},
	{"random", "Random", "gives random legal orders", func() Player { return new(Random) }},
}

// anchors lists the baseline players. They are not offered to people and do not
// change, so that measurements against them can be compared.
var anchors = []kind{
	{"dumbbot", "DumbBot", "values every place by the cities around it, and sends each unit to the best it can reach", func() Player { return new(DumbBot) }},
	{"greedy", "Greedy", "takes what each unit can reach by itself, and supports nothing", func() Player { return new(Greedy) }},
}

// oldNames maps former names to present ones, because games in progress still
// use them.
var oldNames = map[string]string{"condottiere": "hard"}

// Names lists the names that New accepts: the levels, then the baseline
// players.
func Names() []string { return append(Levels(), namesOf(anchors)...) }

// Levels lists the levels from which people choose their opponents, strongest first.
func Levels() []string { return namesOf(kinds) }

// Usual is the default level of a computer player.
const Usual = "hard"

func namesOf(list []kind) []string {
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.name
	}
	return names
}

// find returns the kind of player with that name, or nil.
func find(name string) *kind {
	name = Canonical(name)
	for _, list := range [...][]kind{kinds, anchors} {
		if i := slices.IndexFunc(list, func(k kind) bool { return k.name == name }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// Canonical returns the name of a player as in Names: in lower case, and the
// present name for an old one. An unknown name is unchanged.
func Canonical(name string) string {
	name = strings.ToLower(name)
	if now, ok := oldNames[name]; ok {
		return now
	}
	return name
}

// Title returns the display name of a player, such as "Hard". It is empty for
// an unknown name.
func Title(name string) string {
	if k := find(name); k != nil {
		return k.title
	}
	return ""
}

// Doc describes the player with that name in a few words. It is empty for an
// unknown name.
func Doc(name string) string {
	if k := find(name); k != nil {
		return k.doc
	}
	return ""
}

// Recalls reports whether the player with that name decides better if its view
// recalls earlier phases.
func Recalls(name string) bool {
	return Canonical(name) == "principe"
}

// Weaker reports whether one level is weaker than another. It returns false if
// either is not a level.
func Weaker(name, than string) bool {
	names := Levels()
	i, j := slices.Index(names, Canonical(name)), slices.Index(names, Canonical(than))
	return i > j && j >= 0
}

// New returns the player with that name. The error for an unknown name lists
// the names.
func New(name string) (Player, error) {
	if k := find(name); k != nil {
		return k.make(), nil
	}
	return nil, unknown(name, Names())
}

// Level returns the present name of a level. The error for any other name lists
// the levels.
func Level(name string) (string, error) {
	if now := Canonical(name); slices.Contains(Levels(), now) {
		return now, nil
	}
	return "", unknown(name, Levels())
}

// unknown returns the error for a name that is not in a list.
func unknown(name string, names []string) error {
	list, word := message.Quote(strings.Join(names, ", ")), message.Quote(strconv.Quote(name))
	if near := suggest.Closest(name, names); near != "" {
		return message.Error(message.New("there is no computer player {name}: there are {list}; did you mean {near}?", word, list, message.Quote(near)))
	}
	return message.Error(message.New("there is no computer player {name}: there are {list}", word, list))
}

// roll returns a random number generator seeded with the player's seed, the
// phase and the power.
func (v View) roll(power machiavelli.Power) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", v.seed, v.pos.Phase, v.pos.Setting.Powers[power].ID)
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// plays reports whether the view's player may give orders for power now.
func (v View) plays(power machiavelli.Power) bool {
	return power != machiavelli.Nobody && int(power) < len(v.pos.Setting.Powers) && v.side.Has(power) &&
		!v.pos.Eliminated.Has(power) && v.pos.Victors == 0
}

// speak returns a power's orders as lines. It leaves out orders that are
// illegal in combination or that a later order replaces.
func (v View) speak(power machiavelli.Power, orders []order.Order) []turn.Line {
	kept := append([]order.Order(nil), orders...)
	for range 3 { // dropping an order may make others invalid
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
