package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// dislodgedUnits reads the dislodged units.
func (d *decoder) dislodgedUnits() {
	d.p.Dislodged, d.dislodged, d.unknownTo = nil, true, nil
	for range d.elements() {
		x, power, text, given := position.Dislodged{}, machiavelli.Nobody, "", false
		owned := false
		var retreats []board.Place
		for name := range d.members() {
			switch name {
			case "power":
				power, owned = d.power(d.text(), true), true
			case "unit":
				text = d.text()
			case "from":
				x.From = d.place().At
			case "retreats":
				given = !d.isNull()
				if given {
					for range d.elements() {
						retreats = append(retreats, d.place())
					}
				}
			default:
				d.unknown(name, "power", "unit", "from", "retreats")
			}
		}
		if d.err == nil && (!owned || text == "") {
			d.fail("a dislodged unit needs power and unit")
		}
		if d.err != nil {
			return
		}
		u, err := readUnit(d.p.Setting.Board, text)
		if err != nil {
			d.fail("%w", err)
			return
		}
		u.Owner = power
		x.Unit = u
		x.Sortie = x.From == u.At
		if given {
			d.keepRetreats(&x, retreats)
		} else {
			d.unknownTo = append(d.unknownTo, len(d.p.Dislodged))
		}
		d.p.Dislodged = append(d.p.Dislodged, x)
	}
}

// transfers reads the strategic movements that wait for the retreats.
func (d *decoder) transfers() {
	d.p.Transfers = nil
	for range d.elements() {
		var x position.Transfer
		for name := range d.members() {
			switch name {
			case "from":
				x.From = d.place().At
			case "to":
				x.To = d.place()
			default:
				d.unknown(name, "from", "to")
			}
		}
		if d.err == nil && (x.From == board.None || x.To.At == board.None) {
			d.fail("a strategic movement needs from and to")
		}
		d.p.Transfers = append(d.p.Transfers, x)
	}
}

// keepRetreats stores the retreats that a case lists. The unit's own province
// stands for its city. Without a named coast a fleet may retreat to each coast
// within reach.
func (d *decoder) keepRetreats(x *position.Dislodged, places []board.Place) {
	b := d.p.Setting.Board
	for _, at := range places {
		switch {
		case at.At == x.Unit.At:
			x.IntoCity = true
		case x.Unit.Type == machiavelli.Fleet && at.Coast == machiavelli.NoCoast && b.TwoCoast.Has(at.At):
			landing := b.Landing(x.Unit.At, x.Unit.Coast, at.At)
			for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
				if landing.Has(c) {
					x.Retreats = append(x.Retreats, board.Place{At: at.At, Coast: c})
				}
			}
		default:
			x.Retreats = append(x.Retreats, at)
		}
	}
}
