package layout

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// people lists the fields of entries that contain names and reasons, which people wrote.
var people = map[string]bool{"Who": true, "Why": true}

// TestEntriesHoldMessages checks that entries of a game's log have no field that code could
// fill with a sentence. Texts of entries are messages, which each interface translates for its
// reader; English text comes only from the store.
func TestEntriesHoldMessages(t *testing.T) {
	t.Parallel()
	for _, entry := range []any{journal.Notice{}, journal.ActData{}, gamestate.Act{}, gamestate.ActRecord{}} {
		for _, name := range texts(reflect.TypeOf(entry)) {
			t.Errorf("%T has the text %s: use a message.Message", entry, name)
		}
	}
	for _, stored := range []any{journal.English{}, journal.EnglishLines{}} {
		if of := reflect.TypeOf(stored); of.NumField() != 1 || of.Field(0).IsExported() {
			t.Errorf("code outside of its package can set a %s", of)
		}
	}
	type wrong struct {
		journal.Notice

		Text  string
		Lines []string
		Seats map[int][]string
		Who   string
	}
	if got := strings.Join(texts(reflect.TypeFor[wrong]()), " "); got != "Text Lines Seats" {
		t.Errorf("found %q", got)
	}
}

// texts lists the fields of a struct, including embedded ones, that hold plain strings.
func texts(of reflect.Type) []string {
	var out []string
	for f := range of.Fields() {
		switch in := f.Type; {
		case f.Anonymous:
			out = append(out, texts(in)...)
		case plain(in) && !people[f.Name]:
			out = append(out, f.Name)
		}
	}
	return out
}

// plain reports whether a type is the predeclared string, or a collection of it.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		return plain(t.Elem())
	}
	return t == reflect.TypeFor[string]()
}

// TestNoEnglishInArguments checks that no message has English words among its arguments,
// because a message.Name is a text that a person wrote and that is never translated.
func TestNoEnglishInArguments(t *testing.T) {
	t.Parallel()
	module := os.DirFS("../..")
	packages, err := readPackages(module)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for name, files := range packages {
		if !strings.HasPrefix(name, "internal/") && !strings.HasPrefix(name, "machiavelli") {
			continue
		}
		for _, f := range files {
			if strings.HasSuffix(f.name, "_test.go") {
				continue
			}
			text, err := fs.ReadFile(module, f.name)
			if err != nil {
				t.Fatal(err)
			}
			found, err := quotedEnglish(f.name, string(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range found {
				t.Error(x)
			}
			n++
		}
	}
	if n < 500 {
		t.Errorf("only %d files found", n)
	}
	const bad = `package p

var (
	_ = message.Name("It is paused.")
	_ = journal.Quote(text + " has resigned again")
	_ = message.Name(fmt.Sprintf("%s of %d and %d ducats", name, a, b))
	_ = message.Name("http://" + host)
	_ = message.Name(fmt.Sprintf("%d:%02d", h, m))
	_ = message.Name(strings.Join(names, "; "))
)
`
	found, err := quotedEnglish("p.go", bad)
	var lines []string
	for _, x := range found {
		lines = append(lines, strings.Split(x, ":")[1])
	}
	if got := strings.Join(lines, " "); err != nil || got != "4 5 6" {
		t.Errorf("found on lines %q, %v", got, err)
	}
}

var (
	verbs    = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)
	someWord = regexp.MustCompile(`\pL{2,}`)
)

// quotedEnglish lists the literals with several words in the arguments of
// message.Name and journal.Quote.
func quotedEnglish(name, text string) ([]string, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !isQuote(call.Fun) {
			return true
		}
		ast.Inspect(call, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if s, err := strconv.Unquote(l.Value); err == nil && len(someWord.FindAllString(verbs.ReplaceAllString(s, ""), 2)) == 2 {
					out = append(out, fmt.Sprintf("%s: %q cannot be translated: make it part of the pattern, or a message of its own", set.Position(l.Pos()), s))
				}
			}
			return true
		})
		return false
	})
	return out, nil
}

// isQuote reports whether f creates an argument that is the same in every language.
func isQuote(f ast.Expr) bool {
	s, ok := f.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	p, ok := s.X.(*ast.Ident)
	return ok && (p.Name == "message" && s.Sel.Name == "Name" || p.Name == "journal" && s.Sel.Name == "Quote")
}
