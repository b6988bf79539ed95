package api_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/api"
	"podesta/internal/judge"
	"podesta/internal/wiring"
)

// TestListsAreNeverNull encodes an empty value of every type in the
// description: each list and object in it must be [] or {}, or absent if it is
// optional.
func TestListsAreNeverNull(t *testing.T) {
	t.Parallel()
	doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description()
	schemas := doc.Components.Schemas
	lists := 0
	for name, schema := range schemas.Map() {
		typ := schemas.TypeFromRef("#/components/schemas/" + name)
		if typ == nil || typ.Kind() != reflect.Struct {
			continue
		}
		var b bytes.Buffer
		if err := api.WriteJSON(&b, reflect.New(typ).Interface()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got map[string]any
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v: %s", name, err, &b)
		}
		for field, p := range schema.Properties {
			if p.Type != huma.TypeArray && (p.Type != huma.TypeObject || p.AdditionalProperties == nil) {
				continue
			}
			lists++
			if v, written := got[field]; written && v == nil {
				t.Errorf("%s.%s is null", name, field)
			}
		}
	}
	if lists < 100 {
		t.Errorf("only %d lists and objects were looked at", lists)
	}
}

// TestListsHaveOneForm checks that each operation that lists something answers with
// items and, where the list has pages, with their addresses.
func TestListsHaveOneForm(t *testing.T) {
	t.Parallel()
	doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description()
	const prefix = "#/components/schemas/"
	// These operations return two lists: invited people and invitation links.
	two := map[string]bool{"listGameInvitations": true}
	lists := 0
	for path, item := range doc.Paths {
		op := item.Get
		if op == nil || op.Responses["200"] == nil || op.Responses["200"].Content["application/json"] == nil {
			continue
		}
		schema := op.Responses["200"].Content["application/json"].Schema
		if schema.Ref != "" {
			schema = doc.Components.Schemas.Map()[strings.TrimPrefix(schema.Ref, prefix)]
		}
		list := strings.HasPrefix(op.OperationID, "list") && !two[op.OperationID]
		items := schema.Properties["items"]
		if list {
			lists++
		}
		if list && (items == nil || items.Type != huma.TypeArray) {
			t.Errorf("%s %s: a list without items", op.OperationID, path)
		}
		for _, p := range op.Parameters {
			paged := p.In == "query" && (p.Name == "limit" || p.Name == "skip")
			if paged && items != nil && (schema.Properties["next"] == nil || schema.Properties["previous"] == nil) {
				t.Errorf("%s %s: pages without their addresses", op.OperationID, path)
			}
		}
	}
	if lists < 20 {
		t.Errorf("only %d lists", lists)
	}
}

// TestDescribedListsAreNeverNull checks that the description of the API allows no null in
// place of a list in an answer.
func TestDescribedListsAreNeverNull(t *testing.T) {
	t.Parallel()
	s := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})})
	text, err := json.Marshal(s.Description())
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	seen := map[string]bool{}
	var look func(v any, where string)
	look = func(v any, where string) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				look(x, where)
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				name := ref[strings.LastIndex(ref, "/")+1:]
				if !seen[name] {
					seen[name] = true
					look(schemas[name], name)
				}
			}
			if kinds, ok := v["type"].([]any); ok && reflect.DeepEqual(kinds, []any{"array", "null"}) {
				t.Errorf("%s: a list may be null", where)
			}
			for k, x := range v {
				look(x, where+"."+k)
			}
		}
	}
	for path, item := range doc["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			look(op.(map[string]any)["responses"], method+" "+path)
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d forms of answers were looked at", len(seen))
	}
}

// TestCompleteLists checks that shared values are not changed, and that lists are
// found wherever they are.
func TestCompleteLists(t *testing.T) {
	t.Parallel()
	type inner struct {
		List []string
		Left []string `json:",omitempty"`
	}
	type outer struct {
		inner
		hidden  []string
		Pointer *inner
		Nothing *inner
		Some    []inner
		Lists   [][]int
		ByName  map[string][]string
		Missing map[string]int
		Any     any
		Two     [2][]string
		Raw     json.RawMessage
		Bytes   []byte
	}
	given := outer{
		hidden: nil, Pointer: &inner{}, Some: []inner{{}}, Lists: [][]int{nil, {1}}, ByName: map[string][]string{"a": nil}, Any: inner{},
		Raw: json.RawMessage(`null`), Bytes: []byte("x"),
	}
	const want = `{"List":[],"Pointer":{"List":[]},"Nothing":null,"Some":[{"List":[]}],"Lists":[[],[1]],"ByName":{"a":[]},"Missing":{},"Any":{"List":[]},"Two":[[],[]],"Raw":null,"Bytes":"eA=="}` + "\n"
	var b bytes.Buffer
	if err := api.WriteJSON(&b, given); err != nil || b.String() != want {
		t.Errorf("%v\n%s%s", err, &b, want)
	}
	if given.Pointer.List != nil || given.Some[0].List != nil || given.Lists[0] != nil || given.ByName["a"] != nil || given.Any.(inner).List != nil {
		t.Errorf("the value itself was changed: %+v", given)
	}
	b.Reset()
	if err := api.WriteJSON(&b, nil); err != nil || b.String() != "null\n" {
		t.Errorf("%v %s", err, &b)
	}
}

// TestServers checks that the description contains the judge's address.
func TestServers(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"": "/", "https://judge.example.org": "https://judge.example.org", "https://example.org/judge/": "https://example.org/judge"} {
		doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{}), BaseURL: base}).Description()
		if len(doc.Servers) != 1 || doc.Servers[0].URL != want {
			t.Errorf("%q: %+v", base, doc.Servers)
		}
	}
}

// TestAnswersAreOpen checks that the schemas of answers allow additional members and the schemas of
// requests do not, including all schemas that they refer to.
func TestAnswersAreOpen(t *testing.T) {
	t.Parallel()
	doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description()
	all := doc.Components.Schemas.Map()
	looked := map[bool]int{}
	var look func(where string, s *huma.Schema, closed bool, seen map[string]bool)
	look = func(where string, s *huma.Schema, closed bool, seen map[string]bool) {
		if s == nil {
			return
		}
		if name := strings.TrimPrefix(s.Ref, "#/components/schemas/"); name != "" {
			if !seen[name] {
				seen[name] = true
				look(name, all[name], closed, seen)
			}
			return
		}
		if len(s.Properties) > 0 {
			looked[closed]++
			if shut := s.AdditionalProperties == false; shut != closed {
				t.Errorf("%s is closed: %t", where, shut)
			}
		}
		look(where, s.Items, closed, seen)
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
			look(where, values, closed, seen)
		}
		for name, p := range s.Properties {
			look(where+"."+name, p, closed, seen)
		}
	}
	asked, answered := map[string]bool{}, map[string]bool{}
	for path, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			if op.RequestBody != nil {
				for _, m := range op.RequestBody.Content {
					look(path, m.Schema, true, asked)
				}
			}
			for _, r := range op.Responses {
				for _, m := range r.Content {
					look(path, m.Schema, false, answered)
				}
			}
		}
	}
	if looked[true] < 60 || looked[false] < 150 {
		t.Errorf("only %d requests and %d answers were looked at", looked[true], looked[false])
	}
}
