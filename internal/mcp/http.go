package mcp

import (
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The limits of requests over HTTP.
const (
	maxBody    = 1 << 20 // bytes in a request
	wrongRate  = 0.1     // wrong tokens per second, half as many as the judge allows
	wrongBurst = 5
	maxPlayers = 1000 // maximum number of players that are remembered
)

// playerKey is the key of the player in the TokenInfo of a request.
const playerKey = "podesta player"

// Handler returns the server over streamable HTTP. Each request is authenticated with the token
// of a program's account at the judge, and acts for that account: the server itself has no
// secrets, and many agents can use it at the same time. It keeps no sessions, so that it can be
// restarted at any time. proxied must be true if a proxy on the same machine passes on requests for
// another host name.
func (s *Server) Handler(proxied bool) http.Handler {
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.mcp }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true, Logger: s.o.Log,
		// Behind a proxy the host names differ. The protection is not needed: pages of other sites
		// have no token.
		DisableLocalhostProtection: proxied,
	})
	signed := func(p *player) http.Handler {
		return auth.RequireBearerToken(func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
			return &auth.TokenInfo{Extra: map[string]any{playerKey: p}}, nil
		}, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(h)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, wait, err := s.signer(r)
		switch {
		case wait > 0:
			w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
			http.Error(w, "There were too many wrong tokens. Wait, and use the key of an account that is marked as a program.", http.StatusTooManyRequests)
		case err != nil:
			w.Header().Set("WWW-Authenticate", `Bearer realm="podesta"`)
			http.Error(w, err.Error(), http.StatusUnauthorized)
		default:
			signed(p).ServeHTTP(w, r)
		}
	})
}

// signer returns the player whose token authenticates a request. If the judge does not answer,
// the token is accepted, and the tools will report that the judge is down. wait is set for a
// wrong token from an address that has sent many of them. A valid token is never refused because
// of other requests from its address.
func (s *Server) signer(r *http.Request) (p *player, wait time.Duration, err error) {
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(kind, "bearer") || token == "" {
		return nil, 0, &errNotAdmitted{"Sign requests with the header Authorization: Bearer TOKEN. The token is a key of an account that is marked as a program, at the judge " + s.o.Judge + "."}
	}
	digest := sha256.Sum256([]byte(token))
	s.mu.Lock()
	p = s.seen[digest]
	s.mu.Unlock()
	if p != nil {
		if no := p.refusal(); no != nil {
			return nil, 0, no
		}
		return p, 0, nil
	}
	if p, err = s.player(token); err != nil {
		return nil, 0, err
	}
	p.rest = func(_ context.Context, d time.Duration) error { return &errRest{d} } // the caller waits
	_, err = p.person(r.Context())
	p.rest = s.rest
	var no *errNotAdmitted
	var rest *errRest
	switch {
	case errors.As(err, &no):
		s.remember(digest, p)
		return nil, s.wrong.Take(s.o.Remote(r), 1, time.Now()), no
	case errors.As(err, &rest):
		return nil, rest.wait, nil
	case err == nil:
		s.remember(digest, p)
	}
	return p, 0, nil
}

// errRest is the error for a call that the judge will only accept later.
type errRest struct{ wait time.Duration }

func (e *errRest) Error() string { return "the judge asks to wait for " + e.wait.String() }

// origin returns the address from which a request comes.
func origin(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// remember caches a player, so that not every request asks the judge whose token it is.
func (s *Server) remember(digest [32]byte, p *player) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) >= maxPlayers {
		clear(s.seen)
	}
	s.seen[digest] = p
}
