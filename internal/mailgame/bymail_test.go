package mailgame

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/wiring"
)

// mailCourse plays a script by mail.
type mailCourse struct {
	*house // nil if the judge is a separate program
	t      *testing.T
	s      *script
	mta    *mta
	office *mail.Office
	boxes  map[string]*mailbox    // mailboxes keyed by the person's name
	latest map[string][]*received // e-mail received in the latest step, keyed by the person's name
	sent   int                    // number of e-mails to the judge
	// bring waits until the judge's e-mail is in the mailboxes: only the answer to the named
	// reader, or all e-mail if no reader is named.
	bring func(reader string)
}

// judgeAddress is the judge's e-mail address.
const judgeAddress = "judge@" + judgeDomain

// playByMail plays a whole script and returns the judge and the mailboxes.
func playByMail(t *testing.T, s *script) *mailCourse {
	t.Helper()
	needs(t, "swaks", "s-nail")
	c := &mailCourse{house: newHouse(t, openTemp(t)), t: t, s: s, boxes: map[string]*mailbox{}}
	c.bring = func(string) { c.carry() }
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.open([]transport{{judgeDomain, "lmtp:inet:" + l.Addr().String()}})
	c.office, err = mail.New(mail.Deps{
		Judge: wiring.Mail(c.Judge), Store: c.store, Clock: c.clock, Log: c.logger(),
		Config: mail.Config{
			Name: "PODESTA", Address: judgeAddress, BaseURL: "https://podesta.example",
			Listen: smtpd.Config{Trusted: true}, Relay: outbox.Relay{Addr: c.mta.addr, TLS: "none"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- c.office.Serve(serving, l, true) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the judge wrote:\n%s", notable(c.log.String()))
		}
	})
	for _, st := range s.steps {
		c.step(&st)
		if t.Failed() {
			t.FailNow()
		}
	}
	return c
}

// open starts the mail server, with a mailbox for everyone.
func (c *mailCourse) open(judge []transport, services ...string) {
	c.t.Helper()
	var people []string
	for _, name := range c.s.order {
		people = append(people, c.s.people[name].email)
	}
	c.mta = startPostfix(c.t, people, judge, services...)
	if c.house != nil {
		c.mta.now = c.clock.Now
	}
	for _, name := range c.s.order {
		c.boxes[name] = newMailbox(c.t, c.mta.dir+"/mail/"+c.s.people[name].email)
	}
}

// step runs one step of the script.
func (c *mailCourse) step(st *step) {
	c.t.Helper()
	switch {
	case st.clock != "":
		c.latest = map[string][]*received{}
		c.until(st.clock, c.carry)
	case st.letter != nil:
		c.latest = map[string][]*received{}
		if c.house != nil {
			c.until(everyLetter, c.carry)
		}
		c.letter(st.line, st.letter)
	default:
		c.gets(st.line, st.gets)
	}
}

// carry sends the judge's e-mail until none is queued, and reads the mailboxes.
func (c *mailCourse) carry() {
	c.t.Helper()
	for {
		n, err := c.office.Work(ctx)
		if err != nil {
			c.t.Fatal(err)
		}
		c.mta.settle()
		if n == 0 {
			break
		}
	}
	c.look()
}

// look reads the mailboxes.
func (c *mailCourse) look() {
	c.t.Helper()
	for name, b := range c.boxes {
		c.latest[name] = append(c.latest[name], b.news()...)
	}
}

// letter sends a person's e-mail, and reads the judge's answer.
func (c *mailCourse) letter(line int, l *letter) {
	c.t.Helper()
	p := c.s.people[l.who]
	w := &writing{from: fmt.Sprintf("%s <%s>", p.name, p.email), to: judgeAddress, subject: l.subject, body: l.body, options: l.options}
	program := p.program
	for _, o := range l.options {
		if o == "swaks" || o == "s-nail" {
			program = o
		}
		if as, ok := strings.CutPrefix(o, "as "); ok {
			w.from = fmt.Sprintf("%s <%s>", as, c.s.people[as].email)
		}
	}
	if l.answers {
		if w.re = c.boxes[l.who].latest(l.subject); w.re == nil {
			c.t.Fatalf("line %d: %s has no e-mail with %q in its subject", line, l.who, l.subject)
		}
		w.to, w.subject = w.re.replyTo, "Re: "+w.re.subject
	}
	reader := l.who
	for _, o := range l.options {
		if as, ok := strings.CutPrefix(o, "as "); ok {
			reader = as
		}
		if to, ok := strings.CutPrefix(o, "to "); ok {
			w.to = to
		}
	}
	c.mta.post(program, w)
	c.sent++
	c.mta.settle()
	c.bring(reader)
	if c.house != nil {
		c.find(gameName)
	}
	var text strings.Builder
	for _, r := range c.latest[reader] {
		if r.answer() {
			text.WriteString(r.text)
		}
	}
	if text.Len() == 0 {
		c.t.Fatalf("line %d: %s received no answer", line, reader)
	}
	flat := plain(text.String())
	for _, want := range l.want {
		if !strings.Contains(flat, plain(want)) {
			c.t.Errorf("line %d: %q is not in the answer:\n%s", line, want, text.String())
		}
	}
	for _, never := range l.never {
		if strings.Contains(flat, plain(never)) {
			c.t.Errorf("line %d: %q is in the answer:\n%s", line, never, text.String())
		}
	}
	if !slices.ContainsFunc(l.want, func(s string) bool { return strings.Contains(s, "ERROR") }) && strings.Contains(flat, "ERROR:") {
		c.t.Errorf("line %d: an error that the script does not know:\n%s", line, text.String())
	}
}

// plain returns a text with each run of white space replaced with a single space.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

// gets checks who has received e-mail with a given subject in the latest step. It waits if the
// judge is a separate program.
func (c *mailCourse) gets(line int, g *gets) {
	c.t.Helper()
	want := slices.Clone(g.names)
	if len(want) == 1 && want[0] == "nobody" {
		want = nil
	}
	slices.Sort(want)
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		c.bring("")
		got := c.got(g.subject)
		if slices.Equal(got, want) {
			return
		}
		if c.house != nil || time.Since(begun) > patience {
			var all []string
			for _, name := range c.s.order {
				for _, r := range c.latest[name] {
					all = append(all, name+": "+r.subject)
				}
			}
			c.t.Errorf("line %d: %q was received by %v; all e-mail:\n%s", line, g.subject, got, strings.Join(all, "\n"))
			return
		}
	}
}

// got returns the people who have received e-mail with a given subject in the latest step.
func (c *mailCourse) got(subject string) []string {
	var got []string
	for _, name := range c.s.order {
		if slices.ContainsFunc(c.latest[name], func(r *received) bool { return strings.Contains(r.subject, subject) }) {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	return got
}
