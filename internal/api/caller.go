package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// caller is the sender of a request: an account, the holder of a link's key, or
// a stranger.
type caller struct {
	account *game.Account
	token   game.Token
	game    string // the game of the link's key
	key     string
	secret  string // the secret as sent, so that streams can check that it is still valid
	from    string // the network address of the request
	speaks  *words.Catalogue
}

type callerKey struct{}

// callerOf returns the sender of a context's request.
func callerOf(ctx context.Context) *caller {
	c, _ := ctx.Value(callerKey{}).(*caller)
	if c == nil {
		c = &caller{}
	}
	return c
}

// languageOf returns the language in which a context's request is answered.
func languageOf(ctx context.Context) message.Language {
	if c := callerOf(ctx); c.speaks != nil {
		return c.speaks.In(account.Zone(c.account))
	}
	return message.English
}

func (c *caller) anonymous() bool { return c.account == nil && c.key == "" }

// bucket returns the key under which the caller's requests are counted.
func (c *caller) bucket() string {
	switch {
	case c.account != nil && c.account.Program:
		return "program " + c.account.ID
	case c.account != nil:
		return "account " + c.account.ID
	case c.key != "":
		return "key " + c.game + " " + c.from
	}
	return "from " + c.from
}

// identify determines the sender of a request. It returns a problem for an
// invalid secret; senders who try many are slowed down.
func (s *Server) identify(r *http.Request, at string) (*caller, *Problem) {
	if r.Header.Get("Authorization") == "" {
		return &caller{}, nil
	}
	secret, ok := bearer(r)
	if !ok {
		return nil, problem(unauthorized, message.New("Sign requests with the header {header}.", message.Order("Authorization: Bearer TOKEN")))
	}
	wrong := "wrong " + at
	if named, ok := strings.CutPrefix(secret, "key:"); ok {
		// Checking such a key reads the game, so the result for the same game must be set
		// first.
		name, _, _ := strings.Cut(named, ":")
		wrong += " " + name
		if wait := s.limit.wait(wrong); wait > 0 {
			return nil, slowDown(wait)
		}
	}
	c, err := s.who(account.WithRemote(r.Context(), at), secret)
	if err == nil {
		return c, nil
	}
	switch game.ErrorCode(err) {
	case game.Forbidden, game.NotFound:
		if wait := s.limit.take(wrong, 1); wait > 0 {
			return nil, slowDown(wait)
		}
		return nil, problem(unauthorized, message.New("The token or key is not valid, or no longer. Make a new one, or ask for a new link."))
	}
	var p *Problem
	if errors.As(s.refuse(r.Context(), "identify", err), &p) {
		return nil, p
	}
	return nil, problem(game.Internal, broken)
}

// who returns the owner of a secret, which is a token or has the form key:GAME:KEY.
func (s *Server) who(ctx context.Context, secret string) (*caller, error) {
	if rest, ok := strings.CutPrefix(secret, "key:"); ok {
		game, key, _ := strings.Cut(rest, ":")
		if _, err := s.judge.Lobby.Role(ctx, game, key); err != nil {
			return nil, err
		}
		return &caller{game: game, key: key, secret: secret}, nil
	}
	a, t, err := s.judge.Users.Authenticate(ctx, secret)
	if err != nil {
		return nil, err
	}
	// The secrets of reply addresses are sent by e-mail, so they only work by e-mail.
	if t.Kind != game.APIToken && t.Kind != game.SessionToken {
		return nil, problemOf(game.Forbidden, message.New("This secret is for e-mail."))
	}
	return &caller{account: a, token: t, secret: secret}, nil
}

// role returns the caller's role in a game.
func (s *Server) role(ctx context.Context, gameID string) (game.Role, error) {
	c := callerOf(ctx)
	switch {
	case c.account != nil:
		r, err := s.judge.Base.RoleOf(ctx, gameID, c.account.ID)
		return c.token.Within(gameID, r), err
	case c.key != "" && c.game == gameID:
		return s.judge.Lobby.Role(ctx, gameID, c.key)
	}
	return game.Role{}, nil
}

// person returns the account of a request. A token that is limited to a game or
// seat is not enough, because the request concerns the whole account.
func person(ctx context.Context) (*game.Account, error) {
	c := callerOf(ctx)
	switch {
	case c.account == nil:
		return nil, problem(unauthorized, message.New("This needs the token of an account."))
	case c.token.Game != "":
		return nil, problem(game.Forbidden, message.New("This token is for one game only. Use a token of the whole account."))
	}
	return c.account, nil
}

// newcomer returns the account of a request to take part in a game.
func newcomer(ctx context.Context, game string) (*game.Account, error) {
	c := callerOf(ctx)
	if c.account != nil && c.token.Game == game && c.token.Seat == 0 {
		return c.account, nil
	}
	return person(ctx)
}
