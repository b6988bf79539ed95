package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/machiavelli"
)

func (s *Server) timeRoutes() {
	add(s, huma.Operation{
		OperationID: "listVotes", Method: http.MethodGet, Path: "/games/{game}/votes", Tags: []string{tagPlay}, Security: anyone,
		Summary: "The votes about the end of the game", Description: "How many players vote for what in the current phase, but not who. Empty if the game hides votes, except for masters.",
	}, s.listVotes)
}

// seatOrNone returns the named seat, or the caller's own, or 0.
func (t *table) seatOrNone(named int) int {
	if named > 0 {
		return named
	}
	return t.role.Seat
}

// VoteCount is the count of a vote to end the game.
type VoteCount struct {
	Draw    bool     `json:"draw,omitempty" doc:"It is for a draw"`
	Among   []string `json:"among,omitempty" doc:"The powers that would share the draw; none: all who are left"`
	Concede string   `json:"concede,omitempty" doc:"The power to which the game would be conceded"`
	For     int      `json:"for" doc:"So many seats are for it"`
	Of      int      `json:"of" doc:"The seats that must agree. Computer players agree to a draw when all people do, and are not counted."`
}

// VoteList lists the counts of all votes.
type VoteList struct {
	Hidden bool `json:"hidden,omitempty" doc:"Only masters of this game see how votes stand"`
	Page[VoteCount]
}

type voteListOutput struct{ Body VoteList }

func (s *Server) listVotes(ctx context.Context, in *GameInput) (*voteListOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Clock.Votes(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	out := &voteListOutput{VoteList{Hidden: !t.View(t.role).SeesVotes()}}
	for _, x := range all {
		v := VoteCount{Draw: x.Draw, Among: setIDs(t.Setting, x.Among), For: x.For, Of: x.Of}
		if x.Concede != machiavelli.Nobody {
			v.Concede = t.Setting.Powers[x.Concede].ID
		}
		out.Body.Items = append(out.Body.Items, v)
	}
	return out, nil
}
