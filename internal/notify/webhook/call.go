package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"podesta/internal/notify/channel"
	"podesta/machiavelli/message"
)

// Call is one call of a URL.
type Call struct {
	URL    string
	Secret string // key of the signature; empty for receivers that cannot check one
	ID     string // the same for every attempt
	Event  string // kind of the entry
	Body   []byte // JSON
}

// JSON is the channel for programs: it posts the entry as JSON, signed.
type JSON struct {
	Client *http.Client
	Near   bool // whether addresses within the judge's own network are allowed
}

// Check implements channel.Channel.
func (j JSON) Check(ctx context.Context, to string) message.Message { return Check(ctx, to, j.Near) }

// Deliver implements channel.Channel.
func (j JSON) Deliver(ctx context.Context, n *channel.Notice) error {
	return Send(ctx, j.Client, n.At, Call{URL: n.To, Secret: n.Secret, ID: n.ID, Event: n.Event, Body: n.Data})
}

// maxAnswer is how much of an answer is read and discarded, in bytes.
const maxAnswer = 64 << 10

// Send makes a call. The error is a *channel.Failure, unless ctx has ended.
func Send(ctx context.Context, client *http.Client, now time.Time, c Call) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(c.Body))
	if err != nil {
		return &channel.Failure{Why: "the address cannot be used"}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "podesta")
	if c.Secret != "" {
		r.Header.Set(SignatureHeader, Sign(c.Secret, now, c.Body))
		if c.ID != "" {
			signStandard(r.Header, c.Secret, c.ID, now, c.Body)
		}
	}
	if c.ID != "" {
		r.Header.Set("Podesta-Delivery", c.ID)
	}
	if c.Event != "" {
		r.Header.Set("Podesta-Event", c.Event)
	}
	return Do(ctx, client, r)
}

// Do sends a request. The error is nil if the answer is a success. Otherwise it is a
// *channel.Failure, unless ctx has ended.
func Do(ctx context.Context, client *http.Client, r *http.Request) error {
	resp, err := client.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &channel.Failure{Why: reason(err)}
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
	if resp.StatusCode/100 == 2 {
		return nil
	}
	f := &channel.Failure{Why: fmt.Sprintf("the other side answered %d", resp.StatusCode), Status: resp.StatusCode}
	f.After = retryAfter(resp.Header)
	return f
}

// retryAfter returns the delay until the next attempt that the header Retry-After asks for, in
// seconds or as a time on the other side's clock.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	at, err := http.ParseTime(text)
	now, bad := http.ParseTime(h.Get("Date"))
	if err != nil || bad != nil {
		return 0
	}
	return max(0, at.Sub(now))
}

// reason explains why there was no answer, without naming the address.
func reason(err error) string {
	var refused refusal
	if errors.As(err, &refused) {
		return refused.why
	}
	var u *url.Error
	if errors.As(err, &u) {
		if u.Timeout() {
			return "the other side did not answer in time"
		}
	}
	return "the other side could not be reached"
}
