package outbox

import "podesta/internal/judge"

// gone ignores not-found errors.
func gone(err error) error {
	if judge.ErrorCode(err) == judge.NotFound {
		return nil
	}
	return err
}

// Temporary reports whether an error is a fault of the judge that may be gone when
// the letter is delivered again. Its writer is not told about it then.
func Temporary(err error) bool {
	code := judge.ErrorCode(err)
	return code == judge.Internal || code == judge.Unavailable
}
