package api

import (
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/game"
)

// Problem is an error for programs (RFC 9457), with the judge's code.
type Problem struct {
	Type   string  `json:"type" doc:"Always about:blank; the code tells what kind of problem it is"`
	Title  string  `json:"title" doc:"The status in words"`
	Status int     `json:"status" doc:"The HTTP status"`
	Code   string  `json:"code" enum:"not_found,forbidden,unauthorized,stale,invalid,conflict,too_large,too_many,unavailable,internal" doc:"What kind of problem it is: act on this"`
	Detail string  `json:"detail" doc:"What is wrong and what to do, in a sentence for people"`
	Errors []Fault `json:"errors,omitempty" doc:"Which parts of the request are wrong"`

	wait int // seconds until another attempt
}

// Fault is one error in a request.
type Fault struct {
	Message  string `json:"message" doc:"What is wrong"`
	Location string `json:"location,omitempty" doc:"Where: body.lines[2], query.limit ..."`
}

// Error returns the sentence for people.
func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the type of problems instead of plain JSON.
func (p *Problem) ContentType(ct string) string {
	return strings.Replace(ct, "application/json", "application/problem+json", 1)
}

// unauthorized is the code of requests that need a token.
const unauthorized = "unauthorized"

// statuses maps the judge's codes to HTTP statuses.
var statuses = map[string]int{
	game.NotFound:    http.StatusNotFound,
	game.Forbidden:   http.StatusForbidden,
	unauthorized:     http.StatusUnauthorized,
	game.Stale:       http.StatusConflict,
	game.Invalid:     http.StatusUnprocessableEntity,
	game.Conflict:    http.StatusConflict,
	game.TooLarge:    http.StatusRequestEntityTooLarge,
	game.TooMany:     http.StatusTooManyRequests,
	game.Unavailable: http.StatusServiceUnavailable,
	game.Internal:    http.StatusInternalServerError,
}

// problem returns the problem of a code.
func problem(code, detail string) *Problem {
	status := statuses[code]
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// invalid returns the problem of an invalid request.
func invalid(detail string) error { return problem(game.Invalid, detail) }

// coded returns the code that fits an HTTP status best.
func coded(status int) string {
	switch {
	case status == http.StatusConflict:
		return game.Conflict
	case status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable:
		return game.Internal
	}
	for code, s := range statuses {
		if s == status {
			return code
		}
	}
	return game.Invalid
}

// Errors found by the framework, such as a member of the wrong type, are
// reported like all others. They do not repeat what was sent, which may be
// secret.
func init() {
	huma.NewError = func(status int, detail string, errs ...error) huma.StatusError {
		p := &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: coded(status), Detail: sentence(detail)}
		for _, err := range errs {
			var d huma.ErrorDetailer
			switch {
			case err == nil:
			case status >= http.StatusInternalServerError:
				p.Detail = brokenDetail
			case errors.As(err, &d):
				p.Errors = append(p.Errors, Fault{Message: d.ErrorDetail().Message, Location: d.ErrorDetail().Location})
			default:
				p.Errors = append(p.Errors, Fault{Message: err.Error()})
			}
		}
		if status == http.StatusUnprocessableEntity && len(p.Errors) > 0 {
			p.Detail = "The request is not as the description of the API has it: " + p.Errors[0].Message
			if at := p.Errors[0].Location; at != "" {
				p.Detail += " (" + at + ")"
			}
			p.Detail += "."
		}
		return p
	}
}

const brokenDetail = "This is an error in the judge, not yours. It has been logged. Try again later."

// sentence returns a text that begins in upper case and ends with a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}
