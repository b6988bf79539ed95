package scenario

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocs checks that docs/scenarios.md explains every field of a scenario
// file and names the built-in boards and powers.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, kind := range []reflect.Type{
		reflect.TypeFor[file](), reflect.TypeFor[filePowerInfo](), reflect.TypeFor[fileScenario](),
		reflect.TypeFor[filePower](), reflect.TypeFor[fileCityDie](), reflect.TypeFor[fileVariant](),
	} {
		for i := range kind.NumField() {
			if name := kind.Field(i).Tag.Get("yaml"); name != "" && !strings.Contains(page, "`"+name+"`") {
				t.Errorf("%s of %s is not explained", name, kind.Name())
			}
		}
	}
	for _, s := range List() {
		if !strings.Contains(page, s.Board) {
			t.Errorf("no board %s", s.Board)
		}
	}
	for id := range BuiltIn().powers {
		if !strings.Contains(page, id) {
			t.Errorf("no power %s", id)
		}
	}
}
