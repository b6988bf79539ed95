package lobby

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/view"
)

// rematchItem is the kind of the single item of a game that contains the ID of its rematch.
const rematchItem = "rematch"

// mostRematches is how many names are tried for a rematch.
const mostRematches = 100

// Rematch creates a new game with the rules and settings of one that is over, and invites the
// other people who played in it to the end. Powers are dealt again. A proposer who played in
// the old game plays in the new one, and a master runs it. People who are kept apart from the
// proposer by a block, or do not accept invitations from them, are left out. The error code is
// "forbidden" for people who did not take part, and "conflict" for a game that is not over, has
// no accounts, hides its players, or already has a rematch.
func (l *Lobby) Rematch(ctx context.Context, gameID string, role game.Role) (*game.Game, error) {
	var out *game.Game
	err := l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		who, err := l.again(tx, g, role)
		if err != nil {
			return err
		}
		next, err := l.rematch(tx, g, role, who)
		if err == nil {
			out = next.Game
		}
		return err
	})
	return out, err
}

// RematchOf returns the rematch that was proposed for a game, or nil if there is none or it was
// given up before it began.
func (l *Lobby) RematchOf(ctx context.Context, gameID string) (*game.Game, error) {
	var out *game.Game
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		next, err := l.rematchOf(tx, gameID)
		if err == nil && next != nil {
			out = next.Game
		}
		return err
	})
	return out, err
}

func (l *Lobby) rematchOf(tx *game.Tx, gameID string) (*gamestate.State, error) {
	id, err := tx.Items.Get(gameID, rematchItem, gamestate.OnlyKey)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	next, err := l.base.Load(tx, string(id))
	if errors.Is(err, game.ErrNoGame) || err == nil && next.Status == game.Terminated && next.Number == 0 {
		return nil, nil
	}
	return next, err
}

// MayRematch reports whether a role can propose a rematch of a game.
func (l *Lobby) MayRematch(ctx context.Context, gameID string, role game.Role) (bool, error) {
	may := false
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		_, err = l.again(tx, g, role)
		may = err == nil
		_, err = said(err)
		return err
	})
	return may, err
}

// again returns the other people who played in a game until its end, for a role that can
// propose a rematch.
func (l *Lobby) again(tx *game.Tx, g *gamestate.State, role game.Role) ([]string, error) {
	switch {
	case g.Hosting.Links:
		return nil, clock.ErrLinks
	case role.Account == "" || !role.Player && !role.Master:
		return nil, game.Refuse(game.Forbidden, message.New("Only those who played in this game, and its masters, can propose a rematch."))
	case g.Status != game.Over:
		return nil, game.Refuse(game.Conflict, message.New("A rematch can be proposed when the game is over."))
	}
	if next, err := l.rematchOf(tx, g.ID); err != nil || next != nil {
		if err == nil {
			err = game.Refuse(game.Conflict, message.New("A rematch has been proposed already: the game {game}. Join that.", message.Name(next.Name)))
		}
		return nil, err
	}
	if _, err := tx.Items.Get(g.ID, gamestate.OriginItem, gamestate.OnlyKey); !errors.Is(err, game.ErrNoRecord) {
		if err == nil {
			err = game.Refuse(game.Conflict, message.New("This game began with a position of its own, which a rematch would not have. Set up a new game with it, and invite the others."))
		}
		return nil, err
	}
	holders, err := gamestate.Holders(tx, g)
	if err != nil {
		return nil, err
	}
	var out []string
	hidden := 0
	for i := range holders {
		m := &holders[i]
		if m.Account == role.Account {
			continue
		}
		if _, named := g.View(role).SeesMember(view.Member{Account: m.Account, Player: true, Seat: m.Seat}); !named {
			hidden++
			continue
		}
		out = append(out, m.Account)
	}
	switch {
	case hidden > 0:
		return nil, game.Refuse(game.Conflict, message.New("The players of this game stay hidden, so nobody can invite them by name. Set up a new game and send its address to everyone in a message."))
	case len(out) == 0:
		return nil, game.Refuse(game.Conflict, message.New("Nobody else played this game to its end, so there is nobody to invite. Set up a new game."))
	}
	return out, nil
}

// rematch creates the rematch of a game and invites people to it.
func (l *Lobby) rematch(tx *game.Tx, old *gamestate.State, role game.Role, who []string) (*gamestate.State, error) {
	n, err := newGameFrom(old)
	if err != nil {
		return nil, err
	}
	n.Plays = role.Player
	h := *old.Hosting
	h.Irregular = false
	if n.Plays {
		h.ManualStart, h.ManualProcess, h.Approval = false, false, false
		if h, err = masterless(h); err != nil {
			return nil, err
		}
	}
	if h, err = CleanHosting(h); err != nil {
		return nil, err
	}
	if n.Name, err = rematchName(tx, n.Name); err != nil {
		return nil, err
	}
	r, seats, err := l.draft(n)
	if err != nil {
		return nil, err
	}
	if err := l.forming(&r, &h); err != nil {
		return nil, err
	}
	next, err := l.open(tx, role.Account, n, &h, &r, seats)
	if err != nil {
		return nil, err
	}
	if err := tx.Items.Put(old.ID, rematchItem, gamestate.OnlyKey, []byte(next.ID)); err != nil {
		return nil, err
	}
	if err := l.inviteAgain(tx, old, next, role.Account, who); err != nil {
		return nil, err
	}
	// The notice is not sent by e-mail, because invited people already get an e-mail.
	notice := journal.Notice{Topic: journal.TopicRematch, Said: message.New("A rematch is proposed: the game {game}.", message.Name(next.Name)), Copied: true}
	if notice.Who, err = rematchHost(tx, old, role); err != nil {
		return nil, err
	}
	if err := gamestate.Notice(tx, old, journal.Mates, notice); err != nil {
		return nil, err
	}
	return next, nil
}

// rematchHost returns the name of the person who proposes a rematch, or "" where
// the players do not know it.
func rematchHost(tx *game.Tx, old *gamestate.State, role game.Role) (string, error) {
	if _, named := old.View(game.Role{}).SeesMember(view.Member{Account: role.Account, Player: role.Player, Seat: role.Seat}); !named {
		return "", nil
	}
	return gamestate.AccountName(tx, role.Account)
}

// inviteAgain invites people to a rematch, without those who cannot be invited.
func (l *Lobby) inviteAgain(tx *game.Tx, old, next *gamestate.State, hostID string, who []string) error {
	host, err := tx.Accounts.Account(hostID)
	if err != nil {
		return err
	}
	people, err := tx.Accounts.AccountsByID(who)
	if err != nil {
		return err
	}
	parts, err := next.Members(tx)
	if err != nil {
		return err
	}
	text := message.New("{host} proposes a rematch of {old} and invites you to the game {game}. Rules and settings are the same; powers are dealt again.",
		message.Name(host.Name), message.Name(old.Name), message.Name(next.Name))
	for i := range people {
		if people[i].Blocked {
			continue
		}
		if _, err := said(l.invite(tx, next, parts, &host, &people[i], text)); err != nil {
			return err
		}
	}
	return nil
}

// rematchName returns an unused name for the rematch of a game: the game's name with a number.
func rematchName(tx *game.Tx, name string) (string, error) {
	base, n := name, 2
	if i := strings.LastIndexByte(name, ' '); i > 0 {
		if k, err := strconv.Atoi(name[i+1:]); err == nil && k > 1 && k < mostRematches {
			base, n = name[:i], k+1
		}
	}
	for range mostRematches {
		number := " " + strconv.Itoa(n)
		runes := []rune(base)
		next := string(runes[:min(len(runes), game.MaxName-utf8.RuneCountInString(number))]) + number
		_, err := tx.Items.Get("", gamestate.NameItem, gamestate.NameKey(next))
		if errors.Is(err, game.ErrNoRecord) {
			return next, nil
		}
		if err != nil {
			return "", err
		}
		n++
	}
	return "", game.Refuse(game.Conflict, message.New("There are many games with the name {name} already. Set up a new game with another name, and invite the others.", message.Name(name)))
}
