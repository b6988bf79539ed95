// Package oidctest provides an identity provider for tests. It signs in every visitor at once,
// as the person that the test has set.
package oidctest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// The client that is registered with the provider.
const (
	ClientID = "podesta"
	Secret   = "a secret & a half"
)

// Provider is an identity provider.
type Provider struct {
	URL string // the issuer

	t    *testing.T
	now  func() time.Time
	key  *rsa.PrivateKey
	mu   sync.Mutex
	who  map[string]any // claims about the person who signs in
	spec map[string]any // claims that replace those in ID tokens
	info map[string]any // claims that are only sent on request; nil for none
	err  string         // an error to send instead of a code
	down bool
	give map[string]url.Values // the authorization requests, keyed by code
}

// New returns a running provider. Its ID tokens are valid for five minutes according to the
// clock now.
func New(t *testing.T, now func() time.Time) *Provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{t: t, now: now, key: key, give: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.describe)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /auth", p.auth)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /me", p.me)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.down {
			http.Error(w, "out of order", http.StatusBadGateway)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	p.URL = srv.URL
	return p
}

// set changes a setting of the provider.
func (p *Provider) set(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// Person sets the person who signs in from now on. email is empty for a person without an
// address.
func (p *Provider) Person(subject, email string, verified bool, name string) {
	p.set(func() {
		p.who, p.spec, p.info, p.err = map[string]any{"sub": subject, "name": name}, nil, nil, ""
		if email != "" {
			p.who["email"], p.who["email_verified"] = email, verified
		}
	})
}

// Claims replaces claims in the ID tokens, such as "aud".
func (p *Provider) Claims(c map[string]any) { p.set(func() { p.spec = c }) }

// Info sets the claims that the provider sends only on request.
func (p *Provider) Info(c map[string]any) { p.set(func() { p.info = c }) }

// Refuse makes the provider answer with an error code instead of an authorization code.
func (p *Provider) Refuse(err string) { p.set(func() { p.err = err }) }

// Down makes the provider unavailable, or available again.
func (p *Provider) Down(down bool) { p.set(func() { p.down = down }) }

func send(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (p *Provider) describe(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/auth", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"userinfo_endpoint": p.URL + "/me", "id_token_signing_alg_values_supported": []string{"RS256"}, "code_challenge_methods_supported": []string{"S256"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	send(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "n": text(p.key.N.Bytes()), "e": text(big.NewInt(int64(p.key.E)).Bytes()),
	}}})
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// auth signs in every visitor and redirects back at once.
func (p *Provider) auth(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || q.Get("state") == "" {
		p.t.Errorf("the request to sign in: %s", r.URL)
		http.Error(w, "wrong", http.StatusBadRequest)
		return
	}
	answer := url.Values{"state": {q.Get("state")}, "iss": {p.URL}}
	if p.err != "" {
		answer.Set("error", p.err)
	} else {
		code := rand.Text()
		p.give[code] = q
		answer.Set("code", code)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

// token exchanges a code for an ID token. Each code works only once.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	id, _ = url.QueryUnescape(id)
	secret, _ = url.QueryUnescape(secret)
	q, ok := p.give[r.PostFormValue("code")]
	delete(p.give, r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case id != ClientID || secret != Secret:
		send(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	case !ok || q.Get("redirect_uri") != r.PostFormValue("redirect_uri") || q.Get("code_challenge") != text(sum[:]):
		send(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	claims := map[string]any{"iss": p.URL, "aud": ClientID, "iat": p.now().Unix(), "exp": p.now().Add(5 * time.Minute).Unix(), "nonce": q.Get("nonce")}
	maps.Copy(claims, p.who)
	maps.Copy(claims, p.spec)
	send(w, http.StatusOK, map[string]any{"access_token": "open", "token_type": "Bearer", "expires_in": 300, "id_token": p.sign(claims)})
}

func (p *Provider) sign(claims map[string]any) string {
	body, err := json.Marshal(claims)
	if err != nil {
		p.t.Error(err)
	}
	signed := text([]byte(`{"alg":"RS256","kid":"one"}`)) + "." + text(body)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, p.key, crypto.SHA256, sum[:])
	if err != nil {
		p.t.Error(err)
	}
	return signed + "." + text(signature)
}

// me returns the claims that are only sent on request.
func (p *Provider) me(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer open" {
		send(w, http.StatusUnauthorized, map[string]any{"error": "invalid_token"})
		return
	}
	about := map[string]any{"sub": p.who["sub"]}
	maps.Copy(about, p.info)
	send(w, http.StatusOK, about)
}
