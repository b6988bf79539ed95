package webhook

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// closed are the networks that no hook may call besides those that netip tells
// of: of carriers, of protocols, for tests and documents, reserved, and ways to
// write any of them as an address of version 6.
var closed = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"),
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("fec0::/10"),
}

// Public reports whether an address lies in the public network.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.IsUnspecified() || a.IsLoopback() || a.IsPrivate() || a.IsMulticast() || a.IsLinkLocalUnicast() ||
		a.IsLinkLocalMulticast() || a.IsInterfaceLocalMulticast() || a.Zone() != "" {
		return false
	}
	return !slices.ContainsFunc(closed, func(p netip.Prefix) bool { return p.Contains(a) })
}

// refusal is an address that is not called.
type refusal struct{ why string }

func (e refusal) Error() string { return e.why }

// check refuses a connection to what is not public. It is asked when the name
// has been looked up already, so that a name cannot mean something else for the
// check than for the call.
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

// lookupTime bounds how long Check asks for the addresses of a name.
const lookupTime = 3 * time.Second

// Check tells why the judge would not call an address, so that who asks for it
// learns it at once: the name or number is not one of the public network. A name
// that cannot be looked up just now is let through; each call looks again.
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

// timeout bounds one call.
const timeout = 10 * time.Second

// Client makes the client for calls. It follows no redirects and uses no proxy;
// unless private networks are allowed it connects to public addresses only.
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
