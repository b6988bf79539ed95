package webhook

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// guardian knows the networks that are not public: private and reserved ones,
// those for tests, documentation, carriers and protocols, and their forms as
// IPv6 addresses.
var guardian = ssrf.New(ssrf.WithAnyPort())

// Public reports whether an address is in the public network.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsValid() && a.Zone() == "" && guardian.SafeAddr(a) == nil
}

// refusal is the error for a blocked address.
type refusal struct{ why string }

func (e refusal) Error() string { return e.why }

// check refuses a connection to an address that is not public. It runs after
// the name was resolved, so that a name cannot have different meanings for the
// check and the call.
func check(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refusal{"the address cannot be read"}
	}
	if !Public(to.Addr()) {
		return refusal{"the address lies in a private network"}
	}
	if p := to.Port(); p < 1024 && p != 80 && p != 443 {
		return refusal{fmt.Sprintf("port %d is not one of the web's", p)}
	}
	return nil
}

// lookupTime limits how long Check resolves a name.
const lookupTime = 3 * time.Second

// Check returns why the judge would not call an address, so that users learn it
// when they register it: its name or number is not in the public network. A
// name that cannot be resolved now passes; each call checks again.
func Check(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return refusal{"the address cannot be read"}
	}
	port := u.Port()
	if port == "" {
		port = "443"
	}
	if at, err := netip.ParseAddr(u.Hostname()); err == nil {
		return check("", net.JoinHostPort(at.String(), port), nil)
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return nil
	}
	var refused error
	for _, at := range found {
		if refused = check("", net.JoinHostPort(at.String(), port), nil); refused == nil {
			return nil
		}
	}
	return refused
}

// timeout limits one call.
const timeout = 10 * time.Second

// Client returns the client for calls. It follows no redirects and uses no
// proxy, and it connects only to public addresses, unless allowPrivate is set.
func Client(allowPrivate bool) *http.Client {
	d := &net.Dialer{Timeout: timeout / 2}
	if !allowPrivate {
		d.Control = check
	}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				return d.DialContext(ctx, network, address)
			},
			ForceAttemptHTTP2: true, MaxIdleConns: 50, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: timeout / 2, ResponseHeaderTimeout: timeout, MaxResponseHeaderBytes: 32 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
