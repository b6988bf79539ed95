package api

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// The limits of idempotency keys: their length, how many answers are kept per caller and day,
// and the time after which the first request can no longer be in progress.
const (
	maxOnceKey  = 255
	oncePerDay  = 2000
	onceAtWork  = 5 * time.Minute
	onceReplays = "Idempotency-Replayed"
)

// onceAnswer is the stored answer to a request.
type onceAnswer struct {
	Status int
	Header http.Header
	Body   []byte
}

// onceName is the name of the header for use in messages.
var onceName = message.Order("Idempotency-Key")

// once handles POST requests with an Idempotency-Key. If it has seen the key from the same
// caller within a day, it sends the same answer again and does not execute the request.
// Requests that were refused have changed nothing, and are executed again. Keys of strangers
// are ignored.
func (s *Server) once(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := callerOf(r.Context())
		keys := r.Header.Values("Idempotency-Key")
		if r.Method != http.MethodPost || len(keys) == 0 || c.anonymous() {
			next.ServeHTTP(w, r)
			return
		}
		key := strings.Trim(strings.TrimSpace(keys[0]), `"`)
		if len(keys) > 1 || key == "" || len(key) > maxOnceKey {
			problemAt(http.StatusBadRequest, game.Invalid, message.New("The header {header} takes one key of 1 to {n} characters.", onceName, message.Number(maxOnceKey))).write(w, r)
			return
		}
		// This is the usual deadline for bodies; an operation that reads more sets it again.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(httpserver.ReadTimeout))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxImport))
		if err != nil {
			problem(game.TooLarge, message.New("The request is too long.")).write(w, r)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		o := s.onceFor(c, key, r, body)
		was, err := o.begin(r.Context())
		if err != nil {
			var p *Problem
			if !errors.As(s.refuse(r.Context(), "idempotency", err), &p) {
				p = problem(game.Unavailable, broken)
			}
			s.tooMany(w, r, p)
			return
		}
		if was != nil {
			for name, values := range was.Header {
				w.Header()[name] = values
			}
			w.Header().Set(onceReplays, "true")
			w.WriteHeader(was.Status)
			_, _ = w.Write(was.Body) // the client may have disconnected
			return
		}
		a := &onceWriter{ResponseWriter: w}
		next.ServeHTTP(a, r)
		// The answer is kept even if the client has disconnected, because it will ask again.
		if err := o.end(context.WithoutCancel(r.Context()), a); err != nil {
			s.log.Error("an answer was not kept for its idempotency key", "path", r.URL.Path, "error", err)
		}
	})
}

// onceWriter passes an answer on and remembers it.
type onceWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// Unwrap returns the writer that the answer is passed to.
func (w *onceWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader passes the status on.
func (w *onceWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write passes a part of the body on.
func (w *onceWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	w.body.Write(b)
	return w.ResponseWriter.Write(b)
}

// onceRequest is a request with an idempotency key.
type onceRequest struct {
	s       *Server
	caller  *caller
	item    string // the key of its item in the store
	request []byte
	seal    cipher.AEAD
}

// onceFor returns a caller's request with its idempotency key.
func (s *Server) onceFor(c *caller, key string, r *http.Request, body []byte) *onceRequest {
	owner := "key " + c.game + " " + c.secret
	if c.account != nil {
		owner = "account " + c.account.ID
	}
	digest := func(parts ...string) []byte {
		h := sha256.New()
		for _, p := range parts {
			sum := sha256.Sum256([]byte(p))
			h.Write(sum[:])
		}
		return h.Sum(nil)
	}
	secret := hmac.New(sha256.New, []byte(c.secret))
	secret.Write([]byte(key))
	block, err := aes.NewCipher(secret.Sum(nil))
	if err != nil {
		panic(err) // the key has the length of a digest
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // the block is one of AES
	}
	return &onceRequest{
		s: s, caller: c, item: hex.EncodeToString(digest(owner, key)), seal: seal,
		request: digest(r.Method, r.URL.RequestURI(), string(body)),
	}
}

// begin records that the request is in progress, or returns the answer to an earlier request
// that was the same. The error code is "conflict" while the first request is in progress, or if
// its outcome is unknown, and "invalid" if the key was used for a different request.
func (o *onceRequest) begin(ctx context.Context) (*onceAnswer, error) {
	account := ""
	if a := o.caller.account; a != nil {
		account = a.ID
	}
	was, err := o.s.judge.Users.BeginRequest(ctx, account, o.caller.game, o.item, o.request, func() error {
		if wait := o.s.limit.take("once "+o.caller.bucket(), 1); wait > 0 {
			return slowDown(wait)
		}
		return nil
	})
	if err != nil || was == nil {
		return nil, err
	}
	return o.again(was)
}

// again returns the stored answer to an earlier request, or a problem if it cannot be repeated.
func (o *onceRequest) again(rec *users.Repeat) (*onceAnswer, error) {
	if !bytes.Equal(rec.Request, o.request) {
		return nil, problem(game.Invalid, message.New("This {header} came with another request. Use a new key for each request.", onceName))
	}
	if rec.Answer == nil {
		if o.s.clock.Now().Sub(rec.At) < onceAtWork {
			p := problem(game.Conflict, message.New("The first request with this {header} is still at work. Try again in a moment.", onceName))
			p.wait = 1
			return nil, p
		}
		return nil, problem(game.Conflict, message.New("The first request with this {header} was broken off. Look what it has done, and then use a new key.", onceName))
	}
	text, err := o.seal.Open(nil, nil, rec.Answer, nil)
	if err != nil { // the answer was for another token of the same account
		return nil, problem(game.Conflict, message.New("The first request with this {header} was signed with another token. Use the same token, or a new key.", onceName))
	}
	var was onceAnswer
	return &was, json.Unmarshal(text, &was)
}

// end keeps the answer, or forgets the request if it was refused or has failed.
func (o *onceRequest) end(ctx context.Context, a *onceWriter) error {
	if a.status >= http.StatusBadRequest {
		return o.s.judge.Users.EndRequest(ctx, o.item, o.request, nil)
	}
	header := http.Header{}
	for _, name := range []string{"Content-Type", "Location", "Etag", "Vary", "Cache-Control", "Content-Language"} {
		if values := a.Header().Values(name); len(values) > 0 {
			header[name] = slices.Clone(values)
		}
	}
	text, err := json.Marshal(onceAnswer{Status: a.status, Header: header, Body: a.body.Bytes()})
	if err != nil {
		return err
	}
	return o.s.judge.Users.EndRequest(ctx, o.item, o.request, o.seal.Seal(nil, nil, text, nil))
}
