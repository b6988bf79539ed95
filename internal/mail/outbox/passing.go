package outbox

import (
	"podesta/internal/game"
)

// gone replaces not-found errors by nil.
func gone(err error) error {
	if game.ErrorCode(err) == game.NotFound {
		return nil
	}
	return err
}

// Temporary reports whether an error is an internal one that may be gone at the next delivery,
// and of which the sender is not informed.
func Temporary(err error) bool {
	code := game.ErrorCode(err)
	return code == game.Internal || code == game.Unavailable
}
