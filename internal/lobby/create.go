package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// MaxPace is the maximum time for a phase.
const MaxPace = 366 * 24 * time.Hour

// Create creates a game at its first phase, whose seats are held by secret links. The error
// code is "invalid" for an unknown scenario, variant, preset or option, for contradictory
// options, and for a bad name.
func (l *Lobby) Create(ctx context.Context, n NewGame) (*game.Game, game.Keys, error) {
	return l.CreateMarked(ctx, n, func(*game.Tx, *game.GameRecord, *hosting.Hosting, []game.SeatRecord) error { return nil })
}

// CreateMarked creates a game that is held by links. mark may change its
// record, hosting and seats before they are written.
func (l *Lobby) CreateMarked(ctx context.Context, n NewGame, mark func(*game.Tx, *game.GameRecord, *hosting.Hosting, []game.SeatRecord) error) (*game.Game, game.Keys, error) {
	if n.Pace < 0 || n.Pace > MaxPace {
		return nil, game.Keys{}, game.Refuse(game.Invalid, message.New("The time for a phase must be between nothing and a year."))
	}
	lib, err := gamestate.NewLibrary(n.Library)
	if err != nil {
		return nil, game.Keys{}, game.Wrong(err)
	}
	if all := lib.List(); n.Scenario == "" && n.Library != "" && len(all) == 1 {
		n.Scenario = all[0].ID
	}
	info, variant, err := gamestate.FindVariant(lib, n.Scenario, n.Variant)
	if err != nil {
		return nil, game.Keys{}, err
	}
	if n.Name == "" && n.Library != "" {
		n.Name = info.Title
	}
	name, err := game.CleanName(n.Name, message.New("the game"))
	if err != nil {
		return nil, game.Keys{}, err
	}
	set, err := MakeRules(n, lib, info)
	if err != nil {
		return nil, game.Keys{}, err
	}
	seats, err := deal(variant, n)
	if err != nil {
		return nil, game.Keys{}, err
	}
	start, err := gamestate.StartPosition(lib, info.ID, variant.ID, &set, seats)
	if err != nil {
		return nil, game.Keys{}, game.Wrong(err)
	}
	written, err := writeRules(&set)
	if err != nil {
		return nil, game.Keys{}, err
	}
	id, seed, err := l.base.DrawGame()
	if err != nil {
		return nil, game.Keys{}, err
	}
	how := hosting.Linked(n.Pace)
	how.Press.None = n.Solitaire
	r := game.GameRecord{
		ID: id, Name: name, Scenario: info.ID, Variant: variant.ID, Rules: written, Seed: seed,
		Solitaire: n.Solitaire, Number: 1, Revision: 1, Created: l.base.Now(), Status: game.Active,
	}
	if n.Library != "" {
		r.Library = lib.Text()
	}
	var g *gamestate.State
	var keys game.Keys
	err = l.base.Write(ctx, func(tx *game.Tx) error {
		board, err := n.typedIn().first(tx, &r, start, &set)
		if err != nil {
			return err
		}
		if err := mark(tx, &r, &how, seats); err != nil {
			return err
		}
		if r.Hosting, err = json.Marshal(how); err != nil {
			return err
		}
		first := game.PhaseRecord{Game: r.ID, Number: 1, Phase: r.Phase, Position: board}
		if err := tx.Games.AddGame(r, seats, first); err != nil {
			return err
		}
		if g, err = l.base.Load(tx, r.ID); err != nil {
			return err
		}
		if _, err := l.clock.StartClock(tx, g); err != nil {
			return err
		}
		if g, err = l.base.Load(tx, r.ID); err != nil {
			return err
		}
		keys, err = l.linksOf(tx, g)
		return err
	})
	if err != nil {
		return nil, game.Keys{}, err
	}
	return g.Game, keys, nil
}

// OpenGame computes the beginning of a game: it fills in the phase, the events
// and the rolls of the record and returns the first position in stored form.
func OpenGame(r *game.GameRecord, start *position.Position, set *rules.Set) ([]byte, error) {
	d := dice.New(r.Seed, dice.Scope(r.ID, OpeningScope, ""), nil)
	res, err := turn.Open(start, set, d)
	if err != nil {
		return nil, err
	}
	c := record.New(start.Setting)
	if r.Opening, err = c.Events(res.Events); err != nil {
		return nil, err
	}
	r.Phase, r.OpeningThrows = res.Next.Phase, d.Throws()
	return c.Position(res.Next)
}

// OpeningScope replaces the campaign in the names of the opening's rolls.
const OpeningScope = "opening"

// writeRules encodes rules with all their options, so that a game keeps its
// rules even if its preset changes.
func writeRules(s *rules.Set) ([]byte, error) {
	spec := rules.Spec{Preset: s.Preset, Options: map[string]string{}}
	for i := range rules.Options {
		o := &rules.Options[i]
		spec.Options[o.Name] = o.Get(s)
	}
	return json.Marshal(spec)
}

// MakeRules returns the rules of a new game: the preset, what the scenario's
// file requires, and the given options.
func MakeRules(n NewGame, lib *scenario.Library, info scenario.Info) (rules.Set, error) {
	options := maps.Clone(info.Options)
	if options == nil {
		options = map[string]string{}
	}
	maps.Copy(options, n.Options)
	set, err := rules.Make(cmp.Or(n.Preset, rules.DefaultPreset), options)
	if err != nil {
		return set, game.Wrong(err)
	}
	lib.Suit(info.ID, &set, options)
	if bad := set.Check(); len(bad) > 0 {
		return set, game.Refuse(game.Invalid, gamestate.Sentences(bad...))
	}
	return set, nil
}

// deal assigns the powers to the seats. In a solitaire game each power has its own seat; otherwise
// the variant determines the seats. Powers that players may choose are assigned in turn, in the
// order of the roster.
func deal(v scenario.VariantInfo, n NewGame) ([]game.SeatRecord, error) {
	var seats []game.SeatRecord
	switch {
	case n.Solitaire:
		for _, p := range v.Powers {
			seats = append(seats, game.SeatRecord{Powers: []string{p}})
		}
	default:
		for i := range max(v.Players, len(v.Seats)) {
			seats = append(seats, game.SeatRecord{})
			if i < len(v.Seats) {
				seats[i].Powers = slices.Clone(v.Seats[i])
			}
		}
		var free []string
		for _, p := range v.Powers {
			if slices.Contains(v.ChooseFrom, p) {
				free = append(free, p)
			}
		}
		for i := range min(v.ChooseEach*len(seats), len(free)) {
			s := &seats[i%len(seats)]
			s.Powers = append(s.Powers, free[i])
		}
	}
	if len(n.Players) > len(seats) {
		return nil, game.Refuse(game.Invalid, message.New("There are {n} players for {seats} seats.", message.Number(len(n.Players)), message.Number(len(seats))))
	}
	for i := range seats {
		seats[i].Number = i + 1
		if i < len(n.Players) && strings.TrimSpace(n.Players[i]) != "" {
			name, err := game.CleanName(n.Players[i], message.New("a player"))
			if err != nil {
				return nil, err
			}
			seats[i].Player = name
		}
	}
	return seats, nil
}

// NewGame describes a game to create.
type NewGame struct {
	Name      string
	Library   string            // text of a custom scenario file; empty for the built-in scenarios
	Scenario  string            // may be empty if the file has only one
	Variant   string            // if empty, each power has its own seat
	Preset    string            // empty means njudge-classic
	Options   map[string]string // rule options that differ from the preset
	Solitaire bool
	Pace      time.Duration // for a game held by links, the time from the start of a phase to its deadline; 0 for none
	Players   []string      // names for the seats; may be shorter
	// Position is the position at the beginning, in the format of docs/interchange.md (the
	// member position of a case), and Phase the phase in which the game begins, such as "fall
	// 1456 retreats". If they are empty, the game begins as the scenario does. Anything missing
	// from a position is taken from the scenario's set-up, without a first income.
	Position string
	Phase    string
	// Plays makes the creator of a hosted game a player in it. The game then has no master and
	// is run by the judge alone. Wishes are the creator's preferences for powers, as for Join.
	Plays  bool
	Wishes string
}
