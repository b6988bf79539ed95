package safety

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// MarkSignIn records where an account has signed in, as keyed digests of the network and of a
// random value that the browser keeps. address is an IP address or a network. Either argument may
// be empty. Marks are deleted after 30 days.
func (s *Safety) MarkSignIn(ctx context.Context, accountID, address, browser string) error {
	return s.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Safety.DropMarks("", s.base.Now().Add(-account.MarkTime)); err != nil {
			return err
		}
		for kind, value := range map[string]string{game.NetworkMark: network(address), game.BrowserMark: browser} {
			if value == "" {
				continue
			}
			if err := tx.Safety.SaveMark(game.Mark{Account: accountID, Kind: kind, Digest: s.digest(kind, value), At: s.base.Now()}); err != nil {
				return err
			}
		}
		return nil
	})
}

// network returns the network of an address: an IPv4 address itself, or the first 64 bits of an
// IPv6 address, which a household shares. It returns "" for addresses of the judge's own machine,
// and for invalid addresses.
func network(address string) string {
	if p, err := netip.ParsePrefix(address); err == nil {
		return p.Masked().String()
	}
	a, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	if a = a.Unmap().WithZone(""); a.IsLoopback() || a.IsUnspecified() {
		return ""
	}
	if a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return ""
	}
	return p.String()
}

// Weight is how strong a sign is.
type Weight int

// The weights of signs.
const (
	Explains Weight = iota // explains other signs
	Weak
	Moderate
	Strong
)

// Sign is a fact that may indicate that one person plays two seats of a game, or that their
// players collude.
type Sign struct {
	Seats  [2]int
	Names  [2]string
	Weight Weight
	What   message.Message
	Means  message.Message // the meaning of the weight, in plain words
}

// Limits for the signs from the course of a game.
const (
	mostPhases   = 60 // phases that are read
	paidOneWay   = 12 // in ducats
	phasesNearby = 6  // phases in which two seats had adjacent units
)

// Signs lists signs that one person holds two seats of a game, the strongest first. It does not
// interpret them: that is up to the operator. Each call is recorded in the audit log. Only
// operators who do not play in the game may call it.
func (s *Safety) Signs(ctx context.Context, operator, gameID string) (g *game.Game, signs []Sign, err error) {
	err = s.base.Write(ctx, func(tx *game.Tx) error {
		signs = nil
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		st, err := s.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		g = st.Game
		parts, err := st.Members(tx)
		if err != nil {
			return err
		}
		if gamestate.FindMember(parts, operator, game.Player) != nil && !st.Ended() {
			return game.Refuse(game.Forbidden, message.New("You play in this game: another operator must look at it."))
		}
		players := gamestate.OfKind(parts, game.Player)
		if err := tx.Safety.AddLook(game.Look{At: s.base.Now(), Operator: operator, What: "signs", Game: gameID}); err != nil {
			return err
		}
		signs, err = s.signs(tx, st, players)
		return err
	})
	return g, signs, err
}

func (s *Safety) signs(tx *game.Tx, g *gamestate.State, players []game.Member) ([]Sign, error) {
	var out []Sign
	course, err := s.courseOf(tx, g)
	if err != nil {
		return nil, err
	}
	marks, declared := map[string][]game.Mark{}, map[string][]game.Relation{}
	names := map[string]string{}
	for _, m := range players {
		if marks[m.Account], err = tx.Safety.Marks(m.Account); err != nil {
			return nil, err
		}
		if declared[m.Account], err = tx.Safety.Relations(m.Account); err != nil {
			return nil, err
		}
		if names[m.Account], err = nameOf(tx, m.Account); err != nil {
			return nil, err
		}
	}
	for i, a := range players {
		for _, b := range players[i+1:] {
			add := func(w Weight, what, means message.Message) {
				out = append(out, Sign{[2]int{a.Seat, b.Seat}, [2]string{names[a.Account], names[b.Account]}, w, what, means})
			}
			since := s.base.Now().Add(-account.MarkTime)
			if n := common(marks[a.Account], marks[b.Account], game.BrowserMark, since); n > 0 {
				add(Strong, message.New("Both have signed in with the same browser within 30 days."),
					message.New("Strong: one person, or two who share a device."))
			}
			if n := common(marks[a.Account], marks[b.Account], game.NetworkMark, since); n > 0 {
				add(Moderate, message.New("Both have signed in from the same network within 30 days."),
					message.New("Moderate: a household, a school, an office or a mobile network have one address for many people."))
			}
			for _, pair := range [][2]game.Member{{a, b}, {b, a}} {
				for _, r := range declared[pair[0].Account] {
					switch {
					case r.Other != pair[1].Account:
					case r.Shares:
						add(Explains, message.New("{name} has declared that they share a connection.", message.Name(names[pair[0].Account])),
							message.New("This explains a common network or browser. It was declared openly."))
					default:
						add(Explains, message.New("{name} has declared that they know each other.", message.Name(names[pair[0].Account])),
							message.New("This was declared openly, and proves nothing."))
					}
				}
			}
			if a.Seat == 0 || b.Seat == 0 {
				continue
			}
			for _, pair := range [][2]int{{a.Seat, b.Seat}, {b.Seat, a.Seat}} {
				if paid := course.paid[pair]; paid >= paidOneWay && course.paid[[2]int{pair[1], pair[0]}] == 0 {
					add(Moderate, message.New("{payer:name} {payer?pl:have|has} paid {n} ducats to {payee:name}, and nothing came back.", g.Called(pair[0]), message.Number(int(paid)), g.Called(pair[1])),
						message.New("Moderate: also a tribute, a paid peace or a good liar."))
				}
			}
			pair := [2]int{min(a.Seat, b.Seat), max(a.Seat, b.Seat)}
			if n := course.near[pair]; n >= phasesNearby && !course.fought[pair] {
				add(Weak, message.New("In {n} phases they had units next to each other, and they never fought.", message.Number(n)),
					message.New("Weak: true allies do the same."))
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Sign) int { return int(y.Weight) - int(x.Weight) })
	return out, nil
}

// common counts the marks of a kind that two accounts share since a given time.
func common(a, b []game.Mark, kind string, since time.Time) (n int) {
	for _, x := range a {
		if x.Kind == kind && !x.At.Before(since) && slices.ContainsFunc(b, func(y game.Mark) bool {
			return y.Kind == kind && y.Digest == x.Digest && !y.At.Before(since)
		}) {
			n++
		}
	}
	return n
}

// course records what the seats of a game have done to each other in its resolved phases. In
// pairs whose order does not matter, the lower seat comes first.
type course struct {
	paid   map[[2]int]machiavelli.Ducats // payments in ducats, keyed by payer and payee
	near   map[[2]int]int                // number of campaigns with adjacent units of both seats
	fought map[[2]int]bool
}

func (s *Safety) courseOf(tx *game.Tx, g *gamestate.State) (*course, error) {
	c := &course{map[[2]int]machiavelli.Ducats{}, map[[2]int]int{}, map[[2]int]bool{}}
	if g.Number == 0 {
		return c, nil
	}
	seats := map[machiavelli.Power]int{}
	for seat := range g.Setting.Seats {
		for _, p := range g.PowersAt(seat + 1) {
			seats[p] = seat + 1
		}
	}
	t, err := s.base.Board(tx, g)
	if err != nil {
		return nil, err
	}
	for n := max(1, g.Number-mostPhases); n < g.Number; n++ {
		r, err := tx.Phases.Phase(g.ID, n)
		if err != nil {
			return nil, err
		}
		events, err := t.Codec.ReadEvents(r.Events)
		if err != nil {
			return nil, g.WrapError(err)
		}
		for _, e := range events {
			c.event(e, seats)
		}
		if r.Phase.Step != machiavelli.Orders {
			continue
		}
		pos, err := t.Codec.ReadPosition(r.Position)
		if err != nil {
			return nil, g.WrapError(err)
		}
		c.meet(pos, g, seats)
	}
	return c, nil
}

// event adds the information from an event about two seats.
func (c *course) event(e event.Event, seats map[machiavelli.Power]int) {
	fight := func(a, b machiavelli.Power) {
		if x, y := seats[a], seats[b]; x != y && x > 0 && y > 0 {
			c.fought[[2]int{min(x, y), max(x, y)}] = true
		}
	}
	switch e := e.(type) {
	case event.Payment:
		if from, to := seats[e.Power], seats[e.To]; e.Verdict == event.Succeeded && from != to && from > 0 && to > 0 {
			c.paid[[2]int{from, to}] += e.Paid
		}
	case event.Ordered:
		for _, u := range e.Culprits {
			fight(e.Unit.Owner, u.Owner)
		}
	case event.UnitDislodged:
		fight(e.Dislodged.Unit.Owner, e.By.Owner)
	}
}

// meet counts a campaign for each pair of seats with adjacent units.
func (c *course) meet(pos *position.Position, g *gamestate.State, seats map[machiavelli.Power]int) {
	for seat := range g.Setting.Seats {
		var own machiavelli.PowerSet
		for _, p := range g.PowersAt(seat + 1) {
			own = own.With(p)
		}
		near := turn.InTouch(pos, own)
		met := map[int]bool{}
		for p, other := range seats {
			if near.Has(p) && other > seat+1 && !met[other] {
				met[other] = true
				c.near[[2]int{seat + 1, other}]++
			}
		}
	}
}
