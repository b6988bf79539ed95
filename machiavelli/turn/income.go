package turn

import "podesta/machiavelli"

// income is W1: every living power gets its income (section 28).
func income(s *state) error {
	if r := s.rules; s.pos.Phase.Season == machiavelli.Fall && (r.Money || r.Famine || r.Storms) {
		return ErrMoneyStage
	}
	return nil
}
