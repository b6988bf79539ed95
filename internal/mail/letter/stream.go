package letter

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message/textproto"
)

// piece is the most that is handled as one line; longer lines come in pieces.
const piece = 16 << 10

// lines gives a message line by line, without the line ends.
type lines struct {
	r    *bufio.Reader
	size int64

	line   []byte // the line, or a piece of a long one
	begins bool   // a line begins with it
	ends   bool   // it is the end of its line
	held   bool   // the next call of next gives the same line again
	cut    bool   // the latest header block was longer than allowed
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReaderSize(r, piece), ends: true}
}

// next reads on; io.EOF at the end of the message.
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
		s = bytes.TrimSuffix(s, []byte{'\r'})
	}
	l.line = s
	return nil
}

// hold makes next give the current line once more.
func (l *lines) hold() { l.held = true }

// header reads a header block and the empty line under it; of a longer one the
// first most bytes are kept and cut is set. A line that can be no part of a
// header begins the body, as mail servers have it, and is held. The "From "
// lines of a mailbox file are left out. For a part of a message ends tells the
// lines that end the part; there a broken line among fields is left out.
func (l *lines) header(most int, ends ...func([]byte) bool) (textproto.Header, error) {
	var b bytes.Buffer
	l.cut = false
	keep := false // the field that a further line may continue is kept
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
					continue // blank lines above the message
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
			case len(ends) > 0 && b.Len() > 0: // a part: broken, but go on
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

// fieldsOf takes a header block apart that holds well-formed lines only.
func fieldsOf(raw []byte) textproto.Header {
	h, err := textproto.ReadHeader(bufio.NewReader(io.MultiReader(bytes.NewReader(raw), strings.NewReader("\r\n\r\n"))))
	if err != nil {
		return textproto.Header{}
	}
	return h
}

// isField reports whether a line begins a header field: a name of printable
// characters, then a colon.
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
