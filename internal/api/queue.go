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
		OperationID: "getQueue", Method: http.MethodGet, Path: "/me/queue", Tags: []string{tagTables},
		Summary: "How you wait in the queue for any game that fits",
	}, s.getQueue)
	add(s, huma.Operation{
		OperationID: "joinQueue", Method: http.MethodPut, Path: "/me/queue", Tags: []string{tagTables},
		Summary: "Wait for any game that fits, or change what you want", Description: "The judge makes games of those who wait, and gives them the last free seats of open games. What you leave out does not matter to you. If you wait already, you keep your place.",
	}, s.joinQueue)
	add(s, huma.Operation{
		OperationID: "renewQueue", Method: http.MethodPost, Path: "/me/queue/renew", Tags: []string{tagTables},
		Summary: "Say that you are still there", Description: "Your place is kept for another 7 days. If you were asked (`asked`), a game of yours can begin as soon as it is found.",
	}, s.renewQueue)
	add(s, huma.Operation{
		OperationID: "leaveQueue", Method: http.MethodDelete, Path: "/me/queue", Tags: []string{tagTables}, DefaultStatus: http.StatusNoContent,
		Summary: "Leave the queue",
	}, s.leaveQueue)
	add(s, huma.Operation{
		OperationID: "getMuster", Method: http.MethodGet, Path: "/games/{game}/muster", Tags: []string{tagTables}, Security: anyone,
		Summary: "Who has confirmed before a game begins", Description: "When all seats of a game with the setting `muster` are taken, its players are asked to confirm that they are there. 404 if nobody was asked.",
	}, s.getMuster)
	add(s, huma.Operation{
		OperationID: "confirmSeat", Method: http.MethodPost, Path: "/games/{game}/confirm", Tags: []string{tagTables},
		Summary: "Confirm that you are there, before the game begins", Description: "The game begins when everyone has confirmed.",
	}, func(ctx context.Context, in *GameInput) (*gameOutput, error) {
		return s.doing(ctx, in, func(t *table) error { return s.judge.ConfirmSeat(ctx, t.ID, t.role) })
	})
	add(s, huma.Operation{
		OperationID: "declineSeat", Method: http.MethodPost, Path: "/games/{game}/decline", Tags: []string{tagTables},
		Summary: "Give your seat to someone else, instead of confirming",
	}, func(ctx context.Context, in *GameInput) (*gameOutput, error) {
		return s.doing(ctx, in, func(t *table) error { return s.judge.DeclineSeat(ctx, t.ID, t.role) })
	})
	add(s, huma.Operation{
		OperationID: "extendMuster", Method: http.MethodPost, Path: "/games/{game}/muster/extend", Tags: []string{tagMaster},
		Summary: "Give players more time to confirm",
	}, s.extendMuster)
}

// QueueWants is what someone accepts who waits in the queue.
type QueueWants struct {
	Editions    []string `json:"editions,omitempty" maxItems:"20" doc:"Presets of the rules; absent: any edition of Machiavelli"`
	Scenarios   []string `json:"scenarios,omitempty" maxItems:"40" doc:"Their IDs; absent: any"`
	Paces       []string `json:"paces,omitempty" maxItems:"10" doc:"daily, usual, weekly or evening; absent: any"`
	Languages   []string `json:"languages,omitempty" maxItems:"5" doc:"In which you can write, as tags of two or three letters; absent: any"`
	Least       int      `json:"least,omitempty" minimum:"0" maximum:"8" doc:"The least number of players, 3 to 8; 0: any"`
	Most        int      `json:"most,omitempty" minimum:"0" maximum:"8" doc:"The most players; 0: any"`
	Reliability int      `json:"reliability,omitempty" minimum:"0" maximum:"100" doc:"What the others need, in percent; those who have none yet are accepted"`
	Programs    bool     `json:"programs,omitempty" doc:"You also play with programs"`
}

func wantsOf(w game.Wants) QueueWants {
	return QueueWants{w.Editions, w.Scenarios, w.Paces, w.Languages, w.Least, w.Most, w.Reliability, w.Programs}
}

// QueueState is how the caller waits in the queue.
type QueueState struct {
	Waits  bool        `json:"waits"`
	Length int         `json:"length" doc:"How many people wait"`
	Place  int         `json:"place,omitempty" doc:"Yours among them, from 1"`
	Since  *time.Time  `json:"since,omitempty"`
	Ends   *time.Time  `json:"ends,omitempty" doc:"Your place is kept until then, unless you renew it"`
	Asked  bool        `json:"asked,omitempty" doc:"You were asked whether you are still there"`
	Answer *time.Time  `json:"answer,omitempty" doc:"Until when you can answer"`
	Wants  *QueueWants `json:"wants,omitempty"`
	Near   *QueueNear  `json:"near,omitempty" doc:"The game that lacks fewest people"`
}

// QueueNear is a game that is close to being made.
type QueueNear struct {
	Edition string `json:"edition"`
	Pace    string `json:"pace"`
	Players int    `json:"players"`
	Have    int    `json:"have" doc:"How many wait for such a game, with you"`
}

type queueOutput struct{ Body QueueState }

func (s *Server) queueState(ctx context.Context, account string) (*queueOutput, error) {
	st, err := s.judge.QueueStanding(ctx, account)
	if err != nil {
		return nil, err
	}
	out := &queueOutput{QueueState{Waits: st.Waits, Length: st.Length}}
	if !st.Waits {
		return out, nil
	}
	b, w := &out.Body, wantsOf(st.Wants)
	since, ends := st.Since.UTC(), st.Ends.UTC()
	b.Place, b.Since, b.Ends, b.Asked, b.Wants = st.Place, &since, &ends, st.Asked, &w
	if st.Asked {
		answer := st.Answer.UTC()
		b.Answer = &answer
	}
	if n := st.Near; n != nil {
		b.Near = &QueueNear{n.Edition, n.Pace, n.Players, n.Have}
	}
	return out, nil
}

func (s *Server) getQueue(ctx context.Context, _ *struct{}) (*queueOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return s.queueState(ctx, a.ID)
}

type joinQueueInput struct{ Body QueueWants }

func (s *Server) joinQueue(ctx context.Context, in *joinQueueInput) (*queueOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	w := game.Wants(in.Body)
	if _, err := s.judge.Enqueue(ctx, a.ID, w); err != nil {
		return nil, err
	}
	return s.queueState(ctx, a.ID)
}

func (s *Server) renewQueue(ctx context.Context, _ *struct{}) (*queueOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.judge.RenewQueue(ctx, a.ID); err != nil {
		return nil, err
	}
	return s.queueState(ctx, a.ID)
}

func (s *Server) leaveQueue(ctx context.Context, _ *struct{}) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Dequeue(ctx, a.ID)
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
	m, err := s.judge.Muster(ctx, t.ID, t.role)
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

type extendMusterInput struct {
	GameInput
	Body struct {
		Minutes int `json:"minutes" minimum:"1" maximum:"20160"`
	}
}

func (s *Server) extendMuster(ctx context.Context, in *extendMusterInput) (*gameOutput, error) {
	return s.doing(ctx, &in.GameInput, func(t *table) error {
		return s.judge.ExtendMuster(ctx, t.ID, t.role, time.Duration(in.Body.Minutes)*time.Minute)
	})
}
