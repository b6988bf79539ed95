package smtpd

import (
	"bytes"
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"

	"podesta/internal/mail/letter"
)

// Proof describes how the identity of a sender was proved. The zero value proves nothing.
type Proof struct {
	by string // the method: "DKIM", "SPF" or "DMARC"
}

// OK reports whether the sender is proved.
func (p Proof) OK() bool { return p.by != "" }

// String describes the proof for logs.
func (p Proof) String() string {
	if p.by == "" {
		return "unproven"
	}
	return p.by
}

// Verifier checks the sender of a message that a stranger's server delivered
// directly.
type Verifier interface {
	// DKIM returns the valid signatures of the message that cover its sender.
	DKIM(ctx context.Context, raw []byte) []Signature
	// SPF returns the envelope's domain if it permits the server to send for it, or "".
	SPF(ctx context.Context, env Envelope) string
}

// Signed reports whether the proof is a signature. It then covers everything that the functions
// whole and meant require.
func (p Proof) Signed() bool { return p.by == "DKIM" || p.by == "DMARC" }

// Signature is a signature of a domain, with the header fields that it covers.
type Signature struct {
	Domain string
	Fields []string
}

// covers reports whether a signature covers a header field.
func (s Signature) covers(field string) bool {
	return slices.ContainsFunc(s.Fields, func(f string) bool { return strings.EqualFold(f, field) })
}

// Checker parses messages and checks who sent them.
type Checker struct {
	verifier Verifier
	trusted  []string // names of the servers whose Authentication-Results are trusted
	ours     func(letter.Recipient) bool
	now      func() time.Time
}

// NewChecker returns a checker. It uses verifier for messages that a stranger's server delivered
// directly, and trusts the Authentication-Results of the servers named in trusted for others. The
// function ours reports whether an address belongs to the judge.
func NewChecker(verifier Verifier, trusted []string, ours func(letter.Recipient) bool, now func() time.Time) *Checker {
	return &Checker{verifier, trusted, ours, now}
}

// The maximum age of an e-mail with a valid signature. It is much less than the time for which
// answered e-mail is remembered, so that a signed e-mail cannot be replayed.
const (
	provenFor   = 7 * 24 * time.Hour
	provenAhead = 24 * time.Hour // tolerance for wrong clocks
)

// whole reports whether each field that identifies an e-mail occurs exactly once. If a field occurs
// twice, the parser might use the unsigned one.
func whole(l *letter.Letter) bool {
	return !l.Doubtful && l.MessageID != "" && !l.Date.IsZero()
}

// meant reports whether a signed e-mail was recently written to this judge, and whether a copy
// would be recognized. This matters because any recipient of a signed e-mail can deliver it again,
// to anyone.
func (c *Checker) meant(l *letter.Letter, signed func(field string) bool) bool {
	age := c.now().Sub(l.Date)
	if age > provenFor || age < -provenAhead {
		return false
	}
	for _, field := range []string{"From", "Date", "Message-ID"} {
		if !signed(field) {
			return false
		}
	}
	if l.Subject != "" && !signed("Subject") {
		return false
	}
	return slices.ContainsFunc(l.Named, func(r letter.Recipient) bool { return signed(r.Header) && c.ours(r) })
}

// Read parses a message and checks its sender. The result head is the beginning of the message, for
// delivery reports.
func (c *Checker) Read(ctx context.Context, r io.Reader, env Envelope) (l *letter.Letter, head []byte, p Proof, err error) {
	if env.Remote == nil {
		var begins beginning
		l, err := letter.Read(io.TeeReader(r, &begins))
		if err != nil {
			return nil, nil, Proof{}, err
		}
		return l, begins, c.reported(l, env), nil
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, Proof{}, err
	}
	l, err = letter.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, nil, Proof{}, err
	}
	if !whole(l) {
		return l, raw, Proof{}, nil
	}
	_, from := split(l.From.Address)
	for _, d := range c.verifier.DKIM(ctx, raw) {
		if Aligned(from, d.Domain) && c.meant(l, d.covers) {
			return l, raw, Proof{"DKIM"}, nil
		}
	}
	if Aligned(from, c.verifier.SPF(ctx, env)) {
		return l, raw, Proof{"SPF"}, nil
	}
	return l, raw, Proof{}, nil
}

// beginning stores the first bytes written to it.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	if room := letter.MaxBounce - len(*b); room > 0 {
		*b = append(*b, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// reported returns the proof that a trusted server's report gives for the sender. Only the latest
// of these reports counts, which is at the top, because the sender may have written everything
// below it.
func (c *Checker) reported(l *letter.Letter, env Envelope) Proof {
	for _, field := range l.AuthResults {
		server, all, ok := readResults(field)
		if !slices.ContainsFunc(c.trusted, func(s string) bool { return strings.EqualFold(s, server) }) {
			continue
		}
		signatures, plain := readSignatures(l)
		if !ok || !plain || !whole(l) || !plainSender(l, env) {
			return Proof{}
		}
		for _, r := range all {
			if p := r.proves(); p.OK() && c.believable(l, signatures, r, p) {
				return p
			}
		}
		return Proof{}
	}
	return Proof{}
}

// plainSender reports whether the envelope sender cannot have misled a server. Mail servers that
// check senders have mistaken "z@example.org"@evil.example for an address of example.org, and have
// written such names into their results without escaping them.
func plainSender(l *letter.Letter, env Envelope) bool {
	return !env.Null && plainAddress(env.From) && !slices.ContainsFunc(l.ReturnPaths, func(p string) bool { return p == "" || !plainAddress(p) })
}

// believable reports whether a result of a trusted server is about the sender, and whether the
// underlying signature covers everything required. The result does not list the covered fields, but
// the signature does.
func (c *Checker) believable(l *letter.Letter, signatures []Signature, r result, p Proof) bool {
	_, from := split(l.From.Address)
	switch proven := r.domain(); p.by {
	case "SPF":
		return Aligned(from, proven)
	case "DKIM":
		if !Aligned(from, proven) {
			return false
		}
	default:
		if !sameDomain(from, proven) {
			return false
		}
	}
	own := slices.DeleteFunc(slices.Clone(signatures), func(s Signature) bool { return !Aligned(from, s.Domain) })
	if p.by == "DKIM" && len(own) == 0 && len(signatures) > 0 {
		return false // the server must have read a different field
	}
	return c.meant(l, func(field string) bool {
		return !slices.ContainsFunc(own, func(s Signature) bool { return !s.covers(field) })
	})
}

// readSignatures parses the signatures in a message, or returns false if one of them could mislead
// the server.
func readSignatures(l *letter.Letter) (out []Signature, ok bool) {
	for _, field := range l.Signatures {
		s, ok := readSignature(field)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// readSignature parses a DKIM-Signature field: the domain and the covered fields. It refuses a
// signature that covers only the beginning of the text. It also refuses special characters in the
// values, because servers have written them into their results without escaping and have trusted
// such results.
func readSignature(field string) (Signature, bool) {
	tags := map[string]string{}
	for tag := range strings.SplitSeq(field, ";") {
		name, value, ok := strings.Cut(tag, "=")
		name = strings.TrimSpace(name)
		if _, twice := tags[name]; twice || !ok && name != "" {
			return Signature{}, false
		}
		tags[name] = strings.Join(strings.Fields(value), "")
	}
	_, part := tags["l"]
	if part || !plainAddress(tags["i"]) || strings.Contains(tags["i"], "=") || !plainAddress(tags["d"]) || !plainAddress(tags["s"]) {
		return Signature{}, false
	}
	return Signature{tags["d"], strings.Split(tags["h"], ":")}, tags["d"] != "" && tags["h"] != ""
}

// split splits an address.
func split(addr string) (user, domain string) {
	i := strings.LastIndexByte(addr, '@')
	if i < 0 {
		return addr, ""
	}
	return addr[:i], letter.Lower(addr[i+1:])
}

// domainOf returns the domain of an address. It returns a domain unchanged.
func domainOf(s string) string {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	return letter.Lower(strings.TrimSuffix(s, "."))
}

func sameDomain(a, b string) bool { return a != "" && letter.Lower(a) == letter.Lower(b) }

// Aligned reports whether a proof for one domain is valid for a sender's domain, because both
// belong to the same organisation.
func Aligned(from, proven string) bool {
	from, proven = domainOf(from), domainOf(proven)
	if from == "" || proven == "" {
		return false
	}
	if from == proven {
		return true
	}
	a, err := publicsuffix.EffectiveTLDPlusOne(from)
	if err != nil {
		return false
	}
	b, err := publicsuffix.EffectiveTLDPlusOne(proven)
	return err == nil && a == b
}

// dnsVerifier checks senders with the DNS.
type dnsVerifier struct{ resolver *net.Resolver }

// VerifyByDNS returns a verifier that queries the DNS with a resolver.
func VerifyByDNS(r *net.Resolver) Verifier { return dnsVerifier{r} }

// The limits of checking.
const (
	maxSignatures = 5
	verifyTime    = 20 * time.Second
)

func (d dnsVerifier) DKIM(ctx context.Context, raw []byte) []Signature {
	ctx, cancel := context.WithTimeout(ctx, verifyTime)
	defer cancel()
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{
		LookupTXT:        func(domain string) ([]string, error) { return d.resolver.LookupTXT(ctx, domain) },
		MaxVerifications: maxSignatures,
	})
	if err != nil && len(found) == 0 {
		return nil
	}
	var out []Signature
	for _, v := range found {
		if v.Err == nil && slices.ContainsFunc(v.HeaderKeys, func(k string) bool { return strings.EqualFold(k, "From") }) {
			out = append(out, Signature{v.Domain, v.HeaderKeys})
		}
	}
	return out
}

func (d dnsVerifier) SPF(ctx context.Context, env Envelope) string {
	ctx, cancel := context.WithTimeout(ctx, verifyTime)
	defer cancel()
	if env.From == "" {
		return ""
	}
	result, _ := spf.CheckHostWithSender(env.Remote, env.Helo, env.From, spf.WithContext(ctx), spf.WithResolver(d.resolver))
	if result != spf.Pass {
		return ""
	}
	return domainOf(env.From)
}
