package words

import (
	"bufio"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// GlossaryFile is the name of a language's glossary in its folder.
const GlossaryFile = "glossary.txt"

// Term is a word of the game and what it is called in a language.
type Term struct {
	English string         // as in the glossary, for reports
	Said    []string       // how it is said
	of      *regexp.Regexp // the English texts that it is about
	never   *regexp.Regexp // what their translations may not have; nil: anything
}

// ReadGlossary reads the glossary of a language: in each line the English words,
// how they are said, and what they are never called, between bars and with commas:
//
//	treasury, treasuries | Kasse | Schatz
//
// What is never said is a regular expression, which begins with a word and in
// which capitals do not count. It returns the file and the line of a mistake.
func ReadGlossary(dir fs.FS, tag string) ([]Term, error) {
	name := path.Join(tag, GlossaryFile)
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []Term
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			const form = "expected English words, how they are said and what they are never called, with bars between"
			return nil, fmt.Errorf("%s:%d: %s", name, n, form)
		}
		t := Term{English: parts[0], Said: strings.Split(parts[1], ", ")}
		if t.of, err = regexp.Compile(`(?i)\b(` + strings.ReplaceAll(parts[0], ", ", "|") + `)\b`); err == nil {
			t.never, err = regexp.Compile(`(?i)(^|[^\p{L}])(` + strings.ReplaceAll(parts[2], ", ", "|") + `)`)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		out = append(out, t)
	}
	return out, lines.Err()
}

// Breach returns what a translation says that the glossary forbids, and how it is
// said instead. It returns false if there is nothing.
func (t *Term) Breach(e *Entry) (never string, found bool) {
	if !t.of.MatchString(e.ID) && !t.of.MatchString(e.Plural) {
		return "", false
	}
	for _, s := range e.Str {
		if m := t.never.FindStringSubmatch(s); m != nil {
			return m[2], true
		}
	}
	return "", false
}

// Says reports whether a translation uses one of the words of the term.
func (t *Term) Says(e *Entry) bool {
	if !t.of.MatchString(e.ID) {
		return false
	}
	for _, s := range e.Str {
		for _, word := range t.Said {
			if strings.Contains(strings.ToLower(s), strings.ToLower(word)) {
				return true
			}
		}
	}
	return false
}
