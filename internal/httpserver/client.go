package httpserver

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// client determines the origin of a request: the peer of its connection, or the address that a
// trusted proxy reports. local reports whether a program on this machine sent it, not through a
// proxy.
func client(r *http.Request, proxies []netip.Prefix) (from netip.Addr, local bool) {
	peer, known := address(r.RemoteAddr)
	// A connection through a Unix socket has no address, so it is local.
	if known && !trusted(peer, proxies) {
		return peer, false
	}
	var passed []string
	for _, line := range r.Header.Values("X-Forwarded-For") {
		passed = append(passed, strings.Split(line, ",")...)
	}
	for _, s := range slices.Backward(passed) {
		a, ok := address(strings.TrimSpace(s))
		if !ok {
			break // addresses to the left cannot be trusted
		}
		if peer = a; !trusted(a, proxies) {
			return a, false
		}
	}
	return peer, len(passed) == 0 && (!known || peer.IsLoopback())
}

func trusted(a netip.Addr, proxies []netip.Prefix) bool {
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// address parses an address with or without a port.
func address(s string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	return a.Unmap().WithZone(""), err == nil
}

// network returns the part of an address that counts as one client: an IPv4 address, or the IPv6
// network that a customer usually gets.
func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	if !a.IsValid() {
		return "local"
	}
	return a.String()
}
