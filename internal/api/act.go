package api

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/act"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/machiavelli/message"
)

// call is the request for a command of package act, which reads and checks its arguments
// itself.
type call struct{ request huma.Context }

// Resolve implements huma.Resolver. It keeps the request for later.
func (in *call) Resolve(ctx huma.Context) []error {
	in.request = ctx
	return nil
}

type callWithBody struct {
	call
	RawBody []byte
}

// check returns an error if the body is not valid text.
func (c *callWithBody) check() error {
	if httpserver.CheckJSON(c.RawBody) == nil {
		return nil
	}
	return problemAt(http.StatusBadRequest, game.Invalid,
		message.New("The body contains bytes that are not text: it must be UTF-8 without zero bytes."))
}

// answer is the answer to a command.
type answer struct{ Body any }

// Acted is a game after a command, with a sentence about the outcome.
type Acted struct {
	apijson.Game
	Said string `json:"said,omitempty" doc:"The outcome, in a sentence for people"`
}

// Resolved is a phase that was resolved on command, with a sentence about the outcome.
type Resolved struct {
	PhaseDone
	Said string `json:"said,omitempty" doc:"The outcome, in a sentence for people"`
}

// command adds the operation of a command.
func (s *Server) command(c act.Command) {
	method, path, _ := strings.Cut(c.API, " ")
	op := huma.Operation{
		OperationID: c.ID(), Method: method, Path: path, Tags: []string{string(c.Group)}, Summary: c.Summary, Description: c.Does,
		SkipValidateParams: true, SkipValidateBody: true,
	}
	if c.Who&act.Anyone != 0 {
		op.Security = anyone
	}
	if c.Needs > act.Nothing {
		op.Security = owners
	}
	body := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	param := func(name, in, doc string, schema *huma.Schema) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: in, Description: doc, Required: in == "path", Schema: schema})
	}
	if c.Scope != act.Judge {
		param("game", "path", "The game's ID, or a hosted game's name", &huma.Schema{Type: huma.TypeString})
	}
	if seated(&c) {
		param("seat", "query", "The seat; by default the caller's own", &huma.Schema{
			Type:   huma.TypeInteger,
			Format: "int64",
		})
	}
	for i := range c.Args {
		a := &c.Args[i]
		switch {
		case strings.Contains(path, "{"+a.Name+"}"):
			param(a.Name, "path", a.Doc, schemaOf(a))
		case method == http.MethodGet || method == http.MethodDelete:
			param(a.Name, "query", a.Doc, schemaOf(a))
		default:
			body.Properties[a.Name] = schemaOf(a)
			if a.Required {
				body.Required = append(body.Required, a.Name)
			}
		}
	}
	result := c.Result
	switch {
	case result == reflect.TypeFor[act.Done]() && c.Scope != act.Judge:
		result = reflect.TypeFor[Acted]()
	case result == reflect.TypeFor[clock.Resolved]():
		result = reflect.TypeFor[Resolved]()
	}
	schemas := s.api.OpenAPI().Components.Schemas
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
		"application/json": {Schema: schemas.Schema(result, true, c.ID()+"Response")},
	}}}
	if len(body.Properties) == 0 {
		add(s, op, func(ctx context.Context, in *call) (*answer, error) { return s.act(ctx, &c, in.request, nil) })
		return
	}
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Schema: body}}}
	add(s, op, func(ctx context.Context, in *callWithBody) (*answer, error) {
		return s.act(ctx, &c, in.request, in.RawBody)
	})
	op.RequestBody.Required = false // without a body, the only possible fault is missing arguments
}

// seated reports whether a command is about a seat that masters can specify.
func seated(c *act.Command) bool { return c.Scope == act.Seat || c.Scope == act.Own }

// schemaOf describes an argument.
func schemaOf(a *act.Arg) *huma.Schema {
	one := &huma.Schema{Type: huma.TypeString}
	switch a.Kind {
	case act.Number, act.Place:
		least, most := float64(a.Least), float64(a.Most)
		if one.Type, one.Format, one.Minimum = huma.TypeInteger, "int64", &least; most > 0 {
			one.Maximum = &most
		}
	case act.Switch:
		one.Type = huma.TypeBoolean
	case act.Time:
		one.Format = "date-time"
	case act.Text, act.Power, act.Writer:
		for _, x := range a.Of {
			one.Enum = append(one.Enum, x)
		}
		if a.Most > 0 && !a.List {
			one.MaxLength = &a.Most
		}
	}
	if !a.List {
		one.Description = a.Doc
		return one
	}
	list := &huma.Schema{Type: huma.TypeArray, Items: one, Description: a.Doc}
	if a.Most > 0 {
		list.MaxItems = &a.Most
	}
	return list
}

// act carries out a command for the caller of a request.
func (s *Server) act(ctx context.Context, c *act.Command, r huma.Context, body []byte) (*answer, error) {
	v, err := act.FromJSON(body)
	if err != nil {
		return nil, err
	}
	who := callerOf(ctx)
	by := act.Caller{Account: accountOf(ctx), Token: who.token.Hash, Session: who.token.Kind == game.SessionToken, Mail: s.letters != nil, Address: func(path string) string { return s.base + path }, Reach: s.reach}
	by.Confirm = func(ctx context.Context, password string) error {
		return s.judge.Users.ConfirmOwner(ctx, who.account, who.token, password)
	}
	if c.Scope == act.Judge && c.Who&act.Anyone == 0 {
		if _, err := person(ctx); err != nil {
			return nil, err
		}
	}
	url := r.URL()
	query := url.Query()
	for i := range c.Args {
		if a := &c.Args[i]; strings.Contains(c.API, "{"+a.Name+"}") {
			v[a.Name] = act.Words(r.Param(a.Name))
		} else if query.Has(a.Name) && (r.Method() == http.MethodGet || r.Method() == http.MethodDelete) {
			v[a.Name] = act.Words(query.Get(a.Name))
			query.Del(a.Name)
		}
	}
	var t *table
	if c.Scope != act.Judge {
		if t, err = s.at(ctx, r.Param("game")); err != nil {
			return nil, err
		}
		by.Game, by.Role, by.Seat = t.Game, t.role, t.role.Seat
		if c.NeedsAccount() {
			a, err := newcomer(ctx, t.ID)
			if err != nil {
				return nil, err
			}
			by.Account = a.ID
		}
	}
	if seated(c) && query.Has("seat") {
		if by.Seat, err = seatNumber(query.Get("seat")); err != nil {
			return nil, err
		}
		query.Del("seat")
	}
	for name := range query {
		return nil, invalid(message.New("The address has no parameter {name}.", game.Quoted(name)))
	}
	out, err := c.Run(ctx, by, v)
	if err != nil {
		return nil, err
	}
	out.In(languageOf(ctx))
	if list, ok := out.(act.Linked); ok {
		at := strings.TrimPrefix(url.EscapedPath(), "/api/v1/")
		list.Link(func(v act.Values) string {
			var parameters []any
			for _, name := range slices.Sorted(maps.Keys(v)) {
				parameters = append(parameters, name, v[name])
			}
			return listAt(ctx, at, parameters...)
		})
	}
	if x, ok := out.(*clock.Resolved); ok {
		return s.resolved(ctx, t, x)
	}
	done, ok := out.(*act.Done)
	if !ok || t == nil {
		return &answer{out}, nil
	}
	after, err := s.getGame(ctx, &GameInput{Game: t.ID})
	if err != nil {
		return nil, err
	}
	return &answer{&Acted{after.Body, done.Said}}, nil
}

// resolved returns the answer to a command that has resolved a phase.
func (s *Server) resolved(ctx context.Context, t *table, x *clock.Resolved) (*answer, error) {
	t, err := s.at(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	done, err := s.told(t, x.Phase, false)
	return &answer{&Resolved{done, x.Said}}, err
}

// seatNumber reads the number of a seat.
func seatNumber(text string) (int, error) {
	var n int
	if err := json.Unmarshal([]byte(text), &n); err != nil || n < 0 {
		return 0, invalid(message.New("A seat is a number, not {word}.", game.Quoted(text)))
	}
	return n, nil
}

// commandRoutes adds the operations of all commands that the API has.
func (s *Server) commandRoutes(all []act.Command) {
	for _, c := range slices.DeleteFunc(slices.Clone(all), func(c act.Command) bool { return c.API == "" }) {
		s.command(c)
	}
}
