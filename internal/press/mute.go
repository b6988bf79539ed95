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

// mutes are the people whom the reader of a game has muted.
type mutes struct {
	seats   map[int]bool    // of this game; 0: its observers
	people  map[string]bool // in all games, by account
	players []game.Member   // of the game, present and former ones
}

// newMutes returns whom a role has muted, or nil if it has muted nobody, or has no
// account.
func newMutes(tx game.Tx, g *gamestate.State, role game.Role) (*mutes, error) {
	if role.Account == "" || role.Master {
		return nil, nil
	}
	list, err := tx.Mutes(role.Account)
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
	members, err := tx.Members(g.ID)
	m.players = slices.DeleteFunc(slices.Clone(members), func(x game.Member) bool { return x.Kind != game.Player || x.Seat == 0 })
	return m, err
}

// writer returns the account that wrote a message, or "" if nobody knows.
func (m *mutes) writer(e *game.Entry) string {
	return writerOf(m.players, e)
}

// writerOf returns the account that wrote a message: of those who have played its
// seat, the last one who had it then.
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
		return false // the error is found when it is shown
	}
	m := view.Muted{Seat: s.mutes.seats[e.From], Person: s.mutes.people[s.mutes.writer(e)]}
	return s.view.HidesLetter(view.Letter{Own: s.own(e), Opened: s.opened(e), Grey: p.Grey}, m, p.Master)
}

// MuteSeat hides the messages of a seat in a game, or with seat 0 those of its
// observers, from a player or an observer, or no longer. Everything that they
// wrote is hidden, and is there again when the mute ends. It is for roles with an
// account. Masters read everything.
func (p *Press) MuteSeat(ctx context.Context, gameID string, role game.Role, seat int, on bool) error {
	return p.Write(ctx, func(tx game.Tx) error {
		g, role, err := p.LoadPrivate(tx, gameID, role)
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
	err := p.Read(ctx, func(tx game.Tx) error {
		out = nil
		if role.Account == "" {
			return nil
		}
		list, err := tx.Mutes(role.Account)
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

// Evidence is what operators see of a message that was reported.
type Evidence struct {
	Letter  Letter
	Writer  string   // its account; empty: unknown
	Context []Letter // those before it in the same conversation, oldest first
}

// Context sizes.
const (
	evidenceLetters = 5   // messages before the one that was reported
	evidenceWindow  = 200 // entries in which they are looked for
)

// ReadEvidence returns a message of a game and those before it in its
// conversation, as its reporter may read them: nothing that the reporter could not
// read. Whether the reporter has muted the writer does not matter. It returns
// ErrNoEntry if the reporter cannot read the message.
func (p *Press) ReadEvidence(tx game.Tx, g *gamestate.State, role game.Role, seq int64) (*Evidence, error) {
	r, err := newReaders(tx, g, role)
	if err != nil {
		return nil, err
	}
	r.mutes = nil
	entries, err := tx.Letters(g.ID, seq+1, evidenceWindow)
	if err != nil {
		return nil, err
	}
	if n := len(entries); n == 0 || entries[n-1].Seq != seq {
		return nil, ErrNoEntry
	}
	members, err := tx.Members(g.ID)
	if err != nil {
		return nil, err
	}
	out := &Evidence{Writer: writerOf(members, &entries[len(entries)-1])}
	for i := len(entries) - 1; i >= 0 && len(out.Context) < evidenceLetters; i-- {
		l, ok, err := r.letter(entries[i])
		switch {
		case err != nil:
			return nil, err
		case entries[i].Seq == seq && !ok:
			return nil, ErrNoEntry
		case entries[i].Seq == seq:
			out.Letter = l
		case ok && l.Talk.Key() == out.Letter.Talk.Key():
			out.Context = append(out.Context, l)
		}
	}
	slices.Reverse(out.Context)
	return out, nil
}

// LastLetterOf returns the number of the last message from a seat that a role can
// read; 0 stands for one from observers, and grey for one whose writer is hidden.
// It returns ErrNoEntry if there is none.
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

// checkStanding refuses people whom an operator has suspended, or warned without an
// answer so far. They can still write to masters.
func (s *speaker) checkStanding() error {
	if s.role.Account == "" {
		return nil
	}
	return account.MayTakePart(s.tx, s.role.Account, s.g.At)
}
