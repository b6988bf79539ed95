package turn

// incite is M2d: new rebellions (REB-03).
func incite(s *state) error { return nil }

// attempt is M3: assassinations (ASSN-03).
func attempt(s *state) error { return nil }

// paralyse is M4: what befalls the victims of assassins and of the bank (ASSN-07).
func paralyse(s *state) error { return nil }

// finalOrders is M5: bought units get their buyer's orders (BRIBE-12).
func finalOrders(s *state) error { return nil }
