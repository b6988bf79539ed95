package notify

import (
	"cmp"
	"context"
	"time"

	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type addHookArgs struct {
	act.Password
	URL    string   `arg:"url" least:"1" most:"500" ask:"where the channel delivers" doc:"Where the channel delivers: a URL for json and discord"`
	Game   string   `arg:"game,optional" most:"100" doc:"Only for this game"`
	Format string   `arg:"format,optional" most:"40" doc:"The channel: json (the entry, signed; by default), discord (a message), or another that this judge has"`
	Kinds  []string `arg:"kinds" most:"4" of:"notice,result,press,act" doc:"Only for entries of these kinds"`
	Label  string   `arg:"label,optional" most:"60" doc:"A name by which you recognize it"`
	Events []string `arg:"events" most:"9" of:"due,late,resolved,waiting,message,vote,begins,comment,other" doc:"Only for these kinds of events, and not for what you did yourself"`
	Daily  bool     `arg:"daily,optional" doc:"What can wait is one message a day"`
}

type setHookArgs struct {
	hookArgs
	Events []string `arg:"events" most:"9" of:"due,late,resolved,waiting,message,vote,begins,comment,other" doc:"For which kinds of events it is used; an empty list: for none"`
	Daily  *bool    `arg:"daily" doc:"What can wait is one message a day"`
}

type hookArgs struct {
	ID string `arg:"id" most:"40" doc:"Its ID"`
}

// ShownHook is a hook as its owner sees it.
type ShownHook struct {
	act.Done
	ID      string    `json:"id"`
	Game    string    `json:"game,omitempty" doc:"For this game; absent: for all games in which you take part"`
	URL     string    `json:"url"`
	Format  string    `json:"format"`
	Kinds   []string  `json:"kinds,omitempty" doc:"Of entries that it is called for; absent: all"`
	Secret  string    `json:"secret,omitempty" doc:"Key of the signatures; in the answer to addHook only"`
	Created time.Time `json:"created"`
	Failed  string    `json:"failed,omitempty" doc:"The last failure, until a call succeeds"`
	Next    time.Time `json:"next,omitzero" doc:"When it is tried again"`
	Off     bool      `json:"off,omitempty" doc:"Given up after failing for days"`
	Label   string    `json:"label,omitempty" doc:"A name by which you recognize it"`
	Events  []string  `json:"events,omitempty" doc:"The kinds of events that it is used for; absent: all, including what you did yourself"`
	None    bool      `json:"none,omitempty" doc:"It is used for no events"`
	Daily   bool      `json:"daily,omitempty" doc:"What can wait is one message a day"`
}

// Commands returns the commands about hooks. If q is nil, they can be described but not run.
func (q *Queue) Commands() []act.Command {
	type none struct{}
	of := func(name, api string, needs act.Need, summary, does string, short act.Form) act.Command {
		return act.Command{
			Name: name, Who: act.Account, Needs: needs, Reads: needs == act.Nothing, Group: act.Live, API: api,
			Summary: summary, Does: does, Short: []act.Form{short},
		}
	}
	return []act.Command{
		act.Of(of("list hooks", "GET /me/hooks", act.Nothing, "Your hooks", "With their latest errors. A hook that has failed for days is disabled: create it again.", act.Form{Syntax: "HOOKS"}),
			func(ctx context.Context, by act.Caller, _ none) (*act.Page[ShownHook], error) {
				all, err := q.Hooks(ctx, by.Account)
				return act.Whole(all, message.New("You have no hooks."), func(h *game.Hook) (ShownHook, message.Message) { return shownHook(*h), sayHook(h) }), err
			}),
		act.Of(of("add hook", "POST /me/hooks", act.Owner, "Add a hook: an address to call for every entry about your games", "For every entry of the log that you may see, in order: a POST with the entry, signed in the header Podesta-Signature "+
			"(docs/api.md), or a message for a channel of Discord. What fails is tried again, for days. Letters to you alone are among the entries: give an address that only you can read. "+
			"You need the session of a browser or of signIn, either a recent one or with the password again. The owner is notified by mail.", act.Form{Syntax: "HOOKS ADD url"}), q.newHook),
		act.Of(of("set hook", "PATCH /me/hooks/{id}", act.Session, "Change for which events a hook is used", "Browsers, which are turned on at the page of the account, are among the hooks, with the format webpush.", act.Form{Syntax: "HOOKS SET id"}),
			func(ctx context.Context, by act.Caller, a setHookArgs) (*ShownHook, error) {
				h, err := q.ChooseHook(ctx, by.Account, a.ID, func(c *account.Choice) {
					if a.Events != nil {
						c.Events = eventsOf(a.Events)
					}
					if a.Daily != nil {
						c.Daily = *a.Daily
					}
				})
				out := shownHook(h)
				out.Message = sayHook(&h)
				return &out, err
			}),
		act.Of(of("drop hook", "DELETE /me/hooks/{id}", act.Session, "Delete a hook", "", act.Form{Syntax: "HOOKS DROP id"}),
			func(ctx context.Context, by act.Caller, a hookArgs) (*act.Done, error) {
				return act.Saying(message.New("The hook is deleted.")), q.DropHook(ctx, by.Account, a.ID)
			}),
	}
}

// newHook creates a hook.
func (q *Queue) newHook(ctx context.Context, by act.Caller, a addHookArgs) (*ShownHook, error) {
	h := game.Hook{
		Account: by.Account, URL: a.URL, Format: game.HookFormat(cmp.Or(a.Format, string(game.HookJSON))), Label: a.Label, Daily: a.Daily,
	}
	if len(a.Events) > 0 {
		h.Events = eventsOf(a.Events)
	}
	for _, k := range a.Kinds {
		h.Kinds = append(h.Kinds, game.EntryKind(k))
	}
	if h.Format == game.HookPush {
		return nil, game.Refuse(game.Invalid, message.New("Only a browser can turn on its own notifications, on the page of your account."))
	}
	if by.Reach == nil {
		return nil, game.Refuse(game.Conflict, message.New("Hooks are added through the judge's API."))
	}
	if err := by.Reach(ctx, string(h.Format), h.URL); err != nil {
		return nil, err
	}
	if a.Game != "" {
		g, err := q.base.FindGame(ctx, a.Game)
		if err != nil {
			return nil, err
		}
		h.Game = g.ID
	}
	h, err := q.AddHook(ctx, h)
	out := shownHook(h)
	out.Message = message.New("{id}; the key of its signatures, which is not shown again: {key}", message.Name(h.ID), message.Name(h.Secret))
	return &out, err
}

// eventsOf returns the kinds of events with the given names.
func eventsOf(names []string) []game.Event {
	out := []game.Event{}
	for _, n := range names {
		out = append(out, game.Event(n))
	}
	return out
}

func shownHook(h game.Hook) ShownHook {
	out := ShownHook{
		ID: h.ID, Game: h.Game, URL: h.URL, Format: string(h.Format), Secret: h.Secret, Created: h.Created.UTC(), Failed: h.Failed,
		Off: h.Off, Label: h.Label, None: h.Events != nil && len(h.Events) == 0, Daily: h.Daily,
	}
	if !h.Next.IsZero() {
		out.Next = h.Next.UTC()
	}
	for _, e := range h.Events {
		out.Events = append(out.Events, string(e))
	}
	for _, k := range h.Kinds {
		out.Kinds = append(out.Kinds, string(k))
	}
	return out
}

// sayHook describes a hook in one line.
func sayHook(h *game.Hook) message.Message {
	what := message.Quote(string(h.Format) + " " + h.URL)
	if h.Game != "" {
		what = message.New("{what} for {game}", what, message.Name(h.Game))
	}
	switch {
	case h.Off:
		what = message.New("{what}, no longer called: {why}", what, message.Name(h.Failed))
	case h.Failed != "":
		what = message.New("{what}, failing: {why}", what, message.Name(h.Failed))
	}
	return message.New("{id}: {what}", message.Name(h.ID), what)
}
