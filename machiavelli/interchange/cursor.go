package interchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"podesta/machiavelli/suggest"
)

// maxDepth is the maximum depth to which values may be nested in a case.
const maxDepth = 32

// errSyntax marks an error of the JSON syntax.
var errSyntax = errors.New("not JSON")

// cursor reads one JSON text from beginning to end. After the first error it stops reading:
// loops end, and values are zero.
type cursor struct {
	s    string
	i    int
	path []string // the members that contain the place being read
	err  error
}

// fail records the first error, with the path of the member concerned.
func (c *cursor) fail(format string, args ...any) {
	if c.err != nil {
		return
	}
	c.err = fmt.Errorf(format, args...)
	if len(c.path) > 0 {
		c.err = fmt.Errorf("%s: %w", strings.Join(c.path, "."), c.err)
	}
}

// syntax records a syntax error.
func (c *cursor) syntax() {
	if c.i >= len(c.s) {
		c.fail("%w: the text ends too early", errSyntax)
		return
	}
	c.fail("%w: unexpected %q at byte %d", errSyntax, c.s[c.i:min(len(c.s), c.i+8)], c.i+1)
}

// peek skips spaces and returns the next byte, or 0 at the end.
func (c *cursor) peek() byte {
	for c.i < len(c.s) {
		switch b := c.s[c.i]; b {
		case ' ', '\t', '\n', '\r':
			c.i++
		default:
			return b
		}
	}
	return 0
}

// accept reads the byte b if it is next, and reports whether it was.
func (c *cursor) accept(b byte) bool {
	if c.peek() == b {
		c.i++
		return true
	}
	return false
}

// end fails unless the text has been read completely.
func (c *cursor) end() {
	if c.peek() != 0 || c.i < len(c.s) {
		c.syntax()
	}
}

// isNull reads a null if it is next, and reports whether it was.
func (c *cursor) isNull() bool {
	if c.peek() == 'n' && strings.HasPrefix(c.s[c.i:], "null") {
		c.i += len("null")
		return true
	}
	return false
}

// members reads an object. It yields the name of each member, and the body of
// the loop reads the value. A null is an object without members.
func (c *cursor) members() iter.Seq[string] {
	return func(yield func(string) bool) {
		if c.err != nil || c.isNull() {
			return
		}
		if !c.accept('{') {
			c.expected("an object")
			return
		}
		if c.accept('}') {
			return
		}
		for c.err == nil {
			name := c.text()
			if c.err == nil && !c.accept(':') {
				c.syntax()
			}
			if c.err != nil {
				return
			}
			c.path = append(c.path, name)
			again := yield(name)
			c.path = c.path[:len(c.path)-1]
			if !again || c.err != nil || c.accept('}') {
				return
			}
			if !c.accept(',') {
				c.syntax()
			}
		}
	}
}

// elements reads an array. It yields the index of each element, and the body of
// the loop reads the value. A null is an array without elements.
func (c *cursor) elements() iter.Seq[int] {
	return func(yield func(int) bool) {
		if c.err != nil || c.isNull() {
			return
		}
		if !c.accept('[') {
			c.expected("a list")
			return
		}
		if c.accept(']') {
			return
		}
		for i := 0; c.err == nil; i++ {
			if !yield(i) || c.err != nil || c.accept(']') {
				return
			}
			if !c.accept(',') {
				c.syntax()
			}
		}
	}
}

// expected fails because the value has the wrong type.
func (c *cursor) expected(what string) {
	switch b := c.peek(); {
	case b == '"':
		c.fail("expected %s, found a text", what)
	case b == '{':
		c.fail("expected %s, found an object", what)
	case b == '[':
		c.fail("expected %s, found a list", what)
	case b == '-' || b >= '0' && b <= '9':
		c.fail("expected %s, found a number", what)
	case c.word() == "true" || c.word() == "false" || c.word() == "null":
		c.fail("expected %s, found %s", what, c.word())
	default:
		c.syntax()
	}
}

// word returns the run of letters that comes next.
func (c *cursor) word() string {
	j := c.i
	for j < len(c.s) && c.s[j] >= 'a' && c.s[j] <= 'z' {
		j++
	}
	return c.s[c.i:j]
}

// text reads a string.
func (c *cursor) text() string {
	if c.err != nil {
		return ""
	}
	if c.peek() != '"' {
		c.expected("a text")
		return ""
	}
	start := c.i + 1
	for j := start; j < len(c.s); j++ {
		switch b := c.s[j]; {
		case b == '"':
			c.i = j + 1
			return c.s[start:j]
		case b == '\\':
			return c.escapedText()
		case b < ' ':
			c.i = j
			c.syntax()
			return ""
		}
	}
	c.i = len(c.s)
	c.syntax()
	return ""
}

// escapedText reads a string with escapes.
func (c *cursor) escapedText() string {
	for j := c.i + 1; j < len(c.s); j++ {
		switch c.s[j] {
		case '\\':
			j++
		case '"':
			var s string
			if json.Unmarshal([]byte(c.s[c.i:j+1]), &s) != nil {
				c.syntax()
			}
			c.i = j + 1
			return s
		}
	}
	c.i = len(c.s)
	c.syntax()
	return ""
}

// whole reads a whole number from low to high.
func (c *cursor) whole(low, high int) int {
	if c.err != nil {
		return 0
	}
	b := c.peek()
	j := c.i
	for j < len(c.s) && strings.IndexByte("+-.eE0123456789", c.s[j]) >= 0 {
		j++
	}
	if j == c.i || b != '-' && (b < '0' || b > '9') {
		c.expected("a number")
		return 0
	}
	n, err := strconv.Atoi(c.s[c.i:j])
	if err != nil || n < low || n > high {
		c.fail("expected a whole number from %d to %d, found %s", low, high, c.s[c.i:j])
		return 0
	}
	c.i = j
	return n
}

// truth reads a boolean.
func (c *cursor) truth() bool {
	if c.err != nil {
		return false
	}
	c.peek()
	switch w := c.word(); w {
	case "true", "false":
		c.i += len(w)
		return w == "true"
	}
	c.expected("true or false")
	return false
}

// raw skips a value and returns its text. Only the syntax is checked here; the
// rest is checked when that text is read.
func (c *cursor) raw() string {
	if c.err != nil {
		return ""
	}
	c.peek()
	start, depth := c.i, 0
	for ; c.i < len(c.s); c.i++ {
		switch c.s[c.i] {
		case '"':
			if !c.passText() {
				c.syntax()
				return ""
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				c.fail("nested too deep")
				return ""
			}
		case '}', ']':
			if depth == 0 {
				return c.rawFrom(start)
			}
			if depth--; depth == 0 {
				c.i++
				return c.rawFrom(start)
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return c.rawFrom(start)
			}
		}
		if depth == 0 && c.s[c.i] == '"' {
			c.i++
			return c.rawFrom(start)
		}
	}
	if depth > 0 {
		c.syntax()
	}
	return c.rawFrom(start)
}

// rawFrom returns the text from start to the current position. An empty text is an error.
func (c *cursor) rawFrom(start int) string {
	if c.i == start {
		c.syntax()
	}
	return c.s[start:c.i]
}

// passText skips the rest of a string, from its opening quote to the closing one.
func (c *cursor) passText() bool {
	for j := c.i + 1; j < len(c.s); j++ {
		switch c.s[j] {
		case '\\':
			j++
		case '"':
			c.i = j
			return true
		}
	}
	c.i = len(c.s)
	return false
}

// unknown fails because of an unknown member name.
func (c *cursor) unknown(name string, known ...string) {
	if c.err != nil {
		return
	}
	if len(c.path) > 0 && c.path[len(c.path)-1] == name {
		c.path = c.path[:len(c.path)-1]
		defer func() { c.path = append(c.path, name) }()
	}
	c.fail("unknown member %q%s", name, didYouMean(name, known))
}

func didYouMean(word string, among []string) string {
	if s := suggest.Closest(word, among); s != "" {
		return "; did you mean " + strconv.Quote(s) + "?"
	}
	return ""
}
