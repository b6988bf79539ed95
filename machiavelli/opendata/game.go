// Package opendata writes finished games as lines of JSON, reads them, and resolves them again
// to check them. docs/open-data.md describes the format. The lines contain no messages, and
// only those names that their writer chose.
package opendata

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Format and Version begin every line. The version increases when programs that read the previous
// version could not read the line.
const (
	Format  = "podesta open game"
	Version = 1
)

// MaxLine is the maximum length of a line, in bytes. A game of eight players over twenty years
// takes less than a quarter of it.
const MaxLine = 8 << 20

// The sources of games.
const (
	Played   = "played"    // played by people on a judge
	SelfPlay = "self-play" // played by computer players, with a command that replays the game
	Imported = "imported"  // read from a file of another program
)

// Game is a whole game, which is one line of a file.
type Game struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Source   string          `json:"source"`
	ID       string          `json:"id"` // identifies the game, also in the names of its dice rolls
	Engine   string          `json:"engine"`
	Scenario string          `json:"scenario"`
	Variant  string          `json:"variant,omitempty"`
	Library  string          `json:"library,omitempty"` // the text of the scenario's file, if it is not built in
	Rules    json.RawMessage `json:"rules"`             // the rules in the form of rules.Spec
	Finished string          `json:"finished,omitempty"`
	Seats    []Seat          `json:"seats"`
	Made     *Made           `json:"made,omitempty"`
	Dice     Dice            `json:"dice"`
	Opening  Opening         `json:"opening"`
	Phases   []Phase         `json:"phases"`
	End      End             `json:"end"`
}

// The kinds of players.
const (
	Person   = "person"
	Program  = "program"
	Computer = "computer"
)

// Seat is a seat with its players, the last of whom played it to the end.
type Seat struct {
	Powers  []string `json:"powers"`
	Players []Player `json:"players,omitempty"`
}

// Player is someone who played a seat. The name of a person or a program is a pseudonym; the name
// of a computer player says which one it was.
type Player struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Made holds what is needed to replay a game between computer players.
type Made struct {
	Seed    uint64   `json:"seed"`
	Game    uint64   `json:"game"`
	Players []string `json:"players"`
	Years   int      `json:"years"`
}

// Dice holds the seed of the dice, in hexadecimal. It is empty if the rules
// need no dice.
type Dice struct {
	Seed       string `json:"seed,omitempty"`
	Commitment string `json:"commitment,omitempty"` // the commitment published when the game began
}

// Opening is what happened before the first phase, and the position at its
// start. Typed means that a master entered the position.
type Opening struct {
	Typed    bool            `json:"typed,omitempty"`
	Throws   []dice.Throw    `json:"throws,omitempty"`
	Events   json.RawMessage `json:"events,omitempty"`
	Position json.RawMessage `json:"position"`
}

// Phase is a phase with its orders and results.
type Phase struct {
	Phase     string            `json:"phase"`
	Rules     json.RawMessage   `json:"rules,omitempty"`     // the rules from this phase on, if they have changed
	Corrected json.RawMessage   `json:"corrected,omitempty"` // the position before the phase, if a master changed it
	Orders    map[string][]Line `json:"orders,omitempty"`    // each power's lines
	Salt      string            `json:"salt,omitempty"`
	Given     map[string]int    `json:"given,omitempty"` // rolls that a master set
	Throws    []dice.Throw      `json:"throws,omitempty"`
	Events    json.RawMessage   `json:"events"`
	After     json.RawMessage   `json:"after"`
}

// End is how the game ended.
type End struct {
	How    string         `json:"how"` // "victory", "draw", "concession", "last-year", "alone", "years"
	Powers []string       `json:"powers"`
	Cities map[string]int `json:"cities"`
}

// Line is an order line, with an error if it could not be parsed. In JSON, a line with an error
// is an object, and any other a string.
type Line struct {
	Text string
	Code string
	Err  message.Message
}

type lineError struct {
	Text  string          `json:"text"`
	Code  string          `json:"code,omitempty"`
	Error message.Message `json:"error"`
}

// MarshalJSON returns the line as JSON.
func (l Line) MarshalJSON() ([]byte, error) {
	if l.Err.IsZero() {
		return encode(l.Text)
	}
	return encode(lineError{l.Text, l.Code, l.Err})
}

// UnmarshalJSON reads a line from JSON.
func (l *Line) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &l.Text)
	}
	var e lineError
	if err := strictly(b, &e); err != nil {
		return err
	}
	if e.Error.IsZero() {
		return errors.New("a line that is no text must have its error")
	}
	*l = Line(struct {
		Text string
		Code string
		Err  message.Message
	}{e.Text, e.Code, e.Error})
	return nil
}

// Append appends a game with a newline. Embedded JSON keeps its bytes, except for spaces
// between its parts.
func Append(dst []byte, g *Game) ([]byte, error) {
	g.Format, g.Version = Format, Version
	b, err := encode(g)
	if err != nil {
		return dst, err
	}
	if len(b) > MaxLine {
		return dst, fmt.Errorf("game %s takes %d bytes, more than a line may have", g.ID, len(b))
	}
	return append(append(dst, b...), '\n'), nil
}

// encode returns a value as compact JSON that is not escaped for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ErrFormat is returned for a line that is not a game in this format.
var ErrFormat = errors.New(`this is no game: a line begins with {"format":"` + Format + `", or is a game that the Python package diplomacy saved`)

// Read reads a game from a line. The error says whether the line has another format, is of a
// newer version, or is damaged, and where.
func Read(line []byte) (*Game, error) {
	if len(line) > MaxLine {
		return nil, fmt.Errorf("the line has more than %d MB; no game has", MaxLine>>20)
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	err := json.Unmarshal(line, &head)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")):
		return nil, fmt.Errorf("the line is damaged at byte %d: %w", syntax.Offset, err)
	case err != nil || head.Format != Format:
		return nil, ErrFormat
	case head.Version > Version:
		return nil, fmt.Errorf("the line has version %d of the format, and this podesta reads up to %d: update podesta", head.Version, Version)
	case head.Version < 1:
		return nil, errors.New("the line is damaged: it has no version")
	}
	g := &Game{}
	if err := strictly(line, g); err != nil {
		return nil, fmt.Errorf("the line is damaged: %w", err)
	}
	if len(g.Seats) == 0 || len(g.Rules) == 0 || len(g.Opening.Position) == 0 {
		return nil, errors.New("the line is damaged: it lacks seats, rules or an opening")
	}
	return g, nil
}

// strictly parses one JSON value and refuses unknown members.
func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after its end")
	}
	return nil
}

// Compact returns JSON without spaces between its parts, as in a line.
func Compact(data []byte) (json.RawMessage, error) {
	var b bytes.Buffer
	b.Grow(len(data))
	err := json.Compact(&b, data)
	return b.Bytes(), err
}

// ground holds the starting position and the rules of a game, with a codec for its records.
type ground struct {
	start *position.Position
	codec *record.Codec
	rules rules.Set
}

// ground returns the rules of a game and its starting position before the opening.
func (g *Game) ground() (*ground, error) {
	out := &ground{}
	if err := json.Unmarshal(g.Rules, &out.rules); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	lib := scenario.BuiltIn()
	if g.Library != "" {
		l, found := scenario.Parse([]byte(g.Library))
		if err := found.Err(); err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		lib = l
	}
	seats := make([][]string, len(g.Seats))
	for i := range g.Seats {
		seats[i] = g.Seats[i].Powers
	}
	p, err := lib.Seated(g.Scenario, g.Variant, &out.rules, seats)
	if err != nil {
		return nil, err
	}
	out.start, out.codec = p, record.New(p.Setting)
	return out, nil
}

// seed returns the seed of the dice. It returns an error if the rules need one and there is
// none.
func (g *Game) seed(r *rules.Set) ([]byte, error) {
	b, err := hex.DecodeString(g.Dice.Seed)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the seed of the dice is not hexadecimal: %w", err)
	case len(b) == 0 && needsDice(r):
		return nil, errors.New("the seed of the dice is missing, so they cannot be rolled again")
	}
	return b, nil
}

// needsDice reports whether games with these rules may roll dice.
func needsDice(r *rules.Set) bool { return r.Money || turn.NeedsDice(r) }

// LinesOf converts an engine's input to the lines of a phase, keyed by power.
func LinesOf(s *position.Setting, lines []turn.Line) map[string][]Line {
	var out map[string][]Line
	for i := range lines {
		l := &lines[i]
		if out == nil {
			out = map[string][]Line{}
		}
		id := s.Powers[l.Power].ID
		out[id] = append(out[id], Line{l.Text, l.Code, l.Err})
	}
	return out
}

// lines returns the orders of a phase as the engine's input.
func (ph *Phase) lines(p *position.Position, r *rules.Set) ([]turn.Line, error) {
	var out []turn.Line
	s, known := p.Setting, 0
	for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
		list, ok := ph.Orders[s.Powers[power].ID]
		if !ok {
			continue
		}
		known++
		c := order.Context{Board: s.Board, Powers: s.Powers, Power: power, Step: p.Phase.Step, Explicit: r.ConvoyRoute == rules.RouteExplicit}
		for _, l := range list {
			x := turn.Line{Power: power, Text: l.Text, Err: l.Err, Code: l.Code}
			if l.Err.IsZero() {
				o, _, err := order.ParseOne(l.Text, &c)
				if err != nil {
					return nil, fmt.Errorf("the order %q of %s cannot be read: %w", l.Text, s.Powers[power].ID, err)
				}
				x.Order = o
			}
			out = append(out, x)
		}
	}
	if known < len(ph.Orders) {
		for id := range ph.Orders {
			if _, ok := s.Powers.Find(id); !ok {
				return nil, fmt.Errorf("there are orders of %q, which is no power of this game", id)
			}
		}
	}
	return out, nil
}

// endOf returns the end of a game with the given last position. The parameter how says how its last
// phase ended the game, and is empty for a usual victory; otherwise says how a game without victors
// ended.
func endOf(p *position.Position, r *rules.Set, how, otherwise string) End {
	e := End{How: otherwise, Powers: []string{}, Cities: map[string]int{}}
	if p.Victors != 0 {
		e.How = "victory"
		if how != "" {
			e.How = how
		}
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Setting.Absent.Has(power) {
			continue
		}
		id := p.Setting.Powers[power].ID
		e.Cities[id] = turn.Cities(p, r, power)
		if p.Victors.Has(power) {
			e.Powers = append(e.Powers, id)
		}
	}
	return e
}
