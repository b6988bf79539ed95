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

// Term is a word of the game and its translations in a language.
type Term struct {
	English string         // as in the glossary, for error messages
	Said    []string       // its allowed translations
	of      *regexp.Regexp // matches the English texts that contain it
	never   *regexp.Regexp // matches forbidden words in their translations; nil if none
}

// ReadGlossary reads the glossary of a language: each line has the English words, their
// translations, and forbidden translations, separated by bars and commas:
//
//	treasury, treasuries | Kasse | Schatz
//
// The forbidden part is a regular expression that must match from the beginning of a word and
// ignores case. Errors include the file and the line.
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

// Breach returns a forbidden word in a translation, and reports whether there is one.
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

// Says reports whether a translation uses one of the term's translations.
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
