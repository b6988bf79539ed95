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

// PlayerCommands returns the commands about what is written in a game. If p is nil, they
// can only be described.
func (p *Press) PlayerCommands() []act.Command {
	return []act.Command{
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
			who := message.New("the observers")
			if a.Seat > 0 {
				var powers []message.Power
				for _, x := range by.Game.Setting.Seats[a.Seat-1] {
					powers = append(powers, message.PowerOf(by.Game.Setting.Powers, x))
				}
				who = message.New("{powers:name}", message.ListOf(message.And, powers))
			}
			if !a.Mute {
				return act.Saying(message.New("In this game you read {who} again.", who)), nil
			}
			return act.Saying(message.New("In this game you read no more messages of {who}. Nobody is notified.", who)), nil
		}),
	}
}
