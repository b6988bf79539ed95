package bot

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// mind is the working state of a condottiere during one decision. Its memory is reused from one
// decision to the next, but not its contents.
type mind struct {
	v    View
	p    *position.Position
	b    *board.Board
	r    rules.Set // the rules of the game without disasters, which nobody can foresee
	me   machiavelli.Power
	side machiavelli.PowerSet
	rng  *rand.Rand

	roads  roads
	worth  worth
	finder legal.Finder
	orders []order.Order // legal orders of all units, unit by unit
	span   [position.MaxUnits][2]int
	field  [board.Max]int16 // index of the field unit in an area, -1 for none
	city   [board.Max]int16 // index of the garrison in an area, -1 for none

	income [machiavelli.MaxPowers]float64 // the expected yearly income of each power
	scenes [][]turn.Line                  // guesses of the others' orders
	lines  []turn.Line
	spent  int // number of phases played so far
	limit  int // maximum number of phases to play
	skill  skill

	other *mind // mind that plans for other powers, to guess their orders; its own other is nil

	standing survey
}

// begin prepares the mind for a view, with the given skill.
func (m *mind) begin(v View, power machiavelli.Power, s skill) {
	m.skill = s
	m.v, m.p, m.b, m.me, m.side = v, v.pos, v.pos.Setting.Board, power, v.side
	m.r = *v.r
	m.r.Plague, m.r.Storms = false, false
	if m.p.Phase.Season == machiavelli.Fall {
		m.r.Famine = false
	}
	m.rng = v.roll(power)
	m.roads.chart(m.b)
	m.worth.assess(m.p, v.r, m.side)
	m.spent, m.limit = 0, s.plays
	m.scenes = m.scenes[:0]
	for i := range m.field {
		m.field[i], m.city[i] = -1, -1
	}
	for i := range m.p.Units {
		if u := &m.p.Units[i]; u.InCity() {
			m.city[u.At] = int16(i)
		} else {
			m.field[u.At] = int16(i)
		}
	}
	for x := range m.income {
		m.income[x] = 0
	}
	if v.r.Money {
		m.expect()
	}
}

// release drops the references to the view, so that it can be freed.
func (m *mind) release() {
	if m.other != nil {
		m.other.release()
	}
	m.v, m.p, m.b, m.rng = View{}, nil, nil, nil
	clear(m.scenes)
	clear(m.lines)
}

// expect computes each power's yearly income as things stand, with average
// dice.
func (m *mind) expect() {
	p := m.p
	pays := func(at board.ID) float64 {
		if m.r.ProvinceIncome {
			return float64(m.b.Areas[at].Pays)
		}
		return 1
	}
	for at := m.b.Land.Next(board.None); at != board.None; at = m.b.Land.Next(at) {
		if !p.RebelLand.Has(at) {
			m.income[p.Province[at]] += pays(at)
		}
		if !p.RebelCity.Has(at) && !p.Besieged(at) {
			m.income[p.City[at]] += float64(m.b.Areas[at].CityPays)
		}
	}
	for i := range p.Units {
		if u := &p.Units[i]; m.b.Seas.Has(u.At) {
			m.income[u.Owner] += pays(u.At)
		}
	}
	for i := range p.Setting.Dice {
		d := &p.Setting.Dice[i]
		owner := machiavelli.Nobody
		switch {
		case d.Country >= 0:
			owner = p.Holder[d.Country]
		case d.City != board.None:
			owner = p.City[d.City]
		}
		for _, x := range d.Ducats {
			m.income[owner] += float64(x) * float64(d.Dice) / 6
		}
	}
	m.income[machiavelli.Nobody] = 0
}

// list finds the legal orders of all units that anyone commands.
func (m *mind) list() {
	m.orders = m.finder.All(m.p, m.v.r, m.orders[:0])
	clear(m.span[:])
	for begin := 0; begin < len(m.orders); {
		u := m.orders[begin].Unit
		end := begin + 1
		for end < len(m.orders) && m.orders[end].Unit == u {
			end++
		}
		i := m.field[u.At]
		if u.Type == machiavelli.Garrison {
			i = m.city[u.At]
		}
		if i >= 0 {
			m.span[i] = [2]int{begin, end}
		}
		begin = end
	}
}

// mine reports whether a power belongs to the mind's side.
func (m *mind) mine(x machiavelli.Power) bool { return x != machiavelli.Nobody && m.side.Has(x) }

// play plays the phase with the side's lines and a scene of the others' lines,
// to the end of the campaign, and returns the value of the result. The scene
// determines the dice.
func (m *mind) play(own []turn.Line, scene int) float64 {
	m.lines = append(m.lines[:0], m.scenes[scene]...)
	m.lines = append(m.lines, own...)
	m.spent++
	var d *dice.Dice
	if turn.NeedsDice(&m.r) || m.r.Money {
		d = dice.New([]byte{byte(scene)}, "what if", nil)
	}
	res, err := turn.Process(m.p, m.lines, &m.r, d)
	shaken := m.marches(res.Events)
	if err == nil && m.p.Phase.Step == machiavelli.Orders && res.Next.Phase.Step == machiavelli.Retreats {
		shaken += m.shaken(res.Next)
		m.lines = flee(res.Next, m.lines[:0])
		res, err = turn.Process(res.Next, m.lines, &m.r, d)
	}
	if err != nil {
		return -ruin
	}
	return m.value(res.Next, res.Events) - shaken
}

// vain is the cost of a failed advance. It is so low that a unit still tries if
// that keeps others out or may succeed, and high enough that it prefers to hold
// rather than fail in the same way every campaign.
const vain = 0.6

// marches returns the cost of the side's failed advances.
func (m *mind) marches(events []event.Event) float64 {
	v := 0.0
	for i := range events {
		if e, ok := events[i].(event.Ordered); ok && m.mine(e.Unit.Owner) && e.Order.Kind == order.Advance && e.Result.Verdict != event.Succeeded {
			v += vain
		}
	}
	return v
}

// shaken returns the additional cost of dislodged units, even if they can
// retreat, as they seldom retreat to where they should be.
func (m *mind) shaken(q *position.Position) float64 {
	v := 0.0
	for i := range q.Dislodged {
		u := &q.Dislodged[i].Unit
		v += 0.25 * m.skill.taste[whose(m, u)] * m.force(u)
	}
	return v
}

// flee orders each dislodged unit to the first retreat that no other takes.
func flee(p *position.Position, lines []turn.Line) []turn.Line {
	var taken board.Set
	for i := range p.Dislodged {
		d := &p.Dislodged[i]
		u := &d.Unit
		if u.Owner == machiavelli.Nobody {
			continue
		}
		o := order.Order{Kind: order.Retreat, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		for _, to := range d.Retreats {
			if !taken.Has(to.At) {
				o.To = to
				break
			}
		}
		if o.To.At == board.None {
			if !d.IntoCity {
				continue
			}
			o.To.At, o.ConvertTo = u.At, machiavelli.Garrison
		}
		taken.Add(o.To.At)
		lines = append(lines, turn.Line{Power: u.Owner, Order: o})
	}
	return lines
}

// luck returns by how much the dice for an income were better than average.
func (m *mind) luck(events []event.Event) float64 {
	luck := 0.0
	for i := len(events) - 1; i >= 0; i-- {
		if e, ok := events[i].(event.Income); ok && m.mine(e.Power) {
			luck += float64(e.Variable) - m.dice(e.Power)
		}
	}
	return luck
}

// dice returns the average of a power's variable income.
func (m *mind) dice(power machiavelli.Power) float64 {
	sum := 0.0
	for i := range m.p.Setting.Dice {
		d := &m.p.Setting.Dice[i]
		if d.Country >= 0 && m.p.Holder[d.Country] == power || d.City != board.None && m.p.City[d.City] == power {
			for _, x := range d.Ducats {
				sum += float64(x) * float64(d.Dice) / 6
			}
		}
	}
	return sum
}
