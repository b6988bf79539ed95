package clock

import (
	"encoding/json"
	"errors"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// diceItem is the kind of the items, keyed by campaign, that contain masters' changes to the dice
// of a campaign, except those stored with a phase.
const diceItem = "dice"

// RevivedItem is the kind of the item that marks games whose later dice people may know: games
// that were rolled back after their end, when the seed was public, and games of a judge that was
// restored from a copy. In such a game every new campaign gets its own salt, which is published
// when its dice are rolled, so that nobody can compute them in advance.
const RevivedItem = "revived"

// CampaignDice holds a master's changes to the dice of a campaign.
type CampaignDice struct {
	Salt string `json:"salt,omitempty"`
	// whether the dice had been rolled, or could be computed, when the game was revived
	Known bool                      `json:"known,omitempty"`
	Given map[string]map[string]int `json:"given,omitempty"` // rolls, keyed by undone phase
}

// DiceOf returns the changes to the dice of a campaign.
func DiceOf(tx *game.Tx, gameID, campaign string) (CampaignDice, error) {
	var d CampaignDice
	text, err := tx.Items.Get(gameID, diceItem, campaign)
	if errors.Is(err, game.ErrNoRecord) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	return d, json.Unmarshal(text, &d)
}

// Save stores the dice of a campaign.
func (d *CampaignDice) Save(tx *game.Tx, game, campaign string) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return tx.Items.Put(game, diceItem, campaign, text)
}

// IsRevived reports whether a game has RevivedItem.
func IsRevived(tx *game.Tx, gameID string) (bool, error) {
	_, err := tx.Items.Get(gameID, RevivedItem, gamestate.OnlyKey)
	if errors.Is(err, game.ErrNoRecord) {
		return false, nil
	}
	return err == nil, err
}

// NewSalt returns a short random text.
func NewSalt() string { return strings.ToLower(game.Base32.EncodeToString(game.RandomBytes(5))) }

// recallDice gives a new phase the salt of its campaign, and the rolls that were set for it
// before it was rolled back. Both steps of a campaign therefore have the same dice.
func recallDice(tx *game.Tx, revision int, next *game.PhaseRecord) error {
	d, err := DiceOf(tx, next.Game, next.Phase.Campaign())
	if err != nil {
		return err
	}
	if d.Salt == "" && !d.Known {
		revived, err := IsRevived(tx, next.Game)
		if err != nil {
			return err
		}
		if revived {
			d.Salt = NewSalt()
			if err := d.Save(tx, next.Game, next.Phase.Campaign()); err != nil {
				return err
			}
		}
	}
	if d.Salt != "" {
		if err := tx.Phases.SetSalt(next.Game, revision, next.Number, d.Salt); err != nil {
			return err
		}
	}
	if given := d.Given[next.Phase.String()]; len(given) > 0 {
		return tx.Phases.SetRolls(next.Game, revision, next.Number, given)
	}
	return nil
}
