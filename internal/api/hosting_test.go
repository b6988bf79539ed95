package api

import (
	"reflect"
	"strings"
	"testing"

	"podesta/internal/hosting"
)

// TestEverySwitch: the API has every switch of a game's hosting, under the name of
// its description.
func TestEverySwitch(t *testing.T) {
	t.Parallel()
	fields := map[string]bool{}
	for _, of := range []reflect.Type{reflect.TypeFor[Hosting](), reflect.TypeFor[PressRules]()} {
		for i := range of.NumField() {
			if f := of.Field(i); f.Type.Kind() == reflect.Bool {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				fields[name] = true
			}
		}
	}
	for _, s := range hosting.Switches {
		if !fields[s.Name] {
			t.Errorf("the API has no member %s (%s): add it to Hosting or PressRules", s.Name, s.Title)
		}
	}
}
