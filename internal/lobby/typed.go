package lobby

import (
	"encoding/json"
	"errors"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
)

// typed is a custom beginning of a game (NewGame).
type typed struct {
	Position string `json:"position,omitempty"`
	Phase    string `json:"phase,omitempty"`
}

// typedIn returns the custom beginning of a new game, or nil if it has none.
func (n *NewGame) typedIn() *typed {
	t := typed{strings.TrimSpace(n.Position), strings.Join(strings.Fields(n.Phase), " ")}
	if t == (typed{}) {
		return nil
	}
	return &t
}

// keep stores the entered text until the game begins.
func (t *typed) keep(tx *game.Tx, game string) error {
	if t == nil {
		return nil
	}
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return tx.Items.Put(game, gamestate.TypedItem, gamestate.OnlyKey, text)
}

// typedOf returns the entered text of a game, or nil if there is none.
func typedOf(tx *game.Tx, gameID string) (*typed, error) {
	text, err := tx.Items.Get(gameID, gamestate.TypedItem, gamestate.OnlyKey)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t := &typed{}
	return t, json.Unmarshal(text, t)
}

// board returns the first position of a game with a custom beginning. The error
// lists everything that is wrong with it. It changes start, the scenario's own
// beginning.
func (t *typed) board(start *position.Position, set *rules.Set) (*position.Position, error) {
	if t.Phase != "" {
		ph, err := machiavelli.ParsePhase(t.Phase)
		if err != nil {
			return nil, game.Refuse(game.Invalid, message.New("{why}.", message.Of(err)))
		}
		if set.SeasonsPerYear == 2 && ph.Season == machiavelli.Summer {
			return nil, game.Refuse(game.Invalid, message.New("This game has no summer: it has two campaigns a year."))
		}
		start.Phase = ph
	}
	p := start
	if t.Position != "" {
		var err error
		if p, err = interchange.DecodePosition([]byte(t.Position), start, set); err != nil {
			return nil, game.Refuse(game.Invalid, message.New("The position cannot be used: {why}.", message.Of(err)))
		}
	}
	if p.Victors != 0 {
		return nil, game.Refuse(game.Invalid, message.New("The position is that of a game that someone has won."))
	}
	if found := check.Position(p, set); len(found) > 0 {
		lines := make([]message.Message, len(found))
		for i, x := range found {
			lines[i] = x.Say()
		}
		return nil, game.Refuse(game.Invalid, message.New("The position cannot be used.\n{lines}", message.ListOf(message.Lines, lines)))
	}
	return p, nil
}

// first returns the first position of a game in stored form, and fills in the phase, the events and
// the rolls of the record. A game with a custom beginning has no opening and begins with its custom
// position. Any other game begins with the result of its scenario's opening.
func (t *typed) first(tx *game.Tx, r *game.GameRecord, start *position.Position, set *rules.Set) ([]byte, error) {
	if t == nil {
		return OpenGame(r, start, set)
	}
	p, err := t.board(start, set)
	if err != nil {
		return nil, err
	}
	c := record.New(p.Setting)
	if r.Opening, err = c.Events(nil); err != nil {
		return nil, err
	}
	r.Phase, r.OpeningThrows = p.Phase, []dice.Throw{}
	text, err := c.Position(p)
	if err != nil {
		return nil, err
	}
	return text, tx.Items.Put(r.ID, gamestate.OriginItem, gamestate.OnlyKey, text)
}

// ReadOrigin returns the custom position with which a game began, or nil if the
// game began as its scenario does.
func ReadOrigin(tx *game.Tx, gameID string) ([]byte, error) {
	text, err := tx.Items.Get(gameID, gamestate.OriginItem, gamestate.OnlyKey)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	return text, err
}
