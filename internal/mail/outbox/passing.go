package outbox

import (
	"podesta/internal/game"
)

// gone replaces not-found errors with nil.
func gone(err error) error {
	if game.ErrorCode(err) == game.NotFound {
		return nil
	}
	return err
}

// Temporary reports whether an error is internal and may not recur at the next delivery. The sender
// is not informed of such errors.
func Temporary(err error) bool {
	code := game.ErrorCode(err)
	return code == game.Internal || code == game.Unavailable
}
