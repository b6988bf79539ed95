package press

import (
	"slices"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// forbidden returns the error for a refused message.
func forbidden(why message.Message) error { return game.Refuse(game.Forbidden, why) }

// allow makes all checks of a message in order, and returns an error if it must not be sent. It
// also sets whether the header is faked if the game decides that.
func (s *speaker) allow(m *NewMessage) error {
	r := &s.g.Hosting.Press
	if err := s.addressed(m); err != nil {
		return err
	}
	if m.Postal {
		m.Grey, m.FakeTo = false, ""
		if err := s.allowPostal(r); err != nil || s.master() {
			return err
		}
		return s.checkStanding()
	}
	if s.master() {
		m.FakeTo = ""
		return nil
	}
	if m.ToMaster {
		m.Grey, m.FakeTo = false, ""
		return nil
	}
	if s.c == nil {
		return game.Refuse(game.Conflict, message.New("Press among players begins with the game. You can write to the master."))
	}
	if err := s.checkStanding(); err != nil {
		return err
	}
	for _, check := range []func(*hosting.PressRules, *NewMessage) error{
		s.checkWho, s.checkPhase, s.checkColour, s.checkPartial, s.checkFake, s.checkOrders, s.checkLate, s.checkTouch, s.checkPaused, s.checkSilenced,
	} {
		if err := check(r, m); err != nil {
			return err
		}
	}
	return nil
}

// addressed returns an error if the addressees of a message are not valid.
func (s *speaker) addressed(m *NewMessage) error {
	if m.ToMaster || m.Postal {
		if a := m.To; a.All || a.Members || a.Observers || a.Account != "" || len(a.Seats) > 0 {
			return game.Refuse(game.Invalid, message.New("Press goes either to the master alone, or by post to everyone, or to those it names; it cannot combine these."))
		}
		if m.ToMaster && m.Postal {
			return game.Refuse(game.Invalid, message.New("Postal press goes to everyone; it cannot go to the master alone."))
		}
		return nil
	}
	if m.To.Members {
		return game.Refuse(game.Invalid, message.New("Say who receives it: everyone, or certain powers."))
	}
	if m.To.Account != "" {
		return s.person(m)
	}
	if !m.To.All && !m.To.Observers && len(m.To.Seats) == 0 {
		return game.Refuse(game.Invalid, message.New("Say who receives it: everyone, certain powers, or the master."))
	}
	if m.To.All && (m.To.Observers || len(m.To.Seats) > 0) {
		return game.Refuse(game.Invalid, message.New("What goes to all cannot name some of them too."))
	}
	for i, seat := range m.To.Seats {
		if seat < 1 || seat > len(s.g.Seats) {
			return game.ErrNoSeat
		}
		if slices.Contains(m.To.Seats[:i], seat) {
			return game.Refuse(game.Invalid, message.New("{Powers:name} {powers?pl:are|is} named twice.", s.g.Called(seat)))
		}
	}
	if m.FakeTo != "" && m.FakeTo != fakeAll {
		if _, err := s.g.Letters(m.FakeTo); err != nil {
			return err
		}
	}
	return nil
}

// person returns an error if a master may not write to someone without a seat. A person who now
// has a seat must be addressed by it.
func (s *speaker) person(m *NewMessage) error {
	a := m.To
	if !s.master() || a.All || a.Observers || len(a.Seats) > 0 {
		return forbidden(message.New("Only masters can write to someone without a seat, and to no one else in the same message."))
	}
	members, err := s.tx.Members.Members(s.g.ID)
	if err != nil {
		return err
	}
	there := false
	for _, x := range members {
		if x.Account != a.Account || !x.Left.IsZero() {
			continue
		}
		if there = true; x.Kind == game.Player && x.Seat > 0 {
			m.To = journal.OnlySeats(x.Seat)
			return nil
		}
	}
	if !there {
		return game.Refuse(game.NotFound, message.New("The person to whom this goes takes no part in the game any more."))
	}
	m.whom, err = gamestate.AccountName(s.tx, a.Account)
	return err
}

func (s *speaker) allowPostal(r *hosting.PressRules) error {
	switch {
	case !r.Postal:
		return forbidden(message.New("This game has no postal press."))
	case s.c == nil || s.g.Finished:
		return game.Refuse(game.Conflict, message.New("Postal press goes out when a phase is resolved, and no phase is under way."))
	case s.observer() && r.Observers == "none":
		return forbidden(message.New("In this game observers send no press."))
	case s.master():
		return nil
	}
	return s.checkSilenced(r, nil)
}

func (s *speaker) checkWho(r *hosting.PressRules, _ *NewMessage) error {
	switch {
	case r.None && !s.observer():
		return forbidden(message.New("This game has no press. You can write to the master."))
	case s.observer() && (r.None || r.Observers == "none"):
		return forbidden(message.New("In this game observers send no press. You can write to the master."))
	case s.seat == 0 && !s.observer():
		return game.ErrPlayer
	}
	return nil
}

func (s *speaker) checkPhase(r *hosting.PressRules, _ *NewMessage) error {
	if r.NoMinor && s.g.Phase.Step != machiavelli.Orders && !s.g.Finished {
		return forbidden(message.New("This game has no press in retreats and adjustments. Wait for the next campaign, or write to the master."))
	}
	return nil
}

func (s *speaker) checkColour(r *hosting.PressRules, m *NewMessage) error {
	switch {
	case m.Grey && s.observer() && r.Observers == "white":
		return forbidden(message.New("In this game observers send white press only."))
	case m.Grey && !r.Grey:
		return forbidden(message.New("This game has no grey press: the sender is always named."))
	case !m.Grey && !r.White:
		return forbidden(message.New("This game has grey press only: the sender is never named."))
	}
	return nil
}

func (s *speaker) checkPartial(r *hosting.PressRules, m *NewMessage) error {
	switch {
	case m.To.All:
		return nil
	case !r.Partial:
		return forbidden(message.New("In this game press goes to all. Send it as a broadcast, or write to the master."))
	case s.observer() && r.Observers != "any":
		return forbidden(message.New("In this game observers send their press to all."))
	}
	return nil
}

func (s *speaker) checkFake(r *hosting.PressRules, m *NewMessage) error {
	if m.To.All {
		if m.FakeTo == fakeAll {
			m.FakeTo = ""
		}
	} else if m.FakeTo == "" && (r.Fakes == "broadcast" || r.Fakes == "default" && !m.NoFake) {
		m.FakeTo = fakeAll
	}
	switch {
	case m.FakeTo == "":
	case r.Fakes == "":
		return forbidden(message.New("In this game the header of press is always true."))
	case m.FakeTo != fakeAll && r.Fakes != "may":
		return forbidden(message.New("In this game press can be made to look like a broadcast, and not otherwise."))
	}
	return nil
}

func (s *speaker) checkOrders(r *hosting.PressRules, _ *NewMessage) error {
	if r.MustOrder && s.owing() && !s.c.States[s.seat-1].Complete {
		return forbidden(message.New("In this game press is sent only by those whose orders are complete. Send your orders first."))
	}
	return nil
}

// owing reports whether the sender has orders to give in the phase.
func (s *speaker) owing() bool { return s.seat > 0 && s.c.Seats[s.seat-1].Owes }

func (s *speaker) checkLate(r *hosting.PressRules, _ *NewMessage) error {
	p := s.c.Timing.Plan
	if !s.owing() || s.c.States[s.seat-1].Covered || p.Deadline.IsZero() || s.g.At.Before(p.Deadline) || s.g.Status == game.Paused {
		return nil
	}
	anybody := slices.ContainsFunc(s.c.States, func(x game.SeatState) bool { return x.Late })
	switch {
	case r.NoGrace && anybody:
		return forbidden(message.New("In this game there is no press while anyone is late. Send your orders first."))
	case r.NoLate:
		return forbidden(message.New("The deadline has passed and your orders are missing. Send them before you write to others."))
	}
	return nil
}

func (s *speaker) checkTouch(r *hosting.PressRules, m *NewMessage) error {
	if !r.Touch || s.seat == 0 {
		return nil
	}
	if m.To.All {
		data, err := s.tx.Items.List(s.g.ID, clock.BroadcastItem)
		if err != nil {
			return err
		}
		if string(data[gamestate.SeatKey(s.seat)]) == string(seatNumber(s.g.Number)) {
			return forbidden(message.New("In this game everyone has one broadcast a phase, and you have had yours."))
		}
		return nil
	}
	near := turn.InTouch(s.c.Position, s.c.SeatSet(s.seat))
	for _, seat := range m.To.Seats {
		if seat != s.seat && s.c.SeatSet(seat)&near == 0 {
			return forbidden(message.New("In this game press goes to powers that have a unit next to one of yours. {Powers:name} {powers?pl:have|has} none there.", s.g.Called(seat)))
		}
	}
	return nil
}

func (s *speaker) checkPaused(*hosting.PressRules, *NewMessage) error {
	if s.g.Status != game.Paused {
		return nil
	}
	has, err := gamestate.HasMaster(s.tx, s.g)
	if err == nil && has {
		return forbidden(message.New("The game is paused: press goes to the master only."))
	}
	return err
}

func (s *speaker) checkSilenced(*hosting.PressRules, *NewMessage) error {
	p, err := s.silenced()
	if err == nil && p != machiavelli.Nobody {
		return forbidden(message.New("{Power:name} is excommunicated and cannot send messages until the orders of this campaign are resolved.", message.PowerOf(s.g.Setting.Powers, p)))
	}
	return err
}
