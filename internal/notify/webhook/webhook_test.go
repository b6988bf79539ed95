package webhook

import (
	"encoding/base64"
	"net/http"
	"net/netip"
	"testing"
	"time"
)

// TestPublic checks that no address outside the public network counts as public, in whatever form
// it is written.
func TestPublic(t *testing.T) {
	for _, p := range []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"::/96", "::1/128", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fc00::/7",
		"fe80::/10", "fec0::/10", "ff00::/8",
	} {
		net := netip.MustParsePrefix(p)
		for _, a := range []netip.Addr{net.Addr(), last(net)} {
			if Public(a) {
				t.Errorf("%s of %s is called", a, p)
			}
			if mapped := netip.AddrFrom16(a.As16()); a.Is4() && Public(mapped) {
				t.Errorf("%s is called", mapped)
			}
		}
	}
	for _, a := range []string{"1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "::ffff:8.8.8.8"} {
		if !Public(netip.MustParseAddr(a)) {
			t.Errorf("%s is not called", a)
		}
	}
	if Public(netip.Addr{}) || Public(netip.MustParseAddr("2606:4700:4700::1111%eth0")) {
		t.Error("an address without a value, or with a zone, is called")
	}
}

// last returns the last address of a network.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 1 << (7 - i%8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// TestStandardHeaders checks the example of the Standard Webhooks specification.
func TestStandardHeaders(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	signStandard(h, string(key), "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	for name, want := range map[string]string{
		"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
		"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
