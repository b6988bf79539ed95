package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli/internal/source"
)

// Problem is an error in a board or scenario file, or a warning about something
// that is probably unintended.
type Problem struct {
	File         string // name of the file, or empty
	Line, Column int    // from 1; 0 if the problem has no position in the file
	Text         string // what is wrong and what was expected
	Suggestion   string // the name that was probably meant, or empty
	Warning      bool   // whether the file can be used anyway
	New          bool   // no new game may begin with the file; this is only a warning, so that existing games can continue
}

// String returns the problem in one line, for example "nile.yaml:3:7: error:
// ...; did you mean delta?".
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

// Problems holds everything found in a file, errors and warnings.
type Problems []Problem

// maxProblems is the maximum number of problems kept. More problems would not
// help to correct the file.
const maxProblems = 100

// Add adds a problem, unless p contains it already or has maxProblems problems.
func (p *Problems) Add(x Problem) {
	if len(*p) < maxProblems && !slices.Contains(*p, x) {
		*p = append(*p, x)
	}
}

// Failed reports whether there is an error among the problems.
func (p Problems) Failed() bool {
	return slices.ContainsFunc(p, func(x Problem) bool { return !x.Warning })
}

// Sort sorts the problems by file and position.
func (p Problems) Sort() {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
}

// ErrNew is like Err, but also returns the problems as an error if one of them prevents a new
// game.
func (p Problems) ErrNew() error {
	for i := range p {
		if p[i].New {
			return p
		}
	}
	return p.Err()
}

// Err returns the problems as an error, or nil if all are warnings.
func (p Problems) Err() error {
	if !p.Failed() {
		return nil
	}
	return p
}

// Error lists the problems. Each has a line of its own, and errors precede
// warnings.
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

// reporter returns a function that adds problems in a file.
func (p *Problems) reporter(file string) source.Report {
	return func(at source.Pos, text, hint string) {
		p.Add(Problem{File: file, Line: at.Line, Column: at.Column, Text: text, Suggestion: hint})
	}
}
