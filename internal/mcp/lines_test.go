package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// answer is a JSON-RPC answer that arrives over a pair of pipes.
type answer struct {
	ID     any
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// TestBadLines sends lines that are not messages between those of a session. It checks that
// each is answered, and that the session continues.
func TestBadLines(t *testing.T) {
	t.Parallel()
	h := open(t)
	s := h.server()
	_, token := h.program("Asso")
	_, _, err := s.SignIn(t.Context(), token)
	h.Must(err)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- s.Run(ctx, in, out)
		_ = out.Close()
	}()
	answers := bufio.NewReader(fromServer)
	send := func(line string) {
		t.Helper()
		if _, err := io.WriteString(toServer, line+"\n"); err != nil {
			t.Fatalf("%.80s: %v", line, err)
		}
	}
	next := func() (a answer) {
		t.Helper()
		line, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(line, `"id":`) {
			t.Errorf("no id: %s", line)
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		return a
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	if a := next(); a.Error != nil {
		t.Fatalf("initialize: %+v", a.Error)
	}
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for i, c := range []struct {
		line string
		id   any
		code int
		says string
	}{
		{`garbage`, nil, -32700, "not JSON"},
		{`{"jsonrpc":"2.0","id":3,"method":"ping"`, nil, -32700, "not JSON"},
		{`{"jsonrpc":"2.0","id":3,"method":"ping"} {}`, nil, -32700, "not JSON"},
		{`[{"jsonrpc":"2.0","id":3,"method":"ping"}]`, nil, -32600, "Batches are not supported"},
		{`[]`, nil, -32600, "Batches are not supported"},
		{`"ping"`, nil, -32600, "JSON object"},
		{`null`, nil, -32600, "JSON object"},
		{`{"jsonrpc":"2.0","id":8}`, 8.0, -32600, "no method"},
		{`{"jsonrpc":"2.0","id":"eight"}`, "eight", -32600, "no method"},
		{`{"jsonrpc":"2.0"}`, nil, -32600, "no method"},
		{`{"jsonrpc":"2.0","result":{}}`, nil, -32600, "no JSON-RPC message"},
		{`{"jsonrpc":"1.0","id":9,"method":"ping"}`, 9.0, -32600, `"1.0"`},
		{`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, nil, -32600, "no JSON-RPC message"},
		{`{"jsonrpc":"2.0","id":10,"method":7}`, 10.0, -32600, "no JSON-RPC message"},
		{`{"jsonrpc":"2.0","id":11,"method":"ping","params":"` + strings.Repeat("x", 17<<20) + `"}`, nil, -32600, "too long"},
		{strings.Repeat("[", 20_000), nil, -32700, "not JSON"},
	} {
		send(c.line)
		if a := next(); a.Error == nil || a.ID != c.id || a.Error.Code != c.code || !strings.Contains(a.Error.Message, c.says) {
			t.Errorf("%.60s: %+v, %+v", c.line, a, a.Error)
		}
		send("\r\n") // an empty line
		send(`{"jsonrpc":"2.0","id":"still ` + string(rune('a'+i)) + `","method":"ping"} `)
		if a := next(); a.Error != nil || a.ID != "still "+string(rune('a'+i)) {
			t.Errorf("after %.60s: %+v, %+v", c.line, a, a.Error)
		}
	}
	send(`{"jsonrpc":"2.0","id":99,"result":{}}`) // an answer without a request
	send(`{"jsonrpc":"2.0","id":100,"method":"ping"}`)
	if a := next(); a.Error != nil || a.ID != 100.0 {
		t.Errorf("at the end: %+v, %+v", a, a.Error)
	}
	_ = toServer.Close()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}
