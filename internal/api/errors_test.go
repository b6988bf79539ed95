package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestLongErrors sends requests with very many errors, and with very long ones. The
// answers are not much longer than the requests.
func TestLongErrors(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada := h.person("Ada")
	id := ada.post("/games", map[string]any{"name": "Errors", "scenario": "A", "variant": "A-2"}).want(http.StatusCreated).str("id")
	members := func(n int, name func(int) string) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%q:1", name(i)))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	for what, body := range map[string]string{
		"unknown members": members(8000, func(i int) string { return fmt.Sprint("m", i) }),
		"a long member":   members(1, func(int) string { return strings.Repeat("m", 100_000) }),
		"wrong types":     `{"unknowns":[` + strings.Repeat("1,", 30_000) + `1]}`,
	} {
		a := ada.post("/games/"+id+"/whatif", body)
		if a.status != http.StatusUnprocessableEntity || len(a.body) > 16<<10 {
			t.Errorf("%s: %d, %d bytes for %d", what, a.status, len(a.body), len(body))
		}
		if what != "a long member" && !strings.Contains(string(a.body), " more\"") {
			t.Errorf("%s: nothing says that there are more: %s", what, a.body[:200])
		}
	}
}
