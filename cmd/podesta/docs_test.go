package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// fenced returns the fenced blocks of a page that have the given language.
func fenced(t *testing.T, page, language string) []string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, part := range strings.Split(string(data), "\n```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(part, "\n```\n")
		blocks = append(blocks, block)
	}
	return blocks
}

// TestDevelopersPage compares the page for developers with the program: its Go code must be the
// code of the examples, and its case must have the result shown.
func TestDevelopersPage(t *testing.T) {
	const page = "../../docs/developers.md"
	var example string
	for _, file := range []string{"turn/example_test.go", "turn/example_open_test.go", "whatif/example_test.go", "bot/example_test.go"} {
		text, err := os.ReadFile("../../machiavelli/" + file)
		if err != nil {
			t.Fatal(err)
		}
		example += string(text)
	}
	for _, code := range fenced(t, page, "go") {
		indented := "\t" + strings.ReplaceAll(code, "\n", "\n\t")
		if !strings.Contains(example, indented) {
			t.Errorf("not in the example:\n%s", code)
		}
	}
	blocks := fenced(t, page, "json")
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of JSON without a name, not a case and its result", len(blocks))
	}
	status, out, bad := podesta(blocks[0], "adjudicate")
	if status != 0 {
		t.Fatalf("status %d, %s%s", status, out, bad)
	}
	var want, got any
	if err := json.Unmarshal([]byte(blocks[1]), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if !within(want, got) {
		t.Errorf("the page shows\n%s\nthe program says\n%s", blocks[1], out)
	}
}

// within reports whether want is part of got: for an object some members, for a list some
// elements in order, or all if the list is empty.
func within(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		for name, x := range w {
			ok = ok && within(x, g[name])
		}
		return ok
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) == 0 {
			return ok && len(g) == 0
		}
		for _, x := range g {
			if len(w) > 0 && within(w[0], x) {
				w = w[1:]
			}
		}
		return len(w) == 0
	}
	return reflect.DeepEqual(want, got)
}
