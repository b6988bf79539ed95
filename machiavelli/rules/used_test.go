package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// source describes how the program's Go files, except tests, use this package.
type source struct {
	fields    map[string]bool // fields selected from a variable that setNames lists
	constants map[string]bool // values of policy types that other packages name
	methods   map[string]bool // methods that other packages call or name
}

// setNames lists the variable names of a Set whose fields are read.
var setNames = []string{"r", "rules", "set", "Rules"}

// readSource reads all other packages, and from this package only the methods that others use.
func readSource(t *testing.T) source {
	t.Helper()
	src := source{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "rulebook" || strings.HasSuffix(d.Name(), "test") || path == filepath.Join(root, "machiavelli", "rules")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				src.note(sel)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func (src *source) note(sel *ast.SelectorExpr) {
	name := ""
	switch x := sel.X.(type) {
	case *ast.Ident:
		name = x.Name
		if name == "rules" {
			src.constants[sel.Sel.Name] = true
		}
	case *ast.SelectorExpr:
		name = x.Sel.Name
	}
	if slices.Contains(setNames, name) {
		src.fields[sel.Sel.Name] = true
		src.methods[sel.Sel.Name] = true
	}
}

// readThrough lists the fields that other packages read through a method.
var readThrough = map[string]string{
	"VictoryCities":           "CitiesNeeded",
	"VictoryCitiesFewPlayers": "CitiesNeeded",
	"UnitLimit":               "MostUnits",
	"CountersArmies":          "MostUnits",
	"CountersFleets":          "MostUnits",
	"CountersGarrisons":       "MostUnits",
}

// TestEveryOptionIsRead checks that no option is without effect. Every field of Set must be read
// outside this package. All values of each policy must be named there, except one that stands for
// the default behaviour.
func TestEveryOptionIsRead(t *testing.T) {
	src := readSource(t)
	constants := policyConstants(t)
	set := reflect.TypeFor[Set]()
	for i := range set.NumField() {
		f := set.Field(i)
		if f.Name == "Preset" {
			continue
		}
		if !src.fields[f.Name] && !src.methods[readThrough[f.Name]] {
			t.Errorf("nothing reads %s", f.Name)
			continue
		}
		if f.Type.Kind() != reflect.Uint8 || readThrough[f.Name] != "" {
			continue
		}
		var unread []string
		for _, c := range constants[f.Type.Name()] {
			if !src.constants[c] {
				unread = append(unread, c)
			}
		}
		if len(unread) > 1 {
			t.Errorf("%s: nothing distinguishes %s", f.Name, strings.Join(unread, " from "))
		}
	}
}

// policyConstants lists the constants of each policy type by parsing values.go.
func policyConstants(t *testing.T) map[string][]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "values.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		name := ""
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if id, ok := v.Type.(*ast.Ident); ok {
				name = id.Name
			}
			out[name] = append(out[name], v.Names[0].Name)
		}
	}
	return out
}
