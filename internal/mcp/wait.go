package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/apijson"
	"podesta/internal/client"
)

type waitIn struct {
	gameArgument
	Revision int `json:"revision" jsonschema:"the revision of the game that you know, from look or submit_orders"`
	Seconds  int `json:"seconds,omitempty" jsonschema:"how long to wait at most, from 1 to 55; left out: 45, which is less than the patience of most hosts"`
}

// errNews ends a stream that has delivered news.
var errNews = errors.New("news")

// await waits for news of a game in the judge's live events. The stream begins with the state of
// the game, so that no earlier event is missed.
func (s *Server) await(ctx context.Context, p *player, in waitIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	if _, err := p.person(ctx); err != nil {
		return nil, err
	}
	seconds := clamp(in.Seconds, 1, 55, 45)
	limit, stop := context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
	defer stop()
	var news string
	err := p.api.Stream(limit, []string{in.Game}, "", func(e client.Event) error {
		news = newsOf(&e, in.Revision)
		if news != "" {
			return errNews
		}
		return nil
	})
	switch {
	case errors.Is(err, errNews):
		return said(news), nil
	case limit.Err() != nil && ctx.Err() == nil:
		return text("No news within %d seconds: the game is still at revision %d. read_press shows messages that have come before.", seconds, in.Revision), nil
	}
	return nil, err
}

// newsOf returns the news in an event for a caller who knows a revision, or "" if there is none.
func newsOf(e *client.Event, known int) string {
	switch e.Name {
	case "state":
		var x apijson.GameState
		if json.Unmarshal(e.Data, &x) != nil {
			return ""
		}
		switch {
		case x.Status == "over", x.Status == "terminated":
			return fmt.Sprintf("The game is over (%s). look shows how it ended.", x.Status)
		case x.Revision != known:
			return fmt.Sprintf("The game has moved on: %s, phase %d, revision %d, %s. results tells what happened, look shows what is due now.", x.Phase, x.Number, x.Revision, x.Status)
		case x.Status != "active":
			return fmt.Sprintf("The game is %s. Nothing is resolved meanwhile.", x.Status)
		}
	case "entry":
		var x apijson.Entry
		if json.Unmarshal(e.Data, &x) == nil && x.Press != nil {
			return "A message has arrived:\n" + letter(&x)
		}
	}
	return ""
}
