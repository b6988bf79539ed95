// Package gather collects the texts of the pages for the catalogues of
// translators. The server does not contain it.
package gather

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/words"
	"podesta/machiavelli/message"
)

// found collects texts and their places.
type found struct {
	all map[string]*words.Entry
	bad []string
}

func (f *found) add(ref, one, many string) { f.addIn("", ref, one, many) }

// addIn adds a text in a context.
func (f *found) addIn(context, ref, one, many string) {
	if strings.TrimSpace(one) == "" {
		return
	}
	e := f.all[context+"\x04"+one]
	if e == nil {
		e = &words.Entry{Ctx: context, ID: one}
		f.all[context+"\x04"+one] = e
	}
	if many != "" {
		if e.Plural != "" && e.Plural != many {
			f.bad = append(f.bad, fmt.Sprintf("%s: %q has two plurals, %q and %q", ref, one, e.Plural, many))
		}
		e.Plural = many
	}
	if !slices.Contains(e.Refs, ref) {
		e.Refs = append(e.Refs, ref)
	}
}

// message adds the pattern of a message.
func (f *found) message(ref, one, many string) {
	f.add(ref, one, many)
	names := message.Names(one)
	for _, n := range message.Names(many) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if e := f.all["\x04"+one]; e != nil && !e.Message() {
		hint := words.MessageHint
		if len(names) > 0 {
			hint += " with " + strings.Join(names, ", ")
		}
		e.Hints = append(e.Hints, hint)
	}
}

// Texts returns all texts of the program, with the files that contain them. root is the project's
// folder.
func Texts(root string) ([]*words.Entry, error) {
	f := &found{all: map[string]*words.Entry{}}
	for _, x := range []struct {
		pattern string
		read    func(f *found, ref, src string) error
	}{
		{"internal/web/templates/*.html", templates},
		{"internal/web/*.go", goFile},
		{"internal/web/*/*.go", goFile},
		{"internal/words/*.go", goFile},
		{"internal/web/ts/*.ts", script},
		{"internal/web/ts/*/*.ts", script},
	} {
		files, err := filepath.Glob(filepath.Join(root, x.pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			ref, err := filepath.Rel(root, name)
			if err == nil {
				err = x.read(f, place(ref), string(src))
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if err := messages(f, root); err != nil {
		return nil, err
	}
	if err := nouns(f); err != nil {
		return nil, err
	}
	if err := data(f); err != nil {
		return nil, err
	}
	out := make([]*words.Entry, 0, len(f.all))
	for _, e := range f.all {
		slices.Sort(e.Refs)
		if e.Area = areaOf(e.Refs); e.Plural == "" && slices.ContainsFunc(e.Refs, func(ref string) bool { return strings.HasPrefix(ref, "ts/") }) {
			e.Hints = append(e.Hints, words.ScriptHint)
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(x, y *words.Entry) int { return cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(x.Ctx, y.Ctx)) })
	if f.bad = append(f.bad, ambiguous(out, sharedWords)...); len(f.bad) > 0 {
		return nil, fmt.Errorf("%s", strings.Join(f.bad, "\n"))
	}
	return out, nil
}

// place returns the file of a text as shown to translators: only the name for pages, which it
// identifies, and the path for other files.
func place(ref string) string {
	ref = filepath.ToSlash(ref)
	if in, ok := strings.CutPrefix(ref, "internal/web/"); ok {
		if strings.HasSuffix(in, ".go") {
			return path.Base(in)
		}
		return in
	}
	return ref
}

const literal = "(\"(?:\\\\.|[^\"\\\\])*\"|`[^`]*`)"

var (
	actions = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	callT   = regexp.MustCompile(`\bT\s+` + literal)
	callN   = regexp.MustCompile(`\bN\s+(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s"]+)\s+` + literal + `\s+` + literal)
)

// templates gathers the texts of a template, including those in its actions.
func templates(f *found, ref, src string) error {
	for _, t := range words.Texts(src) {
		f.add(ref, t, "")
	}
	for _, a := range actions.FindAllString(src, -1) {
		for _, m := range callT.FindAllStringSubmatch(a, -1) {
			one, err := strconv.Unquote(m[1])
			if err != nil {
				return fmt.Errorf("%s: %s: %w", ref, m[1], err)
			}
			f.add(ref, one, "")
		}
		for _, m := range callN.FindAllStringSubmatch(a, -1) {
			one, err := strconv.Unquote(m[1])
			if err != nil {
				return fmt.Errorf("%s: %s: %w", ref, m[1], err)
			}
			many, err := strconv.Unquote(m[2])
			if err != nil {
				return fmt.Errorf("%s: %s: %w", ref, m[2], err)
			}
			f.add(ref, one, many)
		}
	}
	return nil
}
