package mail_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
)

// TestSignedCopies checks that a replayed copy of a signed e-mail, which any of its recipients
// could deliver, is neither trusted nor executed twice, whatever was changed in it.
func TestSignedCopies(t *testing.T) {
	t.Parallel()
	for _, front := range []bool{true, false} { // a mail server in front checks the signature, or the judge does
		h, g, _, players := begun(t)
		anna := players[0].Email
		h.o = h.office(mail.Deps{Verifier: fakeVerifier{dkim: "example.org"}})
		env := smtpd.Envelope{From: "x@evil.net", Remote: []byte{192, 0, 2, 7}}
		result := ""
		if front {
			env.Remote, result = nil, "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n"
		}
		raw := h.message(anna, "judge@podesta.example", "x", "SIGNON Icosimo\nPRESS TO V\nOnce and never again.\nENDPRESS\n")
		deliver := func(raw string) smtpd.Outcome {
			t.Helper()
			out, err := h.o.Receive(ctx, strings.NewReader(result+raw), env)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		said := func() int {
			t.Helper()
			p, err := h.Press.Log(ctx, g.ID, game.Role{Master: true}, 0, 1000)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, e := range p {
				n += strings.Count(string(e.Data), "never again.")
			}
			return n
		}
		if deliver(raw) != smtpd.Answered || said() != 1 {
			t.Fatalf("front %v: the e-mail itself: %d\n%s", front, said(), h.log)
		}
		for name, copied := range map[string]string{
			"unchanged":                       raw,
			"blanks in the text":              strings.Replace(raw, "Once and", "Once  and", 1),
			"blanks behind lines":             strings.ReplaceAll(raw, "SIGNON Icosimo\n", "SIGNON Icosimo   \n"),
			"blanks in fields":                strings.Replace(raw, "Message-ID: <", "message-id:   <", 1),
			"a field folded":                  strings.Replace(raw, "Message-ID: <", "Message-ID:\n <", 1),
			"another Message-ID above":        "Message-ID: <x@evil.net>\n" + raw,
			"another Message-ID below":        strings.Replace(raw, "\nDate: ", "\nMessage-ID: <x@evil.net>\nDate: ", 1),
			"the same, with a blank":          "Message-ID : <x@evil.net>\n" + raw,
			"another Subject":                 "Subject: y\n" + raw,
			"another Date":                    "Date: Mon, 23 Nov 2026 09:30:00 +0000\n" + raw,
			"another From":                    "From: Anna <" + anna + ">\n" + raw,
			"another To":                      "To: judge@podesta.example\n" + raw,
			"a Content-Type":                  "Content-Type: text/plain; charset=utf-7\n" + raw,
			"a Content-Type and the encoding": "Content-Type: text/html\nContent-Transfer-Encoding: 8bit\n" + raw,
			"two of Content-Type":             "Content-Type: text/plain\nContent-Type: text/html\n" + raw,
			"two of MIME-Version":             "MIME-Version: 1.0\nMIME-Version: 1.0\n" + raw,
			"a Reply-To":                      "Reply-To: x@evil.net\n" + raw,
			"without a Message-ID":            strings.Replace(raw, "Message-ID: ", "X-Message-ID: ", 1),
			"an empty Message-ID":             strings.Replace(raw, "Message-ID: <", "Message-ID: \nX-Message-ID: <", 1),
		} {
			deliver(copied)
			if n := said(); n != 1 {
				t.Errorf("front %v, %s: %d times\n%s", front, name, n, h.log)
				break
			}
		}
		// A different e-mail with the same text is not a copy.
		deliver(strings.Replace(raw, "Message-ID: <", "Message-ID: <again-", 1))
		if n := said(); n != 2 {
			t.Errorf("front %v: another e-mail: %d", front, n)
		}
		h.post()
	}
}
