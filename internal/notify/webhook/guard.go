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

	"podesta/machiavelli/message"
)

// guardian blocks the networks that are not public: private and reserved networks, networks for
// tests, documentation, carriers and protocols, and IPv6 addresses that contain such addresses.
var guardian = ssrf.New(ssrf.WithAnyPort())

// Public reports whether an address is in the public network.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsValid() && a.Zone() == "" && guardian.SafeAddr(a) == nil
}

// refusal is the error for an address that must not be called.
type refusal struct{ why string }

func (e refusal) Error() string { return e.why }

// dialed returns an error for an address that is not public, or whose port belongs to a service
// other than the web. It runs after name resolution, so that a name cannot resolve to one address
// for the check and to another for the call.
func dialed(_, address string, _ syscall.RawConn) error {
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

// example is an example of a URL for error messages.
const example = "https://example.org/hook"

// lookupTime limits how long Check resolves a name.
const lookupTime = 3 * time.Second

// Check returns the reason why the judge would not call an address, so that users learn it when
// they register the address: it is not a web URL, it contains a user name, or (unless near is set)
// its host is not in the public network or its port is not allowed. A name that cannot be resolved
// now is accepted, because each call checks again.
func Check(ctx context.Context, address string, near bool) message.Message {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return message.New("The URL to call must be complete, such as {example}.", message.Name(example))
	case u.User != nil:
		return message.New("The URL to call must not contain a name and password.")
	case near || public(ctx, u):
		return message.Message{}
	}
	return message.New("This URL cannot be called, because its address lies in a private network. Give one that the whole internet can reach, such as {example}.", message.Name(example))
}

// public reports whether the host of a URL is in the public network and its port may be called.
func public(ctx context.Context, u *url.URL) bool {
	port := u.Port()
	if port == "" {
		port = "443"
	}
	if at, err := netip.ParseAddr(u.Hostname()); err == nil {
		return dialed("", net.JoinHostPort(at.String(), port), nil) == nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return true
	}
	for _, at := range found {
		if dialed("", net.JoinHostPort(at.String(), port), nil) == nil {
			return true
		}
	}
	return false
}

// timeout is the maximum duration of one call.
const timeout = 10 * time.Second

// Client returns the client for calls. It follows no redirects and uses no
// proxy, and it connects only to public addresses, unless allowPrivate is set.
func Client(allowPrivate bool) *http.Client {
	d := &net.Dialer{Timeout: timeout / 2}
	if !allowPrivate {
		d.Control = dialed
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
