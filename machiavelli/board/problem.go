package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli/internal/source"
)

// Problem is something that is wrong with a board or scenario file, or in a
// warning, that is probably not meant.
type Problem struct {
	File         string // name of the file, or empty
	Line, Column int    // from 1; 0 where no one place is meant
	Text         string // what is wrong and what was expected
	Suggestion   string // the name that was probably meant, or empty
	Warning      bool   // the file can be used all the same
}

// String writes the problem in one line: "nile.yaml:3:7: error: ...; did you
// mean delta?".
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ":")
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", p.Line, p.Column)
	}
	if b.Len() > 0 {
		b.WriteString(" ")
	}
	if p.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(p.Text)
	if p.Suggestion != "" {
		b.WriteString("; did you mean " + p.Suggestion + "?")
	}
	return b.String()
}

// Problems is all that was found in a file, errors and warnings.
type Problems []Problem

// maxProblems is how many are kept: more do not help whoever mends the file.
const maxProblems = 100

// Add puts a problem to the others unless there are a hundred, the same one
// among them.
func (p *Problems) Add(x Problem) {
	if len(*p) < maxProblems && !slices.Contains(*p, x) {
		*p = append(*p, x)
	}
}

// Failed reports whether there is an error among them.
func (p Problems) Failed() bool {
	return slices.ContainsFunc(p, func(x Problem) bool { return !x.Warning })
}

// Sort puts the problems in the order of the files and of the places in them.
func (p Problems) Sort() {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
}

// Err is the problems as an error, or nil if all are warnings.
func (p Problems) Err() error {
	if !p.Failed() {
		return nil
	}
	return p
}

// Error lists the problems, errors first, a line each.
func (p Problems) Error() string {
	var lines []string
	for _, warning := range []bool{false, true} {
		for _, x := range p {
			if x.Warning == warning {
				lines = append(lines, x.String())
			}
		}
	}
	return strings.Join(lines, "\n")
}

// reporter gives the function that adds what a reader of a file finds.
func (p *Problems) reporter(file string) source.Report {
	return func(at source.Pos, text, hint string) {
		p.Add(Problem{File: file, Line: at.Line, Column: at.Column, Text: text, Suggestion: hint})
	}
}
