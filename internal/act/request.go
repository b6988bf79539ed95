package act

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Request returns the API request that runs the command: its method, the path elements below
// /api/v1, its query parameters, and its body, or nil. If the command is about a game, the
// argument named game contains the game.
func (c *Command) Request(in Values) (method string, parts []string, query url.Values, body any) {
	method, path, _ := strings.Cut(c.API, " ")
	rest := Values{}
	for name, value := range in {
		rest[name] = value
	}
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			part = strings.TrimSpace(fmt.Sprint(in[name]))
			delete(rest, name)
		}
		parts = append(parts, part)
	}
	query = url.Values{}
	switch {
	case method == http.MethodGet || method == http.MethodDelete:
		for name, value := range rest {
			query.Set(name, fmt.Sprint(value))
		}
	case len(rest) > 0:
		body = rest
	}
	return method, parts, query, body
}
