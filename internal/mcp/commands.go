package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/act"
	"podesta/internal/client"
	"podesta/internal/registry"
)

// commandTools adds the tools for the commands of package act that players use in their games.
// Commands that cannot be undone are left to people.
func (s *Server) commandTools() {
	for _, c := range (registry.Rooms{}).All() {
		played := inGame(&c) && slices.Contains([]act.Group{act.Playing, act.Talking, act.Ending, act.Joining}, c.Group)
		if (played || c.Name == "list my comments") && !c.Final && c.API != "" && c.Who&(act.Anyone|act.Player|act.Account) != 0 {
			s.command(c)
		}
	}
}

// inGame reports whether a command is about a game.
func inGame(c *act.Command) bool { return c.Scope != act.Judge || c.Arg("game") != nil }

// command adds the tool for a command.
func (s *Server) command(c act.Command) {
	name := strings.ReplaceAll(c.Name, " ", "_")
	if name == "set_vote" { // hosts already know the tool by this name
		name = "vote"
	}
	t := tool{name: name, title: c.Summary, about: strings.TrimSpace(c.Summary + ". " + c.Does), values: forms, schema: &jsonschema.Schema{
		Type: "object", Required: []string{"game"}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		Properties: map[string]*jsonschema.Schema{
			"game":   {Type: "string", Description: "the game's ID or its name"},
			"format": {Type: "string", Description: "text (the default) or json"},
		},
	}}
	switch {
	case strings.HasPrefix(c.API, "POST "):
		t.kind = writes
	case !c.Reads:
		t.kind = sets
	}
	if !inGame(&c) {
		t.schema.Required = nil
		delete(t.schema.Properties, "game")
	}
	for i := range c.Args {
		a := &c.Args[i]
		t.schema.Properties[a.Name] = schemaOf(a)
		if a.Required && a.Name != "game" {
			t.schema.Required = append(t.schema.Required, a.Name)
		}
	}
	addTool(s, t, func(ctx context.Context, p *player, in map[string]any) (*sdk.CallToolResult, error) {
		var g gameArgument
		if inGame(&c) {
			g.Game = in["game"].(string)
			if err := g.check(); err != nil {
				return nil, err
			}
		}
		format := in["format"]
		delete(in, "format")
		method, parts, query, body := c.Request(in)
		var data []byte
		if err := p.call(ctx, method, client.Path(parts...), query, body, &data); err != nil {
			revision, _ := in["revision"].(float64)
			return nil, present(ctx, p, &g, int(revision), err)
		}
		var answer struct{ Said string }
		if err := json.Unmarshal(data, &answer); err != nil {
			return nil, err
		}
		if format == inJSON || answer.Said == "" {
			return said(string(data)), nil
		}
		return said(answer.Said), nil
	})
}

// schemaOf describes an argument of a command.
func schemaOf(a *act.Arg) *jsonschema.Schema {
	one := &jsonschema.Schema{Type: "string"}
	switch a.Kind {
	case act.Number, act.Place:
		one.Type = "integer" // the judge's own error explains which values are allowed
	case act.Switch:
		one.Type = "boolean"
	case act.Text, act.Power, act.Time, act.Writer:
		for _, x := range a.Of {
			one.Enum = append(one.Enum, x)
		}
	}
	if a.List {
		one = &jsonschema.Schema{Type: "array", Items: one}
	}
	one.Description = a.Doc
	return one
}
