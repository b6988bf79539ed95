package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/turn"
)

// Agreed returns the view with the agreements of the seat that are in force. A player keeps them as
// long as it does not gain more by breaking them, and expects the same of the others. Without
// agreements it plays as with the original view.
func (v View) Agreed(terms []pact.Terms) View {
	v.pacts = terms
	return v
}

// Offer is a proposal of a computer player, with its reason in a sentence.
type Offer struct {
	Terms pact.Terms
	Why   message.Message
}

// relations counts how a power stands with the others, for decisions about
// agreements. It plans nothing.
type relations struct {
	v      View
	me     machiavelli.Power
	cities [machiavelli.MaxPowers]int
	leader machiavelli.Power                 // the power with three quarters of the cities it needs to win, or Nobody
	prey   [machiavelli.MaxPowers]int        // number of each power's cities within reach of the side's units
	threat [machiavelli.MaxPowers]int        // number of the side's cities within reach of each power's units
	trust  [machiavelli.MaxPowers]int        // agreements that each power kept, less three for each broken one
	allies machiavelli.PowerSet              // powers with which there is peace
	asked  [machiavelli.MaxPowers]pact.Terms // the last peaceful proposal to each power this year
	past   []pact.Record
}

// relate counts how a power of the view stands with the others. past holds its proposals, newest
// first.
func (v View) relate(me machiavelli.Power, past []pact.Record) *relations {
	s := &relations{v: v, me: me, past: past}
	p := v.pos
	most := 0
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if p.Eliminated.Has(x) {
			continue
		}
		s.cities[x] = turn.Cities(p, v.r, x)
		if need := turn.CitiesNeeded(p, v.r); !v.side.Has(x) && s.cities[x] > most && 4*s.cities[x] >= 3*need {
			most, s.leader = s.cities[x], x
		}
	}
	if most <= s.cities[me] {
		s.leader = machiavelli.Nobody
	}
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner == machiavelli.Nobody || u.InCity() {
			continue
		}
		near := reach(p.Setting.Board, u)
		near.Add(u.At)
		for at := near.Next(board.None); at != board.None; at = near.Next(at) {
			if !p.Setting.Board.Cities.Has(at) {
				continue
			}
			switch owner := p.City[at]; {
			case v.side.Has(u.Owner) && owner != machiavelli.Nobody && !v.side.Has(owner):
				s.prey[owner]++
			case v.side.Has(owner) && !v.side.Has(u.Owner):
				s.threat[u.Owner]++
			}
		}
	}
	for _, r := range past {
		other := r.Terms.Other(me)
		switch r.State {
		case pact.WasKept:
			s.trust[other]++
		case pact.WasBroken:
			if r.By.Has(other) {
				s.trust[other] -= 3
			}
		case pact.StillHolds:
			if r.Terms.Peaceful() {
				s.allies = s.allies.With(other)
			}
		}
		if r.Terms.From == me && r.Terms.Peaceful() && r.Made.Year == p.Phase.Year && s.asked[other].Kind == pact.NoKind {
			s.asked[other] = r.Terms
		}
	}
	return s
}

// meets reports whether a power is so near that war with it is possible.
func (s *relations) meets(x machiavelli.Power) bool { return s.prey[x] > 0 || s.threat[x] > 0 }

// enemies returns the number of other powers nearby with whom there is no peace.
func (s *relations) enemies() int {
	n := 0
	for x := range s.prey {
		if x := machiavelli.Power(x); !s.v.side.Has(x) && s.meets(x) && !s.allies.Has(x) {
			n++
		}
	}
	return n
}

// peace returns how much peace with a power is worth: a positive number if it is
// worth more than war.
func (s *relations) peace(x machiavelli.Power) int {
	n := 2*s.threat[x] - s.prey[x] + s.trust[x]
	if s.leader != machiavelli.Nobody && s.leader != x {
		n += 2
	}
	if s.enemies() > 2 {
		n++
	}
	return n
}

// treacherous is the trust below which a power is no longer believed.
const treacherous = -3

// Considers returns whether the seat accepts a proposal to one of its powers, and why, in a
// sentence. past holds its proposals, newest first.
func (v View) Considers(t pact.Terms, past []pact.Record) (accepts bool, why message.Message) {
	s := v.relate(t.To, past)
	from := message.PowerOf(v.pos.Setting.Powers, t.From)
	pay := 0
	if t.Kind == pact.Payment {
		if t.For == pact.NoKind {
			return true, message.New("Money is always welcome.")
		}
		pay = int(t.Ducats) / 3
		t = t.Service()
	}
	if s.trust[t.From] <= treacherous {
		return false, message.New("{Power:name} has broken an agreement with us before.", from)
	}
	if with := s.contradicted(t); with != machiavelli.Nobody {
		return false, message.New("We have an agreement with {power:name}.", message.PowerOf(v.pos.Setting.Powers, with))
	}
	switch t.Kind {
	case pact.Alliance, pact.Peace:
		if t.Against != machiavelli.Nobody && s.allies.Has(t.Against) {
			return false, message.New("We have an agreement with {power:name}.", message.PowerOf(v.pos.Setting.Powers, t.Against))
		}
		return s.considersPeace(t, pay)
	case pact.Demilitarisation:
		if v.side.Has(v.pos.Province[t.Place]) || v.side.Has(v.pos.City[t.Place]) {
			return false, message.New("That province is ours.")
		}
		for i := range v.pos.Units {
			if u := &v.pos.Units[i]; u.At == t.Place && v.side.Has(u.Owner) {
				return false, message.New("Our unit there is needed where it stands.")
			}
		}
		return true, message.New("A province between us that nobody enters is good for both.")
	case pact.Attack:
		switch {
		case s.allies.Has(t.Against):
			return false, message.New("We have an agreement with {power:name}.", message.PowerOf(v.pos.Setting.Powers, t.Against))
		case t.Against == s.leader:
			return true, message.New("{Power:name} must be stopped.", message.PowerOf(v.pos.Setting.Powers, t.Against))
		case s.prey[t.Against]+pay == 0:
			return false, message.New("There is nothing for us to gain there.")
		}
		return true, message.New("There is something for both of us to gain.")
	case pact.Support:
		return s.considersSupport(t)
	}
	return false, message.Message{}
}

// contradicted returns the power with which there is an agreement about the same place that
// cannot be kept together with a proposal, or Nobody: a province that both keep empty and a
// support there, or two supports for different units.
func (s *relations) contradicted(t pact.Terms) machiavelli.Power {
	at := place(t)
	if at == board.None {
		return machiavelli.Nobody
	}
	for i := range s.past {
		old := service(s.past[i].Terms)
		if s.past[i].State == pact.StillHolds && place(old) == at && (old.Kind != t.Kind || t.Kind == pact.Support && old.Unit != t.Unit) {
			return old.Other(s.me)
		}
	}
	return machiavelli.Nobody
}

// service returns the terms of the service that t pays for, or t itself if it pays for none.
func service(t pact.Terms) pact.Terms {
	if t.Kind == pact.Payment && t.For != pact.NoKind {
		return t.Service()
	}
	return t
}

// place returns the area in which a support is agreed or which the parties agreed to leave without
// units. It returns board.None for other terms.
func place(t pact.Terms) board.ID {
	switch {
	case t.Kind == pact.Demilitarisation:
		return t.Place
	case t.Kind != pact.Support:
		return board.None
	case t.Goal.At != board.None:
		return t.Goal.At
	}
	return t.Unit.At
}

// considersPeace decides on peace with the proposer.
func (s *relations) considersPeace(t pact.Terms, pay int) (bool, message.Message) {
	powers := s.v.pos.Setting.Powers
	switch worth := s.peace(t.From) + pay; {
	case s.leader == t.From:
		return false, message.New("{Power:name} is too close to victory.", message.PowerOf(powers, t.From))
	case !s.meets(t.From):
		return true, message.New("We have no quarrel with {power:name}.", message.PowerOf(powers, t.From))
	case pay == 0 && !s.allies.Has(t.From) && s.enemies() < 2:
		return false, message.New("There is no one else against whom we could grow.")
	case worth < 0:
		return false, message.New("We gain more by fighting than by peace.")
	case s.leader != machiavelli.Nobody:
		return true, message.New("{Power:name} is a danger to us both.", message.PowerOf(powers, s.leader))
	case s.threat[t.From] > 0:
		return true, message.New("We have other borders to watch.")
	}
	return true, message.New("We gain more elsewhere.")
}

// considersSupport decides on a support.
func (s *relations) considersSupport(t pact.Terms) (bool, message.Message) {
	v := s.v
	if t.Giver() != t.To {
		return true, message.New("Your support is welcome.")
	}
	at := t.Unit.At
	if t.Goal.At != board.None {
		at = t.Goal.At
		for _, owner := range [...]machiavelli.Power{v.pos.Province[at], v.pos.City[at]} {
			switch {
			case v.side.Has(owner):
				return false, message.New("That is an attack on us.")
			case s.allies.Has(owner) && owner != t.From:
				return false, message.New("We have an agreement with {power:name}.", message.PowerOf(v.pos.Setting.Powers, owner))
			}
		}
	}
	for i := range v.pos.Units {
		if u := &v.pos.Units[i]; v.side.Has(u.Owner) && reach(v.pos.Setting.Board, u).Has(at) {
			return true, message.New("We have a unit that can do it.")
		}
	}
	return false, message.New("No unit of ours can reach that place.")
}

// Offers returns what the powers of the seat propose in this campaign. Each power proposes at most
// one treaty and one act. past holds the seat's proposals, newest first.
func (v View) Offers(past []pact.Record) []Offer {
	var out []Offer
	for x := machiavelli.Power(1); int(x) < len(v.pos.Setting.Powers); x++ {
		if v.side.Has(x) && v.plays(x) {
			s := v.relate(x, past)
			treaty, ok := s.offer()
			if ok {
				out = append(out, treaty)
			}
			if o, ok := s.deal(treaty.Terms.To); ok {
				out = append(out, o)
			}
		}
	}
	return out
}

// offer returns what a power proposes, if anything: an attack on a power that is
// close to victory, or peace with the neighbour with whom war is worth least, as
// long as there is another to fight.
func (s *relations) offer() (Offer, bool) {
	v := s.v
	next := pact.Next(v.pos.Phase)
	best, worth := machiavelli.Nobody, 0
	for i := range v.pos.Setting.Powers {
		x := machiavelli.Power(i)
		if x == machiavelli.Nobody || v.side.Has(x) || v.pos.Eliminated.Has(x) || v.pos.Setting.Absent.Has(x) || x == s.leader ||
			s.allies.Has(x) || s.trust[x] <= treacherous || s.asked[x].Kind != pact.NoKind || !s.meets(x) {
			continue
		}
		if n := s.peace(x); n > 0 && (best == machiavelli.Nobody || n > worth) {
			best, worth = x, n
		}
	}
	if best == machiavelli.Nobody || s.enemies() < 2 {
		return Offer{}, false
	}
	t := pact.Terms{Kind: pact.Peace, From: s.me, To: best, Until: message.Campaign{Season: machiavelli.Fall, Year: next.Year}}
	if next.Season >= machiavelli.Fall {
		t.Until.Year++
	}
	if s.leader != machiavelli.Nobody {
		t.Kind, t.Against = pact.Alliance, s.leader
		return Offer{t, message.New("{Power:name} must be stopped.", message.PowerOf(v.pos.Setting.Powers, s.leader))}, true
	}
	return Offer{t, message.New("Fighting each other helps only the others.")}, true
}

// Excuse returns why a computer player broke an agreement, in a sentence.
func Excuse(r pact.Record, me machiavelli.Power) message.Message {
	switch {
	case r.By.Has(r.Terms.Other(me)):
		return message.New("So did you.")
	case r.Terms.Peaceful() || r.Terms.Kind == pact.Demilitarisation:
		return message.New("What there was to gain was worth more to us than the agreement.")
	}
	return message.New("Our units were needed elsewhere.")
}

// scruple returns by how much a plan must be better if it breaks an agreement.
// The weaker levels are more honest, as beginners are.
func (s *skill) scruple() float64 {
	switch {
	case s.taste[danger] == 0:
		return 30
	case s.blur > 0:
		return 18
	}
	return 12
}

// breaches returns the penalty for a power's order if it breaks agreements.
func (m *mind) breaches(power machiavelli.Power, o *order.Order) float64 {
	cost := 0.0
	for i := range m.v.pacts {
		if m.v.pacts[i].Forbids(m.p, power, o) {
			cost += m.skill.scruple()
		}
	}
	return cost
}

// faith returns what the agreements add to the value of a plan. Breaches count against the plan,
// and promised acts in its favour.
func (m *mind) faith(q *plan) float64 {
	v := 0.0
	for i := range m.v.pacts {
		t := &m.v.pacts[i]
		served := false
		for _, k := range q.chosen {
			if k < 0 {
				continue
			}
			o := &m.orders[k]
			if t.Forbids(m.p, m.me, o) {
				v -= m.skill.scruple()
			}
			served = served || t.Serves(m.p, m.me, o)
		}
		if served {
			v += m.skill.scruple()
		}
		for j := range q.money {
			if m.betrays(t, &q.money[j]) {
				v -= m.skill.scruple()
			}
		}
	}
	return v * m.skill.taste[forces] // weighs the same as everything else that the units do
}

// betrays reports whether an expense attacks the other party to a peace or an alliance.
func (m *mind) betrays(t *pact.Terms, o *order.Order) bool {
	if o.Kind != order.Expense || !t.Peaceful() || m.me != t.From && m.me != t.To {
		return false
	}
	other := t.Other(m.me)
	switch o.Expense {
	case order.Assassinate:
		return o.Power == other
	case order.DisbandUnit, order.BuyUnit:
		for i := range m.p.Units {
			if u := &m.p.Units[i]; u.At == o.Target.At && u.Owner == other && u.InCity() == (o.Target.Type == machiavelli.Garrison) {
				return true
			}
		}
	case order.Rebellion:
		return m.p.Province[o.To.At] == other || m.p.City[o.To.At] == other
	}
	return false
}

// oblige tries the orders with which units do what the agreements promise, such as a support of
// another power's unit. No other step of the search considers these.
func (m *mind) oblige(best *plan) {
	if len(m.v.pacts) == 0 {
		return
	}
	m.limit += 8 * len(m.v.pacts)
	for i := range m.v.pacts {
		for n, j := range best.units {
			for k := m.span[j][0]; k < m.span[j][1]; k++ {
				if k != best.chosen[n] && m.v.pacts[i].Serves(m.p, m.me, &m.orders[k]) {
					q := best.copy()
					q.set(n, k)
					m.try(best, q)
				}
			}
		}
	}
}

// promised reports whether an order does what an agreement promises.
func (m *mind) promised(o *order.Order) bool {
	for i := range m.v.pacts {
		if m.v.pacts[i].Serves(m.p, m.me, o) {
			return true
		}
	}
	return false
}

// honour leaves out expenses that would break an agreement, if they were added
// to a plan without being weighed.
func (m *mind) honour(out []order.Order) []order.Order {
	for i := range m.v.pacts {
		n := 0
		for _, o := range out {
			if o.Expense != order.Assassinate || !m.betrays(&m.v.pacts[i], &o) {
				out[n] = o
				n++
			}
		}
		out = out[:n]
	}
	return out
}
