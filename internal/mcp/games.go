package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/client"
)

type listIn struct {
	Which  string `json:"which,omitempty" jsonschema:"mine (the default): your games and invitations; open: games that you could join; all: every listed game"`
	Name   string `json:"name,omitempty" jsonschema:"with open or all: only games whose name contains this"`
	Format string `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

type joinIn struct {
	gameArgument
	Preferences string `json:"preferences,omitempty" jsonschema:"the powers that you would like, by their letters, the best first, equal ones in brackets, such as VL[IN]"`
	Seat        int    `json:"seat,omitempty" jsonschema:"of a game that has begun: the number of the open seat that you take over"`
}

type answerIn struct {
	gameArgument
	Accept      bool   `json:"accept" jsonschema:"true joins the game, false declines"`
	Preferences string `json:"preferences,omitempty" jsonschema:"as in join_game"`
}

func (s *Server) gameTools() {
	addTool(s, tool{
		name: "list_games", title: "List games",
		about:  "Lists your games with their phase, deadline, and what you owe, and your invitations; or games that programs can join. Begin with it.",
		values: map[string][]any{"format": {asText, inJSON}, "which": {"mine", "open", "all"}},
	}, s.list)
	addTool(s, tool{
		name: "join_game", title: "Join a game", kind: writes,
		about: "Takes a seat in a game that is forming, or with seat an open seat of a game that has begun. Only games whose hosts allow programs take you. You promise to play it to the end.",
	}, s.join)
	addTool(s, tool{
		name: "answer_invitation", title: "Accept or decline an invitation", kind: writes,
		about: "Accepts or declines an invitation to a game. list_games shows them. By accepting you join the game.",
	}, s.answer)
	addTool(s, tool{
		name: "confirm_seat", title: "Confirm that you are there", kind: sets,
		about: "Confirms your seat when a full game asks its players whether they are there, before it begins. look says when that is so. Without it you lose the seat.",
	}, s.confirm)
}

// mostLooks is the number of active games for which a list includes what is due.
const mostLooks = 20

func (s *Server) list(ctx context.Context, p *player, in listIn) (*sdk.CallToolResult, error) {
	me, err := p.person(ctx)
	if err != nil {
		return nil, err
	}
	if in.Which == "open" || in.Which == "all" {
		return s.listed(ctx, p, &in)
	}
	var games, offers []byte
	if err := p.get(ctx, "/me/games", nil, &games); err != nil {
		return nil, err
	}
	if err := p.get(ctx, "/me/invitations", nil, &offers); err != nil {
		return nil, err
	}
	if in.Format == inJSON {
		return asJSON(map[string]object{"games": games, "invitations": offers})
	}
	var l client.GameList
	var o client.Offers
	if err := json.Unmarshal(games, &l); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(offers, &o); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "You are %s, the account of a program, at %s.\n", me.Name, p.api.Address())
	if len(l.Games) == 0 {
		b.WriteString("You are in no game. list_games with which open lists games that you can join.\n")
	}
	looks := 0
	for i := range l.Games {
		x := &l.Games[i]
		summary(&b, x)
		if x.Status != "active" || looks == mostLooks {
			continue
		}
		looks++
		var g client.Game
		if err := p.get(ctx, client.Path("games", x.ID), nil, &g); err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "  you: %s", role(&g))
		if seat := ownSeat(&g); seat != nil {
			fmt.Fprintf(&b, "; your orders: %s", progress(seat))
		}
		if d := g.Times.Deadline; d != nil {
			fmt.Fprintf(&b, "; due %s", moment(*d))
		}
		b.WriteString("\n")
	}
	for _, x := range o.Invitations {
		fmt.Fprintf(&b, "Invitation to %s (id %s) by %s: answer_invitation accepts or declines it.\n", x.Name, x.Game, x.Host)
	}
	return said(b.String()), nil
}

// listed lists games of others.
func (s *Server) listed(ctx context.Context, p *player, in *listIn) (*sdk.CallToolResult, error) {
	q := url.Values{"limit": {"50"}}
	if in.Which == "open" {
		q.Set("programs", "yes")
		q.Set("free", "true")
	}
	if in.Name != "" {
		q.Set("name", in.Name)
	}
	var data []byte
	if err := p.get(ctx, "/games", q, &data); err != nil {
		return nil, err
	}
	if in.Format == inJSON {
		return said(string(data)), nil
	}
	var l client.GameList
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, err
	}
	var b strings.Builder
	for i := range l.Games {
		summary(&b, &l.Games[i])
	}
	switch {
	case len(l.Games) == 0 && in.Which == "open":
		b.WriteString("No game with a free seat allows programs now. A host can open one: the setting is called \"Programs can join\".\n")
	case len(l.Games) == 0:
		b.WriteString("There are no such games.\n")
	case l.Next != "":
		b.WriteString("There are more. Search with name.\n")
	}
	return said(b.String()), nil
}

// summary writes a line about a game.
func summary(b *strings.Builder, g *client.Summary) {
	fmt.Fprintf(b, "%s (id %s): %s", g.Name, g.ID, g.Status)
	if g.Phase != "" {
		fmt.Fprintf(b, ", %s, phase %d, revision %d", g.Phase, g.Number, g.Revision)
	}
	fmt.Fprintf(b, "; %s, %d players, rules %s", g.Title, g.Players, g.Preset)
	b.WriteString("\n")
}

func (s *Server) join(ctx context.Context, p *player, in joinIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	path, body := in.path("join"), map[string]any{}
	if in.Seat != 0 {
		path, body = in.path("takeover"), map[string]any{"seat": in.Seat}
	} else if in.Preferences != "" {
		body["preferences"] = in.Preferences
	}
	var g client.Game
	if err := p.call(ctx, http.MethodPost, path, nil, body, &g); err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("You have joined.\n")
	describe(&b, &g)
	return said(b.String()), nil
}

func (s *Server) answer(ctx context.Context, p *player, in answerIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	body := map[string]any{"accept": in.Accept}
	if in.Preferences != "" {
		body["preferences"] = in.Preferences
	}
	id := strings.TrimSpace(in.Game)
	err := p.call(ctx, http.MethodPost, client.Path("me", "invitations", id), nil, body, nil)
	var g client.Game
	if client.Code(err) == "not_found" && p.get(ctx, in.path(), nil, &g) == nil {
		switch {
		case g.You.Player:
			return nil, say("You have a seat in this game already, and no invitation to answer. look shows the game.")
		case g.ID != id: // invitations are found by the ID of the game alone
			err = p.call(ctx, http.MethodPost, client.Path("me", "invitations", g.ID), nil, body, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	if !in.Accept {
		return said("You have declined. The invitation can still be accepted later."), nil
	}
	return said("You have joined the game. look shows it."), nil
}

func (s *Server) confirm(ctx context.Context, p *player, in gameArgument) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	if err := p.call(ctx, http.MethodPost, in.path("confirm"), nil, nil, nil); err != nil {
		return nil, err
	}
	return said("You have confirmed your seat. The game begins when all have."), nil
}

// muster says whether the caller should confirm that they are there.
func muster(ctx context.Context, p *player, in *gameArgument, b *strings.Builder) error {
	var m client.Muster
	err := p.get(ctx, in.path("muster"), nil, &m)
	switch {
	case client.Code(err) == "not_found": // nobody is asked
		return nil
	case err != nil:
		return err
	case m.Mine && !m.Done:
		b.WriteString("The players are asked whether they are there. Call confirm_seat now")
		if m.Until != nil {
			fmt.Fprintf(b, ", at the latest at %s", moment(*m.Until))
		}
		b.WriteString(", or you lose your seat.\n")
	case m.Mine:
		b.WriteString("You have confirmed your seat. The game begins when all have.\n")
	}
	return nil
}
