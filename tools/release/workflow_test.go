package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/rhysd/actionlint"
)

// TestWorkflows checks the workflows of the hosted jobs: keys, expressions, names of actions'
// inputs, and their order.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob(tree + "/.github/workflows/*.yml")
	if err != nil || len(files) < 2 {
		t.Fatalf("the workflows are %v, %v", files, err)
	}
	var said bytes.Buffer
	linter, err := actionlint.NewLinter(&said, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := linter.LintFiles(files, nil)
	if err != nil || len(found) > 0 {
		t.Errorf("%v\n%s", err, said.String())
	}
}
