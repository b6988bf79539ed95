package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

var updateExamples = flag.Bool("update-examples", false,
	"record the examples in the description of the API from TestOperations")

// exchange is a request with its answer, as JSON.
type exchange struct {
	Request json.RawMessage `json:"request,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"`
}

// record keeps a request and its answer as the example of an operation, if they contain more
// than the previous ones.
func (h *house) record(op *openapi3.Operation, request []byte, status int, answer []byte) {
	var x exchange
	if op.RequestBody != nil && len(request) > 0 {
		x.Request = shortened(request, op.RequestBody.Value.Content.Get("application/json"))
	}
	if d := op.Responses.Status(status); d != nil {
		x.Answer = shortened(answer, d.Value.Content.Get("application/json"))
	}
	was := h.examples[op.OperationID]
	if len(x.Request) > len(was.Request) || len(x.Request) == len(was.Request) && len(x.Answer) > len(was.Answer) {
		h.examples[op.OperationID] = x
	}
}

// shortened returns JSON with fewer elements and shorter texts, or nil if it does not match the
// schema.
func shortened(text []byte, m *openapi3.MediaType) json.RawMessage {
	var v any
	if m == nil || json.Unmarshal(text, &v) != nil {
		return nil
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(shorter(v, m.Schema.Value)) != nil {
		return nil
	}
	return bytes.TrimSpace(out.Bytes())
}

// secret matches what looks like a key or a digest.
var secret = regexp.MustCompile(`[A-Za-z0-9]{24,}`)

// shorter shortens a value: lists to two elements, objects whose members are not described to
// three, texts to a sentence or two, and keys until nobody can mistake them for real ones.
func shorter(v any, s *openapi3.Schema) any {
	switch v := v.(type) {
	case []any:
		out := v[:min(len(v), 2)]
		for i := range out {
			of := &openapi3.Schema{}
			if s.Items != nil {
				of = s.Items.Value
			}
			out[i] = shorter(out[i], of)
		}
		return out
	case map[string]any:
		for i, name := range slices.Sorted(maps.Keys(v)) {
			switch p := s.Properties[name]; {
			case p != nil:
				v[name] = shorter(v[name], p.Value)
			case s.AdditionalProperties.Schema != nil:
				v[name] = shorter(v[name], s.AdditionalProperties.Schema.Value)
			default:
				v[name] = shorter(v[name], &openapi3.Schema{})
			}
			if len(s.Properties) == 0 && i >= 3 {
				delete(v, name)
			}
		}
		return v
	case string:
		v = secret.ReplaceAllStringFunc(v, func(s string) string { return s[:6] + "…" })
		if r := []rune(v); len(r) > 240 {
			v = string(r[:200]) + " …"
		}
		return v
	}
	return v
}

const exampleFile = "examples.json"

// writeExamples writes what was recorded, one operation per line. Existing examples stay if
// they still match the description.
func (h *house) writeExamples(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	old := map[string]exchange{}
	if err := json.Unmarshal(text, &old); err != nil {
		t.Fatal(err)
	}
	for _, item := range described.doc.Paths.Map() {
		for _, op := range item.Operations() {
			good := true
			eachExample(op, func(_ string, m *openapi3.MediaType) {
				good = good && m.Example != nil && m.Schema.Value.VisitJSON(m.Example) == nil
			})
			if x, ok := old[op.OperationID]; ok && good {
				h.examples[op.OperationID] = x
			}
		}
	}
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, id := range slices.Sorted(maps.Keys(h.examples)) {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString(`"` + id + `": `)
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(h.examples[id]); err != nil {
			t.Fatal(err)
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("\n}\n")
	if err := os.WriteFile(exampleFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// eachExample calls f for the input of an operation, and for its answer.
func eachExample(op *openapi3.Operation, f func(what string, m *openapi3.MediaType)) {
	if op.RequestBody != nil {
		if m := op.RequestBody.Value.Content.Get("application/json"); m != nil {
			f("request", m)
		}
	}
	for status, r := range op.Responses.Map() {
		if m := r.Value.Content["application/json"]; m != nil && status < "300" {
			f("answer", m)
		}
	}
}

// TestExamples checks that the description has an example of the input and the answer of each
// operation, and that the examples match it. TestDescribedInCommon covers the examples of
// problems.
func TestExamples(t *testing.T) {
	t.Parallel()
	open(t)
	size := 0
	for path, item := range described.doc.Paths.Map() {
		for method, op := range item.Operations() {
			eachExample(op, func(what string, m *openapi3.MediaType) {
				if m.Example == nil {
					t.Errorf("%s %s (%s): no example of the %s", method, path, op.OperationID, what)
					return
				}
				if err := m.Schema.Value.VisitJSON(m.Example, openapi3.EnableFormatValidation()); err != nil {
					t.Errorf("%s: the example of the %s: %v", op.OperationID, what, err)
				}
				text, err := json.Marshal(m.Example)
				if err != nil {
					t.Fatal(err)
				}
				size += len(text)
				if len(text) > 8000 {
					t.Errorf("%s: the example of the %s has %d bytes", op.OperationID, what, len(text))
				}
			})
		}
	}
	if size > 200_000 {
		t.Errorf("the examples have %d bytes", size)
	}
	if t.Failed() {
		t.Log("record them: go test ./internal/api -run TestOperations -update-examples")
	}
}
