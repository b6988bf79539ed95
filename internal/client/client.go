package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client makes calls of one judge's API, for whoever its token belongs to. It can
// be used by several goroutines at a time.
type Client struct {
	base  string // of the judge, without a slash at the end
	token string
	http  *http.Client
}

// Options are what a client may be told besides the address and the token.
type Options struct {
	HTTP    *http.Client // makes the calls; nil: one with a time limit for answers to begin
	Version string       // of the program, for the judge's log
	Plain   bool         // send the token over http to other machines, too
}

// The bounds of answers.
const (
	maxAnswer  = 64 << 20         // bytes
	answerTime = 90 * time.Second // until an answer begins
)

// New makes a client of the judge at an address such as https://judge.example.org.
// An empty token makes calls as the public. The error is for an address that
// cannot be used, and for one over which a token could be read by others.
func New(address, token string, o Options) (*Client, error) {
	base, err := Base(address)
	if err != nil {
		return nil, err
	}
	if token != "" && !o.Plain && strings.HasPrefix(base, "http:") && !local(base) {
		return nil, errors.New("the address begins with http: the token could be read on the way; use https")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("this is no token: it has blanks or letters in it that no token has")
	}
	h := http.Client{}
	if o.HTTP != nil {
		h = *o.HTTP
	} else {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.ResponseHeaderTimeout = answerTime
		h.Transport = t
	}
	// An address that sends callers elsewhere is not followed: the token is for
	// the judge that it was given for.
	h.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	h.Transport = agent{h.Transport, o.Version}
	return &Client{base: base, token: token, http: &h}, nil
}

// agent says which program asks.
type agent struct {
	next    http.RoundTripper
	version string
}

func (a agent) RoundTrip(r *http.Request) (*http.Response, error) {
	next := a.next
	if next == nil {
		next = http.DefaultTransport
	}
	r = r.Clone(r.Context())
	name := "podesta-client"
	if a.version != "" {
		name += "/" + a.version
	}
	r.Header.Set("User-Agent", name)
	return next.RoundTrip(r)
}

// Base is the address of a judge as it is written everywhere: scheme and host,
// and the path in front of /api/ if there is one, without a slash at the end.
func Base(address string) (string, error) {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", errors.New("the address of a judge is written as https://judge.example.org")
	}
	if u.User != nil {
		return "", errors.New("the address must not have a name and password in it")
	}
	path := strings.TrimRight(u.Path, "/")
	if before, _, found := strings.Cut(path+"/", "/api/"); found {
		path = before
	}
	return u.Scheme + "://" + strings.ToLower(u.Host) + path, nil
}

// local tells whether an address is one of this machine.
func local(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(u.Hostname())
	return err == nil && a.IsLoopback()
}

// Address is that of the judge, as Base gives it.
func (c *Client) Address() string { return c.base }

// Error is a problem that the judge answered with.
type Error struct {
	Status int           `json:"status"` // of HTTP
	Code   string        `json:"code"`   // the judge's: not_found, stale ...; empty where something else answered
	Detail string        `json:"detail"` // what is wrong and what to do
	Errors []Fault       `json:"errors"`
	Wait   time.Duration `json:"-"` // after which the call may be made again; 0: not said
}

// Fault is one part of a request that is wrong.
type Fault struct {
	Message  string `json:"message"`
	Location string `json:"location"`
}

// Error is the judge's sentence, with the faults that it does not name.
func (e *Error) Error() string {
	text := e.Detail
	for _, f := range e.Errors {
		if !strings.Contains(text, f.Message) {
			text += "\n  " + f.Message
			if f.Location != "" {
				text += " (" + f.Location + ")"
			}
		}
	}
	return text
}

// Code is the judge's code of an error; empty for errors of other kinds.
func Code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Call makes a call: path is behind /api/v1, in is sent as JSON unless it is nil,
// and the answer is read into out unless that is nil. A *[]byte gets the answer as
// it came. The error is an *Error where the judge has refused.
func (c *Client) Call(ctx context.Context, method, path string, query url.Values, in, out any) error {
	var body io.Reader
	if in != nil {
		text, ok := in.([]byte)
		if !ok {
			var err error
			if text, err = json.Marshal(in); err != nil {
				return err
			}
		}
		body = bytes.NewReader(text)
	}
	r, err := c.request(ctx, method, path, query, body)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return c.unreached(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return refused(resp)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return c.unreached(ctx, err)
	case len(data) > maxAnswer:
		return fmt.Errorf("the answer is longer than %d MB", maxAnswer>>20)
	}
	return read(data, out)
}

func read(data []byte, out any) error {
	switch o := out.(type) {
	case nil:
		return nil
	case *[]byte:
		*o = data
		return nil
	}
	if err := json.Unmarshal(data, out); err != nil {
		return fmt.Errorf("the answer is not one of podesta's: %w", err)
	}
	return nil
}

func (c *Client) request(ctx context.Context, method, path string, query url.Values, body io.Reader) (*http.Request, error) {
	address := c.base + "/api/v1" + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, errors.New("the address of the call cannot be written")
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	return r, nil
}

// unreached is why there was no answer. It names the judge and nothing that was
// sent.
func (c *Client) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	var n net.Error
	if errors.As(err, &n) && n.Timeout() {
		return fmt.Errorf("%s did not answer in time", c.base)
	}
	return fmt.Errorf("%s cannot be reached: %w", c.base, err)
}

// refused reads the problem in an answer.
func refused(resp *http.Response) error {
	e := &Error{}
	data, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err := json.Unmarshal(data, e); err != nil || e.Code == "" || e.Detail == "" {
		e = &Error{Detail: fmt.Sprintf("Something that is no judge answered %s.", resp.Status)}
		if to := resp.Header.Get("Location"); to != "" && resp.StatusCode/100 == 3 {
			e.Detail = "The judge is not at this address; it says " + to + "."
		}
	}
	e.Status = resp.StatusCode
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 && s < 1e6 {
		e.Wait = time.Duration(s) * time.Second
	}
	return e
}
