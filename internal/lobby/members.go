package lobby

import (
	"context"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Member is a participant of a game: a player, an observer or a master.
type Member struct {
	Kind        string   `json:"kind" enum:"master,player,observer"`
	Name        string   `json:"name,omitempty" doc:"Absent where players are hidden"`
	Program     bool     `json:"program,omitempty" doc:"The account of a program; absent where players are hidden"`
	Seat        int      `json:"seat,omitempty"`
	Powers      []string `json:"powers,omitempty"`
	Former      bool     `json:"former,omitempty" doc:"Has left"`
	Waits       int      `json:"waits,omitempty" doc:"The seat for which the player waits to be approved"`
	Preferences string   `json:"preferences,omitempty" doc:"Your own; masters see everyone's"`
	Account     string   `json:"account,omitempty" doc:"Your own; masters see everyone's"`
}

// kindWords describes what people are in a game.
var kindWords = map[game.MemberKind]message.Message{
	game.Master: message.New("master"), game.Player: message.New("player"), game.Observer: message.New("observer"),
}

// memberList returns the members of a game, as the caller may see them.
func (l *Lobby) memberList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[Member], error) {
	people, err := l.Roster(ctx, by.Game.ID, by.Role)
	return act.Whole(people, message.New("Nobody takes part yet."), func(p *Person) (Member, message.Message) {
		m := Member{
			Kind: string(p.Kind), Seat: p.Seat, Former: p.Former, Waits: p.Waits, Preferences: p.Preferences, Account: p.Account,
		}
		m.Name, m.Program = game.PlainName(p.Name)
		said := []message.Message{kindWords[p.Kind]}
		switch {
		case p.Account != "":
			said = append(said, message.New("{name} ({id})", message.Name(p.Name), message.Order(p.Account)))
		case p.Name != "":
			said = append(said, message.New("{name}", message.Name(p.Name)))
		}
		if p.Seat > 0 {
			said = append(said, message.New("seat {number}", message.Number(p.Seat)))
		}
		for _, x := range p.Powers {
			if by.Game.Number > 0 {
				m.Powers = append(m.Powers, by.Game.Setting.Powers[x].ID)
				said = append(said, message.New("{power:name}", message.PowerOf(by.Game.Setting.Powers, x)))
			}
		}
		if p.Preferences != "" {
			said = append(said, message.Quote(p.Preferences))
		}
		if p.Former {
			said = append(said, message.New("has left"))
		}
		if p.Waits > 0 {
			said = append(said, message.New("waiting for approval for seat {number}", message.Number(p.Waits)))
		}
		return m, message.New("{list}", message.ListOf(message.Commas, said))
	}), err
}
