package telegram

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"

	"podesta/internal/notify/channel"
)

// FuzzText writes notices as messages, and checks that only the title is bold and everything
// else is plain text.
func FuzzText(f *testing.F) {
	f.Add("Siena", "A <b>bold</b> & \"quoted\" line", "https://example.org/g?a=1&b=2")
	f.Add(strings.Repeat("é", 5000), strings.Repeat("<", 5000), "")
	f.Add("", " ", "\n")
	f.Fuzz(func(t *testing.T, title, body, link string) {
		if len(link) > 2000 || !utf8.ValidString(title+body+link) {
			return
		}
		out := text(&channel.Notice{Title: title, Text: body, Link: link})
		tags, shown := "", ""
		z := html.NewTokenizer(strings.NewReader(out))
		for z.Next() != html.ErrorToken {
			switch tok := z.Token(); tok.Type {
			case html.TextToken:
				shown += tok.Data
			default:
				tags += tok.String()
			}
		}
		if tags != "<b></b>" {
			t.Fatalf("markup %q in %q", tags, out)
		}
		if n := utf8.RuneCountInString(shown); n > maxText {
			t.Fatalf("%d characters", n)
		}
		// HTML cannot contain a carriage return
		if !strings.ContainsRune(title+body+link, '\r') && !strings.HasSuffix(shown, link) {
			t.Fatalf("the link %q is not at the end of %q", link, shown)
		}
	})
}

// answering is a transport that answers every request with the same status and body.
type answering struct {
	status int
	body   string
}

func (a answering) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: a.status, Body: io.NopCloser(strings.NewReader(a.body)), Header: http.Header{}}, nil
}

// FuzzAnswer delivers a notice to an API that gives arbitrary answers.
func FuzzAnswer(f *testing.F) {
	f.Add(200, `{"ok":true}`)
	f.Add(429, `{"ok":false,"error_code":429,"parameters":{"retry_after":7}}`)
	f.Add(502, `<html>`)
	f.Add(400, `{"ok":false,"error_code":400,"parameters":{"retry_after":9223372036854775807}}`)
	f.Add(400, `{"ok":false,"error_code":-1,"parameters":{"retry_after":-5}}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		b := &Bot{Client: &http.Client{Transport: answering{status, body}}, Base: "http://localhost", Token: "secret"}
		err := b.Deliver(context.Background(), &channel.Notice{To: "1", Title: "a"})
		var failed *channel.Failure
		if err == nil {
			return
		}
		if !errors.As(err, &failed) || failed.Why == "" || strings.Contains(failed.Why, "secret") {
			t.Fatalf("%v", err)
		}
		if failed.After < 0 || failed.After > 24*time.Hour {
			t.Fatalf("the next attempt is after %v", failed.After)
		}
	})
}
