package layout

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestWorkflow checks that each part of `make test`, and each part that the Makefile leaves to
// the hosted CI, is run by one of its jobs, and that test-deps is run by all jobs that need it.
func TestWorkflow(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, list := range []string{"PARTS", "HOSTED"} {
		found := regexp.MustCompile(`(?m)^` + list + ` = (.*)$`).FindSubmatch(makefile)
		if found == nil {
			t.Fatalf("the Makefile has no line %s = ...", list)
		}
		want = append(want, strings.Fields(string(found[1]))...)
	}
	text, err := os.ReadFile("../../.github/workflows/ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct {
			Strategy struct {
				Matrix struct {
					Include []struct{ Name, Parts string }
				}
			}
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, job := range workflow.Jobs {
		if !slices.ContainsFunc(job.Steps, func(s struct{ Run string }) bool { return s.Run == ".ci/run ${{ matrix.parts }}" }) {
			t.Error("a job does not call .ci/run with its parts")
		}
		for _, m := range job.Strategy.Matrix.Include {
			for _, part := range strings.Fields(m.Parts) {
				if part == "test-deps" && slices.Contains(got, part) {
					continue
				}
				got = append(got, part)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the jobs run %v, the Makefile has %v", got, want)
	}
}

// TestForms checks that each form for issues has a name, a description and labelled fields, as
// the repository's host demands.
func TestForms(t *testing.T) {
	t.Parallel()
	const folder = "../../.github/ISSUE_TEMPLATE/"
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() == "config.yml" {
			continue
		}
		text, err := os.ReadFile(folder + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		var form struct {
			Name, Description string
			Body              []struct {
				Type       string
				ID         string
				Attributes struct{ Label, Value string }
			}
		}
		if err := yaml.Unmarshal(text, &form); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		if form.Name == "" || form.Description == "" || len(form.Body) == 0 {
			t.Errorf("%s has no name, description or body", f.Name())
		}
		for _, b := range form.Body {
			if b.Type == "markdown" && b.Attributes.Value == "" || b.Type != "markdown" && (b.ID == "" || b.Attributes.Label == "") {
				t.Errorf("%s: a field of the type %s lacks its id, label or value", f.Name(), b.Type)
			}
		}
	}
}
