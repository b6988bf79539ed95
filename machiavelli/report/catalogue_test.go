package report_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// texts returns the patterns of messages in source files, keyed by the function that contains them,
// or by the file if no function does.
func texts(t *testing.T, files ...string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			where := name
			if fn, ok := d.(*ast.FuncDecl); ok {
				where = fn.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if id := pattern(n); id != "" && !slices.Contains(all[where], id) {
					all[where] = append(all[where], id)
				}
				return true
			})
		}
	}
	return all
}

// pattern returns the pattern of the message that a node creates, or an empty
// string for other nodes.
func pattern(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "New" && fun.Sel.Name != "Plural" {
		return ""
	}
	if x, ok := fun.X.(*ast.Ident); !ok || x.Name != "message" {
		return ""
	}
	for _, a := range call.Args {
		if lit, ok := a.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			id, err := strconv.Unquote(lit.Value)
			if err != nil {
				panic(err)
			}
			return id
		}
	}
	return ""
}
