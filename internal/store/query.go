package store

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli"
)

// tx is a transaction of the store.
type tx struct {
	ctx     context.Context // context of the caller
	run     context.Context // context of the statements
	t       *sql.Tx
	d       *dialect
	writing bool
	packs   bool                           // whether resolved phases are stored packed
	traced  bool                           // whether its statements are recorded as spans
	locked  map[string]bool                // the games that the transaction has locked, keyed by ID
	topics  []string                       // topics to be announced in this process after the commit
	broken  error                          // the first error reported by the database
	watch   func(query string, args []any) // called with each statement that reads; nil except in tests
}

// groups returns the transaction as a game.Tx for callers.
func (x *tx) groups() *game.Tx {
	return &game.Tx{
		Games: x, Phases: x, Members: x, Votes: x, Absences: x, Deferred: x, Diaries: x, Hooks: x, Items: x, Log: x, Jobs: x, Accounts: x, Tokens: x,
		Passkeys: x, Identities: x, Awards: x, Skills: x, Safety: x, Tournaments: x, Social: x, Queue: x,
	}
}

// row scans the columns of a result row into variables.
type row func(into ...any) error

// fail returns err, and records it if it is the first error of the database. A missing row is not
// such an error.
func (x *tx) fail(err error) error {
	if err != nil && x.broken == nil && !errors.Is(err, sql.ErrNoRows) {
		x.broken = err
	}
	return err
}

// exec runs a statement and returns the number of rows that it changed.
func (x *tx) exec(query string, args ...any) (int64, error) {
	if !x.writing {
		return 0, errors.New("a write in a transaction that reads")
	}
	if err := x.ctx.Err(); err != nil {
		return 0, x.fail(err)
	}
	span := x.span(query)
	defer span.End()
	res, err := x.t.ExecContext(x.run, x.d.bind(query), values(args)...)
	if err != nil {
		span.Fail(err)
		return 0, x.fail(err)
	}
	return res.RowsAffected()
}

// change runs a statement that must change a row. It returns ErrNoRecord if it changes none.
func (x *tx) change(query string, args ...any) error {
	n, err := x.exec(query, args...)
	if err == nil && n == 0 {
		err = game.ErrNoRecord
	}
	return err
}

// insert adds a row. columns is a list of names, separated by ", ".
func (x *tx) insert(table, columns string, args ...any) error {
	_, err := x.exec(insertion(table, columns), args...)
	return err
}

func insertion(table, columns string) string {
	n := strings.Count(columns, ",")
	return "INSERT INTO " + table + " (" + columns + ") VALUES (?" + strings.Repeat(", ?", n) + ")"
}

// upsert adds a row or replaces the row with the same key. key and columns are lists of names,
// separated by ", "; columns includes the key.
func (x *tx) upsert(table, key, columns string, args ...any) error {
	var set []string
	for _, c := range strings.Split(columns, ", ") {
		set = append(set, c+" = excluded."+c)
	}
	_, err := x.exec(insertion(table, columns)+" ON CONFLICT ("+key+") DO UPDATE SET "+strings.Join(set, ", "), args...)
	return err
}

// several runs a statement for several rows. The statement begins with the text before and ends
// with the text after; in between, the text each is repeated for every row, joined with the text
// between. Rows are divided into statements of 1, 2, 4 ... rows, so that only a few different
// statements are prepared.
func (x *tx) several(before, each, between, after string, rows [][]any) error {
	for len(rows) > 0 {
		n := 1
		for 2*n <= min(len(rows), manyRows) {
			n *= 2
		}
		query := before + each + strings.Repeat(between+each, n-1) + after
		if _, err := x.exec(query, slices.Concat(rows[:n]...)...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// manyRows is the maximum number of rows in one statement.
const manyRows = 64

// all runs a query and returns all rows of its result.
func all[T any](x *tx, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	if err := x.ctx.Err(); err != nil {
		return nil, x.fail(err)
	}
	span := x.span(query)
	defer span.End()
	if args = values(args); x.watch != nil {
		x.watch(x.d.bind(query), args)
	}
	rows, err := x.t.QueryContext(x.run, x.d.bind(query), args...)
	if err != nil {
		span.Fail(err)
		return nil, x.fail(err)
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows.Scan)
		if err != nil {
			return nil, x.fail(err)
		}
		out = append(out, v)
	}
	return out, x.fail(rows.Err())
}

// one runs a query and returns the first row of its result. It returns ErrNoRecord if there is
// none.
func one[T any](x *tx, scan func(row) (T, error), query string, args ...any) (T, error) {
	if err := x.ctx.Err(); err != nil {
		var none T
		return none, x.fail(err)
	}
	span := x.span(query)
	defer span.End()
	if args = values(args); x.watch != nil {
		x.watch(x.d.bind(query), args)
	}
	v, err := scan(x.t.QueryRowContext(x.run, x.d.bind(query), args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return v, game.ErrNoRecord
	}
	span.Fail(err)
	return v, x.fail(err)
}

// values converts Go values for columns: a time or duration to microseconds (a zero time to NULL),
// a boolean to 1 or 0, a phase to its text. It repairs text that a database cannot store (invalid
// UTF-8, NUL characters).
func values(args []any) []any {
	for i, a := range args {
		args[i] = value(a)
	}
	return args
}

func value(a any) any {
	switch a := a.(type) {
	case nil, int64, int, []byte, driver.Valuer:
		return a
	case string:
		return legible(a)
	case bool:
		if a {
			return int64(1)
		}
		return int64(0)
	case time.Time:
		if a.IsZero() {
			return nil
		}
		return a.UnixMicro()
	case time.Duration:
		return a.Microseconds()
	case machiavelli.Phase:
		if a == (machiavelli.Phase{}) {
			return ""
		}
		return a.String()
	}
	if v := reflect.ValueOf(a); v.Kind() == reflect.String {
		return legible(v.String())
	}
	return a
}

func legible(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// text is a TEXT column that is a byte slice in Go; nil is NULL.
type text []byte

// Value returns the text.
func (t text) Value() (driver.Value, error) {
	if t == nil {
		return nil, nil
	}
	return legible(string(t)), nil
}

// encoded is a column that holds a value as JSON. For reading, v is a pointer.
type encoded struct{ v any }

// Value returns the JSON.
func (e encoded) Value() (driver.Value, error) {
	data, err := json.Marshal(e.v)
	return string(data), err
}

// Scan reads the JSON. NULL leaves the value unchanged.
func (e encoded) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(src), e.v)
	case []byte:
		return json.Unmarshal(src, e.v)
	}
	return fmt.Errorf("%T for JSON", src)
}

// common reads a text that many rows share, such as the rules of games. Equal texts share the same
// bytes, so that a list of games does not hold a copy for each game. The bytes must not be changed.
type common struct{ into *[]byte }

// commonTexts caches the texts that were read.
var commonTexts struct {
	sync.Mutex
	all map[string][]byte
}

// mostCommon is the maximum number of cached texts, which take a few kilobytes each. longestCommon
// is the maximum length of a cached text, in bytes.
const (
	mostCommon    = 512
	longestCommon = 8192
)

// Scan reads the text. NULL is nil.
func (c common) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*c.into = nil
	case []byte:
		*c.into = bytes.Clone(src)
	case string:
		*c.into = commonText(src)
	default:
		return fmt.Errorf("%T for a text", src)
	}
	return nil
}

func commonText(s string) []byte {
	if len(s) > longestCommon {
		return []byte(s)
	}
	commonTexts.Lock()
	defer commonTexts.Unlock()
	if b, ok := commonTexts.all[s]; ok {
		return b
	}
	if commonTexts.all == nil || len(commonTexts.all) >= mostCommon {
		commonTexts.all = map[string][]byte{}
	}
	b := []byte(s)
	commonTexts.all[s] = b[:len(b):len(b)] // with no spare capacity, append copies the bytes
	return commonTexts.all[s]
}

// lenient reads a value of a row in a list. If the value is invalid, it records that in the row's
// record, so that the other rows are still read.
type lenient struct {
	into  sql.Scanner
	wrong *string
}

// Scan reads the value.
func (l lenient) Scan(src any) error {
	if err := l.into.Scan(src); err != nil {
		*l.wrong = err.Error()
	}
	return nil
}

// moment reads a time. NULL is the zero time.
type moment struct{ into *time.Time }

// Scan reads microseconds since 1970.
func (m moment) Scan(src any) error {
	*m.into = time.Time{}
	if src == nil {
		return nil
	}
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("%T for a moment", src)
	}
	*m.into = time.UnixMicro(n).UTC()
	return nil
}

// phase reads a phase. An empty text stands for no phase.
type phase struct{ into *machiavelli.Phase }

// Scan reads the text of a phase.
func (p phase) Scan(src any) error {
	words, ok := src.(string)
	if !ok {
		return fmt.Errorf("%T for a phase", src)
	}
	*p.into = machiavelli.Phase{}
	if words == "" {
		return nil
	}
	var err error
	*p.into, err = machiavelli.ParsePhase(words)
	return err
}

// orEmpty returns b, or an empty text for nil if the column is not nullable.
func orEmpty(b []byte) text {
	if b == nil {
		return text{}
	}
	return b
}

// atMost returns the value of a LIMIT; 0 means no limit.
func atMost(n int) int {
	if n <= 0 {
		return 1 << 31
	}
	return n
}
