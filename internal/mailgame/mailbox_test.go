package mailgame

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
)

// received is an e-mail in a person's mailbox.
type received struct {
	path                   string
	raw                    []byte
	from, to, subject      string
	replyTo, id, inReplyTo string
	references             []string
	date                   time.Time
	auto                   string // value of the header field Auto-Submitted
	text, html, cal        string
	files                  []string // names and types of attachments
}

// answer reports whether the e-mail is the judge's answer to an e-mail from the reader.
func (r *received) answer() bool { return r.auto == "auto-replied" }

// openLetter parses the e-mail in a file.
func openLetter(t *testing.T, path string) *received {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%s: %v\n%s", path, err, raw)
	}
	r := &received{path: path, raw: raw, auto: m.Header.Get("Auto-Submitted"), from: m.Header.Get("From"), to: m.Header.Get("To")}
	r.subject, _ = m.Header.Subject()
	if r.date, err = m.Header.Date(); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, raw)
	}
	r.id, _ = m.Header.MessageID()
	r.references, _ = m.Header.MsgIDList("References")
	if to, _ := m.Header.AddressList("Reply-To"); len(to) > 0 {
		r.replyTo = to[0].Address
	}
	if re, _ := m.Header.MsgIDList("In-Reply-To"); len(re) > 0 {
		r.inReplyTo = re[0]
	}
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return r
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", path, err, raw)
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		text := strings.ReplaceAll(string(body), "\r\n", "\n")
		media, _, _ := strings.Cut(part.Header.Get("Content-Type"), ";")
		switch {
		case r.text == "" && (media == "" || media == "text/plain"):
			if r.text = text; strings.Contains(part.Header.Get("Content-Type"), "format=flowed") {
				r.text = unflowed(text)
			}
		case media == "text/html":
			r.html = text
		case media == "text/calendar":
			r.cal = text
		default:
			r.files = append(r.files, media)
		}
	}
}

// mailbox is a folder in which the mail server stores a person's e-mail.
type mailbox struct {
	t    *testing.T
	dir  string
	read map[string]bool
	all  []*received // in the order of arrival
}

func newMailbox(t *testing.T, dir string) *mailbox {
	return &mailbox{t: t, dir: dir, read: map[string]bool{}}
}

var arrival = regexp.MustCompile(`^(\d+)\.V\w+M(\d+)\.`)

// news returns the e-mail that has arrived since the last call.
func (m *mailbox) news() []*received {
	m.t.Helper()
	entries, err := os.ReadDir(filepath.Join(m.dir, "new"))
	if err != nil && !os.IsNotExist(err) {
		m.t.Fatal(err)
	}
	type found struct {
		name          string
		second, micro int
	}
	var fresh []found
	for _, e := range entries {
		if m.read[e.Name()] {
			continue
		}
		m.read[e.Name()] = true
		at := arrival.FindStringSubmatch(e.Name())
		if at == nil {
			m.t.Fatalf("an e-mail in the file %s: its name does not say when it arrived", e.Name())
		}
		second, _ := strconv.Atoi(at[1])
		micro, _ := strconv.Atoi(at[2])
		fresh = append(fresh, found{e.Name(), second, micro})
	}
	slices.SortFunc(fresh, func(a, b found) int {
		if a.second != b.second {
			return a.second - b.second
		}
		return a.micro - b.micro
	})
	from := len(m.all)
	for _, f := range fresh {
		m.all = append(m.all, openLetter(m.t, filepath.Join(m.dir, "new", f.name)))
	}
	return m.all[from:]
}

// latest returns the latest e-mail whose subject contains a text.
func (m *mailbox) latest(subject string) *received {
	for i := len(m.all) - 1; i >= 0; i-- {
		if strings.Contains(m.all[i].subject, subject) {
			return m.all[i]
		}
	}
	return nil
}

// unflowed returns a text of format=flowed as its writer wrote it.
func unflowed(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], " ")
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), " \n", " ")
}
