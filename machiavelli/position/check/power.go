package check

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// maxDucats is the maximum sum in a treasury, as in package interchange.
const maxDucats = 1_000_000_000

// powers checks HOME-08, ELIM-06, EXP-02, EXP-09 and the chits of ASSN-01.
func (c *checker) powers() {
	p, s := c.p, c.s
	for i := range s.Countries {
		if h := p.Holder[i]; h != machiavelli.Nobody && p.Eliminated.Has(h) {
			c.mend("HOME-08", "home "+s.Countries[i].ID+" nobody", message.New("{Country} is held by {power}, which is out of the game.", message.Country(s.Countries[i].Name), c.power(h)))
		}
	}
	for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
		name, id := c.power(power), c.id(power)
		switch {
		case p.Treasury[power] < 0 || p.Treasury[power] > maxDucats:
			c.fail("EXP-09", message.New("{Power} would have {sum}.", name, message.Ducats(p.Treasury[power])))
		case p.Eliminated.Has(power) && p.Treasury[power] != 0:
			c.mend("ELIM-06", "treasury "+id+" 0", message.New("{Power} {power?pl:are|is} out of the game and {power?pl:have|has} ducats.", name))
		case !c.r.Money && p.Treasury[power] != 0:
			c.mend("EXP-02", "treasury "+id+" 0", message.New("{Power} {power?pl:have|has} ducats in a game without money.", name))
		}
		for victim, n := range p.Chits[power] {
			switch {
			case n == 0:
			case p.Eliminated.Has(power):
				c.mend("ELIM-06", "chit "+id+" "+c.id(machiavelli.Power(victim))+" 0", message.New("{Power} {power?pl:are|is} out of the game and {power?pl:have|has} chits.", name))
			case machiavelli.Power(victim) == machiavelli.Nobody || victim >= len(s.Powers):
				c.fail("ASSN-01", message.New("{Power} {power?pl:have|has} a chit against nobody.", name))
			}
		}
	}
	if p.Eliminated&p.Victors != 0 {
		c.fail("", message.New("A power that is out of the game has won."))
	}
}

// maxPrincipal is the maximum debt of a power to the bank, without interest
// (LOAN-02).
const maxPrincipal = 25

// loans checks LOAN-02, LOAN-04, LOAN-05, LOAN-12 and ELIM-06.
func (c *checker) loans() {
	p := c.p
	var principal [machiavelli.MaxPowers]machiavelli.Ducats
	now := p.Phase.Year*4 + int(p.Phase.Season)
	for i, l := range p.Loans {
		if l.Power == machiavelli.Nobody || int(l.Power) >= len(c.s.Powers) {
			c.fail("", message.New("Nobody owes {sum}.", message.Ducats(l.Principal)))
			continue
		}
		name, when := c.power(l.Power), message.Campaign{Season: l.Season, Year: l.Year}
		due := l.Year*4 + int(l.Season)
		switch {
		case !c.r.Money || !c.r.BankLoans:
			c.fail("LOAN-12", message.New("{Power} {power?pl:owe|owes} in a game without a bank.", name))
		case l.Principal < 0 || l.Interest < 0 || l.Principal+l.Interest == 0:
			c.fail("", message.New("{Power} {power?pl:owe|owes} {n} and {sum}.", name, message.Number(l.Principal), message.Ducats(l.Interest)))
		case due < now, due == now && p.Phase.Step == machiavelli.Retreats, due > now+8:
			c.fail("LOAN-04", message.New("{Power} {power?pl:owe|owes} for {campaign}; a loan is due within two years from now on.", name, when))
		case p.Eliminated.Has(l.Power):
			c.mend("ELIM-06", "loan clear "+c.id(l.Power), message.New("{Power} {power?pl:are|is} out of the game and {power?pl:owe|owes}.", name))
		}
		for _, k := range p.Loans[:i] {
			if k.Power == l.Power && k.Season == l.Season && k.Year == l.Year {
				c.fail("LOAN-05", message.New("{Power} {power?pl:have|has} two loans that are due in {campaign}; write them as one.", name, when))
			}
		}
		before := principal[l.Power]
		if principal[l.Power] += l.Principal; before <= maxPrincipal && principal[l.Power] > maxPrincipal {
			c.fail("LOAN-02", message.New("{Power} {power?pl:have|has} borrowed more than {sum}.", name, message.Ducats(maxPrincipal)))
		}
	}
}
