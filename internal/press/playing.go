package press

import (
	"context"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

type muteSeatArgs struct {
	Seat act.WriterSeat `arg:"seat" doc:"Whose messages, by its number or a power; 0: the observers'" ask:"a power, or O for the observers"`
	Mute bool           `arg:"mute" doc:"Mute it; otherwise unmute it"`
}

type copiesArgs struct {
	Copies bool `arg:"copies" doc:"You want them"`
}

type openArgs struct {
	Agree bool `arg:"agree" doc:"Agree; otherwise withdraw that"`
}

// OpenLetters shows how many players agree to publish the messages of a game.
type OpenLetters struct {
	act.Done
	Agreed int  `json:"agreed" doc:"So many players agree"`
	Of     int  `json:"of" doc:"of so many whose word it needs; none while the game is not over"`
	Mine   bool `json:"mine" doc:"You agree"`
	Asked  bool `json:"asked" doc:"Your word is needed"`
	Open   bool `json:"open" doc:"All agree: everyone can read the messages between players"`
}

type partArgs struct{ act.Part }

// PlayerCommands returns the commands about messages in a game. If p is nil, they can only be
// described.
func (p *Press) PlayerCommands() []act.Command {
	type none struct{}
	return append([]act.Command{
		act.Of(act.Command{
			Name: "list my comments", Who: act.Account, Reads: true, Group: act.Together, API: "GET /me/comments",
			Summary: "Your comments on the phases of finished games, the newest first",
			Mail: []act.Form{{
				Syntax: "MY COMMENTS [skip]", Before: true, Example: "MY COMMENTS 20",
				Does: "Lists your comments on the phases of finished games, the newest first: 20 of them, after as many as you say.",
			}},
		}, func(ctx context.Context, by act.Caller, a partArgs) (*act.Page[WrittenComment], error) {
			all, err := p.WrittenComments(ctx, by.Account)
			return act.PageOf(all, a.Part, message.New("You have not commented on a game."), func(c WrittenComment) message.Message {
				return message.New("{game}, phase {n}: {text}", message.Name(c.Name), message.Number(c.Phase), message.Name(c.Text))
			}), err
		}),
		act.Of(act.Command{
			Name: "set copies", Scope: act.Game, Who: act.Observer, Group: act.Talking, API: "PUT /games/{game}/copies",
			Summary: "As an observer, ask for copies of press among players, if the game allows it",
		}, p.setCopies),
		act.Of(act.Command{
			Name: "set all press", Scope: act.Game, Who: act.Observer | act.Master, Group: act.Talking,
			// for masters this applies to all their games, whose logs contain the messages
			// anyway
			Summary: "Whether you get copies of press among players",
			Mail: []act.Form{
				{
					Syntax: "SET ALL PRESS", With: act.Values{"copies": true}, Example: "SET ALL PRESS",
					Does: "Sends you copies of press among players. Observers get them if the game has SET WATCH ALL PRESS, masters by default.",
				},
				{
					Syntax: "SET NORMAL PRESS", With: act.Values{"copies": false}, Example: "SET NORMAL PRESS",
					Does: "Stops these copies. Masters still find the press in the log of the game.",
				},
			},
		}, func(ctx context.Context, by act.Caller, a copiesArgs) (*act.Done, error) {
			if !by.Role.Master {
				return p.setCopies(ctx, by, a)
			}
			w, err := p.base.Accounts.WishesOf(ctx, by.Role.Account)
			if err != nil {
				return nil, err
			}
			w.NoCopies = !a.Copies
			return act.Saying(w.Say()), p.base.Accounts.SaveWishes(ctx, by.Role.Account, *w)
		}),
		act.Of(act.Command{
			Name: "get open letters", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Talking, API: "GET /games/{game}/open-letters",
			Summary: "How many players of a finished game agree to open its press",
		}, func(ctx context.Context, by act.Caller, _ none) (*OpenLetters, error) { return p.openness(ctx, by) }),
		act.Of(act.Command{
			Name: "set open letters", Scope: act.Game, Who: act.Player, Group: act.Ending, API: "PUT /games/{game}/open-letters",
			Summary: "Agree to open the press of a finished game to everyone, or withdraw that", Does: "It is opened permanently when all who held a seat at the end agree.",
			Mail: []act.Form{
				{
					Syntax: "SET OPEN PRESS", With: act.Values{"agree": true}, Example: "SET OPEN PRESS",
					Does: "When the game is over: votes to let everyone read the press among players, including the senders of grey press. It is opened when all agree.",
				},
				{Syntax: "SET NO OPEN PRESS", With: act.Values{"agree": false}, Does: "Withdraws the vote.", Example: "SET NO OPEN PRESS"},
			},
		}, func(ctx context.Context, by act.Caller, a openArgs) (*OpenLetters, error) {
			if err := p.OpenLetters(ctx, by.Game.ID, by.Role, a.Agree); err != nil {
				return nil, err
			}
			return p.openness(ctx, by)
		}),
		act.Of(act.Command{
			Name: "mute seat", Scope: act.Game, Who: act.Player | act.Observer, Group: act.Safety, API: "PUT /games/{game}/mutes/{seat}",
			Summary: "Mute a seat in a game, or unmute it", Does: "Seat 0 stands for the observers. Messages whose writer is hidden still come.",
			Mail: []act.Form{
				{
					Syntax: "MUTE POWER seat", With: act.Values{"mute": true}, Example: "MUTE POWER V",
					Does: "Hides the messages of a power from you in this game; O means the observers. Messages from hidden writers and from masters still come.",
				},
				{Syntax: "UNMUTE POWER seat", Also: []string{"NO MUTE POWER"}, With: act.Values{"mute": false}, Does: "Ends it.", Example: "UNMUTE POWER V"},
			},
		}, func(ctx context.Context, by act.Caller, a muteSeatArgs) (*act.Done, error) {
			if err := p.MuteSeat(ctx, by.Game.ID, by.Role, int(a.Seat), a.Mute); err != nil {
				return nil, err
			}
			if a.Seat == 0 && a.Mute {
				return act.Saying(message.New("In this game you no longer read messages from the observers. Nobody is notified.")), nil
			}
			if a.Seat == 0 {
				return act.Saying(message.New("In this game you read messages from the observers again.")), nil
			}
			var powers []message.Power
			for _, x := range by.Game.Setting.Seats[a.Seat-1] {
				powers = append(powers, message.PowerOf(by.Game.Setting.Powers, x))
			}
			from := message.ListOf(message.And, powers)
			if a.Mute {
				return act.Saying(message.New("In this game you no longer read messages from {powers}. Nobody is notified.", from)), nil
			}
			return act.Saying(message.New("In this game you read messages from {powers} again.", from)), nil
		}),
	}, append(p.proposalCommands(), p.commentCommands()...)...)
}

// setCopies asks for copies of press among players, or cancels this.
func (p *Press) setCopies(ctx context.Context, by act.Caller, a copiesArgs) (*act.Done, error) {
	said := message.New("You now get copies of all press. The players are notified.")
	if !a.Copies {
		said = message.New("You no longer get copies of press between others.")
	}
	return act.Saying(said), p.SetCopies(ctx, by.Game.ID, by.Role, a.Copies)
}

// openness returns how many players agree to publish the messages of a game.
func (p *Press) openness(ctx context.Context, by act.Caller) (*OpenLetters, error) {
	o, err := p.Openness(ctx, by.Game.ID, by.Role)
	said := message.New("{agreed} of {all} players agree that everyone may read the press of the game.", message.Number(o.Agreed), message.Number(o.Of))
	if o.Open {
		said = message.New("All players agree: everyone can read the press of the game.")
	}
	return &OpenLetters{*act.Saying(said), o.Agreed, o.Of, o.Mine, o.Asked, o.Open}, err
}
