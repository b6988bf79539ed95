package lobby

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/view"
)

// Person is somebody at a game as others may see him.
type Person struct {
	Kind        game.MemberKind
	Name        string // empty where players are hidden
	Seat        int    // of a player; 0 before the game begins
	Powers      []machiavelli.Power
	Former      bool // has left
	Waits       int  // the seat for which he waits to be approved
	Preferences string
	Account     string // for masters, and of oneself
}

// Roster lists who takes part in a game and who has, as the role may know it:
// masters first, then players by seat, then observers. In a game that hides its
// players they have no names, and while such a game forms nobody is told who has
// joined; the same goes for all who join a game that is secret about it. A
// player's preferences are for himself and for masters.
func (l *Lobby) Roster(ctx context.Context, gameID string, role game.Role) ([]Person, error) {
	var out []Person
	err := l.Read(ctx, func(tx game.Tx) error {
		out = nil
		g, role, err := l.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if g.Hosting.Links {
			out = linkPeople(g)
			return nil
		}
		all, err := tx.Members(gameID)
		if err != nil {
			return err
		}
		for _, kind := range []game.MemberKind{game.Master, game.Player, game.Observer} {
			for seat := 0; seat <= len(g.Seats); seat++ {
				for _, m := range gamestate.OfKind(all, kind) {
					if m.Seat != seat {
						continue
					}
					p, seen, err := personOf(g, tx, role, &m)
					if err != nil {
						return err
					}
					if seen {
						out = append(out, p)
					}
				}
			}
		}
		return nil
	})
	return out, err
}

// linkPeople lists the players of a game whose seats are held by links, under the
// names that they have given themselves.
func linkPeople(g *gamestate.State) []Person {
	var out []Person
	for _, s := range g.Seats {
		if g.BotAt(s.Number) == "" {
			out = append(out, Person{Kind: game.Player, Name: s.Player, Seat: s.Number, Powers: g.PowersAt(s.Number)})
		}
	}
	return out
}

// personOf is a member as the role may see him, and whether it may at all.
func personOf(g *gamestate.State, tx game.Tx, role game.Role, m *game.Member) (Person, bool, error) {
	d, err := m.ReadData()
	if err != nil {
		return Person{}, false, err
	}
	name, err := gamestate.AccountName(tx, m.Account)
	if err != nil {
		return Person{}, false, err
	}
	p := Person{Kind: m.Kind, Name: name, Seat: m.Seat, Former: !m.Present(), Waits: d.Wants, Preferences: d.Preferences, Account: m.Account}
	if m.Seat > 0 {
		p.Powers = g.PowersAt(m.Seat)
	}
	seen, named := g.View(role).SeesMember(view.Member{
		Account: m.Account, Player: m.Kind == game.Player, Observer: m.Kind == game.Observer, Seat: m.Seat, Former: p.Former,
	})
	if !role.Master && (role.Account == "" || role.Account != m.Account) {
		p.Account, p.Preferences = "", ""
	}
	if !named {
		p.Name = ""
	}
	return p, seen, nil
}

// Places is how many seats a game has and which of them are free.
type Places struct {
	Seats   int
	Missing int   // players that a game which forms still needs; -1 where it does not say
	Vacant  []int // seats of a game in play that somebody can take over
	Begins  bool  // who asks may have a game that forms begin without those that it needs
}

// Places tells how many players a game needs: while it forms, and when seats
// have lost their players.
func (l *Lobby) Places(ctx context.Context, gameID string, role game.Role) (Places, error) {
	var p Places
	err := l.Read(ctx, func(tx game.Tx) error {
		g, role, err := l.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		p = Places{Seats: len(g.Seats)}
		if g.Status == game.Forming {
			parts, err := g.Members(tx)
			if err != nil {
				return err
			}
			p.Begins = len(gamestate.OfKind(parts, game.Player)) > 0 && (role.Master || role.Player && maker(parts) == role.Account)
		}
		switch {
		case g.Status == game.Forming && !g.View(role).SeesJoined():
			p.Missing = -1
		case g.Status == game.Forming:
			parts, err := g.Members(tx)
			if err != nil {
				return err
			}
			p.Missing = len(g.Seats) - len(gamestate.OfKind(parts, game.Player))
		case g.Running():
			p.Vacant, err = l.vacancies(tx, g)
		}
		return err
	})
	return p, err
}
