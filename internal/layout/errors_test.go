package layout

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// worded lists the packages whose errors people read: each error has a message.
var worded = patterns{"internal/schedule", "internal/mail/command", "internal/sandbox", "machiavelli/rules", "machiavelli/correction", "machiavelli/position/check", "machiavelli/legal", "machiavelli/turn"}

// forPrograms lists the files in these packages whose errors only programs see.
var forPrograms = []string{"machiavelli/turn/turn.go"}

// quoting lists the files that may quote the text of an error, because it comes from a library or
// is meant for people who run the judge.
var quoting = []string{"internal/account/passkey.go", "machiavelli/message/error.go", "machiavelli/rules/json.go"}

// TestErrorsHaveMessages checks that errors for people are messages, which every
// reader sees in their language, and not English text.
func TestErrorsHaveMessages(t *testing.T) {
	t.Parallel()
	module := os.DirFS("../..")
	packages, err := readPackages(module)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name, files := range packages {
		for _, f := range files {
			if f.test {
				continue
			}
			text, err := fs.ReadFile(module, f.name)
			if err != nil {
				t.Fatal(err)
			}
			checked++
			for _, found := range untyped(t, f.name, text, worded.match(name)) {
				t.Error(found)
			}
		}
	}
	if checked < 700 {
		t.Errorf("only %d files found", checked)
	}
}

// untyped returns the places in a file where the text of an error becomes part of a message and,
// if messages is true, those where an error is created from plain text.
func untyped(t *testing.T, name string, text []byte, messages bool) []string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		at := set.Position(call.Pos()).String()
		switch of, f := selected(call.Fun); {
		case messages && !slices.Contains(forPrograms, name) && (of == "fmt" && f == "Errorf" || of == "errors" && f == "New"):
			out = append(out, at+": people read this package's errors; use message.Error or an error type with a message")
		case of == "message" && (f == "Name" || f == "Order" || f == "Quote") && !slices.Contains(quoting, name) && slices.ContainsFunc(call.Args, errorText):
			out = append(out, at+": the message quotes the English text of an error; use message.Of")
		}
		return true
	})
	return out
}

// selected returns the two parts of a selector expression such as fmt.Errorf.
func selected(e ast.Expr) (of, name string) {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name, s.Sel.Name
		}
	}
	return "", ""
}

// errorText reports whether an expression contains a call to a method Error.
func errorText(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 0 {
			s, ok := call.Fun.(*ast.SelectorExpr)
			found = found || ok && s.Sel.Name == "Error"
		}
		return !found
	})
	return found
}

// TestUntyped checks that errors without messages are found.
func TestUntyped(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"x.go": {Data: []byte(`package x

var a = fmt.Errorf("no %s", b)
var b = errors.New("no")
var c = message.New("{why}", message.Name(strings.TrimSuffix(err.Error(), ".")))
var d = message.Quote(err.Error())
var e = message.Of(err)
var f = message.Name(name)
`)}}
	text, err := fs.ReadFile(files, "x.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name     string
		messages bool
		want     string
	}{
		{"x.go", true, "3 4 5 6"},
		{"x.go", false, "5 6"},
		{quoting[0], true, "3 4"},
		{forPrograms[0], true, "5 6"},
	} {
		var lines []string
		for _, f := range untyped(t, x.name, text, x.messages) {
			lines = append(lines, strings.Split(f, ":")[1])
		}
		if got := strings.Join(lines, " "); got != x.want {
			t.Errorf("%s, %v: found lines %s, want %s", x.name, x.messages, got, x.want)
		}
	}
}
