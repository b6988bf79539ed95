package differential

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/jhillyerd/enmime/v2"

	"podesta/internal/mail/letter"
)

// FuzzMIME writes messages with the standard library, and compares what our parser and enmime
// read: the author, the subject, and the text.
func FuzzMIME(f *testing.F) {
	f.Add("A Milan H\nsignon Vmedici pw\n", "Orders für Siena", "Ada, of Rimini", "notes.txt", uint8(0))
	f.Add("è già = tutto =20 \n.\n", "=?utf-8?q?x?=", "", "a\"b.pdf", uint8(5))
	f.Add("--b\n\nx\n--b--\n", "", "é", "", uint8(14))
	f.Add(strings.Repeat("long ", 300)+"\nFrom here\n", strings.Repeat("subject ", 30), "x", "y", uint8(9))
	f.Fuzz(func(t *testing.T, text, subject, name, file string, how uint8) {
		if !printable(subject) || !printable(name) || !printable(file) || !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r\uFFFD\uFEFF") || strings.TrimSpace(text) == "" {
			return // programs do not write such messages
		}
		if strings.Contains(subject+name+file, "=?") {
			return // mime leaves such a text unchanged, and readers differ on character sets that do not exist
		}
		raw := message(text, subject, name, file, how)
		ours, err := letter.Read(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%v in\n%s", err, raw)
		}
		theirs, err := enmime.ReadEnvelope(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("enmime: %v in\n%s", err, raw)
		}
		if got, want := ours.Subject, strings.Join(strings.Fields(letter.Normalise(theirs.GetHeader("Subject"))), " "); got != want {
			t.Errorf("the subject is %q, for enmime %q, in\n%s", got, want, raw)
		}
		if list, err := theirs.AddressList("From"); err != nil || len(list) != 1 || list[0].Address != ours.From.Address ||
			strings.Join(strings.Fields(letter.Normalise(list[0].Name)), " ") != ours.From.Name {
			t.Errorf("the author is %+v, for enmime %+v (%v), in\n%s", ours.From, list, err, raw)
		}
		if got, want := lines(ours.Full), lines(theirs.Text); got != want {
			t.Errorf("the text is %q, for enmime %q, in\n%s", got, want, raw)
		}
		if got, want := lines(ours.Full), lines(text); got != want {
			t.Errorf("the text is %q, and %q was written, in\n%s", got, want, raw)
		}
	})
}

// printable reports whether a text can be the value of a header field.
func printable(s string) bool {
	return utf8.ValidString(s) && len(s) < 300 && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == '\uFFFD' })
}

// lines normalises a text as Normalise does, without the part at its end that differs between
// programs.
func lines(s string) string { return strings.TrimRight(letter.Normalise(s), "\n") }

// message writes a message. The bits of how select the encoding, and the parts around the text.
func message(text, subject, name, file string, how uint8) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s\r\nTo: judge@example.org\r\nDate: Mon, 05 Jan 2026 12:00:00 +0000\r\nMessage-ID: <1@example.org>\r\n", (&mail.Address{Name: name, Address: "ada@example.org"}).String())
	fmt.Fprintf(&b, "Subject: %s\r\nMIME-Version: 1.0\r\n", mime.QEncoding.Encode("utf-8", subject))
	head, body := part(text, how&3)
	if how&4 == 0 {
		for _, key := range []string{"Content-Type", "Content-Transfer-Encoding"} {
			fmt.Fprintf(&b, "%s: %s\r\n", key, head.Get(key))
		}
		b.WriteString("\r\n")
		b.Write(body)
		return b.Bytes()
	}
	var parts bytes.Buffer
	w := multipart.NewWriter(&parts)
	fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=%q\r\n\r\n", w.Boundary())
	if how&8 != 0 { // text and HTML, as most programs write
		var inner bytes.Buffer
		v := multipart.NewWriter(&inner)
		add(v, head, body)
		htmlHead, html := part("<p>the same as HTML</p>", 1)
		htmlHead.Set("Content-Type", "text/html; charset=utf-8")
		add(v, htmlHead, html)
		_ = v.Close() // the writer writes to memory
		add(w, textproto.MIMEHeader{"Content-Type": {mime.FormatMediaType("multipart/alternative", map[string]string{"boundary": v.Boundary()})}}, inner.Bytes())
	} else {
		add(w, head, body)
	}
	if how&16 != 0 {
		add(w, textproto.MIMEHeader{
			"Content-Type": {"application/octet-stream"}, "Content-Transfer-Encoding": {"base64"},
			"Content-Disposition": {mime.FormatMediaType("attachment", map[string]string{"filename": file})},
		}, []byte("AAAA\r\n"))
	}
	_ = w.Close() // the writer writes to memory
	b.Write(parts.Bytes())
	return b.Bytes()
}

func add(w *multipart.Writer, head textproto.MIMEHeader, body []byte) {
	p, err := w.CreatePart(head)
	if err == nil {
		_, _ = p.Write(body) // the writer writes to memory
	}
}

// part encodes a text.
func part(text string, how uint8) (textproto.MIMEHeader, []byte) {
	head := textproto.MIMEHeader{"Content-Type": {"text/plain; charset=utf-8"}}
	text = strings.ReplaceAll(text, "\n", "\r\n")
	var b bytes.Buffer
	switch how {
	case 1:
		head.Set("Content-Transfer-Encoding", "quoted-printable")
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(text)) // the writer writes to memory
		_ = w.Close()
	case 2:
		head.Set("Content-Transfer-Encoding", "base64")
		encoded := base64.StdEncoding.EncodeToString([]byte(text))
		for len(encoded) > 76 {
			b.WriteString(encoded[:76] + "\r\n")
			encoded = encoded[76:]
		}
		b.WriteString(encoded + "\r\n")
	default:
		head.Set("Content-Transfer-Encoding", "8bit")
		b.WriteString(text)
	}
	return head, b.Bytes()
}
