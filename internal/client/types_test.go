package client_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"podesta/internal/api"
	"podesta/internal/client"
	"podesta/internal/lobby"
)

// TestTypes compares the client's types with the API's: every member that the
// client reads exists, with the same type.
func TestTypes(t *testing.T) {
	for _, c := range []struct{ client, api any }{
		{client.Created{}, api.Created{}},
		{client.GameList{}, api.GameList{}},
		{client.Orders{}, api.Orders{}},
		{client.Legal{}, api.Legal{}},
		{client.Log{}, api.Log{}},
		{client.Letter{}, api.Letter{}},
		{client.PhaseList{}, api.Page[api.PhaseName]{}},
		{client.Report{}, api.Report{}},
		{client.Person{}, api.Person{}},
		{client.Secret{}, api.Secret{}},
		{client.Hook{}, api.Hook{}},
		{client.Changes{}, api.Changes{}},
		{client.Rules{}, api.Rules{}},
		{client.Answer{}, api.Answer{}},
		{client.About{}, api.About{}},
		{client.NewGame{}, api.NewGame{}},
		{client.State{}, api.GameState{}},
		{client.Error{}, api.Problem{}},
		{client.Offers{}, api.Page[api.OfferedGame]{}},
		{client.Muster{}, lobby.Muster{}},
	} {
		same(t, reflect.TypeOf(c.client).Name(), reflect.TypeOf(c.client), reflect.TypeOf(c.api))
	}
}

// members returns the members of a JSON object.
func members(t reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" && !f.Anonymous {
			out[name] = f.Type
		}
	}
	return out
}

// shape removes lists, maps and pointers from a type. It returns the inner type
// and a description of what contained it.
func shape(t reflect.Type) (string, reflect.Type) {
	in := ""
	for {
		switch t.Kind() {
		case reflect.Pointer:
		case reflect.Slice:
			in += "list of "
		case reflect.Map:
			in += "map of "
		default:
			return in, t
		}
		t = t.Elem()
	}
}

func same(t *testing.T, at string, c, a reflect.Type) {
	t.Helper()
	if c == reflect.TypeFor[json.RawMessage]() { // passed on unchanged
		return
	}
	inC, c := shape(c)
	inA, a := shape(a)
	if inC != inA || c.Kind() != a.Kind() {
		t.Errorf("%s is %s%s in the client and %s%s in the API", at, inC, c, inA, a)
		return
	}
	if c.Kind() != reflect.Struct || c.PkgPath() == "time" {
		return
	}
	there := members(a)
	for name, typ := range members(c) {
		if there[name] == nil {
			t.Errorf("the API has no %s.%s", at, name)
			continue
		}
		same(t, at+"."+name, typ, there[name])
	}
}
