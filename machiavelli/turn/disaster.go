package turn

import "podesta/machiavelli"

// plague is E2: the plague between spring and summer (PLAGUE-01).
func plague(s *state) error {
	if s.pos.Phase.Season == machiavelli.Spring && s.rules.Plague && s.rules.SeasonsPerYear == 3 {
		return ErrMoneyStage
	}
	return nil
}

// stormAfterFall is E3 (STORM-01).
func stormAfterFall(s *state) error { return nil }

// famine is E4 (FAM-01).
func famine(s *state) error { return nil }
