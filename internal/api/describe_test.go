package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"podesta/internal/api"
)

func TestDescription(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// TestAccountsWithoutMail checks that operations that need e-mail are described even on a judge
// without it, and that the refusal says what to do instead.
func TestAccountsWithoutMail(t *testing.T) {
	t.Parallel()
	h := open(t, func(d *api.Deps) { d.Letters = nil })
	ada := h.person("Ada").session()
	for _, c := range []struct {
		who        *guest
		path, want string
		body       map[string]string
	}{
		{h.public(), "/accounts", "/register", map[string]string{"name": "Bob", "email": "bob@example.org"}},
		{h.public(), "/sessions/link", "podesta account -link", map[string]string{"email": "ada@example.org"}},
		{ada, "/me/addresses", "keeps the address", map[string]string{"email": "ada@example.net"}},
	} {
		a := c.who.post(c.path, c.body).want(http.StatusConflict, "conflict")
		if d := a.str("detail"); !strings.Contains(d, "This judge has no mail") || !strings.Contains(d, c.want) {
			t.Errorf("%s: %s", c.path, d)
		}
	}
}
