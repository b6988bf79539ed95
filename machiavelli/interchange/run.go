package interchange

import (
	"errors"
	"fmt"
	"io"

	"podesta/machiavelli/turn"
)

// ErrNotJSON is returned if the input contains no JSON at all.
var ErrNotJSON = errors.New("the input is not JSON")

// Tally counts the cases of a run.
type Tally struct {
	Cases  int
	Errors int // cases that could not be adjudicated
}

// maxBad is the number of bad lines accepted before the first line with JSON.
const maxBad = 1000

// flushAt is the number of bytes collected before results are written.
const flushAt = 64 << 10

// Run adjudicates a stream of cases, which may be one case, an array of cases, or one case after
// the other (JSON Lines). It writes one line of JSON for each case, in order and without waiting
// for the end of the input. A case that cannot be adjudicated produces a line with an error, and
// the run continues. Run returns ErrNotJSON if the input contains no JSON; in this case it has
// written nothing. It also returns errors that occur when reading or writing.
func (a *Adjudicator) Run(in io.Reader, out io.Writer) (Tally, error) {
	var t Tally
	var lines []byte
	s := splitter{in: in, line: 1}
	isJSON := false
	for {
		value, number, bad, ok := s.next()
		if !ok {
			break
		}
		t.Cases++
		err := bad
		if bad != nil {
			lines = appendError(lines, defaultID(number), bad)
		} else {
			lines, err = a.Append(lines, value, number)
			isJSON = isJSON || !errors.Is(err, errSyntax)
		}
		if err != nil {
			t.Errors++
		}
		if !isJSON && t.Cases == maxBad {
			break
		}
		if isJSON && len(lines) >= flushAt {
			if _, err := out.Write(lines); err != nil {
				return t, err
			}
			lines = lines[:0]
		}
	}
	if s.err != nil {
		return t, s.err
	}
	if t.Cases > 0 && !isJSON {
		return t, ErrNotJSON
	}
	_, err := out.Write(lines)
	return t, err
}

// Append adjudicates one case and appends its result, one line of JSON, to dst. The parameter
// number is the id of a case that has none. If the case cannot be adjudicated, the line contains
// the error, which is also returned.
func (a *Adjudicator) Append(dst, data []byte, number int) ([]byte, error) {
	raw, err := split(string(data))
	id, idErr := readID(raw.id, number)
	if err == nil {
		err = idErr
	}
	var c *theCase
	if err == nil {
		c, err = a.read(&raw)
	}
	if err != nil {
		return appendError(dst, id, err), err
	}
	result, err := turn.Process(c.position, c.lines, c.rules, c.dice)
	if err != nil {
		return appendError(dst, id, err), err
	}
	w := writer{output: output{b: append(dst, '{'), set: c.position.Setting}, c: c, r: result, before: c.position}
	w.member("id")
	w.b = append(w.b, id...)
	w.result()
	return append(w.b, '}', '\n'), nil
}

func defaultID(number int) []byte { return fmt.Appendf(nil, "\"%d\"", number) }

func appendError(dst, id []byte, err error) []byte {
	dst = append(dst, `{"id":`...)
	dst = append(dst, id...)
	dst = append(dst, `,"error":`...)
	dst = appendText(dst, err.Error())
	return append(dst, '}', '\n')
}
