package letter

import (
	"bytes"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/charset"
)

// decode returns the body of a part as UTF-8, with line ends \n. It preserves
// as much of a broken text as possible.
func decode(e *entity) string {
	raw := e.body
	encoding := strings.ToLower(strings.TrimSpace(e.head.Get("Content-Transfer-Encoding")))
	switch encoding {
	case "base64":
		raw = tidyBase64(raw)
	case "quoted-printable":
		raw = tidyQuoted(raw)
	}
	var h message.Header
	h.Set("Content-Transfer-Encoding", encoding)
	body := raw
	if part, _ := message.New(h, bytes.NewReader(raw)); part != nil {
		// The error is ignored and the text before it is used, because the error would not help the
		// sender.
		body, _ = io.ReadAll(io.LimitReader(part.Body, maxRaw))
	}
	s := toUTF8(e.params["charset"], body)
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.ReplaceAll(s, "\r", "\n")
}

// toUTF8 converts text from a character set. If the name of the set is missing, wrong or unknown,
// it assumes UTF-8 if the text is valid UTF-8, and otherwise Windows-1252.
func toUTF8(set string, text []byte) string {
	set = strings.ToLower(strings.Trim(strings.TrimSpace(set), `"'`))
	switch set {
	case "utf-8", "utf8", "unicode-1-1-utf-8":
		return strings.ToValidUTF8(string(text), "\uFFFD")
	case "", "us-ascii", "ascii", "iso-8859-1", "latin1", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "default", "binary":
		set = ""
		if utf8.Valid(text) {
			return string(text)
		}
	}
	if set != "" {
		if s, ok := convert(set, text); ok {
			return s
		}
		if utf8.Valid(text) {
			return string(text)
		}
	}
	s, _ := convert("windows-1252", text)
	return s
}

// convert converts text from a known character set.
func convert(set string, text []byte) (string, bool) {
	r, err := charset.Reader(set, bytes.NewReader(text))
	if err != nil {
		return "", false
	}
	out, err := io.ReadAll(r)
	return strings.ToValidUTF8(string(out), "\uFFFD"), err == nil
}

// tidyBase64 removes invalid characters and repairs the end. It ignores text after the padding,
// where mailing lists add notices.
func tidyBase64(raw []byte) []byte {
	if end := bytes.IndexByte(raw, '='); end >= 0 {
		raw = raw[:end]
	}
	out := make([]byte, 0, len(raw)+4)
	for _, c := range raw {
		if 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/' {
			out = append(out, c)
		}
	}
	switch len(out) % 4 {
	case 1: // no valid encoding ends like this
		out = out[:len(out)-1]
	case 2:
		out = append(out, '=', '=')
	case 3:
		out = append(out, '=')
	}
	return out
}

// tidyQuoted replaces control characters, at which the decoder would stop.
func tidyQuoted(raw []byte) []byte {
	for i, c := range raw {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			raw[i] = ' '
		}
	}
	return raw
}

// words decodes encoded words in header values.
var words = mime.WordDecoder{CharsetReader: func(set string, r io.Reader) (io.Reader, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxHeader))
	if err != nil {
		return nil, err
	}
	return strings.NewReader(toUTF8(set, raw)), nil
}}

// headerText returns a header value in readable form, without control
// characters and line breaks.
func headerText(v string) string {
	v = toUTF8("", []byte(v))
	if s, err := words.DecodeHeader(v); err == nil {
		v = s
	}
	return plainHeader(v)
}

// plainHeader makes a decoded value fit for one line: it removes control and invisible characters
// or replaces them with spaces, and collapses spaces.
func plainHeader(v string) string {
	v = strings.ReplaceAll(Normalise(v), "\n", " ")
	return strings.Join(strings.Fields(v), " ")
}
