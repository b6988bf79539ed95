package api_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/api"
	"podesta/internal/judge"
	"podesta/internal/wiring"
)

// TestPlainSchemaNames checks the names of schemas, which generated clients use for types: they
// must consist of words that readers of the API understand, without words from the program's
// own source code.
func TestPlainSchemaNames(t *testing.T) {
	t.Parallel()
	doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description()
	all := doc.Components.Schemas.Map()
	words := regexp.MustCompile(`^([A-Z][a-z]+)+$`)
	ours := regexp.MustCompile(`(Body|Input|Output|Response|Form|Record|State|DTO|List[A-Z].*|Page.+)$|^(Admin|Clock|Lobby|Safety|Users)[A-Z]`)
	exceptions := []string{"GameState"} // the state of a game
	for _, want := range []string{"Game", "Seat", "Power", "Position", "Problem", "Account", "LogEntry", "GamePage", "LogPage", "TokenPage", "Orders", "CreateGameRequest", "SetReadyRequest", "Hosting"} {
		if all[want] == nil {
			t.Errorf("there is no schema %s", want)
		}
	}
	lower := map[string]string{}
	for name, s := range all {
		if !words.MatchString(name) || ours.MatchString(name) && !slices.Contains(exceptions, name) {
			t.Errorf("a schema is named %s", name)
		}
		// Some generators do not distinguish upper and lower case.
		if other := lower[strings.ToLower(name)]; other != "" {
			t.Errorf("the schemas %s and %s have one name", name, other)
		}
		lower[strings.ToLower(name)] = name
		if closed := s.AdditionalProperties == false; closed != strings.HasSuffix(name, "Request") {
			t.Errorf("%s is closed: %t; requests are, and their names end with Request", name, closed)
		}
		if paged := s.Properties["items"] != nil && s.Properties["next"] != nil; paged != strings.HasSuffix(name, "Page") {
			t.Errorf("%s is a page of a list: %t; the names of these end with Page", name, paged)
		}
	}
	used := used(doc)
	for name := range all {
		if !used[name] && !slices.Contains([]string{"GameState", "HookCall", "HookNews", "News"}, name) {
			t.Errorf("no operation has the schema %s", name)
		}
	}
	for name := range used {
		if all[name] == nil {
			t.Errorf("the schema %s is missing", name)
		}
	}
}

// TestListsOfWords checks that each enum is described in one place, so that generated clients have
// one type for it.
func TestListsOfWords(t *testing.T) {
	t.Parallel()
	doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description()
	places := map[string]string{}
	var look func(place string, s *huma.Schema)
	look = func(place string, s *huma.Schema) {
		if s == nil {
			return
		}
		if len(s.Enum) > 0 {
			words := fmt.Sprint(s.Enum)
			if other := places[words]; other != "" {
				t.Errorf("%s and %s have the same list: %s", place, other, words)
			}
			places[words] = place
		}
		look(place, s.Items)
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
			look(place, values)
		}
		for name, p := range s.Properties {
			look(place+"."+name, p)
		}
	}
	for name, s := range doc.Components.Schemas.Map() {
		look(name, s)
	}
	for _, op := range allOperations(doc) {
		for _, p := range op.Parameters {
			look(op.OperationID+"?"+p.Name, p.Schema)
		}
	}
	if len(places) < 20 {
		t.Errorf("only %d lists", len(places))
	}
}

// used returns the schemas to which operations refer.
func used(doc *huma.OpenAPI) map[string]bool {
	out := map[string]bool{}
	var look func(s *huma.Schema)
	look = func(s *huma.Schema) {
		if s == nil {
			return
		}
		if name := strings.TrimPrefix(s.Ref, "#/components/schemas/"); name != "" && !out[name] {
			out[name] = true
			look(doc.Components.Schemas.Map()[name])
		}
		look(s.Items)
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
			look(values)
		}
		for _, p := range s.Properties {
			look(p)
		}
	}
	for _, op := range allOperations(doc) {
		for _, p := range op.Parameters {
			look(p.Schema)
		}
		if op.RequestBody != nil {
			for _, m := range op.RequestBody.Content {
				look(m.Schema)
			}
		}
		for _, r := range op.Responses {
			for _, m := range resolved(doc, r).Content {
				look(m.Schema)
			}
		}
	}
	return out
}

// allOperations returns all operations of a description.
func allOperations(doc *huma.OpenAPI) []*huma.Operation {
	var out []*huma.Operation
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				out = append(out, op)
			}
		}
	}
	return out
}

// resolved returns the description of an answer, which operations share.
func resolved(doc *huma.OpenAPI, r *huma.Response) *huma.Response {
	if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
		return doc.Components.Responses[name]
	}
	return r
}

// TestDescribedInCommon checks what every operation has: the rate limit in the header of each
// answer that is not a problem, problems with a code and an example of each, and for every POST
// the key that makes it safe to repeat. Bodies must be described as JSON only.
func TestDescribedInCommon(t *testing.T) {
	t.Parallel()
	doc := api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description()
	all := allOperations(doc)
	if len(all) < 150 {
		t.Errorf("only %d operations", len(all))
	}
	for _, op := range all {
		key := slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool {
			name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/")
			return ok && doc.Components.Parameters[name].Name == "Idempotency-Key"
		})
		if key != (op.Method == http.MethodPost) {
			t.Errorf("%s takes an Idempotency-Key: %t", op.OperationID, key)
		}
		if op.RequestBody != nil && (len(op.RequestBody.Content) != 1 || op.RequestBody.Content["application/json"] == nil) {
			t.Errorf("%s takes other bodies than JSON", op.OperationID)
		}
		conditional := slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "If-None-Match" })
		if _, described := op.Responses["304"]; described != conditional {
			t.Errorf("%s answers 304: %t", op.OperationID, described)
		}
		for _, status := range []string{"401", "404", "429", "500", "503"} {
			if op.Responses[status] == nil {
				t.Errorf("%s does not describe %s", op.OperationID, status)
			}
		}
		for status, r := range op.Responses {
			r = resolved(doc, r)
			for _, name := range []string{"RateLimit", "RateLimit-Policy"} {
				if told := status < "400" || status == "429"; told && (r.Headers[name] == nil || doc.Components.Headers[name] == nil) {
					t.Errorf("%s: %s has no header %s", op.OperationID, status, name)
				}
			}
			problem := r.Content["application/problem+json"]
			if refused := status >= "400"; refused != (problem != nil) {
				t.Errorf("%s: %s is a problem: %t", op.OperationID, status, problem != nil)
				continue
			}
			if problem == nil {
				continue
			}
			if len(problem.Examples) == 0 {
				t.Errorf("%s: %s has no codes", op.OperationID, status)
			}
			for code, x := range problem.Examples {
				p := x.Value.(*api.Problem)
				if p.Code != code || p.Detail == "" || !strings.Contains(r.Description, code+": ") {
					t.Errorf("%s: %s: the example of %s is %+v, described as %q", op.OperationID, status,
						code, p, r.Description)
				}
			}
		}
	}
}
