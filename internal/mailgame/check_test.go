package mailgame

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/judge"
)

// told reports whether a letter is about the game and answers none.
func (r *received) told() bool { return r.auto == "auto-generated" && len(r.references) > 0 }

// results reports whether a letter tells what came of a phase.
func (r *received) results() bool { return strings.Contains(r.text, "\nTHE REPORT\n") }

// unbroken is a text without line ends and the marks of lists.
func unbroken(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' || r == '*' }), " ")
}

// letters checks all letters that have come.
func letters(t *testing.T, c *mailCourse) {
	t.Helper()
	count, replies := 0, map[string]string{}
	for _, name := range c.s.order {
		b := c.boxes[name]
		for _, r := range b.all {
			count++
			letterForm(t, name, r)
			if to := c.s.people[name].email; !strings.Contains(r.to, to) {
				t.Errorf("%s has a letter to %s: %s", name, r.to, r.subject)
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
					t.Errorf("a letter to %s holds the address for answers of %s: %s", name, owner, r.subject)
				}
			}
		}
	}
	for _, p := range c.s.people {
		if strings.Contains(c.log.String(), p.password) {
			t.Errorf("the password of %s stands in the judge's log", p.name)
		}
	}
	if !slices.ContainsFunc(c.boxes["Marco"].all, func(r *received) bool {
		return r.told() && strings.Contains(r.text, "have no peace.\n\n.\nThat point above was a slip")
	}) {
		t.Error("a point alone on its line has not come through in press")
	}
	sameResults(t, c)
	readers(t, c)
	t.Logf("%d letters to the judge, %d from it", c.sent, count)
}

// letterForm checks what every letter of the judge has to have.
func letterForm(t *testing.T, name string, r *received) {
	t.Helper()
	switch {
	case r.text == "" || r.html == "" && r.told():
		t.Errorf("%s: %s: a part is missing", name, r.subject)
	case r.auto != "auto-replied" && r.auto != "auto-generated":
		t.Errorf("%s: %s: Auto-Submitted is %q", name, r.subject, r.auto)
	case r.told() && (r.replyTo == "" || len(r.references) == 0):
		t.Errorf("%s: %s: it cannot be answered, or stands in no thread", name, r.subject)
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

// secretless checks that no password stands in a letter.
func secretless(t *testing.T, c *mailCourse, name string, r *received) {
	t.Helper()
	for _, p := range c.s.people {
		if strings.Contains(r.subject+r.text+r.html+r.cal, p.password) {
			t.Errorf("%s: the password of %s stands in %s", name, p.name, r.subject)
		}
	}
}

// sameResults checks that everybody has got the same results, but for what is
// told to one power only.
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

// dated is when a letter was written.
var dated = regexp.MustCompile(`(?m)^Date: .*$`)

// common is the part of results that is the same for all: the report, without
// one's own chits and remarks on one's own orders.
func common(text string) string {
	_, text, _ = strings.Cut(text, "\nTHE REPORT\n")
	text, _, _ = strings.Cut(text, "\nTHE POSITION NOW\n")
	var out []string
	skip := false
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		switch {
		case skip:
			skip = false
		case paragraph == "Assassination chits owned:" || paragraph == "Remarks on orders:":
			skip = true // the paragraph that follows
		default:
			out = append(out, paragraph)
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n\n"))
}

// needle is what stands in a letter that tells an entry; empty where a letter may
// tell it otherwise, or leave it out because another one says it.
func needle(t *testing.T, master bool, e *judge.Entry) string {
	t.Helper()
	var data struct {
		Topic  judge.Topic `json:"topic"`
		Text   string      `json:"text"`
		Number int         `json:"number"`
		Lines  []string    `json:"lines"`
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		t.Fatal(err)
	}
	switch {
	case e.Kind == judge.ResultEntry:
		return fmt.Sprintf("(cosimo.%03d)", data.Number)
	case e.Kind == judge.NoticeEntry && slices.Contains([]judge.Topic{
		judge.TopicParameters, judge.TopicRules, judge.TopicDeadline, judge.TopicGrace, judge.TopicStart, judge.TopicPreferences,
		judge.TopicAbsence, judge.TopicAbsenceOff, judge.TopicDiary, judge.TopicForming, judge.TopicResumed, judge.TopicPaused,
	}, data.Topic):
		return ""
	}
	if data.Topic == judge.TopicReminder && master {
		return unbroken(strings.Join(data.Lines, " ")) // masters read all reminders of a day as one list
	}
	return unbroken(data.Text)
}

// readers compares who was told an entry of the log with who may read it, for
// everybody who has been there from the start to the end.
func readers(t *testing.T, c *mailCourse) {
	t.Helper()
	all, err := c.Log(ctx, c.game, judge.Role{Master: true}, 0, 10000)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range c.s.order {
		if name == "Max" || name == "Nina" || name == "Mallory" {
			continue // they were there for a part of the game
		}
		a, err := c.AccountByEmail(ctx, c.s.people[name].email)
		if err != nil {
			t.Fatal(err)
		}
		role, err := c.RoleOf(ctx, c.game, a.ID)
		if err != nil {
			t.Fatal(err)
		}
		entries, err := c.Log(ctx, c.game, role, 0, 10000)
		if err != nil {
			t.Fatal(err)
		}
		var read []string
		for _, r := range c.boxes[name].all {
			read = append(read, unbroken(r.text))
		}
		found := func(n string) bool {
			return slices.ContainsFunc(read, func(text string) bool { return strings.Contains(text, n) })
		}
		may := map[string]bool{}
		checked := 0
		for _, e := range entries {
			n := needle(t, role.Master, &e)
			may[n] = true
			if n == "" || own(role, &e) || e.Number == 0 {
				continue // before the game began some were not there
			}
			checked++
			if !found(n) {
				t.Errorf("%s was not told entry %d: %s", name, e.Seq, e.Data)
			}
		}
		if checked < 20 {
			t.Errorf("only %d entries for %s", checked, name)
		}
		for _, e := range all {
			if n := needle(t, role.Master, &e); !may[n] && found(n) {
				t.Errorf("%s was told entry %d, which is not for them: %s", name, e.Seq, e.Data)
			}
		}
	}
}

// own tells whether an entry is press of the reader's, which nobody sends him;
// masters have copies of everything.
func own(role judge.Role, e *judge.Entry) bool {
	if e.Kind != judge.PressEntry || role.Master {
		return false
	}
	return role.Seat > 0 && e.From == role.Seat || role.Account != "" && e.Author() == role.Account
}

var (
	tokens = regexp.MustCompile(`\b[a-z2-7]{26}\b`)
	stamps = regexp.MustCompile(`\b[0-9a-f]{12}@`)
)

// transcript compares somebody's whole mailbox with what is kept in testdata,
// but for what chance made.
func transcript(t *testing.T, c *mailCourse, name string) {
	t.Helper()
	var b strings.Builder
	for _, r := range c.boxes[name].all {
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
			t.Errorf("%s: from line %d on other letters have come (go test ./internal/mailgame -update writes it anew):\n%s\nwant:\n%s",
				path, i+1, strings.Join(lines[i:min(i+20, len(lines))], "\n"), line)
			return
		}
	}
	t.Errorf("%s: more has come than is written there", path)
}
