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

// Temporary reports whether an error is a fault of the judge that may be gone when
// the letter is delivered again. Its writer is not told about it then.
func Temporary(err error) bool {
	code := game.ErrorCode(err)
	return code == game.Internal || code == game.Unavailable
}
