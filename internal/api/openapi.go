package api

import (
	"cmp"
	_ "embed" // for go:embed
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/embedded"
	"podesta/machiavelli/message"
)

// plainNames maps Go types to schema names, where the Go name is only clear within its own package,
// or the type is encoded in another form. By default, types of this package keep their name, and
// types of other packages get the package's name as a prefix.
var plainNames = map[string]string{
	"Acted":           "ChangedGame",
	"Answer":          "WhatIfAnswer",
	"AnswerCase":      "WhatIfCase",
	"AnswerFact":      "WhatIfFact",
	"Book":            "DiceBook",
	"BookPhase":       "DicePhase",
	"CellScore":       "RoundScore",
	"Choice":          "WhatIfChoice",
	"CommentMadeBody": "CommentNumber",
	"Created":         "CreatedGame",
	"Delivery":        "HookCall",
	"Entry":           "LogEntry",
	"GameAnalysis":    "Analysis",
	"GameList":        "GamePage",
	"HintAnswer":      "Hint",
	"Keys":            "GameKeys",
	"Legal":           "LegalOrders",
	"LetterWishes":    "MailSettings",
	"LinesOutputBody": "Prediction",
	"Log":             "LogPage",
	"Missing":         "MissingOrders",
	"NewsDelivery":    "HookNews",
	"Notices":         "NoticeSettings",
	"Passed":          "PassedLine",
	"Person":          "Account",
	"PhaseDone":       "PhaseResult",
	"Question":        "WhatIf",
	"ReasonForm":      "Reason",
	"Report":          "PhaseReport",
	"Resolved":        "ProcessedPhase",
	"Result":          "ResolvedPhase",
	"Said":            "ProposalMessage",
	"Sandbox":         "WhatIfResult",
	"Sent":            "MailSent",
	"Standing":        "TournamentStanding",
	"Summary":         "GameSummary",
	"Terms":           "ProposalTerms",
	"Throw":           "DiceThrow",
	"Unknown":         "WhatIfUnknown",
	"Upshot":          "ReportUpshot",
	"Verdict":         "LineVerdict",

	"admin.MotionState":      "Motion",
	"clock.Away":             "Vacation",
	"clock.AwayIn":           "VacationInGame",
	"clock.Span":             "Absence",
	"game.Wants":             "QueueWishes",
	"lobby.Rematched":        "Rematch",
	"notify.ShownHook":       "Hook",
	"safety.ShownSanction":   "Sanction",
	"admin.ShownAct":         "MasterAct",
	"admin.Diary":            "DiaryPage",
	"clock.AbsenceList":      "AbsencePage",
	"clock.ShownVote":        "VoteCount",
	"clock.VoteList":         "VotePage",
	"ratings.Ladder":         "LadderPage",
	"ratings.ShownSkill":     "Rating",
	"users.PlayerProfile":    "Player",
	"users.ShownTally":       "Tally",
	"queue.Near":             "NearestGame",
	"queue.Standing":         "QueueStanding",
	"safety.MuteState":       "Mute",
	"tournament.Called":      "CalledRound",
	"tournament.Cup":         "Tournament",
	"tournament.CupPart":     "TournamentPart",
	"tournament.CupRound":    "Round",
	"tournament.CupSeat":     "RoundSeat",
	"tournament.CupStanding": "TournamentStanding",
	"tournament.CupSummary":  "TournamentSummary",
	"tournament.CupTable":    "RoundTable",
	"tournament.CellScore":   "RoundScore",
	"users.Secret":           "CreatedToken",
	"users.Befriended":       "Friendship",
	"users.FriendState":      "Friend",
	"account.Wishes":         "AccountSettings",
}

// schemaName names the schema of a type. Pages are named after what they list.
func schemaName(t reflect.Type, hint string) string {
	of := t
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if item, ok := strings.CutPrefix(of.Name(), "Page["); ok { // such as Page[podesta/internal/safety.MuteState]
		item = strings.TrimSuffix(path.Base(item), "]")
		_, short, _ := strings.Cut(item, ".")
		return cmp.Or(plainNames[item], plainNames[short], short) + "Page"
	}
	if room, ok := strings.CutPrefix(of.PkgPath(), "podesta/internal/"); ok && room != "api" && room != "apijson" && of.Name() != "" {
		return cmp.Or(plainNames[room+"."+name], name)
	}
	return cmp.Or(plainNames[name], name)
}

// finish completes the description once it contains all operations: it separates the schemas of
// requests from the schemas of answers, and adds what all operations have in common.
func finish(doc *huma.OpenAPI) {
	d := &description{OpenAPI: doc, schemas: doc.Components.Schemas.Map(), kept: map[string]bool{}}
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				d.operations = append(d.operations, op)
			}
		}
	}
	slices.SortFunc(d.operations, func(a, b *huma.Operation) int { return cmp.Compare(a.OperationID, b.OperationID) })
	for _, op := range d.operations {
		d.request(op)
	}
	for _, op := range d.operations {
		for _, r := range op.Responses {
			for _, m := range r.Content {
				d.answer(m.Schema)
			}
		}
	}
	for _, name := range outside {
		d.answer(&huma.Schema{Ref: schemaPrefix + name})
	}
	maps.DeleteFunc(d.schemas, func(name string, _ *huma.Schema) bool { return !d.kept[name] })
	d.words()
	d.common()
}

// wordLists names the enums that occur in several requests or answers, so that generated clients
// use one type for each of them.
var wordLists = map[string]string{
	"any,white,none":                        "ObserverPress",
	"back,later,pause,end,time":             "MotionName",
	"draft,announced,over,cancelled":        "TournamentStatus",
	"forming,active,paused,over,terminated": "GameStatus",
	"harassment,hatred,cheating,spam,other": "ReportReason",
	"letter,comment,name,game,player":       "ReportKind",
	"list,both,random":                      "PreferenceMethod",
	"may,broadcast,default":                 "FakeHeaders",
	"notice,result,press,act":               "EntryKind",
	"places,squares,draws,points":           "TournamentScoring",
	"victory,shared,draw":                   "GameResult",
	"yes,no":                                "YesOrNo",

	"due,late,resolved,waiting,message,vote,begins,comment,other": "NoticeKind",
}

// words gives each enum that occurs in several places a schema of its own.
func (d *description) words() {
	name := func(s *huma.Schema) {
		var words []string
		for _, w := range s.Enum {
			words = append(words, fmt.Sprint(w))
		}
		list := wordLists[strings.Join(words, ",")]
		if list == "" {
			return
		}
		own := *s
		own.Description, own.Examples, own.Default = "", nil, nil
		d.schemas[list] = &own
		*s = huma.Schema{Ref: schemaPrefix + list, Description: s.Description, Default: s.Default}
	}
	for _, of := range slices.Sorted(maps.Keys(d.schemas)) {
		each(d.schemas[of], name)
	}
	for _, op := range d.operations {
		for _, p := range op.Parameters {
			each(p.Schema, name)
		}
	}
}

const schemaPrefix = "#/components/schemas/"

// outside lists the schemas of data that the judge sends outside of answers: live events and
// webhook calls.
var outside = []string{"GameState", "LogEntry", "HookCall", "HookNews"}

// description is a description that is being completed.
type description struct {
	*huma.OpenAPI
	operations []*huma.Operation
	schemas    map[string]*huma.Schema
	kept       map[string]bool // the schemas that belong to a request, or have already been opened for answers
}

// request gives the request of an operation its own schema, named after the operation. This schema,
// and the schemas that it refers to, do not allow additional members, and their names end with
// Request. They accept null for an empty list.
func (d *description) request(op *huma.Operation) {
	if op.RequestBody == nil {
		return
	}
	// The library adds this content type because it passes the body on without reading it.
	delete(op.RequestBody.Content, "application/octet-stream")
	m := op.RequestBody.Content["application/json"]
	if m == nil {
		return
	}
	name := strings.ToUpper(op.OperationID[:1]) + op.OperationID[1:] + "Request"
	switch of, ref := strings.CutPrefix(m.Schema.Ref, schemaPrefix); {
	case ref:
		d.kept[name], d.schemas[name] = true, copied(d.schemas[of])
		m.Schema.Ref = schemaPrefix + name
	case len(m.Schema.Properties) > 0:
		d.kept[name], d.schemas[name] = true, m.Schema
		m.Schema = &huma.Schema{Ref: schemaPrefix + name}
	default: // the file of a game
		return
	}
	d.requested(d.schemas[name])
}

// requested replaces the schemas that a request's schema refers to by copies of its own.
func (d *description) requested(s *huma.Schema) {
	each(s, func(inner *huma.Schema) {
		of, ok := strings.CutPrefix(inner.Ref, schemaPrefix)
		if !ok {
			return
		}
		name := of + "Request"
		inner.Ref = schemaPrefix + name
		if !d.kept[name] {
			d.kept[name], d.schemas[name] = true, copied(d.schemas[of])
			d.requested(d.schemas[name])
		}
	})
}

// answer opens a schema of answers and the schemas that it refers to, so that later versions
// can add members. Lists in answers are never null.
func (d *description) answer(s *huma.Schema) {
	each(s, func(inner *huma.Schema) {
		if inner.Type == huma.TypeArray {
			inner.Nullable = false
		}
		if closed, ok := inner.AdditionalProperties.(bool); ok && !closed {
			inner.AdditionalProperties = nil
		}
		if name, ok := strings.CutPrefix(inner.Ref, schemaPrefix); ok && !d.kept[name] {
			d.kept[name] = true
			d.answer(d.schemas[name])
		}
	})
}

// each calls f for a schema and the schemas nested in it, but not for schemas that they refer to.
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

// copied returns a deep copy of a schema. Schemas that it refers to are not copied.
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

// headers describes the header fields that the answers of several operations have.
var headers = map[string]string{
	"RateLimit-Policy":     `How many requests the caller may send at once, and in how many seconds all come back, as in "requests";q=60;w=6`,
	"RateLimit":            `How many requests are left, and in how many seconds all are back, as in "requests";r=12;t=5`,
	"Retry-After":          "The seconds after which to try again",
	"WWW-Authenticate":     "How to sign the request",
	"Idempotency-Replayed": "true: this is the answer to an earlier request with the same Idempotency-Key, and nothing was done this time",
}

// withHeaders returns references to header fields.
func withHeaders(names ...string) map[string]*huma.Param {
	out := map[string]*huma.Param{}
	for _, name := range names {
		out[name] = &huma.Param{Ref: "#/components/headers/" + name}
	}
	return out
}

// common describes what operations have in common: the header fields, the key that makes a POST
// safe to repeat, answers without a body for callers who already have the content, and the
// problems.
func (d *description) common() {
	c := d.Components
	c.Headers, c.Responses = map[string]*huma.Header{}, map[string]*huma.Response{}
	for name, doc := range headers {
		c.Headers[name] = &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	shortest, longest := 1, maxOnceKey
	c.Parameters = map[string]*huma.Param{"IdempotencyKey": {
		Name: "Idempotency-Key", In: "header",
		Description: "A text of your own, new for each request. If you send the request again with the same key within a day, you get the first answer, and nothing is done twice; while the first one is still at work, the answer is 409 with Retry-After",
		Schema:      &huma.Schema{Type: huma.TypeString, MinLength: &shortest, MaxLength: &longest},
	}}
	c.Responses["NotModified"] = &huma.Response{
		Description: "The caller has this content already",
		Headers:     withHeaders("RateLimit-Policy", "RateLimit"),
	}
	for _, op := range d.operations {
		example(op)
		for status, r := range op.Responses {
			if n, err := strconv.Atoi(status); err != nil || n >= http.StatusBadRequest {
				op.Responses[status] = d.problem(r)
				continue
			}
			delete(r.Headers, "Content-Type") // the description already states the content type
			if r.Headers == nil {
				r.Headers = map[string]*huma.Param{}
			}
			maps.Copy(r.Headers, withHeaders("RateLimit-Policy", "RateLimit"))
			if op.Method == http.MethodPost {
				maps.Copy(r.Headers, withHeaders("Idempotency-Replayed"))
			}
		}
		if op.Method == http.MethodPost {
			op.Parameters = append(op.Parameters, &huma.Param{Ref: "#/components/parameters/IdempotencyKey"})
		}
		if slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "If-None-Match" }) {
			op.Responses["304"] = &huma.Response{Ref: "#/components/responses/NotModified"}
		}
	}
}

// exampleFile has an example of the input and the answer of each operation, recorded by a test:
// go test ./internal/api -run TestOperations -update-examples.
//
//go:embed examples.json
var exampleFile []byte

// examples returns the examples, keyed by operation.
var examples = sync.OnceValue(func() map[string]struct{ Request, Answer json.RawMessage } {
	var out map[string]struct{ Request, Answer json.RawMessage }
	if err := json.Unmarshal(embedded.Unpack(exampleFile), &out); err != nil {
		panic(err) // a test has written the file, so it is valid
	}
	return out
})

// example gives an operation its examples.
func example(op *huma.Operation) {
	x := examples()[op.OperationID]
	if op.RequestBody != nil && len(x.Request) > 0 {
		op.RequestBody.Content["application/json"].Example = x.Request
	}
	for status, r := range op.Responses {
		if m := r.Content["application/json"]; m != nil && status < "300" && len(x.Answer) > 0 {
			m.Example = x.Answer
		}
	}
}

// problem returns the reference to a problem's description, which it adds if it is new. Every
// answer has the rate limit in its header, but generators create types for each header of each
// operation, so it is only described where it matters.
func (d *description) problem(r *huma.Response) *huma.Response {
	content := r.Content["application/problem+json"]
	codes := slices.Sorted(maps.Keys(content.Examples))
	var name strings.Builder
	var status int
	for _, code := range codes {
		for word := range strings.SplitSeq(code, "_") {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
		status = content.Examples[code].Value.(*Problem).Status
	}
	key := name.String()
	switch status {
	case http.StatusBadRequest:
		key = "Malformed"
	case http.StatusUnauthorized:
		r.Headers = withHeaders("WWW-Authenticate")
	case http.StatusTooManyRequests:
		r.Headers = withHeaders("RateLimit-Policy", "RateLimit", "Retry-After")
	case http.StatusServiceUnavailable:
		r.Headers = withHeaders("Retry-After")
	}
	d.Components.Responses[key] = r
	return &huma.Response{Ref: "#/components/responses/" + key}
}

// problemResponse describes the problems of a status, with an example of each code.
func problemResponse(schema *huma.Schema, status int, codes []string) *huma.Response {
	m := &huma.MediaType{Schema: schema, Examples: map[string]*huma.Example{}}
	var lines []string
	for _, code := range codes {
		lines = append(lines, code+": "+Meanings[code])
		detail := message.New("{text}", message.Name(sentence(strings.TrimSuffix(Meanings[code], " …"))))
		m.Examples[code] = &huma.Example{Value: problemAt(status, code, detail)}
	}
	return &huma.Response{
		Description: strings.Join(lines, "\n"),
		Content:     map[string]*huma.MediaType{"application/problem+json": m},
	}
}
