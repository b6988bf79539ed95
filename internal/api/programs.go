package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
	"podesta/machiavelli/message"
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
	add(s, huma.Operation{
		OperationID: "listPrograms", Method: http.MethodGet, Path: "/me/programs", Tags: []string{tagAccount},
		Summary: "The programs for which you answer",
	}, s.listPrograms)
	add(s, huma.Operation{
		OperationID: "addProgram", Method: http.MethodPost, Path: "/me/programs", Tags: []string{tagAccount}, Security: owners,
		Summary: "Mark an account as that of a program for which you answer", Description: "The program's account must not take part in a game that is not over. Everyone sees the mark, and only you and operators can remove it. You need the session of a browser or of signIn, not the token of a program.",
	}, s.addProgram)
	add(s, huma.Operation{
		OperationID: "removeProgram", Method: http.MethodDelete, Path: "/me/programs/{account}", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "Make the account of a program that of a person again", Description: "For the account that answers for it, while the program's account takes part in no game that is not over. You need the session of a browser or of signIn.",
	}, s.removeProgram)
}

// Program is the account of a program, as the person who answers for it sees it.
type Program struct {
	Account string `json:"account" doc:"Its ID"`
	Name    string `json:"name"`
}

type programOutput struct{ Body Program }

func (s *Server) listPrograms(ctx context.Context, _ *struct{}) (*listOutput[Program], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Users.Programs(ctx, a.ID)
	out := &listOutput[Program]{}
	for i := range all {
		out.Body.Items = append(out.Body.Items, programOf(&all[i]))
	}
	return out, err
}

func programOf(a *game.Account) Program {
	name, _ := game.PlainName(a.Name)
	return Program{a.ID, name}
}

type addProgramInput struct {
	Body struct {
		Key string `json:"key" minLength:"1" maxLength:"200" doc:"A key of the program's account that is good for all its games"`
	}
}

func (s *Server) addProgram(ctx context.Context, in *addProgramInput) (*programOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	p, err := s.judge.Users.AdoptProgram(ctx, a.ID, in.Body.Key)
	if err != nil {
		return nil, err
	}
	return &programOutput{programOf(p)}, nil
}

type programInput struct {
	Account string `path:"account" maxLength:"40"`
}

func (s *Server) removeProgram(ctx context.Context, in *programInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Users.ReleaseProgram(ctx, a.ID, in.Account)
}

// called returns the name of a person as readers of a language see it: that of a
// program says so.
func called(l message.Language, name string) string {
	if name == "" {
		return ""
	}
	return message.New("{text}", message.Name(name)).In(l)
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
