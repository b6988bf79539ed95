// Command play plays a game with the client that oapi-codegen generates from the judge's
// description.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.org/play/podesta"
)

// until is the number of the first phase for which no orders are sent.
const until = 4

func main() {
	p := &play{judge: cmp.Or(os.Getenv("JUDGE"), "http://127.0.0.1:8080")}
	if err := p.play(context.Background()); err != nil {
		log.Fatal(err)
	}
}

// play is a game played by links.
type play struct {
	judge  string
	public *podesta.ClientWithResponses
	game   string
	seats  []*podesta.ClientWithResponses // clients with the keys of the links
}

// client returns a client that sends a token with its requests. If token is empty, it sends none.
func (p *play) client(token string) (*podesta.ClientWithResponses, error) {
	return podesta.NewClientWithResponses(p.judge, podesta.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}))
}

// of returns the content of an answer, which must not be empty.
func of[T any](content *T, err error, body []byte) (*T, error) {
	if err == nil && content == nil {
		err = fmt.Errorf("the judge answers: %s", body)
	}
	return content, err
}

func (p *play) play(ctx context.Context) (err error) {
	if p.public, err = p.client(""); err != nil {
		return err
	}
	if err = p.create(ctx); err != nil {
		return err
	}
	for {
		on, err := p.phase(ctx)
		if err != nil {
			return err
		}
		if !on {
			break
		}
	}
	phases, err := p.phases(ctx)
	if err != nil {
		return err
	}
	if err = p.refused(ctx); err != nil {
		return err
	}
	if err = p.repeated(ctx); err != nil {
		return err
	}
	result, err := p.end(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("played %d phases: %s\n", phases, result)
	return nil
}

// create creates the game. The answer contains the keys of the master and the seats.
func (p *play) create(ctx context.Context) error {
	scenario, variant := "A", "A-2"
	a, err := p.public.CreateGameWithResponse(ctx, nil, podesta.CreateGameRequest{Name: "Generated", Scenario: &scenario, Variant: &variant})
	if err != nil {
		return err
	}
	made, err := of(a.JSON201, nil, a.Body)
	if err != nil {
		return err
	}
	if made.Keys == nil || len(made.Keys.Seats) != len(made.Seats) {
		return fmt.Errorf("the game has the keys %+v", made.Keys)
	}
	p.game = made.Id
	for _, key := range made.Keys.Seats {
		c, err := p.client("key:" + made.Id + ":" + key)
		if err != nil {
			return err
		}
		p.seats = append(p.seats, c)
	}
	return nil
}

// phase sends the first legal order of each unit for all seats, and reports whether
// there are more phases to play.
func (p *play) phase(ctx context.Context) (bool, error) {
	a, err := p.public.GetGameWithResponse(ctx, p.game)
	if err != nil {
		return false, err
	}
	now, err := of(a.JSON200, nil, a.Body)
	if err != nil || now.Number >= until {
		return false, err
	}
	if now.Status != podesta.GameStatusActive {
		return false, fmt.Errorf("the game is %s", now.Status)
	}
	for _, seat := range p.seats {
		number, err := p.order(ctx, seat)
		if err != nil || number != now.Number {
			return err == nil, err
		}
	}
	return true, nil
}

// order sends the orders of a seat, and returns the phase that the game is in afterwards.
func (p *play) order(ctx context.Context, seat *podesta.ClientWithResponses) (int64, error) {
	l, err := seat.GetLegalWithResponse(ctx, p.game, nil)
	if err != nil {
		return 0, err
	}
	legal, err := of(l.JSON200, nil, l.Body)
	if err != nil {
		return 0, err
	}
	at, err := seat.GetPositionWithResponse(ctx, p.game, nil)
	if err != nil {
		return 0, err
	}
	position, err := of(at.JSON200, nil, at.Body)
	if err != nil {
		return 0, err
	}
	lines := []string{}
	for _, power := range legal.Powers {
		if len(power.Units) > 0 && len(position.Position.Units[power.Power]) == 0 {
			return 0, fmt.Errorf("%s has units that have no place", power.Power)
		}
		for _, unit := range power.Units {
			if len(unit.Orders) > 0 {
				lines = append(lines, unit.Orders[0])
			}
		}
	}
	sent, err := seat.PutOrdersWithResponse(ctx, p.game, nil, podesta.PutOrdersRequest{Lines: &lines, Revision: legal.Revision})
	if err != nil {
		return 0, err
	}
	if orders, err := of(sent.JSON200, nil, sent.Body); err != nil || orders.Refused > 0 {
		return 0, cmp.Or(err, fmt.Errorf("orders are refused: %s", sent.Body))
	}
	r, err := seat.SetReadyWithResponse(ctx, p.game, nil, podesta.SetReadyRequest{Ready: true, Revision: legal.Revision})
	if err != nil {
		return 0, err
	}
	ready, err := of(r.JSON200, nil, r.Body)
	if err != nil {
		return 0, err
	}
	if ready.Said == nil || *ready.Said == "" {
		return 0, fmt.Errorf("the outcome of READY is not reported")
	}
	return ready.Number, nil
}

// phases reads the list of phases page by page, and the results of the first phase. It returns the
// number of phases.
func (p *play) phases(ctx context.Context) (int, error) {
	one, count := int64(1), 0
	a, err := p.seats[0].ListPhasesWithResponse(ctx, p.game, &podesta.ListPhasesParams{Limit: &one})
	for {
		if err != nil {
			return 0, err
		}
		page, err := of(a.JSON200, nil, a.Body)
		if err != nil {
			return 0, err
		}
		count += len(page.Items)
		if page.Next == nil {
			break
		}
		next, err := http.Get(p.judge + *page.Next)
		if err != nil {
			return 0, err
		}
		if a, err = podesta.ParseListPhasesResponse(next); err != nil {
			return 0, err
		}
	}
	if count < until {
		return 0, fmt.Errorf("only %d phases", count)
	}
	r, err := p.public.GetPhaseWithResponse(ctx, p.game, 1, nil)
	if err != nil {
		return 0, err
	}
	result, err := of(r.JSON200, nil, r.Body)
	if err == nil && (len(result.Orders) == 0 || result.After == nil) {
		err = fmt.Errorf("the first phase has no results")
	}
	return count, err
}

// refused sends a request that must be refused with a specific code.
func (p *play) refused(ctx context.Context) error {
	a, err := p.seats[0].PutOrdersWithResponse(ctx, p.game, nil, podesta.PutOrdersRequest{Lines: &[]string{}, Revision: 1})
	if err != nil {
		return err
	}
	problem, err := of(a.ApplicationproblemJSON409, nil, a.Body)
	if err == nil && problem.Code != podesta.ProblemCodeStale {
		err = fmt.Errorf("old orders: %s", problem.Code)
	}
	return err
}

// repeated sends a message twice with the same key, and checks that it is sent only once.
func (p *play) repeated(ctx context.Context) error {
	key, to := "one", []string{"all"}
	for _, replayed := range []bool{false, true} {
		a, err := p.seats[0].SendPressWithResponse(ctx, p.game, &podesta.SendPressParams{IdempotencyKey: &key}, podesta.SendPressRequest{To: &to, Text: "Well played."})
		if err != nil {
			return err
		}
		h := a.Headers204
		if h == nil || (h.IdempotencyReplayed != nil) != replayed || h.RateLimit == nil {
			return fmt.Errorf("press: %d, %+v: %s", a.StatusCode(), h, a.Body)
		}
	}
	kind := podesta.EntryKindPress
	a, err := p.seats[0].GetLogWithResponse(ctx, p.game, &podesta.GetLogParams{Kind: &kind})
	if err != nil {
		return err
	}
	press, err := of(a.JSON200, nil, a.Body)
	if err == nil && len(press.Items) != 1 {
		err = fmt.Errorf("the log has %d messages", len(press.Items))
	}
	return err
}

// end ends the game in a draw.
func (p *play) end(ctx context.Context) (podesta.GameResult, error) {
	draw := true
	var over *podesta.ChangedGame
	for _, seat := range p.seats {
		a, err := seat.SetVoteWithResponse(ctx, p.game, nil, podesta.SetVoteRequest{Draw: &draw})
		if err != nil {
			return "", err
		}
		if over, err = of(a.JSON200, nil, a.Body); err != nil {
			return "", err
		}
	}
	if over.Status != podesta.GameStatusOver || over.Result == nil {
		return "", fmt.Errorf("the game is %s", over.Status)
	}
	return *over.Result, nil
}
