package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Record is a recorded match: its settings, and its games so far.
type Record struct {
	Settings Settings
	Games    []Game
}

// header is the first line of a record.
type header struct {
	Arena    int      `json:"arena"` // formatVersion
	Settings Settings `json:"settings"`
}

// formatVersion is the version of the record format.
const formatVersion = 1

// ErrNoRecord is returned for text that is not a record.
var ErrNoRecord = errors.New("this is not a file that podesta arena has written")

// Header returns the first line of the record of a match.
func (s *Settings) Header() ([]byte, error) { return line(header{formatVersion, *s}) }

// Line returns a game as a line of a record.
func (g *Game) Line() ([]byte, error) { return line(g) }

// line returns a value as a line of JSON.
func line(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	return append(data, '\n'), err
}

// Read reads a record in JSON Lines. The first line holds the settings, and the others hold games
// in any order. whole is the length of the text up to the end of its last good line. If the last
// line is damaged, because the process that wrote it was interrupted, whole is less than the length
// of the text, and what follows can be cut off. Damage before the last line is an error that names
// the line. A game that occurs twice counts once. A text without any good line is an empty record,
// and whole is 0.
func Read(text []byte) (r Record, whole int, err error) {
	seen := map[uint64]bool{}
	for n, at := 1, 0; at < len(text); n++ {
		end := bytes.IndexByte(text[at:], '\n')
		last := end < 0 || at+end+1 == len(text)
		if end < 0 {
			return r, whole, first(n, text)
		}
		data := text[at : at+end]
		at += end + 1
		if n == 1 {
			err = readHeader(data, &r.Settings)
		} else {
			var g Game
			if g, err = readGame(data, &r.Settings); err == nil && !seen[g.Number] {
				seen[g.Number] = true
				r.Games = append(r.Games, g)
			}
		}
		switch {
		case err == nil:
			whole = at
		case n > 1 && last:
			return r, whole, nil
		default:
			return Record{}, 0, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return r, whole, nil
}

// first returns an error if text has no complete first line and cannot be the beginning of a
// record.
func first(n int, text []byte) error {
	begin := []byte(`{"arena":`)
	if k := min(len(text), len(begin)); n == 1 && !bytes.Equal(text[:k], begin[:k]) {
		return fmt.Errorf("line 1: %w", ErrNoRecord)
	}
	return nil
}

func readHeader(data []byte, s *Settings) error {
	var h header
	if err := json.Unmarshal(data, &h); err != nil || h.Arena == 0 {
		return ErrNoRecord
	}
	if h.Arena != formatVersion {
		return fmt.Errorf("the file has version %d of the form, and this program reads version %d", h.Arena, formatVersion)
	}
	*s = h.Settings
	return nil
}

func readGame(data []byte, s *Settings) (Game, error) {
	var g Game
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		return g, fmt.Errorf("this is not a game: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return g, errors.New("this is not a game: there is more text behind it")
	}
	if len(g.Seats) == 0 || g.Lineup < 0 || g.Lineup >= len(s.Lineups) {
		return g, errors.New("this is not a game of these settings")
	}
	for i := range g.Seats {
		switch seat := &g.Seats[i]; {
		case !slices.Contains(s.Lineups[g.Lineup].Players, seat.Player):
			return g, fmt.Errorf("this is not a game of these settings: nobody in them is called %q", seat.Player)
		case seat.Outcome != Won && seat.Outcome != Drew && seat.Outcome != Lost:
			return g, fmt.Errorf("this is not a game: a seat has the outcome %q", seat.Outcome)
		case seat.Cities < 0 || seat.Decisions < 0:
			return g, errors.New("this is not a game: a seat has a negative number")
		}
	}
	return g, nil
}

// Differences describes how the settings differ from other, in phrases that can follow "the file
// has": "seed 1, not 2". It returns none if games of both settings belong to the same match.
func (s *Settings) Differences(other *Settings) []string {
	var out []string
	add := func(what, have, want string) {
		if have != want {
			out = append(out, fmt.Sprintf("%s %s, not %s", what, have, want))
		}
	}
	add("scenario", s.Scenario, other.Scenario)
	add("variant", or(s.Variant), or(other.Variant))
	add("preset", s.Preset, other.Preset)
	add("options", pairs(s.Options), pairs(other.Options))
	add("years", fmt.Sprint(s.Years), fmt.Sprint(other.Years))
	add("seed", fmt.Sprint(s.Seed), fmt.Sprint(other.Seed))
	add("players", or(lineups(s.Lineups)), or(lineups(other.Lineups)))
	add("programs", pairs(s.Programs), pairs(other.Programs))
	add("patience in milliseconds", fmt.Sprint(s.Patience), fmt.Sprint(other.Patience))
	add("engine version", s.Engine, other.Engine)
	return out
}

func or(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func pairs(m map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, name+"="+m[name])
	}
	return or(strings.Join(parts, " "))
}

func lineups(list []Lineup) string {
	var parts []string
	for _, l := range list {
		parts = append(parts, l.String())
	}
	return strings.Join(parts, "; ")
}
