package press

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/view"
)

// Limits on reading from a log.
const (
	usualEntries = 100
	MostEntries  = 1000
)

// Log returns up to limit entries (0 means 100) that the role may see and whose numbers are above
// after, the oldest first. What the role must not know is removed: the author and the actual
// recipient of grey press, and players' identities if they are concealed.
func (p *Press) Log(ctx context.Context, gameID string, role game.Role, after int64, limit int) ([]game.Entry, error) {
	if limit <= 0 {
		limit = usualEntries
	}
	limit = min(limit, MostEntries)
	var out []game.Entry
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, err := p.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		s, err := newSight(tx, g, role)
		if err != nil {
			return err
		}
		for len(out) < limit {
			entries, err := tx.Log.Entries(gameID, after, MostEntries)
			if err != nil {
				return err
			}
			for _, e := range entries {
				if after = e.Seq; !s.sees(&e) {
					continue
				}
				if e, err = s.censor(e); err != nil {
					return g.WrapError(err)
				}
				if out = append(out, e); len(out) == limit {
					break
				}
			}
			if len(entries) < MostEntries {
				break
			}
		}
		return nil
	})
	return out, err
}

// Censor returns an entry as a role may see it, or false if the role may not see it. It is for
// callers that have read the entry in another way.
func (p *Press) Censor(ctx context.Context, role game.Role, e game.Entry) (game.Entry, bool, error) {
	seen := false
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		g, err := p.base.Load(tx, e.Game)
		if err != nil {
			return err
		}
		s, err := newSight(tx, g, role)
		if err != nil {
			return err
		}
		if seen = s.sees(&e); seen {
			e, err = s.censor(e)
		}
		return err
	})
	if !seen {
		e = game.Entry{}
	}
	return e, seen, err
}

// Entry returns an entry of a game's log as it is stored, with everything in it, or ErrNoEntry. It
// is for delivery; nobody may be shown the entry without a call of Censor.
func (p *Press) Entry(ctx context.Context, gameID string, seq int64) (game.Entry, error) {
	var out game.Entry
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		entries, err := tx.Log.Entries(gameID, seq-1, 1)
		if err != nil {
			return err
		}
		if len(entries) == 0 || entries[0].Seq != seq {
			return ErrNoEntry
		}
		out = entries[0]
		return nil
	})
	return out, err
}

// ErrNoEntry is the error for an entry that the log does not contain.
var ErrNoEntry = game.Refuse(game.NotFound, message.New("The game's log has no such entry."))

// sight is what a role can see of a game's log.
type sight struct {
	g    *gamestate.State
	role game.Role
	view view.View
	came *game.Member // the membership from which the role has its seat; nil if unknown
	// open holds the players whose messages everyone can read, keyed by seat. It is nil if messages
	// are not public.
	open  map[int]game.Member
	mutes *mutes // nil if the reader has muted nobody
}

func newSight(tx *game.Tx, g *gamestate.State, role game.Role) (*sight, error) {
	s := &sight{g: g, role: role}
	var err error
	if s.open, err = openHolders(tx, g); err != nil {
		return s, err
	}
	copied, err := copies(tx, g, role)
	if err != nil {
		return s, err
	}
	s.view = g.View(role).WithCopies(copied)
	if s.mutes, err = newMutes(tx, g, role); err != nil {
		return s, err
	}
	if role.Seat == 0 || role.Account == "" {
		return s, nil
	}
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return s, err
	}
	for i := range members {
		if m := &members[i]; m.Kind == game.Player && m.Account == role.Account && m.Seat == role.Seat {
			s.came = m
		}
	}
	return s, nil
}

// before reports whether an entry is older than the reader's time at the seat.
func (s *sight) before(e *game.Entry) bool { return s.came != nil && s.came.Precedes(e) }

// own reports whether the reader wrote an entry.
func (s *sight) own(e *game.Entry) bool {
	if e.From == 0 {
		return s.role.Account != "" && e.Author() == s.role.Account
	}
	return s.role.Seat > 0 && e.From == s.role.Seat && !s.before(e)
}

// sees reports whether the role may see an entry.
func (s *sight) sees(e *game.Entry) bool { return s.meant(e) || s.opened(e) && !s.muted(e) }

// meant reports whether an entry was addressed to the role when it was written.
func (s *sight) meant(e *game.Entry) bool {
	a := e.Audience
	return s.view.SeesEntry(view.Entry{
		All: a.All, Members: a.Members, Observers: a.Observers, Seats: a.Seats, Account: a.Account,
		Letter: e.Kind == game.PressEntry && e.From > 0, Own: s.own(e), Past: s.before(e), Muted: s.muted(e),
	})
}

// censor removes everything from an entry that the role must not know.
func (s *sight) censor(e game.Entry) (game.Entry, error) {
	if s.role.Master {
		return e, nil
	}
	switch e.Kind {
	case game.PressEntry:
		return s.censorPress(e)
	case game.NoticeEntry:
		if hidden, err := s.hidesWho(e); !hidden {
			return e, err
		}
		var n journal.Notice
		if err := json.Unmarshal(e.Data, &n); err != nil {
			return e, err
		}
		n.Who = ""
		return journal.WithData(e, n)
	case game.ActEntry:
		if hidden, err := s.hidesWho(e); !hidden {
			return e, err
		}
		var a journal.ActData
		if err := json.Unmarshal(e.Data, &a); err != nil {
			return e, err
		}
		a.Who = ""
		return journal.WithData(e, a)
	}
	return e, nil
}

// hidesWho reports whether an entry names a person whom the reader may not know. It reads only
// that part of the entry, because most entries are shown unchanged.
func (s *sight) hidesWho(e game.Entry) (bool, error) {
	if s.view.SeesNames() {
		return false, nil
	}
	var data struct {
		Who string `json:"who"`
	}
	err := json.Unmarshal(e.Data, &data)
	return err == nil && data.Who != "", err
}

func (s *sight) censorPress(e game.Entry) (game.Entry, error) {
	var p journal.PressData
	if err := json.Unmarshal(e.Data, &p); err != nil {
		return e, err
	}
	knows := s.view.Letterhead(view.Letter{Own: s.own(&e), Opened: s.opened(&e), Grey: p.Grey, Fake: p.Fake, Blank: p.Blank})
	if knows.Account {
		return e, nil
	}
	p.Account = ""
	if !knows.Sender {
		e.From, p.Master = 0, false
	}
	if !knows.Name {
		p.Who = ""
	}
	if !knows.To && p.Fake {
		e.Audience, p.Fake = p.Header, false
	}
	if !knows.Header { // the reader only learns that a message was sent
		e.Audience, p.Whom = game.Audience{Observers: true}, ""
		if s.role.Seat > 0 {
			e.Audience = journal.OnlySeats(s.role.Seat)
		}
		p.Header = e.Audience
	}
	return journal.WithData(e, p)
}

// listener is a store that receives notifications from other processes.
type listener interface {
	Listen(ctx context.Context) <-chan string
}

// Follow sends the IDs of games with new entries, from any process, until ctx ends. It sends
// the empty ID first, and again whenever notifications may have been missed, because any game
// may then have new entries.
func (p *Press) Follow(ctx context.Context) (<-chan string, error) {
	l, ok := p.base.Store.(listener)
	if !ok {
		return nil, errors.New("the store does not report news")
	}
	news := l.Listen(ctx)
	out := make(chan string)
	go func() {
		defer close(out)
		for topic := range news {
			game, ok := strings.CutPrefix(topic, gamestate.Topic)
			if !ok && topic != "" {
				continue
			}
			select {
			case out <- game:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

// CopiesItem is the kind of the items that mark observers who want copies of messages between
// others, keyed by account.
const CopiesItem = "copies"

// copies reports whether the role receives copies of messages to others.
// Observers can request them if the game allows it.
func copies(tx *game.Tx, g *gamestate.State, role game.Role) (bool, error) {
	if !role.Observer || !g.Hosting.Press.WatchAll {
		return false, nil
	}
	_, err := tx.Items.Get(g.ID, CopiesItem, role.Account)
	if errors.Is(err, game.ErrNoRecord) {
		return false, nil
	}
	return err == nil, err
}
