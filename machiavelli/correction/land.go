package correction

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// doControl executes the statements about control.
func (w *words) doControl() error {
	what, err := w.choice("province", "city", "both")
	if err != nil {
		return err
	}
	at, err := w.land()
	if err != nil {
		return err
	}
	power, err := w.power(true)
	if err != nil {
		return err
	}
	if what == "province" && at == w.e.p.Setting.SeaCity {
		return sentence(message.New("{Place} is a city in the sea: nobody owns the sea around it.", w.e.place(at)))
	}
	if what != "city" {
		w.e.p.Province[at] = power
	}
	if what != "province" {
		if !w.e.p.Setting.Board.Cities.Has(at) {
			return sentence(message.New("{Place} has no city that counts.", w.e.place(at)))
		}
		w.e.p.City[at] = power
		w.e.p.AlignSeaCity()
	}
	return nil
}

// doHome executes "home COUNTRY POWER".
func (w *words) doHome() error {
	c, err := w.country()
	if err != nil {
		return err
	}
	power, err := w.power(true)
	if err == nil {
		w.e.p.Holder[c] = power
	}
	return err
}

// doRebellion executes the statements about rebellions.
func (w *words) doRebellion() error {
	at, err := w.land()
	if err != nil {
		return err
	}
	where, err := w.choice("province", "city", "both", "none")
	if err != nil {
		return err
	}
	p := w.e.p
	against := p.Province[at]
	if w.skip("against") {
		if against, err = w.power(false); err != nil {
			return err
		}
	}
	set(&p.RebelLand, at, where == "province" || where == "both")
	set(&p.RebelCity, at, where == "city" || where == "both")
	p.RebelAgainst[at] = machiavelli.Nobody
	if at == p.Setting.SeaCity && p.RebelLand.Has(at) {
		return sentence(message.New("{Place} is a city in the sea: only the city rebels.", w.e.place(at)))
	}
	if where == "none" {
		return nil
	}
	if against == machiavelli.Nobody {
		return sentence(message.New("Nobody controls {place}; say against whom it rebels: {statement}.", w.e.place(at), message.Order("rebellion "+w.e.area(at)+" "+where+" against POWER")))
	}
	p.RebelAgainst[at] = against
	return nil
}

// doSiege executes "siege PLACE".
func (w *words) doSiege() error {
	at, err := w.land()
	if err != nil {
		return err
	}
	on, err := w.yes()
	if err != nil {
		return err
	}
	set(&w.e.p.Sieges, at, on)
	delete(w.e.sieges, at)
	if on {
		w.e.sieges[at] = w.e.n
	}
	return nil
}

// marker returns a function that executes statements about one kind of marker on provinces. The
// function of returns the provinces with such a marker, and known reports whether the rules have
// such markers.
func marker(of func(p *position.Position) *board.Set, known func(r *rules.Set) bool) func(w *words) error {
	return func(w *words) error {
		at, err := w.land()
		if err != nil {
			return err
		}
		if w.e.p.Setting.OffBoard.Has(at) {
			return sentence(message.New("{Place} is not in play in this variant.", w.e.place(at)))
		}
		on, err := w.yes()
		if err != nil {
			return err
		}
		if on && !known(w.e.r) {
			return sentence(message.New("The rules of this game have no such marker."))
		}
		s := of(w.e.p)
		set(s, at, on)
		if on && s == &w.e.p.Scorched {
			w.e.p.Famine.Add(at)
		}
		return nil
	}
}

func famine(p *position.Position) *board.Set      { return &p.Famine }
func scorched(p *position.Position) *board.Set    { return &p.Scorched }
func plague(p *position.Position) *board.Set      { return &p.Plague }
func infected(p *position.Position) *board.Set    { return &p.Infected }
func guarded(p *position.Position) *board.Set     { return &p.Guarded }
func spared(p *position.Position) *board.Set      { return &p.Spared }
func taxed(p *position.Position) *board.Set       { return &p.Taxed }
func taxedBefore(p *position.Position) *board.Set { return &p.TaxedBefore }

// anyFamine reports whether the rules have famine markers. Each of the functions below reports
// whether the rules have its kind of marker.
func anyFamine(r *rules.Set) bool    { return r.Famine || causedFamine(r) }
func causedFamine(r *rules.Set) bool { return r.CauseFamine != rules.NoCausedFamine }
func causedPlague(r *rules.Set) bool { return r.CausePlague }
func lastingPlague(r *rules.Set) bool {
	return (r.Plague || r.CausePlague) && (r.PlagueModel == rules.PlagueExpands || r.PlagueModel == rules.PlagueStays)
}

func movingPlague(r *rules.Set) bool {
	return (r.Plague || r.CausePlague) && r.PlagueModel == rules.PlagueExpands
}
func anyTax(r *rules.Set) bool     { return r.ForcedTaxation != rules.NoForcedTaxation }
func lastingTax(r *rules.Set) bool { return r.ForcedTaxation == rules.TaxationLasting }

// set adds an area to a set if on is true, and otherwise removes it.
func set(s *board.Set, at board.ID, on bool) {
	if on {
		s.Add(at)
	} else {
		s.Remove(at)
	}
}
