package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/turn"
)

// The values of acts to the computer player that proposes them. A city counts
// most, harming a power close to victory adds to the value, and paid acts must
// be worth more.
const (
	cityGain   = 4
	leaderGain = 3
	borderGain = 1
	leastWorth = 2
	leastPaid  = 4 // minimum value of a support worth paying for

	payForSupport = machiavelli.Ducats(3)
	payReserve    = machiavelli.Ducats(12) // minimum treasury for paying for a support
)

// deal returns the act that is worth most to a power and that it can propose to another, if
// any: a joint attack, a support for an advance of its own, if need be for money, or a province
// on the border that both leave alone. It proposes nothing to the power that the parameter not
// names, and the same kind of act to the same power only once a year.
func (s *relations) deal(not machiavelli.Power) (Offer, bool) {
	best, worth := Offer{}, leastWorth-1
	for i := range s.v.pos.Setting.Powers {
		x := machiavelli.Power(i)
		if x == machiavelli.Nobody || x == not || x == s.leader || s.v.side.Has(x) || s.v.pos.Eliminated.Has(x) || s.v.pos.Setting.Absent.Has(x) || s.trust[x] < 0 {
			continue
		}
		for _, find := range [...]func(machiavelli.Power) (Offer, int){s.support, s.attack, s.buffer} {
			if o, n := find(x); n > worth && !s.proposed(o.Terms) && o.Terms.Check(s.v.pos, s.v.r.Money).IsZero() {
				best, worth = o, n
			}
		}
	}
	return best, worth >= leastWorth
}

// proposed reports whether the power has proposed an act of that kind to the
// same power in this year. A paid support counts as a support.
func (s *relations) proposed(t pact.Terms) bool {
	kind := func(t pact.Terms) pact.Kind {
		if t.Kind == pact.Payment {
			return t.For
		}
		return t.Kind
	}
	for _, r := range s.past {
		if r.Terms.From == s.me && r.Terms.To == t.To && kind(r.Terms) == kind(t) && r.Made.Year == s.v.pos.Phase.Year {
			return true
		}
	}
	return false
}

// comers returns how many field units of a power can go to a place, and the
// index of the first, or -1.
func (s *relations) comers(x machiavelli.Power, at board.ID) (n, first int) {
	first = -1
	for i := range s.v.pos.Units {
		if u := &s.v.pos.Units[i]; u.Owner == x && !u.InCity() && reach(s.v.pos.Setting.Board, u).Has(at) {
			if n++; first < 0 {
				first = i
			}
		}
	}
	return n, first
}

// enemy returns the third power whose unit holds a place, or Nobody if the side
// or an ally of it owns the unit or the place.
func (s *relations) enemy(at board.ID, with machiavelli.Power) machiavelli.Power {
	p := s.v.pos
	i := p.Field(at)
	if i < 0 {
		return machiavelli.Nobody
	}
	x := p.Units[i].Owner
	if x == with || s.v.side.Has(x) || s.allies.Has(x) {
		return machiavelli.Nobody
	}
	for _, owner := range [...]machiavelli.Power{p.Province[at], p.City[at]} {
		if owner == with || s.v.side.Has(owner) || s.allies.Has(owner) {
			return machiavelli.Nobody
		}
	}
	return x
}

// gain returns what a place of a third power is worth.
func (s *relations) gain(at board.ID, x machiavelli.Power) int {
	n := borderGain
	if s.v.pos.Setting.Board.Cities.Has(at) {
		n += cityGain
	}
	if x == s.leader {
		n += leaderGain
	}
	return n
}

// support returns the most useful support that a power could give to an advance for which the
// player has only one unit. A power that is not an ally is paid, if there is enough money.
func (s *relations) support(x machiavelli.Power) (Offer, int) {
	p := s.v.pos
	best, worth := Offer{}, 0
	for at := p.Setting.Board.Land.Next(board.None); at != board.None; at = p.Setting.Board.Land.Next(at) {
		foe := s.enemy(at, x)
		if foe == machiavelli.Nobody {
			continue
		}
		mine, i := s.comers(s.me, at)
		theirs, _ := s.comers(x, at)
		if mine != 1 || theirs == 0 || p.Setting.Board.TwoCoast.Has(at) {
			continue
		}
		u := &p.Units[i]
		t := pact.Terms{
			Kind: pact.Support, From: s.me, To: x, Until: pact.Next(p.Phase), Goal: board.Place{At: at},
			Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast},
		}
		n := s.gain(at, foe)
		why := message.New("Alone we are too weak against {power:name} there.", message.PowerOf(p.Setting.Powers, foe))
		if !s.allies.Has(x) {
			switch n--; {
			case s.v.r.Money && n >= leastPaid && p.Treasury[s.me]-turn.Upkeep(p, s.me) >= payReserve:
				t.Kind, t.For, t.Ducats = pact.Payment, pact.Support, payForSupport
				why = message.New("Alone we are too weak against {power:name} there, and help is worth money to us.", message.PowerOf(p.Setting.Powers, foe))
			case s.meets(x):
				continue // a rival has no reason to help
			}
		}
		if n > worth {
			best, worth = Offer{t, why}, n
		}
	}
	return best, worth
}

// attack returns the place at which an attack together with a power would gain
// most: both have a unit near it.
func (s *relations) attack(x machiavelli.Power) (Offer, int) {
	p := s.v.pos
	best, worth := Offer{}, 0
	if !s.allies.Has(x) && s.meets(x) {
		return best, 0
	}
	for at := p.Setting.Board.Land.Next(board.None); at != board.None; at = p.Setting.Board.Land.Next(at) {
		foe := s.enemy(at, x)
		if foe == machiavelli.Nobody {
			continue
		}
		mine, _ := s.comers(s.me, at)
		theirs, _ := s.comers(x, at)
		if mine == 0 || theirs == 0 {
			continue
		}
		n := s.gain(at, foe) - 1
		why := message.New("Together we are stronger than {power:name}.", message.PowerOf(p.Setting.Powers, foe))
		if foe == s.leader {
			why = message.New("{Power:name} must be stopped.", message.PowerOf(p.Setting.Powers, foe))
		}
		if n > worth {
			best, worth = Offer{pact.Terms{Kind: pact.Attack, From: s.me, To: x, Against: foe, Place: at, Until: pact.Next(p.Phase)}, why}, n
		}
	}
	return best, worth
}

// buffer returns the province between the power's own cities and those of a neighbour at war
// that is best left empty: both can enter it, nobody is there, it has no city to gain, and from
// it the neighbour would be a threat.
func (s *relations) buffer(x machiavelli.Power) (Offer, int) {
	p := s.v.pos
	best, worth := Offer{}, 0
	if s.allies.Has(x) || s.threat[x] == 0 {
		return best, 0
	}
	b := p.Setting.Board
	next := pact.Next(p.Phase)
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		if b.Cities.Has(at) || b.Fortresses.Has(at) || p.Setting.OffBoard.Has(at) || p.Province[at] == x || p.Field(at) >= 0 || p.Garrison(at) >= 0 {
			continue
		}
		mine, _ := s.comers(s.me, at)
		theirs, _ := s.comers(x, at)
		if mine == 0 || theirs == 0 {
			continue
		}
		n := 0
		for near := b.ArmyEdges[at].Next(board.None); near != board.None; near = b.ArmyEdges[at].Next(near) {
			if b.Cities.Has(near) && p.City[near] == s.me {
				n += leastWorth
			}
		}
		if n > worth {
			t := pact.Terms{Kind: pact.Demilitarisation, From: s.me, To: x, Place: at, Until: message.Campaign{Season: machiavelli.Fall, Year: next.Year}}
			best, worth = Offer{t, message.New("From there each of us is a danger to the other.")}, n
		}
	}
	return best, worth
}

// dues returns the payments that the power has promised for this campaign, as
// far as its money suffices after what its orders spend.
func (m *mind) dues(orders []order.Order) []order.Order {
	var out []order.Order
	if m.p.Phase.Step != machiavelli.Orders || !m.v.r.Money {
		return nil
	}
	left := m.p.Treasury[m.me]
	for i := range orders {
		switch o := &orders[i]; o.Kind {
		case order.Expense, order.Payment:
			left -= machiavelli.Ducats(o.Amount)
		}
	}
	for i := range m.v.pacts {
		t := &m.v.pacts[i]
		if t.Kind != pact.Payment || t.From != m.me || t.Until != pact.Next(m.p.Phase) || t.Ducats > left {
			continue
		}
		left -= t.Ducats
		out = append(out, order.Order{Kind: order.Payment, Power: t.To, Amount: int32(t.Ducats), HasSum: true})
	}
	return out
}
