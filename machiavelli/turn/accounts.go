package turn

// repay is M1a: repayments to the bank (LOAN-07).
func repay(s *state) error { return nil }

// pay is M1b: payments between players (GIFT-02).
func pay(s *state) error { return nil }

// lend is M1c: new loans (LOAN-01).
func lend(s *state) error { return nil }

// collect is M1d: the bank collects what is due (LOAN-09).
func collect(s *state) error { return nil }
