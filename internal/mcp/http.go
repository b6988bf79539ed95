package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The limits of requests over HTTP.
const (
	maxBody    = 1 << 20 // bytes of a request
	wrongRate  = 0.1     // wrong tokens per second from one address
	wrongBurst = 5
	maxPlayers = 1000 // that are remembered
)

// playerKey is the name under which the player is in a request's TokenInfo.
const playerKey = "podesta player"

// Handler returns the server over streamable HTTP. Each request is signed with
// the token of a program's account at the judge, and acts for that account: the
// server itself has no secrets, and many agents can use it at once. It keeps no
// sessions, so that it can be restarted at any time. proxied must be true if a
// proxy on the same machine passes on requests for another host name.
func (s *Server) Handler(proxied bool) http.Handler {
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.mcp }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true, Logger: s.o.Log,
		// Behind a proxy the names cannot agree. Pages of strangers have no token.
		DisableLocalhostProtection: proxied,
	})
	signed := auth.RequireBearerToken(s.verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait := s.wrong.Wait(origin(r), time.Now()); wait > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(int(wait.Seconds())+1))
			http.Error(w, "There were too many wrong tokens. Wait, and use the key of an account that is marked as a program.", http.StatusTooManyRequests)
			return
		}
		if r.Header.Get("Authorization") == "" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="podesta"`)
			http.Error(w, "Sign requests with the header Authorization: Bearer TOKEN. The token is a key of an account that is marked as a program, at the judge "+s.o.Judge+".", http.StatusUnauthorized)
			return
		}
		signed.ServeHTTP(w, r)
	})
}

// origin returns the address from which a request comes.
func origin(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// verify finds out whose token signs a request. If the judge does not answer, the
// token is accepted, and the tools will say that the judge is away.
func (s *Server) verify(ctx context.Context, token string, r *http.Request) (*auth.TokenInfo, error) {
	digest := sha256.Sum256([]byte(token))
	s.mu.Lock()
	p := s.seen[digest]
	s.mu.Unlock()
	if p == nil {
		var err error
		if p, err = s.player(token); err != nil {
			return nil, s.unknown(r, err)
		}
		var no *errNotAdmitted
		if _, err := p.person(ctx); errors.As(err, &no) {
			return nil, s.unknown(r, err)
		} else if err == nil {
			s.remember(digest, p)
		}
	}
	return &auth.TokenInfo{UserID: hex.EncodeToString(digest[:8]), Extra: map[string]any{playerKey: p}}, nil
}

// unknown counts a wrong token.
func (s *Server) unknown(r *http.Request, err error) error {
	s.wrong.Take(origin(r), 1, time.Now())
	return fmt.Errorf("%w: %s", auth.ErrInvalidToken, err.Error())
}

// remember keeps a player, so that not every request asks the judge who they are.
func (s *Server) remember(digest [32]byte, p *player) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) >= maxPlayers {
		clear(s.seen)
	}
	s.seen[digest] = p
}
