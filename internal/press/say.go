package press

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// NewMessage is a message between people in a game.
type NewMessage struct {
	To       game.Audience `json:"to"`
	Grey     bool          `json:"grey,omitempty"`
	FakeTo   string        `json:"fakeTo,omitempty"` // recipients in the faked header: "all", or letters of powers
	NoFake   bool          `json:"noFake,omitempty"` // whether the header is true even if the game fakes it by default
	Postal   bool          `json:"postal,omitempty"`
	ToMaster bool          `json:"toMaster,omitempty"` // whether it is for masters only
	Text     string        `json:"text"`

	whom     string            // the name of the only recipient, who has no seat
	proposal *journal.Proposal // what it says about a proposal, if anything
}

// Say sends a message from a seat, or for seat 0 from a master or an observer. Whether it is
// allowed depends on the game's press rules, the phase, and whether the sender has sent orders.
// A refused message reaches nobody.
func (p *Press) Say(ctx context.Context, gameID string, role game.Role, seat int, m NewMessage) error {
	text, err := gamestate.CleanText(m.Text, message.New("the message"))
	if err != nil {
		return err
	}
	m.Text = text
	// The record does not depend on the order in which the caller lists the recipients.
	m.To.Seats = slices.Sorted(slices.Values(m.To.Seats))
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		s, err := p.speaker(tx, g, role, seat)
		if err != nil {
			return err
		}
		m := m
		if err := s.allow(&m); err != nil {
			return err
		}
		if g.Hosting.Links {
			if err := account.CountNoticeIn(tx, g.ID, gamestate.SeatKey(seat), g.At); err != nil {
				return err
			}
		} else if !s.master() {
			if err := account.CountNotice(tx, role.Account, g.At); err != nil {
				return err
			}
		}
		return s.send(m)
	})
}

// speaker is the sender of a message, with everything on which permission
// depends.
type speaker struct {
	j    *Press
	tx   *game.Tx
	g    *gamestate.State
	c    *clock.Course // nil while the game is forming
	role game.Role
	seat int // 0 for a master, an observer, or a player of a forming game
}

func (p *Press) speaker(tx *game.Tx, g *gamestate.State, role game.Role, seat int) (*speaker, error) {
	s := &speaker{j: p, tx: tx, g: g, role: role, seat: seat}
	switch {
	case seat < 0 || seat > len(g.Seats):
		return nil, game.ErrNoSeat
	case seat > 0 && role.Seat != seat:
		return nil, game.ErrPlayer
	case seat == 0 && !role.Master && !role.Observer && !role.Player:
		return nil, game.Refuse(game.Forbidden, message.New("Press is for those who take part in the game."))
	}
	if g.Number == 0 {
		return s, nil
	}
	var err error
	s.c, err = p.clock.Course(tx, g)
	return s, err
}

// master reports whether the sender is a master, and observer whether they are an observer and
// not a player.
func (s *speaker) master() bool { return s.seat == 0 && s.role.Master }

func (s *speaker) observer() bool { return s.seat == 0 && !s.role.Master && s.role.Observer }

// send appends a message to the log, or stores it until the end of the phase.
func (s *speaker) send(m NewMessage) error {
	d := journal.PressData{Text: m.Text, Grey: m.Grey, Master: s.master(), Header: m.To, Postal: m.Postal, Whom: m.whom, Proposal: m.proposal}
	d.Blank = m.Grey && s.g.Hosting.Press.Blank
	to := m.To
	if m.ToMaster {
		to, d.Header = journal.MastersOnly, journal.MastersOnly
	}
	if m.Postal {
		d.Header = journal.Everybody
	}
	if s.seat == 0 {
		who, err := s.name()
		if err != nil {
			return err
		}
		d.Who, d.Account = who, s.role.Account
	}
	if m.FakeTo != "" {
		d.Fake = true
		d.Header = s.claimed(m.FakeTo)
	}
	if m.Postal {
		return s.post(d)
	}
	if to.All && s.seat > 0 && s.g.Hosting.Press.Touch {
		if err := s.tx.Items.Put(s.g.ID, clock.BroadcastItem, gamestate.SeatKey(s.seat), seatNumber(s.g.Number)); err != nil {
			return err
		}
	}
	return gamestate.Log(s.tx, s.g, game.PressEntry, to, s.seat, d)
}

// seatNumber encodes a phase's number for an item.
func seatNumber(n int) []byte { return []byte(gamestate.SeatKey(n)) }

// name returns the name of a sender without a seat.
func (s *speaker) name() (string, error) {
	if s.role.Account == "" {
		return "", nil
	}
	a, err := s.tx.Accounts.Account(s.role.Account)
	return a.Name, err
}

// claimed returns the audience named by a faked header.
func (s *speaker) claimed(fake string) game.Audience {
	if fake == fakeAll {
		return journal.Everybody
	}
	a, _ := s.g.Letters(fake)
	return a
}

// fakeAll is the faked header that claims a broadcast.
const fakeAll = "all"

// post stores a message until the end of the phase. Masters receive it at once.
func (s *speaker) post(d journal.PressData) error {
	h := s.tx
	items, err := h.Items.List(s.g.ID, clock.PostalItem)
	if err != nil {
		return err
	}
	data, err := json.Marshal(clock.PostalLetter{From: s.seat, Data: d})
	if err != nil {
		return err
	}
	if err := h.Items.Put(s.g.ID, clock.PostalItem, fmt.Sprintf("%06d", len(items)+1), data); err != nil {
		return err
	}
	return gamestate.Log(s.tx, s.g, game.PressEntry, journal.MastersOnly, s.seat, d)
}

// silenced returns the power of the seat that is silenced by an
// excommunication, if any. It lasts until the orders of the next campaign have
// been resolved, so only the latest campaign can have caused it.
func (s *speaker) silenced() (machiavelli.Power, error) {
	g := s.g
	if !g.Rules.Excommunication || s.seat == 0 {
		return machiavelli.Nobody, nil
	}
	for n := g.Number - 1; n > 0; n-- {
		r, err := s.tx.Phases.Phase(g.ID, n)
		if err != nil {
			return machiavelli.Nobody, err
		}
		if r.Phase.Step != machiavelli.Orders {
			continue
		}
		events, err := s.c.Codec.ReadEvents(r.Events)
		if err != nil {
			return machiavelli.Nobody, g.WrapError(err)
		}
		for _, e := range events {
			if x, ok := e.(event.Excommunicated); ok && slices.Contains(g.PowersAt(s.seat), x.Silenced) {
				return x.Silenced, nil
			}
		}
		break
	}
	return machiavelli.Nobody, nil
}

// SetCopies sets whether an observer receives copies of messages to others, if
// the game allows it. Everyone is notified when an observer requests them.
func (p *Press) SetCopies(ctx context.Context, gameID string, role game.Role, on bool) error {
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case !role.Observer || role.Account == "":
			return game.Refuse(game.Forbidden, message.New("This is for observers."))
		case !g.Hosting.Press.WatchAll:
			return game.Refuse(game.Forbidden, message.New("In this game observers get no copies of press among players."))
		}
		if !on {
			return tx.Items.Drop(gameID, CopiesItem, role.Account)
		}
		had, err := copies(tx, g, role)
		if err != nil || had {
			return err
		}
		if err := tx.Items.Put(gameID, CopiesItem, role.Account, nil); err != nil {
			return err
		}
		if err := tx.Items.Put(gameID, gamestate.ReaderItem, role.Account, nil); err != nil {
			return err
		}
		a, err := tx.Accounts.Account(role.Account)
		if err != nil {
			return err
		}
		return gamestate.Notice(tx, g, journal.Mates, journal.Notice{Topic: journal.TopicParameters, Who: a.Name, Said: message.New("An observer now gets copies of all press.")})
	})
}
