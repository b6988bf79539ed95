package layout

import (
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostMethods is the maximum number of methods of an interface. Nobody would write a fake of a
// larger one.
const mostMethods = 25

// mostContextKeys is the maximum number of values in contexts. It may only decrease: anything
// that changes the effect of a command must be an argument.
const mostContextKeys = 6

// TestInterfacesAreSmall checks that interfaces stay small enough for fakes.
func TestInterfacesAreSmall(t *testing.T) {
	t.Parallel()
	packages, l := compiled(t)
	checked := 0
	for _, p := range packages {
		if p.Export == "" || strings.HasPrefix(p.ImportPath, ourModule+"cmd/") {
			continue // it has only tests, or is a program
		}
		found, err := l.importer.Import(p.ImportPath)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found.Scope().Names() {
			of, ok := found.Scope().Lookup(name).Type().Underlying().(*types.Interface)
			if !ok {
				continue
			}
			checked++
			if n := of.NumMethods(); n > mostMethods {
				t.Errorf("%s.%s has %d methods, more than %d", p.ImportPath, name, n, mostMethods)
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d interfaces found", checked)
	}
}

// TestContextsCarryLittle counts the values that contexts carry.
func TestContextsCarryLittle(t *testing.T) {
	t.Parallel()
	key := regexp.MustCompile(`context\.WithValue\(.*?, (\w+)\{\}`)
	keys := map[string]bool{}
	packages, _ := compiled(t)
	for _, p := range packages {
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range key.FindAllSubmatch(text, -1) {
				keys[p.ImportPath+"."+string(m[1])] = true
			}
		}
	}
	if len(keys) > mostContextKeys {
		t.Errorf("contexts carry %d values, more than %d: %v", len(keys), mostContextKeys, keys)
	}
	if len(keys) < mostContextKeys {
		t.Errorf("contexts carry %d values: lower mostContextKeys", len(keys))
	}
}
