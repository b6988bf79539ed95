package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestDescription(t *testing.T) {
	open(t)
	doc := described.doc
	if err := doc.Validate(ctx); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("version %s", doc.OpenAPI)
	}
	seen := map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.OperationID == "" || seen[op.OperationID] {
				t.Errorf("%s %s: operation %q", method, path, op.OperationID)
			}
			seen[op.OperationID] = true
			if op.Summary == "" || len(op.Tags) != 1 || op.Security == nil {
				t.Errorf("%s lacks a summary, a tag, or who may call it", op.OperationID)
			}
			if !strings.HasPrefix(path, "/api/v1/") {
				t.Errorf("%s is at %s", op.OperationID, path)
			}
		}
	}
	if len(seen) < 60 {
		t.Errorf("%d operations only", len(seen))
	}
}

func TestDescriptionInYAML(t *testing.T) {
	h := open(t)
	r, err := http.Get(h.url + "/api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(text), "openapi: 3.1.0") {
		t.Errorf("%d, %v: %.200s", r.StatusCode, err, text)
	}
}
