package outbox

import (
	"podesta/internal/game"
)

// gone ignores not-found errors.
func gone(err error) error {
	if game.ErrorCode(err) == game.NotFound {
		return nil
	}
	return err
}

// Temporary reports whether an error is a fault of the judge that may be gone
// at the next delivery. The writer is not informed of it.
func Temporary(err error) bool {
	code := game.ErrorCode(err)
	return code == game.Internal || code == game.Unavailable
}
