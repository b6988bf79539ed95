package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// maxForming is the maximum number of forming games per account, and maxObservers the maximum
// number of observers per game.
const (
	maxForming   = 10
	maxObservers = 100
)

// nameLock is the kind of an item that exists once. Every transaction that claims a name writes it.
const nameLock = "name lock"

// ClaimName reserves a name for a game. The error code is "invalid" for a name
// without letters and digits, and "conflict" for one that another game has.
func ClaimName(tx *game.Tx, gameID, name string) error {
	key := gamestate.NameKey(name)
	if key == "" {
		return game.Refuse(game.Invalid, message.New("The name of a game needs a letter or a digit, so that it can be typed."))
	}
	// Writing this item makes all other transactions that claim a name wait until this one
	// ends. If two want the same name, the second therefore sees the first.
	if err := tx.Items.Put("", nameLock, "", []byte(gameID)); err != nil {
		return err
	}
	owner, err := tx.Items.Get("", gamestate.NameItem, key)
	switch {
	case err == nil && string(owner) != gameID:
		return game.Refuse(game.Conflict, message.New("There is a game with the name {name} already. Choose another one.", message.Name(name)))
	case err != nil && !errors.Is(err, game.ErrNoRecord):
		return err
	}
	return tx.Items.Put("", gamestate.NameItem, key, []byte(gameID))
}

// Host creates a game whose master is the account, or a game without a master
// in which the account plays. It is forming until its seats are filled. The
// error code is "invalid", "conflict" if the name is taken or there are too
// many forming games, or "forbidden" for an unverified account.
func (l *Lobby) Host(ctx context.Context, accountID string, n NewGame, h hosting.Hosting) (*game.Game, error) {
	switch {
	case n.Solitaire:
		return nil, game.Refuse(game.Invalid, message.New("A game that one person plays alone needs no players: create it as a game that is run by its link."))
	case n.Pace != 0:
		return nil, game.Refuse(game.Invalid, message.New("The time for a phase of a hosted game is set by MOVES, RETREATS and ADJUSTS."))
	case len(n.Players) > 0:
		return nil, game.Refuse(game.Invalid, message.New("Players join a hosted game themselves."))
	}
	h, err := CleanHosting(h)
	if err != nil {
		return nil, err
	}
	if n.Plays {
		if h, err = masterless(h); err != nil {
			return nil, err
		}
	}
	r, seats, err := l.draft(n)
	if err != nil {
		return nil, err
	}
	if err := l.forming(&r, &h); err != nil {
		return nil, err
	}
	var g *gamestate.State
	err = l.base.Write(ctx, func(tx *game.Tx) error {
		g, err = l.open(tx, accountID, n, &h, &r, seats)
		return err
	})
	if err != nil {
		return nil, err
	}
	return g.Game, nil
}

// forming completes the record of a game that waits for players.
func (l *Lobby) forming(r *game.GameRecord, h *hosting.Hosting) (err error) {
	r.Status, r.Number, r.Revision, r.Created = game.Forming, 0, 1, l.base.Now()
	r.Hosting, err = json.Marshal(h)
	return err
}

// open stores a game that waits for players, in the form that draft and CleanHosting return,
// for the account that creates it.
func (l *Lobby) open(tx *game.Tx, accountID string, n NewGame, h *hosting.Hosting, r *game.GameRecord, seats []game.SeatRecord) (*gamestate.State, error) {
	a, err := l.base.Accounts.Able(tx, accountID)
	if err != nil {
		return nil, err
	}
	if a.Program {
		return nil, ErrNoHosting
	}
	if err := account.MayTakePart(tx, a.ID, l.base.Now()); err != nil {
		return nil, err
	}
	if err := account.CheckReliability(a, l.base.Now(), h.MinReliability); err != nil {
		return nil, err
	}
	if err := l.roomFor(tx, accountID); err != nil {
		return nil, err
	}
	if err := ClaimName(tx, r.ID, r.Name); err != nil {
		return nil, err
	}
	if err := tx.Games.AddGame(*r, seats, game.PhaseRecord{}); err != nil {
		return nil, err
	}
	if err := n.typedIn().keep(tx, r.ID); err != nil {
		return nil, err
	}
	if !n.Plays {
		if err := tx.Members.SaveMember(game.Member{Game: r.ID, Account: accountID, Kind: game.Master, Joined: r.Created}); err != nil {
			return nil, err
		}
	}
	g, err := l.base.Load(tx, r.ID)
	if err != nil {
		return nil, err
	}
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{
		Topic: journal.TopicForming, Who: a.Name,
		Said: isOpen(g.Name, len(seats)),
	})
	if err != nil {
		return nil, err
	}
	if n.Plays {
		if err := l.enter(tx, g, a, nil, n.Wishes); err != nil {
			return nil, err
		}
	}
	return g, clock.ScheduleLook(tx, g.ID, g.At.Add(clock.WaitingEvery))
}

// masterless returns the settings for a game without a master: nothing may wait for a master,
// and the game continues without late players.
func masterless(h hosting.Hosting) (hosting.Hosting, error) {
	for _, x := range []struct {
		on  bool
		why message.Message
	}{
		{h.ManualStart, message.New("If you start the game by hand, it needs a master. Change that, or be its master and do not play.")},
		{h.ManualProcess, message.New("If you resolve phases by hand, the game needs a master. Change that, or be its master and do not play.")},
		{h.Approval, message.New("If taking over a seat needs approval, the game needs a master. Change that, or be its master and do not play.")},
	} {
		if x.on {
			return h, game.Refuse(game.Invalid, x.why)
		}
	}
	h.NMR, h.Unmoderated, h.PlayersResume = true, false, true
	return h, nil
}

// maker returns the account that may begin a forming game without a master: the player who joined
// first. parts are the members in the order of joining.
func maker(parts []game.Member) string {
	players := gamestate.OfKind(parts, game.Player)
	if len(gamestate.OfKind(parts, game.Master)) > 0 || len(players) == 0 {
		return ""
	}
	return players[0].Account
}

// draft returns the record of a new game without players, with its empty seats.
// The first phase is added when the game begins.
func (l *Lobby) draft(n NewGame) (game.GameRecord, []game.SeatRecord, error) {
	var r game.GameRecord
	lib, err := gamestate.NewLibrary(n.Library)
	if err != nil {
		return r, nil, game.Wrong(err)
	}
	if all := lib.List(); n.Scenario == "" && n.Library != "" && len(all) == 1 {
		n.Scenario = all[0].ID
	}
	info, variant, err := gamestate.FindVariant(lib, n.Scenario, n.Variant)
	if err != nil {
		return r, nil, err
	}
	name, err := game.CleanName(n.Name, message.New("the game"))
	if err != nil {
		return r, nil, err
	}
	set, err := MakeRules(n, lib, info)
	if err != nil {
		return r, nil, err
	}
	r = game.GameRecord{Name: name, Scenario: info.ID, Variant: variant.ID}
	if r.ID, r.Seed, err = l.base.DrawGame(); err != nil {
		return r, nil, err
	}
	if n.Library != "" {
		r.Library = lib.Text()
	}
	if r.Rules, err = writeRules(&set); err != nil {
		return r, nil, err
	}
	var seats []game.SeatRecord
	for i := range max(variant.Players, len(variant.Seats)) {
		seats = append(seats, game.SeatRecord{Number: i + 1})
	}
	r.Opening = []byte("[]")
	start, err := gamestate.StartPosition(lib, info.ID, variant.ID, &set, seats)
	if err != nil {
		return r, nil, game.Wrong(err)
	}
	if t := n.typedIn(); t != nil {
		_, err = t.board(start, &set)
	}
	return r, seats, err
}

// roomFor returns an error if an account has too many forming games.
func (l *Lobby) roomFor(tx *game.Tx, account string) error {
	parts, err := tx.Members.MembersOf(account)
	if err != nil {
		return err
	}
	n := 0
	for i := range parts {
		if parts[i].Kind == game.Observer || !parts[i].Present() {
			continue
		}
		r, err := tx.Games.Game(parts[i].Game)
		if err != nil {
			return err
		}
		if r.Status != game.Forming {
			continue
		}
		if parts[i].Kind == game.Player {
			others, err := tx.Members.Members(r.ID)
			if err != nil {
				return err
			}
			if maker(slices.DeleteFunc(others, func(m game.Member) bool { return !m.Present() })) != account {
				continue
			}
		}
		n++
	}
	if n >= maxForming {
		return game.Refuse(game.Conflict, message.Plural(n, "You have {n} game waiting for players. Start or terminate it first.", "You have {n} games waiting for players. Start or terminate one of them first."))
	}
	return nil
}

// Hosting returns the settings of a game.
func (l *Lobby) Hosting(ctx context.Context, gameID string) (hosting.Hosting, error) {
	var h hosting.Hosting
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		g, err := l.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		h = *g.Hosting
		return nil
	})
	return h, err
}

// Members returns all current and former members of a game, in the order in
// which they joined. It includes accounts, which must not be shown to anyone;
// see Roster.
func (l *Lobby) Members(ctx context.Context, gameID string) ([]game.Member, error) {
	var out []game.Member
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		if _, err := l.base.Load(tx, gameID); err != nil {
			return err
		}
		var err error
		out, err = tx.Members.Members(gameID)
		return err
	})
	return out, err
}
