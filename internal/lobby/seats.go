package lobby

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// vacancies returns the seats of a game in play that can be taken over: they
// have lost their player, or a computer player holds them, and they are not
// eliminated.
func (l *Lobby) vacancies(tx *game.Tx, g *gamestate.State) ([]int, error) {
	if g.Hosting.Links { // only the holder of a seat's link can play it
		return nil, nil
	}
	free, err := g.FreeSeats()
	if err != nil || len(free) == 0 { // most games have no free seat: nothing else is read
		return nil, err
	}
	t, err := l.base.Board(tx, g)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(free, t.Out), nil
}

// TakeOver takes over a seat that has lost its player. Seat 0 means the first one that was
// given up, otherwise the first one in civil disorder, otherwise the first one that a computer
// player holds. If new players need the master's approval, they get the seat only with it;
// people whom a master has removed always need it. A player who still has the seat simply
// becomes active again. The error code is "conflict" for a seat that is not free and for an
// account that already takes part, and "forbidden" as for Join.
func (l *Lobby) TakeOver(ctx context.Context, gameID, account string, seat int) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, a, err := l.newcomer(tx, gameID, account)
		if err != nil {
			return err
		}
		switch {
		case g.Status == game.Forming:
			return game.Refuse(game.Conflict, message.New("The game has not begun: join it instead."))
		case !g.Running():
			return l.errBegun(tx, g)
		case seat < 0 || seat > len(g.Seats):
			return game.ErrNoSeat
		}
		all, err := tx.Members.Members(g.ID)
		if err != nil {
			return err
		}
		role := gamestate.Part(all, account)
		if role.Seat > 0 && (seat == 0 || seat == role.Seat) {
			return l.back(tx, g, role.Seat)
		}
		former := gamestate.FindMember(all, account, game.Player)
		switch {
		case role.Master:
			return game.Refuse(game.Conflict, message.New("You are a master of this game: masters see everything and cannot play."))
		case role.Player && role.Seat == 0:
			return game.Refuse(game.Conflict, message.New("You wait for the master's approval already."))
		case role.Player:
			return game.Refuse(game.Conflict, message.New("You play {powers:name} in this game.", g.Called(role.Seat)))
		}
		if err := ofTournament(tx, g, account); err != nil {
			return err
		}
		if err := l.admit(tx, g, a); err != nil {
			return err
		}
		if seat, err = l.freeSeat(tx, g, all, seat); err != nil {
			return err
		}
		played, err := playedBefore(former)
		if err != nil {
			return err
		}
		if played > 0 && played != seat {
			return game.Refuse(game.Forbidden, message.New("You have played {powers:name} in this game and know its secrets: you can come back to that seat only.", g.Called(played)))
		}
		if knows, err := l.base.KnowsSecrets(tx, g, all, account); err != nil {
			return err
		} else if knows {
			return game.Refuse(game.Forbidden, message.New("You have been a master of this game, or have read messages between others in it: people who know its secrets cannot play."))
		}
		nominated := false
		if o := gamestate.FindMember(all, account, game.Observer); o != nil && o.Present() {
			if nominated, err = succeeds(all, seat, account); err != nil {
				return err
			}
			if err := g.Leave(tx, o); err != nil {
				return err
			}
		}
		out, err := ejected(all, account)
		if err != nil {
			return err
		}
		if g.Hosting.Approval && !nominated || out {
			return askApproval(g, tx, a, seat, game.MemberData{Wants: seat, Played: played, Ejected: out})
		}
		return l.seat(tx, g, a, seat)
	})
}

// back records that a player is active again at the seat that they still have.
func (l *Lobby) back(tx *game.Tx, g *gamestate.State, seat int) error {
	c, err := l.clock.Course(tx, g)
	if err != nil {
		return err
	}
	if !slices.Contains(c.Vacant(), seat) {
		return game.Refuse(game.Conflict, message.New("You play {powers:name} in this game.", g.Called(seat)))
	}
	if err := c.ComeBack(seat); err != nil {
		return err
	}
	return c.Save()
}

// freeSeat returns a seat that can be taken over: the requested one, or the
// first.
func (l *Lobby) freeSeat(tx *game.Tx, g *gamestate.State, all []game.Member, seat int) (int, error) {
	c, err := l.clock.Course(tx, g)
	if err != nil {
		return 0, err
	}
	asked := map[int]bool{}
	for i := range all {
		d, err := all[i].ReadData()
		if err != nil {
			return 0, err
		}
		asked[d.Wants] = asked[d.Wants] || all[i].Present() && d.Wants > 0
	}
	if seat > 0 {
		x := c.States[seat-1]
		switch {
		case c.Out(seat):
			return 0, g.ErrOut(seat)
		case !x.Abandoned && !x.Disorder && x.Bot == "":
			return 0, game.Refuse(game.Conflict, message.New("{Powers:name} {powers?pl:have|has} a player.", g.Called(seat)))
		case asked[seat]:
			return 0, game.Refuse(game.Conflict, message.New("Someone is waiting for the master's approval to play {powers:name}.", g.Called(seat)))
		}
		return seat, nil
	}
	for _, like := range []func(game.SeatState) bool{
		func(x game.SeatState) bool { return x.Abandoned && !x.Disorder },
		func(x game.SeatState) bool { return x.Disorder },
		func(x game.SeatState) bool { return x.Bot != "" },
	} {
		for i, x := range c.States {
			if s := i + 1; like(x) && !c.Out(s) && !asked[s] {
				return s, nil
			}
		}
	}
	return 0, game.Refuse(game.Conflict, message.New("No seat of this game has lost its player."))
}

// playedBefore returns the seat that a former player had, or 0.
func playedBefore(m *game.Member) (int, error) {
	if m == nil {
		return 0, nil
	}
	if m.Seat > 0 {
		return m.Seat, nil
	}
	d, err := m.ReadData()
	return d.Played, err
}

// askApproval records that an account waits for approval for a seat.
func askApproval(g *gamestate.State, tx *game.Tx, a *game.Account, seat int, d game.MemberData) error {
	before, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	if d.Later, err = later(before, a.ID); err != nil {
		return err
	}
	m, err := joining(tx, g, a, game.Player, d)
	if err != nil {
		return err
	}
	if err := tx.Members.SaveMember(m); err != nil {
		return err
	}
	said := message.New("A player wants to take over {powers:name} and is waiting for your approval.", g.Called(seat))
	if d.Ejected {
		said = message.New("A player whom a master has removed wants to take over {powers:name}, and is waiting for your approval.", g.Called(seat))
	}
	return gamestate.Notice(tx, g, journal.MastersOnly, journal.Notice{Topic: journal.TopicApproval, Seats: []int{seat}, Who: a.Name, Said: said})
}

// seat gives a vacant seat to a new player.
func (l *Lobby) seat(tx *game.Tx, g *gamestate.State, a *game.Account, seat int) error {
	all, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	last := formerly(all, seat)
	for i := range all {
		m := &all[i]
		if m.Kind == game.Player && m.Seat == seat && m.Present() && m.Account != a.ID {
			if err := g.Leave(tx, m); err != nil {
				return err
			}
		}
	}
	joins := game.MemberData{}
	if joins.Later, err = later(all, a.ID); err != nil {
		return err
	}
	m, err := joining(tx, g, a, game.Player, joins)
	if err != nil {
		return err
	}
	m.Seat = seat
	if err := tx.Members.SaveMember(m); err != nil {
		return err
	}
	s := &g.Seats[seat-1]
	s.Player = a.Name
	if err := tx.Games.SaveSeat(g.ID, *s); err != nil {
		return err
	}
	times, anew, err := l.clock.OccupySeat(tx, g, seat, last == a.ID)
	if err != nil {
		return err
	}
	to := journal.Everybody
	if g.Hosting.Quiet {
		to = journal.OnlySeats(seat)
	}
	topic, text := journal.TopicTakeover, message.New("{Powers:name} {powers?pl:have|has} a new player.", g.Called(seat))
	if last == a.ID {
		topic, text = journal.TopicReturn, message.New("The former player of {powers:name} is back.", g.Called(seat))
	}
	switch {
	case anew && times.Deadline.IsZero():
		text = gamestate.Sentences(text, message.New("Everyone gets time to reconsider: the phase is not resolved before all players are ready."))
	case anew:
		text = gamestate.Sentences(text, message.New("Everyone gets time to reconsider: the phase is not resolved before its deadline unless all players are ready."))
	}
	return gamestate.Notice(tx, g, to, journal.Notice{Topic: topic, Seats: []int{seat}, Who: a.Name, Times: times, Said: text})
}

// later reports whether an account that takes over a seat differs from the seat's first player.
func later(all []game.Member, account string) (bool, error) {
	m := gamestate.FindMember(all, account, game.Player)
	if m == nil {
		return true, nil
	}
	d, err := m.ReadData()
	return d.Later || m.Seat == 0 && d.Played == 0, err
}

// formerly returns the account that last had a seat, or "" if none had it.
func formerly(all []game.Member, seat int) string {
	if m := lastAt(all, seat); m != nil {
		return m.Account
	}
	return ""
}

// lastAt returns the present or the last player of a seat, or nil.
func lastAt(all []game.Member, seat int) *game.Member {
	var last *game.Member
	for i := range all {
		m := &all[i]
		if m.Kind != game.Player || m.Seat != seat {
			continue
		}
		if last == nil || m.Present() || !last.Present() && m.Left.After(last.Left) {
			last = m
		}
	}
	return last
}

// succeeds reports whether the last player of a seat has nominated an account as their
// successor.
func succeeds(all []game.Member, seat int, account string) (bool, error) {
	m := lastAt(all, seat)
	if m == nil {
		return false, nil
	}
	d, err := m.ReadData()
	return d.Successor == account, err
}

// Successors returns the names of the observers whom the player of a seat can nominate,
// and the one whom they have nominated, or "".
func (l *Lobby) Successors(ctx context.Context, gameID string, role game.Role) (names []string, chosen string, err error) {
	err = l.base.Read(ctx, func(tx *game.Tx) error {
		names, chosen = nil, ""
		all, err := tx.Members.Members(gameID)
		if err != nil {
			return err
		}
		for _, o := range gamestate.OfKind(all, game.Observer) {
			if !o.Present() {
				continue
			}
			name, err := gamestate.AccountName(tx, o.Account)
			if err != nil {
				return err
			}
			names = append(names, name)
			if yes, err := succeeds(all, role.Seat, o.Account); err != nil {
				return err
			} else if yes {
				chosen = name
			}
		}
		return nil
	})
	return names, chosen, err
}

// Nominate records which observer may take over the role's seat without asking a master if its
// player gives it up or loses it. Without a name, nobody is nominated.
func (l *Lobby) Nominate(ctx context.Context, gameID string, role game.Role, name string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if g.Hosting.Links {
			return clock.ErrLinks
		}
		all, err := tx.Members.Members(g.ID)
		if err != nil {
			return err
		}
		m := lastAt(all, role.Seat)
		switch {
		case !g.Running():
			return l.errBegun(tx, g)
		case role.Seat == 0 || m == nil || !m.Present():
			return game.Refuse(game.Forbidden, message.New("Only players can do this."))
		}
		d, err := m.ReadData()
		if err != nil {
			return err
		}
		d.Successor = ""
		for _, o := range gamestate.OfKind(all, game.Observer) {
			is, err := gamestate.AccountName(tx, o.Account)
			if err != nil {
				return err
			}
			if name != "" && o.Present() && strings.EqualFold(is, name) {
				d.Successor = o.Account
			}
		}
		if name != "" && d.Successor == "" {
			return game.Refuse(game.Invalid, message.New("No observer of this game is called {name}. Someone who watches the game can take over your seat.", game.Quoted(name)))
		}
		if err := m.SetData(d); err != nil {
			return err
		}
		return tx.Members.SaveMember(*m)
	})
}

// tellSuccessor sends news of an open seat to the observer whom its player has nominated.
func (l *Lobby) tellSuccessor(tx *game.Tx, g *gamestate.State, m *game.Member) error {
	d, err := m.ReadData()
	if err != nil || d.Successor == "" {
		return err
	}
	all, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	if o := gamestate.FindMember(all, d.Successor, game.Observer); o == nil || !o.Present() {
		return nil
	}
	a, err := tx.Accounts.Account(d.Successor)
	if err != nil {
		return err
	}
	who, called := message.Name(g.Name), g.Called(m.Seat)
	return l.base.Accounts.TellPerson(tx, &a, account.PersonNews{
		Subject: message.New("{game}: you can take over {powers:name}", who, called),
		Said: []message.Message{
			message.New("The player of {powers:name} in the game {game} has left, and has nominated you as their successor.", called, who),
			message.New("You can take over the seat without asking a master."),
		},
		Page: "/g/" + g.ID,
	})
}

// Approve gives a new player the seat for which they wait, or rejects them. It
// is for masters of games that require approval.
func (l *Lobby) Approve(ctx context.Context, gameID string, role game.Role, seat int, approve bool) error {
	return l.approveAll(ctx, gameID, role, []int{seat}, approve)
}

// approveAll approves or rejects the applicants for seats. If this fails for one of them, none is
// approved or rejected.
func (l *Lobby) approveAll(ctx context.Context, gameID string, role game.Role, seats []int, approve bool) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, _, err := l.base.LoadAsMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			if err := l.approveFor(tx, g, seat, approve); err != nil {
				return err
			}
		}
		return nil
	})
}

// approveFor approves or rejects the applicant for a seat.
func (l *Lobby) approveFor(tx *game.Tx, g *gamestate.State, seat int, approve bool) error {
	if seat < 1 || seat > len(g.Seats) {
		return game.ErrNoSeat
	}
	if !g.Running() {
		return l.errBegun(tx, g)
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	for i := range parts {
		m := &parts[i]
		d, err := m.ReadData()
		if err != nil {
			return err
		}
		if d.Wants != seat {
			continue
		}
		a, err := l.base.Accounts.AccountIn(tx, m.Account)
		if err != nil {
			return err
		}
		if !approve {
			d.Wants = 0
			if err := m.SetData(d); err != nil {
				return err
			}
			return g.Leave(tx, m)
		}
		if err := admitProgram(g.Hosting, a); err != nil {
			return err
		}
		if err := l.apart(tx, g, a); err != nil {
			return game.Refuse(game.Conflict, message.New("{name} cannot play in this game any more. Refuse them, so that others can take the seat.", message.Name(a.Name)))
		}
		if _, err := l.freeSeat(tx, g, nil, seat); err != nil {
			return err
		}
		return l.seat(tx, g, a, seat)
	}
	return game.Refuse(game.Conflict, message.New("Nobody waits for your approval to play {powers:name}.", g.Called(seat)))
}

// Leave resigns a seat or stops observing. In a forming game it frees the seat.
// A master can leave if there is another one. The error code is "conflict" for
// the only master and for a player of a game that is over.
func (l *Lobby) Leave(ctx context.Context, gameID string, role game.Role) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		if role.Account == "" {
			return gamestate.ErrStranger
		}
		for _, kind := range []game.MemberKind{game.Player, game.Observer, game.Master} {
			if m := gamestate.FindMember(parts, role.Account, kind); m != nil {
				return l.Depart(tx, g, parts, m, false)
			}
		}
		return gamestate.ErrStranger
	})
}

// Depart ends a membership, for the member or for a master.
func (l *Lobby) Depart(tx *game.Tx, g *gamestate.State, parts []game.Member, m *game.Member, ejected bool) error {
	return l.depart(tx, g, parts, m, ejected, message.New("A player has left."))
}

// giveUp removes the player from a seat of a running game, for a new one who gets it at once.
// The others are only notified of the new player.
func (l *Lobby) giveUp(tx *game.Tx, g *gamestate.State, m *game.Member) error {
	d, err := m.ReadData()
	if err != nil {
		return err
	}
	if err := l.base.Accounts.TellFault(tx, []string{m.Account}, message.New("A master has removed it from the game {game}.", message.Name(g.Name))); err != nil {
		return err
	}
	d.Wants, d.Ejected = 0, true
	if err := m.SetData(d); err != nil {
		return err
	}
	return l.vacate(tx, g, m)
}

// vacate removes a player from their seat.
func (l *Lobby) vacate(tx *game.Tx, g *gamestate.State, m *game.Member) error {
	if err := l.clock.VacateSeat(tx, g, m.Seat, true); err != nil {
		return err
	}
	if err := g.Leave(tx, m); err != nil {
		return err
	}
	s := &g.Seats[m.Seat-1]
	s.Player = ""
	if err := tx.Games.SaveSeat(g.ID, *s); err != nil {
		return err
	}
	return l.tellSuccessor(tx, g, m)
}

// depart implements Depart. For a player of a forming game, the message said announces the
// departure. In all other cases the announcement is fixed.
func (l *Lobby) depart(tx *game.Tx, g *gamestate.State, parts []game.Member, m *game.Member, ejected bool, said message.Message) error {
	name, err := gamestate.AccountName(tx, m.Account)
	if err != nil {
		return err
	}
	d, err := m.ReadData()
	if err != nil {
		return err
	}
	if ejected {
		if err := l.base.Accounts.TellFault(tx, []string{m.Account}, message.New("A master has removed it from the game {game}.", message.Name(g.Name))); err != nil {
			return err
		}
	}
	d.Wants, d.Ejected = 0, d.Ejected || ejected && m.Kind != game.Master
	if err := m.SetData(d); err != nil {
		return err
	}
	n := journal.Notice{Topic: journal.TopicResignation, Who: name}
	to := journal.Everybody
	switch {
	case m.Kind == game.Observer:
		n.Said = message.New("An observer has left the game.")
	case m.Kind == game.Master && len(gamestate.OfKind(parts, game.Master)) == 1 && g.Status != game.Over && g.Status != game.Terminated:
		return game.Refuse(game.Conflict, message.New("A game needs a master. Promote an observer first, or terminate the game."))
	case m.Kind == game.Master:
		n.Said = message.New("A master has left the game.")
	case g.Status == game.Over || g.Status == game.Terminated:
		return game.ErrOver
	case g.Status == game.Forming:
		n.Said = gamestate.Sentences(said, needsMore(len(g.Seats)-len(gamestate.OfKind(parts, game.Player))+1))
		if g.Hosting.Secret {
			to = journal.MastersOnly
		}
	case m.Seat == 0:
		n.Said, to = message.New("A player who was waiting for approval has withdrawn."), journal.MastersOnly
	default:
		return l.resign(tx, g, m, n, ejected)
	}
	if err := g.Leave(tx, m); err != nil {
		return err
	}
	if g.Status == game.Forming && m.Kind == game.Player {
		if err := l.vacated(tx, g, m.Account); err != nil {
			return err
		}
	}
	if g.Status == game.Forming && len(gamestate.OfKind(parts, game.Master)) == 0 && len(gamestate.OfKind(parts, game.Player)) == 1 && m.Kind == game.Player {
		return l.clock.TerminateGame(g, tx, message.Message{}) // no player is left to begin it
	}
	return gamestate.Notice(tx, g, to, n)
}

// resign removes a player from their seat, which is then open to others.
func (l *Lobby) resign(tx *game.Tx, g *gamestate.State, m *game.Member, n journal.Notice, ejected bool) error {
	if err := l.vacate(tx, g, m); err != nil {
		return err
	}
	free, err := l.vacancies(tx, g)
	if err != nil {
		return err
	}
	n.Seats = []int{m.Seat}
	who, open := g.Called(m.Seat), slices.Contains(free, m.Seat)
	switch {
	case ejected && open:
		n.Said = message.New("A master has taken {powers:name} from {powers?pl:their|its} player: anyone may take over.", who)
	case ejected:
		n.Said = message.New("A master has taken {powers:name} from {powers?pl:their|its} player; {powers?pl:they were|it was} out of the game already.", who)
	case open:
		n.Said = message.New("The player of {powers:name} has resigned: anyone may take over.", who)
	default:
		n.Said = message.New("The player of {powers:name} has resigned; {powers?pl:they were|it was} out of the game already.", who)
	}
	to := journal.Everybody
	if g.Hosting.Quiet {
		to = journal.OnlySeats(m.Seat)
	}
	return gamestate.Notice(tx, g, to, n)
}

// Eject takes a seat away from its player, or removes an account: a player of a forming game, a
// person who waits for approval, an observer, or a master. In a game with links, the seat gets a
// new link or, if a computer player holds it, returns to the player who has its link. It is for
// masters.
func (l *Lobby) Eject(ctx context.Context, gameID string, role game.Role, seat int, account string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, _, err := l.base.LoadAsMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		if g.Hosting.Links && seat >= 1 && seat <= len(g.Seats) && g.Running() {
			if g.BotAt(seat) != "" {
				return l.dropBot(tx, g, seat)
			}
			return l.relink(tx, g, seat)
		}
		if (seat == 0) == (account == "") {
			return game.Refuse(game.Invalid,
				message.New("Say whom to remove: a power, or the account of an observer or a master."))
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		for _, kind := range []game.MemberKind{game.Player, game.Observer, game.Master} {
			for i := range parts {
				m := &parts[i]
				if m.Kind == kind && (account != "" && m.Account == account || seat > 0 && kind == game.Player && m.Seat == seat) {
					return l.Depart(tx, g, parts, m, true)
				}
			}
		}
		if seat > len(g.Seats) || seat < 0 {
			return game.ErrNoSeat
		}
		if g.BotAt(seat) != "" && g.Running() {
			return l.dropBot(tx, g, seat)
		}
		return game.Refuse(game.NotFound, message.New("Nobody like that takes part in this game."))
	})
}
