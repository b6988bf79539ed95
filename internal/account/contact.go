package account

import "podesta/internal/game"

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
