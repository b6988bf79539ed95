package main

import (
	"bytes"
	"strings"
	"testing"
)

// mailOf runs podesta mail with a message on standard input.
func mailOf(data, message string, args ...string) (status int, out, complaint string) {
	var o, e bytes.Buffer
	all := append([]string{"mail", "-data", data, "-mail.domain", "podesta.example", "-mail.relay.host", "relay.example"}, args...)
	status = run(env{strings.NewReader(message), &o, &e}, all)
	return status, o.String(), e.String()
}

func TestMailStatus(t *testing.T) {
	data := t.TempDir()
	letter := "From: anna@example.org\nTo: judge@podesta.example\nSubject: x\nMessage-ID: <1@example.org>\n\nLIST\n"
	for _, c := range []struct {
		what, message string
		args          []string
		status        int
	}{
		{"a letter", letter, nil, mailTaken},
		{"the same again", letter, nil, mailTaken},
		{"a machine's", "Auto-Submitted: auto-replied\n" + letter, nil, mailTaken},
		{"nothing", "", nil, mailBad},
		{"an argument", letter, []string{"x"}, mailLater},
		{"a flag that is none", letter, []string{"-zz"}, mailLater},
		{"no mail address", letter, []string{"-mail.domain", ""}, mailLater},
		{"a database that is not there", letter, []string{"-database", "postgres://nobody@127.0.0.1:1/none"}, mailLater},
		{"the list of failures", "", []string{"-failed"}, 0},
	} {
		if status, _, complaint := mailOf(data, c.message, c.args...); status != c.status {
			t.Errorf("%s: status %d, not %d: %s", c.what, status, c.status, complaint)
		}
	}
}
