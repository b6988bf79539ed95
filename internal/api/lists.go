package api

import (
	"encoding"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"sync"

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

// complete returns a value for encoding: nil lists and objects become empty
// ones, not null. It does not change what v shares with others.
func complete(v any) any {
	if v == nil || !holdsLists(reflect.TypeOf(v)) {
		return v
	}
	own := reflect.New(reflect.TypeOf(v)).Elem()
	own.Set(reflect.ValueOf(v))
	fill(own)
	return own.Interface()
}

// fill replaces the nil lists of an unshared value, and copies what its
// pointers refer to before changing it.
func fill(v reflect.Value) {
	t := v.Type()
	if !holdsLists(t) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		made := reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(made, v)
		v.Set(made)
		for i := range made.Len() {
			fill(made.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		made := reflect.MakeMapWithSize(t, v.Len())
		for k, x := range v.Seq2() {
			own := reflect.New(t.Elem()).Elem()
			own.Set(x)
			fill(own)
			made.SetMapIndex(k, own)
		}
		v.Set(made)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		own := reflect.New(v.Elem().Type())
		own.Elem().Set(v.Elem())
		fill(own.Elem())
		if t.Kind() == reflect.Interface {
			own = own.Elem()
		}
		v.Set(own)
	}
}

// listed caches the results of holdsLists.
var listed sync.Map // from reflect.Type to bool

// holdsLists reports whether values of a type may contain lists or objects that
// are encoded as such.
func holdsLists(t reflect.Type) bool {
	if known, ok := listed.Load(t); ok {
		return known.(bool)
	}
	found := looksForLists(t, map[reflect.Type]bool{})
	listed.Store(t, found)
	return found
}

var (
	writesItself = reflect.TypeFor[json.Marshaler]()
	writesText   = reflect.TypeFor[encoding.TextMarshaler]()
)

// looksForLists is holdsLists without a cache. above holds the types that
// contain t.
func looksForLists(t reflect.Type, above map[reflect.Type]bool) bool {
	if above[t] || t.Implements(writesItself) || t.Implements(writesText) {
		return false
	}
	above[t] = true
	defer delete(above, t)
	switch t.Kind() {
	case reflect.Interface, reflect.Map:
		return true
	case reflect.Slice:
		return t.Elem().Kind() != reflect.Uint8 // bytes are encoded as text
	case reflect.Pointer, reflect.Array:
		return looksForLists(t.Elem(), above)
	case reflect.Struct:
		for i := range t.NumField() {
			if looksForLists(t.Field(i).Type, above) {
				return true
			}
		}
	}
	return false
}
