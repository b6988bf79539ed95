package account

import (
	"encoding/json"

	"podesta/internal/game"
)

// Contact says who may reach a person, and how, and whether researchers may have
// the person's games. It is a part of Account.Wishes.
type Contact struct {
	FriendsInvite bool `json:"friendsInvite,omitempty"` // only friends may invite the person to games
	NoWaiting     bool `json:"noWaiting,omitempty"`     // no e-mail about a game that waits: for players, a new player, its master, the end of a pause
	OpenData      bool `json:"openData,omitempty"`      // finished public games may be in the open data, under a replaced name
}

// ReadContact returns the contact of an account.
func ReadContact(a *game.Account) (Contact, error) {
	var c Contact
	if len(a.Wishes) == 0 {
		return c, nil
	}
	return c, json.Unmarshal(a.Wishes, &c)
}

// AreFriends reports whether two accounts are friends.
func AreFriends(tx *game.Tx, a, b string) (bool, error) {
	list, err := tx.Social.Friends(a)
	for _, f := range list {
		if f.With(a) == b && !f.Agreed.IsZero() {
			return true, err
		}
	}
	return false, err
}
