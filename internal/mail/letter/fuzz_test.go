package letter

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"podesta/internal/bounded"
)

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		raw("signon Vmedici pw\n"), raw("--b\n\nx\n--b--\n", "Content-Type: multipart/mixed; boundary=b"),
		raw("<p>x<blockquote>y", "Content-Type: text/html; charset=utf-16"), raw("=4", "Content-Transfer-Encoding: quoted-printable"),
		raw("QQ", "Content-Transfer-Encoding: base64", "Content-Type: text/plain; charset=iso-2022-jp; format=flowed"),
		raw("a \x00 b \xff c", "Subject: \xff\x00 =?utf-8?q?=00=ff?=", "To: \"\xff\x00\" <judge+\x00\xff@example.org>"), raw("AAD/", "Content-Transfer-Encoding: base64"),
		raw("=00=FF", "Content-Transfer-Encoding: quoted-printable"), raw("<p>&#0;\x00\xff", "Content-Type: text/html"),
		raw("<<x><param>", "Content-Type: text/enriched"), raw("<nl><lt>", "Content-Type: text/richtext"),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var l *Letter
		var err error
		bounded.Bytes(t, len(raw), 1<<20, 600, func() { l, err = Read(bytes.NewReader(raw)) })
		if err != nil {
			return
		}
		if len(l.Full) > MaxText || l.Size != int64(len(raw)) {
			t.Fatalf("%d bytes kept, %d of %d read", len(l.Full), l.Size, len(raw))
		}
		if Normalise(l.Full) != l.Full {
			t.Fatalf("not normal: %q", l.Full)
		}
		if strings.ContainsAny(l.Subject+l.From.Address+l.ReplyTo.Address+l.From.Name, "\r\n\x00") {
			t.Fatal("a line break in the header")
		}
		for _, s := range append([]string{
			l.From.Name, l.From.Address, l.Sender.Name, l.Sender.Address, l.ReplyTo.Name, l.ReplyTo.Address, l.Languages, l.Subject, l.MessageID,
			l.InReplyTo, l.Auto.Why,
		}, slices.Concat(l.References, l.AuthResults, l.Signatures, l.ReturnPaths, l.Attachments)...) {
			if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
				t.Fatalf("%q is not printable", s)
			}
		}
		for _, text := range []string{l.Full, l.Text} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				t.Fatalf("%q is not text", text)
			}
		}
		for _, to := range slices.Concat(l.To, l.Named) {
			if s := to.Addr + to.User + to.Tag + to.Domain; !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
				t.Fatalf("%+v is not printable", to)
			}
			if again := ReadRecipient(to.Addr); again.Addr != to.Addr || again.User != to.User || again.Tag != to.Tag || again.Domain != to.Domain {
				t.Fatalf("%+v is read back as %+v", to, again)
			}
		}
		if !subsequence(l.Text, l.Full) {
			t.Fatalf("the writer's text %q is no part of %q", l.Text, l.Full)
		}
		// A mail server may change line ends, but nothing else.
		if !bytes.ContainsAny(raw, "\r") {
			other, err := Read(bytes.NewReader(bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))))
			if err != nil || other.Full != l.Full && !l.Truncated || other.Subject != l.Subject || other.From != l.From {
				t.Fatalf("with CRLF: %v %+v", err, other)
			}
		}
	})
}

// subsequence reports whether all lines of a text occur in another text, in the same order.
func subsequence(text, whole string) bool {
	rest := strings.Split(whole, "\n")
	for l := range strings.SplitSeq(text, "\n") {
		i := slices.Index(rest, l)
		if i < 0 && l != "" {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}

// FuzzHTML converts arbitrary HTML to lines.
func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"<p>signon Vmedici pw<br>a mil h<blockquote>old</blockquote>", "<pre>a\n b</pre><div class=gmail_signature>me</div>", "<table><tr><td>a<td>b</table>",
		"<style>x</style><script>y</script>&lt;b&gt;&#0;&nbsp;", "<ul><li>a<li>b</ul><hr><span style='display: none'>c", "<!-- x --><![CDATA[y]]><?z?><o:p/>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var text string
		// Each open quotation adds a quotation mark to each line.
		bounded.Bytes(t, len(source), 1<<20, 4000, func() { text = htmlText(source) })
		if len(text) > 64+24*len(source) {
			t.Fatalf("%d bytes of text from %d", len(text), len(source))
		}
		if Normalise(Normalise(text)) != Normalise(text) {
			t.Fatal("not normal")
		}
		// Text that is escaped correctly is read unchanged.
		plain := strings.Join(strings.FieldsFunc(strings.ToValidUTF8(source, ""), func(r rune) bool { return r < ' ' || isHTMLSpace(byte(min(r, 255))) }), " ")
		if got := htmlText("<p>" + html.EscapeString(plain) + "</p>"); strings.TrimSuffix(got, "\n") != plain {
			t.Fatalf("%q is read as %q", plain, got)
		}
	})
}

// FuzzAddresses parses the addresses of a header field, and writes them again.
func FuzzAddresses(f *testing.F) {
	for _, s := range []string{
		"a@b.org", "Ada <ada@Example.ORG>, \"B, C\" <b+c@d.ef>", "group: a@b, c@d;", "=?utf-8?q?a=40b?= <c@d.org>", "(x) a@b.org (y)", "<a@b>, <c@d", "\u212a@b.org, ü@ä.org", "\"a b\"@c.de",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, field string) {
		var list []mail.Address
		bounded.Bytes(t, len(field), 1<<20, 600, func() { list = addresses(field) })
		for _, a := range list {
			if clean, ok := usable(a.Address); !ok || clean != a.Address {
				t.Fatalf("%q is not usable: %q", a.Address, clean)
			}
			if strings.ContainsFunc(a.Name+a.Address, unicode.IsControl) || !utf8.ValidString(a.Name+a.Address) {
				t.Fatalf("%+v is not printable", a)
			}
			again := addresses(a.String())
			if len(again) != 1 || again[0].Address != a.Address {
				t.Fatalf("%+v is written as %q, and read as %+v", a, a.String(), again)
			}
		}
	})
}

// FuzzBounce parses arbitrary delivery reports.
func FuzzBounce(f *testing.F) {
	f.Add([]byte("Subject: failed\n\nFinal-Recipient: rfc822; a@b.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\nMessage-ID: <a@b>\n"))
	f.Add([]byte("X-Failed-Recipients: A@B.org\n\nYour mail could not be delivered.\n"))
	f.Add([]byte("Content-Transfer-Encoding: base64\n\nNTUwIHVzZXIgdW5rbm93bg=="))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var b BounceReport
		bounded.Bytes(t, len(raw), 1<<20, 600, func() { b = ReadBounce(raw) })
		for _, s := range slices.Concat(b.IDs, b.Recipients, []string{b.Why}) {
			if strings.ContainsFunc(s, unicode.IsControl) || !utf8.ValidString(s) {
				t.Fatalf("%q is not printable", s)
			}
		}
		for _, s := range b.Recipients {
			if s != Lower(s) || !strings.Contains(s, "@") {
				t.Fatalf("recipient %q", s)
			}
		}
	})
}

func FuzzClean(f *testing.F) {
	f.Add("signon Vmedici pw\npress to f\n> x\nendpress\n-- \nme")
	f.Add("On 1 May 2026, Judge <j@x> wrote:\n> x")
	f.Add("From: x\nSent: y\nTo: z\n\u2028\u200d\ufeff")
	f.Fuzz(func(t *testing.T, text string) {
		n := Normalise(text)
		if Normalise(n) != n {
			t.Fatalf("%q becomes %q, then %q", text, n, Normalise(n))
		}
		p := Plain(text)
		if Plain(p) != p {
			t.Fatalf("%q becomes %q, then %q", text, p, Plain(p))
		}
		lines := Lines(text)
		if len(lines) != strings.Count(strings.TrimSuffix(n, "\n"), "\n")+1 {
			t.Fatalf("%d lines of %q", len(lines), n)
		}
		Clean(text)
	})
}
