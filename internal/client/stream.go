package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Event is a live event.
type Event struct {
	Name string          // "state" (State) or "entry" (Entry)
	ID   string          // for resuming after this event; empty if unchanged
	Data json.RawMessage // in JSON
}

// The limits of streams.
const (
	maxEvent = 8 << 20 // in bytes
	// a stream without data for this long counts as broken, because the judge sends heartbeats
	// more often
	silence     = 90 * time.Second
	firstWait   = time.Second // first delay before a stream is reopened
	longestWait = time.Minute
)

// errEnded means that the judge ended the stream.
var errEnded = errors.New("the judge has ended the stream")

// Stream opens one stream of live events and calls f with each. games are IDs or names; if
// there are none, all games of the caller are included. after is the ID of the last event
// received; if it is empty, only new events are sent. It returns when f returns an error, when ctx
// ends, or when the stream ends.
func (c *Client) Stream(ctx context.Context, games []string, after string, f func(Event) error) error {
	return c.stream(ctx, games, after, func() {}, f)
}

// stream implements Stream. It calls opened when the stream is open.
func (c *Client) stream(ctx context.Context, games []string, after string, opened func(), f func(Event) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	query := url.Values{}
	if len(games) > 0 {
		query.Set("game", strings.Join(games, ","))
	}
	r, err := c.request(ctx, http.MethodGet, "/events", query, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Accept", "text/event-stream")
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return c.unreached(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return refused(resp)
	}
	if kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";"); kind != "text/event-stream" {
		return fmt.Errorf("%s answers with %q instead of live events", c.base, kind)
	}
	opened()
	quiet := time.AfterFunc(silence, func() { stop(errors.New("the judge has sent nothing for too long")) })
	defer quiet.Stop()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(make([]byte, 0, 64<<10), maxEvent)
	var e Event
	var data strings.Builder
	for lines.Scan() {
		quiet.Reset(silence)
		line := lines.Text()
		if line == "" {
			if data.Len() > 0 {
				e.Data = json.RawMessage(data.String())
				if err := f(e); err != nil {
					return err
				}
			}
			e = Event{}
			data.Reset()
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			e.Name = value
		case "id":
			e.ID = value
		case "data":
			if data.Len() > 0 {
				data.WriteByte('\n')
			}
			data.WriteString(value)
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	if err := lines.Err(); err != nil {
		return c.unreached(ctx, err)
	}
	return errEnded
}

// Watch is like Stream, but reopens a broken stream at the same place, so that no entry is missed
// or repeated. State events may be repeated. lost receives the reason and the time until the next
// attempt; it may be nil. Watch returns when f returns an error, when ctx ends, or when the judge
// refuses permanently.
func (c *Client) Watch(ctx context.Context, games []string, after string, lost func(error, time.Duration), f func(Event) error) error {
	return c.watch(ctx, games, after, lost, f, func(wait time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	})
}

// watch implements Watch. The function rest waits for the given time.
func (c *Client) watch(ctx context.Context, games []string, after string, lost func(error, time.Duration), f func(Event) error, rest func(time.Duration)) error {
	wait := firstWait
	for {
		var stopped error
		err := c.stream(ctx, games, after, func() { wait = firstWait }, func(e Event) error {
			if stopped = f(e); stopped != nil {
				return stopped
			}
			if e.ID != "" {
				after = e.ID
			}
			return nil
		})
		switch {
		case stopped != nil:
			return stopped
		case ctx.Err() != nil:
			return ctx.Err()
		case final(err):
			return err
		}
		next := wait
		var e *Error
		if errors.As(err, &e) && e.Wait > 0 {
			next = e.Wait
		}
		if lost != nil {
			lost(err, next)
		}
		if rest(next); ctx.Err() != nil {
			return ctx.Err()
		}
		wait = min(2*wait, longestWait)
	}
}

// final reports whether an error is permanent.
func final(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Status/100 == 4 && e.Status != http.StatusTooManyRequests && e.Status != http.StatusRequestTimeout || e.Status/100 == 3
}
