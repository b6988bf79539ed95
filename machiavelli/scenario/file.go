package scenario

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/source"
)

// file is a scenario file as it is written.
type file struct {
	At        source.Pos
	Board     *source.Node    `yaml:"board"`
	Boards    []*source.Node  `yaml:"boards"`
	Powers    []filePowerInfo `yaml:"powers"`
	Rows      source.Named    `yaml:"rows"`
	Scenarios []fileScenario  `yaml:"scenarios"`
}

type filePowerInfo struct {
	At        source.Pos
	ID        source.Text   `yaml:"id"`
	Name      source.Text   `yaml:"name"`
	Adjective source.Text   `yaml:"adjective"`
	Letter    source.Text   `yaml:"letter"`
	Also      []source.Text `yaml:"also"`
}

type fileScenario struct {
	At         source.Pos
	ID         source.Text   `yaml:"id"`
	Slug       source.Text   `yaml:"slug"`
	Title      source.Text   `yaml:"title"`
	Period     source.Text   `yaml:"period"`
	Board      source.Text   `yaml:"board"`
	Year       source.Int    `yaml:"year"`
	Fortresses source.Bool   `yaml:"fortresses"`
	Options    source.Named  `yaml:"options"`
	OffBoard   source.Words  `yaml:"off-board"`
	Powers     []filePower   `yaml:"powers"`
	CityDice   []fileCityDie `yaml:"city-dice"`
	Garrisons  source.Words  `yaml:"garrisons"`
	Rows       source.Named  `yaml:"rows"`
	Variants   []fileVariant `yaml:"variants"`

	rows     map[string]row // rows of the scenario itself and of its file
	ground   *ground        // the board of the scenario
	unlisted bool           // whether List leaves out the scenario
}

type filePower struct {
	At       source.Pos
	Power    source.Text   `yaml:"power"`
	HeldBy   source.Text   `yaml:"held-by"`
	Dice     source.Int    `yaml:"dice"`
	Initial  source.Int    `yaml:"initial"`
	Home     source.Words  `yaml:"home"`
	Controls source.Words  `yaml:"controls"`
	Limits   []source.Text `yaml:"limits"`
	Units    []source.Text `yaml:"units"`
}

type fileCityDie struct {
	At   source.Pos
	City source.Text `yaml:"city"`
	Row  source.Text `yaml:"row"`
	Dice source.Int  `yaml:"dice"`
}

type fileVariant struct {
	At               source.Pos
	ID               source.Text    `yaml:"id"`
	Players          source.Int     `yaml:"players"`
	Seats            []source.Words `yaml:"seats"`
	Choose           source.Int     `yaml:"choose"`
	From             source.Words   `yaml:"from"`
	Neutral          source.Words   `yaml:"neutral"`
	Drop             source.Words   `yaml:"drop"`
	Basic            source.Bool    `yaml:"basic"`
	MoreGarrisons    source.Words   `yaml:"more-garrisons"`
	WithoutGarrisons source.Words   `yaml:"without-garrisons"`
	Powers           []filePower    `yaml:"powers"`
}

// row holds the ducats of a variable income by die face.
type row [6]machiavelli.Ducats

// powersIn returns the entries of a variant's powers. They are the entries of the scenario,
// replaced and supplemented by those of the variant. Neutral and omitted powers are left out.
func (s *fileScenario) powersIn(v *fileVariant) []filePower {
	var out []filePower
	for _, p := range s.Powers {
		if !v.Neutral.Has(p.Power.S) && !v.Drop.Has(p.Power.S) {
			out = append(out, p)
		}
	}
	for _, p := range v.Powers {
		if i := slices.IndexFunc(out, func(q filePower) bool { return q.Power.S == p.Power.S }); i >= 0 {
			out[i] = p
		} else {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b filePower) int { return strings.Compare(a.Power.S, b.Power.S) })
	return out
}

// rank returns the place of a power in the set-up.
func (s *fileScenario) rank(id string) int {
	if i := slices.IndexFunc(s.Powers, func(p filePower) bool { return p.Power.S == id }); i >= 0 {
		return i
	}
	return len(s.Powers)
}

// options returns the values that the scenario itself sets, keyed by option.
func (s *fileScenario) options() map[string]string {
	if len(s.Options) == 0 {
		return nil
	}
	out := map[string]string{}
	for _, o := range s.Options {
		out[o.Name.S] = o.Value.Text
	}
	return out
}
