package board

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocs checks that docs/scenarios.md explains every field of a board file.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []reflect.Type{reflect.TypeFor[file](), reflect.TypeFor[fileStrait](), reflect.TypeFor[fileArea]()} {
		for i := range kind.NumField() {
			if name := kind.Field(i).Tag.Get("yaml"); name != "" && !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("%s of %s is not explained", name, kind.Name())
			}
		}
	}
}
