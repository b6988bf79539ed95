package api

import (
	"context"
	"net/http"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

func (s *Server) tokenRoutes() {
	add(s, huma.Operation{
		OperationID: "signIn", Method: http.MethodPost, Path: "/sessions", Tags: []string{tagAccount}, Security: anyone, DefaultStatus: http.StatusCreated,
		Summary: "Sign in with an e-mail address and password, or with the secret from an e-mail", Description: "The answer has a token for a session. Wrong passwords and codes are slowed down. Without the code of its second factor, an account that has one is refused.",
	}, s.signIn)
	add(s, huma.Operation{
		OperationID: "signOff", Method: http.MethodDelete, Path: "/sessions/current", Tags: []string{tagAccount}, DefaultStatus: http.StatusNoContent,
		Summary: "Delete the token that signs this request",
	}, s.signOff)
}

type secretOutput struct{ Body apijson.Secret }

type signInInput struct {
	Body struct {
		Email    string `json:"email,omitempty" maxLength:"254"`
		Password string `json:"password,omitempty" maxLength:"1000"`
		Secret   string `json:"secret,omitempty" maxLength:"200" doc:"From an e-mail, instead of address and password"`
		Code     string `json:"code,omitempty" maxLength:"40" doc:"Of the second factor, if the account has one: from an authenticator app, or a recovery code"`
		Label    string `json:"label,omitempty" maxLength:"80"`
	}
}

func (s *Server) signIn(ctx context.Context, in *signInInput) (*secretOutput, error) {
	var a *game.Account
	var err error
	letter := ""
	if in.Body.Secret != "" {
		a, letter, err = s.judge.Users.UseLinkWith(ctx, in.Body.Secret, in.Body.Code)
	} else if a, err = s.judge.Users.SignIn(ctx, in.Body.Email, in.Body.Password); err == nil {
		err = s.judge.Users.ConfirmCode(ctx, a.ID, in.Body.Code)
	}
	if err != nil {
		return nil, err
	}
	secret, err := s.judge.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID, Label: in.Body.Label, Email: letter}, s.judge.Users.SessionTime())
	return &secretOutput{apijson.Secret{Token: secret}}, err
}

func (s *Server) signOff(ctx context.Context, _ *struct{}) (*struct{}, error) {
	c := callerOf(ctx)
	if c.account == nil {
		return nil, problem(unauthorized, message.New("There is no token to drop."))
	}
	return nil, s.judge.Users.DropToken(ctx, c.account.ID, c.token.Hash)
}
