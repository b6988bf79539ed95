package webpush_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"podesta/internal/notify/channel"
	"podesta/internal/notify/webhook"
	"podesta/internal/notify/webpush"
	"podesta/internal/notify/webpush/pushtest"
)

func push(t *testing.T, near bool) webpush.Push {
	t.Helper()
	keys, err := webpush.NewKeys([]byte("the secret of a judge"))
	if err != nil {
		t.Fatal(err)
	}
	return webpush.Push{Client: webhook.Client(near), Near: near, Keys: keys, Subject: "https://judge.example.org"}
}

// TestDeliver sends notifications to a service that answers in different ways.
func TestDeliver(t *testing.T) {
	t.Parallel()
	s := pushtest.Serve(t)
	p := push(t, true)
	n := &channel.Notice{To: s.Browser.Endpoint, Secret: s.Browser.Secret(), Title: "Siena: spring 1454", Text: strings.Repeat("«", 5000), Link: "https://judge.example.org/g/x", Tag: "x due", Urgent: true, At: time.Now()}
	if err := p.Deliver(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	got := s.Take()
	if len(got) != 1 || got[0].Title != n.Title || got[0].Link != n.Link || got[0].Tag != n.Tag || len([]rune(got[0].Body)) != 400 || got[0].Header.Get("Urgency") != "high" {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct {
		status int
		after  string
		date   string
		gone   bool
		wait   time.Duration
	}{
		{status: 404, gone: true},
		{status: 410, gone: true},
		{status: 429, after: "120", wait: 2 * time.Minute},
		{status: 429, after: "Fri, 02 Jan 2026 10:05:00 GMT", date: "Fri, 02 Jan 2026 10:00:00 GMT", wait: 5 * time.Minute},
		{status: 429, after: "soon"},
		{status: 500},
		{status: 302},
		{status: 403},
	} {
		s.Answer(func(w http.ResponseWriter) {
			if c.date != "" {
				w.Header().Set("Date", c.date)
			}
			w.Header().Set("Retry-After", c.after)
			w.WriteHeader(c.status)
		})
		var f *channel.Failure
		if err := p.Deliver(t.Context(), n); !errors.As(err, &f) || f.Gone != c.gone || f.After != c.wait || f.Status != c.status {
			t.Errorf("%+v: %v, %+v", c, err, f)
		}
	}

	// If a service never answers, the call ends with the context.
	ctx, cancel := context.WithCancel(t.Context())
	hang := make(chan struct{})
	defer close(hang)
	s.Answer(func(http.ResponseWriter) {
		cancel()
		<-hang
	})
	if err := p.Deliver(ctx, n); !errors.Is(err, context.Canceled) {
		t.Errorf("a service without an answer: %v", err)
	}

	n.Secret = "short"
	var f *channel.Failure
	if err := p.Deliver(t.Context(), n); !errors.As(err, &f) || !f.Gone {
		t.Errorf("keys that cannot be read: %v", err)
	}
}

// TestGuard checks that the judge sends nothing into its own network, whatever address a
// browser claims.
func TestGuard(t *testing.T) {
	t.Parallel()
	s := pushtest.Serve(t)
	p := push(t, false)
	for _, to := range []string{s.Browser.Endpoint, "https://127.0.0.1/push", "https://[::1]/push", "https://10.1.2.3/push", "https://a:b@push.example.org/", "http://push.example.org/", "ftp://push.example.org/", "push"} {
		if why := p.Check(t.Context(), to); why.IsZero() {
			t.Errorf("%s is accepted", to)
		}
	}
	var f *channel.Failure
	err := p.Deliver(t.Context(), &channel.Notice{To: s.Browser.Endpoint, Secret: s.Browser.Secret(), Title: "x", At: time.Now()})
	if !errors.As(err, &f) || s.Calls() != 0 {
		t.Errorf("%v after %d calls", err, s.Calls())
	}
}
