package words_test

import (
	"testing"

	"podesta/internal/words"
)

// TestLocalLanguage checks which environment variables determine the language.
func TestLocalLanguage(t *testing.T) {
	for _, c := range []struct {
		vars map[string]string
		want string
	}{
		{nil, ""},
		{map[string]string{"LANG": "it_IT.UTF-8"}, "it"},
		{map[string]string{"LANG": "it_IT.UTF-8", "LC_MESSAGES": "de_DE"}, "de"},
		{map[string]string{"LANG": "it_IT.UTF-8", "LC_MESSAGES": "de_DE", "LC_ALL": "es"}, "es"},
		{map[string]string{"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, ""},
		{map[string]string{"LANG": "C.UTF-8"}, ""},
		{map[string]string{"LANG": "xx_XX"}, ""},
		{map[string]string{"LANG": "en_GB.UTF-8"}, "en"},
	} {
		if got := words.LocalTag(func(name string) string { return c.vars[name] }); got != c.want {
			t.Errorf("%v: %q, want %q", c.vars, got, c.want)
		}
	}
}
