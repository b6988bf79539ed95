package mailgame

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// told reports whether an e-mail is news about the game rather than an answer.
func (r *received) told() bool { return r.auto == "auto-generated" && len(r.references) > 0 }

// results reports whether an e-mail contains the results of a phase.
func (r *received) results() bool { return strings.Contains(r.text, "\n"+position+"\n") }

// position is the heading above the new position in results.
const position = "THE POSITION NOW"

// unbroken returns a text without line breaks and list marks.
func unbroken(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' || r == '*' }), " ")
}

// letters checks all e-mail received.
func letters(t *testing.T, c *mailCourse) {
	t.Helper()
	count, replies := 0, map[string]string{}
	for _, name := range c.s.order {
		b := c.boxes[name]
		for _, r := range b.all {
			count++
			letterForm(t, name, r)
			if to := c.s.people[name].email; !strings.Contains(r.to, to) {
				t.Errorf("%s has an e-mail to %s: %s", name, r.to, r.subject)
			}
			secretless(t, c, name, r)
			if owner := replies[r.replyTo]; r.replyTo != "" && owner != "" && owner != name {
				t.Errorf("%s and %s have the same address for answers", name, owner)
			}
			replies[r.replyTo] = name
		}
	}
	for address, owner := range replies {
		for _, name := range c.s.order {
			for _, r := range c.boxes[name].all {
				if tag := strings.TrimSuffix(strings.TrimPrefix(address, "judge+"), "@"+judgeDomain); address != "" && owner != name && strings.Contains(string(r.raw), tag) {
					t.Errorf("an e-mail to %s contains the reply address of %s: %s", name, owner, r.subject)
				}
			}
		}
	}
	for _, p := range c.s.people {
		if strings.Contains(c.log.String(), p.password) {
			t.Errorf("the judge's log contains the password of %s", p.name)
		}
	}
	if !slices.ContainsFunc(c.boxes["Marco"].all, func(r *received) bool {
		return r.told() && strings.Contains(r.text, "have no peace.\n\n.\nThat point above was a slip")
	}) {
		t.Error("a dot alone on its line is missing in press")
	}
	sameResults(t, c)
	readers(t, c)
	t.Logf("%d letters to the judge, %d from it", c.sent, count)
}

// letterForm checks the properties that every e-mail from the judge must have.
func letterForm(t *testing.T, name string, r *received) {
	t.Helper()
	switch {
	case r.text == "" || r.html == "" && r.told():
		t.Errorf("%s: %s: a part is missing", name, r.subject)
	case r.auto != "auto-replied" && r.auto != "auto-generated":
		t.Errorf("%s: %s: Auto-Submitted is %q", name, r.subject, r.auto)
	case r.told() && (r.replyTo == "" || len(r.references) == 0):
		t.Errorf("%s: %s: it has no reply address, or no thread", name, r.subject)
	case r.results() && r.cal == "" && !strings.Contains(r.text, "THE GAME IS OVER"):
		t.Errorf("%s: %s: no deadline for the calendar", name, r.subject)
	case r.answer() && r.inReplyTo == "":
		t.Errorf("%s: %s: an answer to nothing", name, r.subject)
	}
	for line := range strings.Lines(r.text) {
		if strings.Contains(line, "\x00") || strings.Contains(line, "%!") {
			t.Errorf("%s: %s: %q", name, r.subject, line)
		}
	}
}

// secretless checks that an e-mail contains no password.
func secretless(t *testing.T, c *mailCourse, name string, r *received) {
	t.Helper()
	for _, p := range c.s.people {
		if strings.Contains(r.subject+r.text+r.html+r.cal, p.password) {
			t.Errorf("%s: the password of %s is in %s", name, p.name, r.subject)
		}
	}
}

// sameResults checks that everyone has received the same results, except for the parts about a
// single power.
func sameResults(t *testing.T, c *mailCourse) {
	t.Helper()
	first := map[string]string{}
	for _, name := range c.s.order {
		for _, r := range c.boxes[name].all {
			if !r.results() {
				continue
			}
			text := common(r.text)
			key := dated.FindString(string(r.raw))
			if was, ok := first[key]; !ok {
				first[key] = text
			} else if was != text {
				t.Errorf("%s: %s is not what others read:\n%s\n--------\n%s", name, r.subject, text, was)
			}
		}
	}
	if len(first) < 10 {
		t.Errorf("only %d letters with results", len(first))
	}
}

// dated matches the time at which an e-mail was written.
var dated = regexp.MustCompile(`(?m)^Date: .*$`)

// personal matches the headings above the parts of the results that only one power receives.
var personal = regexp.MustCompile(
	`^(YOUR ORDERS|WHAT IT MEANS|[A-Z ]+ NOW|[A-Z ]+ DUE NEXT|RATINGS|THE PRESS|READING IT AGAIN)\n`)

// heading matches the heading with which a part of the results begins.
var heading = regexp.MustCompile(`^[A-Z][A-Z ,]+\n`)

// common returns the part of the results that is the same for everyone. It consists of the events,
// which precede the new position.
func common(text string) string {
	text, _, _ = strings.Cut(text, "\n"+position+"\n")
	var out []string
	for part := range strings.SplitSeq(text, "\n\n") {
		if heading.MatchString(part) && !personal.MatchString(part) {
			out = append(out, part)
		}
	}
	return strings.Join(out, "\n\n")
}

// telling is the part of an entry's data that e-mail describes.
type telling struct {
	journal.Notice        // data of notices; acts and results share some of its fields
	Why            string `json:"why"`
}

func readTelling(t *testing.T, e *game.Entry) *telling {
	t.Helper()
	d := new(telling)
	if err := json.Unmarshal(e.Data, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// needles returns texts that an e-mail about an entry contains.
func needles(t *testing.T, role game.Role, e *game.Entry) []string {
	t.Helper()
	d := readTelling(t, e)
	var out []string
	switch {
	case e.Kind == game.ResultEntry:
		var r journal.Result
		if err := json.Unmarshal(e.Data, &r); err != nil {
			t.Fatal(err)
		}
		if r.Over {
			return []string{"THE GAME IS OVER"}
		}
		return []string{strings.ToUpper(phrase.PhaseOf(r.Phase).In(message.English) + " results")}
	case d.Topic == journal.TopicReminder && role.Master:
		// Masters receive simultaneous reminders as one list, under a sentence of its own.
		return []string{unbroken(strings.Join(d.LinesIn(message.English), " "))}
	}
	for _, s := range append(slices.Concat([]string{d.In(message.English), d.Why}, d.LinesIn(message.English)), d.Who) {
		if s = unbroken(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// superseded maps the topics of notices about a state to that state. If several notices about it
// are due at the same time, only the last one is sent.
var superseded = map[journal.Topic]string{
	journal.TopicDeadline: "times", journal.TopicGrace: "times", journal.TopicStart: "times",
	journal.TopicPaused: "pause", journal.TopicResumed: "pause",
}

// cameOf returns the texts in e-mail about the settings that a notice changes. If the same person
// changes settings several times at the same time, e-mail contains only the result. A space stands
// for no text, because the settings are the same as before.
func cameOf(t *testing.T, entries []game.Entry, at int) []string {
	t.Helper()
	this := readTelling(t, &entries[at])
	was, is := map[string]string{}, map[string]string{}
	for i := range entries {
		d := readTelling(t, &entries[i])
		if entries[i].At != entries[at].At || d.Topic != this.Topic || d.Who != this.Who {
			continue
		}
		for _, c := range d.Settings {
			if _, ok := was[c.Name]; !ok {
				was[c.Name] = c.Was
			}
			is[c.Name] = c.Is
		}
	}
	out := []string{" "}
	for _, c := range this.Settings {
		if was[c.Name] != is[c.Name] {
			out = append(out, unbroken(hosting.Change{Name: c.Name, Was: was[c.Name], Is: is[c.Name]}.String()))
		}
	}
	return out
}

// answeredWith returns the texts in the answer to an e-mail about a notice that the e-mail caused.
// The notice itself is not repeated below the answer.
func answeredWith(t *testing.T, d *telling, loc *time.Location) []string {
	t.Helper()
	date := func(at time.Time) string { return at.In(loc).Format("Mon 2 Jan 2006, 15:04") }
	switch d.Topic {
	case journal.TopicParameters, journal.TopicRules:
		var out []string
		for _, l := range d.LinesIn(message.English) {
			out = append(out, unbroken(l))
		}
		return out
	case journal.TopicSignon:
		if strings.HasPrefix(d.In(message.English), "An observer") {
			return []string{"You now watch cosimo"}
		}
		return []string{"You have joined cosimo"}
	case journal.TopicForming:
		return []string{"You have created cosimo"}
	case journal.TopicAbsence:
		return []string{"You are away from " + date(d.From), "to " + date(d.Until)}
	case journal.TopicDeadline:
		return []string{"The deadline is " + date(d.Times.Deadline)}
	case journal.TopicGrace:
		return []string{"The grace period ends " + date(d.Times.Grace)}
	case journal.TopicStart:
		return []string{"Nothing is resolved before " + date(d.Times.Start)}
	}
	return nil
}

// partOf is a person's role in the game, with the times at which it begins and ends.
type partOf struct {
	name         string
	role         game.Role
	zone         *time.Location
	joined, left time.Time
}

// parts lists the people of the script with their roles in the game. People who take no part have
// the zero role from the beginning.
func parts(t *testing.T, c *mailCourse) []partOf {
	t.Helper()
	members, err := c.Lobby.Members(ctx, c.game)
	if err != nil {
		t.Fatal(err)
	}
	var out []partOf
	for _, name := range c.s.order {
		a, err := c.Users.AccountByEmail(ctx, c.s.people[name].email)
		if game.ErrorCode(err) == game.NotFound {
			out = append(out, partOf{name: name})
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		loc, err := time.LoadLocation(a.Zone)
		if err != nil {
			t.Fatal(err)
		}
		p := partOf{name: name, zone: loc}
		for _, m := range members {
			if m.Account == a.ID {
				p.joined, p.left = m.Joined, m.Left
				p.role = game.Role{
					Master: m.Kind == game.Master, Player: m.Kind == game.Player, Observer: m.Kind == game.Observer,
					Seat: m.Seat, Account: a.ID,
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// readers checks that each entry of the log was e-mailed, at the time of the entry, to everyone who
// may read it and to no one else.
func readers(t *testing.T, c *mailCourse) {
	t.Helper()
	all, err := c.Press.Log(ctx, c.game, game.Role{Master: true}, 0, 10000)
	if err != nil {
		t.Fatal(err)
	}
	topics := map[journal.Topic]bool{}
	for _, p := range parts(t, c) {
		var read []string                                       // texts of all received e-mail
		told, answers := map[int64]string{}, map[int64]string{} // texts by time in seconds
		for _, r := range c.boxes[p.name].all {
			text := unbroken(r.text)
			read = append(read, text)
			at := r.date.Unix()
			told[at] += " " + text
			if r.answer() {
				answers[at] += " " + text
			}
		}
		var entries []game.Entry
		if p.role.Takes() {
			if entries, err = c.Press.Log(ctx, c.game, p.role, 0, 10000); err != nil {
				t.Fatal(err)
			}
		}
		holds := func(text string, needles []string) bool {
			return len(needles) > 0 && !slices.ContainsFunc(needles, func(n string) bool { return !strings.Contains(text, n) })
		}
		may := map[string]bool{}
		checked := 0
		for i, e := range entries {
			d := readTelling(t, &e)
			n := needles(t, p.role, &e)
			for _, n := range n {
				may[n] = true
			}
			if p.joined.After(e.At) || !p.left.IsZero() && !p.left.After(e.At) || own(p.role, &e) {
				continue
			}
			checked++
			topics[d.Topic] = true
			at := e.At.Unix()
			switch {
			case holds(told[at], n):
			case e.Kind == game.NoticeEntry && holds(answers[at], answeredWith(t, d, p.zone)):
			case superseded[d.Topic] != "" && slices.ContainsFunc(entries[i+1:], func(x game.Entry) bool {
				return x.At.Equal(e.At) && superseded[readTelling(t, &x).Topic] == superseded[d.Topic]
			}):
			case d.Topic == journal.TopicSignon || d.Topic == journal.TopicPreferences:
				begun := func(x game.Entry) bool { // the beginning makes it needless
					return x.At.Equal(e.At) && readTelling(t, &x).Topic == journal.TopicStarting
				}
				if !slices.ContainsFunc(entries[i+1:], begun) {
					t.Errorf("%s did not receive entry %d of %s: %s", p.name, e.Seq, e.At, e.Data)
				}
			case e.Kind == game.NoticeEntry && len(d.Settings) > 0 && holds(told[at]+" ", cameOf(t, entries, i)):
			default:
				t.Errorf("%s did not receive entry %d of %s: %s", p.name, e.Seq, e.At, e.Data)
			}
		}
		if p.role.Takes() && checked < 12 {
			t.Errorf("only %d entries for %s", checked, p.name)
		}
		for _, e := range all {
			for _, n := range needles(t, game.Role{}, &e) {
				if !may[n] && slices.ContainsFunc(read, func(text string) bool { return strings.Contains(text, n) }) {
					t.Errorf("%s received %q of entry %d, which is not for them: %s", p.name, n, e.Seq, e.Data)
				}
			}
		}
	}
	for _, topic := range []journal.Topic{
		journal.TopicForming, journal.TopicSignon, journal.TopicStarting, journal.TopicParameters, journal.TopicDeadline,
		journal.TopicGrace, journal.TopicReminder, journal.TopicLate, journal.TopicReplace, journal.TopicTakeover, journal.TopicAbsence,
		journal.TopicRollback, journal.TopicEdit, journal.TopicPaused, journal.TopicResumed,
	} {
		if !topics[topic] {
			t.Errorf("there is no e-mail about %s: the script does not cover it", topic)
		}
	}
}

// own reports whether an entry is the reader's own press, which is not sent to them. Masters
// receive copies of everything.
func own(role game.Role, e *game.Entry) bool {
	if e.Kind != game.PressEntry || role.Master {
		return false
	}
	return role.Seat > 0 && e.From == role.Seat || role.Account != "" && e.Author() == role.Account
}

var (
	tokens = regexp.MustCompile(`\b[a-z2-7]{26}\b`)
	stamps = regexp.MustCompile(`\b[0-9a-f]{12}@`)
)

// transcript compares a person's whole mailbox with the copy in testdata, except for random parts.
// Postfix may deliver simultaneous e-mail in any order, so answers come first, and the rest is
// sorted by subject and text.
func transcript(t *testing.T, c *mailCourse, name string) {
	t.Helper()
	all := slices.Clone(c.boxes[name].all)
	kind := func(r *received) int {
		if r.answer() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b *received) int {
		return cmp.Or(a.date.Compare(b.date), kind(a)-kind(b), strings.Compare(a.subject, b.subject), strings.Compare(a.text, b.text))
	})
	var b strings.Builder
	for _, r := range all {
		fmt.Fprintf(&b, "================================================================\nFrom: %s\nTo: %s\n", r.from, r.to)
		if r.replyTo != "" {
			fmt.Fprintf(&b, "Reply-To: %s\n", r.replyTo)
		}
		fmt.Fprintf(&b, "Subject: %s\n", r.subject)
		if r.cal != "" {
			b.WriteString("(with an entry for the calendar)\n")
		}
		b.WriteString("\n" + r.text)
	}
	got := tokens.ReplaceAllString(stamps.ReplaceAllString(b.String(), "ID@"), "TOKEN")
	lines := strings.Split(got, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	got = strings.Join(lines, "\n")
	path := "testdata/" + strings.ToLower(name) + ".mailbox"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(lines) || lines[i] != line {
			t.Errorf("%s: from line %d on the e-mail differs (go test ./internal/mailgame -update updates it):\n%s\nwant:\n%s",
				path, i+1, strings.Join(lines[i:min(i+20, len(lines))], "\n"), line)
			return
		}
	}
	t.Errorf("%s: there is more e-mail than in the file", path)
}
