package gamestate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// ReadLibrary parses a scenario file. An empty text means the built-in
// scenarios.
func ReadLibrary(text string) (*scenario.Library, error) {
	if text == "" {
		return scenario.BuiltIn(), nil
	}
	l, found := scenario.Parse([]byte(text))
	return l, found.Err()
}

// NewLibrary is ReadLibrary for a new game.
func NewLibrary(text string) (*scenario.Library, error) {
	if text == "" {
		return scenario.BuiltIn(), nil
	}
	l, found := scenario.Parse([]byte(text))
	return l, found.ErrNew()
}

// FindVariant returns a scenario and one of its variants. An empty ID means the variant with the
// most players.
func FindVariant(lib *scenario.Library, scenarioID, id string) (scenario.Info, scenario.VariantInfo, error) {
	info, ok := lib.Find(scenarioID)
	if !ok {
		return info, scenario.VariantInfo{}, game.Refuse(game.Invalid, message.New("There is no scenario {word}.", game.Quoted(scenarioID)))
	}
	var most scenario.VariantInfo
	var ids []string
	for _, v := range info.Variants {
		if id != "" && strings.EqualFold(v.ID, id) {
			return info, v, nil
		}
		if v.Players > most.Players {
			most = v
		}
		ids = append(ids, v.ID)
	}
	if id != "" {
		return info, most, game.Refuse(game.Invalid, message.New("Scenario {scenario} has no variant {word}: the variants are {variants}.", message.Order(info.ID), game.Quoted(id), message.Order(strings.Join(ids, ", "))))
	}
	return info, most, nil
}

// Setup is the data that games with the same scenario, variant, rules and seats
// share.
type Setup struct {
	setting *position.Setting
	rules   rules.Set
	codec   *record.Codec
}

// mostSettings is the maximum number of cached settings. Each takes tens of kilobytes.
const mostSettings = 500

// setting returns the setting of a game, and its rules. The seats of the setting are the game's
// seats, so that victory counts the actual players. Games with the same inputs share one setting.
func (b *Base) setting(r *game.GameRecord, seats []game.SeatRecord) (*Setup, error) {
	h := sha256.New()
	text := make([]byte, 0, 256)
	add := func(part string) { text = append(binary.AppendUvarint(text, uint64(len(part))), part...) }
	add(r.Scenario)
	add(r.Variant)
	add(r.Library)
	text = binary.AppendUvarint(text, uint64(len(r.Rules)))
	for _, s := range seats {
		text = binary.AppendUvarint(text, uint64(len(s.Powers)))
		for _, p := range s.Powers {
			add(p)
		}
	}
	h.Write(text)
	h.Write(r.Rules)
	key := [sha256.Size]byte(h.Sum(nil))
	b.making.Lock()
	defer b.making.Unlock()
	if s := b.settings[key]; s != nil {
		return s, nil
	}
	lib, err := ReadLibrary(r.Library)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	m := &Setup{}
	if err := json.Unmarshal(r.Rules, &m.rules); err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	start, err := StartPosition(lib, r.Scenario, r.Variant, &m.rules, seats)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.ID, err)
	}
	m.setting, m.codec = start.Setting, record.New(start.Setting)
	if len(b.settings) >= mostSettings {
		for old := range b.settings { // it does not matter which, because games that are read often are cached again
			delete(b.settings, old)
			break
		}
	}
	b.settings[key] = m
	return m, nil
}

// sharedHostings caches the parsed settings of games by their stored text, which many games
// share. Parsing one takes longer than reading the game from the database.
type sharedHostings struct {
	mu  sync.Mutex
	all map[string]*hosting.Hosting
}

// of parses the settings of a game. The caller gets a copy whose fields can be changed.
func (x *sharedHostings) of(stored []byte) (*hosting.Hosting, error) {
	x.mu.Lock()
	h := x.all[string(stored)]
	x.mu.Unlock()
	if h == nil {
		h = &hosting.Hosting{}
		if err := json.Unmarshal(stored, h); err != nil {
			return nil, err
		}
		x.mu.Lock()
		if x.all == nil || len(x.all) >= mostSettings {
			x.all = map[string]*hosting.Hosting{}
		}
		x.all[string(stored)] = h
		x.mu.Unlock()
	}
	out := *h
	return &out, nil
}

// StartPosition returns the first position of a game with the given seats.
func StartPosition(lib *scenario.Library, scenarioID, variant string, set *rules.Set, seats []game.SeatRecord) (*position.Position, error) {
	powers := make([][]string, len(seats))
	for i := range seats {
		powers[i] = seats[i].Powers
	}
	return lib.Seated(scenarioID, variant, set, powers)
}

// VariantInfo returns the variant of a game's scenario.
func (g *State) VariantInfo() (scenario.VariantInfo, error) {
	lib, err := ReadLibrary(g.Record.Library)
	if err != nil {
		return scenario.VariantInfo{}, g.WrapError(err)
	}
	_, v, err := FindVariant(lib, g.Scenario, g.Variant)
	return v, err
}
