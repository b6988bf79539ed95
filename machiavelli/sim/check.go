package sim

import (
	"errors"

	"podesta/machiavelli/position"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/rules"
)

// sound checks the conditions that every position must satisfy.
func sound(p *position.Position, r *rules.Set) error {
	if found := check.Position(p, r); len(found) > 0 {
		return errors.New(found[0].String())
	}
	return nil
}
