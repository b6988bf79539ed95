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
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Client calls one judge's API on behalf of the owner of its token. It is safe
// for concurrent use.
type Client struct {
	base  string // the judge's address without a trailing slash
	token string
	http  *http.Client
}

// Options are optional settings of a client.
type Options struct {
	HTTP    *http.Client // makes the calls; nil for a client that limits the time until an answer begins
	Version string       // version of the program, for the judge's log
	// Language is the language tag for the judge's texts; empty for the account's language.
	Language string
	Plain    bool // whether to send the token over http to other machines as well
}

// The limits of answers.
const (
	maxAnswer  = 64 << 20         // in bytes
	answerTime = 90 * time.Second // time until an answer begins
)

// New returns a client for the judge at an address such as https://judge.example.org. With an
// empty token, calls are made as an anonymous visitor. New returns an error for an invalid
// address, and for one over which others could read the token.
func New(address, token string, o Options) (*Client, error) {
	base, err := Base(address)
	if err != nil {
		return nil, err
	}
	if token != "" && !o.Plain && strings.HasPrefix(base, "http:") && !local(base) {
		return nil, errors.New("the address begins with http: others could read the token on the way; use https")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("this is not a token: it contains characters that no token has")
	}
	h := http.Client{}
	if o.HTTP != nil {
		h = *o.HTTP
	} else {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.ResponseHeaderTimeout = answerTime
		h.Transport = t
	}
	// Redirects are not followed: the token is only for the judge that issued
	// it.
	h.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	h.Transport = agent{h.Transport, o.Version, o.Language}
	return &Client{base: base, token: token, http: &h}, nil
}

// agent sets the name of the program that makes the requests, and its language.
type agent struct {
	next              http.RoundTripper
	version, language string
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
	if a.language != "" {
		r.Header.Set("Accept-Language", a.language)
	}
	return next.RoundTrip(r)
}

// Base returns the normal form of a judge's address: scheme, host, and the path before /api/ if
// there is one, without a trailing slash. Base adds https:// if the scheme is missing.
func Base(address string) (string, error) {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", errors.New("this is not the address of a judge; use for instance https://judge.example.org")
	}
	if u.User != nil {
		return "", errors.New("the address must not contain a user name or password")
	}
	path := strings.TrimRight(u.Path, "/")
	if before, _, found := strings.Cut(path+"/", "/api/"); found {
		path = before
	}
	return u.Scheme + "://" + strings.ToLower(u.Host) + path, nil
}

// local reports whether an address is on this machine.
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

// Address returns the judge's address, normalized by Base.
func (c *Client) Address() string { return c.base }

// Error is a problem in the judge's answer.
type Error struct {
	Status int `json:"status"` // status code of HTTP
	// the judge's code, such as not_found or stale; empty if another server answered
	Code   string        `json:"code"`
	Detail string        `json:"detail"` // what is wrong and what would be right
	Errors []Fault       `json:"errors"`
	Wait   time.Duration `json:"-"` // time after which the call may be repeated; 0 if not stated
}

// Fault is a part of a request that is wrong.
type Fault struct {
	Message  string `json:"message"`
	Location string `json:"location"`
}

// place matches the path within a request before the name of an element.
var place = regexp.MustCompile(`\b(?:body|query|path)\.(\w)`)

// Error returns the judge's sentence, with the faults that it does not mention. It quotes what
// was typed, without its path in the request.
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
	return place.ReplaceAllString(text, "$1")
}

// Code returns the judge's code for an error, or "" for other errors.
func Code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Call makes a call. path follows /api/v1. The parameter in is sent as JSON, or unchanged if it is
// a []byte; nothing is sent if it is nil. The answer is decoded into out unless out is nil; a
// *[]byte receives the unchanged answer. If the judge refuses, the error is an *Error.
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
		return fmt.Errorf("the answer is not from podesta: %w", err)
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
		return nil, errors.New("the path of the call is not valid")
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	return r, nil
}

// unreached explains why there was no answer. It names the judge, but nothing
// that was sent.
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

// refused decodes the problem in an answer.
func refused(resp *http.Response) error {
	e := &Error{}
	data, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err := json.Unmarshal(data, e); err != nil || e.Code == "" || e.Detail == "" {
		e = &Error{Detail: fmt.Sprintf("What answered is not a judge (%s).", resp.Status)}
		if to := resp.Header.Get("Location"); to != "" && resp.StatusCode/100 == 3 {
			e.Detail = "The judge is not at this address; the answer refers to " + to + "."
		}
	}
	e.Status = resp.StatusCode
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 && s < 1e6 {
		e.Wait = time.Duration(s) * time.Second
	}
	return e
}
