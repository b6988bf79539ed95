package interchange

import (
	"bytes"
	"errors"
	"io"
)

// maxCase is the maximum size of a case, in bytes.
const maxCase = 8 << 20

var (
	errTooLong    = errors.New("the case is longer than 8 MiB")
	errBadValue   = errors.New("not JSON: no value begins or ends here")
	errOpenString = errors.New("not JSON: a text is not closed on its line")
	errEnds       = errors.New("not JSON: the input ends within a value")
)

// splitter splits a stream into its cases, which are the elements of an array
// or consecutive values.
type splitter struct {
	in      io.Reader
	buf     []byte // bytes read but not used yet: buf[pos:]
	pos     int
	line    int // line number of buf[pos]
	eof     bool
	err     error // error while reading in
	begun   bool
	inArray bool
	element int // number of the element in the array
	comma   bool
}

// next returns the next value and its number, which is its line or, in an
// array, its place in the array counted from 1. The value is valid until the
// next call. If there is no valid value, bad explains why, and the next call
// continues after that place. The result ok is false at the end.
func (s *splitter) next() (value []byte, number int, bad error, ok bool) {
	s.skipMark()
	for {
		c, more := s.skipBlanks()
		switch {
		case !more && s.inArray && s.err == nil:
			s.inArray = false
			return nil, s.element + 1, errEnds, true
		case !more:
			return nil, 0, nil, false
		case !s.inArray && c == '[':
			s.pos++
			s.inArray, s.element, s.comma = true, 0, false
			continue
		case s.inArray && c == ']':
			s.pos++
			s.inArray = false
			continue
		case s.inArray && s.comma && c == ',':
			s.pos++
			s.comma = false
			continue
		}
		number = s.line
		if s.inArray {
			s.element++
			number = s.element
		}
		n, err := s.measure()
		switch {
		case err != nil:
		case n > maxCase:
			err = errTooLong
		case s.inArray && s.comma:
			err = errBadValue
		}
		if err != nil {
			s.skipLine()
			return nil, number, err, true
		}
		s.comma = true
		value = s.buf[s.pos : s.pos+n]
		s.line += bytes.Count(value, []byte{'\n'})
		s.pos += n
		return value, number, nil, true
	}
}

// skipMark skips a byte order mark at the beginning of the input.
func (s *splitter) skipMark() {
	if s.begun {
		return
	}
	s.begun = true
	mark := []byte("\ufeff")
	for len(s.buf) < len(mark) && s.fill() {
	}
	if bytes.HasPrefix(s.buf, mark) {
		s.pos = len(mark)
	}
}

// skipBlanks returns the first byte that is not a space, if there is one.
func (s *splitter) skipBlanks() (byte, bool) {
	for {
		for ; s.pos < len(s.buf); s.pos++ {
			switch c := s.buf[s.pos]; c {
			case '\n':
				s.line++
			case ' ', '\t', '\r':
			default:
				return c, true
			}
		}
		if !s.fill() {
			return 0, false
		}
	}
}

// measure returns the length of the value at pos.
func (s *splitter) measure() (int, error) {
	depth, inText := 0, false
	for i := s.pos; ; i++ {
		if i == len(s.buf) {
			i -= s.pos
			if i > maxCase {
				return 0, errTooLong
			}
			if !s.fill() {
				if depth == 0 && !inText && i > 0 {
					return i, nil
				}
				return 0, errEnds
			}
			i += s.pos
		}
		c := s.buf[i]
		if inText {
			switch c {
			case '"':
				inText = false
				if depth == 0 {
					return i + 1 - s.pos, nil
				}
			case '\\':
				if i+1 == len(s.buf) {
					i -= s.pos
					if !s.fill() {
						return 0, errEnds
					}
					i += s.pos
				}
				i++
			case '\n':
				return 0, errOpenString
			}
			continue
		}
		switch c {
		case '"':
			inText = true
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1 - s.pos, nil
			}
			if depth < 0 {
				return s.scalar(i)
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return s.scalar(i)
			}
		}
	}
}

// scalar returns the length of a number or a word that ends at i. It returns an
// error if the word is empty.
func (s *splitter) scalar(i int) (int, error) {
	if i == s.pos {
		return 0, errBadValue
	}
	return i - s.pos, nil
}

// skipLine skips the rest of the line.
func (s *splitter) skipLine() {
	for {
		if i := bytes.IndexByte(s.buf[s.pos:], '\n'); i >= 0 {
			s.pos += i + 1
			s.line++
			return
		}
		s.pos = len(s.buf)
		if !s.fill() {
			return
		}
	}
}

// fill reads more into buf, after moving the unused rest to its beginning. It
// reports whether there is more.
func (s *splitter) fill() bool {
	if s.eof {
		return false
	}
	if s.pos > 0 {
		s.buf = append(s.buf[:0], s.buf[s.pos:]...)
		s.pos = 0
	}
	if cap(s.buf)-len(s.buf) < 32<<10 {
		s.buf = append(make([]byte, 0, 2*cap(s.buf)+64<<10), s.buf...)
	}
	for {
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.eof = true
			if err != io.EOF {
				s.err = err
			}
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
}
