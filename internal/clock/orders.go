package clock

import (
	"cmp"
	"context"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Readiness is what orders mean for the clock.
type Readiness uint8

// The kinds of readiness.
const (
	Sent  Readiness = iota // the orders count, but whether the phase waits for the seat does not change
	Draft                  // the orders are unfinished: the phase waits for the seat even if they are complete
	Hold                   // the orders count, and the phase waits until its deadline
	Final                  // the orders count, and the seat is ready
)

// NewOrders are orders that a player sends.
type NewOrders struct {
	Revision int                 // revision of the game for which they are meant
	Sections []ordertext.Section // each section replaces a seat's text; without sections the texts do not change
	Ready    Readiness
	Written  time.Time // when they were written, if they took time to arrive; zero for now

	// Doubt, if set, is called before orders are accepted as Final. If it
	// returns true they are accepted as Draft.
	Doubt func(*Reading) bool
}

// Reading is the interpretation of texts of orders.
type Reading struct {
	Game     *game.Game
	Position *position.Position    // position at the beginning of the phase that the orders are for
	Powers   []ordertext.PowerText // texts of all powers of the seats, in their order
	Text     string                // stored text of the seat; with several seats, of the last one
	Verdicts []game.Verdict        // verdicts on the sections, in their order; lines are counted in each section
	Passed   []ordertext.Passed    // lines of the sections that are not orders, such as greetings
	Lines    []turn.Line           // input for the engine, one for each verdict
}

// Receipt is the result of sending orders.
type Receipt struct {
	Reading
	Late  bool // whether nothing was stored, because drafts are not accepted after the deadline
	Held  bool // whether Doubt has prevented Final
	Moved bool // whether the phase was resolved with them
	Ready bool // whether the phase no longer waits for the seats

	Dropped []string // orders that were withdrawn, the latest first
}

// ReadOrders returns the interpretation of orders without storing anything. Without sections it
// interprets the texts that the role's seats have sent.
func (k *Clockwork) ReadOrders(ctx context.Context, id string, role game.Role, in ...ordertext.Section) (*Reading, error) {
	var out *Reading
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadFor(tx, id, role)
		if err != nil {
			return err
		}
		seats, err := g.SectionsBySeat(role, in)
		if err != nil {
			return err
		}
		t, err := k.base.Board(tx, g)
		if err != nil {
			return err
		}
		out = &Reading{Game: g.Game, Position: t.Position}
		if len(in) == 0 {
			for _, seat := range g.Writes(role) {
				out.add(seat, t.Sheet(seat, []ordertext.Section{{Seat: seat, Text: t.Texts[seat]}}))
			}
			return nil
		}
		for _, seat := range sortedKeys(seats) {
			out.add(seat, t.Sheet(seat, seats[seat]))
		}
		return nil
	})
	return out, err
}

// StandingOrders returns the text that a seat has sent for the current phase,
// with the interpretation of its lines.
func (k *Clockwork) StandingOrders(ctx context.Context, id string, role game.Role, seat int) (*Reading, error) {
	var out *Reading
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadFor(tx, id, role)
		if err != nil {
			return err
		}
		if err := g.CheckReader(seat, g.View(role).SeesOrders); err != nil {
			return err
		}
		t, err := k.base.Board(tx, g)
		if err != nil {
			return err
		}
		out = &Reading{Game: g.Game, Position: t.Position}
		out.add(seat, t.Sheet(seat, []ordertext.Section{{Seat: seat, Text: t.Texts[seat]}}))
		return nil
	})
	return out, err
}

// AbleSeats returns, for each of some orders, the seats that can give it. If only one of several
// can give it without a remark, AbleSeats returns only that one, because the others would have to
// buy the unit first. Only masters may call it.
func (k *Clockwork) AbleSeats(ctx context.Context, id string, role game.Role, orders []string) ([][]int, error) {
	var out [][]int
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadFor(tx, id, role)
		if err != nil {
			return err
		}
		if !role.Master {
			return game.ErrMaster
		}
		t, err := k.base.Board(tx, g)
		if err != nil {
			return err
		}
		r := ordertext.Reader{Position: t.Position, Rules: &t.Rules}
		out = make([][]int, len(orders))
		for i, text := range orders {
			var plain []int
			for seat := range g.Setting.Seats {
				found := r.Sheet(g.PowersAt(seat+1), "", []ordertext.Section{{Text: gamestate.Storable(text)}}).Lines
				if len(found) == 0 || slices.ContainsFunc(found, func(x ordertext.Reading) bool { return x.Verdict.Refused() }) {
					continue
				}
				out[i] = append(out[i], seat+1)
				if !slices.ContainsFunc(found, func(x ordertext.Reading) bool { return len(x.Verdict.Notes) > 0 }) {
					plain = append(plain, seat+1)
				}
			}
			if len(out[i]) > 1 && len(plain) == 1 {
				out[i] = plain
			}
		}
		return nil
	})
	return out, err
}

func sortedKeys(m map[int][]ordertext.Section) []int {
	var out []int
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Standing returns the orders that count, keyed by power: the accepted ones that no later line
// replaces. Each includes its nation.
func (r *Reading) Standing() map[machiavelli.Power][]order.Order {
	out := map[machiavelli.Power][]order.Order{}
	for _, v := range r.Verdicts {
		if v.Refused() || v.Replaced {
			continue
		}
		o := v.Order
		if o.Unit.Nation == machiavelli.Nobody {
			o.Unit.Nation = v.Power
		}
		out[v.Power] = append(out[v.Power], o)
	}
	return out
}

// add adds the interpretation of a seat's orders.
func (r *Reading) add(seat int, s *ordertext.Sheet) {
	r.Text = s.Text
	for _, p := range s.Powers {
		p.Seat = seat
		r.Powers = append(r.Powers, p)
	}
	r.Passed = append(r.Passed, s.Passed...)
	for _, l := range s.Lines {
		if l.Section >= 0 {
			r.Verdicts = append(r.Verdicts, l.Verdict)
		}
		r.Lines = append(r.Lines, l.Line)
	}
}

// SaveOrders accepts orders for the phase of a revision. It parses them once,
// and stores the texts and their effect on the clock in one transaction with
// one notification to open pages. Refused lines are stored in the text, too,
// but have no effect. A ready seat is no longer ready if its text changes. In a
// game that waits for everyone to be ready, Final resolves the phase if it
// waits for no other seat.
//
// Once the deadline has passed, a draft is not stored: complete orders would be
// resolved at once, although they are still being written. Orders that are sent
// are stored however late they are.
//
// The error is ErrStale, or wraps it, if the game has advanced, and ErrOlder if
// the orders were written before those that the seat has.
func (k *Clockwork) SaveOrders(ctx context.Context, id string, role game.Role, in NewOrders) (*Receipt, error) {
	var out *Receipt
	err := k.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadFor(tx, id, role)
		if err != nil {
			return err
		}
		out, err = k.saveOrders(tx, g, role, in)
		return err
	})
	return out, err
}

func (k *Clockwork) saveOrders(tx *game.Tx, g *gamestate.State, role game.Role, in NewOrders) (*Receipt, error) {
	texts, err := g.SectionsBySeat(role, in.Sections)
	if err != nil {
		return nil, err
	}
	seats := sortedKeys(texts)
	if len(seats) == 0 {
		seats = g.Writes(role)
	}
	if err := g.CheckRevision(tx, in.Revision); err != nil {
		return nil, err
	}
	for _, seat := range seats {
		if err := cmp.Or(g.CheckSeat(role, seat), g.CheckPerson(seat)); err != nil {
			return nil, err
		}
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return nil, err
	}
	out := &Receipt{Reading: Reading{Game: g.Game, Position: c.Position}}
	sheets := map[int]*ordertext.Sheet{}
	for _, seat := range seats {
		if len(texts[seat]) > 0 {
			if c.overtaken(seat, in.Written) {
				return nil, ErrOlder
			}
			x := c.Sheet(seat, texts[seat])
			if x.Drops > 0 && len(x.Drop) == 0 {
				return nil, errNoUndo
			}
			sheets[seat], out.Dropped = x, append(out.Dropped, x.Drop...)
			out.add(seat, x)
		}
	}
	ready := in.Ready
	if ready == Final && in.Doubt != nil && in.Doubt(&out.Reading) {
		ready, out.Held = Draft, true
	}
	if ready == Draft && c.past() {
		out.Late = true
	} else {
		for _, seat := range seats {
			if err := c.take(role, seat, sheets[seat], ready, in.Written); err != nil {
				return nil, err
			}
		}
		if err := c.Touch(); err != nil {
			return nil, err
		}
		if ready == Final {
			out.Moved, err = c.Settle()
		} else {
			err = c.Save()
		}
		if err != nil {
			return nil, err
		}
	}
	out.Ready = len(seats) > 0 && !out.Moved
	for _, seat := range seats {
		x := &c.States[seat-1]
		out.Ready = out.Ready && x.Complete && !x.Wait && (!c.Hosting.OnReady || c.Seats[seat-1].Owes)
	}
	return out, nil
}

// ErrOlder is returned for orders that were overtaken by newer ones on their way.
var ErrOlder = game.Refuse(game.Stale, message.New("This was not done: your e-mail was written before the orders that count now. If you still want it, send it again."))

// overtaken reports whether the last orders of a seat were written after the time written. Times
// are compared in whole seconds, because e-mail has no more precise ones.
func (c *Course) overtaken(seat int, written time.Time) bool {
	last := c.States[seat-1].Ordered
	if w := c.States[seat-1].Written; !w.IsZero() {
		last = w
	}
	return !written.IsZero() && written.Before(last.Truncate(time.Second))
}

var errNoUndo = game.Refuse(game.Conflict, message.New("There are no orders to undo."))

// past reports whether the deadline of the phase has passed, so that complete
// orders are resolved at once.
func (c *Course) past() bool {
	at := c.Timing.Plan.Deadline
	return !c.Hosting.OnReady && !at.IsZero() && !c.At.Before(at)
}

// take accepts the orders of a seat that were written at a given time. s is nil if the seat's
// text does not change. A time in the future, from a fast clock, is not recorded, because it
// would make later orders look old.
func (c *Course) take(role game.Role, seat int, s *ordertext.Sheet, ready Readiness, written time.Time) error {
	x := &c.States[seat-1]
	before := c.state()
	if err := c.heard(role, seat); err != nil {
		return err
	}
	if s != nil {
		if s.Text != c.Texts[seat] {
			if err := inStead(c.Tx, c.State, role, seat); err != nil {
				return err
			}
			x.Ready = false
		}
		if err := c.Tx.Phases.SaveOrders(c.ID, c.Revision, c.Number, seat, s.Text); err != nil {
			return err
		}
		c.Texts[seat] = s.Text
		if x.Ordered, x.Written = c.At, written; !written.Before(c.At) {
			x.Written = time.Time{}
		}
	}
	switch {
	case ready == Sent:
	case c.Hosting.OnReady:
		x.Ready = x.Ready || ready == Final
	default:
		x.Wait = ready != Final
	}
	c.JudgeSeat(seat)
	if s != nil {
		c.Timing.Ordered = before.Ordered(seat, x.Complete)
	}
	return nil
}
