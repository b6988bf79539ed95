package order

import (
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
)

// TestOrdersPage parses every order in the tables of docs/orders.md, in the
// phase it belongs to.
func TestOrdersPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/orders.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## Writing orders")
	text, _, _ = strings.Cut(text, "## What the outcomes mean")
	found := 0
	for row := range strings.Lines(text) {
		if !strings.HasPrefix(row, "|") {
			continue
		}
		for i, s := range strings.Split(row, "`") {
			if i%2 == 0 {
				continue
			}
			found++
			var errs []string
			for step := machiavelli.Orders; step <= machiavelli.Adjustments; step++ {
				c := context(t, "italy-1978", step)
				if _, _, bad := ParseOne(s, c); bad == nil {
					errs = nil
					break
				} else {
					errs = append(errs, bad.Error())
				}
			}
			if errs != nil {
				t.Errorf("%q: %s", s, strings.Join(errs, "; "))
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d orders on the page", found)
	}
}
