package env

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"podesta/machiavelli/position/check"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
)

// stateMark begins every saved state; stateVersion is the version of the format.
const (
	stateMark    = "podesta-state-"
	stateVersion = "1"
)

// maxState is the maximum length of a state when it is unpacked, in bytes.
const maxState = 1 << 20

// sumBytes is the length of the checksum at the end of a state.
const sumBytes = 8

// saved is the content of a state.
type saved struct {
	Scenario string          `json:"scenario"`
	Variant  string          `json:"variant"`
	Seats    [][]string      `json:"seats,omitempty"`
	Rules    rules.Spec      `json:"rules"`
	Seed     string          `json:"seed"`
	Years    int             `json:"years"`
	Position json.RawMessage `json:"position"`
}

// Save returns the state of the game as a text of letters, digits, hyphens and underscores,
// from which Restore continues with the same dice. It holds everything, including the seed, but
// not the events of the previous phase.
func (g *Game) Save() (string, error) {
	u := g.Setup
	pos, err := record.New(u.Setting()).Position(g.Position)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(saved{u.scenario, u.variant, u.seats, u.Rules.Spec(), g.seed, g.years, pos})
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed) // the compression level is valid
	w.Write(text)                                     // writing to a buffer cannot fail
	w.Close()
	sum := sha256.Sum256(packed.Bytes())
	packed.Write(sum[:sumBytes])
	return stateMark + stateVersion + "-" + base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

// Restore returns the game of a saved state. The error says whether the state is damaged or was
// saved by another version.
func Restore(state string) (*Game, error) { return restore(state, NewSetup) }

// restore returns the game of a saved state. It calls setup to get its Setup.
func restore(state string, setup func(Scenario) (*Setup, error)) (*Game, error) {
	x, err := unpack(state)
	if err != nil {
		return nil, err
	}
	u, err := setup(Scenario{x.Scenario, x.Variant, x.Seats, x.Rules.Preset, x.Rules.Options})
	if err != nil {
		return nil, fmt.Errorf("the state is of a game that this version does not know: %w", err)
	}
	if x.Years < 1 || x.Years > MaxYears {
		return nil, errDamaged
	}
	p, err := record.New(u.Setting()).ReadPosition(x.Position)
	if err != nil {
		return nil, fmt.Errorf("the position of the state cannot be read: %w", err)
	}
	if problems := check.Position(p, u.Rules); len(problems) > 0 {
		return nil, fmt.Errorf("the position of the state is impossible: %s", problems[0])
	}
	return &Game{Setup: u, Position: p, seed: x.Seed, years: x.Years}, nil
}

// errDamaged is the error for a state that is not as it was saved.
var errDamaged = errors.New("the state is damaged: it has changed since it was saved")

// unpack reads a saved state.
func unpack(state string) (x saved, err error) {
	rest, ok := strings.CutPrefix(state, stateMark)
	if !ok {
		return x, fmt.Errorf("this is not a saved state: it does not begin with %s", stateMark)
	}
	version, text, _ := strings.Cut(rest, "-")
	if version != stateVersion {
		return x, fmt.Errorf("the state has version %.20q, and this program reads version %s: use the program that saved it", version, stateVersion)
	}
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) < sumBytes {
		return x, errDamaged
	}
	packed, given := packed[:len(packed)-sumBytes], packed[len(packed)-sumBytes:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:sumBytes], given) {
		return x, errDamaged
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxState+1))
	if err != nil || len(data) > maxState {
		return x, errDamaged
	}
	if err := decode(data, &x, "a state"); err != nil {
		return x, fmt.Errorf("the state cannot be read: %w", err)
	}
	return x, nil
}
