package turn

// repay is M1a: repayments to the bank (LOAN-07).
func repay(s *state) error { return s.noMoneyYet() }

// pay is M1b: payments between players (GIFT-02).
func pay(s *state) error { return nil }

// lend is M1c: new loans (LOAN-01).
func lend(s *state) error { return nil }

// collect is M1d: the bank collects what is due (LOAN-09).
func collect(s *state) error { return nil }

// noMoneyYet keeps a phase in which money is spent from being processed.
func (s *state) noMoneyYet() error {
	for i := range s.lines {
		if l := &s.lines[i]; l.Err == "" && isMoney(l.Order.Kind) && s.rules.Money {
			return ErrMoneyStage
		}
	}
	for _, l := range s.pos.Loans {
		if s.rules.Money && l.Season == s.pos.Phase.Season && l.Year == s.pos.Phase.Year {
			return ErrMoneyStage
		}
	}
	return nil
}
