package api

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Page is a part of a list. All lists have this form.
type Page[T any] struct {
	Items    []T    `json:"items"`
	Next     string `json:"next,omitempty" doc:"The address of the next page, unless this is the last. A search can have a next page even if this one is not full"`
	Previous string `json:"previous,omitempty" doc:"The address of the page before, unless this is the first, or the list goes in one direction only"`
}

type listOutput[T any] struct{ Body Page[T] }

// listAt returns the address of a part of a list, with the parameters that are not
// empty: names and values by turns.
func listAt(path string, parameters ...any) string {
	v := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		if of := reflect.ValueOf(parameters[i+1]); !of.IsZero() {
			v.Set(parameters[i].(string), fmt.Sprint(parameters[i+1]))
		}
	}
	return "/api/v1/" + path + "?" + v.Encode()
}

// openAnswers completes the description: lists in answers are never null, and answers
// are open, so that later versions can add members. Requests stay closed, and null for
// an empty list is accepted there. Of a schema that both have, answers get their own,
// whose name ends with Answer.
func openAnswers(doc *huma.OpenAPI) {
	all := doc.Components.Schemas.Map()
	const prefix = "#/components/schemas/"
	asked := map[string]bool{} // the schemas of requests
	var ask func(s *huma.Schema)
	ask = func(s *huma.Schema) {
		each(s, func(inner *huma.Schema) {
			if name, ok := strings.CutPrefix(inner.Ref, prefix); ok && !asked[name] {
				asked[name] = true
				ask(all[name])
			}
		})
	}
	seen := map[string]bool{}
	var answer func(s *huma.Schema)
	answer = func(s *huma.Schema) {
		each(s, func(inner *huma.Schema) {
			if inner.Type == huma.TypeArray {
				inner.Nullable = false
			}
			if closed, ok := inner.AdditionalProperties.(bool); ok && !closed {
				inner.AdditionalProperties = nil
			}
			name, ok := strings.CutPrefix(inner.Ref, prefix)
			if !ok {
				return
			}
			if asked[name] {
				if all[name+"Answer"] == nil {
					all[name+"Answer"] = copied(all[name])
				}
				name += "Answer"
				inner.Ref = prefix + name
			}
			if !seen[name] {
				seen[name] = true
				answer(all[name])
			}
		})
	}
	var operations []*huma.Operation
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				operations = append(operations, op)
			}
		}
	}
	for _, op := range operations {
		if op.RequestBody != nil {
			for _, m := range op.RequestBody.Content {
				ask(m.Schema)
			}
		}
	}
	for _, op := range operations {
		for _, r := range op.Responses {
			for _, m := range r.Content {
				answer(m.Schema)
			}
		}
	}
}

// each calls f for a schema and those in it, not for what they refer to.
func each(s *huma.Schema, f func(*huma.Schema)) {
	if s == nil {
		return
	}
	f(s)
	each(s.Items, f)
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		each(values, f)
	}
	for _, p := range s.Properties {
		each(p, f)
	}
}

// copied returns a copy of a schema and those in it.
func copied(s *huma.Schema) *huma.Schema {
	if s == nil {
		return nil
	}
	out := *s
	out.Items = copied(s.Items)
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		out.AdditionalProperties = copied(values)
	}
	if s.Properties != nil {
		out.Properties = map[string]*huma.Schema{}
		for name, p := range s.Properties {
			out.Properties[name] = copied(p)
		}
	}
	return &out
}
