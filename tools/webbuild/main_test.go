package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// project writes the sources of a small project and returns its folder.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{"internal/web/ts/entry", "internal/web/static"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, "internal/web", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestSharedModule checks that code that two pages use is in a module that both import, and not in
// their own modules, and that the name of that module does not depend on its content.
func TestSharedModule(t *testing.T) {
	root := project(t, map[string]string{
		"ts/entry/a.ts":        `import { greet } from '../greet'; greet('first page');`,
		"ts/entry/b.ts":        `import { greet } from '../greet'; greet('second page');`,
		"ts/entry/c.ts":        `console.log('third page');`,
		"ts/greet.ts":          `export const greet = (who: string): void => console.log('greetings to the', who);`,
		"static/chunk-gone.js": `old`,
		"static/style.css":     `css`,
	})
	if err := run(root, true); err == nil || !strings.Contains(err.Error(), "chunk-gone.js") || !strings.Contains(err.Error(), "a.js") {
		t.Error("what is stale and what is missing is not reported:", err)
	}
	if err := run(root, false); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		body, err := os.ReadFile(filepath.Join(root, "internal/web/static", name))
		if err != nil {
			t.Error(err)
		}
		return string(body)
	}
	if s := read("chunk-greet.js"); strings.Count(s, "greetings to the") != 1 {
		t.Error("the shared module:", s)
	}
	for name, says := range map[string]string{"a.js": "first page", "b.js": "second page"} {
		if s := read(name); !strings.Contains(s, `from"./chunk-greet.js"`) || !strings.Contains(s, says) || strings.Contains(s, "greetings") {
			t.Errorf("%s: %s", name, s)
		}
	}
	if s := read("c.js"); strings.Contains(s, "import") {
		t.Error("c.js imports something:", s)
	}
	if _, err := os.Stat(filepath.Join(root, "internal/web/static/chunk-gone.js")); err == nil {
		t.Error("a bundle without sources is still there")
	}
	read("style.css")
	if err := run(root, true); err != nil {
		t.Error("right after they are written:", err)
	}
}

// TestWrongSource checks that an error contains the file and the line.
func TestWrongSource(t *testing.T) {
	root := project(t, map[string]string{"ts/entry/a.ts": "const a = ;"})
	if err := run(root, false); err == nil || !strings.Contains(err.Error(), "a.ts:1") {
		t.Error(err)
	}
	if err := run(project(t, nil), false); err == nil || !strings.Contains(err.Error(), "no scripts") {
		t.Error(err)
	}
}
