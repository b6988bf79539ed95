package turn

// charge is M2a: expense lines are paid for in numeric order (EXP-03).
func charge(s *state) error { return nil }

// validate is M2b: lines are tested against the position (EXP-27).
func validate(s *state) error { return nil }

// relieve is M2c: famine relief, then pacification (RELIEF-03).
func relieve(s *state) error { return nil }

// bribe is M2e: bribes and counter-bribes, unit by unit (BRIBE-05).
func bribe(s *state) error { return nil }

// tellExpenses says what came of every expense line.
func tellExpenses(s *state) error { return nil }
