package letter

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestStruckHTML checks which text is struck out or hidden by elements and styles of HTML.
func TestStruckHTML(t *testing.T) {
	sheet := func(css, body string) string {
		return "<html><head><style>" + css + "</style></head><body>" + body + "</body></html>"
	}
	for _, c := range []struct{ in, want, struck string }{
		{"a <s>b</s> c", "a c", "b"},
		{"<p>a</p><p><strike>b</strike></p><p><del>c</del></p>", "a", "b|c"},
		{"a<s><b>b</b> <i>c</i></s>d", "a d", "b c"},
		{"<s>a<br>b<div>c</div></s>d", "d", "a|b|c"},
		{"<s>a<s>b</s>c</s>d", "d", "abc"},
		{"a<span style='text-decoration:line-through'>b</span>", "a", "b"},
		{"a<span style='TEXT-DECORATION: underline LINE-THROUGH red !important'>b</span>", "a", "b"},
		{"a<span style='text-decoration-line:line-through'>b</span>", "a", "b"},
		{"a <s style='text-decoration:none'>b</s>", "a b", ""},
		{"a <span style='text-decoration:underline'>b</span>", "a b", ""},
		{"a <ins>b</ins>", "a b", ""},
		{"<blockquote><s>a</s></blockquote>b", "b", ""},
		{"<s>a", "", "a"},
		{sheet(".no{text-decoration:line-through}", "a<span class='x no'>b</span>"), "a", "b"},
		{sheet("p.no, #gone { color: red; text-decoration : line-through }", "<p class=no>a</p><div class=no>b</div><div id=gone>c</div>"), "b", "a|c"},
		{sheet("table .no td{text-decoration:line-through}", "<table><tr class=no><td>a</td></tr><tr><td>b</td></tr></table>"), "b", "a"},
		{sheet("@media print{p{display:none}} @import 'x'; <!-- .no{text-decoration:line-through} -->", "<p>a</p><p class=no>b</p>"), "a", "b"},
		{sheet("a:hover{text-decoration:line-through} p[x]{display:none}", "<p><a href=x>a</a></p>"), "a", ""},
		{sheet(".x{display:none}", "a<p class=x>b</p>"), "a", ""},
		{sheet(".x{visibility:hidden", "a<p class=x>b</p>"), "a", ""},
		{"<style>.no{text-decoration:line-through}</style>a<span class=no>b</span>", "a", "b"},
		{"a<div style='visibility: hidden'>b</div>", "a", ""},
		{"a<div style='font-size:0'>b</div><div style='font: 0/0 serif'>c</div>", "a", ""},
		{"a<div style='opacity:0'>b</div><div hidden>c</div><div style='max-height:0;overflow:hidden'>d</div>", "a", ""},
		{"a<div style='color:#FFF; background-color: white'>b</div><div style='background:#ffffff'><font color=white>c</font></div>", "a", ""},
		// mail programs with a dark theme write white text
		{"<div style='color:white'>a</div><div style='color:#fff;background:#202020'>b</div>", "a\nb", ""},
		{"<head><title>x</title><body>a", "a", ""},
	} {
		h := readHTML(c.in)
		if got := strings.TrimSpace(h.out.String()); got != c.want || strings.Join(h.struck, "|") != c.struck {
			t.Errorf("%s\ngot %q, struck %q", c.in, got, h.struck)
		}
	}
}

// TestStrikePlain checks which text is struck out in plain text.
func TestStrikePlain(t *testing.T) {
	over := func(s string) string {
		var b strings.Builder
		for _, r := range s {
			b.WriteString(string(r) + "\u0336")
		}
		return b.String()
	}
	for _, c := range []struct{ in, want, struck string }{
		{"a ~~b~~ c", "a  c", "b"},
		{"~~a mil h~~\nb", "\nb", "a mil h"},
		{"~~ a ~~", "~~ a ~~", ""},
		{"~~~~~~\na ~ b", "~~~~~~\na ~ b", ""},
		{"> ~~a~~", "> ~~a~~", ""},
		{over("a mil h") + "\nb", "\nb", "a mil h"},
		{"x " + over("ab") + " y", "x y", "ab"},
		{"\u0336", "", ""},
		{"è ñ", "è ñ", ""},
	} {
		if got, struck := Strike(c.in); got != c.want || strings.Join(struck, "|") != c.struck {
			t.Errorf("%q: got %q, struck %q", c.in, got, struck)
		}
	}
}

// TestHTMLDecides checks when the HTML of a message is read instead of its plain text: if it is the
// same text, and contains a list or struck-out text.
func TestHTMLDecides(t *testing.T) {
	alternative := func(plain, html string) string {
		return "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\n" + plain + "\n--x\nContent-Type: text/html\n\n" + html + "\n--x--\n"
	}
	for _, c := range []struct{ raw, want string }{
		{alternative("a\nb", "<p>a</p><p>b</p>"), "a\nb"},
		{alternative("a\nb", "<p>a</p><p><s>b</s></p>"), "a"},
		{alternative("a", "<s>a</s>"), ""},
		{alternative(" 1. a\n 2. b", "<ol><li>a<li>b</ol>"), "a\nb"},
		{alternative("  * a\n  * b", "<ul><li>a<li>b</ul>"), "a\nb"},
		{alternative("a mil h\na pav h", "<p>Only <s>9.99</s> 4.99!</p>"), "a mil h\na pav h"},
		{alternative("a\n> b", "<p>a</p><blockquote type=cite><s>b</s></blockquote>"), "a\n> b"},
		{strings.Replace(alternative("a\nb", "<p>a</p><p><s>b</s></p>"), "alternative", "mixed", 1), "a"},
	} {
		if l := read(t, c.raw); strings.TrimSpace(l.Full) != c.want {
			t.Errorf("%s\ngot %q", c.raw, l.Full)
		}
	}
}

// TestUnreadParts checks which parts are reported as unread.
func TestUnreadParts(t *testing.T) {
	for head, want := range map[string]string{
		"Content-Type: text/plain; name=o.txt\nContent-Disposition: attachment": "o.txt",
		"Content-Type: text/plain; name=o.txt\nContent-Disposition: inline":     "o.txt",
		"Content-Type: application/pdf":                                         "application/pdf",
		"Content-Type: image/png; name=o.png\nContent-Disposition: attachment":  "o.png",
		"Content-Type: message/rfc822":                                          "message/rfc822",
		"Content-Type: image/png; name=logo.png\nContent-ID: <x@y>":             "",
		"Content-Type: text/vcard; name=me.vcf":                                 "",
		"Content-Type: application/octet-stream; name=me.VCF":                   "",
		"Content-Type: text/calendar; name=x.ics":                               "",
		"Content-Type: application/pgp-signature; name=signature.asc":           "",
		"Content-Type: application/pkcs7-signature; name=smime.p7s":             "",
		"Content-Type: application/ms-tnef; name=winmail.dat":                   "",
		"Content-Type: application/pgp-keys; name=key.asc":                      "",
	} {
		l := read(t, "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\ntext\n--x\n"+head+"\n\nabc\n--x--\n")
		if got := strings.Join(l.Unread, "|"); got != want || l.Problem != NoProblem {
			t.Errorf("%s: %q, %s", head, got, l.Problem)
		}
	}
	for raw, want := range map[string]Problem{
		"Content-Type: application/x-pkcs7-mime; name=smime.p7m\n\nabc":                                                    Encrypted,
		"Content-Type: application/octet-stream; name=smime.p7m\n\nabc":                                                    Encrypted,
		"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x--\n": Encrypted,
		"Content-Type: text/plain\n\nhello\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n":               Encrypted,
		"Content-Type: text/plain\n\n> -----BEGIN PGP MESSAGE-----\n> abc\n> -----END PGP MESSAGE-----\n":                  NoProblem,
		"Content-Type: image/png\n\nabc":                                                                           NoText,
		"Content-Type: application/ms-tnef; name=winmail.dat\n\nabc":                                               NoText,
		"Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nDESCRIPTION:A Mil - Com\nEND:VCALENDAR\n": NoText,
		"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n\n--x\nContent-Type: text/vcard; name=me.vcf\n\nBEGIN:VCARD\n--x--\n": NoProblem,
		"Content-Type: text/plain\n\n": NoProblem,
		"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n> quoted\n--x\nContent-Type: image/png\n\n": NoText,
	} {
		if l := read(t, "MIME-Version: 1.0\n"+raw); l.Problem != want {
			t.Errorf("%s: %q", raw, l.Problem)
		}
	}
}

// TestStylesAreBounded checks that the work for a style sheet and the elements is at most
// proportional to the size of the message.
func TestStylesAreBounded(t *testing.T) {
	count := func(n int) float64 {
		var b strings.Builder
		b.WriteString("<style>")
		for i := range n {
			fmt.Fprintf(&b, ".c%d .d{display:none}", i)
		}
		b.WriteString("</style>" + strings.Repeat("<p class=d>a", n))
		return testing.AllocsPerRun(1, func() { readHTML(b.String()) })
	}
	if few, many := count(2000), count(8000); many > 5*few {
		t.Errorf("%.0f allocations for 2000, %.0f for 8000", few, many)
	}
	if got := readStyles(strings.Repeat(".a{display:none}", 5000)); len(got) != maxRules {
		t.Errorf("%d rules", len(got))
	}
	if got := readSelector("a > b.c.d #e *"); len(got) != 4 || !slices.Equal(got[1].classes, []string{"c", "d"}) || got[2].id != "e" {
		t.Errorf("selector %+v", got)
	}
}
