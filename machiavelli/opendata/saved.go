package opendata

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// SavedGame is a game of Diplomacy in the form in which the Python package
// diplomacy saves games. A file holds one JSON object per line.
type SavedGame struct {
	ID     string       `json:"id"`
	Map    string       `json:"map"`
	Rules  []string     `json:"rules"`
	Phases []SavedPhase `json:"phases"`
}

// SavedPhase is a phase of a saved game: the state at its beginning, its orders and their
// results. The last phase is the current one, without orders, or "COMPLETED".
type SavedPhase struct {
	Name     string              `json:"name"` // "S1901M"
	State    SavedState          `json:"state"`
	Orders   map[string][]string `json:"orders"` // the orders of each power; nil if there are none yet
	Results  map[string][]string `json:"results"`
	Messages json.RawMessage     `json:"messages"`
}

// SavedState is the position at the beginning of a phase. The keys are names of powers in
// capital letters. Units are written "A PAR", and dislodged units "*A PAR".
type SavedState struct {
	Timestamp     json.RawMessage                `json:"timestamp"`
	Hash          json.RawMessage                `json:"zobrist_hash"`
	Note          string                         `json:"note"`
	Name          string                         `json:"name"`
	Units         map[string][]string            `json:"units"`
	Retreats      map[string]map[string][]string `json:"retreats"`
	Centers       map[string][]string            `json:"centers"`
	Homes         map[string][]string            `json:"homes"`
	Influence     map[string][]string            `json:"influence"`
	CivilDisorder map[string]int                 `json:"civil_disorder"`
	Builds        map[string]SavedBuilds         `json:"builds"`
	GameID        string                         `json:"game_id"`
	Map           string                         `json:"map"`
	Rules         []string                       `json:"rules"`
}

// SavedBuilds says how many units a power may build in an adjustment phase, and
// where. The number is negative if it has to disband units.
type SavedBuilds struct {
	Count int      `json:"count"`
	Homes []string `json:"homes"`
}

const (
	savedMap      = "standard"
	savedScenario = "diplomacy" // the scenario and the preset of the rules
	completed     = "COMPLETED"
	victoryNote   = "Victory by: "
	waive         = "WAIVE"
)

// savedVariants maps rules of the package that podesta cannot play to what they change.
var savedVariants = map[string]string{
	"BUILD_ANY":      "units are built in every centre",
	"HOLD_WIN":       "a power must win two years in a row",
	"SHARED_VICTORY": "several powers can win",
}

// AppendSaved appends a saved game with a newline.
func AppendSaved(dst []byte, g *SavedGame) ([]byte, error) {
	b, err := encode(g)
	if err != nil {
		return dst, err
	}
	if len(b) > MaxLine {
		return dst, fmt.Errorf("game %s takes %d bytes, more than a line may have", g.ID, len(b))
	}
	return append(append(dst, b...), '\n'), nil
}

// IsSaved reports whether a line looks like a saved game rather than a game of
// the format of this package.
func IsSaved(line []byte) bool {
	var head struct {
		Format *string         `json:"format"`
		Map    json.RawMessage `json:"map"`
		Phases json.RawMessage `json:"phases"`
	}
	return json.Unmarshal(line, &head) == nil && head.Format == nil && head.Map != nil && head.Phases != nil
}

// ReadSaved reads a saved game from a line. The error says what is damaged, or
// which map or rule podesta does not know.
func ReadSaved(line []byte) (*SavedGame, error) {
	if len(line) > MaxLine {
		return nil, fmt.Errorf("the line has more than %d MB; no game has", MaxLine>>20)
	}
	g := &SavedGame{}
	err := json.Unmarshal(line, g)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("the line is damaged at byte %d: %w", syntax.Offset, err)
	case err != nil:
		return nil, fmt.Errorf("the line is damaged: %w", err)
	case g.Map != savedMap:
		return nil, fmt.Errorf("the game is on the map %q; podesta reads games on the map %q", g.Map, savedMap)
	case g.ID == "":
		return nil, errors.New("the line is damaged: the game has no id")
	case len(g.Phases) == 0:
		return nil, errors.New("the line is damaged: the game has no phases")
	}
	for _, rule := range g.Rules {
		if what, ok := savedVariants[rule]; ok {
			return nil, fmt.Errorf("the game is played with the rule %s (%s); podesta reads games with the usual rules", rule, what)
		}
	}
	for i := range g.Phases {
		ph := &g.Phases[i]
		if ph.State.Name != "" && ph.State.Name != ph.Name {
			return nil, fmt.Errorf("the line is damaged: phase %s has the state of %s", ph.Name, ph.State.Name)
		}
		if len(ph.State.Units) == 0 {
			return nil, fmt.Errorf("the line is damaged: phase %s has no units", ph.Name)
		}
		if ph.Name == completed && i == len(g.Phases)-1 {
			continue
		}
		if _, err := parseSavedPhase(ph.Name); err != nil {
			return nil, fmt.Errorf("the line is damaged: %w", err)
		}
	}
	return g, nil
}

var savedSeasons = map[byte]machiavelli.Season{'S': machiavelli.Spring, 'F': machiavelli.Fall, 'W': machiavelli.Winter}

var savedSteps = map[byte]machiavelli.Step{'M': machiavelli.Orders, 'R': machiavelli.Retreats, 'A': machiavelli.Adjustments}

// savedPhase returns a phase as "S1901M".
func savedPhase(ph machiavelli.Phase) string {
	return string("?SUFW"[ph.Season]) + strconv.Itoa(ph.Year) + string("?MRA"[ph.Step])
}

// parseSavedPhase reads "S1901M".
func parseSavedPhase(text string) (machiavelli.Phase, error) {
	bad := fmt.Errorf(`%q is not a phase; expected one such as "S1901M", "F1901R" or "W1901A"`, text)
	if len(text) < 3 {
		return machiavelli.Phase{}, bad
	}
	last := len(text) - 1
	year, err := strconv.Atoi(text[1:last])
	ph := machiavelli.Phase{Season: savedSeasons[text[0]], Year: year, Step: savedSteps[text[last]]}
	if err != nil || year < 1 || year > 9999 || ph.Season == 0 || ph.Step == 0 || (ph.Season == machiavelli.Winter) != (ph.Step == machiavelli.Adjustments) {
		return machiavelli.Phase{}, bad
	}
	return ph, nil
}

// dialect translates between podesta's names of powers and places and the package's names.
type dialect struct {
	setting *position.Setting
	areas   map[string]board.ID
}

// newDialect returns the dialect for a setting on the Diplomacy board.
func newDialect(s *position.Setting) *dialect {
	d := &dialect{s, make(map[string]board.ID, len(s.Board.Areas))}
	for i := 1; i < len(s.Board.Areas); i++ {
		d.areas[d.area(board.ID(i))] = board.ID(i)
	}
	return d
}

// area returns the package's code of an area. Only the code of Norway differs from ours.
func (d *dialect) area(at board.ID) string {
	if code := d.setting.Board.Areas[at].Code; code != "nor" {
		return strings.ToUpper(code)
	}
	return "NWY"
}

// place returns a place as "STP/SC".
func (d *dialect) place(p board.Place) string {
	if p.Coast == machiavelli.NoCoast {
		return d.area(p.At)
	}
	return d.area(p.At) + "/" + strings.ToUpper(p.Coast.Code())
}

// unit returns a unit as "F STP/SC".
func (d *dialect) unit(t machiavelli.UnitType, p board.Place) string {
	return t.Letter() + " " + d.place(p)
}

// power returns the package's name of a power.
func (d *dialect) power(x machiavelli.Power) string {
	return strings.ToUpper(d.setting.Powers[x].ID)
}

// powers returns all powers in order.
func (d *dialect) powers() []machiavelli.Power {
	out := make([]machiavelli.Power, 0, len(d.setting.Powers))
	for x := machiavelli.Power(1); int(x) < len(d.setting.Powers); x++ {
		out = append(out, x)
	}
	return out
}

// findPower finds a power by the package's name.
func (d *dialect) findPower(name string) (machiavelli.Power, error) {
	if x, ok := d.setting.Powers.Find(strings.ToLower(name)); ok && strings.ToUpper(name) == name {
		return x, nil
	}
	return machiavelli.Nobody, fmt.Errorf("there is no power %q in Diplomacy", name)
}

// findPlace finds a place such as "STP/SC".
func (d *dialect) findPlace(text string) (board.Place, error) {
	code, coast, _ := strings.Cut(text, "/")
	p := board.Place{At: d.areas[code]}
	if p.At == board.None {
		return p, fmt.Errorf("there is no place %q on the map", text)
	}
	if len(code) == len(text) {
		return p, nil
	}
	for _, c := range d.setting.Board.Areas[p.At].Coasts {
		if strings.ToUpper(c.Code()) == coast {
			p.Coast = c
			return p, nil
		}
	}
	return p, fmt.Errorf("%s has no coast %q", code, coast)
}

// findUnit reads a unit such as "F STP/SC". It returns an error if no such unit can stand
// there.
func (d *dialect) findUnit(text string) (order.Unit, error) {
	kind, at, _ := strings.Cut(text, " ")
	u := order.Unit{Type: machiavelli.Army}
	switch kind {
	case "A":
	case "F":
		u.Type = machiavelli.Fleet
	default:
		return u, fmt.Errorf(`%q is no unit; expected one such as "A PAR" or "F STP/SC"`, text)
	}
	p, err := d.findPlace(at)
	if err != nil {
		return u, err
	}
	u.At, u.Coast = p.At, p.Coast
	b := d.setting.Board
	switch army := u.Type == machiavelli.Army; {
	case army && (!b.Land.Has(u.At) || u.Coast != machiavelli.NoCoast), !army && !b.Seas.Has(u.At) && !b.Coastal.Has(u.At):
		return u, fmt.Errorf("the unit %s is not possible", text)
	case !army && b.TwoCoast.Has(u.At) && u.Coast == machiavelli.NoCoast:
		return u, fmt.Errorf("the unit %s needs a coast", text)
	}
	return u, nil
}

// homes returns the home centres of a power.
func (d *dialect) homes(p *position.Position, x machiavelli.Power) []board.ID {
	return p.Homes(x).Intersect(d.setting.Board.Cities).IDs()
}

// centers returns the centres that a power owns.
func (d *dialect) centers(p *position.Position, x machiavelli.Power) []board.ID {
	var out []board.ID
	for _, at := range d.setting.Board.Cities.IDs() {
		if p.City[at] == x {
			out = append(out, at)
		}
	}
	return out
}

// builds returns how many units a power may build, and where.
func (d *dialect) builds(p *position.Position, x machiavelli.Power) SavedBuilds {
	out := SavedBuilds{Homes: []string{}}
	if p.Phase.Step != machiavelli.Adjustments || p.Victors != 0 {
		return out
	}
	out.Count = len(d.centers(p, x))
	for i := range p.Units {
		if p.Units[i].Owner == x {
			out.Count--
		}
	}
	if out.Count <= 0 {
		return out
	}
	for _, at := range d.homes(p, x) {
		if p.City[at] == x && p.Field(at) < 0 {
			out.Homes = append(out.Homes, d.area(at))
		}
	}
	out.Count = min(out.Count, len(out.Homes))
	return out
}

// names returns the package's codes of areas.
func (d *dialect) names(list []board.ID) []string {
	out := make([]string, 0, len(list))
	for _, at := range list {
		out = append(out, d.area(at))
	}
	return out
}

// sorted returns a sorted copy.
func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

// savedRules returns the rules of Diplomacy as podesta plays it.
func savedRules() (rules.Set, error) { return rules.Make(savedScenario, nil) }

// savedStart returns the start of a game of Diplomacy, before its opening.
func savedStart() (*position.Position, rules.Set, error) {
	r, err := savedRules()
	if err != nil {
		return nil, r, err
	}
	p, err := scenario.New(savedScenario, "", &r)
	return p, r, err
}
