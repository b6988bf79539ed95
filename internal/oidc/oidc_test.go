package oidc_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/oidc"
	"podesta/internal/oidc/oidctest"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func now() time.Time { return noon }

const back = "http://localhost/signin/with/club"

func settings(issuer string) oidc.Settings {
	return oidc.Settings{ID: "club", Name: "The Club", Issuer: issuer, ClientID: oidctest.ClientID, Secret: oidctest.Secret, Scopes: []string{"email", "profile"}}
}

// visit follows an address of the provider, and returns the query of the redirect back to the
// judge.
func visit(t *testing.T, to string) url.Values {
	t.Helper()
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := c.Get(to)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	at, err := resp.Location()
	if err != nil {
		t.Fatalf("%s: %v", resp.Status, err)
	}
	return at.Query()
}

// round signs in once, after change has altered the flow and the answer.
func round(t *testing.T, p *oidc.Provider, change func(f *oidc.Flow, q url.Values)) (oidc.Person, error) {
	t.Helper()
	f := oidc.NewFlow()
	to, err := p.Begin(t.Context(), f, back)
	if err != nil {
		t.Fatal(err)
	}
	q := visit(t, to)
	if change != nil {
		change(&f, q)
	}
	return p.Finish(t.Context(), f, back, q)
}

// TestRound signs in with everything correct, and with each possible mistake of a provider or
// attack.
func TestRound(t *testing.T) {
	t.Parallel()
	site := oidctest.New(t, now)
	p := oidc.New(settings(site.URL), http.DefaultTransport, now)
	if err := p.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	site.Person("17", "ada@example.org", true, "Ada")
	who, err := round(t, p, nil)
	want := oidc.Person{Name: "Ada", Identity: game.Identity{Issuer: site.URL, Subject: "17", Email: "ada@example.org", Verified: true}}
	if err != nil || who != want {
		t.Fatalf("%+v, %v", who, err)
	}
	for name, c := range map[string]struct {
		claims map[string]any
		want   error
	}{
		"as it should be":     {nil, nil},
		"for another client":  {map[string]any{"aud": "another"}, oidc.ErrAnswer},
		"for several, by us":  {map[string]any{"aud": []string{"another", oidctest.ClientID}, "azp": oidctest.ClientID}, nil},
		"for several, not us": {map[string]any{"aud": []string{"another", oidctest.ClientID}, "azp": "another"}, oidc.ErrAnswer},
		"expired":             {map[string]any{"exp": noon.Add(-time.Minute).Unix()}, oidc.ErrAnswer},
		"of another issuer":   {map[string]any{"iss": "https://example.org"}, oidc.ErrAnswer},
		"of another request":  {map[string]any{"nonce": "x"}, oidc.ErrAnswer},
		"about nobody":        {map[string]any{"sub": ""}, oidc.ErrAnswer},
	} {
		site.Person("17", "ada@example.org", true, "Ada")
		site.Claims(c.claims)
		if _, err := round(t, p, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	site.Person("17", "ada@example.org", true, "Ada")
	for name, c := range map[string]struct {
		change func(f *oidc.Flow, q url.Values)
		want   error
	}{
		"another state":    {func(_ *oidc.Flow, q url.Values) { q.Set("state", "x") }, oidc.ErrAnswer},
		"no state":         {func(f *oidc.Flow, q url.Values) { f.State = ""; q.Del("state") }, oidc.ErrAnswer},
		"another verifier": {func(f *oidc.Flow, _ url.Values) { f.Verifier = "x" }, oidc.ErrRefused},
		"another code":     {func(_ *oidc.Flow, q url.Values) { q.Set("code", "x") }, oidc.ErrRefused},
		"another provider": {func(_ *oidc.Flow, q url.Values) { q.Set("iss", "https://example.org") }, oidc.ErrAnswer},
		"the provider stops in between": {func(*oidc.Flow, url.Values) {
			site.Down(true)
		}, oidc.ErrDown},
	} {
		if _, err := round(t, p, c.change); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		site.Down(false)
	}
	site.Refuse("access_denied")
	if _, err := round(t, p, nil); !errors.Is(err, oidc.ErrRefused) {
		t.Errorf("refused: %v", err)
	}
}

// TestAddressOnRequest signs in at a provider that reveals the address only on request.
func TestAddressOnRequest(t *testing.T) {
	t.Parallel()
	site := oidctest.New(t, now)
	p := oidc.New(settings(site.URL), http.DefaultTransport, now)
	for name, c := range map[string]struct {
		info map[string]any
		want game.Identity
		err  error
	}{
		"an address":           {map[string]any{"email": "a@example.org", "email_verified": "true"}, game.Identity{Email: "a@example.org", Verified: true}, nil},
		"an unverified one":    {map[string]any{"email": "a@example.org"}, game.Identity{Email: "a@example.org"}, nil},
		"none, but verified":   {map[string]any{"email_verified": true}, game.Identity{}, nil},
		"about someone else":   {map[string]any{"sub": "18", "email": "a@example.org", "email_verified": true}, game.Identity{}, oidc.ErrAnswer},
		"nothing worth asking": {nil, game.Identity{}, nil},
	} {
		site.Person("17", "", false, "Ada")
		site.Info(c.info)
		who, err := round(t, p, nil)
		if err == nil {
			c.want.Issuer, c.want.Subject = site.URL, "17"
		}
		if !errors.Is(err, c.err) || who.Identity != c.want {
			t.Errorf("%s: %+v, %v", name, who.Identity, err)
		}
	}
}

// TestProviderDown signs in at providers that do not work, and at one that recovers.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	site := oidctest.New(t, now)
	site.Down(true)
	p := oidc.New(settings(site.URL), http.DefaultTransport, now)
	if err := p.Check(t.Context()); !errors.Is(err, oidc.ErrDown) {
		t.Errorf("out of order: %v", err)
	}
	site.Down(false)
	if err := p.Check(t.Context()); err != nil {
		t.Errorf("it works again: %v", err)
	}
	var mismatch *oidc.Mismatch
	if err := oidc.New(settings(site.URL+"/"), http.DefaultTransport, now).Check(t.Context()); !errors.As(err, &mismatch) || mismatch.Discovered != site.URL {
		t.Errorf("another issuer: %v", err)
	}
	never := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer never.Close()
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := oidc.New(settings(never.URL), http.DefaultTransport, now).Begin(ended, oidc.NewFlow(), back); !errors.Is(err, oidc.ErrDown) {
		t.Errorf("one that never answers: %v", err)
	}
}

func TestAdmits(t *testing.T) {
	t.Parallel()
	p := oidc.New(oidc.Settings{Domains: []string{"club.example.org"}}, http.DefaultTransport, now)
	for _, c := range []struct {
		id   game.Identity
		want bool
	}{
		{game.Identity{Email: "a@club.example.org", Verified: true}, true},
		{game.Identity{Email: "a@CLUB.example.org", Verified: true}, true},
		{game.Identity{Email: "a@club.example.org"}, false},
		{game.Identity{Email: "a@example.org", Verified: true}, false},
		{game.Identity{Email: "a@evil.example.org@club.example.org", Verified: true}, false},
		{game.Identity{}, false},
	} {
		if got := p.Admits(c.id); got != c.want {
			t.Errorf("%+v: %v", c.id, got)
		}
	}
}

func TestSecureIssuers(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://id.example.org/realms/club": true, "http://localhost:8080": true, "http://127.0.0.1": true,
		"http://id.example.org": false, "id.example.org": false, "https://": false, "https://a:b@id.example.org": false, "https://id.example.org#x": false, "ftp://localhost": false,
	} {
		if got := oidc.Secure(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}
