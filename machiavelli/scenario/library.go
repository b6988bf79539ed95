package scenario

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/suggest"
)

//go:embed data/*.yaml
var data embed.FS

// Library is a set of scenarios with the powers and boards that they need. It
// contains the built-in scenarios, or those of a user's file. It is immutable
// and may be shared freely.
type Library struct {
	scenarios []*fileScenario
	powers    map[string]machiavelli.PowerInfo
	own       []string // identifiers of the powers that the file itself describes
	boards    []*ground
	text      string
}

// ground is a board with and without its land bridge (BOARD-12).
type ground struct {
	slug string
	get  func(landBridge bool) (*board.Board, error)
}

// builtInGround returns a built-in board, which is compiled on demand.
func builtInGround(slug string) *ground {
	return &ground{slug, func(landBridge bool) (*board.Board, error) { return board.Get(slug, landBridge) }}
}

// ownGround returns a board from a file.
func ownGround(b *board.Board) *ground {
	without := b.WithoutLandBridge()
	return &ground{b.Slug, func(landBridge bool) (*board.Board, error) {
		if landBridge {
			return b, nil
		}
		return without, nil
	}}
}

// first is the name of the file with the scenario for a player's first game.
const first = "first"

// builtIn reads the built-in scenarios once.
var builtIn = sync.OnceValues(func() (*Library, error) {
	l := &Library{powers: map[string]machiavelli.PowerInfo{}}
	for _, name := range []string{"powers", "italy-1978", "italy-1995", "europe", first} {
		text, err := data.ReadFile("data/" + name + ".yaml")
		if err != nil {
			return nil, err
		}
		var found board.Problems
		r := &loader{l: l, name: name, found: &found}
		r.read(text)
		for i := range r.f.Scenarios {
			s := &r.f.Scenarios[i]
			s.ground = builtInGround(s.Board.S)
			s.unlisted = name == first
		}
		if err := found.Err(); err != nil {
			return nil, err
		}
	}
	return l, nil
})

// BuiltIn returns the library of the built-in scenarios.
func BuiltIn() *Library {
	l, err := builtIn()
	if err != nil {
		panic("scenario: embedded data: " + err.Error())
	}
	return l
}

// Text returns the whole library as one scenario file, with every board, power
// and row of income that it uses, so that it can be stored with a game. Parse
// turns it into an equal library.
func (l *Library) Text() string {
	if l.text != "" {
		return l.text
	}
	return l.yaml()
}

// Export returns one scenario with its board, powers and rows of income as a
// scenario file. Such a file is a good beginning for a new scenario. The error
// lists the existing scenarios.
func (l *Library) Export(id string) (string, error) {
	s, err := l.get(id)
	if err != nil {
		return "", err
	}
	return (&Library{scenarios: []*fileScenario{s}, powers: l.powers}).yaml(), nil
}

// Boards returns the library's own boards with the land bridge, in the file's
// order.
func (l *Library) Boards() []*board.Board {
	var out []*board.Board
	for _, g := range l.boards {
		if b, err := g.get(true); err == nil {
			out = append(out, b)
		}
	}
	return out
}

// List describes the scenarios. The caller owns the result.
func (l *Library) List() []Info {
	out := make([]Info, 0, len(l.scenarios))
	for _, s := range l.scenarios {
		if !s.unlisted {
			out = append(out, l.info(s))
		}
	}
	return out
}

// Find describes the scenario with the given ID or slug. It does not
// distinguish upper and lower case.
func (l *Library) Find(id string) (Info, bool) {
	s := l.find(id)
	if s == nil {
		return Info{}, false
	}
	return l.info(s), true
}

// find returns the scenario with the given ID or slug, or nil.
func (l *Library) find(id string) *fileScenario {
	for _, s := range l.scenarios {
		if strings.EqualFold(s.ID.S, id) || strings.EqualFold(s.Slug.S, id) {
			return s
		}
	}
	return nil
}

// get is like find, but returns an error that lists the existing scenarios. An empty ID stands
// for the only scenario if there is just one.
func (l *Library) get(id string) (*fileScenario, error) {
	if id == "" && len(l.scenarios) == 1 {
		return l.scenarios[0], nil
	}
	if s := l.find(id); s != nil {
		return s, nil
	}
	if len(l.scenarios) == 0 {
		return nil, fmt.Errorf("the file holds no scenarios")
	}
	var ids, all []string
	for _, s := range l.scenarios {
		ids = append(ids, s.ID.S)
		all = append(all, s.ID.S, s.Slug.S)
	}
	meant := ""
	if near := suggest.Closest(id, all); near != "" && len(id) > 2 {
		meant = "; did you mean " + near + "?"
	}
	return nil, fmt.Errorf("no scenario %q: the scenarios are %s%s", id, strings.Join(ids, ", "), meant)
}
