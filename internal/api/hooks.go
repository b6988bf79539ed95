package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/account"
	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

func (s *Server) hookRoutes() {
	add(s, huma.Operation{
		OperationID: "listHooks", Method: http.MethodGet, Path: "/me/hooks", Tags: []string{tagLive},
		Summary: "Your hooks", Description: "With their latest errors. A hook that has failed for days is disabled: create it again.",
	}, s.listHooks)
	add(s, huma.Operation{
		OperationID: "addHook", Method: http.MethodPost, Path: "/me/hooks", Tags: []string{tagLive}, Security: owners, DefaultStatus: http.StatusCreated,
		Summary: "Add a hook: an address to call for every entry about your games",
		Description: "For every entry of the log that you may see, in order: a POST with the entry, signed in the header Podesta-Signature " +
			"(docs/api.md), or a message for a channel of Discord. What fails is tried again, for days. Letters to you alone are among the entries: give an address that only you can read. " +
			"You need the session of a browser or of signIn, either a recent one or with the password again. The owner is notified by mail.",
	}, s.addHook)
	add(s, huma.Operation{
		OperationID: "setHook", Method: http.MethodPatch, Path: "/me/hooks/{id}", Tags: []string{tagLive}, Security: owners,
		Summary: "Change for which events a hook is used", Description: "Browsers, which are turned on at the page of the account, are among the hooks, with the format webpush.",
	}, s.setHook)
	add(s, huma.Operation{
		OperationID: "dropHook", Method: http.MethodDelete, Path: "/me/hooks/{id}", Tags: []string{tagLive}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a hook",
	}, s.dropHook)
}

// Hook is a URL that is called about entries.
type Hook struct {
	ID      string     `json:"id"`
	Game    string     `json:"game,omitempty" doc:"For this game; absent: for all games in which you take part"`
	URL     string     `json:"url"`
	Format  string     `json:"format"`
	Kinds   []string   `json:"kinds,omitempty" doc:"Of entries that it is called for; absent: all"`
	Secret  string     `json:"secret,omitempty" doc:"Key of the signatures; in the answer to addHook only"`
	Created time.Time  `json:"created"`
	Failed  string     `json:"failed,omitempty" doc:"The last failure, until a call succeeds"`
	Next    *time.Time `json:"next,omitempty" doc:"When it is tried again"`
	Off     bool       `json:"off,omitempty" doc:"Given up after failing for days"`
	Label   string     `json:"label,omitempty" doc:"A name by which you recognize it"`
	Events  []string   `json:"events,omitempty" doc:"The kinds of events that it is used for; absent: all, including what you did yourself"`
	None    bool       `json:"none,omitempty" doc:"It is used for no events"`
	Daily   bool       `json:"daily,omitempty" doc:"What can wait is one message a day"`
}

func hookOf(h game.Hook) Hook {
	out := Hook{
		ID: h.ID, Game: h.Game, URL: h.URL, Format: string(h.Format), Secret: h.Secret, Created: h.Created.UTC(), Failed: h.Failed,
		Next: apijson.Instant(h.Next), Off: h.Off, Label: h.Label, None: h.Events != nil && len(h.Events) == 0, Daily: h.Daily,
	}
	for _, e := range h.Events {
		out.Events = append(out.Events, string(e))
	}
	for _, k := range h.Kinds {
		out.Kinds = append(out.Kinds, string(k))
	}
	return out
}

func (s *Server) listHooks(ctx context.Context, _ *struct{}) (*listOutput[Hook], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Hooks.Hooks(ctx, a.ID)
	out := &listOutput[Hook]{}
	for _, h := range all {
		out.Body.Items = append(out.Body.Items, hookOf(h))
	}
	return out, err
}

type addHookInput struct {
	Body struct {
		URL    string   `json:"url" maxLength:"500" doc:"Where the channel delivers: a URL for json and discord" example:"https://example.org/podesta"`
		Game   string   `json:"game,omitempty" maxLength:"100" doc:"Only for this game"`
		Format string   `json:"format,omitempty" default:"json" maxLength:"40" doc:"The channel: json (the entry, signed), discord (a message), or another that this judge has"`
		Kinds  []string `json:"kinds,omitempty" maxItems:"4" enum:"notice,result,press,act" doc:"Only for entries of these kinds"`
		Label  string   `json:"label,omitempty" maxLength:"60" doc:"A name by which you recognize it"`
		Events []string `json:"events,omitempty" maxItems:"9" enum:"due,late,resolved,waiting,message,vote,begins,comment,other" doc:"Only for these kinds of events, and not for what you did yourself"`
		Daily  bool     `json:"daily,omitempty" doc:"What can wait is one message a day"`

		Current string `json:"current,omitempty" maxLength:"1000" doc:"Your password; needed 15 minutes after signIn"`
	}
}

type hookOutput struct{ Body Hook }

func (s *Server) addHook(ctx context.Context, in *addHookInput) (*hookOutput, error) {
	a, err := s.confirmed(ctx, in.Body.Current)
	if err != nil {
		return nil, err
	}
	h := game.Hook{Account: a.ID, URL: in.Body.URL, Format: game.HookFormat(in.Body.Format), Label: in.Body.Label, Events: eventsOf(in.Body.Events), Daily: in.Body.Daily}
	way := s.ways[h.Format]
	if h.Format == game.HookPush {
		return nil, game.Refuse(game.Invalid, message.New("Only a browser can turn on its own notifications, on the page of your account."))
	}
	if way == nil {
		return nil, game.Refuse(game.Invalid, message.New("This judge has no channel {format}. It has: {channels}.", message.Name(h.Format), message.ListOf(message.Commas, s.formats())))
	}
	if wrong := way.Check(ctx, h.URL); !wrong.IsZero() {
		return nil, game.Refuse(game.Invalid, wrong)
	}
	if in.Body.Game != "" {
		g, err := s.judge.Lobby.FindGame(ctx, in.Body.Game)
		if err != nil {
			return nil, err
		}
		h.Game = g.ID
	}
	for _, k := range in.Body.Kinds {
		h.Kinds = append(h.Kinds, game.EntryKind(k))
	}
	h, err = s.judge.Hooks.AddHook(ctx, h)
	return &hookOutput{hookOf(h)}, err
}

// formats returns the names of the channels, sorted.
func (s *Server) formats() []message.Name {
	var out []message.Name
	for f := range s.ways {
		if f == game.HookPush {
			continue
		}
		out = append(out, message.Name(f))
	}
	slices.Sort(out)
	return out
}

// eventsOf returns kinds of events by their names; nil for none.
func eventsOf(names []string) []game.Event {
	var out []game.Event
	for _, n := range names {
		out = append(out, game.Event(n))
	}
	return out
}

type setHookInput struct {
	ID   string `path:"id" maxLength:"40"`
	Body struct {
		Events *[]string `json:"events,omitempty" maxItems:"9" enum:"due,late,resolved,waiting,message,vote,begins,comment,other" doc:"For which kinds of events it is used; an empty list: for none"`
		Daily  *bool     `json:"daily,omitempty" doc:"What can wait is one message a day"`
	}
}

func (s *Server) setHook(ctx context.Context, in *setHookInput) (*hookOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	h, err := s.judge.Hooks.ChooseHook(ctx, a.ID, in.ID, func(c *account.Choice) {
		if in.Body.Events != nil {
			c.Events = append([]game.Event{}, eventsOf(*in.Body.Events)...)
		}
		if in.Body.Daily != nil {
			c.Daily = *in.Body.Daily
		}
	})
	return &hookOutput{hookOf(h)}, err
}

type hookInput struct {
	ID string `path:"id" maxLength:"40"`
}

func (s *Server) dropHook(ctx context.Context, in *hookInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Hooks.DropHook(ctx, a.ID, in.ID)
}
