package clients

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPythonTypes checks the types of the Python package, of its tests and notebooks, and of the
// Python that its documents show, with pyright. python/pyproject.toml sets how strict the checks
// are.
func TestPythonTypes(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("NO NPM: the types of the Python package were not checked")
	}
	dir := t.TempDir()
	for from, to := range map[string]string{"pyright": dir, "../../python": filepath.Join(dir, "python")} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	shown := 0
	for _, document := range []string{"../../python/README.md", "../../docs/environment.md"} {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n```python\n")[1:] {
			code, _, _ := strings.Cut(part, "\n```")
			shown++
			file := filepath.Join(dir, "python", "tests", fmt.Sprintf("shown_%d.py", shown))
			if err := os.WriteFile(file, []byte(code+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if shown < 4 {
		t.Errorf("the documents show %d pieces of Python, and no example of podesta.parallel", shown)
	}
	for _, command := range [][]string{
		{"npm", "ci", "--no-audit", "--no-fund"},
		{"node_modules/.bin/pyright", "--project", "python", "--warnings"},
	} {
		run := exec.Command(command[0], command[1:]...)
		run.Dir = dir
		run.Env = append(os.Environ(), "npm_config_update_notifier=false")
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
		}
	}
}
