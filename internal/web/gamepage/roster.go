package gamepage

import (
	"context"
	"strconv"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/internal/web/page"
	"podesta/machiavelli/bot"
)

// People holds the members of a game.
type People struct {
	Masters, Players, Observers, Asking []Person
	Hidden                              bool // whether the names of players are hidden here
}

// Person is a person in a game, as far as the visitor may know.
type Person struct {
	Name, Reliability string
	Powers            page.Phrase
	Wishes, Account   string
	Seat              int
	You               bool
}

// Link returns the address of the profile of a person in a game.
func (p Person) Link() string { return page.PlayerLink(p.Name) }

// People returns the members of a game, as far as a role may know them.
func (s *Base) People(ctx context.Context, g *game.Game, role game.Role) (*People, error) {
	all, err := s.Judge.Lobby.Roster(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	reliable, err := s.reliabilities(ctx, g, role)
	if err != nil {
		return nil, err
	}
	out := &People{Hidden: !g.View(role).SeesNames()}
	for _, p := range all {
		if p.Former {
			continue
		}
		row := Person{Name: p.Name, Seat: p.Seat, Wishes: p.Preferences, You: role.Account != "" && p.Account == role.Account}
		if role.Master {
			row.Account = p.Account
		}
		if g.Number > 0 && p.Seat > 0 {
			row.Powers = page.Say(SeatPowers(g, p.Seat))
		}
		switch {
		case p.Kind == game.Master:
			out.Masters = append(out.Masters, row)
		case p.Kind == game.Observer:
			out.Observers = append(out.Observers, row)
		case p.Waits > 0:
			row.Seat, row.Powers = p.Waits, page.Say(SeatPowers(g, p.Waits))
			out.Asking = append(out.Asking, row)
		default:
			if p.Name != "" {
				row.Reliability = reliable[p.Name]
			}
			out.Players = append(out.Players, row)
		}
	}
	return out, nil
}

// reliabilities returns the reliability of a game's players, keyed by name. Only masters see the
// reliability of hidden players.
//
//lang:words
func (s *Base) reliabilities(ctx context.Context, g *game.Game, role game.Role) (map[string]string, error) {
	out := map[string]string{}
	if !g.View(role).SeesNames() {
		return out, nil
	}
	members, err := s.Judge.Lobby.Members(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if m.Kind != game.Player || !m.Left.IsZero() {
			continue
		}
		a, err := s.Judge.Users.Account(ctx, m.Account)
		if err != nil {
			return nil, err
		}
		k, err := account.ReadRecord(a, s.Judge.Base.Now())
		if err != nil {
			return nil, err
		}
		out[a.Name] = reliability(k.Outcomes.Score())
	}
	return out, nil
}

// reliability returns a player's reliability as pages show it.
//
//lang:words
func reliability(s schedule.Score) string {
	if !s.Known {
		return "new"
	}
	return strconv.Itoa(s.Percent) + "%"
}

// UsualBot is the kind of computer player that forms suggest.
const UsualBot = "even"

// BotChoices returns the kinds of computer players for a game's seats. It returns none if the
// game does not allow them.
func BotChoices(g *game.Game) []page.Choice {
	var out []page.Choice
	for _, name := range bot.Levels() {
		if g.Hosting.Bots {
			out = append(out, page.Choice{Value: name, Label: bot.Title(name), Chosen: name == UsualBot, Doc: bot.Doc(name)})
		}
	}
	return out
}

// Absence is a time during which a seat's player is away.
type Absence struct {
	From, To page.Due
	At       string // the time as a value of the form
}

// NewAbsence returns an absence in a time zone.
func NewAbsence(a *schedule.Absence, loc *time.Location) Absence {
	return Absence{page.DueIn(a.Start, loc), page.DueIn(a.End, loc), a.Start.UTC().Format(time.RFC3339)}
}
