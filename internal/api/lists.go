package api

import (
	"context"
	"fmt"
	"net/url"
	"reflect"

	"podesta/internal/apijson"
	"podesta/internal/httpserver"
)

type listOutput[T any] struct{ Body apijson.Page[T] }

// listAt returns the address of a page of a list, with the parameters that are not empty. Names and
// values alternate.
func listAt(ctx context.Context, path string, parameters ...any) string {
	v := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		if of := reflect.ValueOf(parameters[i+1]); !of.IsZero() {
			v.Set(parameters[i].(string), fmt.Sprint(parameters[i+1]))
		}
	}
	return httpserver.Prefix(ctx) + "/api/v1/" + path + "?" + v.Encode()
}
