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

// A script describes who wrote what in a game, and when. It is plain text:
//
//	# a remark
//	Lorenzo lorenzo@example.org medici1449lily s-nail   a person, with password and mail program
//	@ 2027-01-04 10:00                                  the time, in UTC
//	@ +3h, @ deadline +1h, @ grace -25h                 a time relative to now or to the clock
//	Lorenzo writes "orders":                            an e-mail with its subject
//	| SIGNON Lcosimo medici1449lily                     a line of this e-mail
//	= Order: Army Florence -> Pisa                      a text that the answer contains
//	! Milan                                             a text that the answer does not contain
//	Lorenzo answers " results" (html):                  a reply to an e-mail about this
//	* Lorenzo, Cesare: Press from Venice                the people who received e-mail about this
//	* nobody: late
//
// A reply is to the latest e-mail whose subject contains the given text. A check beginning with *
// is about the e-mail that arrived in the step before it. Parentheses contain the mail program, if
// it is not the usual one, and unusual properties of the e-mail (see letters_test.go). When the
// script is played through the API, the lines of e-mail become requests, and statements about
// received e-mail are ignored.
type script struct {
	people map[string]*person
	order  []string // names of the people, in order of appearance
	steps  []step
}

// person is a person in the script.
type person struct{ name, email, password, program string }

// step is one event, or one check of its results.
type step struct {
	line   int
	clock  string  // a change of the clock
	letter *letter // or an e-mail
	gets   *gets   // or a check of who has received something
}

// letter is an e-mail to the judge.
type letter struct {
	who, subject string
	answers      bool // whether it replies to the latest e-mail with that subject
	options      []string
	body         string
	want, never  []string // texts that the judge's answer contains, and must not contain
}

// gets states who has received e-mail with a subject.
type gets struct {
	names   []string
	subject string
}

var (
	personLine = regexp.MustCompile(`^([A-Z]\w+) (\S+@\S+) (\S+) (\S+)$`)
	letterLine = regexp.MustCompile(`^([A-Z]\w+) (writes|answers) "([^"]*)"(?: \(([^)]*)\))?:$`)
)

// readScript parses a file of testdata.
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
				t.Fatalf("%s:%d: no e-mail is open", path, n)
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

// moment parses a time in a line of the script, which can be relative to now, deadline or grace.
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
