package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// control settles control (CTRL-20) and ends rebellions accordingly. If control
// changes only in the fall, it does nothing.
func (c *campaign) control() {
	if c.r.ControlTiming == rules.ControlFall {
		return
	}
	Control(c.now, c.r)
	c.free()
}

// free ends rebellions against powers that no longer own the province (CTRL-18,
// REB-25).
func (c *campaign) free() {
	for _, at := range c.board().Land.IDs() {
		if against := c.now.RebelAgainst[at]; against != machiavelli.Nobody && !one(c.now, c.now.Province[at], against) {
			how := "owner gone"
			if c.now.Province[at] != machiavelli.Nobody {
				how = "liberated"
			}
			c.endRebellion(at, how, c.now.Province[at])
		}
	}
}

// oneOwner reports whether a power controls either both a province and its
// city, or neither (CTRL-21).
func oneOwner(r *rules.Set) bool {
	return r.ControlTiming == rules.ControlConstant && (r.SplitCityProvince == rules.SplitNobody || r.SplitCityProvince == rules.SplitIncomeOnly)
}

// meet marks the provinces with units of two powers as divided, and records the
// last power that had each of these provinces alone (CTRL-21). The function
// Control keeps these marks up to date.
func meet(p *position.Position, r *rules.Set) {
	for _, at := range p.Setting.Board.Land.IDs() {
		f, g := fieldAt(p, at), garrisonAt(p, at)
		if oneOwner(r) && f >= 0 && g >= 0 && p.Units[f].Owner != p.Units[g].Owner {
			p.AloneBy[at] = p.LastAlone(at)
			p.Divided.Add(at)
		} else {
			p.Divided.Remove(at)
		}
	}
}

// Control assigns every province and city of p to the power whose units are
// there (CTRL-20), or, when units of two powers have left it together, to the
// last power that had it alone, if that power is still in the game.
func Control(p *position.Position, r *rules.Set) {
	b := p.Setting.Board
	for _, at := range b.Land.IDs() {
		f, g := fieldAt(p, at), garrisonAt(p, at)
		two := oneOwner(r) && f >= 0 && g >= 0 && p.Units[f].Owner != p.Units[g].Owner
		switch {
		case two && !p.Divided.Has(at):
			p.Divided.Add(at)
			p.AloneBy[at] = p.Province[at]
		case !two && p.Divided.Has(at):
			p.Divided.Remove(at)
			if f < 0 && g < 0 && !p.Eliminated.Has(p.AloneBy[at]) {
				p.Province[at] = p.AloneBy[at]
				p.City[at] = p.AloneBy[at]
			} else if f < 0 && g < 0 {
				p.Province[at], p.City[at] = machiavelli.Nobody, machiavelli.Nobody
			}
			if !b.Cities.Has(at) {
				p.City[at] = machiavelli.Nobody
			}
		}
		pays := b.Cities.Has(at) // a fortress has no owner (CTRL-16)
		switch {
		case f >= 0:
			p.Province[at] = p.Units[f].Owner
		case g >= 0:
			p.Province[at] = p.Units[g].Owner
		}
		switch {
		case !pays:
		case g >= 0:
			p.City[at] = p.Units[g].Owner
		case f >= 0:
			p.City[at] = p.Units[f].Owner
		}
		if seaCity(p, r, at) {
			p.Province[at] = p.City[at]
		}
	}
}

// fall settles control in a game in which it changes only in the fall
// (CTRL-15): a province that contains units of different powers outside and
// inside its city belongs to nobody.
func fall(p *position.Position, r *rules.Set) {
	b := p.Setting.Board
	for _, at := range b.Land.IDs() {
		f, g := fieldAt(p, at), garrisonAt(p, at)
		switch {
		case f >= 0 && g >= 0 && !one(p, p.Units[f].Owner, p.Units[g].Owner):
			p.Province[at] = machiavelli.Nobody
		case f >= 0:
			p.Province[at] = p.Units[f].Owner
		case g >= 0:
			p.Province[at] = p.Units[g].Owner
		}
		switch {
		case !b.Cities.Has(at):
		case g >= 0:
			p.City[at] = p.Units[g].Owner
		case f >= 0:
			p.City[at] = p.Units[f].Owner
		}
		if seaCity(p, r, at) {
			p.Province[at] = p.City[at]
		}
	}
}

// kill removes the units in the given places from the board and records the
// events with the given reason. It spares units in the sea around a city unless
// seaOnly is set, in which case it removes only units at sea.
func kill(p *position.Position, r *rules.Set, places board.Set, seaOnly bool, why event.RemovalReason, events *[]event.Event) {
	var kept []position.Unit
	for _, u := range p.Units {
		struck := places.Has(u.At)
		if !seaOnly && seaCity(p, r, u.At) && !u.InCity() {
			struck = false // the unit is at sea (VENICE-13)
		}
		if seaOnly {
			struck = struck && p.Setting.Board.Seas.Has(u.At)
		}
		if !struck {
			kept = append(kept, u)
			continue
		}
		*events = append(*events, event.Removed{Unit: u, Reason: why})
	}
	p.Units = kept
}
