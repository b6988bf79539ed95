package httpserver

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"
)

// The judge's interfaces accept text: UTF-8 without zero bytes, which PostgreSQL cannot store and
// nobody types. Addresses and JSON bodies with anything else are refused. In a browser's form,
// invalid bytes are replaced, so that only the lines that contain them are refused.

// IsText reports whether s is UTF-8 without zero bytes.
func IsText(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

// IsTextAddress reports whether the path and the query of a request are text
// once they are decoded.
func IsTextAddress(u *url.URL) bool {
	return IsText(u.Path) && (plainQuery(u.RawQuery) || IsText(decoded(u.RawQuery)))
}

// plainQuery reports whether a query contains only ASCII and no escaped bytes. This is true of
// most queries.
func plainQuery(q string) bool {
	for i := range len(q) {
		if c := q[i]; c == '%' || c == 0 || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decoded decodes the escaped bytes of a query. The separators between names and values are
// ASCII, so the result is text if and only if all names and values are. Incomplete escapes stay
// unchanged, because the query's parser drops them.
func decoded(q string) string {
	b := make([]byte, 0, len(q))
	for i := 0; i < len(q); i++ {
		if q[i] == '%' && i+2 < len(q) {
			high, ok := hex(q[i+1])
			low, ok2 := hex(q[i+2])
			if ok && ok2 {
				b = append(b, high<<4|low)
				i += 2
				continue
			}
		}
		b = append(b, q[i])
	}
	return string(b)
}

// hex returns the value of a hexadecimal digit.
func hex(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// MendForm replaces invalid bytes in the values of a request's parsed form by the replacement
// character, and drops fields whose names have invalid bytes. It reports false if a name or a value
// contains the zero byte, which no browser sends.
func MendForm(r *http.Request) bool {
	for _, v := range []url.Values{r.Form, r.PostForm} {
		for name, values := range v {
			for i, s := range values {
				if strings.IndexByte(s, 0) >= 0 {
					return false
				}
				if !utf8.ValidString(s) {
					values[i] = strings.ToValidUTF8(s, "\uFFFD")
				}
			}
			if !IsText(name) {
				if strings.IndexByte(name, 0) >= 0 {
					return false
				}
				delete(v, name) // no form field has such a name
			}
		}
	}
	return true
}

// ErrNotText means that a JSON body holds bytes that are not text.
var ErrNotText = errors.New("the body is not text: it must be UTF-8 without zero bytes (\\u0000)")

// CheckJSON returns ErrNotText for JSON that is not UTF-8 or whose strings
// contain zero bytes. It leaves other errors to the decoder.
func CheckJSON(data []byte) error {
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return ErrNotText
	}
	for rest := data; ; {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 || i+1 >= len(rest) {
			return nil
		}
		if bytes.HasPrefix(rest[i:], []byte(`\u0000`)) {
			return ErrNotText
		}
		rest = rest[i+2:] // skips the escaped character, which may be a backslash
	}
}
