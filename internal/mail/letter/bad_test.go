package letter

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// raw returns a message with header lines and a body.
func raw(body string, header ...string) string {
	return strings.Join(append([]string{"From: a@example.org", "To: judge@example.org"}, header...), "\n") + "\n\n" + body
}

// read parses a message that must be readable.
func read(t testing.TB, message string) *Letter {
	t.Helper()
	l, err := Read(strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// repeated is a reader that returns the same piece many times without storing the copies.
type repeated struct {
	piece string
	times int
	rest  string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.times == 0 {
			return 0, io.EOF
		}
		r.times--
		r.rest = r.piece
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestFiftyMegabytesAttached(t *testing.T) {
	line := strings.Repeat("QUJD", 19) + "\n"
	r := io.MultiReader(
		strings.NewReader(raw("--b\nContent-Type: application/zip; name=big.zip\nContent-Transfer-Encoding: base64\n\n", "Content-Type: multipart/mixed; boundary=b")),
		&repeated{piece: line, times: 50 << 20 / len(line)},
		strings.NewReader("--b\nContent-Type: text/plain\n\nsignon Vmedici pw\n--b--\n"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := Read(r)
	runtime.ReadMemStats(&after)
	if err != nil || l.Text != "signon Vmedici pw" || len(l.Attachments) != 1 || l.Attachments[0] != "big.zip" || l.Truncated {
		t.Fatalf("%q %q %v", l.Text, l.Attachments, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated for a message of %d", used, l.Size)
	}
}

func TestLongText(t *testing.T) {
	l, err := Read(io.MultiReader(strings.NewReader(raw("signon Vmedici pw\n")), &repeated{piece: "all work and no play\n", times: 1 << 20}))
	if err != nil || !l.Truncated || len(l.Full) > MaxText || !strings.HasPrefix(l.Full, "signon Vmedici pw\n") {
		t.Fatalf("%d bytes kept, truncated: %t, %v", len(l.Full), l.Truncated, err)
	}
	l, err = Read(io.MultiReader(strings.NewReader(raw("")), &repeated{piece: "x", times: 20 << 20}))
	if err != nil || !l.Truncated || len(l.Full) > MaxText {
		t.Fatalf("one line of 20 MB: %d bytes kept, truncated: %t, %v", len(l.Full), l.Truncated, err)
	}
}

func TestLongHeader(t *testing.T) {
	for _, piece := range []string{"X-Bomb: " + strings.Repeat("x", 1000) + "\n", "\tfolded\n", "X"} {
		_, err := Read(io.MultiReader(strings.NewReader("From: a@example.org\nSubject: x\n"), &repeated{piece: piece, times: 1 << 20 / len(piece)}, strings.NewReader("\n\nsignon")))
		if !errors.Is(err, ErrHeader) && piece != "X" {
			t.Errorf("%q: %v", piece[:1], err)
		}
	}
	l := read(t, raw("--b\nX-Long: "+strings.Repeat("y", 100000)+"\nContent-Type: text/html\n\n<p>one\n--b\n"+
		strings.Repeat("X-Y: z\n", 100000)+"\n\ntwo\n--b--", "Content-Type: multipart/mixed; boundary=b"))
	if !strings.Contains(l.Text, "one") || !strings.Contains(l.Text, "two") {
		t.Errorf("behind long headers of parts: %q", l.Text)
	}
}

func TestDeepNesting(t *testing.T) {
	var b strings.Builder
	b.WriteString("From: a@example.org\nContent-Type: multipart/mixed; boundary=b0\n\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i, i+1)
	}
	b.WriteString("--b5000\n\nsignon Vmedici pw\n--b0\n\nreadable\n")
	l := read(t, b.String())
	if !l.Truncated || l.Text != "readable" {
		t.Errorf("%t %q", l.Truncated, l.Text)
	}
	parts := raw(strings.Repeat("--b\n\nx\n", 100000), "Content-Type: multipart/mixed; boundary=b")
	if l := read(t, parts); !l.Truncated || len(l.Full) > 2*maxParts {
		t.Errorf("100,000 parts: %d bytes", len(l.Full))
	}
}

func TestDeepHTML(t *testing.T) {
	for _, tags := range []string{"<div>", "<blockquote>", "<table><tr><td>", "</p>", "<b></i>", "<p><li>", "<span style=\"white-space:pre\">\n"} {
		read(t, raw("<p>signon Vmedici pw</p>"+strings.Repeat(tags, much(3<<20)/len(tags)), "Content-Type: text/html"))
	}
}

// much returns n, or a sixteenth of n with -short.
func much(n int) int {
	if testing.Short() {
		return n / 16
	}
	return n
}

// slowLines are lines of which many could slow down a careless parser.
var slowLines = []string{"press\n", "--\n", "From: x\n", "On 1 May 2026 at 10:00 a@b <c@d>\n", "-----BEGIN X\n", "begin 644 x\n", "> x\n", ">From x\n", "endpress\npress\n", "a schrieb b:\n", "----- original\n"}

// TestSlowPatterns checks that large e-mails full of slow lines are parsed completely, without
// additional lines. A parser that needs more than linear time would not finish.
func TestSlowPatterns(t *testing.T) {
	for _, line := range slowLines {
		text := strings.Repeat(line, much(MaxText/4)/len(line))
		if got := Lines(text); len(got) > strings.Count(text, "\n")+1 {
			t.Errorf("%q returns %d lines", line, len(got))
		}
	}
}

// BenchmarkSlowPatterns parses e-mails of two sizes, a sixteenth as large with -short, for each
// slow line. The time must be proportional to the size.
func BenchmarkSlowPatterns(b *testing.B) {
	for _, size := range []int{much(MaxText / 8), much(MaxText)} {
		for _, line := range slowLines {
			text := strings.Repeat(line, size/len(line))
			b.Run(fmt.Sprintf("%d/%q", size, line), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Lines(text)
				}
			})
		}
	}
}

// failing is a reader that returns an error after some text.
type failing struct{ r io.Reader }

var errBroken = errors.New("the line is dead")

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

func TestTruncatedMessage(t *testing.T) {
	whole := raw("--b\nContent-Type: text/plain\n\nsignon Vmedici pw\nclear orders\n", "Content-Type: multipart/mixed; boundary=b")
	for i := range whole {
		if l, err := Read(failing{strings.NewReader(whole[:i])}); !errors.Is(err, errBroken) || l != nil {
			t.Fatalf("after %d bytes: %v, %v", i, l, err)
		}
	}
	for _, empty := range []string{"", "\n\n", "no header at all\nsignon", "\r\n\r\nbody"} {
		if _, err := Read(strings.NewReader(empty)); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

func TestHeaderInjection(t *testing.T) {
	l := read(t, "From: =?utf-8?q?Evil=0D=0ABcc:_victim@example.org?= <evil@example.org>\n"+
		"Subject: =?utf-8?b?"+"SGkNCkJjYzogdmljdGltQGV4YW1wbGUub3Jn"+"?=\n"+
		"Reply-To: \"x\r y\"@example.org\nTo: \"judge\\\nBcc: z\"@example.org, judge@example.org\nMessage-ID: <a b@c>\n\nx\n")
	for _, v := range []string{l.From.Name, l.From.Address, l.Subject, l.ReplyTo.Address, l.MessageID} {
		if strings.ContainsAny(v, "\r\n") {
			t.Errorf("a line break in %q", v)
		}
	}
	if l.From.Address != "evil@example.org" || l.Subject != "Hi Bcc: victim@example.org" {
		t.Errorf("%v %q", l.From, l.Subject)
	}
	for _, r := range l.To {
		if strings.ContainsAny(r.Addr, "\r\n \"") {
			t.Errorf("recipient %q", r.Addr)
		}
	}
}
