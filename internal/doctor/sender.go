package doctor

import (
	"context"
	"net"
	"slices"
	"strings"

	"blitiri.com.ar/go/spf"
)

// unpublished lists top-level names that do not exist in the public DNS.
var unpublished = []string{"local", "localdomain", "localhost", "lan", "home", "internal", "arpa", "invalid"}

// senderName checks the name that the mail server of this machine uses for
// itself. Other mail servers see it in every connection, and many refuse e-mail
// if the DNS does not know it or the address does not resolve to it.
func (x *examination) senderName(ctx context.Context) {
	const check = "relay's name"
	if x.sender == "" {
		return // another machine sends the e-mail, or no mail server answered
	}
	found := "The mail server of this machine calls itself " + x.sender
	set := "Set it to the name that this machine has in the DNS; with Postfix: sudo postconf -e 'myhostname = " + x.c.Mail.Domain + "' && sudo systemctl restart postfix."
	parts := strings.Split(strings.ToLower(strings.TrimSuffix(x.sender, ".")), ".")
	if len(parts) < 2 || slices.Contains(unpublished, parts[len(parts)-1]) {
		x.warn(check, found+", which is not a name in the DNS: many mail servers refuse e-mail from such a server.", set)
		return
	}
	addresses, err := x.addresses(ctx, x.sender)
	switch {
	case unknown(err):
		do := "Publish an A or AAAA record for " + x.sender + "."
		if !strings.EqualFold(x.sender, x.c.Mail.Domain) {
			do = set + " Or publish an A or AAAA record for " + x.sender + "."
		}
		x.warn(check, found+", which is not in the DNS: many mail servers refuse e-mail from such a server.", do)
		return
	case err != nil:
		x.warn(check, found+". "+err.Error()+".", askAgain)
		return
	}
	var shown []string
	for _, a := range addresses {
		if public(a) {
			x.sources = append(x.sources, a)
			shown = append(shown, a.String())
		}
	}
	if len(x.sources) == 0 {
		x.ok(check, found+", which is "+addresses[0].String()+" as seen from this machine. Whether others find it too cannot be checked from here.")
		return
	}
	for _, a := range x.sources {
		back, err := x.names(ctx, a)
		if err != nil && !unknown(err) {
			x.warn(check, found+". Whether "+a.String()+" points back to it could not be checked: "+err.Error()+".", askAgain)
			return
		}
		if !slices.ContainsFunc(back, func(n string) bool {
			return strings.EqualFold(strings.TrimSuffix(n, "."), strings.TrimSuffix(x.sender, "."))
		}) {
			leads := "points back to no name"
			if len(back) > 0 {
				leads = "points back to " + strings.TrimSuffix(back[0], ".")
			}
			x.warn(check, found+", but its address "+a.String()+" "+leads+": many mail servers refuse e-mail from such a server.", "Ask the provider of the address to make it point back to "+x.sender+" (a PTR record).")
			return
		}
	}
	x.ok(check, found+"; in the DNS that is "+strings.Join(shown, ", ")+", which points back to it.")
}

// addresses returns the IP addresses of a host name.
func (x *examination) addresses(ctx context.Context, name string) ([]net.IP, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	all, err := x.Resolver.LookupIPAddr(ctx, name)
	if err == nil && len(all) == 0 {
		err = &net.DNSError{Err: "no address", Name: name, IsNotFound: true}
	}
	out := make([]net.IP, 0, len(all))
	for _, a := range all {
		out = append(out, a.IP)
	}
	return out, err
}

// names returns the host names of an IP address.
func (x *examination) names(ctx context.Context, a net.IP) ([]string, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	return x.Resolver.LookupAddr(ctx, a.String())
}

// public reports whether an address can be reached from other networks.
func public(a net.IP) bool {
	return a.IsGlobalUnicast() && !a.IsPrivate()
}

// allowed checks whether an SPF record permits this machine's mail server, or
// says what the record must contain.
func (x *examination) allowed(ctx context.Context, record string) {
	const check = "SPF"
	host := x.c.Mail.Relay.Host
	if !local(host) {
		x.ok(check, record+"; it must allow the servers from which "+host+" sends; the provider documents how.")
		return
	}
	if len(x.sources) == 0 {
		x.ok(check, record+"; it must allow the public address of this machine, whose mail server sends the e-mail, or the provider to which that server passes it on.")
		return
	}
	ctx, cancel := within(ctx)
	defer cancel()
	var shown []string
	for _, a := range x.sources {
		result, err := spf.CheckHostWithSender(a, x.sender, x.c.Mail.Address(), spf.WithContext(ctx), spf.WithResolver(x.Resolver))
		switch result {
		case spf.Pass:
		case spf.TempError:
			x.warn(check, record+" cannot be followed: "+err.Error()+".", askAgain)
			return
		case spf.PermError:
			x.fail(check, record+" is wrong: "+err.Error()+".", "Correct it: mail servers ignore a wrong record.")
			return
		default:
			x.warn(check, record+" does not allow "+a.String()+", the address of this machine's mail server.", "Add "+mechanism(a)+" to the record; or, if that mail server passes e-mail on to a provider, what the provider names.")
			return
		}
		shown = append(shown, a.String())
	}
	x.ok(check, record+" allows "+strings.Join(shown, ", ")+", from where the mail server of this machine sends.")
}

// mechanism returns the element of an SPF record that permits an address.
func mechanism(a net.IP) string {
	if a.To4() != nil {
		return "ip4:" + a.String()
	}
	return "ip6:" + a.String()
}
