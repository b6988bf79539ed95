package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

func (s *Server) queueRoutes() {
	add(s, huma.Operation{
		OperationID: "getMuster", Method: http.MethodGet, Path: "/games/{game}/muster", Tags: []string{tagTables}, Security: anyone,
		Summary: "Who has confirmed before a game begins", Description: "When all seats of a game with the setting `muster` are taken, its players are asked to confirm that they are there. 404 if nobody was asked.",
	}, s.getMuster)
}

var errNoMuster = game.Refuse(game.NotFound, message.New("No player of this game is asked to confirm at the moment."))

// Muster is what a full game waits for before it begins.
type Muster struct {
	Asked     int        `json:"asked" doc:"Players who were asked; 0 if their number is a secret"`
	Confirmed int        `json:"confirmed"`
	Free      int        `json:"free" doc:"Seats that have lost their player"`
	Mine      bool       `json:"mine" doc:"You were asked"`
	Done      bool       `json:"done" doc:"And have confirmed"`
	Until     *time.Time `json:"until,omitempty" doc:"Until when you can confirm, or anyone"`
	Ends      *time.Time `json:"ends,omitempty" doc:"When the search for players of free seats ends"`
	Waits     []string   `json:"waits,omitempty" doc:"For masters: who has not confirmed"`
}

type musterOutput struct{ Body Muster }

func (s *Server) getMuster(ctx context.Context, in *GameInput) (*musterOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	m, err := s.judge.Lobby.Muster(ctx, t.ID, t.role)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errNoMuster
	}
	out := &musterOutput{Muster{Asked: m.Asked, Confirmed: m.Confirmed, Free: m.Free, Mine: m.Mine, Done: m.Done, Waits: m.Waits}}
	for _, x := range []struct {
		at   time.Time
		into **time.Time
	}{{m.Until, &out.Body.Until}, {m.Ends, &out.Body.Ends}} {
		if !x.at.IsZero() {
			at := x.at.UTC()
			*x.into = &at
		}
	}
	return out, nil
}
