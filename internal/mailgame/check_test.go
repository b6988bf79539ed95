package mailgame

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/judge"
)

// entryID is the name of a letter that tells an entry of the game's log.
var entryID = regexp.MustCompile(`^\w+\.s(\d+)\.`)

// entry is the number of the entry that a letter tells; 0 for other letters.
func (r *received) entry() int64 {
	m := entryID.FindStringSubmatch(r.id)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseInt(m[1], 10, 64)
	return n
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
		return r.entry() > 0 && strings.Contains(r.text, "have no peace.\n\n.\nThat point above was a slip")
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
	case r.text == "" || r.html == "" && !r.answer() && r.entry() > 0:
		t.Errorf("%s: %s: a part is missing", name, r.subject)
	case r.auto != "auto-replied" && r.auto != "auto-generated":
		t.Errorf("%s: %s: Auto-Submitted is %q", name, r.subject, r.auto)
	case r.entry() > 0 && (r.replyTo == "" || len(r.references) == 0):
		t.Errorf("%s: %s: it cannot be answered, or stands in no thread", name, r.subject)
	case r.entry() > 0 && strings.HasSuffix(r.subject, " Results") && r.cal == "" && !strings.Contains(r.text, "The game is over."):
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
	first := map[int64]string{}
	for _, name := range c.s.order {
		for _, r := range c.boxes[name].all {
			if r.entry() == 0 || !strings.HasSuffix(r.subject, " Results") {
				continue
			}
			text := common(r.text)
			if was, ok := first[r.entry()]; !ok {
				first[r.entry()] = text
			} else if was != text {
				t.Errorf("%s: %s is not what others read:\n%s\n--------\n%s", name, r.subject, text, was)
			}
		}
	}
	if len(first) < 10 {
		t.Errorf("only %d letters with results", len(first))
	}
}

// common is the part of results that is the same for all: without one's own
// chits, remarks on one's own orders, times in one's own zone, and what the
// letter says about answering it.
func common(text string) string {
	var out []string
	skip := false
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		switch {
		case skip:
			skip = false
		case paragraph == "Assassination chits owned:" || paragraph == "Remarks on orders:":
			skip = true // the paragraph that follows
		case strings.Contains(paragraph, "Deadline: ") || strings.HasPrefix(paragraph, "https://"):
			return strings.Join(out, "\n\n")
		default:
			out = append(out, paragraph)
		}
	}
	return strings.Join(out, "\n\n")
}

// readers compares who has got a letter about an entry of the log with who may
// read it, for everybody who has been there from the start to the end.
func readers(t *testing.T, c *mailCourse) {
	t.Helper()
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
		var want, got []int64
		for _, r := range c.boxes[name].all {
			if n := r.entry(); n > 0 {
				got = append(got, n)
			}
		}
		slices.Sort(got)
		from := int64(0)
		if len(got) > 0 {
			from = got[0] // before that he was not there
		}
		for _, e := range entries {
			if e.Seq >= from && !own(role, &e) {
				want = append(want, e.Seq)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has letters about %v and may read of %v", name, got, want)
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
