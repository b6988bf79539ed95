package httpserver

import (
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// FuzzClient determines who sent a request. It checks that a client that is not a proxy cannot
// choose its address, and that nobody behind a proxy passes for a program on this machine.
func FuzzClient(f *testing.F) {
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("10.0.0.0/8")}
	f.Add("192.0.2.7:999", "203.0.113.5")
	f.Add("127.0.0.1:999", "203.0.113.5, 10.1.1.1")
	f.Add("[::ffff:127.0.0.1]:1", "[::1]:4,, 127.0.0.1")
	f.Add("@", "fe80::1%eth0")
	f.Fuzz(func(t *testing.T, peer, passed string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = peer
		plain, local := client(r, proxies)
		if strings.ContainsAny(network(plain), " ,\r\n%") {
			t.Fatalf("%q is the client %q", peer, network(plain))
		}
		r.Header["X-Forwarded-For"] = []string{passed}
		from, localBehind := client(r, proxies)
		if localBehind {
			t.Fatalf("%q on behalf of %q passes for local", peer, passed)
		}
		a, known := address(peer)
		if known && !trusted(a, proxies) && (local || from != plain || from != a) {
			t.Fatalf("%q chose %v with %q", peer, from, passed)
		}
		// Everything to the left of the last untrusted address was supplied by the client.
		r.Header["X-Forwarded-For"] = []string{"198.51.100.77, " + passed}
		if again, _ := client(r, proxies); again != from && again.String() != "198.51.100.77" {
			t.Fatalf("with an address before %q the client is %v, not %v", passed, again, from)
		}
	})
}
