package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

func (s *Server) programRoutes() {
	add(s, huma.Operation{
		OperationID: "getLadder", Method: http.MethodGet, Path: "/ratings", Tags: []string{tagAccount}, Security: anyone,
		Summary: "The ratings of players, the best first", Description: "People and programs have ladders of their own. Private accounts are left out.",
	}, s.getLadder)
	add(s, huma.Operation{
		OperationID: "getPlayer", Method: http.MethodGet, Path: "/players/{name}", Tags: []string{tagAccount}, Security: anyone,
		Summary: "The public profile of a player",
	}, s.getPlayer)
}

// countRefused counts a request of a program that is over its limit. If there are
// very many, the person who answers for the program gets an e-mail.
func (s *Server) countRefused(ctx context.Context, c *caller) {
	if c.account == nil || !c.account.Program || s.limit.take("refused "+c.account.ID, 1) == 0 || s.limit.take("told "+c.account.ID, 1) > 0 {
		return
	}
	if err := s.judge.Users.TooFast(ctx, c.account.ID); err != nil {
		s.log.Error("a program is too fast, and its owner cannot be told", "account", c.account.ID, "error", err)
	}
}
