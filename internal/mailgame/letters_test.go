package mailgame

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime/quotedprintable"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writing is an e-mail to be written by a mail program.
type writing struct {
	from, to, subject, body string
	re                      *received // the e-mail that it replies to; nil if there is none
	options                 []string
}

func (w *writing) is(option string) bool {
	for _, o := range w.options {
		if o == option {
			return true
		}
	}
	return false
}

// post writes an e-mail with a mail program and sends it to the mail server. The options of w are:
//
//	html        only HTML, as some programs send it
//	base64      text in base64, in UTF-8 with a byte order mark
//	flowed      soft line breaks (format=flowed), with a signature
//	attached    with a picture and a text attached
//	unquoted    an answer without quoting
//	top         an answer with the quoted e-mail below it, as other programs write it
func (m *mta) post(program string, w *writing) {
	m.t.Helper()
	if w.is("html") || w.is("base64") || w.is("flowed") {
		m.swaksData(w)
		return
	}
	switch {
	case program == "swaks":
		m.swaks(w)
	case w.re != nil:
		m.nailAnswer(w)
	default:
		m.nail(w)
	}
}

// run runs a mail program, which must succeed.
func (m *mta) run(input string, name string, args ...string) {
	m.t.Helper()
	home := filepath.Join(m.dir, "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		m.t.Fatal(err)
	}
	c := exec.Command(name, args...)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "MAILRC=/dev/null", "LC_ALL=C.UTF-8", "TZ=UTC", "TMPDIR=" + home, fmt.Sprintf("SOURCE_DATE_EPOCH=%d", m.now().Unix())}
	c.Stdin = strings.NewReader(input)
	c.Dir = home
	if out, err := c.CombinedOutput(); err != nil {
		m.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// file writes a text to a file for a mail program.
func (m *mta) file(name, text string) string {
	m.t.Helper()
	home := filepath.Join(m.dir, "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		m.t.Fatal(err)
	}
	path := filepath.Join(home, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
	return path
}

// bare returns the address in a From with a name.
func bare(from string) string {
	if i := strings.IndexByte(from, '<'); i >= 0 {
		return strings.Trim(from[i:], "<>")
	}
	return from
}

// swaks writes an e-mail with swaks.
func (m *mta) swaks(w *writing) {
	m.t.Helper()
	args := []string{
		"--server", m.addr, "--helo", "laptop.example.net", "--from", bare(w.from), "--to", w.to,
		"--header", "From: " + w.from, "--header", "Subject: " + w.subject, "--header", "Date: " + m.now().Format(time.RFC1123Z),
	}
	body := w.body
	if w.re != nil {
		args = append(args, "--header", "In-Reply-To: <"+w.re.id+">", "--header", "References: <"+w.re.id+">")
		if w.is("top") {
			body += "\n-----Original Message-----\nFrom: " + w.re.from + "\nTo: " + bare(w.from) + "\nSubject: " + w.re.subject + "\n\n" + w.re.text
		} else if !w.is("unquoted") {
			body += "\nOn Tue, 5 Jan 2027 at 10:00, PODESTA <judge@podesta.example> wrote:\n" + quoted(w.re.text)
		}
	}
	if w.is("attached") {
		args = append(
			args, "--attach-type", "text/plain", "--attach-body", "@"+m.file("body", body),
			"--attach-type", "image/png", "--attach-name", "plan.png", "--attach", "@"+m.file("plan.png", "\x89PNG\r\n\x1a\nno picture, but it looks like one"),
			"--attach-type", "text/plain", "--attach-name", "notes.txt", "--attach", "@"+m.file("notes.txt", "A Milan - Tyrolea\nthis is not meant for the judge\n"),
		)
	} else {
		args = append(args, "--body", "@"+m.file("body", body))
	}
	m.run("", "swaks", args...)
}

// quoted returns a text as it is quoted in a reply.
func quoted(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ") + "\n"
}

// swaksData sends with swaks an e-mail whose source is composed here.
func (m *mta) swaksData(w *writing) {
	m.t.Helper()
	var b strings.Builder
	head := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	head("From", w.from)
	head("To", w.to)
	head("Subject", w.subject)
	head("Date", m.now().Format(time.RFC1123Z))
	head("Message-ID", "<%MESSAGEID%>")
	head("MIME-Version", "1.0")
	if w.re != nil {
		head("In-Reply-To", "<"+w.re.id+">")
	}
	switch {
	case w.is("html"):
		head("Content-Type", "text/html; charset=utf-8")
		head("Content-Transfer-Encoding", "quoted-printable")
		var page strings.Builder
		page.WriteString("<html><head><style>p { margin: 0 }</style></head><body>")
		for line := range strings.Lines(w.body) {
			fmt.Fprintf(&page, "<div>%s</div>\n", strings.ReplaceAll(html.EscapeString(strings.TrimRight(line, "\n")), "  ", "&nbsp; "))
		}
		page.WriteString("<div><br></div>")
		if w.re != nil {
			fmt.Fprintf(&page, "<div class=3D\"gmail_quote\">On Tue, PODESTA wrote:<blockquote><pre>%s</pre></blockquote></div>", html.EscapeString(w.re.text))
		}
		page.WriteString("</body></html>\n")
		var coded bytes.Buffer
		q := quotedprintable.NewWriter(&coded)
		_, _ = q.Write([]byte(page.String()))
		_ = q.Close()
		b.WriteString("\r\n" + coded.String() + "\r\n")
	case w.is("base64"):
		head("Content-Type", "text/plain; charset=utf-8")
		head("Content-Transfer-Encoding", "base64")
		b.WriteString("\r\n")
		for text := base64.StdEncoding.EncodeToString([]byte("\ufeff" + w.body)); text != ""; {
			n := min(76, len(text))
			b.WriteString(text[:n] + "\r\n")
			text = text[n:]
		}
	default:
		head("Content-Type", "text/plain; charset=utf-8; format=flowed")
		head("Content-Transfer-Encoding", "8bit")
		b.WriteString("\r\n")
		for line := range strings.Lines(w.body) {
			b.WriteString(flow(strings.TrimRight(line, "\n")))
		}
		b.WriteString("\r\n-- \r\nsent from my study\r\n")
	}
	// swaks itself handles line ends and leading dots
	m.run("", "swaks", "--server", m.addr, "--helo", "laptop.example.net", "--from", bare(w.from), "--to", w.to,
		"--data", "@"+m.file("data", strings.ReplaceAll(b.String(), "\r\n", "\n")))
}

// flow breaks a line with soft line breaks (RFC 3676): all pieces except the last end in a space.
func flow(line string) string {
	var b strings.Builder
	for len(line) > 40 {
		i := strings.LastIndexByte(line[:40], ' ')
		if i <= 0 {
			break
		}
		b.WriteString(line[:i+1] + "\r\n")
		line = line[i+1:]
	}
	if strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
		b.WriteByte(' ')
	}
	b.WriteString(line + "\r\n")
	return b.String()
}

// nailSettings returns the command-line settings with which s-nail sends e-mail from an address.
func (m *mta) nailSettings(from string) []string {
	args := []string{"-n"}
	for _, s := range []string{
		"v15-compat", "mta=smtp://" + m.addr, "smtp-auth=none", "hostname=example.org", "from=" + from,
		"ttycharset=utf-8", "nosave", "nodot", "indentprefix=> ", "reply-to-honour=yes", "sendwait",
	} {
		args = append(args, "-S", s)
	}
	return args
}

// nail writes a new e-mail with s-nail.
func (m *mta) nail(w *writing) {
	m.t.Helper()
	args := append(m.nailSettings(w.from), "-s", w.subject)
	if w.is("attached") {
		args = append(args, "-a", m.file("plan.png", "\x89PNG\r\n\x1a\nno picture"), "-a", m.file("notes.txt", "A Milan - Tyrolea\n"))
	}
	m.run(w.body, "s-nail", append(args, w.to)...)
}

// nailAnswer replies to an e-mail with s-nail: it opens a mailbox that contains it and replies,
// with the e-mail quoted below.
func (m *mta) nailAnswer(w *writing) {
	m.t.Helper()
	box := filepath.Join(m.dir, "home", "box")
	if err := os.RemoveAll(box); err != nil {
		m.t.Fatal(err)
	}
	for _, d := range []string{"cur", "new", "tmp"} {
		if err := os.MkdirAll(filepath.Join(box, d), 0o755); err != nil {
			m.t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(box, "new", "1.letter"), w.re.raw, 0o644); err != nil {
		m.t.Fatal(err)
	}
	var in strings.Builder
	in.WriteString("reply 1\n" + w.body)
	if !w.is("unquoted") {
		in.WriteString("~M 1\n")
	}
	in.WriteString("~.\nexit\n")
	m.run(in.String(), "s-nail", append(m.nailSettings(w.from), "-#", "-f", "maildir://"+box)...)
}

// TestPrograms sends e-mail from one mailbox to another with each program, and
// checks what arrives. If this test fails, the mail programs are at fault, not
// the judge.
func TestPrograms(t *testing.T) {
	t.Parallel()
	needs(t, "swaks", "s-nail")
	m := startPostfix(t, []string{"anna@example.org", "bice@example.net"}, nil)
	anna, bice := newMailbox(t, m.dir+"/mail/anna@example.org"), newMailbox(t, m.dir+"/mail/bice@example.net")
	one := func(b *mailbox) *received {
		t.Helper()
		m.settle()
		news := b.news()
		if len(news) != 1 {
			t.Fatalf("%d e-mails arrived; Postfix wrote:\n%s", len(news), notable(m.log()))
		}
		return news[0]
	}
	m.post("swaks", &writing{from: "Anna <anna@example.org>", to: "bice@example.net", subject: "one", body: "first line\n.\nlast line\n"})
	first := one(bice)
	if first.subject != "one" || !strings.HasPrefix(first.text, "first line\n.\nlast line\n") {
		t.Errorf("swaks: %s: %q", first.subject, first.text)
	}
	m.post("s-nail", &writing{from: "Bice <bice@example.net>", to: "", re: first, body: "A Milan - Pavia\n.\nthe end\n"})
	second := one(anna)
	if second.subject != "Re: one" || second.inReplyTo != first.id || !strings.HasPrefix(second.text, "A Milan - Pavia\n.\nthe end\n") || !strings.Contains(second.text, "> last line") {
		t.Errorf("s-nail: %s to %s: %q", second.subject, second.inReplyTo, second.text)
	}
	for _, form := range []string{"html", "base64", "flowed", "attached"} {
		for _, program := range []string{"swaks", "s-nail"} {
			m.post(program, &writing{from: "Bice <bice@example.net>", to: "anna@example.org", subject: form, body: "A Milan – Pavia\n", options: []string{form}})
			if got := one(anna); got.subject != form || !strings.Contains(got.text+got.html, "A Milan – Pavia") {
				t.Errorf("%s, %s: %s: %q", program, form, got.subject, got.raw)
			}
		}
	}
}
