package store

import (
	"strings"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/trace"
)

// traceFor is the maximum delay of a job that belongs to the trace of the request that queued it. A
// game may wait for an hour between the last orders and the result, but tomorrow's deadline is not
// part of today's request.
const traceFor = 2 * time.Hour

// traceOf returns the trace of a job, or nil if the job starts its own. An unrecorded trace is
// returned too, so that the job is not recorded either.
func (x *tx) traceOf(j *game.Job) any {
	if j.Apart || !j.Due.Before(time.Now().Add(traceFor)) {
		return nil
	}
	if t := trace.Parent(x.ctx); t != "" {
		return t
	}
	return nil
}

// summaries caches the span names of statements, keyed by statement.
var summaries sync.Map

// span begins the span of a statement. It contains the statement's verb and first table, but no
// values.
func (x *tx) span(query string) trace.Span {
	if !x.traced {
		return trace.Span{}
	}
	name, ok := summaries.Load(query)
	if !ok {
		name = summary(query)
		summaries.Store(query, name)
	}
	_, span := trace.Start(x.ctx, trace.Client, name.(string))
	system := "sqlite"
	if x.d.numbered {
		system = "postgresql"
	}
	span.Str("db.system.name", system)
	return span
}

// summary returns the verb and the first table of a statement. For WITH these are the verb and
// the table of the main statement.
func summary(query string) string {
	verb, table := "", ""
	depth, with := 0, false
	var before string
	for word := range strings.FieldsSeq(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ").Replace(query)) {
		switch {
		case word == "(":
			depth++
		case word == ")":
			depth--
		case word == "WITH" && verb == "":
			with = true
		case with && depth > 0: // a table of a subquery within WITH
		case verb == "" && (word == "SELECT" || word == "INSERT" || word == "UPDATE" || word == "DELETE"):
			verb = word
			if word == "UPDATE" {
				before = word
			}
		case verb == "" && !with: // another kind of statement, such as CREATE
			return word
		case table == "" && (before == "FROM" || before == "INTO" || before == "UPDATE") && isName(word):
			table = word
		}
		if table != "" {
			break
		}
		if verb != "" || word == "FROM" {
			before = word
		}
	}
	return strings.TrimSpace(verb + " " + table)
}

// isName reports whether a word is the name of a table.
func isName(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz_") == ""
}
