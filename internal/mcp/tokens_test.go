package mcp_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/mcp"
)

// TestTokens signs in with invalid tokens, and checks that each error says what to do.
func TestTokens(t *testing.T) {
	t.Parallel()
	h := open(t)
	person := h.Token(h.Person("Ada").ID)
	x := seated(t, nil)
	account, token := h.program("Asso")
	revoked := h.Token(account)
	h.Must(h.dropToken(revoked))
	player, _, err := x.Users.Authenticate(t.Context(), x.tokens["milan"])
	h.Must(err)
	limited, err := x.Users.NewToken(t.Context(), game.Token{Kind: game.APIToken, Account: player.ID, Game: x.game}, 0)
	h.Must(err)
	for name, c := range map[string]struct {
		h     *house
		token string
		says  string
	}{
		"of a person": {h, person, "Accounts of programs"},
		"revoked":     {h, revoked, "was revoked"},
		"wrong":       {h, "nonsense", "is wrong, or was revoked"},
		"none":        {h, "", "There is no token"},
		"of a game":   {x.house, limited, "one game only"},
		"two words":   {h, "two words", "not a token"},
	} {
		_, down, err := c.h.server().SignIn(t.Context(), c.token)
		if err == nil || down || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, down %t", name, err, down)
		} else if c.token != "" && strings.Contains(err.Error(), c.token) {
			t.Errorf("%s: the error has the token: %v", name, err)
		}
	}
	if name, _, err := h.server().SignIn(t.Context(), token); err != nil || name != "Asso" {
		t.Errorf("a good token: %q, %v", name, err)
	}
	a := h.agent(token)
	a.do("list_games", nil)
	h.Must(h.dropToken(token))
	a.refused("look", args{"game": "siena"}, "not valid", "make a key for all its games")
	for range 20 { // so many calls with a wrong token would slow down this address
		a.refused("look", args{"game": "siena"}, "was revoked", "make a key for all its games")
	}
	h.agent(h.Token(account)).do("list_games", nil)
	if _, err := mcp.New(mcp.Options{Judge: "ftp://judge"}); err == nil {
		t.Error("the address of a judge is not checked")
	}
}

// dropToken revokes a token.
func (h *house) dropToken(secret string) error {
	a, tok, err := h.Users.Authenticate(h.t.Context(), secret)
	if err != nil {
		return err
	}
	return h.Users.DropToken(h.t.Context(), a.ID, tok.Hash)
}

// TestJudgeAway starts a server while the judge is down, and checks that the tools say so, and
// work when the judge is back.
func TestJudgeAway(t *testing.T) {
	t.Parallel()
	h := open(t)
	_, token := h.program("Asso")
	judge := httptest.NewUnstartedServer(h.srv.Config.Handler)
	h.srv.Close()
	d := &door{Listener: judge.Listener}
	d.shut.Store(true)
	judge.Listener = d
	judge.Start()
	t.Cleanup(judge.Close)
	h.srv = judge
	s := h.server()
	if _, down, err := s.SignIn(t.Context(), token); err == nil || !down {
		t.Errorf("without a judge: %v, down %t", err, down)
	}
	a := connect(t, s)
	a.refused("list_games", nil, "The judge did not answer", "cannot be reached", "Wait a minute")
	a.refused("wait_for_news", args{"game": "siena", "revision": 1}, "The judge did not answer")
	d.shut.Store(false)
	a.do("list_games", nil)
}

// door is a listener that closes each connection immediately while it is shut. It keeps its port
// meanwhile, so that no other program can take it.
type door struct {
	net.Listener
	shut atomic.Bool
}

// Accept returns the next connection that arrives while the door is open.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil || !d.shut.Load() {
			return c, err
		}
		_ = c.Close()
	}
}

// TestNotAJudge calls something that is not a judge.
func TestNotAJudge(t *testing.T) {
	t.Parallel()
	h := open(t)
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	h.srv = other
	s := h.server()
	_, _, err := s.SignIn(t.Context(), "token")
	if err == nil {
		t.Fatal("signed in")
	}
	connect(t, s).refused("list_games", nil, "not a judge", "address of the judge")
}

// TestPatience checks that a server waits as long as the judge asks, and then repeats a call,
// and that it eventually gives up with advice.
func TestPatience(t *testing.T) {
	t.Parallel()
	h := open(t, func(d *api.Deps) { d.Limits.Programs = 10 })
	_, token := h.program("Asso")
	s := h.server()
	waits, stuck := 0, false
	s.SetRest(func(_ context.Context, d time.Duration) error {
		waits++
		if !stuck {
			h.Clock.Advance(d)
		}
		return nil
	})
	if _, _, err := s.SignIn(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	a := connect(t, s)
	for range 4 { // eight calls, of which two are allowed without waiting
		a.do("list_games", nil)
	}
	if waits < 4 {
		t.Errorf("waited %d times", waits)
	}
	waits, stuck = 0, true
	a.refused("list_games", nil, "Too many requests", "This tool has waited already. Call it again in ")
	if waits < 2 || waits > 10 {
		t.Errorf("waited %d times in vain", waits)
	}
}

// signer adds a token to requests.
type signer struct{ token string }

func (s signer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// remote connects to a server over HTTP.
func remote(t *testing.T, url, token string) (*agent, error) {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: signer{token}}, MaxRetries: -1}, nil)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = session.Close() })
	return &agent{t, session}, nil
}

// TestHTTP lets several agents use one server, each with its own token.
func TestHTTP(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	front := httptest.NewServer(x.server().Handler(false))
	t.Cleanup(front.Close)
	orders := map[string]string{"milan": "A Pavia - Montferrat", "venice": "A Verona H"}
	for power, order := range orders {
		a, err := remote(t, front.URL, x.tokens[power])
		if err != nil {
			t.Fatal(err)
		}
		a.do("submit_orders", args{"game": "siena", "orders": []string{order}, "revision": 2})
		look := a.do("look", args{"game": "siena"})
		for other, line := range orders {
			if strings.Contains(look, "The orders that you have sent:\n  "+line) != (other == power) {
				t.Errorf("%s sees of %s:\n%s", power, other, look)
			}
		}
		if _, err := a.session.ReadResource(t.Context(), resource("games/siena/rules")); err != nil {
			t.Error(err)
		}
	}
	person := x.Token(x.Person("Ada").ID)
	for name, c := range map[string]struct{ token, says string }{
		"nobody": {"", "Authorization: Bearer TOKEN"}, "a person": {person, "Accounts of programs"}, "a wrong one": {"nonsense", "was revoked"},
	} {
		other := httptest.NewServer(x.server().Handler(false))
		t.Cleanup(other.Close)
		if _, err := remote(t, other.URL, c.token); err == nil {
			t.Errorf("%s gets in", name)
		}
		if status, text := post(t, other.URL, "", c.token, ""); status != http.StatusUnauthorized || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	huge := strings.Repeat("A Pavia H # ", 1<<20)
	if status, text := post(t, front.URL, "", x.tokens["milan"], huge); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a request of 10 MB: %d %s", status, text)
	}
	if status, text := post(t, front.URL, "", x.tokens["milan"], ""); status != http.StatusOK || !strings.Contains(text, "submit_orders") {
		t.Errorf("afterwards: %d %s", status, text)
	}
	if status, text := post(t, front.URL, "elsewhere.example.org", x.tokens["milan"], ""); status != http.StatusForbidden {
		t.Errorf("another host name: %d %s", status, text)
	}
	proxied := httptest.NewServer(x.server().Handler(true))
	t.Cleanup(proxied.Close)
	if status, text := post(t, proxied.URL, "elsewhere.example.org", x.tokens["milan"], ""); status != http.StatusOK {
		t.Errorf("behind a proxy: %d %s", status, text)
	}
	for range 8 { // the judge is asked about the token only once
		if status, text := post(t, front.URL, "", "nonsense", ""); status != http.StatusUnauthorized {
			t.Errorf("a wrong token: %d %s", status, text)
		}
	}
	for i := range 8 {
		post(t, front.URL, "", fmt.Sprint("nonsense", i), "")
	}
	if status, text := post(t, front.URL, "", "another", ""); status != http.StatusTooManyRequests || !strings.Contains(text, "too many wrong tokens") {
		t.Errorf("many wrong tokens: %d %s", status, text)
	}
	if status, text := post(t, front.URL, "", x.tokens["milan"], ""); status != http.StatusOK {
		t.Errorf("a good token after many wrong ones: %d %s", status, text)
	}
	// Tokens that the server has not seen are still accepted if they are valid, although by now
	// the judge slows down this server as well, and strangers continue.
	again := httptest.NewServer(x.server().Handler(false))
	t.Cleanup(again.Close)
	for power, token := range x.tokens {
		for i := range 8 {
			if status, text := post(t, again.URL, "", fmt.Sprint(power, i), ""); status != http.StatusUnauthorized && status != http.StatusTooManyRequests {
				t.Errorf("a wrong token: %d %s", status, text)
			}
		}
		if status, text := post(t, again.URL, "", token, ""); status != http.StatusOK {
			t.Errorf("a new good token among wrong ones: %d %s", status, text)
		}
	}
}

// post requests the list of tools without an MCP client; more is appended to the request's body.
func post(t *testing.T, url, host, token, more string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"`+more+`"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := (&http.Client{Transport: signer{token}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// TestBadInput sends input that no tool can use, and checks that the session stays open.
func TestBadInput(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	a := x.agents["milan"]
	huge := strings.Repeat("A Pavia H\n", 1<<16) // shorter than the maximum request
	a.refused("submit_orders", args{"game": "siena", "orders": []string{huge}, "revision": 2}, "A seat can send 40000 at most")
	a.refused("check_orders", args{"game": "siena", "orders": []string{huge}}, "40000")
	a.refused("write_press", args{"game": "siena", "to": []string{"venice"}, "text": huge}, "a message can have 40000")
	a.refused("write_press", args{"game": "siena", "to": []string{"venice"}, "text": " "}, "empty")
	a.refused("write_press", args{"game": "siena", "to": []string{}, "text": "hello"}, "Say to whom")
	a.refused("write_press", args{"game": "siena", "to": []string{"genoa"}, "text": "hello"})
	a.refused("submit_orders", args{"game": "siena", "orders": []string{}, "revision": 0}, "Name the revision")
	a.refused("set_ready", args{"game": "siena", "ready": true, "revision": 0}, "revision takes a whole number from 1 on")
	a.refused("conquer", args{"game": "siena"}, "unknown tool", "list_games", "submit_orders")
	a.refused("look", args{"game": "siena", "power": "venice"}, "power", "input schema of look")
	a.refused("look", args{}, "game", "input schema of look")
	a.refused("look", args{"game": "siena", "format": "film"}, "input schema of look")
	a.refused("look", args{"game": 7}, "input schema of look")
	a.refused("look", args{"game": "siena", "format": huge}, "input schema of look")
	a.refused("submit_orders", args{"game": "siena", "orders": "A Pavia H", "revision": 2}, "input schema")
	a.refused("what_if", args{"game": "siena", "orders": args{"genoa": []string{"A Genoa H"}}})
	a.refused("ask_rules", args{"game": "siena", "chapter": "99"}, "no such chapter")
	if text, _ := a.call("look", args{"game": "siena", "format": huge}); len(text) > 2000 {
		t.Errorf("an error of %d bytes", len(text))
	}
	if text := a.do("look", args{"game": "siena"}); !strings.Contains(text, "have sent none") {
		t.Errorf("afterwards: %s", text)
	}
}

// TestWithinTheJudge plays through the judge's own address, which has a path. There, API calls are
// made within the program. The test also checks that streams end with the call.
func TestWithinTheJudge(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	const prefix = "/machiavelli"
	h, err := mcp.Inside(mcp.Options{
		Judge: "https://judge.example.org" + prefix, Version: "test", Remote: func(r *http.Request) string { return r.Header.Get("Test-From") },
	}, httpserver.Below(prefix, x.srv.Config.Handler))
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(h)
	t.Cleanup(front.Close)
	milan, err := remote(t, front.URL, x.tokens["milan"])
	if err != nil {
		t.Fatal(err)
	}
	venice, err := remote(t, front.URL, x.tokens["venice"])
	if err != nil {
		t.Fatal(err)
	}
	news := make(chan string)
	go func() {
		said, _ := venice.call("wait_for_news", args{"game": "siena", "revision": 2, "seconds": 55})
		news <- said
	}()
	milan.do("write_press", args{"game": "siena", "to": []string{"venice"}, "text": "Pax?"})
	if said := <-news; !strings.Contains(said, "message") && !strings.Contains(said, "press") {
		t.Errorf("Venice waits for news and is told %q", said)
	}
	milan.do("submit_orders", args{"game": "siena", "orders": []string{"A Pavia - Montferrat"}, "revision": 2})
	if look := milan.do("look", args{"game": "siena"}); !strings.Contains(look, "A Pavia - Montferrat") {
		t.Errorf("after Milan has sent an order:\n%s", look)
	}
	if status, text := post(t, front.URL, "", "nonsense", ""); status != http.StatusUnauthorized || !strings.Contains(text, "was revoked") {
		t.Errorf("a wrong token: %d %s", status, text)
	}
}
