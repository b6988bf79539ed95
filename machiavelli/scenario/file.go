package scenario

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"podesta/machiavelli"
)

//go:embed data/*.yaml
var data embed.FS

// words is a list that a file writes as one text: "pav mil cre".
type words []string

// UnmarshalYAML splits the text at blanks.
func (w *words) UnmarshalYAML(unmarshal func(any) error) error {
	var s string
	if err := unmarshal(&s); err != nil {
		return err
	}
	*w = strings.Fields(s)
	return nil
}

// fileScenarios is a file of scenarios.
type fileScenarios struct {
	Rows      map[string]words `yaml:"rows"`
	Scenarios []fileScenario   `yaml:"scenarios"`
}

type fileScenario struct {
	ID         string        `yaml:"id"`
	Slug       string        `yaml:"slug"`
	Title      string        `yaml:"title"`
	Period     string        `yaml:"period"`
	Board      string        `yaml:"board"`
	Year       int           `yaml:"year"`
	Fortresses bool          `yaml:"fortresses"`
	OffBoard   words         `yaml:"off-board"`
	Powers     []filePower   `yaml:"powers"`
	CityDice   []fileCityDie `yaml:"city-dice"`
	Garrisons  words         `yaml:"garrisons"`
	Variants   []fileVariant `yaml:"variants"`

	rows map[string]row // of its file
}

type filePower struct {
	Power    string   `yaml:"power"`
	HeldBy   string   `yaml:"held-by"`
	Dice     int      `yaml:"dice"`
	Initial  int      `yaml:"initial"`
	Home     words    `yaml:"home"`
	Controls words    `yaml:"controls"`
	Limits   []string `yaml:"limits"`
	Units    []string `yaml:"units"`
}

type fileCityDie struct {
	City string `yaml:"city"`
	Row  string `yaml:"row"`
	Dice int    `yaml:"dice"`
}

type fileVariant struct {
	ID               string      `yaml:"id"`
	Players          int         `yaml:"players"`
	Seats            []words     `yaml:"seats"`
	Choose           int         `yaml:"choose"`
	From             words       `yaml:"from"`
	Neutral          words       `yaml:"neutral"`
	Drop             words       `yaml:"drop"`
	Basic            *bool       `yaml:"basic"`
	MoreGarrisons    words       `yaml:"more-garrisons"`
	WithoutGarrisons words       `yaml:"without-garrisons"`
	Powers           []filePower `yaml:"powers"`
}

// row is the ducats of a variable income by die face.
type row [6]machiavelli.Ducats

type filePowers struct {
	Powers []struct {
		ID        string   `yaml:"id"`
		Name      string   `yaml:"name"`
		Adjective string   `yaml:"adjective"`
		Letter    string   `yaml:"letter"`
		Also      []string `yaml:"also"`
	} `yaml:"powers"`
}

// library is all that the embedded files hold.
type library struct {
	scenarios []*fileScenario
	powers    map[string]machiavelli.PowerInfo
}

// load reads the embedded files once.
var load = sync.OnceValues(func() (*library, error) {
	l := &library{powers: map[string]machiavelli.PowerInfo{}}
	var p filePowers
	if err := read("powers", &p); err != nil {
		return nil, err
	}
	for _, x := range p.Powers {
		if len(x.Letter) != 1 {
			return nil, fmt.Errorf("power %s: the letter must be one letter", x.ID)
		}
		l.powers[x.ID] = machiavelli.PowerInfo{ID: x.ID, Name: x.Name, Adjective: x.Adjective, Letter: x.Letter[0], Aliases: x.Also}
	}
	for _, name := range []string{"italy-1978", "italy-1995", "europe"} {
		var f fileScenarios
		if err := read(name, &f); err != nil {
			return nil, err
		}
		rows, err := parseRows(f.Rows)
		if err != nil {
			return nil, fmt.Errorf("scenarios of %s: %w", name, err)
		}
		for i := range f.Scenarios {
			f.Scenarios[i].rows = rows
			l.scenarios = append(l.scenarios, &f.Scenarios[i])
		}
	}
	return l, nil
})

// read decodes an embedded file; unknown fields are errors.
func read(name string, into any) error {
	text, err := data.ReadFile("data/" + name + ".yaml")
	if err != nil {
		return err
	}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(into); err != nil {
		return fmt.Errorf("scenarios of %s: %w", name, err)
	}
	return nil
}

// parseRows reads the rows of variable income.
func parseRows(texts map[string]words) (map[string]row, error) {
	out := map[string]row{}
	for name, faces := range texts {
		var r row
		if len(faces) != len(r) {
			return nil, fmt.Errorf("row %s: expected six numbers of ducats", name)
		}
		for i, f := range faces {
			n, err := strconv.Atoi(f)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("row %s: %q is no number of ducats", name, f)
			}
			r[i] = machiavelli.Ducats(n)
		}
		out[name] = r
	}
	return out, nil
}

// powersIn gives the entries of the powers that a variant has, by identifier:
// those of the scenario, replaced and joined by those of the variant, without
// the neutral ones and the ones that are left out.
func (s *fileScenario) powersIn(v *fileVariant) []filePower {
	var out []filePower
	for _, p := range s.Powers {
		if !slices.Contains(v.Neutral, p.Power) && !slices.Contains(v.Drop, p.Power) {
			out = append(out, p)
		}
	}
	for _, p := range v.Powers {
		if i := slices.IndexFunc(out, func(q filePower) bool { return q.Power == p.Power }); i >= 0 {
			out[i] = p
		} else {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b filePower) int { return strings.Compare(a.Power, b.Power) })
	return out
}
