package movement

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// retreats lists the dislodged field units with the places to which each may
// retreat (RETR-01).
func (rv *Resolver) retreats() {
	for i := range rv.u {
		res := &rv.out.Results[i]
		if !res.Dislodged || res.Eliminated {
			continue
		}
		m := &rv.u[res.DislodgedBy]
		d := position.Dislodged{Unit: rv.out.After[i], From: rv.origin(int(res.DislodgedBy)), Sortie: m.city}
		first := len(rv.places)
		rv.retreatPlaces(&d, m.convoyed)
		d.Retreats = rv.places[first:len(rv.places):len(rv.places)]
		d.IntoCity = rv.intoCity(&d)
		rv.out.Dislodged = append(rv.out.Dislodged, d)
	}
}

// origin returns where mover m came from. This is its own place or, after a
// successful ride, the province in the middle.
func (rv *Resolver) origin(m int) board.ID {
	if rv.u[m].rides && rv.won(m) {
		return rv.orders[m].Via[0]
	}
	return rv.u[m].at
}

// retreatPlaces appends the places to which d may retreat to rv.places (RETR-01
// to RETR-04, RETR-09, RETR-14).
func (rv *Resolver) retreatPlaces(d *position.Dislodged, convoyed bool) {
	u := &d.Unit
	fleet := u.Type == machiavelli.Fleet
	edges := rv.b.ArmyEdges[u.At]
	if fleet {
		edges = rv.b.FleetEdges[u.At][u.Coast]
	}
	edges = edges.Minus(rv.p.Setting.OffBoard).Minus(rv.out.Contested)
	if !d.Sortie && !(convoyed && rv.r.RetreatToOriginOfConvoyedAttacker) {
		edges.Remove(d.From)
	}
	for at := edges.Next(board.None); at != board.None; at = edges.Next(at) {
		if rv.occupied(at) || rv.shut(at) {
			continue
		}
		if !fleet {
			rv.places = append(rv.places, board.Place{At: at})
			continue
		}
		if rv.closedAfter(rv.straitAt(u.At, at), rv.p.Setting.Side(u.Owner)) {
			continue
		}
		coasts := rv.b.Landing(u.At, u.Coast, at)
		for c := range machiavelli.NumCoasts {
			if coasts.Has(c) {
				rv.places = append(rv.places, board.Place{At: at, Coast: c})
			}
		}
	}
}

// closedAfter reports whether a hostile fleet that stands undislodged in
// province c after movement closes its strait to side x (STRAIT-09).
func (rv *Resolver) closedAfter(c board.ID, x machiavelli.Power) bool {
	for i := range rv.out.After {
		a := &rv.out.After[i]
		if a.At == c && a.Type == machiavelli.Fleet && rv.after(i) && rv.hostile(rv.p.Setting.Side(a.Owner), x) {
			return true
		}
	}
	return false
}

// intoCity reports whether d may convert into the garrison of its province
// (RETR-05, RETR-06).
func (rv *Resolver) intoCity(d *position.Dislodged) bool {
	at := d.Unit.At
	if len(d.Retreats) > 0 && rv.r.RetreatIntoCity == rules.IntoCityLastResort {
		return false
	}
	if !rv.p.Setting.Forts.Has(at) || at == rv.venice || d.Sortie || rv.p.RebelCity.Has(at) || d.Unit.Mounted() {
		return false
	}
	if d.Unit.Type == machiavelli.Fleet && !rv.b.Ports.Has(at) {
		return false
	}
	for i := range rv.out.After {
		if a := &rv.out.After[i]; a.At == at && a.InCity() && rv.after(i) {
			return false
		}
	}
	return true
}
