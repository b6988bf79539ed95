package rules

import (
	"strings"
	"testing"
)

func TestSettledNames(t *testing.T) {
	for name, s := range settled {
		if _, ok := Find(name); ok {
			t.Errorf("%s is an option too", name)
		}
		made, err := Make("", map[string]string{name: s.value})
		if base, _ := Preset(""); err != nil || made != base {
			t.Errorf("%s=%s: %v, or it changed something", name, s.value, err)
		}
		var set Set
		if err := set.Switch(name, s.value); err != nil {
			t.Errorf("Switch(%s, %s): %v", name, s.value, err)
		}
		if err := set.Apply(name, "otherwise"); err == nil || !strings.Contains(err.Error(), s.why.String()) {
			t.Errorf("Apply(%s, otherwise): %v", name, err)
		}
	}
}
