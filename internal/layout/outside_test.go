package layout

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOutsideModule creates a module with the files in the first section of docs/developers.md,
// and runs its program. The module uses only the engine, and needs no network.
func TestOutsideModule(t *testing.T) {
	t.Parallel()
	const page = "../../docs/developers.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## A program of your own\n")
	if !ok {
		t.Fatalf("%s has no section \"A program of your own\"", page)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	folder := t.TempDir()
	files, prints := 0, ""
	// Code blocks with a file name after the language are files; the other block is the expected
	// output.
	for _, block := range regexp.MustCompile("(?s)```([^\n]*)\n(.*?)```").FindAllStringSubmatch(section, -1) {
		head, content := block[1], block[2]
		if _, name, ok := strings.Cut(head, " "); ok {
			content = strings.ReplaceAll(content, "../podesta", root)
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			files++
		} else if head == "" {
			prints = content
		}
	}
	if files != 2 || prints == "" {
		t.Fatalf("the section has %d files and prints %q, not a go.mod, a program and what it prints", files, prints)
	}
	// Copying the known checksums of the engine's modules avoids the network.
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	// -mod=mod completes go.mod like `go mod tidy`, from the engine's modules,
	// which are already in the cache.
	run := exec.CommandContext(t.Context(), "go", "run", ".")
	run.Dir = folder
	run.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -trimpath", "GOPROXY=off", "GOWORK=off")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if string(out) != prints {
		t.Errorf("the page says\n%s\nthe program\n%s", prints, out)
	}
}
