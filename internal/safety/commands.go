package safety

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

type personArgs struct {
	Name string `arg:"name" least:"1" most:"80" doc:"The name of the person" ask:"the name of a person"`
}

type muteArgs struct {
	Name  string `arg:"name" least:"1" most:"80" doc:"The name of the person" ask:"the name of a person"`
	Block bool   `arg:"block,optional" doc:"Also keep the person out of your new games, and you out of theirs"`
}

// MuteState is a person or a seat whom the caller has muted.
type MuteState struct {
	Game  string    `json:"game,omitempty" doc:"Of one game; absent: in all games"`
	Seat  int       `json:"seat" doc:"Of one game; 0: its observers"`
	Name  string    `json:"name,omitempty" doc:"The person, in all games"`
	Block bool      `json:"block" doc:"Neither of you can join new games of the other"`
	Since time.Time `json:"since"`
}

// Commands returns the commands with which people protect themselves, and respond to operators.
// If s is nil, the commands can only be described, not run.
func (s *Safety) Commands() []act.Command {
	type none struct{}
	unmute := act.Form{Syntax: "UNMUTE name", Also: []string{"NO MUTE"}, Before: true, Does: "Ends it.", Example: "UNMUTE Marco Polo"}
	unblock := act.Form{Syntax: "UNBLOCK name", Also: []string{"NO BLOCK"}, Before: true, Does: "Ends it.", Example: "UNBLOCK Marco Polo"}
	return append(s.reporting(), []act.Command{
		act.Of(act.Command{
			Name: "list mutes", Who: act.Account, Reads: true, Group: act.Safety, API: "GET /me/mutes",
			Summary: "Whom you have muted and blocked",
		}, s.muteList),
		act.Of(act.Command{
			Name: "mute person", Who: act.Account, Group: act.Safety, API: "PUT /me/mutes/{name}", Summary: "Mute or block a person",
			Does: "You get no message of theirs in games where you may know who writes: not in the log, not in events and not by e-mail. With `block`, neither of you can join new games of the other. They are not notified. What masters write always comes.",
			Mail: []act.Form{
				{Syntax: "MUTE name", Before: true, Does: "Hides the messages of a person from you, in all games in which you may know who writes.", Example: "MUTE Marco Polo"},
				{Syntax: "BLOCK name", Before: true, With: act.Values{"block": true}, Does: "Like MUTE; and neither of you can join new games of the other.", Example: "BLOCK Marco Polo"},
			},
		}, func(ctx context.Context, by act.Caller, a muteArgs) (*act.Done, error) {
			said := message.New("{name} is muted: you read no message of theirs where you may know who writes. They are not notified.", message.Name(a.Name))
			if a.Block {
				said = message.New("{name} is blocked: you read no message of theirs where you may know who writes, and neither of you can join new games of the other. They are not notified.", message.Name(a.Name))
			}
			return act.Saying(said), s.MutePerson(ctx, by.Account, a.Name, a.Block)
		}),
		act.Of(act.Command{
			Name: "unmute person", Who: act.Account, Group: act.Safety, API: "DELETE /me/mutes/{name}", Summary: "Unmute or unblock a person", Mail: []act.Form{unmute, unblock},
		}, func(ctx context.Context, by act.Caller, a personArgs) (*act.Done, error) {
			said := message.New("You read {name} again, and can meet in new games.", message.Name(a.Name))
			return act.Saying(said), s.UnmutePerson(ctx, by.Account, a.Name)
		}),
		act.Of(act.Command{
			Name: "acknowledge", Who: act.Account, Group: act.Safety, API: "POST /me/sanctions/acknowledge",
			Summary: "Say that you have read the warnings", Does: "Until then you can neither join or host games nor write to other players.",
			Mail: []act.Form{{Syntax: "ACKNOWLEDGE", Before: true, Does: "Says that you have read a warning of the operators.", Example: "ACKNOWLEDGE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			n, err := s.Acknowledge(ctx, by.Account)
			if n == 0 {
				return act.Saying(message.New("There is no warning that you have not acknowledged.")), err
			}
			return act.Saying(message.New("You have acknowledged the warning. You can join games and write again.")), err
		}),
	}...)
}

// muteList returns the people and seats that the caller has muted, also as text.
func (s *Safety) muteList(ctx context.Context, by act.Caller, _ struct{}) (*act.Page[MuteState], error) {
	list, err := s.Muted(ctx, by.Account)
	return act.Whole(list, message.New("You have muted nobody."), func(m *Muted) (MuteState, message.Message) {
		line := message.New("{name} (muted)", message.Name(m.Name))
		switch {
		case m.Game != "" && m.Seat == 0:
			line = message.New("{game}: the observers", message.Name(m.Title))
		case m.Game != "":
			line = message.New("{game}: seat {number}", message.Name(m.Title), message.Number(m.Seat))
		case m.Block:
			line = message.New("{name} (blocked)", message.Name(m.Name))
		}
		return MuteState{m.Game, m.Seat, m.Name, m.Block, m.Since.UTC()}, line
	}), err
}
