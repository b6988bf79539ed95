package api

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"podesta/internal/account"
	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/notify/channel"
	"podesta/internal/words"
	"podesta/machiavelli/message"
	"podesta/machiavelli/suggest"
)

// Problem is an error for programs (RFC 9457), with the judge's code.
type Problem struct {
	Type   string  `json:"type" doc:"Always about:blank; the code tells what kind of problem it is"`
	Title  string  `json:"title" doc:"The status in words"`
	Status int     `json:"status" doc:"The HTTP status"`
	Code   string  `json:"code" enum:"not_found,forbidden,code_needed,unauthorized,stale,invalid,conflict,not_ready,too_large,too_many,unavailable,internal" doc:"What kind of problem it is: act on this"`
	Detail string  `json:"detail" doc:"What is wrong and what to do, in a sentence for people"`
	Errors []Fault `json:"errors,omitempty" doc:"Which parts of the request are wrong"`

	title, detail message.Message // the contents of Title and Detail, for translation into any language
	wait          int             // seconds until the request may be tried again
}

// Fault is one error in a request.
type Fault struct {
	Message  string `json:"message" doc:"What is wrong"`
	Location string `json:"location,omitempty" doc:"Where: body.lines[2], query.limit ..."`
}

// Error returns the problem as a sentence.
func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the content type of problems if ct is JSON.
func (p *Problem) ContentType(ct string) string {
	return strings.Replace(ct, "application/json", "application/problem+json", 1)
}

// unauthorized is the code of requests that need a token.
const unauthorized = "unauthorized"

// documentErrors describes the problems that an operation can return.
func (s *Server) documentErrors(op *huma.Operation) {
	codes := []string{unauthorized, game.NotFound, game.Invalid, game.TooMany, game.Internal, game.Unavailable}
	changes, inGame := op.Method != http.MethodGet, strings.Contains(op.Path, "{game}")
	if strings.Contains(op.Path, "{") || len(op.Security[0]) > 0 || changes {
		codes = append(codes, game.Forbidden)
	}
	if changes || inGame {
		codes = append(codes, game.Conflict)
	}
	if changes {
		codes = append(codes, game.TooLarge)
	}
	if changes && inGame {
		codes = append(codes, game.Stale)
	}
	switch op.OperationID {
	case "setReady":
		codes = append(codes, game.NotReady)
	case "signIn":
		codes = append(codes, game.CodeNeeded)
	}
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	for status, codes := range byStatus(codes) {
		op.Responses[strconv.Itoa(status)] = problemResponse(schema, status, codes)
	}
}

// byStatus returns the codes of each status. Unreadable requests also have the code "invalid".
func byStatus(codes []string) map[int][]string {
	out := map[int][]string{http.StatusBadRequest: {game.Invalid}}
	for _, code := range codes {
		status := Statuses[code]
		out[status] = append(out[status], code)
	}
	return out
}

// Statuses maps the judge's codes to HTTP statuses.
var Statuses = map[string]int{
	game.NotFound:    http.StatusNotFound,
	game.Forbidden:   http.StatusForbidden,
	game.CodeNeeded:  http.StatusForbidden,
	unauthorized:     http.StatusUnauthorized,
	game.Stale:       http.StatusConflict,
	game.Invalid:     http.StatusUnprocessableEntity,
	game.Conflict:    http.StatusConflict,
	game.NotReady:    http.StatusConflict,
	game.TooLarge:    http.StatusRequestEntityTooLarge,
	game.TooMany:     http.StatusTooManyRequests,
	game.Unavailable: http.StatusServiceUnavailable,
	game.Internal:    http.StatusInternalServerError,
}

// Meanings says what each code means, as docs/api.md does.
var Meanings = map[string]string{
	unauthorized:     "no token, or an invalid one",
	game.Forbidden:   "you may not",
	game.CodeNeeded:  "signing in needs a code of the account's second factor",
	game.NotFound:    "there is no such game, phase, hook …",
	game.Stale:       "the game has moved on",
	game.Conflict:    "not possible now: the game has not begun, is over, the name is taken …",
	game.NotReady:    "a line of the orders is refused, or an order is missing; nothing was changed",
	game.TooLarge:    "more than the judge accepts",
	game.Invalid:     "the request is wrong; 400 if it is not JSON, 405 for a wrong method",
	game.TooMany:     "too many requests",
	game.Internal:    "a fault of the judge",
	game.Unavailable: "the judge cannot reach its database",
}

// titles are the HTTP statuses in words.
var titles = map[int]message.Message{
	http.StatusBadRequest:            message.New("Bad Request"),
	http.StatusUnauthorized:          message.New("Unauthorized"),
	http.StatusForbidden:             message.New("Forbidden"),
	http.StatusNotFound:              message.New("Not Found"),
	http.StatusMethodNotAllowed:      message.New("Method Not Allowed"),
	http.StatusNotAcceptable:         message.New("Not Acceptable"),
	http.StatusRequestTimeout:        message.New("Request Timeout"),
	http.StatusConflict:              message.New("Conflict"),
	http.StatusRequestEntityTooLarge: message.New("Request Entity Too Large"),
	http.StatusUnsupportedMediaType:  message.New("Unsupported Media Type"),
	http.StatusUnprocessableEntity:   message.New("Unprocessable Entity"),
	http.StatusTooManyRequests:       message.New("Too Many Requests"),
	http.StatusInternalServerError:   message.New("Internal Server Error"),
	http.StatusServiceUnavailable:    message.New("Service Unavailable"),
}

// problem returns a problem with the given code.
func problem(code string, detail message.Message) *Problem {
	return problemAt(Statuses[code], code, detail)
}

// problemAt returns a problem with a status and a code.
func problemAt(status int, code string, detail message.Message) *Problem {
	title, ok := titles[status]
	if !ok {
		title = message.New("{text}", message.Name(http.StatusText(status)))
	}
	p := &Problem{Type: "about:blank", Status: status, Code: code, title: title, detail: detail}
	return p.in(message.English)
}

// in returns the problem in a language.
func (p *Problem) in(l message.Language) *Problem {
	q := *p
	q.Title, q.Detail = p.title.In(l), p.detail.In(l)
	return &q
}

// language returns the language of a request: the language that it asks for, otherwise the
// account's, otherwise English.
func language(accept string, c *caller) *words.Catalogue {
	if accept == "" && c.account != nil {
		if w, err := account.ReadWishes(c.account); err == nil {
			if l := words.Get(w.Language); l != nil {
				return l
			}
		}
	}
	return words.Accepted(accept, words.All())
}

// speech returns the language of a request, with times in the zone of its account.
func speech(accept string, c *caller) message.Language {
	return language(accept, c).In(account.Zone(c.account))
}

// translate puts problems into the language of the request, and marks answers that depend on
// it.
func translate(ctx huma.Context, _ string, v any) (any, error) {
	switch x := v.(type) {
	case *Problem:
		ctx.AppendHeader("Vary", "Accept-Language")
		return x.in(speech(ctx.Header("Accept-Language"), callerOf(ctx.Context()))), nil
	case apijson.Log, apijson.Page[apijson.Act], apijson.Changes, apijson.Rules, apijson.Orders, apijson.Report, Answer:
		ctx.AppendHeader("Vary", "Accept-Language")
	}
	return v, nil
}

// invalid returns the problem for an invalid request.
func invalid(detail message.Message) error { return problem(game.Invalid, detail) }

// coded returns the code that fits an HTTP status best.
func coded(status int) string {
	switch {
	case status == http.StatusConflict:
		return game.Conflict
	case status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable:
		return game.Internal
	}
	for code, s := range Statuses {
		if s == status {
			return code
		}
	}
	return game.Invalid
}

// The limits of error descriptions: their number, and the bytes of each text, which may quote
// the request.
const (
	mostFaults = 20
	mostFault  = 200
)

// Errors found by the framework, such as a member of the wrong type, are reported like all
// others. They do not quote the request, which may be secret.
func init() {
	huma.NewErrorWithContext = func(ctx huma.Context, status int, detail string, errs ...error) huma.StatusError {
		for _, err := range errs {
			var d *huma.ErrorDetail
			if errors.As(err, &d) {
				d.Message += meant(ctx.Operation(), d)
			}
		}
		return huma.NewError(status, detail, errs...)
	}
	huma.NewError = func(status int, detail string, errs ...error) huma.StatusError {
		p := problemAt(status, coded(status), message.New("{text}", message.Name(sentence(detail))))
		for i, err := range errs {
			if i == mostFaults {
				p.Errors = append(p.Errors, Fault{Message: fmt.Sprintf("and %d more", len(errs)-i)})
				break
			}
			var d huma.ErrorDetailer
			switch {
			case err == nil:
			case status >= http.StatusInternalServerError:
				p.detail = broken
			case errors.As(err, &d):
				p.Errors = append(p.Errors, Fault{Message: channel.Shorten(d.ErrorDetail().Message,
					mostFault), Location: channel.Shorten(d.ErrorDetail().Location, mostFault)})
			default:
				p.Errors = append(p.Errors, Fault{Message: channel.Shorten(err.Error(), mostFault)})
			}
		}
		if status == http.StatusUnprocessableEntity && len(p.Errors) > 0 {
			first := p.Errors[0]
			what := message.New("{text}", message.Name(first.Message))
			if first.Location != "" {
				what = message.New("{what} ({place})", what, message.Order(first.Location))
			}
			p.detail = message.New("The request is not as the description of the API has it: {what}.", what)
		}
		return p.in(message.English)
	}
}

// meant suggests a known word from an operation's description in place of a misspelt one.
func meant(op *huma.Operation, d *huma.ErrorDetail) string {
	at := strings.Split(d.Location, ".")
	word := at[len(at)-1]
	var words []string
	switch list, oneOf := strings.CutPrefix(d.Message, `expected value to be one of "`); {
	case d.Message == validation.MsgUnexpectedProperty && op.RequestBody != nil:
		words = members(op, at[1:len(at)-1])
	case strings.HasPrefix(d.Location, "query.") && strings.HasPrefix(d.Message, "unknown"):
		for _, p := range op.Parameters {
			words = append(words, p.Name)
		}
	case oneOf:
		word, _ = d.Value.(string)
		words = strings.Split(strings.TrimSuffix(list, `"`), ", ")
	}
	if near := suggest.Closest(word, words); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// members returns the names of the members of an object in an operation's body.
func members(op *huma.Operation, within []string) []string {
	all, _ := op.Metadata["schemas"].(huma.Registry)
	var of *huma.Schema
	for _, m := range op.RequestBody.Content {
		of = m.Schema
	}
	for i := 0; of != nil; i++ {
		for all != nil && of.Ref != "" {
			of = all.SchemaFromRef(of.Ref)
		}
		if of.Items != nil {
			of = of.Items
			i--
			continue
		}
		if i == len(within) {
			return slices.Sorted(maps.Keys(of.Properties))
		}
		name, _, _ := strings.Cut(within[i], "[")
		of = of.Properties[name]
	}
	return nil
}

var broken = message.New("This is an error in the judge, not yours. It has been logged. Try again later.")

// sentenceOf returns an error as a sentence.
func sentenceOf(err error) message.Message {
	if s := message.Sayer(nil); errors.As(err, &s) {
		return s.Say()
	}
	return message.Sentence(message.Of(err))
}

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
