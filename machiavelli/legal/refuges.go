package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// FindRetreats sets the retreats of a dislodged unit from the position after
// movement (RETR-01 to RETR-06, RETR-09, RETR-14). x.From is the attacker's
// origin, to which the unit does not retreat unless the unit left its city.
// Whether the attacker came by convoy cannot be known.
func FindRetreats(p *position.Position, r *rules.Set, x *position.Dislodged) {
	b, u := p.Setting.Board, &x.Unit
	edges := b.ArmyEdges[u.At]
	if u.Type == machiavelli.Fleet {
		edges = b.FleetEdges[u.At][u.Coast]
	}
	edges = edges.Minus(p.Setting.OffBoard).Minus(p.Contested)
	if !x.Sortie {
		edges.Remove(x.From)
	}
	single := board.None // Venice, if city and province are one space
	if r.VeniceModel == rules.VeniceSingleSpace {
		single = b.Venice
	}
	if p.Garrison(single) >= 0 || p.RebelCity.Union(p.RebelLand).Has(single) {
		edges.Remove(single)
	}
	x.Retreats = nil
	for at := edges.Next(board.None); at != board.None; at = edges.Next(at) {
		if p.Field(at) >= 0 {
			continue
		}
		if u.Type != machiavelli.Fleet {
			x.Retreats = append(x.Retreats, board.Place{At: at})
			continue
		}
		if closed(p, r, u.Owner, u.At, at) {
			continue
		}
		landing := b.Landing(u.At, u.Coast, at)
		for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
			if landing.Has(c) {
				x.Retreats = append(x.Retreats, board.Place{At: at, Coast: c})
			}
		}
	}
	x.IntoCity = (len(x.Retreats) == 0 || r.RetreatIntoCity == rules.IntoCityAlways) &&
		p.Setting.Forts.Has(u.At) && u.At != single && !x.Sortie && !u.Mounted() && !p.RebelCity.Has(u.At) &&
		(u.Type != machiavelli.Fleet || b.Ports.Has(u.At)) && p.Garrison(u.At) < 0
}
