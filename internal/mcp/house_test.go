package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/mcp"
	"podesta/internal/wiring"
)

// house is a judge with its API, and agents that play there.
type house struct {
	*judgetest.House
	t      *testing.T
	srv    *httptest.Server
	bianca string // ID of the account that hosts games
}

func open(t *testing.T, change ...func(*api.Deps)) *house {
	t.Helper()
	return around(t, judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)), change...)
}

// around returns a house that uses an existing judge.
func around(t *testing.T, base *judgetest.House, change ...func(*api.Deps)) *house {
	t.Helper()
	h := &house{House: base, t: t}
	d := api.Deps{
		Judge: wiring.API(h.Judge), Clock: h.Clock, Version: "test", Log: slog.New(slog.DiscardHandler), Poll: 10 * time.Millisecond,
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6, Programs: 1e7},
	}
	for _, f := range change {
		f(&d)
	}
	a := api.New(d)
	h.srv = httptest.NewServer(a)
	t.Cleanup(h.srv.Close)
	t.Cleanup(a.Close)
	return h
}

// program creates a program's account, and returns its ID and a token.
func (h *house) program(name string) (account, token string) {
	h.t.Helper()
	id := h.Person(name).ID
	h.Must(h.Users.SetProgram(h.t.Context(), id, true, ""))
	return id, h.Token(id)
}

// host creates a game whose phases are resolved as soon as all are ready, and which programs may
// join.
func (h *house) host(n lobby.NewGame, change ...func(*hosting.Hosting)) *game.Game {
	h.t.Helper()
	how := hosting.Default()
	how.Programs, how.Listed = true, true
	for _, f := range change {
		f(&how)
	}
	for i := range how.Timing {
		how.Timing[i].Clock, how.Timing[i].Min, how.Timing[i].Delay, how.Timing[i].Days = -1, 0, 0, "SMTWTFS"
	}
	if h.bianca == "" {
		h.bianca = h.Person("Bianca").ID
	}
	g, err := h.Lobby.Host(h.t.Context(), h.bianca, n, how)
	h.Must(err)
	return h.At(g.ID)
}

// agent is an MCP client, connected to a server for one account.
type agent struct {
	t       *testing.T
	session *sdk.ClientSession
}

// server returns a server for the judge.
func (h *house) server() *mcp.Server {
	h.t.Helper()
	s, err := mcp.New(mcp.Options{Judge: h.srv.URL, Version: "test"})
	h.Must(err)
	return s
}

// agent starts a server with a token, as it runs on standard input and output, and connects to
// it.
func (h *house) agent(token string) *agent {
	h.t.Helper()
	s := h.server()
	if _, down, err := s.SignIn(h.t.Context(), token); err != nil && !down {
		h.t.Fatal(err)
	}
	return connect(h.t, s)
}

// connect serves over a pair of pipes, and returns the client at the other end.
func connect(t *testing.T, s *mcp.Server) *agent {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context())) // cleanups use the context
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- s.Run(ctx, in, out)
		_ = out.Close()
	}()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return &agent{t, session}
}

// call calls a tool. It returns the text of its result, and whether that is an
// error.
func (a *agent) call(name string, arguments any) (string, bool) {
	a.t.Helper()
	res, err := a.session.CallTool(a.t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		return err.Error(), true
	}
	return content(res), res.IsError
}

// content returns a result as text. Pictures are returned as their bytes.
func content(res *sdk.CallToolResult) string {
	var b strings.Builder
	for _, c := range res.Content {
		switch c := c.(type) {
		case *sdk.TextContent:
			b.WriteString(c.Text)
		case *sdk.ImageContent:
			b.Write(c.Data)
		}
	}
	return b.String()
}

// do is call for a call that must succeed.
func (a *agent) do(name string, arguments any) string {
	a.t.Helper()
	text, failed := a.call(name, arguments)
	if failed {
		a.t.Errorf("%s: %s", name, text)
	}
	return text
}

// refused is call for a call that must fail with a message.
func (a *agent) refused(name string, arguments any, says ...string) {
	a.t.Helper()
	text, failed := a.call(name, arguments)
	if !failed {
		a.t.Errorf("%s succeeds: %s", name, text)
	}
	for _, want := range says {
		if !strings.Contains(text, want) {
			a.t.Errorf("%s does not say %q: %s", name, want, text)
		}
	}
}

// args holds the arguments of a tool.
type args map[string]any

// read decodes an answer.
func read[T any](t *testing.T, text string) T {
	t.Helper()
	var out T
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Errorf("%v: %.200s", err, text)
	}
	return out
}

// work lets the judge do what is due until stop is closed.
func (h *house) work(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(5 * time.Millisecond):
		}
		h.Clock.Advance(time.Second)
		if _, err := h.Judge.Clock.Work(h.t.Context()); err != nil {
			h.t.Error(err)
			return
		}
	}
}
