package clock

import (
	"context"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/view"
)

// voteArgs is a vote about the end of a game.
type voteArgs struct {
	Draw    bool                 `arg:"draw,optional" doc:"For a draw"`
	Among   machiavelli.PowerSet `arg:"among" most:"16" doc:"The powers that may share it, in a game whose draws need not include all who are left"`
	Concede machiavelli.Power    `arg:"concede,optional" doc:"For a victory of this power" ask:"the power that is to win"`
}

// Vote is a vote about the end of a game, with the IDs of powers.
type Vote struct {
	act.Done
	Draw    bool     `json:"draw,omitempty" doc:"For a draw"`
	Among   []string `json:"among,omitempty" doc:"The powers that may share it"`
	Concede string   `json:"concede,omitempty" doc:"For a victory of this power"`
}

// VoteList lists the counts of all votes.
type VoteList struct {
	Hidden bool `json:"hidden,omitempty" doc:"Only masters of this game see how votes stand"`
	act.Page[ShownVote]
}

// ShownVote is the count of a vote to end the game.
type ShownVote struct {
	Draw    bool     `json:"draw,omitempty" doc:"It is for a draw"`
	Among   []string `json:"among,omitempty" doc:"The powers that would share the draw; none: all who are left"`
	Concede string   `json:"concede,omitempty" doc:"The power to which the game would be conceded"`
	For     int      `json:"for" doc:"So many seats are for it"`
	Of      int      `json:"of" doc:"The seats that must agree. Computer players agree to a draw when all people do, and are not counted."`
}

// Commands returns the commands about the course of games. If k is nil, the commands can only be
// described, not run.
func (k *Clockwork) Commands() []act.Command {
	type none struct{}
	const lasts = " When all whose agreement is needed vote for the same, the game is over."
	return append(k.masterCommands(), []act.Command{
		geography(),
		act.Of(act.Command{
			Name: "list votes", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Playing, API: "GET /games/{game}/votes",
			Summary: "The votes about the end of the game", Short: []act.Form{{Syntax: "VOTES"}},
			Does: "How many players vote for what in the current phase, but not who. Empty if the game hides votes, except for masters.",
		}, k.voteList),
		act.Of(act.Command{
			Name: "get vote", Scope: act.Seat, Who: act.Player | act.Master, Reads: true, Group: act.Ending, API: "GET /games/{game}/vote",
			Summary: "Your vote about the end of the game", Does: "A vote lasts one phase.", Short: []act.Form{{Syntax: "VOTE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*Vote, error) {
			b, err := k.Ballot(ctx, by.Game.ID, by.Role, by.Seat)
			v := voteOf(by.Game, b)
			v.Message = sayVote(by.Game, b)
			return v, err
		}),
		act.Of(act.Command{
			Name: "set vote", Scope: act.Seat, Who: act.Player, OfPhase: true, Group: act.Ending, API: "PUT /games/{game}/vote",
			Summary: "Vote for a draw or a concession, or withdraw the vote",
			Does:    "A vote lasts one phase. When all agree, the game is over.",
			Short: []act.Form{
				{Syntax: "VOTE DRAW [among]", With: act.Values{"draw": true}}, {Syntax: "VOTE CONCEDE concede"}, {Syntax: "VOTE NONE"},
			},
			Mail: []act.Form{
				{Syntax: "SET DRAW", With: act.Values{"draw": true}, Does: "Votes for a draw of all survivors in this phase." + lasts, Example: "SET DRAW"},
				{Syntax: "SET DRAW among", With: act.Values{"draw": true}, Does: "Votes for a draw of any of these powers, by their letters, if the game allows draws that leave survivors out (NO DIAS).", Example: "SET DRAW FLV"},
				{Syntax: "SET NO DRAW", Does: "Withdraws the vote.", Example: "SET NO DRAW"},
				{Syntax: "SET CONCEDE [TO] concede", Also: []string{"SET CONC"}, Does: "Votes to let that power win. All others must agree.", Example: "SET CONCEDE V"},
				{Syntax: "SET NO CONCEDE", Also: []string{"SET NO CONC"}, Does: "Withdraws the vote.", Example: "SET NO CONCEDE"},
			},
		}, k.setVote),
	}...)
}

// setVote casts or withdraws a vote, and says what the vote is for and whether it has ended the
// game.
func (k *Clockwork) setVote(ctx context.Context, by act.Caller, v voteArgs) (*act.Done, error) {
	b := game.Ballot{Draw: v.Draw, Among: v.Among, Concede: v.Concede}
	if err := k.Vote(ctx, by.Game.ID, by.Role, by.Seat, b); err != nil {
		return nil, err
	}
	after, err := k.base.Game(ctx, by.Game.ID)
	if err != nil {
		return nil, err
	}
	roster := by.Game.Setting.Powers
	switch {
	case b.None():
		return act.Saying(message.New("Your vote is withdrawn.")), nil
	case after.Finished:
		return act.Saying(message.New("Everyone agrees, so the game is over.")), nil
	case v.Concede != machiavelli.Nobody:
		return act.Saying(message.New("You vote to concede the game to {power} in this phase.", message.PowerOf(roster, v.Concede))), nil
	}
	return act.Saying(message.New("You vote for a draw in this phase. The game ends if everyone agrees.")), nil
}

// voteOf returns a ballot with the IDs of powers.
func voteOf(g *game.Game, b game.Ballot) *Vote {
	v := &Vote{Draw: b.Draw}
	for p := range machiavelli.Power(len(g.Setting.Powers)) {
		if b.Among.Has(p) {
			v.Among = append(v.Among, g.Setting.Powers[p].ID)
		}
	}
	if b.Concede != machiavelli.Nobody {
		v.Concede = g.Setting.Powers[b.Concede].ID
	}
	return v
}

// voteList returns the counts of all votes, also as text.
func (k *Clockwork) voteList(ctx context.Context, by act.Caller, _ struct{}) (*VoteList, error) {
	all, err := k.Votes(ctx, by.Game.ID, by.Role)
	roster := by.Game.Setting.Powers
	return &VoteList{!by.Game.View(by.Role).SeesVotes(), *act.Whole(all, message.New("Nobody votes for an end of the game."), func(x *VoteCount) (ShownVote, message.Message) {
		v := ShownVote{Draw: x.Draw, For: x.For, Of: x.Of}
		n, of := message.Number(x.For), message.Number(x.Of)
		switch {
		case x.Concede != machiavelli.Nobody:
			v.Concede = roster[x.Concede].ID
			return v, message.New("{n} of {all} vote to concede the game to {power}.", n, of,
				message.PowerOf(roster, x.Concede))
		case x.Among == 0:
			return v, message.New("{n} of {all} vote for a draw.", n, of)
		}
		v.Among = view.PowerIDs(by.Game.Setting, x.Among)
		var names []message.Power
		for i := range roster {
			if p := machiavelli.Power(i); x.Among.Has(p) {
				names = append(names, message.PowerOf(roster, p))
			}
		}
		return v, message.New("{n} of {all} vote for a draw among {powers}.", n, of, message.ListOf(message.And, names))
	})}, err
}
