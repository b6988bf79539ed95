package atlas

import (
	"os"
	"strings"
	"testing"
)

// TestText compares the text of the specimen with its last approved version.
// After an intended change, run go test -run Text -update and read the text.
func TestText(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	var b strings.Builder
	if err := Text(&b, p, Options{Results: results(t, p)}); err != nil {
		t.Fatal(err)
	}
	const name = "testdata/specimen-text.golden"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, old := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(old)) {
		if i >= len(got) || i >= len(old) || got[i] != old[i] {
			t.Fatalf("line %d differs from %s:\n%s", i+1, name, b.String())
		}
	}
}
