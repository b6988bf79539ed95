package bot

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// Principe is the strongest player. It judges from the last campaigns in which manner each other
// power chooses its orders: by planning as a condottiere does, or more simply. It plans for every
// power nearby in that manner, as carefully as for itself, and improves its own orders step by step
// against these plans. Powers that plan may do something else, so it prepares for that, too, and
// fears more for its own cities; it fears less if it knows which of them will be attacked.
//
// The number of phases that it plays is limited, not the time. The zero value is ready to use.
type Principe struct {
	mind   mind
	rivals [machiavelli.MaxPowers]*mind
	dumb   DumbBot
	greedy Greedy

	grabs    [machiavelli.MaxPowers][]turn.Line // the orders that each power would give as a greedy player
	planned  [machiavelli.MaxPowers]int         // how many plans were made for each power as a condottiere
	own      *judgement                         // weights to use instead of the learned ones, if not nil
	recalled []recalled                         // campaigns, most recently used last
}

// The search effort for one decision.
const (
	ownPlans   = 2    // number of plans for itself, with different random numbers
	finalPlays = 2500 // number of phases played to improve the better plan
)

// The skills with which a principe plans: for itself, and for powers that are far
// away. For powers nearby it plans as a condottiere does.
var (
	princely = skill{plays: 900, scenes: scenesWanted, rounds: 3, glances: 3, haste: 1.5, masses: true, rehearses: true, ferries: true, spends: true, murders: true}
	distant  = skill{plays: 60, scenes: 2, rounds: 1, glances: 3, haste: 1.5, masses: true, ferries: true, taste: plain, worst: usualWorst}
)

// Name returns "principe".
func (*Principe) Name() string { return "principe" }

// Decide returns the orders of a power for any phase.
func (c *Principe) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	m := &c.mind
	w := c.judges()
	skill := princely
	skill.taste, skill.worst = w.taste, w.worst
	m.begin(v, power, skill)
	defer c.release()
	return m.answer(c.campaign)
}

// judges returns the weights that the player uses.
func (c *Principe) judges() *judgement {
	if c.own != nil {
		return c.own
	}
	return &learned
}

// release drops the references to the view, so that it can be freed.
func (c *Principe) release() {
	c.mind.release()
	for _, r := range c.rivals {
		if r != nil {
			r.release()
		}
	}
	clear(c.grabs[:])
	clear(c.planned[:])
}

// campaign returns the orders of the best plan for a campaign.
func (c *Principe) campaign() []order.Order {
	m := &c.mind
	m.list()
	c.foresee()
	own := make([]plan, ownPlans)
	for i := range own {
		m.spent = 0
		own[i] = m.plan()
	}
	best := own[0]
	for _, q := range own[1:] {
		if q.score > best.score {
			best = q
		}
	}
	m.spent, m.limit = 0, finalPlays
	m.improve(&best)
	return m.murder(&best, m.guard(&best, m.write(&best)))
}

// foresee creates the scenes. In each, every power acts in one manner, chosen
// in proportion to its probability.
func (c *Principe) foresee() {
	m := &c.mind
	m.scenes = append(m.scenes[:0], make([][]turn.Line, scenesWanted)...)
	within, around := m.nearby(contact), m.nearby(neighbourhood)
	likely := c.recall(m.v)
	planners, neighbours := 0.0, 0.0
	for x := machiavelli.Power(1); int(x) < len(m.p.Setting.Powers); x++ {
		if x == m.me || m.p.Eliminated.Has(x) || m.p.Setting.Absent.Has(x) {
			continue
		}
		shares := likely[x].shares()
		near := m.near(x, within)
		if near {
			planners += shares[planning]
			neighbours++
		}
		for k := range m.scenes {
			y := pick(&shares, (float64(k)+m.rng.Float64())/float64(len(m.scenes)))
			m.scenes[k] = append(m.scenes[k], c.imagine(x, y, k, near, around)...)
		}
	}
	if neighbours > 0 {
		w := c.judges()
		m.skill.taste[danger] = w.sure + (w.taste[danger]-w.sure)*planners/neighbours
	}
}

// imagine returns the orders of a power that acts in the manner y in a scene, as far as the
// player's side can see. The orders of DumbBot, which depend on chance, are different for each
// scene.
func (c *Principe) imagine(x machiavelli.Power, y manner, scene int, near bool, around board.Set) []turn.Line {
	v := c.mind.v.of(x)
	v.seed += " " + strconv.Itoa(scene)
	switch y {
	case planning:
		return c.plot(v, x, scene, near, around)
	case valuing:
		return c.dumb.Decide(v, x)
	case grabbing:
		if c.grabs[x] == nil {
			c.grabs[x] = c.greedy.Decide(v, x)
		}
		return c.grabs[x]
	}
	return nil
}

// plot returns the orders of a power that plans. The first plan is the best
// that can be found; if the power is near, the second is found more quickly,
// with other random numbers. In further scenes its units do what looks good at
// a glance: preparing only for the plans would be careless, because about half
// of the power's orders turn out differently.
func (c *Principe) plot(v View, x machiavelli.Power, scene int, near bool, around board.Set) []turn.Line {
	n := c.planned[x]
	c.planned[x]++
	switch {
	case n == 0 && near:
		return c.rival(x).devise(v, x, skills[hard])
	case n == 0:
		return c.rival(x).devise(v, x, distant)
	case n == 1 && near:
		return c.rival(x).devise(v, x, rehearsing)
	}
	return c.mind.glimpse(x, float64(scene)*c.judges().whim, around)
}

// rival returns the mind that plans for a power.
func (c *Principe) rival(x machiavelli.Power) *mind {
	if c.rivals[x] == nil {
		c.rivals[x] = &mind{other: new(mind)}
	}
	return c.rivals[x]
}

// devise returns the orders of a power's plan. It leaves out assassinations and protection against
// bribes, which nobody can foresee.
func (m *mind) devise(v View, x machiavelli.Power, s skill) []turn.Line {
	m.begin(v, x, s)
	m.list()
	m.guess()
	q := m.plan()
	orders := m.write(&q)
	lines := make([]turn.Line, len(orders))
	for i, o := range orders {
		lines[i] = turn.Line{Power: x, Order: o}
	}
	return lines
}

// pick returns the manner that a number between 0 and 1 selects. Each manner covers an interval as
// long as its share.
func pick(shares *[manners]float64, at float64) manner {
	for y, s := range shares {
		if at -= s; at < 0 {
			return manner(y)
		}
	}
	return manners - 1
}

// recall returns the likelihood of each manner of each power in the campaigns
// that the view recalls.
func (c *Principe) recall(v View) (all [machiavelli.MaxPowers]likelihood) {
	past := v.past[max(0, len(v.past)-Memory):]
	for i := range past {
		if past[i].View.pos.Phase.Step != machiavelli.Orders {
			continue
		}
		found := c.about(&past[i])
		for x := range all {
			for y := range all[x] {
				all[x][y] = all[x][y]*fading + found[x][y]
			}
		}
	}
	return all
}
