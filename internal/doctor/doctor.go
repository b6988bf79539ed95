// Package doctor looks whether a judge can be run as it is configured: the
// configuration, the database, the clock, the addresses where it listens, mail
// and its records in the DNS. It changes nothing and sends no letter.
package doctor

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"

	"podesta/internal/config"
	"podesta/internal/store"
)

// Status is how a check came out.
type Status string

// How checks come out.
const (
	OK   Status = "ok"
	Warn Status = "warn" // the judge runs, but something is not as it should be
	Fail Status = "fail" // it does not run, or does not do what it is to do
)

// Result is what a check has found.
type Result struct {
	Check  string `json:"check"`
	Status Status `json:"status"`
	Found  string `json:"found"`        // in a sentence
	Do     string `json:"do,omitempty"` // what to do about it; empty where all is well
}

// Resolver asks the DNS; *net.Resolver is one.
type Resolver interface {
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupIPAddr(ctx context.Context, name string) ([]net.IPAddr, error)
	LookupAddr(ctx context.Context, address string) ([]string, error)
}

// Tools are by what the doctor reaches the world.
type Tools struct {
	Resolver Resolver
	Dial     func(ctx context.Context, network, address string) (net.Conn, error)
	Listen   func(ctx context.Context, network, address string) (net.Listener, error)
	Inspect  func(ctx context.Context, url string) (store.Inspection, error)
	HTTP     http.RoundTripper
	TLS      *tls.Config // for the relay; nil: the machine's
	Now      func() time.Time
	// Drift tells by how much the clock was set in a short while, beside the time
	// that passed.
	Drift func(ctx context.Context) time.Duration
	// Synchronised tells whether the machine's clock is kept right by another;
	// known is false where that cannot be found out.
	Synchronised func() (yes, known bool)
	// Disk is the free and the whole room of the disk of a folder, in bytes; known
	// is false where that cannot be found out.
	Disk func(folder string) (free, whole uint64, known bool)
}

// Machine are the tools of the machine that the program runs on.
func Machine() Tools {
	return Tools{
		Resolver: net.DefaultResolver, Dial: new(net.Dialer).DialContext, Listen: new(net.ListenConfig).Listen, Inspect: store.Inspect,
		HTTP: http.DefaultTransport, Now: time.Now, Drift: drift, Synchronised: synchronised, Disk: disk,
	}
}

// patience is how long one look at the world may take.
const patience = 8 * time.Second

// examination is a set of checks under way.
type examination struct {
	Tools
	c       *config.Config
	path    string   // of the database's file, if it is there
	full    bool     // the judge has as many connections of mail servers as it takes
	sender  string   // the name of the mail server on this machine that sends the letters
	sources []net.IP // the public addresses of sender
	results []Result
}

// Examine makes all checks of a configuration, in the order of a start. The
// warnings are those that came with loading it, and file is where it was read;
// empty if there is none.
func Examine(ctx context.Context, t Tools, c *config.Config, file string, warnings []config.Problem) []Result {
	x := &examination{Tools: t, c: c}
	x.configuration(file, warnings)
	x.secret()
	x.folder()
	x.database(ctx)
	x.clock(ctx)
	x.fronts(ctx)
	x.publicAddress(ctx)
	if c.Mail.Domain == "" {
		x.ok("mail", "The judge has no mail: mail.domain is not set.")
		return x.results
	}
	x.mailIn(ctx)
	x.certificate()
	x.relay(ctx)
	x.senderName(ctx)
	x.mx(ctx)
	x.spf(ctx)
	x.dkim(ctx)
	x.dmarc(ctx)
	return x.results
}

// Worst is the worst status of all.
func Worst(results []Result) Status {
	worst := OK
	for _, r := range results {
		if r.Status == Fail || r.Status == Warn && worst == OK {
			worst = r.Status
		}
	}
	return worst
}

func (x *examination) ok(check, found string) {
	x.results = append(x.results, Result{check, OK, found, ""})
}

func (x *examination) warn(check, found, do string) {
	x.results = append(x.results, Result{check, Warn, found, do})
}

func (x *examination) fail(check, found, do string) {
	x.results = append(x.results, Result{check, Fail, found, do})
}

// within limits a look at the world.
func within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, patience)
}
