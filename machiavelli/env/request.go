package env

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
)

// head holds the members of every request.
type head struct {
	ID json.RawMessage `json:"id"`
	Op string          `json:"op"`
}

// inGame holds the members of a request about a game.
type inGame struct {
	head
	Game uint64 `json:"game"`
}

// find returns the game with that handle.
func (s *Service) find(handle uint64) (*Game, error) {
	if g := s.games[handle]; g != nil {
		return g, nil
	}
	if handle == 0 {
		return nil, wrong("game", "the request names no game: reset, clone and restore return one")
	}
	return nil, wrong("game", "there is no game %d: it was closed, or never opened with reset, clone or restore", handle)
}

// power returns the power with that id.
func (g *Game) power(id string) (machiavelli.Power, error) {
	set := g.Setup.Setting()
	power, ok := set.Powers.Find(id)
	if !ok || power == machiavelli.Nobody || set.Absent.Has(power) {
		var ids []string
		for p := range each(g.Setup.Powers()) {
			ids = append(ids, set.Powers[p].ID)
		}
		if id == "" {
			return 0, wrong("power", "the power is missing; the powers are %s", strings.Join(ids, ", "))
		}
		return 0, wrong("power", "nobody plays %q in this game; the powers are %s", id, strings.Join(ids, ", "))
	}
	return power, nil
}

// vocabularyFor returns the vocabulary if some of the choices are actions, so
// that games played by lines need not make one.
func (g *Game) vocabularyFor(choices []Choice) *Vocabulary {
	if slices.ContainsFunc(choices, func(c Choice) bool { return c.Line == "" }) {
		return g.Setup.Vocabulary()
	}
	return nil
}

// seed is the seed of a game: a text or a number.
type seed string

// UnmarshalJSON reads a text, or a whole number as its digits.
func (x *seed) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if data[0] == '"' {
		return json.Unmarshal(data, (*string)(x))
	}
	n, err := strconv.ParseInt(string(data), 10, 64)
	if err != nil {
		return fmt.Errorf("the seed is a text, or a whole number of at most 64 bits, not %.40s", data)
	}
	*x = seed(strconv.FormatInt(n, 10))
	return nil
}
