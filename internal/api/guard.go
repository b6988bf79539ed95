package api

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/machiavelli/message"
)

// guard wraps all requests: it sets headers, identifies callers, limits their
// requests, and answers if a handler panics.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "private, no-cache")
		h.Set("Vary", "Authorization")
		// Access requires the header Authorization, which a page of another site cannot send
		// without the token.
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", "ETag, Retry-After, Location, RateLimit, RateLimit-Policy, Idempotency-Replayed")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID")
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		defer func() {
			if p := recover(); p != nil {
				if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(p)
				}
				s.log.Error("panic in the API", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				problem(game.Internal, broken).write(w, r)
			}
		}()
		at := s.remote(r)
		c, p := s.identify(r, at)
		if p != nil {
			if p.Status == http.StatusUnauthorized {
				h.Set("WWW-Authenticate", challenge)
			}
			s.tooMany(w, r, p)
			return
		}
		c.from, c.speaks = at, language(r.Header.Get("Accept-Language"), c)
		wait := s.limit.take(c.bucket(), 1)
		s.limit.tell(h, c.bucket())
		if wait > 0 {
			s.countRefused(r.Context(), c)
			s.tooMany(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)), slowDown(wait))
			return
		}
		ctx := account.WithRemote(context.WithValue(r.Context(), callerKey{}, c), at)
		if !httpserver.IsTextAddress(r.URL) {
			problemAt(http.StatusBadRequest, game.Invalid, notText).write(w, r.WithContext(ctx))
			return
		}
		in := r.WithContext(ctx)
		next.ServeHTTP(w, in)
		r.Pattern = in.Pattern // for metrics and traces, which read it from the outer request
	})
}

var notText = message.New("The address contains bytes that are not text: it must be UTF-8 without zero bytes.")

// tooMany writes a problem, with a Retry-After header if the caller has to wait.
func (s *Server) tooMany(w http.ResponseWriter, r *http.Request, p *Problem) {
	if p.wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(p.wait))
	}
	p.write(w, r)
}

// peer returns the IPv4 address of a connection's client, or its IPv6 network (/64), which usually
// belongs to one customer.
func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if a = a.Unmap(); a.Is6() {
		if n, err := a.WithZone("").Prefix(64); err == nil {
			return n.String()
		}
	}
	return a.String()
}

// bearer returns the secret in the header Authorization.
func bearer(r *http.Request) (secret string, ok bool) {
	word, secret, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	secret = strings.TrimSpace(secret)
	return secret, strings.EqualFold(word, "bearer") && secret != ""
}
