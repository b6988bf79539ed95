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

// MotionList lists the motions that there can be at the moment.
type MotionList struct {
	act.Done
	Motions []MotionState `json:"motions"`
}

// MotionState shows the agreement to a motion.
type MotionState struct {
	Motion string   `json:"motion" enum:"back,later,pause,end,time"`
	Agreed int      `json:"agreed" doc:"So many players agree"`
	Of     int      `json:"of" doc:"of so many whose word it needs"`
	Mine   bool     `json:"mine" doc:"You agree"`
	Asked  bool     `json:"asked" doc:"Your word is needed"`
	Who    []string `json:"who,omitempty" doc:"The powers that agree, if the motion is open"`
}

// PlayerCommands returns the commands of players that change a game together, or keep a
// diary. If u is nil, they can only be described.
func (u *Tools) PlayerCommands() []act.Command {
	type none struct{}
	var does strings.Builder
	for _, m := range game.Motions {
		does.WriteString(" " + strings.ToUpper(string(m.Motion)) + ": " + m.Does)
	}
	return []act.Command{
		act.Of(act.Command{
			Name: "list motions", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Ending, API: "GET /games/{game}/motions",
			Summary: "The motions that players can agree to, and how many agree", Short: []act.Form{{Syntax: "AGREE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*MotionList, error) { return u.motionList(ctx, by) }),
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
	}
}

// motionList returns the motions of a game, in words, too.
func (u *Tools) motionList(ctx context.Context, by act.Caller) (*MotionList, error) {
	all, err := u.Motions(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	out := &MotionList{Motions: []MotionState{}, Done: *act.Saying(message.New("There is nothing to agree to now."))}
	var lines []message.Message
	for _, a := range all {
		m := MotionState{Motion: string(a.Motion), Agreed: a.Agreed, Of: a.Of, Mine: a.Mine, Asked: a.Asked}
		line := message.New("{motion}: {number} of {all} agree", message.Order(a.Motion), message.Number(a.Agreed), message.Number(a.Of))
		if a.Mine {
			line = message.New("{motion}: {number} of {all} agree, you among them", line.Args...)
		}
		for _, p := range a.Who {
			m.Who = append(m.Who, by.Game.Setting.Powers[p].ID)
		}
		if len(a.Who) > 0 {
			line = message.New("{line} ({powers:name})", line, powersOf(by.Game, &a))
		}
		out.Motions, lines = append(out.Motions, m), append(lines, line)
	}
	if len(lines) > 0 {
		out.Message = message.New("{lines}", message.ListOf(message.Lines, lines))
	}
	return out, nil
}

func powersOf(g *game.Game, a *Agreement) message.List {
	var who []message.Power
	for _, p := range a.Who {
		who = append(who, message.PowerOf(g.Setting.Powers, p))
	}
	return message.ListOf(message.Commas, who)
}

// sayAgree agrees to a motion, and says how many do.
func (u *Tools) sayAgree(ctx context.Context, by act.Caller, in motionArgs) (*MotionList, error) {
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
