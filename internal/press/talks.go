package press

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// Talk is a conversation: a set of participants who exchange messages. Messages are not stored
// by conversation. The conversation is derived from sender and readers, so that it does not
// depend on how they were sent.
type Talk struct {
	All       bool   // whether it is with everyone
	Seats     []int  // in ascending order
	Observers bool   // whether it includes one or all observers
	Master    bool   // whether masters, who can read everything anyway, are one of its two sides
	Account   string // account of a person without a seat who talks with masters
	Hidden    bool   // whether the writer is secret
}

// Key returns the conversation's name in addresses, such as "all", "1-3" or "2-m".
func (t Talk) Key() string {
	if t.All {
		return "all"
	}
	var parts []string
	for _, n := range t.Seats {
		parts = append(parts, strconv.Itoa(n))
	}
	for _, x := range []struct {
		on   bool
		part string
	}{{t.Observers, "o"}, {t.Master, "m"}, {t.Hidden, "grey"}, {t.Account != "", "@" + t.Account}} {
		if x.on {
			parts = append(parts, x.part)
		}
	}
	return strings.Join(parts, "-")
}

// ReadTalk returns the conversation with the given key, or false if the key is not valid.
func ReadTalk(key string) (Talk, bool) {
	var t Talk
	if key == "all" {
		return Talk{All: true}, true
	}
	key, account, person := strings.Cut(key, "@")
	if person {
		t.Account = account
		key = strings.TrimSuffix(key, "-")
	}
	for part := range strings.SplitSeq(key, "-") {
		switch n, err := strconv.Atoi(part); {
		case part == "o":
			t.Observers = true
		case part == "m":
			t.Master = true
		case part == "grey":
			t.Hidden = true
		case err == nil && n > 0 && !slices.Contains(t.Seats, n):
			t.Seats = append(t.Seats, n)
		default:
			return Talk{}, false
		}
	}
	slices.Sort(t.Seats)
	return t, true
}

// Letter is a message as its reader sees it, with its conversation for this
// reader.
type Letter struct {
	game.Entry
	Press journal.PressData
	Talk  Talk
	Own   bool // whether the reader wrote it
	New   bool // whether the reader has not read it yet
}

// talk returns the conversation of a message that was censored for its reader. seats maps
// accounts to seats.
func (s *sight) talk(e *game.Entry, p *journal.PressData, seats map[string]int) Talk {
	a := e.Audience
	if a.All || a.Members || p.Postal {
		return Talk{All: true}
	}
	t := Talk{Seats: slices.Clone(a.Seats), Observers: a.Observers}
	seat := func(n int) {
		if !slices.Contains(t.Seats, n) {
			t.Seats = append(t.Seats, n)
			slices.Sort(t.Seats)
		}
	}
	person := func(account string) {
		if n := seats[account]; n > 0 {
			seat(n)
		} else {
			t.Account = account
		}
	}
	alone := len(a.Seats) == 0 && !a.Observers && a.Account == "" // whether it is for masters only
	t.Master = alone
	switch {
	case e.From > 0:
		seat(e.From)
	case p.Master:
		t.Master = true
	case p.Grey && !s.own(e) && !s.role.Master: // the author is hidden
		t.Hidden = true
	case alone && p.Account != "":
		person(p.Account)
	default:
		t.Observers = true
	}
	if a.Account != "" {
		t.Master = true
		person(a.Account)
	}
	if n := len(t.Seats); n > 1 || n == 1 && (t.Observers || t.Account != "") {
		t.Master = false
	}
	return t
}

// Concerns reports whether new messages in a conversation are of interest to a role. Messages
// between other people are not.
func (t Talk) Concerns(r game.Role) bool {
	switch {
	case t.All:
		return true
	case r.Seat > 0 && !r.Master: // in a finished game, messages between others may be public
		return slices.Contains(t.Seats, r.Seat) || len(t.Seats) == 0
	case r.Master:
		return t.Master
	}
	return t.Observers || t.Account != ""
}

// seen is how far a reader has read the messages of a game: all messages up to Floor, and in some
// conversations the messages up to the numbers in Talks.
type seen struct {
	Floor int64            `json:"floor"`
	Talks map[string]int64 `json:"talks,omitempty"`
}

// readers determines which messages are new to a reader.
type readers struct {
	*sight
	seen  seen
	name  string // the key under which the reader's state is stored; empty if it is not stored
	none  bool   // whether nothing was ever marked as read, so that earlier messages are not new
	seats map[string]int
	came  game.Member
}

// LinkReader is the key under which the reading state of the holders of links is stored.
const LinkReader = "link"

// letterReader returns the key under which a role's reading state is stored, in addition to its
// seat: an account, or the holder of a link. It is empty for people without a role in the game.
func letterReader(g *gamestate.State, role game.Role) string {
	switch {
	case !role.Takes():
		return ""
	case role.Account == "" && g.Hosting.Links:
		return LinkReader
	}
	return role.Account
}

func newReaders(tx *game.Tx, g *gamestate.State, role game.Role) (*readers, error) {
	s, err := newSight(tx, g, role)
	if err != nil {
		return nil, err
	}
	r := &readers{sight: s, seats: map[string]int{}}
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if m.Kind == game.Player && m.Seat > 0 && m.Left.IsZero() {
			r.seats[m.Account] = m.Seat
		}
		if m.Account == role.Account && m.Left.IsZero() && (r.came.Joined.IsZero() || m.Joined.Before(r.came.Joined)) {
			r.came = m
		}
	}
	if r.name = letterReader(g, role); r.name == "" {
		return r, nil
	}
	data, err := tx.Log.Seen(g.ID, r.name, role.Seat)
	if errors.Is(err, game.ErrNoRecord) {
		r.none = true
		return r, nil
	}
	if err == nil {
		err = g.WrapError(json.Unmarshal(data, &r.seen))
	}
	return r, err
}

// letter returns an entry as a message, or false if it is not visible to the
// reader.
func (r *readers) letter(e game.Entry) (Letter, bool, error) {
	if !r.sees(&e) {
		return Letter{}, false, nil
	}
	own := r.own(&e)
	e, err := r.censor(e)
	l := Letter{Entry: e, Own: own}
	if err == nil {
		err = json.Unmarshal(e.Data, &l.Press)
	}
	if err != nil {
		return l, false, r.g.WrapError(err)
	}
	l.Talk = r.talk(&e, &l.Press, r.seats)
	l.New = r.meant(&e) && r.role.Takes() && r.name != "" && !own && e.Seq > r.seen.Floor && e.Seq > r.seen.Talks[l.Talk.Key()] && !(r.none && r.came.Precedes(&e))
	if r.role.Master && l.Press.Master {
		l.New = false // it is from another master, or was sent by e-mail
	}
	return l, true, nil
}

// mostUnread is how many entries are searched for unread messages.
const mostUnread = 300

// Letters returns the last limit messages before a place in the log (0 means the end) that a role
// may see, the oldest first. older is the value of before for the preceding messages, or 0 if there
// are none.
func (p *Press) Letters(ctx context.Context, gameID string, role game.Role, before int64, limit int) (list []Letter, older int64, err error) {
	err = p.base.Read(ctx, func(tx *game.Tx) error {
		list, older = nil, 0
		g, err := p.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		r, err := newReaders(tx, g, role)
		if err != nil {
			return err
		}
		for at := before; older == 0; {
			entries, err := tx.Log.Letters(g.ID, at, limit+1)
			if err != nil {
				return err
			}
			for _, e := range slices.Backward(entries) {
				l, ok, err := r.letter(e)
				switch {
				case err != nil:
					return err
				case !ok:
					continue
				}
				if len(list) == limit {
					older = list[limit-1].Seq
					break
				}
				list = append(list, l)
			}
			if len(entries) <= limit {
				break
			}
			at = entries[0].Seq
		}
		slices.Reverse(list)
		return nil
	})
	return list, older, err
}

// Unread returns the number of unread messages that concern a role, within the
// last mostUnread.
func (p *Press) Unread(ctx context.Context, gameID string, role game.Role) (int, error) {
	n := 0
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		n = 0
		g, err := p.base.Load(tx, gameID)
		if err != nil || letterReader(g, role) == "" {
			return err
		}
		r, err := newReaders(tx, g, role)
		if err != nil {
			return err
		}
		fresh, err := r.fresh(tx)
		for _, l := range fresh {
			if l.Talk.Concerns(role) {
				n++
			}
		}
		return err
	})
	return n, err
}

// fresh returns the unread messages, the oldest first.
func (r *readers) fresh(tx *game.Tx) ([]Letter, error) {
	entries, err := tx.Log.Letters(r.g.ID, 0, mostUnread)
	if err != nil {
		return nil, err
	}
	var out []Letter
	for _, e := range entries {
		if e.Seq <= r.seen.Floor {
			continue
		}
		l, ok, err := r.letter(e)
		if err != nil {
			return nil, err
		}
		if ok && l.New {
			out = append(out, l)
		}
	}
	return out, nil
}

// MarkRead records that a conversation has been read up to a message. An empty
// key means all conversations.
func (p *Press) MarkRead(ctx context.Context, gameID string, role game.Role, key string, upTo int64) error {
	if !role.Takes() || upTo <= 0 {
		return nil
	}
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if letterReader(g, role) == "" {
			return nil
		}
		if err := tx.Games.Lock(g.ID); err != nil {
			return err
		}
		r, err := newReaders(tx, g, role)
		if err != nil {
			return err
		}
		fresh, err := r.fresh(tx)
		if err != nil {
			return err
		}
		talks, left, last := map[string]int64{}, int64(0), r.seen.Floor
		read := false
		for _, l := range fresh {
			k := l.Talk.Key()
			last = max(last, l.Seq)
			if (key == "" || k == key) && l.Seq <= upTo {
				read, talks[k] = true, l.Seq
			} else if left == 0 {
				left = l.Seq
			}
		}
		if !read {
			return nil
		}
		for k, n := range r.seen.Talks {
			talks[k] = max(talks[k], n)
		}
		floor := last // marks everything as read
		if left > 0 {
			floor = left - 1
		}
		for k, n := range talks {
			if n <= floor {
				delete(talks, k)
			}
		}
		data, err := json.Marshal(seen{floor, talks})
		if err != nil {
			return err
		}
		return tx.Log.SaveSeen(g.ID, r.name, role.Seat, data)
	})
}
