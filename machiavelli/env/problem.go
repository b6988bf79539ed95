package env

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli/suggest"
)

// Problem is an error of a request. Code is for programs: "request", "game",
// "power", "orders", "scenario", "state", "limit" or "over".
type Problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

// wrong returns a Problem with a formatted message.
func wrong(code, format string, args ...any) *Problem {
	return &Problem{code, fmt.Sprintf(format, args...)}
}

// TooLong appends to dst the answer to a line of more than MaxLine bytes.
func TooLong(dst []byte) []byte {
	return append(appendProblem(dst, []byte("null"), errTooLong), '\n')
}

// appendProblem appends an answer with an error.
func appendProblem(dst, id []byte, err error) []byte {
	var p *Problem
	if !errors.As(err, &p) {
		p = wrong("request", "%s", err.Error())
	}
	text, _ := json.Marshal(p) // two strings cannot fail
	dst = append(append(dst, `{"id":`...), id...)
	dst = append(append(dst, `,"error":`...), text...)
	return append(dst, '}')
}

// unknownOp returns the problem of an op that is missing or does not exist.
func unknownOp(op string) *Problem {
	names := slices.Sorted(maps.Keys(operations))
	if op == "" {
		return wrong("request", "the request has no op; it is one of %s", strings.Join(names, ", "))
	}
	hint := ""
	if near := suggest.Closest(op, names); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return wrong("request", "there is no op %q; there are %s%s", op, strings.Join(names, ", "), hint)
}
