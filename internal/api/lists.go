package api

import (
	"fmt"
	"net/url"
	"reflect"
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
