package outbox

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// scripted is a server that accepts one connection, offers extensions, and answers each e-mail with
// the same line. It decodes the e-mails that it receives and sends them on a channel.
func scripted(t *testing.T, l net.Listener, offers []string, answer string, got chan<- string) {
	conn, err := l.Accept()
	if err != nil {
		return // the test has ended
	}
	c := textproto.NewConn(conn)
	defer c.Close()
	say := func(line string) {
		if err := c.PrintfLine("%s", line); err != nil {
			t.Error(err)
		}
	}
	say("220 relay.example")
	for {
		line, err := c.ReadLine()
		if err != nil {
			return // the client has disconnected
		}
		verb, rest, _ := strings.Cut(line, " ")
		switch verb {
		case "EHLO":
			say("250-relay.example")
			for _, o := range offers {
				say("250-" + o)
			}
			say("250 HELP")
		case "DATA":
			say("354 go on")
			text, err := io.ReadAll(c.DotReader())
			if err != nil {
				t.Error(err)
			}
			got <- verb + " " + strings.ReplaceAll(string(text), "\n", "\r\n")
			say(answer)
		case "BDAT":
			n, err := strconv.Atoi(strings.TrimSuffix(rest, " LAST"))
			if err != nil {
				t.Error(err)
			}
			text := make([]byte, n)
			if _, err := io.ReadFull(c.R, text); err != nil {
				t.Error(err)
			}
			got <- verb + " " + string(text)
			say(answer)
		default:
			say("250 ok")
		}
	}
}

// TestHandOver checks that a relay receives the message unchanged, whether or not it supports
// CHUNKING, and that its reply is reported.
func TestHandOver(t *testing.T) {
	t.Parallel()
	const message = "Subject: x\r\n\r\n.\r\n.a line with a dot\r\nthe end\r\n"
	refused := &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not wanted"}
	for _, x := range []struct {
		name   string
		offers []string
		verb   string
		answer string
		want   *smtp.SMTPError
	}{
		{name: "DATA", verb: "DATA", answer: "250 taken"},
		{name: "DATA refused", verb: "DATA", answer: "554 5.7.1 not wanted", want: refused},
		{name: "BDAT", offers: []string{"CHUNKING"}, verb: "BDAT", answer: "250 2.0.0 taken"},
		{name: "BDAT refused", offers: []string{"CHUNKING"}, verb: "BDAT", answer: "554 5.7.1 not wanted", want: refused},
		{name: "BDAT deferred, without an enhanced code", offers: []string{"CHUNKING"}, verb: "BDAT", answer: "451 busy", want: &smtp.SMTPError{Code: 451, Message: "busy"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			got := make(chan string, 2)
			go scripted(t, l, x.offers, x.answer, got)
			r := NewRelay(Relay{Addr: l.Addr().String(), TLS: "none", Hello: "judge.example"})
			for range 2 { // the second e-mail uses the same connection
				err = r.Send(t.Context(), "judge@podesta.example", []string{"a@example.net"}, []byte(message))
				if text := <-got; text != x.verb+" "+message {
					t.Errorf("the relay got %q", text)
				}
				var answer *smtp.SMTPError
				if errors.As(err, &answer) != (x.want != nil) || x.want != nil && *answer != *x.want {
					t.Errorf("%v, want %v", err, x.want)
				}
				var permanent *Permanent
				if errors.As(err, &permanent) != (x.want == refused) {
					t.Errorf("permanent: %v", err)
				}
			}
		})
	}
}

// TestMessageAfterDATA checks the form in which a message follows DATA.
func TestMessageAfterDATA(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":                    "",
		"a\r\nb\r\n":          "a\r\nb",
		"a":                   "a",
		".\r\n":               "..",
		".a\r\n..\r\n.b\r\nc": "..a\r\n...\r\n..b\r\nc",
	} {
		given := []byte(raw)
		if got := stuffed(given); string(got) != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
		if !bytes.Equal(given, []byte(raw)) {
			t.Errorf("%q was changed to %q", raw, given)
		}
	}
}
