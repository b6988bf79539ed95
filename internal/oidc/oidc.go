// Package oidc lets people sign in with an account at an identity provider, using OpenID
// Connect: the authorization code flow with PKCE, state and nonce.
package oidc

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"podesta/internal/game"
)

// Limits for the answers of identity providers.
const (
	timeout    = 10 * time.Second
	maxAnswer  = 1 << 20 // in bytes
	maxSubject = 255     // in characters, as the standard demands
	maxName    = 200     // bytes in a suggested name
)

// Settings describes an identity provider.
type Settings struct {
	ID          string   // ID in URLs: lower-case letters and digits
	Name        string   // name for people
	Issuer      string   // address of the issuer
	ClientID    string   // the ID that the provider has assigned to the judge
	Secret      string   // client secret; empty if there is none
	Scopes      []string // scopes besides openid
	NewAccounts bool     // whether everyone who signs in may create an account
	Domains     []string // e-mail domains of people who can sign in; empty for any
}

// Provider is an identity provider. Its endpoints are discovered when they are first needed, so
// that the judge can start without it.
type Provider struct {
	Settings
	client *http.Client
	now    func() time.Time

	mu    sync.Mutex
	found *oidc.Provider
}

// Path is the prefix of the judge's redirect URIs. The ID of the provider follows it.
const Path = "/signin/with/"

// Mismatch is an error of Check: the provider has a different issuer name.
type Mismatch = oidc.IssuerMismatchError

// New returns a provider that is reached through the given transport. now is the clock that
// determines whether tokens have expired.
func New(s Settings, transport http.RoundTripper, now func() time.Time) *Provider {
	return &Provider{Settings: s, client: &http.Client{Timeout: timeout, Transport: limited{transport}, CheckRedirect: sameSite}, now: now}
}

// limited is an http.RoundTripper that limits the size of answers.
type limited struct{ http.RoundTripper }

func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	return resp, nil
}

// sameSite refuses to follow redirects to another server, because the request may contain a
// secret.
func sameSite(r *http.Request, via []*http.Request) error {
	if r.URL.Scheme != via[0].URL.Scheme || r.URL.Host != via[0].URL.Host || len(via) > 3 {
		return http.ErrUseLastResponse
	}
	return nil
}

// Flow is the data that must be kept between the authorization request and the answer.
type Flow struct {
	State, Nonce, Verifier string
}

// NewFlow returns a flow with new secrets.
func NewFlow() Flow {
	return Flow{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
}

// Person is someone who has signed in at an identity provider.
type Person struct {
	game.Identity
	Name string // the person's name there; may be empty
}

// The errors of providers.
var (
	// ErrDown means that the provider does not answer, or that its answers are invalid.
	ErrDown = errors.New("the identity provider cannot be used")
	// ErrRefused means that the provider did not sign the person in, or does not accept the
	// judge's client.
	ErrRefused = errors.New("the identity provider has refused the request")
	// ErrAnswer means that the answer proves nothing: it has expired, or belongs to another client
	// or another request.
	ErrAnswer = errors.New("the answer of the identity provider proves nothing")
)

// discover returns the endpoints and keys of the provider.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDown, p.Issuer, err)
	}
	for _, address := range []string{found.Endpoint().AuthURL, found.Endpoint().TokenURL} {
		if !Secure(address) {
			return nil, fmt.Errorf("%w: %s: its endpoint %q is not a secure address", ErrDown, p.Issuer, address)
		}
	}
	p.found = found
	return found, nil
}

// Secure reports whether an address is secure enough for an issuer: it must use https, or http on
// this machine.
func Secure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	host := u.Hostname()
	return u.Scheme == "https" || u.Scheme == "http" && (host == "localhost" || host == "127.0.0.1" || host == "::1")
}

// Check requests the provider's endpoints and keys. It returns ErrDown if that fails.
func (p *Provider) Check(ctx context.Context) error {
	found, err := p.discover(ctx)
	if err != nil {
		return err
	}
	var c struct {
		Keys    string   `json:"jwks_uri"`
		Methods []string `json:"code_challenge_methods_supported"`
	}
	if err := found.Claims(&c); err != nil {
		return fmt.Errorf("%w: %w", ErrDown, err)
	}
	if len(c.Methods) > 0 && !slices.Contains(c.Methods, "S256") {
		return fmt.Errorf("%w: it does not take PKCE with S256", ErrDown)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Keys, nil)
	if err != nil {
		return fmt.Errorf("%w: its keys are at no address: %w", ErrDown, err)
	}
	resp, err := p.client.Do(r)
	if err != nil {
		return fmt.Errorf("%w: its keys: %w", ErrDown, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: its keys at %s: %s", ErrDown, c.Keys, resp.Status)
	}
	return nil
}

// config returns the client settings for a flow with the redirect URI back.
func (p *Provider) config(found *oidc.Provider, back string) *oauth2.Config {
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.Secret, Endpoint: found.Endpoint(), RedirectURL: back, Scopes: append([]string{oidc.ScopeOpenID}, p.Scopes...)}
}

// Begin returns the address at which the person signs in. back is the redirect URI. The error is
// ErrDown.
func (p *Provider) Begin(ctx context.Context, f Flow, back string) (string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.config(found, back).AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)), nil
}

// Finish checks the query of the request to the redirect URI, and returns the person who has
// signed in.
func (p *Provider) Finish(ctx context.Context, f Flow, back string, q url.Values) (Person, error) {
	var out Person
	if f.State == "" || subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(f.State)) != 1 {
		return out, fmt.Errorf("%w: the state is another one", ErrAnswer)
	}
	if from := q.Get("iss"); from != "" && from != p.Issuer {
		return out, fmt.Errorf("%w: it comes from %q", ErrAnswer, from)
	}
	if why := q.Get("error"); why != "" {
		return out, fmt.Errorf("%w: %q, %q", ErrRefused, why, q.Get("error_description"))
	}
	found, err := p.discover(ctx)
	if err != nil {
		return out, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.config(found, back).Exchange(ctx, q.Get("code"), oauth2.VerifierOption(f.Verifier))
	if refused := (*oauth2.RetrieveError)(nil); errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode/100 == 4 && refused.Response.StatusCode != http.StatusTooManyRequests {
		return out, fmt.Errorf("%w: the code: %s %q", ErrRefused, refused.Response.Status, refused.ErrorCode)
	}
	if err != nil {
		return out, fmt.Errorf("%w: the code: %w", ErrDown, err)
	}
	raw, _ := token.Extra("id_token").(string)
	proof, err := found.VerifierContext(oidc.ClientContext(context.Background(), p.client), &oidc.Config{ClientID: p.ClientID, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return out, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if subtle.ConstantTimeCompare([]byte(proof.Nonce), []byte(f.Nonce)) != 1 {
		return out, fmt.Errorf("%w: the nonce is another one", ErrAnswer)
	}
	if proof.Subject == "" || len(proof.Subject) > maxSubject {
		return out, fmt.Errorf("%w: it names no subject", ErrAnswer)
	}
	return p.person(ctx, found, token, proof)
}

// claims are the claims about a person.
type claims struct {
	Email    string `json:"email"`
	Verified any    `json:"email_verified"` // some providers send it as a string
	Name     string `json:"name"`
	Nick     string `json:"preferred_username"`
	Party    string `json:"azp"`
}

// person returns who has signed in. If the ID token does not contain an e-mail address, person
// requests it from the provider.
func (p *Provider) person(ctx context.Context, found *oidc.Provider, token *oauth2.Token, proof *oidc.IDToken) (Person, error) {
	var c claims
	if err := proof.Claims(&c); err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if c.Party != "" && c.Party != p.ClientID {
		return Person{}, fmt.Errorf("%w: it was made for the client %q", ErrAnswer, c.Party)
	}
	if c.Email == "" && found.UserInfoEndpoint() != "" {
		info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return Person{}, fmt.Errorf("%w: who it is: %w", ErrDown, err)
		}
		if info.Subject != proof.Subject {
			return Person{}, fmt.Errorf("%w: it is about another person", ErrAnswer)
		}
		if err := info.Claims(&c); err != nil {
			return Person{}, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
	}
	name := c.Name
	if name == "" {
		name, _, _ = strings.Cut(c.Nick, "@")
	}
	if len(name) > maxName {
		name = ""
	}
	return Person{Name: name, Identity: game.Identity{
		Issuer: p.Issuer, Subject: proof.Subject, Email: c.Email, Verified: c.Email != "" && (c.Verified == true || c.Verified == "true"),
	}}, nil
}

// Admits reports whether a person with this identity may sign in. If the provider is limited to
// domains, it must have verified an e-mail address in one of them.
func (p *Provider) Admits(id game.Identity) bool {
	if len(p.Domains) == 0 {
		return true
	}
	_, domain, _ := strings.Cut(id.Email, "@")
	return id.Verified && slices.ContainsFunc(p.Domains, func(d string) bool { return strings.EqualFold(d, domain) })
}
