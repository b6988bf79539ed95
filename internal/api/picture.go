package api

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/atlas"
	"podesta/internal/httpserver"
	"podesta/machiavelli/order"
)

func (s *Server) pictureRoutes() {
	add(s, huma.Operation{
		OperationID: "getMap", Method: http.MethodGet, Path: "/games/{game}/map", Tags: []string{tagGames}, Security: anyone,
		Summary:     "The map of a phase, as SVG",
		Description: "The position at the beginning of a phase; by default of the current phase, or of the last when the game is over. With `orders` the orders are drawn too: for a past phase all orders with their outcomes, for the current one those that the caller has sent.",
		Responses: map[string]*huma.Response{"200": {
			Description: "OK", Content: map[string]*huma.MediaType{"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}}},
		}},
	}, s.getMap)
}

type mapInput struct {
	GameInput
	CacheInput
	Phase  int    `query:"phase" minimum:"0" doc:"Number of a phase; 0: the current one"`
	Orders bool   `query:"orders" doc:"Draw orders too"`
	Theme  string `query:"theme" enum:"light,dark,print,safe" default:"light"`
	Labels string `query:"labels" enum:"names,codes,none" default:"names"`
	Width  int    `query:"width" minimum:"0" maximum:"8000" doc:"In pixels; 0 leaves it to the viewer"`
}

type mapOutput struct {
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	ETag        string `header:"ETag"`
	Body        []byte
}

func (s *Server) getMap(ctx context.Context, in *mapInput) (*mapOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		return nil, err
	}
	ph, err := s.judge.Base.Phase(ctx, t.ID, in.Phase)
	if err != nil {
		return nil, err
	}
	p, o := ph.Before, atlas.Options{Theme: in.Theme, Labels: atlas.Labels(in.Labels), Width: in.Width, Legend: true}
	out := &mapOutput{ContentType: "image/svg+xml"}
	switch {
	case ph.After != nil && in.Phase == 0:
		p = ph.After
	case ph.After != nil && in.Orders:
		o.Results = t.view.Events(ph.Events)
	case in.Orders && t.role.Seat > 0:
		// The orders can change without the game's revision, so the answer has no tag.
		if o.Orders, err = s.ownOrders(ctx, t); err != nil {
			return nil, err
		}
	}
	if len(o.Orders) == 0 {
		out.ETag = s.tag(t, "map", number(in.Phase), number(in.Width), in.Theme, in.Labels, flag(in.Orders))
		if err := in.fresh(out.ETag); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err = atlas.SVG(&b, p, o)
	out.Body, out.Policy = b.Bytes(), httpserver.DrawingPolicy(b.Bytes())
	return out, err
}

// ownOrders returns the valid orders that the caller's seat has sent for the
// current phase.
func (s *Server) ownOrders(ctx context.Context, t *table) ([]order.Order, error) {
	found, err := s.judge.Clock.StandingOrders(ctx, t.ID, t.role, t.role.Seat)
	if err != nil {
		return nil, err
	}
	var out []order.Order
	for _, p := range found.Powers {
		out = append(out, found.Standing()[p.Power]...)
	}
	return out, nil
}

// flag formats a boolean for use in an ETag.
func flag(on bool) string {
	if on {
		return "1"
	}
	return "0"
}
