package history

import (
	"context"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// Chronicle holds the data of a game's past that is drawn repeatedly: the property of the
// powers at the beginning of every phase, and its important events. It contains secrets, so
// readers see only a part of it.
type Chronicle struct {
	revision int
	points   []point // one point for each position, the current one last
}

// point is a position of a game.
type point struct {
	phase     machiavelli.Phase // the phase that begins; zero for the end of a game
	done      time.Time         // the end of the phase; zero for the last point
	marks     []mark            // marks of the phase
	purchases []purchase        // purchases of the phase that everyone may know
	has       []has             // the property of each power
	out       machiavelli.PowerSet
}

// has is a power's property at one moment.
type has struct {
	replay.Holding
	ducats, debts int
}

// mark is an important event of a phase.
type mark struct {
	Kind  replay.Kind
	Text  message.Message
	power machiavelli.Power // the power that was eliminated
	won   bool              // the mark is a victory
}

// maxPoints limits the points of all games, which take up about 300 bytes each.
const maxPoints = 100_000

// chronicles caches the chronicles of recently viewed games.
type chronicles struct {
	mu     sync.Mutex
	all    map[string]*Chronicle
	points int
}

func (c *chronicles) get(id string) *Chronicle {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[id]
}

func (c *chronicles) put(id string, x *Chronicle) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.all[id]; old != nil {
		c.points -= len(old.points)
	}
	if c.all == nil || c.points+len(x.points) > maxPoints {
		c.all, c.points = map[string]*Chronicle{}, 0
	}
	c.all[id] = x
	c.points += len(x.points)
}

// behind is the number of phases that a page may add to a chronicle without being slow.
const behind = 4

// Chronicle returns the chronicle of a game and brings it up to date. If quick is true, it
// returns nil if that would take long, for a page that works without it.
func (s *Pages) Chronicle(ctx context.Context, g *game.Game, quick bool) (*Chronicle, error) {
	old := s.chronicles.get(g.ID)
	if old != nil && old.revision == g.Revision {
		return old, nil
	}
	last := Frames(g)
	kept := 0 // number of points of the old chronicle that are still valid
	if old != nil && len(old.points) > 1 && len(old.points) <= last {
		// a phase that was rolled back and resolved again has a different time
		n := len(old.points) - 1
		ph, err := s.Judge.Base.Phase(ctx, g.ID, n)
		if err == nil && ph.After != nil && ph.Done.Equal(old.points[n-1].done) {
			kept = n
		}
	}
	if quick && last-kept > behind {
		return nil, nil
	}
	c := &Chronicle{revision: g.Revision}
	if kept > 0 {
		c.points = append(c.points, old.points[:kept]...)
	}
	tell := report.New(g.Setting)
	for n := kept + 1; n <= g.Number; n++ {
		ph, err := s.Judge.Base.Phase(ctx, g.ID, n)
		if err != nil {
			return nil, err
		}
		x := newPoint(g, ph.Before)
		x.phase, x.done = ph.Phase, ph.Done
		if ph.After != nil {
			x.marks = marksOf(tell, ph.Events)
			x.purchases = purchasesOf(tell, g.View(game.Role{}).Events(ph.Events))
		}
		c.points = append(c.points, x)
		if n == g.Number && g.Finished && ph.After != nil {
			c.points = append(c.points, newPoint(g, ph.After))
		}
	}
	s.chronicles.put(g.ID, c)
	return c, nil
}

// marksOf returns the important events of a phase. All are public.
func marksOf(tell report.Teller, events []event.Event) []mark {
	var out []mark
	for _, e := range events {
		m := mark{}
		switch e := e.(type) {
		case event.Elimination:
			m = mark{Kind: replay.Great, power: e.Power}
		case event.Victory:
			m = mark{Kind: replay.Great, won: true}
		case event.Conquest:
			m.Kind = replay.Great
		case event.SiegeCompleted:
			m.Kind = replay.Siege
		case event.Paralysed:
			m.Kind = replay.Murder
		case event.Disaster:
			if e.Struck.Len() == 0 {
				continue
			}
			m.Kind = replay.Disaster
		default:
			continue
		}
		m.Text = tell.Sentence(e)
		out = append(out, m)
	}
	return out
}

// newPoint counts what the powers have in a position.
func newPoint(g *game.Game, p *position.Position) point {
	x := point{has: make([]has, len(g.Setting.Powers)), out: p.Eliminated}
	for i := range x.has {
		x.has[i].Holding = replay.Hold(p, &g.Rules, machiavelli.Power(i))
		x.has[i].ducats = int(p.Treasury[i])
	}
	for _, l := range p.Loans {
		x.has[l.Power].debts += int(l.Principal + l.Interest)
	}
	return x
}

// Fell returns when a power was eliminated, such as "Fall 1457". It returns nothing if it was not,
// or if the time is unknown.
func (c *Chronicle) Fell(p machiavelli.Power) page.Phrase {
	if c == nil {
		return nil
	}
	for _, x := range c.points {
		for _, m := range x.marks {
			if m.power == p && p != machiavelli.Nobody {
				return page.Say(message.New("{When}", message.Campaign{Season: x.phase.Season, Year: x.phase.Year}))
			}
		}
	}
	return nil
}
