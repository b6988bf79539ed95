package letter

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message/textproto"
)

// piece is the maximum length of a line; longer lines are read in pieces.
const piece = 16 << 10

// lines reads a message line by line, without the line ends.
type lines struct {
	r    *bufio.Reader
	size int64

	line   []byte // the line, or a piece of a long line
	begins bool   // whether it is the beginning of its line
	ends   bool   // whether it is the end of its line
	held   bool   // whether the method next will return the current line again
	cut    bool   // whether the latest header block was longer than allowed
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReaderSize(r, piece), ends: true}
}

// next reads the next line. It returns io.EOF at the end of the message.
func (l *lines) next() error {
	if l.held {
		l.held = false
		return nil
	}
	begins := l.ends
	s, err := l.r.ReadSlice('\n')
	l.size += int64(len(s))
	l.begins, l.ends = begins, !errors.Is(err, bufio.ErrBufferFull)
	if err != nil && l.ends && (err != io.EOF || len(s) == 0) {
		return err
	}
	if l.ends {
		s = bytes.TrimSuffix(s, []byte{'\n'})
		s = bytes.TrimRight(s, "\r") // some programs write several carriage returns
	}
	l.line = s
	return nil
}

// hold makes the method next return the current line once more.
func (l *lines) hold() { l.held = true }

// header reads a header block and the empty line after it. If the block is longer than the limit
// most, it keeps the beginning and sets cut. A line that cannot be part of a header begins the
// body, as mail servers treat it, and is held. The "From " lines of a mailbox file are skipped. For
// a part of a message, the functions in ends recognize the lines that end the part, and a malformed
// line among the fields is skipped.
func (l *lines) header(most int, ends ...func([]byte) bool) (textproto.Header, error) {
	var b bytes.Buffer
	l.cut = false
	keep := false // whether the current field is kept; the next line may continue it
	for {
		err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return textproto.Header{}, err
		}
		if l.begins {
			if len(ends) > 0 && ends[0](l.line) {
				l.hold()
				break
			}
			if len(l.line) == 0 {
				if b.Len() == 0 && len(ends) == 0 {
					continue // empty lines before the message
				}
				break
			}
			switch {
			case isField(l.line):
				keep = true
			case l.line[0] == ' ' || l.line[0] == '\t':
				keep = keep && b.Len() > 0
			case bytes.HasPrefix(bytes.TrimPrefix(l.line, []byte{'>'}), []byte("From ")):
				keep = false
			// in a part of a message: the line is malformed, but the header continues
			case len(ends) > 0 && b.Len() > 0:
				keep = false
			default:
				l.hold()
				return fieldsOf(b.Bytes()), nil
			}
		}
		if !keep {
			continue
		}
		if b.Len()+len(l.line) > most {
			l.cut, keep = true, false
			continue
		}
		if l.begins && b.Len() > 0 {
			b.WriteString("\r\n")
		}
		for _, c := range l.line {
			if c == 0 || c == '\r' {
				c = ' '
			}
			b.WriteByte(c)
		}
	}
	return fieldsOf(b.Bytes()), nil
}

// fieldsOf parses a header block that contains only well-formed lines.
func fieldsOf(raw []byte) textproto.Header {
	h, err := textproto.ReadHeader(bufio.NewReader(io.MultiReader(bytes.NewReader(raw), strings.NewReader("\r\n\r\n"))))
	if err != nil {
		return textproto.Header{}
	}
	return h
}

// isField reports whether a line begins a header field, with a name of printable characters and a
// colon.
func isField(line []byte) bool {
	i := bytes.IndexByte(line, ':')
	if i <= 0 {
		return false
	}
	name := bytes.TrimRight(line[:i], " \t")
	for _, c := range name {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return len(name) > 0
}
