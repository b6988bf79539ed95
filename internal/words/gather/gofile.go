package gather

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// directive, placed before a declaration, marks its strings as texts of the pages.
const directive = "//lang:words"

// callTexts maps functions to the indices of their arguments that are texts. An entry also covers
// the exported form of the name.
var callTexts = map[string][]int{
	"fail": {3, 4}, "tell": {2, 3, 5}, "again": {4}, "invalid": {0}, "invalidf": {0}, "T": {0}, "refuseJSON": {3, 4},
}

// pageTypes lists types of page content whose titles and labels are texts.
var pageTypes = map[string]bool{"frame": true, "secretPage": true, "toldPage": true, "refusal": true}

// typeName returns the name of a type without its package, in its unexported form.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return private(e.Name)
	case *ast.SelectorExpr:
		return private(e.Sel.Name)
	}
	return ""
}

// private returns the unexported form of a name. A single letter, such as a catalogue's T, is
// unchanged.
func private(name string) string {
	if len(name) < 2 {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// notTexts lists fields whose strings never appear on pages, even in declarations with the
// directive.
var notTexts = map[string]bool{"Value": true, "ID": true, "Field": true, "field": true, "Href": true, "Path": true, "Name": true, "Code": true}

// goFile gathers the texts of a Go file.
func goFile(f *found, ref, src string) error {
	file, err := parser.ParseFile(token.NewFileSet(), ref, src, parser.ParseComments)
	if err != nil {
		return err
	}
	consts := map[string]string{}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
			for _, sp := range g.Specs {
				if v, ok := sp.(*ast.ValueSpec); ok {
					for i, n := range v.Names {
						if i < len(v.Values) {
							consts[n.Name], _ = text(v.Values[i], nil)
						}
					}
				}
			}
		}
	}
	for _, d := range file.Decls {
		if marked(d) {
			all(f, ref, d)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			call(f, ref, n, consts)
		case *ast.BasicLit:
			if s, ok := text(n, nil); ok && isSentence(s) {
				f.add(ref, s, "")
			}
		case *ast.CompositeLit:
			if pageTypes[typeName(n.Type)] {
				for _, e := range n.Elts {
					kv, ok := e.(*ast.KeyValueExpr)
					if !ok {
						continue
					}
					if k, ok := kv.Key.(*ast.Ident); ok && (k.Name == "Title" || k.Name == "Text" || k.Name == "Button" || k.Name == "Label") {
						if s, ok := text(kv.Value, nil); ok {
							f.add(ref, s, "")
						} else if b, ok := kv.Value.(*ast.BinaryExpr); ok { // such as "Charts · " + a name
							s, _ := text(b.X, nil)
							f.add(ref, strings.TrimSuffix(s, " · "), "")
						}
					}
				}
			}
		}
		return true
	})
	return nil
}

func marked(d ast.Decl) bool {
	var doc *ast.CommentGroup
	switch d := d.(type) {
	case *ast.GenDecl:
		doc = d.Doc
	case *ast.FuncDecl:
		doc = d.Doc
	}
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if c.Text == directive {
			return true
		}
	}
	return false
}

// call gathers the texts among the arguments of a call.
func call(f *found, ref string, c *ast.CallExpr, consts map[string]string) {
	name := ""
	switch fun := c.Fun.(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	case *ast.Ident:
		name = fun.Name
	}
	if name == "N" && len(c.Args) >= 3 {
		one, ok1 := text(c.Args[1], consts)
		many, ok2 := text(c.Args[2], consts)
		if ok1 && ok2 {
			f.add(ref, one, many)
		}
		return
	}
	if name == "add" && len(c.Args) == 3 && ref == "internal/words/times.go" { // units of time
		one, ok1 := text(c.Args[1], consts)
		many, ok2 := text(c.Args[2], consts)
		if ok1 && ok2 {
			f.add(ref, one, many)
		}
	}
	for _, i := range callTexts[private(name)] {
		if i >= len(c.Args) {
			continue
		}
		if s, ok := text(c.Args[i], consts); ok {
			f.add(ref, s, "")
		}
	}
}

// text returns the value of a string, or of several that are concatenated. It
// returns false for any other expression.
func text(e ast.Expr, consts map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.Ident:
		s, ok := consts[e.Name]
		return s, ok && s != ""
	case *ast.BinaryExpr:
		a, ok1 := text(e.X, consts)
		b, ok2 := text(e.Y, consts)
		return a + b, e.Op == token.ADD && ok1 && ok2
	}
	return "", false
}

// all gathers every string of a declaration that looks like a text. A lower-case word counts as a
// text if it is returned or is the value of a key.
func all(f *found, ref string, d ast.Decl) {
	said := map[ast.Node]bool{}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				said[e] = true
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && notTexts[k.Name] {
				return false
			}
			said[n.Value] = true
			ast.Inspect(n.Value, func(v ast.Node) bool { return take(f, ref, v, said) })
			return false
		}
		return take(f, ref, n, said)
	})
}

func take(f *found, ref string, n ast.Node, said map[ast.Node]bool) bool {
	l, ok := n.(*ast.BasicLit)
	if !ok {
		return true
	}
	s, ok := text(l, nil)
	first, _ := utf8.DecodeRuneInString(s)
	if ok && strings.ContainsFunc(s, unicode.IsLetter) && (unicode.IsUpper(first) || strings.Contains(s, " ") || said[n]) && !strings.HasPrefix(s, "/") && s == strings.TrimSpace(s) && !strings.HasPrefix(s, ",") {
		f.add(ref, s, "")
	}
	return true
}

// isSentence reports whether a string is for people, wherever it occurs.
func isSentence(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first) && strings.Contains(s, " ") && (strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?"))
}
