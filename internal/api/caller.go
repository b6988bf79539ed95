package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
)

// caller is who sends a request: somebody with an account, somebody with the
// key of a link, or nobody known.
type caller struct {
	account *game.Account
	token   game.Token
	game    string // whose key it is
	key     string
	secret  string // as it was sent, for streams to look whether it still holds
	from    string // where on the network the request comes from
}

type callerKey struct{}

// callerOf is who sends the request of a context.
func callerOf(ctx context.Context) *caller {
	c, _ := ctx.Value(callerKey{}).(*caller)
	if c == nil {
		c = &caller{}
	}
	return c
}

func (c *caller) anonymous() bool { return c.account == nil && c.key == "" }

// bucket is under which name the caller's requests are counted.
func (c *caller) bucket() string {
	switch {
	case c.account != nil:
		return "account " + c.account.ID
	case c.key != "":
		return "key " + c.game + " " + c.from
	}
	return "from " + c.from
}

// identify finds out who sends a request. The problem is for a secret that is
// none; whoever tries many is slowed down.
func (s *Server) identify(r *http.Request, at string) (*caller, *Problem) {
	if r.Header.Get("Authorization") == "" {
		return &caller{}, nil
	}
	secret, ok := bearer(r)
	if !ok {
		return nil, problem(unauthorized, "Sign requests with the header Authorization: Bearer TOKEN.")
	}
	if wait := s.limit.wait("wrong " + at); wait > 0 {
		return nil, slowDown(wait)
	}
	c, err := s.who(account.WithRemote(r.Context(), at), secret)
	if err == nil {
		return c, nil
	}
	switch game.ErrorCode(err) {
	case game.Forbidden, game.NotFound:
		s.limit.take("wrong "+at, 1)
		return nil, problem(unauthorized, "The token or key is not valid, or no longer. Make a new one, or ask for a new link.")
	}
	var p *Problem
	if errors.As(s.refuse(r.Context(), "identify", err), &p) {
		return nil, p
	}
	return nil, problem(game.Internal, brokenDetail)
}

// who is whose secret that is: a token's, or key:GAME:KEY.
func (s *Server) who(ctx context.Context, secret string) (*caller, error) {
	if rest, ok := strings.CutPrefix(secret, "key:"); ok {
		game, key, _ := strings.Cut(rest, ":")
		if _, err := s.judge.Role(ctx, game, key); err != nil {
			return nil, err
		}
		return &caller{game: game, key: key, secret: secret}, nil
	}
	a, t, err := s.judge.Authenticate(ctx, secret)
	if err != nil {
		return nil, err
	}
	// The secrets of reply addresses travel in letters: they are for letters.
	if t.Kind != game.APIToken && t.Kind != game.SessionToken {
		return nil, &game.Error{Code: game.Forbidden, Message: "This secret is for letters."}
	}
	return &caller{account: a, token: t, secret: secret}, nil
}

// role is what the caller may do at a game.
func (s *Server) role(ctx context.Context, gameID string) (game.Role, error) {
	c := callerOf(ctx)
	switch {
	case c.account != nil:
		r, err := s.judge.RoleOf(ctx, gameID, c.account.ID)
		return c.token.Within(gameID, r), err
	case c.key != "" && c.game == gameID:
		return s.judge.Role(ctx, gameID, c.key)
	}
	return game.Role{}, nil
}

// person is the account that a request is signed for. A token that is bound to a
// game or seat does not do: what it is used for concerns the person.
func person(ctx context.Context) (*game.Account, error) {
	c := callerOf(ctx)
	switch {
	case c.account == nil:
		return nil, problem(unauthorized, "This needs the token of an account.")
	case c.token.Game != "":
		return nil, problem(game.Forbidden, "This token is for one game only. Use a token of the whole account.")
	}
	return c.account, nil
}

// newcomer is the account that wants to take part in a game.
func newcomer(ctx context.Context, game string) (*game.Account, error) {
	c := callerOf(ctx)
	if c.account != nil && c.token.Game == game && c.token.Seat == 0 {
		return c.account, nil
	}
	return person(ctx)
}
