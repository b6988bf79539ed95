package correction

import (
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// maxDucats is the maximum sum in a statement.
const maxDucats = 1_000_000

// doTreasury executes "treasury POWER DUCATS".
func (w *words) doTreasury() error {
	power, err := w.power(false)
	if err != nil {
		return err
	}
	got := w.word()
	n, err := strconv.Atoi(got)
	if err != nil || n > maxDucats || n < -maxDucats {
		return sentence(message.New("A treasury is a whole number of ducats up to {most}, or one with + or - to add or take away some; not {text}.", message.Number(maxDucats), quoted(got)))
	}
	if got[0] == '+' || got[0] == '-' {
		n += int(w.e.p.Treasury[power])
	}
	if n < 0 {
		return sentence(message.New("The treasury would be {sum}.", message.Ducats(n)))
	}
	w.skip("ducats", "ducat", "d")
	w.e.p.Treasury[power] = machiavelli.Ducats(n)
	return nil
}

// doLoan executes the statements about loans.
func (w *words) doLoan() error {
	what, err := w.choice("set", "remove", "clear")
	if err != nil {
		return err
	}
	power, err := w.power(false)
	if err != nil {
		return err
	}
	p := w.e.p
	if what == "clear" {
		p.Loans = slices.DeleteFunc(p.Loans, func(l position.Loan) bool { return l.Power == power })
		return nil
	}
	l := position.Loan{Power: power}
	if what == "set" {
		principal, err := w.number(message.New("the principal"), 0, maxDucats)
		if err != nil {
			return err
		}
		w.skip("+")
		interest, err := w.number(message.New("the interest"), 0, maxDucats)
		if err != nil {
			return err
		}
		l.Principal, l.Interest = machiavelli.Ducats(principal), machiavelli.Ducats(interest)
	}
	if l.Season, l.Year, err = w.campaign(); err != nil {
		return err
	}
	i := slices.IndexFunc(p.Loans, func(k position.Loan) bool {
		return k.Power == power && k.Season == l.Season && k.Year == l.Year
	})
	switch {
	case what == "remove" && i < 0:
		return sentence(message.New("{Power} {power?pl:owe|owes} nothing in {campaign}.", message.PowerOf(p.Setting.Powers, power), message.Campaign{Season: l.Season, Year: l.Year}))
	case what == "remove":
		p.Loans = slices.Delete(p.Loans, i, i+1)
	case i >= 0:
		p.Loans[i] = l
	default:
		p.Loans = append(p.Loans, l)
	}
	return nil
}

// doBankrupt executes "bankrupt POWER".
func (w *words) doBankrupt() error {
	if !w.e.r.BankLoans {
		return sentence(message.New("There is no bank under the rules of this game."))
	}
	power, err := w.power(false)
	if err != nil {
		return err
	}
	on, err := w.yes()
	if on {
		w.e.p.Bankrupt = w.e.p.Bankrupt.With(power)
	} else if err == nil {
		w.e.p.Bankrupt = w.e.p.Bankrupt.Without(power)
	}
	return err
}

// doEliminated executes "eliminated POWER". An eliminated power owns nothing (ELIM-06).
func (w *words) doEliminated() error {
	power, err := w.power(false)
	if err != nil {
		return err
	}
	on, err := w.yes()
	if err != nil {
		return err
	}
	p := w.e.p
	if !on {
		p.Eliminated = p.Eliminated.Without(power)
		return nil
	}
	p.Eliminated = p.Eliminated.With(power)
	for i := len(p.Units) - 1; i >= 0; i-- {
		if p.Units[i].Owner == power {
			w.e.remove(i)
		}
	}
	p.Dislodged = slices.DeleteFunc(p.Dislodged, func(d position.Dislodged) bool { return d.Unit.Owner == power })
	p.Loans = slices.DeleteFunc(p.Loans, func(l position.Loan) bool { return l.Power == power })
	for at := range p.Province {
		if p.Province[at] == power {
			p.Province[at] = machiavelli.Nobody
		}
		if p.City[at] == power {
			p.City[at] = machiavelli.Nobody
		}
		if p.RebelAgainst[at] == power {
			p.RebelAgainst[at] = machiavelli.Nobody
			p.RebelLand.Remove(board.ID(at))
			p.RebelCity.Remove(board.ID(at))
		}
	}
	for i := range p.Holder {
		if p.Holder[i] == power {
			p.Holder[i] = machiavelli.Nobody
		}
	}
	p.Treasury[power], p.Bankrupt = 0, p.Bankrupt.Without(power)
	p.Chits[power] = [machiavelli.MaxPowers]uint8{}
	p.Allies[power] = 0
	return nil
}

// doChit executes "chit POWER VICTIM NUMBER".
func (w *words) doChit() error {
	if !w.e.r.Assassinations {
		return sentence(message.New("There are no assassinations under the rules of this game."))
	}
	holder, err := w.power(false)
	if err != nil {
		return err
	}
	victim, err := w.power(false)
	if err != nil {
		return err
	}
	if victim == holder {
		return sentence(message.New("A power has no chit against itself."))
	}
	n, err := w.number(message.New("the number of chits"), 0, 100)
	w.e.p.Chits[holder][victim] = uint8(n)
	return err
}

// doCitiesNeeded executes "cities-needed NUMBER".
func (w *words) doCitiesNeeded() error {
	w.e.p.RaisedTo = 0
	if w.skip("usual") {
		return nil
	}
	n, err := w.number(message.New("the number of cities"), 1, board.Max)
	w.e.p.RaisedTo = n
	return err
}
