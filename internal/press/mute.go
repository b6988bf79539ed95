package press

import (
	"context"
	"encoding/json"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/view"
)

// mutes holds the seats and people that the reader of a game has muted.
type mutes struct {
	seats   map[int]bool    // muted seats of this game; 0 stands for its observers
	people  map[string]bool // accounts of the people muted in all games
	players []game.Member   // present and former players of the game
}

// newMutes returns the people and seats that a role has muted, or nil if it has muted nobody, has
// no account, or is a master's.
func newMutes(tx *game.Tx, g *gamestate.State, role game.Role) (*mutes, error) {
	if role.Account == "" || role.Master {
		return nil, nil
	}
	list, err := tx.Safety.Mutes(role.Account)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	m := &mutes{seats: map[int]bool{}, people: map[string]bool{}}
	for _, x := range list {
		switch x.Game {
		case g.ID:
			m.seats[x.Seat] = true
		case "":
			m.people[x.Other] = true
		}
	}
	if len(m.people) == 0 {
		return m, nil
	}
	members, err := tx.Members.Members(g.ID)
	m.players = slices.DeleteFunc(slices.Clone(members), func(x game.Member) bool { return x.Kind != game.Player || x.Seat == 0 })
	return m, err
}

// writer returns the account that wrote a message, or "" if it is unknown.
func (m *mutes) writer(e *game.Entry) string {
	return writerOf(m.players, e)
}

// writerOf returns the account that wrote a message: the account that held the sender's seat at
// that time.
func writerOf(players []game.Member, e *game.Entry) string {
	if e.From == 0 {
		return e.Author()
	}
	var last *game.Member
	for i := range players {
		x := &players[i]
		if x.Kind == game.Player && x.Seat == e.From && !x.Precedes(e) && (last == nil || x.Joined.After(last.Joined)) {
			last = x
		}
	}
	if last == nil {
		return ""
	}
	return last.Account
}

// muted reports whether the reader has muted the writer of a message.
func (s *sight) muted(e *game.Entry) bool {
	if s.mutes == nil || e.Kind != game.PressEntry {
		return false
	}
	var p journal.PressData
	if json.Unmarshal(e.Data, &p) != nil {
		return false // the error is found when the entry is shown
	}
	m := view.Muted{Seat: s.mutes.seats[e.From], Person: s.mutes.people[s.mutes.writer(e)]}
	return s.view.HidesLetter(view.Letter{Own: s.own(e), Opened: s.opened(e), Grey: p.Grey}, m, p.Master)
}

// MuteSeat hides the messages of a seat in a game, or with seat 0 the messages of its observers,
// from a player or an observer, or shows them again. All their messages are hidden, and reappear
// when the mute ends. It is for roles with an account. Masters read everything.
func (p *Press) MuteSeat(ctx context.Context, gameID string, role game.Role, seat int, on bool) error {
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case role.Account == "" && role.Takes():
			return game.Refuse(game.Conflict, message.New("In a game that is played by links, nobody can be muted: the judge does not know who you are."))
		case !role.Takes():
			return gamestate.ErrStranger
		case role.Master:
			return game.Refuse(game.Forbidden, message.New("You are a master of this game: masters read everything."))
		case seat < 0 || seat > len(g.Seats) || seat > 0 && g.Number == 0:
			return game.ErrNoSeat
		case seat > 0 && seat == role.Seat:
			return game.Refuse(game.Invalid, message.New("You cannot mute yourself."))
		}
		return account.SetMute(tx, game.Mute{Account: role.Account, Game: g.ID, Seat: seat, Since: g.At}, on)
	})
}

// MutedSeats returns the seats that a role has muted in a game, in order; 0 stands
// for its observers.
func (p *Press) MutedSeats(ctx context.Context, gameID string, role game.Role) ([]int, error) {
	var out []int
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		if role.Account == "" {
			return nil
		}
		list, err := tx.Safety.Mutes(role.Account)
		for _, m := range list {
			if m.Game == gameID {
				out = append(out, m.Seat)
			}
		}
		slices.Sort(out)
		return err
	})
	return out, err
}

// Evidence is what operators see of a reported message: the conversation that contains it.
type Evidence struct {
	Talk    []Said // the conversation as its reporter can read it, oldest first
	At      int    // index of the reported message
	Earlier bool   // whether there are earlier messages
	Later   bool   // whether there are later messages
}

// Reported returns the message that was reported.
func (e *Evidence) Reported() *Said { return &e.Talk[e.At] }

// Said is a message in evidence, with its true writer.
type Said struct {
	Letter
	Writer string // account of the writer; empty if unknown
	Seat   int    // the seat from which it was written, even if its writer is hidden; 0 if there is none
}

// The limits of evidence.
const (
	evidenceLetters = 100  // maximum number of messages before the reported one, and after it
	evidenceWindow  = 200  // number of messages that are read at once
	evidenceSearch  = 4000 // number of messages, in each direction, that are searched for the conversation
)

// ReadEvidence returns the conversation around a message of a game, as its reporter may read
// it, but with the true writers. Mutes of the reporter are ignored. It returns ErrNoEntry if
// the reporter cannot read the message.
func (p *Press) ReadEvidence(tx *game.Tx, g *gamestate.State, role game.Role, seq int64) (*Evidence, error) {
	r, err := newReaders(tx, g, role)
	if err != nil {
		return nil, err
	}
	r.mutes = nil
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return nil, err
	}
	said := func(e game.Entry) (Said, bool, error) {
		l, ok, err := r.letter(e)
		return Said{l, writerOf(members, &e), e.From}, ok, err
	}
	entries, err := tx.Log.Letters(g.ID, seq+1, 1)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 || entries[0].Seq != seq {
		return nil, ErrNoEntry
	}
	reported, ok, err := said(entries[0])
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrNoEntry
	}
	// gather adds a message if it belongs to the conversation, and reports whether there is
	// room for more.
	gather := func(into *[]Said, e game.Entry) (room bool, err error) {
		x, ok, err := said(e)
		if err != nil || !ok || x.Talk.Key() != reported.Talk.Key() {
			return true, err
		}
		if len(*into) == evidenceLetters {
			return false, nil
		}
		*into = append(*into, x)
		return true, nil
	}
	var before, after []Said
	out := &Evidence{}
	for at, read := seq, 0; !out.Earlier; {
		entries, err := tx.Log.Letters(g.ID, at, evidenceWindow)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			break
		}
		at, read = entries[0].Seq, read+len(entries)
		out.Earlier = read > evidenceSearch
		for _, e := range slices.Backward(entries) {
			room, err := gather(&before, e)
			if err != nil {
				return nil, err
			}
			out.Earlier = out.Earlier || !room
		}
	}
	last, err := tx.Log.Letters(g.ID, 0, 1)
	if err != nil {
		return nil, err
	}
	for from, read := seq+1, 0; !out.Later && from <= last[0].Seq; from += evidenceWindow {
		entries, err := tx.Log.Letters(g.ID, from+evidenceWindow, evidenceWindow)
		if err != nil {
			return nil, err
		}
		entries = slices.DeleteFunc(entries, func(e game.Entry) bool { return e.Seq < from })
		read += len(entries)
		out.Later = read > evidenceSearch
		for _, e := range entries {
			room, err := gather(&after, e)
			if err != nil {
				return nil, err
			}
			out.Later = out.Later || !room
		}
	}
	slices.Reverse(before)
	out.At = len(before)
	out.Talk = slices.Concat(before, []Said{reported}, after)
	return out, nil
}

// LastLetterOf returns the number of the last message from a seat that a role can read; seat 0
// stands for observers, and grey for a message whose writer is hidden. It returns ErrNoEntry if
// there is none.
func (p *Press) LastLetterOf(ctx context.Context, gameID string, role game.Role, seat int, grey bool) (int64, error) {
	list, _, err := p.Letters(ctx, gameID, role, 0, MostEntries)
	if err != nil {
		return 0, err
	}
	for _, l := range slices.Backward(list) {
		if l.Own || l.Press.Master {
			continue
		}
		if grey && l.Press.Grey || !grey && !l.Press.Grey && l.From == seat {
			return l.Seq, nil
		}
	}
	return 0, ErrNoEntry
}

// checkStanding returns an error if an operator has suspended the sender, or has warned a sender
// who has not acknowledged the warning. Such people can still write to masters.
func (s *speaker) checkStanding() error {
	if s.role.Account == "" {
		return nil
	}
	return account.MayTakePart(s.tx, s.role.Account, s.g.At)
}
