package mailgame

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A script is a game as it was played: who wrote what, when. It is plain text:
//
//	# a remark
//	Lorenzo lorenzo@example.org medici1449lily s-nail      somebody, with his password and mail program
//	@ 2027-01-04 10:00                                 the time, in UTC
//	@ +3h, @ deadline +1h, @ grace -25h                the same by what the game's clock says
//	Lorenzo writes "orders":                           a letter with its subject
//	| SIGNON Lcosimo medici1449lily                        its lines
//	= Order: Army Florence -> Pisa                     that stands in the answer
//	! Milan                                            that does not
//	Lorenzo answers " results" (html):                  an answer to the latest letter with that in its subject
//	* Lorenzo, Cesare: Press from Venice               who gets letters with that in the subject by the step before
//	* nobody: late
//
// In parentheses stand the mail program, if it is another than usual, and what
// is odd about the letter (see letters_test.go). By the API the lines of letters
// become requests; what is said about letters that come is passed over.
type script struct {
	people map[string]*person
	order  []string // names, as they come
	steps  []step
}

// person is somebody who takes part.
type person struct{ name, email, password, program string }

// step is one thing that happens, or one look at what came of it.
type step struct {
	line   int
	clock  string  // a time
	letter *letter // or a letter
	gets   *gets   // or who has got something
}

// letter is a letter to the judge.
type letter struct {
	who, subject string
	answers      bool // to the letter of that subject
	options      []string
	body         string
	want, never  []string // in the judge's answer
}

// gets is who has got letters of a subject.
type gets struct {
	names   []string
	subject string
}

var (
	personLine = regexp.MustCompile(`^([A-Z]\w+) (\S+@\S+) (\S+) (\S+)$`)
	letterLine = regexp.MustCompile(`^([A-Z]\w+) (writes|answers) "([^"]*)"(?: \(([^)]*)\))?:$`)
)

// readScript reads a file of testdata.
func readScript(t *testing.T, path string) *script {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := &script{people: map[string]*person{}}
	lines := bufio.NewScanner(f)
	var open *letter
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), " ")
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || mark == "#":
			continue
		case mark == "|" || mark == "=" || mark == "!":
			if open == nil {
				t.Fatalf("%s:%d: no letter is open", path, n)
			}
			switch mark {
			case "|":
				open.body += rest + "\n"
			case "=":
				open.want = append(open.want, rest)
			default:
				open.never = append(open.never, rest)
			}
			continue
		}
		open = nil
		if m := personLine.FindStringSubmatch(line); m != nil {
			s.people[m[1]] = &person{m[1], m[2], m[3], m[4]}
			s.order = append(s.order, m[1])
		} else if m := letterLine.FindStringSubmatch(line); m != nil {
			open = &letter{who: m[1], answers: m[2] == "answers", subject: m[3]}
			if m[4] != "" {
				open.options = strings.Split(m[4], ", ")
			}
			if s.people[open.who] == nil {
				t.Fatalf("%s:%d: who is %s?", path, n, open.who)
			}
			s.steps = append(s.steps, step{line: n, letter: open})
		} else if mark == "@" {
			s.steps = append(s.steps, step{line: n, clock: rest})
		} else if mark == "*" {
			names, subject, _ := strings.Cut(rest, ": ")
			s.steps = append(s.steps, step{line: n, gets: &gets{strings.Split(names, ", "), subject}})
		} else {
			t.Fatalf("%s:%d: what is %q?", path, n, line)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

// moment is the time that a line of the script gives.
func moment(text string, now, deadline, grace time.Time) (time.Time, error) {
	base, shift, _ := strings.Cut(text, " ")
	at := now
	switch base {
	case "deadline":
		at = deadline
	case "grace":
		at = grace
	default:
		if t, err := time.Parse("2006-01-02 15:04", text); err == nil {
			return t, nil
		}
		shift = text
	}
	if at.IsZero() {
		return at, fmt.Errorf("the game has no %s", base)
	}
	d, err := time.ParseDuration(strings.ReplaceAll(shift, " ", ""))
	if shift == "" {
		d, err = 0, nil
	}
	return at.Add(d), err
}
