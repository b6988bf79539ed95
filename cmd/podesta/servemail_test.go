package main

import (
	"io"
	"mime/quotedprintable"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plain returns the text of an e-mail that consists only of text.
func (a *arrival) plain(t *testing.T) string {
	t.Helper()
	_, body, _ := strings.Cut(a.raw, "\r\n\r\n")
	text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestServeMail runs the program with a mail server: e-mail arrives by LMTP and by SMTP, and
// the relay sends the answers.
func TestServeMail(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	relay := newSink(t)
	door, inbox := filepath.Join(folder, "lmtp"), freeAddress(t)
	p := serveProcess(t, "the judge", append(relay.keys("judge.podesta.example"),
		"data "+folder+"/data", "name SIENA", "mail.lmtp unix:"+door, "mail.smtp "+inbox)...)
	for _, way := range []struct{ address, from string }{{door, "cosimo@example.org"}, {inbox, "lorenzo@example.net"}} {
		if err := send(way.address, way.from, "judge@podesta.example", written(way.from, "help", "HELP\n")); err != nil {
			t.Fatal(way.address, err)
		}
		until(t, "the answer", func() bool { return relay.answered(way.from, "help") })
		got := relay.find(way.from, func(arrival) bool { return true })
		if len(got) != 1 || got[0].from != "judge@podesta.example" || got[0].hello != "judge.podesta.example" ||
			!strings.Contains(got[0].head.Get("From"), "SIENA") || !strings.Contains(got[0].plain(t), "SIGNON") {
			t.Errorf("the answer to %s: %+v", way.from, got)
		}
		// The judge is not an open relay.
		if err := send(way.address, way.from, "somebody@example.com", written(way.from, "relay", "HELP\n")); smtpCode(err) != 550 {
			t.Errorf("an e-mail to another address: %v", err)
		}
	}
	// A new player registers by e-mail, and verifies the address with a reply.
	const who = "amerigo@example.org"
	if err := send(door, who, "judge@podesta.example", written(who, "new", "REGISTER\nName: Amerigo\nEmail: "+who+"\nEND\n")); err != nil {
		t.Fatal(err)
	}
	confirm := func(a arrival) bool { return strings.Contains(a.subject, "confirm your address") }
	until(t, "the letter with the proof", func() bool { return len(relay.find(who, confirm)) == 1 })
	tagged := relay.find(who, confirm)[0].head.Get("Reply-To")
	_, tagged, _ = strings.Cut(tagged, "<")
	tagged = strings.TrimSuffix(tagged, ">")
	if err := send(door, who, tagged, written(who, "proof", "SET PASSWORD a long enough one\n")); err != nil {
		t.Fatal(err)
	}
	until(t, "the answer to the proof", func() bool { return relay.answered(who, "proof") })
	for _, a := range relay.all() {
		if strings.Contains(a.raw, "a long enough one") {
			t.Errorf("an e-mail contains the password: %s", a.raw)
		}
	}
	p.stop()
	if strings.Contains(p.log.String(), "long enough") {
		t.Errorf("the log contains the password: %s", p.log)
	}
	if _, err := os.Stat(door); err == nil {
		t.Error("the socket is left behind")
	}
}

// TestServeMailRefuses starts the program with e-mail settings that cannot
// work.
func TestServeMailRefuses(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	folder := t.TempDir()
	bad := filepath.Join(folder, "bad.pem")
	if err := os.WriteFile(bad, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		keys []string
		says string
	}{
		{[]string{"mail.smtp " + busy.Addr().String()}, "mail.smtp: listen tcp " + busy.Addr().String() + ": bind: address already in use"},
		{[]string{"mail.lmtp unix:" + folder + "/none/lmtp"}, "mail.lmtp: "},
		{[]string{"mail.lmtp unix:lmtp"}, "-mail.lmtp: mail.lmtp: \"unix:lmtp\": the path of a socket must begin with /"},
		{[]string{"mail.tls_cert " + bad, "mail.tls_key " + bad, "mail.smtp 127.0.0.1:0"}, "mail.tls_cert"},
		{[]string{"mail.relay.password_file " + folder + "/none", "mail.relay.user judge"}, "mail.relay.password_file"},
		{[]string{"mail.dkim_selector s1", "mail.dkim_key_file " + bad}, "mail.dkim_key_file"},
		{[]string{"mail.relay.host "}, "mail.relay.host: the judge needs a mail server"},
	} {
		args := []string{"serve", "-data", filepath.Join(folder, "data"), "-listen", "127.0.0.1:0", "-metrics.listen", "", "-mail.domain", "podesta.example", "-mail.relay.host", "127.0.0.1"}
		for _, k := range c.keys {
			key, value, _ := strings.Cut(k, " ")
			args = append(args, "-"+key, value)
		}
		if status, _, err := podesta("", args...); status != 1 || !strings.Contains(err, c.says) {
			t.Errorf("%s: status %d, %s", c.keys, status, err)
		}
	}
}
