package letter

import (
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-message"
	mailheader "github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
)

// readHeader fills in the header fields.
func (l *Letter) readHeader(h textproto.Header) {
	l.From = author(h)
	l.Sender = first(h, "Sender")
	l.ReplyTo = first(h, "Reply-To")
	l.recipients(h)
	l.Subject = headerText(h.Get("Subject"))
	l.MessageID = firstOf(ids(h, "Message-Id"))
	l.InReplyTo = firstOf(ids(h, "In-Reply-To"))
	l.References = ids(h, "References")
	if len(l.References) > maxPeople {
		l.References = l.References[len(l.References)-maxPeople:]
	}
	if l.Languages = plainHeader(h.Get("Accept-Language")); l.Languages == "" {
		l.Languages = plainHeader(h.Get("Content-Language"))
	}
	l.Date = date(h)
	from, err := parser.ParseList(toUTF8("", []byte(h.Get("From"))))
	l.Doubtful = err != nil || len(from) != 1
	for _, key := range singular {
		l.Doubtful = l.Doubtful || len(fields(h, key)) > 1
	}
	l.AuthResults = evidence(h, "Authentication-Results")
	l.Signatures = evidence(h, "Dkim-Signature")
	for _, v := range evidence(h, "Return-Path") {
		v = strings.TrimSpace(v)
		l.ReturnPaths = append(l.ReturnPaths, strings.TrimSuffix(strings.TrimPrefix(v, "<"), ">"))
	}
}

// singular lists the fields that may occur only once (RFC 5322, RFC 2045) and determine the
// content, date, sender or recipients of a message.
var singular = []string{
	"From", "Sender", "Reply-To", "To", "Cc", "Subject", "Date", "Message-Id", "In-Reply-To", "References",
	"Mime-Version", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition",
}

// evidence returns the values of a field whose exact text matters. Nothing is removed from it,
// because any character may change the meaning of the next one.
func evidence(h textproto.Header, key string) []string {
	var out []string
	for _, v := range fields(h, key) {
		out = append(out, strings.Map(func(r rune) rune {
			switch {
			case r == '\t':
				return ' '
			case unicode.IsControl(r):
				return '\uFFFD'
			}
			return r
		}, strings.ToValidUTF8(v, "\uFFFD")))
	}
	return out
}

// author returns the address in From. If From contains different addresses, none can be trusted,
// and author returns the zero address.
func author(h textproto.Header) mail.Address {
	var a mail.Address
	for _, v := range fields(h, "From") {
		for _, next := range addresses(v) {
			if a.Address != "" && Lower(a.Address) != Lower(next.Address) {
				return mail.Address{}
			}
			a = next
		}
	}
	return a
}

// first returns the first usable address of a field.
func first(h textproto.Header, key string) mail.Address {
	for _, v := range fields(h, key) {
		if list := addresses(v); len(list) > 0 {
			return list[0]
		}
	}
	return mail.Address{}
}

var parser = mail.AddressParser{WordDecoder: &words}

// addresses parses an address list. If the list is malformed, it returns everything that looks like
// an address.
func addresses(v string) []mail.Address {
	v = toUTF8("", []byte(v))
	list, err := parser.ParseList(v)
	var out []mail.Address
	if err == nil {
		for _, a := range list {
			if clean, ok := usable(a.Address); ok {
				out = append(out, mail.Address{Name: plainHeader(a.Name), Address: clean})
			}
		}
		return out
	}
	// A name may look like an address; text in angle brackets outside of names is an address.
	v = names.ReplaceAllString(v, " ")
	found := angled.FindAllStringSubmatch(v, maxPeople)
	if found == nil {
		found = loose.FindAllStringSubmatch(v, maxPeople)
	}
	for _, f := range found {
		if clean, ok := usable(f[1]); ok {
			out = append(out, mail.Address{Address: clean})
		}
	}
	return out
}

var (
	names  = regexp.MustCompile(`=\?[^?\s]*\?[A-Za-z]\?[^?\s]*\?=|"(\\.|[^"\\])*"|\([^()]*\)`)
	angled = regexp.MustCompile(`<\s*([^<>\s]+@[^<>\s]+)\s*>`)
	loose  = regexp.MustCompile("([A-Za-z0-9.!#$%&'*+/=?^_`{|}~\\-\u0080-\uffff]+@[A-Za-z0-9.\\-\u0080-\uffff]+)")
)

// usable returns an address in canonical form, with its domain in lower case. It returns false for
// an address that contains spaces or control characters, lacks one of its parts, or cannot be
// written in a header.
func usable(a string) (string, bool) {
	i := strings.LastIndexByte(a, '@')
	if i <= 0 || i == len(a)-1 || len(a) > 320 {
		return "", false
	}
	for _, r := range a {
		if isBlank(r) || isBreak(r) || isInvisible(r) || strings.ContainsRune(`<>,;"()`, r) {
			return "", false
		}
	}
	domain := Lower(strings.TrimRight(a[i+1:], "."))
	clean := mail.Address{Address: a[:i+1] + domain}
	again, err := mail.ParseAddress(clean.String())
	return clean.Address, err == nil && again.Address == clean.Address
}

// Lower converts ASCII capitals to lower case, for comparing addresses and
// domains, and leaves everything else unchanged. Unlike strings.ToLower, it
// turns no other character, such as the Kelvin sign, into an ASCII letter.
func Lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// recipients fills in To and Named.
func (l *Letter) recipients(h textproto.Header) {
	for _, key := range []string{"To", "Cc"} {
		for _, v := range fields(h, key) {
			for _, a := range addresses(v) {
				r := ReadRecipient(a.Address)
				r.Header = key
				l.Named = append(l.Named, r)
			}
		}
	}
	seen := make(map[string]bool)
	for _, key := range []string{
		"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Rcpt-To", "X-Delivered-To", "X-Forwarded-To",
		"Resent-To", "To", "Cc", "Resent-Cc", "Bcc",
	} {
		for _, v := range fields(h, key) {
			for _, a := range addresses(v) {
				same := Lower(a.Address)
				if seen[same] || len(l.To) == maxPeople {
					continue
				}
				seen[same] = true
				r := ReadRecipient(a.Address)
				r.Header = key
				l.To = append(l.To, r)
			}
		}
	}
}

// ReadRecipient splits an address, with or without angle brackets, into its parts. If it contains
// no "@", the whole address is User.
func ReadRecipient(addr string) Recipient {
	addr = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(addr), "<"), ">")
	r := Recipient{Addr: addr, User: addr}
	if i := strings.LastIndexByte(addr, '@'); i >= 0 {
		r.User, r.Domain = addr[:i], Lower(addr[i+1:])
		r.Addr = r.User + "@" + r.Domain
	}
	r.User, r.Tag, _ = strings.Cut(r.User, "+")
	return r
}

// ids returns the Message-IDs in a field, without their angle brackets.
func ids(h textproto.Header, key string) []string {
	m := mailheader.Header{Header: message.Header{Header: h}}
	list, err := m.MsgIDList(key)
	if err != nil {
		for _, v := range fields(h, key) {
			for _, id := range looseID.FindAllStringSubmatch(v, 10*maxPeople) {
				list = append(list, id[1])
			}
		}
	}
	var out []string
	for _, id := range list {
		if id = plainHeader(toUTF8("", []byte(id))); id != "" {
			out = append(out, id)
		}
	}
	return out
}

var looseID = regexp.MustCompile(`<([^<>\s]+)>`)

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// date returns the date of a message in UTC, or the zero time if it has no valid date.
func date(h textproto.Header) time.Time {
	m := mailheader.Header{Header: message.Header{Header: h}}
	v := strings.TrimSpace(m.Get("Date"))
	if i := strings.LastIndexByte(v, ' '); i >= 0 {
		if zone := oldZones[strings.ToUpper(v[i+1:])]; zone != "" {
			m.Set("Date", v[:i+1]+zone)
		}
	}
	t, err := m.Date()
	if err != nil || t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

// oldZones holds the names of time zones in old dates (RFC 822).
var oldZones = map[string]string{
	"UT": "+0000", "GMT": "+0000", "Z": "+0000", "EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500",
	"MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700", "CET": "+0100", "CEST": "+0200", "MET": "+0100", "BST": "+0100",
}
