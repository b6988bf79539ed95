package lobby

import (
	"encoding/json"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Layout describes the seats of a new game in which powers are not chosen.
type Layout struct {
	Title  string // title of the scenario
	Powers machiavelli.Roster
	Seats  [][]string // power IDs of each seat
}

// LayoutOf returns the seats of a new game.
func LayoutOf(n NewGame) (Layout, error) {
	lib, err := gamestate.ReadLibrary(n.Library)
	if err != nil {
		return Layout{}, game.Wrong(err)
	}
	if all := lib.List(); n.Scenario == "" && n.Library != "" && len(all) == 1 {
		n.Scenario = all[0].ID
	}
	info, v, err := gamestate.FindVariant(lib, n.Scenario, n.Variant)
	if err != nil {
		return Layout{}, err
	}
	set, err := MakeRules(n, lib, info)
	if err != nil {
		return Layout{}, err
	}
	seats, err := deal(v, NewGame{})
	if err != nil {
		return Layout{}, err
	}
	start, err := gamestate.StartPosition(lib, info.ID, v.ID, &set, seats)
	if err != nil {
		return Layout{}, game.Wrong(err)
	}
	out := Layout{Title: info.Title, Powers: start.Setting.Powers}
	for _, s := range seats {
		out.Seats = append(out.Seats, s.Powers)
	}
	return out, nil
}

// Check returns the settings in the form in which they are stored, adjusted if the game has no
// master. It returns an error if the description and the settings do not allow a game to be
// created.
func (l *Lobby) Check(n NewGame, h hosting.Hosting, master bool) (hosting.Hosting, error) {
	h, err := CleanHosting(h)
	if err == nil && !master {
		h, err = masterless(h)
	}
	if err == nil {
		_, _, err = l.draft(n)
	}
	return h, err
}

// HostDealt creates a game that begins at once. players holds the account of each seat; a seat with
// "" can be taken over by anyone. The seats have the powers of the game's layout. master is the
// account of its master, or "" for a game without one. It does not check whether blocks keep
// players apart. The error code is "conflict" if the name is taken.
func (l *Lobby) HostDealt(tx *game.Tx, n NewGame, h hosting.Hosting, master string, players []string) (string, error) {
	layout, err := LayoutOf(n)
	if err != nil {
		return "", err
	}
	if h, err = l.Check(n, h, master != ""); err != nil {
		return "", err
	}
	r, seats, err := l.draft(n)
	if err != nil {
		return "", err
	}
	if len(players) != len(seats) {
		return "", game.Refuse(game.Invalid, message.New("There are {n} players for {seats} seats.", message.Number(len(players)), message.Number(len(seats))))
	}
	r.Status, r.Revision, r.Created = game.Forming, 1, l.base.Now()
	if r.Hosting, err = json.Marshal(h); err != nil {
		return "", err
	}
	if err := ClaimName(tx, r.ID, r.Name); err != nil {
		return "", err
	}
	if err := tx.Games.AddGame(r, seats, game.PhaseRecord{}); err != nil {
		return "", err
	}
	if err := n.typedIn().keep(tx, r.ID); err != nil {
		return "", err
	}
	if master != "" {
		if err := tx.Members.SaveMember(game.Member{Game: r.ID, Account: master, Kind: game.Master, Joined: r.Created}); err != nil {
			return "", err
		}
	}
	g, err := l.base.Load(tx, r.ID)
	if err != nil {
		return "", err
	}
	for i, id := range players {
		if err := l.place(tx, g, id, i+1, layout.Seats[i]); err != nil {
			return "", err
		}
	}
	return r.ID, l.begin(tx, g)
}

// place gives an account a seat with its powers in a game that is about to begin.
// Without an account the seat is open.
func (l *Lobby) place(tx *game.Tx, g *gamestate.State, accountID string, seat int, powers []string) error {
	s := &g.Seats[seat-1]
	s.Powers = slices.Clone(powers)
	if accountID != "" {
		a, err := l.base.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		m, err := joining(tx, g, a, game.Player, game.MemberData{})
		if err != nil {
			return err
		}
		m.Seat = seat
		if err := tx.Members.SaveMember(m); err != nil {
			return err
		}
		s.Player = a.Name
	}
	var err error
	if s.State, err = json.Marshal(game.SeatState{Abandoned: accountID == ""}); err != nil {
		return err
	}
	return tx.Games.SaveSeat(g.ID, *s)
}

// ofTournament returns an error if a game belongs to a tournament that an account does not take
// part in.
func ofTournament(tx *game.Tx, g *gamestate.State, accountID string) error {
	if g.Hosting.Tournament == "" {
		return nil
	}
	list, err := tx.Tournaments.EntriesOf(accountID)
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].Tournament == g.Hosting.Tournament && list[i].Plays() {
			return nil
		}
	}
	return game.Refuse(game.Forbidden, message.New("This game belongs to a tournament: only its players and those in reserve can take over a seat. Enter the tournament first."))
}

// Substitute gives a seat of a running game to an account. If removes is set, a player who
// still has the seat is removed as by a master.
func (l *Lobby) Substitute(tx *game.Tx, gameID string, seat int, accountID string, removes bool) error {
	g, err := l.base.Load(tx, gameID)
	switch {
	case err != nil:
		return err
	case !g.Running():
		return l.errBegun(tx, g)
	case seat < 1 || seat > len(g.Seats):
		return game.ErrNoSeat
	}
	a, err := l.base.Accounts.Able(tx, accountID)
	if err != nil {
		return err
	}
	all, err := tx.Members.Members(gameID)
	if err != nil {
		return err
	}
	former := gamestate.FindMember(all, accountID, game.Player)
	played, err := playedBefore(former)
	switch {
	case err != nil:
		return err
	case gamestate.Part(all, accountID).Master:
		return game.Refuse(game.Conflict, message.New("{who} is a master of this game: masters see everything and cannot play.", message.Name(a.Name)))
	case former != nil && (former.Present() || played != seat):
		return game.Refuse(game.Conflict, message.New("{who} plays or has played another seat of this game.", message.Name(a.Name)))
	}
	if knows, err := l.base.KnowsSecrets(tx, g, all, accountID); err != nil {
		return err
	} else if knows {
		return game.Refuse(game.Conflict, message.New("{who} knows secrets of this game and cannot play in it.", message.Name(a.Name)))
	}
	if err := l.admit(tx, g, a); err != nil {
		return game.Refuse(game.Conflict, message.New("{who} cannot play in this game. Choose another player.", message.Name(a.Name)))
	}
	for i := range all {
		m := &all[i]
		if m.Kind != game.Player || m.Seat != seat || !m.Present() || !removes {
			continue
		}
		if err := l.giveUp(tx, g, m); err != nil {
			return err
		}
		if g, err = l.admin.Reopen(tx, g); err != nil {
			return err
		}
	}
	if o := gamestate.FindMember(all, accountID, game.Observer); o != nil && o.Present() {
		if err := g.Leave(tx, o); err != nil {
			return err
		}
	}
	if _, err := l.freeSeat(tx, g, nil, seat); err != nil {
		return err
	}
	return l.seat(tx, g, a, seat)
}
