package gather

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"podesta/machiavelli/message"
)

// messages gathers the patterns of messages: the first argument of message.New, the second and
// third of message.Plural, those of package message, the tags of commands' arguments, and finally
// those in stored.txt. A pattern must be a literal or a constant, because otherwise the
// catalogues would lack it.
func messages(f *found, root string) error {
	for _, p := range message.Patterns() {
		f.message("machiavelli/message", p.ID, p.Many)
	}
	for _, dir := range []string{"machiavelli", "atlas", "internal", "view", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			src, err := os.ReadFile(name)
			if err != nil || !strings.Contains(string(src), `"podesta/machiavelli/message"`) && !strings.Contains(string(src), askTag) {
				return err
			}
			ref, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			return patterns(f, place(ref), src)
		})
		if err != nil {
			return err
		}
	}
	f.stored()
	return nil
}

// former contains the patterns that only occur in the logs of games.
//
//go:embed stored.txt
var former string

const storedFile = "internal/words/gather/stored.txt"

// stored adds the patterns in former.
func (f *found) stored() {
	for line := range strings.Lines(former) {
		pattern := strings.TrimSpace(line)
		if f.all["\x04"+pattern] != nil {
			f.bad = append(f.bad, fmt.Sprintf("%s: %q is still written", storedFile, pattern))
		} else if !strings.HasPrefix(pattern, "#") {
			f.message(storedFile, pattern, "")
		}
	}
}

// askTag is the beginning of the struct tag whose text asks for a missing argument of a command
// (package act).
const askTag = ` ask:"`

// patterns gathers the patterns in a Go file.
func patterns(f *found, ref string, src []byte) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, ref, src, 0)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok && field.Tag != nil && strings.Contains(field.Tag.Value, askTag) {
			f.message(ref, reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("ask"), "")
			return true
		}
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun, ok := c.Fun.(*ast.SelectorExpr)
		if pkg, is := selected(fun); !ok || !is || pkg != "message" {
			return true
		}
		first, last := 0, 0
		switch fun.Sel.Name {
		case "New":
		case "Plural":
			first, last = 1, 2
		default:
			return true
		}
		if len(c.Args) <= last {
			return true
		}
		one, ok1 := text(c.Args[first], nil)
		many, ok2 := text(c.Args[last], nil)
		if !ok1 || !ok2 {
			f.bad = append(f.bad, fmt.Sprintf("%s: the pattern of a message must be a string that stands in the call", fset.Position(c.Pos())))
			return true
		}
		if first == last {
			many = ""
		}
		f.message(ref, one, many)
		return true
	})
	return nil
}

// selected returns the name of the package or variable before the dot of a selector, and false if
// there is another expression.
func selected(s *ast.SelectorExpr) (string, bool) {
	if s == nil {
		return "", false
	}
	id, ok := s.X.(*ast.Ident)
	if !ok {
		return "", false
	}
	return id.Name, true
}
