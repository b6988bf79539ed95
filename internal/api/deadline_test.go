package api_test

import (
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/api"
	"podesta/internal/httpserver"
	"podesta/internal/judge"
	"podesta/internal/wiring"
)

// TestDeadlines checks that no operation gives the connection less time than the server does. When
// a read deadline passes, net/http cancels the request, even if its body has arrived, and all later
// requests on the same connection.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	n := 0
	for path, item := range api.New(api.Deps{Judge: wiring.API(&judge.Judge{})}).Description().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			if n++; op.BodyReadTimeout != httpserver.ReadTimeout {
				t.Errorf("%s %s has %s for its body", op.Method, path, op.BodyReadTimeout)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d operations were checked", n)
	}
}
