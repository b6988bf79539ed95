package telegram

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"podesta/internal/notify/channel"
)

// TestRefused calls a Bot API that refuses requests, sends invalid answers, or never answers.
func TestRefused(t *testing.T) {
	t.Parallel()
	status, body := 0, ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status == 0 {
			_, _ = io.Copy(io.Discard, r.Body) // the server notices that the client is gone only after reading the body
			<-r.Context().Done()
			return
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(srv.Close)
	b := newBot(t, srv.URL)
	for name, c := range map[string]struct {
		status int
		body   string
		is     error
		after  time.Duration
	}{
		"another bot's token":  {401, `{"ok":false,"error_code":401,"description":"Unauthorized"}`, ErrToken, 0},
		"no token":             {404, `{"ok":false,"error_code":404,"description":"Not Found"}`, ErrToken, 0},
		"another program":      {409, `{"ok":false,"error_code":409,"description":"Conflict: terminated by other getUpdates request"}`, ErrTwo, 0},
		"too many":             {429, `{"ok":false,"error_code":429,"parameters":{"retry_after":7}}`, nil, 7 * time.Second},
		"out of order":         {502, `<html>`, nil, 0},
		"another form":         {200, `{"ok":true,"result":"x"}`, nil, 0},
		"an enormous wait":     {429, `{"ok":false,"error_code":429,"parameters":{"retry_after":99999999}}`, nil, 24 * time.Hour},
		"a wait of the past":   {429, `{"ok":false,"error_code":429,"parameters":{"retry_after":-5}}`, nil, 0},
		"success, but nothing": {200, ``, nil, 0},
	} {
		status, body = c.status, c.body
		_, err := b.Updates(t.Context(), 0, 0)
		var f *channel.Failure
		switch {
		case err == nil || strings.Contains(err.Error(), "secret"):
			t.Errorf("%s: %v", name, err)
		case c.is != nil && !errors.Is(err, c.is), c.is == nil && (!errors.As(err, &f) || f.After != c.after):
			t.Errorf("%s: %v", name, err)
		}
	}
	status = 0
	b.Client.Timeout = 50 * time.Millisecond
	var f *channel.Failure
	if _, err := b.Me(t.Context()); !errors.As(err, &f) {
		t.Errorf("never answers: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := b.Me(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("when the judge ends: %v", err)
	}
	if err := b.SendPicture(ended, "1", "x.png", []byte("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("a picture when the judge ends: %v", err)
	}
}

// FuzzUpdates reads arbitrary updates, and checks that nothing crashes, and that a failure is
// one of the known errors.
func FuzzUpdates(f *testing.F) {
	f.Add(`{"ok":true,"result":[{"update_id":5,"message":{"message_id":1,"from":{"id":2},"chat":{"id":2,"type":"private"},"text":"READY"}}]}`)
	f.Add(`{"ok":true,"result":[{"update_id":6,"message":null},null,{}]}`)
	f.Add(`{"ok":true}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, body string) {
		b := &Bot{Client: &http.Client{Transport: answering{200, body}}, Base: "http://localhost", Token: "secret"}
		all, err := b.Updates(context.Background(), 0, 0)
		var failed *channel.Failure
		if err != nil && !errors.Is(err, ErrToken) && !errors.Is(err, ErrTwo) && !errors.As(err, &failed) {
			t.Fatalf("%v", err)
		}
		for _, u := range all {
			if u.Message != nil && u.Message.From != nil {
				_ = u.Message.From.Name()
			}
		}
	})
}
