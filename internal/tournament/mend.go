package tournament

import (
	"cmp"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/seating"
	"podesta/machiavelli/message"
)

// mending is the state of a repair of a round's tables.
type mending struct {
	*loaded
	r      *game.Round
	c      *company
	come   []string
	boards []seating.Board
	gone   []string // those who had seats and do not play
	before map[string]place
}

// place is the seat of an account.
type place struct {
	table  int
	powers string
}

// mend repairs the tables of a round at which players are missing. Players who sit out or are in
// reserve fill the seats. If nobody is available, the table becomes smaller. If no smaller kind of
// table exists, a larger table gives up a player; if there is none, the remaining players join
// tables that can become larger, or sit out. All others keep their tables and their powers. mend
// notifies the organisers and everyone affected.
func (x *loaded) mend(r *game.Round) error {
	come, missed, c, err := x.pool(r)
	if err != nil {
		return err
	}
	boards, err := x.boards(r)
	if err != nil {
		return err
	}
	m := &mending{loaded: x, r: r, c: c, come: come, boards: boards, before: map[string]place{}}
	for i := range r.Tables {
		for _, s := range r.Tables[i].Seats {
			m.before[s.Account] = place{i, strings.Join(s.Powers, "+")}
		}
	}
	for {
		table, seat, ok := m.gap()
		if !ok {
			break
		}
		if err := m.fill(table, seat); err != nil {
			return err
		}
	}
	r.Byes = slices.DeleteFunc(r.Byes, func(id string) bool { return !slices.Contains(come, id) })
	r.Missed = missed
	if len(m.gone) == 0 {
		return x.tx.Tournaments.SaveRound(*r)
	}
	if !slices.ContainsFunc(r.Tables, func(t game.RoundTable) bool { return len(t.Seats) > 0 }) {
		r.Status, r.Problem, r.Tables, r.Byes, r.Missed = game.RoundCalled, ProblemFew, nil, nil, nil
	}
	if err := x.tx.Tournaments.SaveRound(*r); err != nil {
		return err
	}
	return m.tellMended()
}

// gap returns a seat whose player does not play, or has blocked or been blocked by another player
// at the table since it was formed.
func (m *mending) gap() (table, seat int, ok bool) {
	for i := range m.r.Tables {
		seats := m.r.Tables[i].Seats
		for k, s := range seats {
			if !slices.Contains(m.come, s.Account) {
				return i, k, true
			}
			for n, o := range seats[:k] {
				if m.c.distance(s.Account, o.Account) != seating.Never {
					continue
				}
				if m.c.yields(s.Account, o.Account) == s.Account {
					return i, k, true
				}
				return i, n, true
			}
		}
	}
	return 0, 0, false
}

// fill repairs the table at one seat.
func (m *mending) fill(table, seat int) error {
	t := &m.r.Tables[table]
	old, others := t.Seats[seat].Account, accountsAt(t, seat)
	m.gone = append(m.gone, old)
	if list := m.suitable(m.waiting(old), others); len(list) > 0 {
		m.put(table, seat, list[0])
	} else if board := m.size(len(others)); board >= 0 {
		if err := m.resize(table, board, others); err != nil {
			return err
		}
	} else if from, id := m.donor(table, others); id != "" {
		rest := slices.DeleteFunc(accountsAt(&m.r.Tables[from], -1), func(other string) bool { return other == id })
		if err := m.resize(from, m.size(len(rest)), rest); err != nil {
			return err
		}
		m.put(table, seat, id)
	} else {
		t.Seats, t.Over = nil, true
		if err := m.disperse(others); err != nil {
			return err
		}
	}
	if slices.Contains(m.come, old) { // they lost the seat because of a block
		m.sitOut(old)
	}
	return nil
}

// put gives a seat to a player.
func (m *mending) put(table, seat int, id string) {
	m.r.Tables[table].Seats[seat].Account = id
	m.r.Byes = slices.DeleteFunc(m.r.Byes, func(other string) bool { return other == id })
}

// sitOut records that a player sits out.
func (m *mending) sitOut(id string) {
	if !m.entrant(id).Reserve && !m.r.Top {
		m.r.Byes = append(m.r.Byes, id)
	}
}

// waiting returns the players who want to play and have no seat, in the order in which they get
// one: first players who sit out, then players in reserve. The account whose ID is but is omitted.
func (m *mending) waiting(but string) []string {
	order := m.come
	if m.r.Top {
		rows, players := m.standings()
		order = nil
		for _, row := range rows {
			if id := players[row.Player]; slices.Contains(m.come, id) {
				order = append(order, id)
			}
		}
	}
	var out []string
	for _, id := range order {
		if _, _, seated := find(m.r, id); !seated && id != but {
			out = append(out, id)
		}
	}
	if !m.r.Top {
		slices.SortStableFunc(out, func(a, b string) int {
			x, y := m.entrant(a), m.entrant(b)
			switch {
			case x.Reserve == y.Reserve:
				return cmp.Compare(m.byes(b), m.byes(a))
			case x.Reserve:
				return 1
			}
			return -1
		})
	}
	return out
}

// byes returns how often a player has sat out earlier rounds.
func (m *mending) byes(id string) int {
	n := 0
	for i := range m.rounds {
		if m.rounds[i].Number < m.r.Number && slices.Contains(m.rounds[i].Byes, id) {
			n++
		}
	}
	return n
}

// suitable returns the players of a list who can sit with others. Players who should preferably
// not sit with them come last.
func (m *mending) suitable(list, with []string) []string {
	far := map[string]seating.Distance{}
	for _, id := range list {
		for _, other := range with {
			far[id] = max(far[id], m.c.distance(id, other))
		}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(id string) bool { return far[id] == seating.Never })
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	return list
}

// size returns the kind of table for a number of players, or -1 if there is none.
func (m *mending) size(n int) int {
	return slices.IndexFunc(m.boards, func(b seating.Board) bool { return len(b.Places) == n })
}

// resize changes the players at a table and its kind, and deals its powers again.
func (m *mending) resize(table, board int, players []string) error {
	boards := m.boards[board : board+1]
	q := m.request(m.r, players, boards, m.c)
	for i := range q.Players {
		q.Players[i].Reserve = false // they already have seats
	}
	result, err := seating.Seat(q)
	if err != nil {
		return err
	}
	dealt := m.tables(&result, players, boards)[0]
	dealt.Variant = m.Variants[board]
	m.r.Tables[table] = dealt
	return nil
}

// donor returns the largest table that can become smaller, and a player of it who can join others.
// The table whose index is but is ignored.
func (m *mending) donor(but int, with []string) (int, string) {
	at, id := 0, ""
	for i := range m.r.Tables {
		n := len(m.r.Tables[i].Seats)
		if i == but || n == 0 || m.size(n-1) < 0 || id != "" && n <= len(m.r.Tables[at].Seats) {
			continue
		}
		come := slices.DeleteFunc(accountsAt(&m.r.Tables[i], -1), func(id string) bool { return !slices.Contains(m.come, id) })
		if list := m.suitable(m.leastMet(come, with), with); len(list) > 0 {
			at, id = i, list[0]
		}
	}
	return at, id
}

// leastMet sorts players by how often they have met others.
func (m *mending) leastMet(list, others []string) []string {
	times := map[string]int{}
	for i := range m.rounds {
		if m.rounds[i].Number >= m.r.Number {
			continue
		}
		for k := range m.rounds[i].Tables {
			at := accountsAt(&m.rounds[i].Tables[k], -1)
			for _, id := range list {
				for _, other := range others {
					if slices.Contains(at, id) && slices.Contains(at, other) {
						times[id]++
					}
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(times[a], times[b]) })
	return list
}

// disperse moves the remaining players of a table to other tables that can become larger, the
// smallest first. Players for whom there is no such table sit out.
func (m *mending) disperse(players []string) error {
	for _, id := range players {
		at := -1
		for i := range m.r.Tables {
			t := &m.r.Tables[i]
			n := len(t.Seats)
			if n == 0 || m.size(n+1) < 0 || at >= 0 && n >= len(m.r.Tables[at].Seats) || len(m.suitable([]string{id}, accountsAt(t, -1))) == 0 {
				continue
			}
			at = i
		}
		if at < 0 || !slices.Contains(m.come, id) {
			m.leftOver(id)
			continue
		}
		list := append(accountsAt(&m.r.Tables[at], -1), id)
		if err := m.resize(at, m.size(len(list)), list); err != nil {
			return err
		}
	}
	return nil
}

// leftOver makes a player whose table no longer exists sit out, if they want to play.
func (m *mending) leftOver(id string) {
	if slices.Contains(m.come, id) {
		m.sitOut(id)
	} else {
		m.gone = append(m.gone, id)
	}
}

// tellMended notifies those whose tables have changed, and the organisers.
func (m *mending) tellMended() error {
	r, n := m.r, message.Number(m.r.Number)
	called, err := names(m.tx, m.gone)
	if err != nil {
		return err
	}
	var list []message.Name
	for _, id := range m.gone {
		if called[id] != "" {
			list = append(list, message.Name(called[id]))
		}
	}
	who := message.ListOf(message.And, list)
	why := message.New("{who} cannot play in round {n} of the tournament {tournament}.", who, n, m.name())
	subject := message.New("{tournament}: round {n} has changed", m.name(), n)
	changed := m.changed()
	var tables []message.Message
	for i := range r.Tables {
		if !changed[i] {
			continue
		}
		if len(r.Tables[i].Seats) == 0 {
			tables = append(tables, message.New("Table {n}: too few players are left", message.Number(i+1)))
		}
		for k, s := range r.Tables[i].Seats {
			_, had := m.before[s.Account]
			if err := m.tellSeat(r, i, k, had, why); err != nil {
				return err
			}
			line, err := m.seatLine(r, i, k)
			if err != nil {
				return err
			}
			tables = append(tables, message.New("Table {n}: {what}", message.Number(i+1), line))
		}
	}
	for id := range m.before {
		if _, _, seated := find(r, id); seated {
			continue
		}
		if err := m.tell(id, subject, m.lost(id, why)); err != nil {
			return err
		}
	}
	said := []message.Message{why, message.New("These tables have changed:")}
	if r.Problem != "" {
		said = []message.Message{why, message.New("Too few players are left for a table. Form the tables when more have confirmed, or cancel the round.")}
	}
	return m.tellAll(subject, func(e *game.Entrant) []message.Message {
		if !e.Organiser {
			return nil
		}
		return said
	}, tables...)
}

// changed returns for each table whether it has changed.
func (m *mending) changed() []bool {
	out := make([]bool, len(m.r.Tables))
	for id, was := range m.before {
		table, seat, seated := find(m.r, id)
		if seated && table == was.table && strings.Join(m.r.Tables[table].Seats[seat].Powers, "+") == was.powers {
			continue
		}
		if seated {
			out[table] = true
		}
		if was.table < len(out) {
			out[was.table] = true
		}
	}
	return out
}

// lost returns the message to a player who has lost a seat, or nil for those who have withdrawn
// themselves.
func (m *mending) lost(id string, why message.Message) []message.Message {
	n := message.Number(m.r.Number)
	switch e := m.entrant(id); {
	case e == nil || !e.Plays() || slices.Contains(m.r.Absent, id):
		return nil
	case m.r.Problem != "":
		return []message.Message{why, message.New("Too few players are left for a table. You will be notified when the organisers have decided how to go on.")}
	case slices.Contains(m.r.Missed, id):
		return []message.Message{m.barred(n)}
	}
	return []message.Message{why, message.New("Nobody can take the seat, so you sit out the round."), m.byeCounts()}
}
