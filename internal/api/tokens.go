package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
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
	add(s, huma.Operation{
		OperationID: "signOffAll", Method: http.MethodDelete, Path: "/sessions", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "End all sessions of your account, in browsers and programs", Description: "Links that were sent by e-mail and not yet used are revoked, too; tokens of programs stay. You need the session of a browser or of signIn.",
	}, s.signOffAll)
	add(s, huma.Operation{
		OperationID: "listTokens", Method: http.MethodGet, Path: "/me/tokens", Tags: []string{tagAccount},
		Summary: "The tokens of your account, without their secrets",
	}, s.listTokens)
	add(s, huma.Operation{
		OperationID: "addToken", Method: http.MethodPost, Path: "/me/tokens", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusCreated,
		Summary:     "Make a token for a program",
		Description: "For all your games, or limited to one game or one seat. Only this answer contains the secret. You need the session of a browser or of signIn, either a recent one or with the password again. The owner is notified by mail.",
	}, s.addToken)
	add(s, huma.Operation{
		OperationID: "dropToken", Method: http.MethodDelete, Path: "/me/tokens/{id}", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "Revoke a token",
	}, s.dropToken)
}

// Token is an issued secret.
type Token struct {
	ID      string     `json:"id" doc:"To take it back by"`
	Kind    string     `json:"kind" enum:"session,api,reply" doc:"For a browser, a program, or answers by mail"`
	Game    string     `json:"game,omitempty" doc:"It is for this game only"`
	Seat    int        `json:"seat,omitempty" doc:"It is for this seat only"`
	Label   string     `json:"label,omitempty" doc:"What its owner calls it"`
	Created time.Time  `json:"created"`
	Expires *time.Time `json:"expires,omitempty"`
	Used    *time.Time `json:"used,omitempty" doc:"About when it was last used"`
	Current bool       `json:"current,omitempty" doc:"It signs this request"`
}

// Secret is a token with its secret.
type Secret struct {
	Token string `json:"token" doc:"For Authorization: Bearer TOKEN; it is not shown again"`
}

type secretOutput struct{ Body Secret }

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
	return &secretOutput{Secret{secret}}, err
}

func (s *Server) signOff(ctx context.Context, _ *struct{}) (*struct{}, error) {
	c := callerOf(ctx)
	if c.account == nil {
		return nil, problem(unauthorized, message.New("There is no token to drop."))
	}
	return nil, s.judge.Users.DropToken(ctx, c.account.ID, c.token.Hash)
}

func (s *Server) signOffAll(ctx context.Context, _ *struct{}) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Users.DropSessions(ctx, a.ID, "")
}

func (s *Server) listTokens(ctx context.Context, _ *struct{}) (*listOutput[Token], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Users.Tokens(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	out := &listOutput[Token]{}
	for _, t := range all {
		switch t.Kind {
		case game.SessionToken, game.APIToken, game.ReplyToken:
		default: // from e-mail links that were not followed yet
			continue
		}
		out.Body.Items = append(out.Body.Items, Token{
			ID: t.Hash, Kind: string(t.Kind), Game: t.Game, Seat: t.Seat, Label: t.Label, Created: t.Created.UTC(),
			Expires: apijson.Instant(t.Expires), Used: apijson.Instant(t.Used), Current: t.Hash == callerOf(ctx).token.Hash,
		})
	}
	return out, nil
}

type addTokenInput struct {
	Body struct {
		Label string `json:"label,omitempty" maxLength:"80" doc:"What you call it" example:"my bot"`
		Game  string `json:"game,omitempty" maxLength:"100" doc:"Only for this game"`
		Seat  int    `json:"seat,omitempty" minimum:"0" doc:"Only for this seat of it"`
		Days  int    `json:"days,omitempty" minimum:"0" maximum:"3660" doc:"How long it can be used; 0: until it is revoked"`

		Current string `json:"current,omitempty" maxLength:"1000" doc:"Your password; needed 15 minutes after signIn"`
	}
}

func (s *Server) addToken(ctx context.Context, in *addTokenInput) (*secretOutput, error) {
	a, err := s.confirmed(ctx, in.Body.Current)
	if err != nil {
		return nil, err
	}
	t := game.Token{Kind: game.APIToken, Account: a.ID, Seat: in.Body.Seat, Label: in.Body.Label}
	if in.Body.Game != "" {
		g, err := s.judge.Lobby.FindGame(ctx, in.Body.Game)
		if err != nil {
			return nil, err
		}
		t.Game = g.ID
	}
	secret, err := s.judge.Users.NewToken(ctx, t, time.Duration(in.Body.Days)*24*time.Hour)
	return &secretOutput{Secret{secret}}, err
}

type tokenInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Server) dropToken(ctx context.Context, in *tokenInput) (*struct{}, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Users.DropToken(ctx, a.ID, in.ID)
}
