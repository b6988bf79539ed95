package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/internal/lobby"
)

type listIn struct {
	Which  string `json:"which,omitempty" jsonschema:"mine (the default): your games and invitations; open: games that you could join; all: every listed game"`
	Name   string `json:"name,omitempty" jsonschema:"with open or all: only games whose name contains this"`
	Format string `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

func (s *Server) gameTools() {
	addTool(s, tool{
		name: "list_games", title: "List games",
		about:  "Lists your games with their phase, deadline, and what you owe, and your invitations; or games that programs can join. Begin with it.",
		values: map[string][]any{"format": {asText, inJSON}, "which": {"mine", "open", "all"}},
	}, s.list)
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
	var l apijson.GameList
	var o apijson.Page[apijson.OfferedGame]
	if err := json.Unmarshal(games, &l); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(offers, &o); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "You are %s, the account of a program, at %s.\n", me.Name, p.api.Address())
	if len(l.Items) == 0 {
		b.WriteString("You are in no game. list_games with which open lists games that you can join.\n")
	}
	looks := 0
	for i := range l.Items {
		x := &l.Items[i]
		summary(&b, x)
		if x.Status != "active" || looks == mostLooks {
			continue
		}
		looks++
		var g apijson.Game
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
	for _, x := range o.Items {
		fmt.Fprintf(&b, "Invitation to %s (id %s) by %s: answer_invitation accepts or declines it.\n", x.Name, x.Game, x.Host)
	}
	return said(b.String()), nil
}

// listed lists the games of other people.
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
	var l apijson.GameList
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, err
	}
	var b strings.Builder
	for i := range l.Items {
		summary(&b, &l.Items[i])
	}
	switch {
	case len(l.Items) == 0 && in.Which == "open":
		b.WriteString("No game with a free seat allows programs now. A host can open one: the setting is called \"Programs can join\".\n")
	case len(l.Items) == 0:
		b.WriteString("There are no such games.\n")
	case l.Next != "":
		b.WriteString("There are more. Search with name.\n")
	}
	return said(b.String()), nil
}

// summary writes a line about a game.
func summary(b *strings.Builder, g *apijson.Summary) {
	fmt.Fprintf(b, "%s (id %s): %s", g.Name, g.ID, g.Status)
	if g.Phase != "" {
		fmt.Fprintf(b, ", %s, phase %d, revision %d", g.Phase, g.Number, g.Revision)
	}
	fmt.Fprintf(b, "; %s, %d players, rules %s", g.Title, g.Players, g.Preset)
	b.WriteString("\n")
}

// muster says whether the caller should confirm their presence.
func muster(ctx context.Context, p *player, in *gameArgument, b *strings.Builder) error {
	var m lobby.Muster
	err := p.get(ctx, in.path("muster"), nil, &m)
	switch {
	case client.Code(err) == "not_found": // nobody was asked
		return nil
	case err != nil:
		return err
	case m.Mine && !m.Confirms:
		b.WriteString("The players are asked whether they are there. Call confirm_seat now")
		if !m.Until.IsZero() {
			fmt.Fprintf(b, ", at the latest at %s", moment(m.Until))
		}
		b.WriteString(", or you lose your seat.\n")
	case m.Mine:
		b.WriteString("You have confirmed your seat. The game begins when all have.\n")
	}
	return nil
}
