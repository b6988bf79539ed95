package admin

import (
	"context"
	"strings"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type motionArgs struct {
	Motion string `arg:"motion" of:"back,later,pause,end,time" ask:"what to agree to" doc:"back: roll back the last phase; later: extend the deadline; pause: pause the game; end: abandon the game; time: ask for more time, openly"`
	Agree  bool   `arg:"agree" doc:"Agree; otherwise withdraw that"`
}

type noteArgs struct {
	Text string `arg:"text" least:"1" most:"40000" doc:"The note" ask:"the note"`
}

type noteNumberArgs struct {
	Note int `arg:"note" least:"1" most:"1000" doc:"The number of the note, from 1"`
}

// Diary holds the notes of a seat, the oldest first. The notes are numbered from 1.
type Diary struct {
	Seat int `json:"seat"`
	act.Page[string]
}

// MotionState is the agreement to a motion, as the API shows it.
type MotionState struct {
	Motion string   `json:"motion" enum:"back,later,pause,end,time"`
	Agreed int      `json:"agreed" doc:"So many players agree"`
	Of     int      `json:"of" doc:"of so many whose word it needs"`
	Mine   bool     `json:"mine" doc:"You agree"`
	Asked  bool     `json:"asked" doc:"Your word is needed"`
	Who    []string `json:"who,omitempty" doc:"The powers that agree, if the motion is open"`
}

// PlayerCommands returns the commands with which players change a game together, and those for
// diaries. If u is nil, the commands can only be described, not run.
func (u *Admin) PlayerCommands() []act.Command {
	type none struct{}
	var does strings.Builder
	for _, m := range game.Motions {
		does.WriteString(" " + strings.ToUpper(string(m.Motion)) + ": " + m.Does)
	}
	return []act.Command{
		act.Of(act.Command{
			Name: "list motions", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Ending, API: "GET /games/{game}/motions",
			Summary: "The motions that players can agree to, and how many agree", Does: "Each is for the current phase alone.", Short: []act.Form{{Syntax: "AGREE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Page[MotionState], error) {
			return u.motionList(ctx, by)
		}),
		act.Of(act.Command{
			Name: "agree", Scope: act.Game, Who: act.Player, Group: act.Ending, API: "PUT /games/{game}/motions/{motion}",
			Summary: "Agree to a motion of the players, or withdraw that",
			Does:    "It happens when all players agree, in the same phase. Most motions are for games without a master.",
			Short:   []act.Form{{Syntax: "AGREE motion [ON]", With: act.Values{"agree": true}}, {Syntax: "AGREE motion OFF", With: act.Values{"agree": false}}},
			Mail: []act.Form{
				{
					Syntax: "SET AGREE motion", With: act.Values{"agree": true}, Example: "SET AGREE LATER",
					Does: "Votes for something that happens when all players agree in the same phase. Except for TIME, it is for games without a master." + does.String(),
				},
				{Syntax: "SET NO AGREE motion", With: act.Values{"agree": false}, Does: "Withdraws the vote.", Example: "SET NO AGREE LATER"},
			},
		}, u.sayAgree),
		act.Of(act.Command{
			Name: "get diary", Scope: act.Seat, Who: act.Player | act.Master, Reads: true, Group: act.Talking, API: "GET /games/{game}/diary",
			Summary: "The notes in a seat's diary", Does: "When the game is over, everyone can read them.", Short: []act.Form{{Syntax: "DIARY"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*Diary, error) {
			return u.diaryOf(ctx, by, message.Message{})
		}),
		act.Of(act.Command{
			Name: "add diary", Scope: act.Seat, Who: act.Player, Group: act.Talking, API: "POST /games/{game}/diary",
			Summary: "Write a note into your diary", Does: "When the game is over, everyone can read it.", Short: []act.Form{{Syntax: "DIARY ADD [text]"}},
		}, func(ctx context.Context, by act.Caller, a noteArgs) (*Diary, error) {
			if err := u.AddDiary(ctx, by.Game.ID, by.Role, by.Seat, a.Text); err != nil {
				return nil, err
			}
			return u.diaryOf(ctx, by, message.New("Noted."))
		}),
		act.Of(act.Command{
			Name: "drop diary", Scope: act.Seat, Who: act.Player, Group: act.Talking, API: "DELETE /games/{game}/diary/{note}",
			Summary: "Delete a note from your diary", Does: "The notes after it move up by one number.", Short: []act.Form{{Syntax: "DIARY DROP note"}},
		}, func(ctx context.Context, by act.Caller, a noteNumberArgs) (*Diary, error) {
			if err := u.DropDiary(ctx, by.Game.ID, by.Role, by.Seat, a.Note); err != nil {
				return nil, err
			}
			return u.diaryOf(ctx, by, message.New("Deleted."))
		}),
	}
}

// diaryOf returns the notes of a seat. Its text begins with the sentence said, the outcome of a
// command, if it is not empty.
func (u *Admin) diaryOf(ctx context.Context, by act.Caller, said message.Message) (*Diary, error) {
	notes, err := u.Diary(ctx, by.Game.ID, by.Role, by.Seat)
	if err != nil {
		return nil, err
	}
	number := 0
	out := &Diary{by.Seat, *act.Whole(notes, message.New("no notes"), func(n *string) (string, message.Message) {
		number++
		return *n, message.New("{number}. {text}", message.Number(number), message.Name(*n))
	})}
	if !said.IsZero() {
		out.Message = said
	}
	return out, nil
}

// motionList returns the motions of a game, also as text.
func (u *Admin) motionList(ctx context.Context, by act.Caller) (*act.Page[MotionState], error) {
	all, err := u.Motions(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	return act.Whole(all, message.New("There is nothing to agree to now."), func(a *Agreement) (MotionState,
		message.Message,
	) {
		m := MotionState{Motion: string(a.Motion), Agreed: a.Agreed, Of: a.Of, Mine: a.Mine, Asked: a.Asked}
		line := message.New("{motion}: {number} of {all} agree", message.Order(a.Motion), message.Number(a.Agreed), message.Number(a.Of))
		if a.Mine {
			line = message.New("{motion}: {number} of {all} agree, you among them", line.Args...)
		}
		for _, p := range a.Who {
			m.Who = append(m.Who, by.Game.Setting.Powers[p].ID)
		}
		if len(a.Who) > 0 {
			line = message.New("{line} ({powers:name})", line, powersOf(by.Game, a))
		}
		return m, line
	}), nil
}

func powersOf(g *game.Game, a *Agreement) message.List {
	var who []message.Power
	for _, p := range a.Who {
		who = append(who, message.PowerOf(g.Setting.Powers, p))
	}
	return message.ListOf(message.Commas, who)
}

// sayAgree records or withdraws the agreement of a player to a motion, and says how many players
// agree.
func (u *Admin) sayAgree(ctx context.Context, by act.Caller, in motionArgs) (*act.Page[MotionState], error) {
	if err := u.Agree(ctx, by.Game.ID, by.Role, game.Motion(in.Motion), in.Agree); err != nil {
		return nil, err
	}
	all, err := u.Motions(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	out, err := u.motionList(ctx, by)
	if err != nil {
		return nil, err
	}
	out.Message = message.New("All players have agreed, so it is done.")
	for _, a := range all {
		if string(a.Motion) != in.Motion || !a.Mine && in.Agree {
			continue
		}
		agreed, of := message.Number(a.Agreed), message.Number(a.Of)
		if out.Message = message.New("{agreed} of {all} players agree.", agreed, of); len(a.Who) > 0 {
			out.Message = message.New("{agreed} of {all} players agree: {powers:name}.", agreed, of, powersOf(by.Game, &a))
		}
	}
	return out, nil
}
