package lobby

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli"
	"podesta/view"
)

// Person is someone in a game as others may see them.
type Person struct {
	Kind        game.MemberKind
	Name        string // empty if players are concealed
	Seat        int    // seat of a player; 0 before the game begins
	Powers      []machiavelli.Power
	Former      bool // whether they have left
	Waits       int  // the seat for which the person waits for approval
	Preferences string
	Account     string // set for masters, and for the person themselves
}

// Roster returns the current and former members of a game, as the role may know them: masters
// first, then players by seat, then observers. In a game that conceals its players they have no
// names, and while such a game is forming nobody sees who has joined. The same applies to all who
// join a game that keeps this secret. A player's preferences are visible to the player and to
// masters. In a game with links, Roster returns only the players, with the names that they have
// chosen.
func (l *Lobby) Roster(ctx context.Context, gameID string, role game.Role) ([]Person, error) {
	var out []Person
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if g.Hosting.Links {
			out = linkPeople(g)
			return nil
		}
		all, err := tx.Members.Members(gameID)
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

// linkPeople returns the players of a game whose seats are held by links, with
// the names that they have chosen.
func linkPeople(g *gamestate.State) []Person {
	var out []Person
	for _, s := range g.Seats {
		if g.BotAt(s.Number) == "" {
			out = append(out, Person{Kind: game.Player, Name: s.Player, Seat: s.Number, Powers: g.PowersAt(s.Number)})
		}
	}
	return out
}

// personOf returns a member as the role may see them, and false if it may not.
func personOf(g *gamestate.State, tx *game.Tx, role game.Role, m *game.Member) (Person, bool, error) {
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

// Places holds the number of seats of a game, and which of them are free.
type Places struct {
	Seats   int
	Missing int   // number of players that a forming game still needs; -1 if it is a secret
	Vacant  []int // seats of a game in play that can be taken over
	Begins  bool  // whether the role may begin a forming game without the missing players
}

// Places returns the seats that a game needs to fill, while it is forming or after seats have
// lost their players.
func (l *Lobby) Places(ctx context.Context, gameID string, role game.Role) (Places, error) {
	var p Places
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		begins := false
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		var players []game.Member
		if g.Status == game.Forming {
			parts, err := g.Members(tx)
			if err != nil {
				return err
			}
			players = gamestate.OfKind(parts, game.Player)
			m, err := gamestate.ReadMuster(tx, g.ID)
			if err != nil {
				return err
			}
			made := m == nil || !m.Queue // created by a player
			begins = len(players) > 0 && (role.Master || made && role.Player && maker(parts) == role.Account)
		}
		p, err = l.placesFor(tx, g, role, len(players))
		p.Begins = begins
		return err
	})
	return p, err
}

// placesFor returns the seats that a game needs to fill, as a role may see them. It does not set
// Begins. players is the number of players who have joined a forming game.
func (l *Lobby) placesFor(tx *game.Tx, g *gamestate.State, role game.Role, players int) (p Places, err error) {
	p.Seats = len(g.Seats)
	switch {
	case g.Status == game.Forming && !g.View(role).SeesJoined():
		p.Missing = -1
	case g.Status == game.Forming:
		p.Missing = len(g.Seats) - players
	case g.Running():
		p.Vacant, err = l.vacancies(tx, g)
	}
	return p, err
}
