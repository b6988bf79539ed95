package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"podesta/internal/notify/channel"
)

// standIn is a fake Bot API that knows one chat.
type standIn struct {
	*httptest.Server
	status int // status of the next answers; 0 for Telegram's usual status
	calls  []map[string]any
	paths  []string
}

const token = "123:secret"

func newStandIn(t *testing.T) *standIn {
	s := &standIn{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var in map[string]any
		if err := json.Unmarshal(body, &in); err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s: %q, %v", r.Method, r.URL, body, err)
		}
		s.calls, s.paths = append(s.calls, in), append(s.paths, r.URL.Path)
		switch {
		case s.status == http.StatusTooManyRequests:
			w.WriteHeader(s.status)
			_, _ = w.Write([]byte(`{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 30","parameters":{"retry_after":30}}`))
		case s.status == http.StatusBadGateway:
			w.WriteHeader(s.status)
			_, _ = w.Write([]byte(`<html>down</html>`))
		case in["chat_id"] != "4711":
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}`))
		default:
			_, _ = w.Write([]byte(`{"ok":true,"result":{}}`))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func newBot(t *testing.T, base string) *Bot {
	t.Helper()
	b, err := New(base, token)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "api.telegram.org", "ftp://api.telegram.org", "http://"} {
		if _, err := New(base, token); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", base, err)
		}
	}
}

func TestDeliver(t *testing.T) {
	t.Parallel()
	s := newStandIn(t)
	b := newBot(t, s.URL+"/")
	n := &channel.Notice{To: "4711", Title: "Milan & <Venice>", Text: "Spring 1454 is over.\nA Pavia > Milan", Link: "https://judge.example.org/g/1?a=1&b=2"}
	if err := b.Deliver(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	want := "<b>Milan &amp; &lt;Venice&gt;</b>\nSpring 1454 is over.\nA Pavia &gt; Milan\nhttps://judge.example.org/g/1?a=1&amp;b=2"
	if got := s.calls[0]; s.paths[0] != "/bot123:secret/sendMessage" || got["chat_id"] != "4711" || got["text"] != want || got["parse_mode"] != "HTML" {
		t.Errorf("%s %v", s.paths[0], got)
	}
	for status, after := range map[int]time.Duration{http.StatusTooManyRequests: 30 * time.Second, http.StatusBadGateway: 0} {
		s.status = status
		var f *channel.Failure
		if err := b.Deliver(t.Context(), n); !errors.As(err, &f) || f.After != after || strings.Contains(f.Why, "down") {
			t.Errorf("after %d: %v", status, err)
		}
	}
	s.status = 0
	n.To = "99"
	var f *channel.Failure
	if err := b.Deliver(t.Context(), n); !errors.As(err, &f) || f.Why != "Telegram answered 400" {
		t.Errorf("to a chat that is unknown: %v", err)
	}
	s.Close()
	if err := b.Deliver(t.Context(), n); !errors.As(err, &f) || strings.Contains(err.Error(), "secret") {
		t.Errorf("without Telegram: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := b.Deliver(ended, n); !errors.Is(err, context.Canceled) {
		t.Errorf("when the judge ends: %v", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	s := newStandIn(t)
	b := newBot(t, s.URL)
	for to, want := range map[string]string{
		"4711": "", "-100": "Send the bot a message first", "@somewhere": "administrator",
		"": "number of your chat", "0": "number of your chat", "12ab": "number of your chat", "@a b": "number of your chat",
		"https://example.org/": "number of your chat", "4711\n": "number of your chat",
	} {
		got := b.Check(t.Context(), to)
		if got.IsZero() != (want == "") || !strings.Contains(got.String(), want) {
			t.Errorf("%q: %q, want %q", to, got, want)
		}
	}
	s.status = http.StatusBadGateway
	if got := b.Check(t.Context(), "99"); !got.IsZero() {
		t.Errorf("while Telegram is down: %s", got)
	}
	s.status = http.StatusTooManyRequests
	if got := b.Check(t.Context(), "99"); !got.IsZero() {
		t.Errorf("after too many requests: %s", got)
	}
}

// TestLongText checks that Telegram accepts texts of every length, and that the link is never
// cut off.
func TestLongText(t *testing.T) {
	t.Parallel()
	const link = "https://judge.example.org/g/1"
	strip := strings.NewReplacer("<b>", "", "</b>", "")
	for _, n := range []channel.Notice{
		{Title: "A title", Text: strings.Repeat("è", 5000), Link: link},
		{Title: strings.Repeat("T", 5000), Text: "text", Link: link},
		{Title: "A title", Text: strings.Repeat("a", maxText)},
		{Title: "A title"},
	} {
		got := text(&n)
		if size := utf8.RuneCountInString(strip.Replace(got)); size > maxText || len(n.Text) > maxText && size < maxText-1 {
			t.Errorf("%d characters", size)
		}
		if !strings.HasSuffix(got, n.Link) {
			t.Errorf("no link at the end: %q", got[max(0, len(got)-60):])
		}
	}
}
