// Package doctor checks whether a judge can run with its configuration. It
// checks the configuration, the database, the clock, the addresses at which it
// listens, and e-mail with its DNS records. It changes nothing and sends no
// e-mail.
package doctor

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"time"

	"podesta/internal/certificate"
	"podesta/internal/config"
	"podesta/internal/store"
)

// Status is the result of a check.
type Status string

// The results of checks.
const (
	OK   Status = "ok"
	Warn Status = "warn" // the judge runs, but something is wrong
	Fail Status = "fail" // the judge does not run, or does not do its work
)

// Result describes the outcome of a check.
type Result struct {
	Check  string `json:"check"`
	Status Status `json:"status"`
	Found  string `json:"found"`        // what was found, in a sentence
	Do     string `json:"do,omitempty"` // what to do about it; empty if everything is fine
}

// Resolver queries the DNS. *net.Resolver implements it.
type Resolver interface {
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupIPAddr(ctx context.Context, name string) ([]net.IPAddr, error)
	LookupAddr(ctx context.Context, address string) ([]string, error)
}

// Tools are the doctor's connections to the outside world.
type Tools struct {
	Resolver Resolver
	Dial     func(ctx context.Context, network, address string) (net.Conn, error)
	Listen   func(ctx context.Context, network, address string) (net.Listener, error)
	Inspect  func(ctx context.Context, url string) (store.Inspection, error)
	HTTP     http.RoundTripper
	TLS      *tls.Config // for the relay; nil for the machine's default
	Now      func() time.Time
	Own      func() []netip.Addr // the addresses of this machine
	// Drift returns by how much the clock was adjusted during a short interval.
	Drift func(ctx context.Context) time.Duration
	// Synchronised reports whether the machine's clock is synchronised. known
	// is false if that cannot be found out.
	Synchronised func() (yes, known bool)
	// Disk returns the free and the total space on the disk of a folder, in
	// bytes. known is false if that cannot be found out.
	Disk func(folder string) (free, whole uint64, known bool)
}

// Machine returns the tools of the machine on which the program runs.
func Machine() Tools {
	return Tools{
		Resolver: net.DefaultResolver, Dial: new(net.Dialer).DialContext, Listen: new(net.ListenConfig).Listen, Inspect: store.Inspect,
		HTTP: http.DefaultTransport, Now: time.Now, Own: certificate.Own,
		Drift: drift, Synchronised: synchronised, Disk: disk,
	}
}

// patience limits the duration of one query.
const patience = 8 * time.Second

// examination is a set of checks in progress.
type examination struct {
	Tools
	c       *config.Config
	running bool     // whether the judge answers at listen
	path    string   // path of the database's file, if it exists
	old     int      // number of games in the archive of an earlier version
	full    bool     // whether the judge has the maximum number of connections of mail servers
	sender  string   // the name of the mail server on this machine that sends the e-mail
	sources []net.IP // the public addresses of sender
	results []Result
}

// Examine runs all checks of a configuration, in the order in which they would fail at a start.
// warnings are the warnings from loading it, and file is the name of its file, or empty.
func Examine(ctx context.Context, t Tools, c *config.Config, file string, warnings []config.Problem) []Result {
	x := &examination{Tools: t, c: c}
	x.configuration(file, warnings)
	x.secret()
	x.folder()
	x.database(ctx)
	x.archive()
	x.clock(ctx)
	x.fronts(ctx)
	x.https(ctx)
	x.publicAddress(ctx)
	x.identity(ctx)
	x.chats(ctx)
	if c.Mail.Domain == "" {
		x.ok("mail", "The judge has no e-mail: mail.domain is not set.")
		return x.results
	}
	x.mailIn(ctx)
	x.certificate()
	x.relays(ctx)
	x.senderName(ctx)
	x.mx(ctx)
	x.spf(ctx)
	x.dkim(ctx)
	x.dmarc(ctx)
	return x.results
}

// Worst returns the worst status among the results.
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

// within limits the duration of a query.
func within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, patience)
}
