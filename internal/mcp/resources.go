package mcp

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	documents "podesta"
	"podesta/internal/apijson"
	"podesta/internal/client"
)

// scheme is the prefix of the URIs of resources.
const scheme = "podesta://"

const markdown = "text/markdown"

// docs are the documents that agents can read.
var docs = []struct{ name, title, about string }{
	{"players", "Playing", "How the game is played here: a year, proposals between players, and the rules that surprise people"},
	{"orders", "Orders and money", "How orders and expenses are written, what outcomes mean, how to spend well, what the judge answers"},
	{"rules", "The rules", "The rules of the usual edition, and how the others differ. ask_rules has those of a certain game"},
	{"interchange", "Positions and results as JSON", "The members of positions, orders and events in answers with the format json"},
	{"agents", "Playing with an agent", "How an agent is connected to a judge, and what it may do"},
}

// resources adds the documents, and the rules and histories of games.
func (s *Server) resources() {
	for _, d := range docs {
		s.mcp.AddResource(&sdk.Resource{URI: scheme + "docs/" + d.name, Name: d.name, Title: d.title, Description: d.about, MIMEType: markdown},
			func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				data, err := documents.Documents.ReadFile("docs/" + d.name + ".md")
				return contents(r.Params.URI, markdown, string(data)), err
			})
	}
	for _, x := range []struct {
		path, name, title, about, form string
		read                           func(context.Context, *player, *gameArgument, string) (string, error)
	}{
		{"rules", "game-rules", "The rules of a game", "The rulebook of a game with its options and house rules", markdown, func(ctx context.Context, p *player, g *gameArgument, _ string) (string, error) {
			return rulesOf(ctx, p, g)
		}},
		{"history", "game-history", "The history of a game", "The phases of a game that were resolved, with a headline for each of the last ones", "text/plain", history},
		{"phases/{number}", "game-phase", "The results of a phase", "What happened in a phase, in words", "text/plain", report},
	} {
		s.mcp.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: scheme + "games/{game}/" + x.path, Name: x.name, Title: x.title, Description: x.about, MIMEType: x.form},
			func(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				g, number, err := split(r.Params.URI)
				if err != nil {
					return nil, err
				}
				p, err := s.caller(r.Extra)
				if err != nil {
					return nil, err
				}
				text, err := x.read(ctx, p, g, number)
				switch {
				case client.Code(err) == "not_found":
					return nil, sdk.ResourceNotFoundError(r.Params.URI)
				case err != nil:
					return nil, explain(err)
				}
				return contents(r.Params.URI, x.form, text), nil
			})
	}
}

func contents(uri, form, text string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: form, Text: text}}}
}

// split returns the game in a resource's URI, and the last part of the URI.
func split(uri string) (*gameArgument, string, error) {
	parts := strings.Split(strings.TrimPrefix(uri, scheme+"games/"), "/")
	name, err := url.PathUnescape(parts[0])
	if err != nil {
		return nil, "", sdk.ResourceNotFoundError(uri)
	}
	g := &gameArgument{Game: name}
	return g, parts[len(parts)-1], g.check()
}

// headlines is the number of phases whose headlines are included in a history.
const headlines = 12

// history lists the phases of a game.
func history(ctx context.Context, p *player, in *gameArgument, _ string) (string, error) {
	var list apijson.Page[apijson.PhaseSummary]
	if err := p.get(ctx, in.path("phases"), nil, &list); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, x := range list.Items {
		if !x.Done {
			fmt.Fprintf(&b, "%d. %s: now\n", x.Number, x.Phase)
			continue
		}
		fmt.Fprintf(&b, "%d. %s", x.Number, x.Phase)
		if len(list.Items)-i <= headlines {
			var r apijson.Report
			if err := p.get(ctx, in.path("phases", fmt.Sprint(x.Number), "report"), nil, &r); err != nil {
				return "", err
			}
			fmt.Fprintf(&b, ": %s", r.Headline)
		}
		b.WriteString("\n")
	}
	if len(list.Items) == 0 {
		b.WriteString("The game has not begun.\n")
	}
	return b.String(), nil
}
