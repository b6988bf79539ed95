package correction

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// inRetreats returns an error unless the phase is a retreat phase.
func (w *words) inRetreats() error {
	if ph := w.e.p.Phase; ph.Step != machiavelli.Retreats {
		return sentence(message.New("This is for retreat phases; the game is in {phase}.", message.Phase(ph)))
	}
	return nil
}

// doDislodged executes the statements about dislodged units.
func (w *words) doDislodged() error {
	if err := w.inRetreats(); err != nil {
		return err
	}
	what, err := w.choice("add", "retreats", "remove")
	if err != nil {
		return err
	}
	p := w.e.p
	if what == "add" {
		var d position.Dislodged
		if d.Unit, err = w.newUnit(); err != nil {
			return err
		}
		if w.skip("from") {
			from, err := w.place()
			if err != nil {
				return err
			}
			d.From = from.At
		}
		d.Sortie = d.From == d.Unit.At
		p.Dislodged = append(p.Dislodged, d)
		return w.choose(&p.Dislodged[len(p.Dislodged)-1])
	}
	n, err := w.name()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Dislodged, func(d position.Dislodged) bool {
		return d.Unit.At == n.at && d.Unit.Type == n.kind && (!n.owned || d.Unit.Owner == n.owner)
	})
	switch {
	case i < 0:
		return sentence(message.New("There is no dislodged {type} in {place}.", message.KindOf(n.kind, machiavelli.Ordinary), w.e.place(n.at)))
	case what == "remove":
		p.Dislodged = slices.Delete(p.Dislodged, i, i+1)
		return nil
	}
	return w.choose(&p.Dislodged[i])
}

// choose reads the places to which a unit may retreat. If none are given, it takes those that the
// rules allow.
func (w *words) choose(d *position.Dislodged) error {
	if !w.skip("to") {
		if w.rest == "" {
			w.e.findRetreats(d)
		}
		return nil
	}
	w.e.choices[d.Unit.At] = true
	d.Retreats, d.IntoCity = nil, false
	if w.skip("none", "nowhere") {
		return nil
	}
	for {
		if w.skip("city", "city,") {
			if !w.e.p.Setting.Forts.Has(d.Unit.At) || w.e.p.Garrison(d.Unit.At) >= 0 {
				return sentence(message.New("The unit in {place} has no free city to go into.", w.e.place(d.Unit.At)))
			}
			d.IntoCity = true
		} else {
			to, err := w.place()
			if err != nil {
				return err
			}
			if err := w.refuge(d, to); err != nil {
				return err
			}
			d.Retreats = append(d.Retreats, to)
		}
		if w.rest == "" {
			return nil
		}
		w.rest = strings.TrimSpace(strings.TrimPrefix(w.rest, ","))
		w.skip("or", "and")
	}
}

// refuge returns an error if a unit cannot retreat to a place.
func (w *words) refuge(d *position.Dislodged, to board.Place) error {
	b, u := w.e.p.Setting.Board, &d.Unit
	reach := b.ArmyEdges[u.At].Has(to.At)
	if u.Type == machiavelli.Fleet {
		reach = b.Landing(u.At, u.Coast, to.At).Has(to.Coast)
	}
	switch {
	case !reach:
		return sentence(message.New("The {type} in {place} cannot go to {to}.", message.KindOf(u.Type, machiavelli.Ordinary), w.e.place(u.At), message.Order(b.Name(to))))
	case w.e.p.Field(to.At) >= 0:
		return sentence(message.New("Nobody can retreat to {place}: a unit stands there.", w.e.place(to.At)))
	case slices.Contains(d.Retreats, to):
		return sentence(message.New("{place} is named twice.", message.Order(b.Name(to))))
	}
	return nil
}

// doContested executes "contested PLACE".
func (w *words) doContested() error {
	if err := w.inRetreats(); err != nil {
		return err
	}
	at, err := w.place()
	if err != nil {
		return err
	}
	on, err := w.yes()
	set(&w.e.p.Contested, at.At, on && err == nil)
	return err
}

// doPassage executes "passage POWER POWER".
func (w *words) doPassage() error {
	if err := w.inRetreats(); err != nil {
		return err
	}
	of, err := w.power(false)
	if err != nil {
		return err
	}
	to, err := w.power(false)
	if err != nil {
		return err
	}
	on, err := w.yes()
	if on {
		w.e.p.Allies[of] = w.e.p.Allies[of].With(to)
	} else {
		w.e.p.Allies[of] = w.e.p.Allies[of].Without(to)
	}
	return err
}

// doTransfer executes the statements about strategic movements.
func (w *words) doTransfer() error {
	if err := w.inRetreats(); err != nil {
		return err
	}
	what, err := w.choice("add", "remove")
	if err != nil {
		return err
	}
	from, err := w.place()
	if err != nil {
		return err
	}
	p := w.e.p
	i := slices.IndexFunc(p.Transfers, func(t position.Transfer) bool { return t.From == from.At })
	switch {
	case what == "remove" && i < 0:
		return sentence(message.New("No strategic movement begins in {place}.", w.e.place(from.At)))
	case what == "remove":
		p.Transfers = slices.Delete(p.Transfers, i, i+1)
		return nil
	case !w.e.r.StrategicMovement:
		return sentence(message.New("There is no strategic movement under the rules of this game."))
	case i >= 0:
		return sentence(message.New("The unit in {place} has a strategic movement already; remove it first.", w.e.place(from.At)))
	case p.Field(from.At) < 0:
		return sentence(message.New("No unit stands in {place} that could move from there.", w.e.place(from.At)))
	}
	w.skip("to")
	to, err := w.place()
	if err == nil {
		p.Transfers = append(p.Transfers, position.Transfer{From: from.At, To: to})
	}
	return err
}
