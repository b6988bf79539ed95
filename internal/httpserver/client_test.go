package httpserver

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClient(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		peer, passed, from string
		local              bool
	}{
		{"192.0.2.7:999", "", "192.0.2.7", false},
		{"192.0.2.7:999", "203.0.113.5", "192.0.2.7", false}, // a client has set the header
		{"127.0.0.1:999", "", "127.0.0.1", true},
		{"127.0.0.1:999", "203.0.113.5", "203.0.113.5", false},
		{"[::1]:999", "203.0.113.5", "203.0.113.5", false},
		{"127.0.0.1:999", "198.51.100.1, 203.0.113.5", "203.0.113.5", false}, // the first address was sent by the client
		{"127.0.0.1:999", "203.0.113.5, 10.1.1.1", "203.0.113.5", false},     // two proxies
		{"127.0.0.1:999", "203.0.113.5:4711", "203.0.113.5", false},
		{"127.0.0.1:999", "203.0.113.5, unknown", "127.0.0.1", false},
		{"10.1.1.1:999", "", "10.1.1.1", false},
		{"@", "", "local", true},
		{"", "203.0.113.5", "203.0.113.5", false},
		{"[2001:db8:1:2:3::4]:999", "", "2001:db8:1:2::/64", false},
		{"[fe80::1%eth0]:999", "", "fe80::/64", false},
		{"[::ffff:192.0.2.7]:999", "", "192.0.2.7", false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.passed != "" {
			r.Header.Set("X-Forwarded-For", c.passed)
		}
		a, local := client(r, proxies)
		if network(a) != c.from || local != c.local {
			t.Errorf("%s passed on %q: %s, local %v", c.peer, c.passed, network(a), local)
		}
	}
}
