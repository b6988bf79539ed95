package doctor

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
)

// TestSenderName covers set-ups in which a mail server of this machine sends
// the e-mail: its name, and whether the SPF record permits it.
func TestSenderName(t *testing.T) {
	const name, address = "judge.example.org", "198.51.100.5"
	good := zone{"A " + name: {address}, "PTR " + address: {name + "."}, "MX " + name: {name + "."}, "TXT " + name: {"v=spf1 mx -all"}}
	with := func(changes ...string) zone {
		z := zone{}
		for k, v := range good {
			z[k] = v
		}
		for _, c := range changes {
			key, value, _ := strings.Cut(c, "=")
			if value == "" {
				delete(z, key)
			} else {
				z[key] = strings.Split(value, "|")
			}
		}
		return z
	}
	for _, c := range []struct {
		calls  string
		zone   zone
		check  string
		status Status
		words  []string
	}{
		{name, good, "relay's name", OK, []string{"calls itself " + name, address + "", "points back"}},
		{"vm", good, "relay's name", Warn, []string{"calls itself vm, which is not a name in the DNS", "postconf -e 'myhostname = " + name + "'"}},
		{"localhost", good, "relay's name", Warn, []string{"not a name in the DNS", "myhostname"}},
		{"vm.localdomain", good, "relay's name", Warn, []string{"not a name in the DNS", "myhostname"}},
		{"vm.example.org", good, "relay's name", Warn, []string{"vm.example.org, which is not in the DNS", "myhostname", "publish an A or AAAA record"}},
		{name, with("A " + name + "="), "relay's name", Warn, []string{name + ", which is not in the DNS", "-> Publish an A or AAAA record for " + name}},
		{name, with("A " + name + "=error"), "relay's name", Warn, []string{"misbehaving", "run podesta doctor again"}},
		{name, with("A " + name + "=127.0.1.1"), "relay's name", OK, []string{"127.0.1.1 as seen from this machine"}},
		{name, with("A " + name + "=" + address + "|2001:db8::5"), "relay's name", Warn, []string{"2001:db8::5 points back to no name", "(a PTR record)"}},
		{name, with("PTR " + address + "=vm42.provider.example."), "relay's name", Warn, []string{address + " points back to vm42.provider.example:", "(a PTR record)"}},
		{name, with("PTR " + address + "=error"), "relay's name", Warn, []string{"could not be checked", "run podesta doctor again"}},

		{name, good, "SPF", OK, []string{"v=spf1 mx -all allows " + address}},
		{name, with("TXT "+name+"=v=spf1 include:_spf.provider.example -all", "TXT _spf.provider.example=v=spf1 ip4:198.51.100.0/24 -all"), "SPF", OK, []string{"allows " + address}},
		{name, with("TXT " + name + "=v=spf1 ip4:203.0.113.1 -all"), "SPF", Warn, []string{"does not allow " + address, "Add ip4:" + address, "passes e-mail on to a provider"}},
		{name, with("A "+name+"="+address+"|2001:db8::5", "TXT "+name+"=v=spf1 ip4:"+address+" ~all"), "SPF", Warn, []string{"does not allow 2001:db8::5", "Add ip6:2001:db8::5"}},
		{name, with("TXT " + name + "=v=spf1 include:_spf.provider.example -all"), "SPF", Fail, []string{"is wrong", "Correct it"}},
		{name, with("TXT "+name+"=v=spf1 include:_spf.provider.example -all", "TXT _spf.provider.example=error"), "SPF", Warn, []string{"cannot be followed", "run podesta doctor again"}},
		{name, with("A " + name + "=127.0.1.1"), "SPF", OK, []string{"it must allow the public address of this machine"}},
		{"vm", good, "SPF", OK, []string{"it must allow the public address of this machine"}},
		{name, with("TXT " + name + "="), "SPF", Warn, []string{"v=spf1 mx -all"}},
	} {
		server := mailServer{greeting: "220 welcome", extensions: []string{"PIPELINING"}, name: c.calls}
		at := listen(t, server.serve)
		w := healthyWorld()
		w.Resolver = c.zone
		w.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			if address != "127.0.0.1:25" {
				return nil, errors.New("connection refused")
			}
			return new(net.Dialer).DialContext(ctx, "tcp", at)
		}
		results := Examine(t.Context(), w, conf(t, append(withMail, "mail.relay.host=127.0.0.1", "mail.relay.port=25", "mail.relay.tls=none")...), "", nil)
		expect(t, results, c.check, c.status, c.words...)
		for _, r := range results {
			if strings.Contains(r.Found+r.Do, "allow 127.0.0.1") {
				t.Errorf("SPF is to allow this machine by its own address: %+v", r)
			}
		}
	}
	results := Examine(t.Context(), healthyWorld(), conf(t, append(withMail, "mail.relay.host=localhost")...), "", nil)
	expect(t, results, "relay", Fail, "cannot be reached", "Start the mail server of this machine")
	for _, r := range results {
		if r.Check == "relay's name" {
			t.Errorf("a server that does not answer has a name: %+v", r)
		}
	}
}
