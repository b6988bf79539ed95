package correction

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// doUnit executes the statements about units.
func (w *words) doUnit() error {
	what, err := w.choice("add", "remove", "move", "type", "quality", "owner", "serial")
	if err != nil {
		return err
	}
	if what == "add" {
		return w.addUnit()
	}
	i, err := w.unit()
	if err != nil {
		return err
	}
	p, u := w.e.p, &w.e.p.Units[i]
	switch what {
	case "remove":
		w.e.remove(i)
	case "move":
		w.skip("to", "-", "->", "→", "into")
		to, err := w.place()
		if err != nil {
			return err
		}
		u.At, u.Coast = to.At, to.Coast
	case "type":
		t, err := w.unitType()
		if err != nil {
			return err
		}
		u.Coast = w.coast(u.At)
		if u.Type != t {
			u.Type, u.Serial = t, 0
			u.Serial = w.e.nextSerial(u)
		}
	case "quality":
		q, ok := w.quality()
		if !ok {
			return sentence(message.New("{word} is not a quality; expected {words}.", quoted(w.word()), message.ListOf(message.Or, []message.Order{"ordinary", "militia", "mercenary", "professional"})))
		}
		u.Quality = q
	case "owner":
		owner, err := w.power(true)
		if err != nil {
			return err
		}
		if owner == u.Owner {
			return nil
		}
		changed := *u
		changed.Owner, changed.Serial = owner, 0
		changed.Serial = w.e.nextSerial(&changed)
		origin := w.e.origin[i] // a unit that changes hands moves to the end of the list
		w.e.remove(i)
		p.Units = append(p.Units, changed)
		w.e.origin = append(w.e.origin, origin)
	case "serial":
		n, err := w.number(message.New("the number of a unit"), 1, 255)
		if err != nil {
			return err
		}
		if u.Owner == machiavelli.Nobody {
			return sentence(message.New("Units without an owner have no number."))
		}
		u.Serial = uint8(n)
	}
	return nil
}

// addUnit adds a unit.
func (w *words) addUnit() error {
	u, err := w.newUnit()
	if err != nil {
		return err
	}
	if len(w.e.p.Units) >= position.MaxUnits {
		return sentence(message.New("There is no room for more units."))
	}
	w.e.p.Units = append(w.e.p.Units, u)
	w.e.origin = append(w.e.origin, -1)
	return nil
}

// newUnit reads a power and a unit, such as "milan A Pavia mercenary".
func (w *words) newUnit() (u position.Unit, err error) {
	if u.Owner, err = w.power(true); err != nil {
		return u, err
	}
	u.Quality, _ = w.quality()
	if u.Type, err = w.unitType(); err != nil {
		return u, err
	}
	at, err := w.place()
	if err != nil {
		return u, err
	}
	u.At, u.Coast = at.At, at.Coast
	if q, ok := w.quality(); ok {
		u.Quality = q
	}
	u.Serial = w.e.nextSerial(&u)
	return u, nil
}

// remove removes unit i from the board.
func (e *editor) remove(i int) {
	e.p.Units = slices.Delete(e.p.Units, i, i+1)
	e.origin = slices.Delete(e.origin, i, i+1)
}

// nextSerial returns the number of a new unit. It is one more than the highest
// number of its owner's units of that type (DIST-04). Autonomous units have the
// number 0.
func (e *editor) nextSerial(u *position.Unit) uint8 {
	if u.Owner == machiavelli.Nobody {
		return 0
	}
	var top uint8
	count := func(v *position.Unit) {
		if v.Owner == u.Owner && v.Type == u.Type {
			top = max(top, v.Serial)
		}
	}
	for i := range e.p.Units {
		count(&e.p.Units[i])
	}
	for i := range e.p.Dislodged {
		count(&e.p.Dislodged[i].Unit)
	}
	return top + 1
}

// named is a statement's name for an existing unit, such as "A Pavia" or "milan
// A Pavia".
type named struct {
	owner machiavelli.Power
	owned bool // whether the statement names the owner
	kind  machiavelli.UnitType
	at    board.ID
}

// name reads the name of a unit.
func (w *words) name() (named, error) {
	again := w.rest
	n, err := w.plainName()
	if err == nil {
		return n, nil
	}
	w.rest = again
	owner, notPower := w.power(true)
	if notPower != nil {
		return n, err
	}
	owned, ownedErr := w.plainName()
	if ownedErr != nil && n.kind != machiavelli.NoType {
		return n, err // the letter stands for both a type and a power
	}
	owned.owner, owned.owned = owner, true
	return owned, ownedErr
}

// plainName reads the name of a unit without its owner, such as "A Pavia".
func (w *words) plainName() (n named, err error) {
	w.quality()
	if n.kind, err = w.unitType(); err != nil {
		return n, err
	}
	at, err := w.place()
	n.at = at.At
	return n, err
}

// unit reads the name of a unit and finds it.
func (w *words) unit() (int, error) {
	n, err := w.name()
	if err != nil {
		return -1, err
	}
	p := w.e.p
	var here []message.Unit
	found := -1
	for i := range p.Units {
		u := &p.Units[i]
		if u.At != n.at {
			continue
		}
		here = append(here, report.New(p.Setting).UnitOf(*u))
		if u.Type == n.kind && (!n.owned || u.Owner == n.owner) {
			found = i
		}
	}
	if found < 0 {
		return -1, w.missing(n, here)
	}
	return found, nil
}

// missing returns an error that says that the unit n does not exist, and lists
// the units that stand there.
func (w *words) missing(n named, here []message.Unit) error {
	kind, place := message.KindOf(n.kind, machiavelli.Ordinary), w.e.place(n.at)
	problem := message.New("There is no {type} in {place}", kind, place)
	if n.owned && n.owner != machiavelli.Nobody {
		problem = message.New("There is no {power:adj} {type} in {place}", message.PowerOf(w.e.p.Setting.Powers, n.owner), kind, place)
	}
	if len(here) == 0 {
		return sentence(message.New("{problem}; nothing stands there.", problem))
	}
	return sentence(message.New("{problem}; what stands there is {units}.", problem, message.ListOf(message.And, here)))
}
