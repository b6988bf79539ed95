package certificate

import (
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// ACME holds the settings for getting a certificate from an authority.
type ACME struct {
	Host   string         // the name in the certificate
	CA     string         // the directory of the certificate authority
	Roots  *x509.CertPool // root certificates for connections to the CA; nil for the machine's own
	Email  string         // contact for the CA's notices; may be empty
	Folder string         // where certificates and keys are stored; processes can share it
	// The ports of this machine to which the certificate authority's requests come. HTTP is 0 if
	// there are none over http.
	TLS, HTTP int
	Log       *slog.Logger
	issuer    certmagic.Issuer // replaces the certificate authority in tests
}

// ByACME returns a source that gets the certificate from an authority and renews it. It does so in
// the background once it is started, and tries again until it succeeds. Meanwhile it uses the
// certificate that it has, even if that has expired.
func ByACME(o ACME) *Source {
	log := zap.New(into{o.Log})
	var magic *certmagic.Config
	cache := certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return magic, nil },
		Logger:           log,
	})
	leaf := func() *x509.Certificate {
		for _, c := range cache.AllMatchingCertificates(o.Host) {
			return c.Leaf
		}
		return nil
	}
	magic = certmagic.New(cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: o.Folder}, Logger: log,
		// Mail servers ask for the name of the MX record, and monitors for none.
		DefaultServerName: o.Host, FallbackServerName: o.Host,
		OnEvent: func(ctx context.Context, event string, data map[string]any) error {
			switch event {
			case "cert_failed":
			case "cert_obtained":
				o.Log.Info("there is a new certificate", "name", o.Host, "from", data["issuer"])
				return nil
			default:
				return nil
			}
			why := []any{"name", o.Host, "error", data["error"]}
			if c := leaf(); c != nil {
				why = append(why, "days_left", days(time.Until(c.NotAfter)))
			}
			if found, do := Leads(ctx, net.DefaultResolver, o.Host, Own()); found != "" {
				why = append(why, "found", found, "do", do)
			}
			o.Log.Error("there is no new certificate yet; the judge tries again", why...)
			return nil
		},
	})
	issuer := certmagic.NewACMEIssuer(magic, certmagic.ACMEIssuer{
		CA: o.CA, TrustedRoots: o.Roots, Email: o.Email, Agreed: true, Logger: log,
		AltTLSALPNPort: o.TLS, AltHTTPPort: o.HTTP, DisableHTTPChallenge: o.HTTP == 0,
	})
	magic.Issuers = []certmagic.Issuer{issuer}
	if o.issuer != nil {
		magic.Issuers = []certmagic.Issuer{o.issuer}
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Source{
		host: o.Host, log: o.Log, now: time.Now, leaf: leaf,
		get:     magic.GetCertificate,
		refresh: func() error { return nil }, challenges: issuer.HTTPChallengeHandler,
		protocols: []string{"acme-tls/1"},
		start:     func() error { return magic.ManageAsync(ctx, []string{o.Host}) },
		stop: func() {
			cancel()
			cache.Stop()
			certmagic.CleanUpOwnLocks(context.WithoutCancel(ctx), log)
		},
	}
}

// Resolver queries the DNS. *net.Resolver implements it.
type Resolver interface {
	LookupIPAddr(ctx context.Context, name string) ([]net.IPAddr, error)
}

// Leads reports what is wrong with the addresses to which a name leads, in a sentence, and what to
// do; both are empty if nothing is known to be wrong. own are the addresses of this machine.
func Leads(ctx context.Context, dns Resolver, host string, own []netip.Addr) (found, do string) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	public := Public(own)
	// Behind a router, a machine does not know its public IPv4 address.
	old := slices.ContainsFunc(public, netip.Addr.Is4)
	mine := "the public address of this machine"
	if len(public) > 0 {
		mine = list(public)
	}
	answer, err := dns.LookupIPAddr(ctx, host)
	var missing *net.DNSError
	if err != nil && !(errors.As(err, &missing) && missing.IsNotFound) {
		return "The DNS does not answer: " + err.Error() + ".", "Check the resolver of this machine (/etc/resolv.conf)."
	}
	if len(answer) == 0 {
		return "The DNS has no address of " + host + ".",
			"Publish an A record (and AAAA for IPv6) of " + host + " with " + mine + "."
	}
	var elsewhere []netip.Addr
	for _, a := range answer {
		ip, ok := netip.AddrFromSlice(a.IP)
		if ip = ip.Unmap(); ok && !slices.Contains(own, ip) && (old || ip.Is6()) {
			elsewhere = append(elsewhere, ip)
		}
	}
	if len(elsewhere) == 0 || len(public) == 0 {
		return "", ""
	}
	return host + " leads to " + list(elsewhere) + ", and this machine is " + mine + ".",
		"Change its A and AAAA records to " + mine + ". If something else with that address passes ports 80 " +
			"and 443 on to this machine, they are right."
}

// Public returns the addresses among those of a machine that others can reach.
func Public(own []netip.Addr) []netip.Addr {
	return slices.DeleteFunc(slices.Clone(own), func(a netip.Addr) bool {
		return !a.IsGlobalUnicast() || a.IsPrivate()
	})
}

// Own returns the addresses of this machine.
func Own() []netip.Addr {
	var out []netip.Addr
	found, _ := net.InterfaceAddrs() // without them, less is known
	for _, a := range found {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p.Addr().Unmap())
		}
	}
	return out
}

// list joins addresses.
func list(all []netip.Addr) string {
	var texts []string
	for _, a := range all {
		texts = append(texts, a.String())
	}
	return strings.Join(texts, " and ")
}

// into is a core of zap that writes warnings and errors to a log of slog.
type into struct{ log *slog.Logger }

// Enabled implements zapcore.Core.
func (into) Enabled(l zapcore.Level) bool { return l >= zapcore.WarnLevel }

// With implements zapcore.Core.
func (i into) With(fields []zapcore.Field) zapcore.Core { return into{i.log.With(plain(fields)...)} }

// Check implements zapcore.Core.
func (i into) Check(e zapcore.Entry, c *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if i.Enabled(e.Level) {
		return c.AddCore(e, i)
	}
	return c
}

// Write implements zapcore.Core.
func (i into) Write(e zapcore.Entry, fields []zapcore.Field) error {
	level := slog.LevelWarn
	if e.Level >= zapcore.ErrorLevel {
		level = slog.LevelError
	}
	i.log.Log(context.Background(), level, "certificate: "+e.Message, plain(fields)...)
	return nil
}

// Sync implements zapcore.Core.
func (into) Sync() error { return nil }

// plain returns fields as arguments of slog.
func plain(fields []zapcore.Field) []any {
	to := zapcore.NewMapObjectEncoder()
	var out []any
	for _, f := range fields {
		f.AddTo(to)
		out = append(out, f.Key, to.Fields[f.Key])
	}
	return out
}
