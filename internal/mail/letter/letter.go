// Package letter reads what a stranger sends by mail: one raw message in, one
// Letter out, with the sender, the addresses it went to, what makes it an
// answer of a machine, and its text as plain lines.
//
// It decides nothing: who the sender is, whether he may do what he asks and
// what his lines mean is for others. Nothing in a message can make it panic,
// and memory does not grow with the message: attachments are read past,
// nesting is followed without a stack of readers, and what is kept is limited.
package letter

import (
	"errors"
	"io"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-message/textproto"
)

// LoopHeader is a header field of all letters that a judge writes. A message
// that comes in with it was written by a judge, this or another, and must not be
// answered.
const LoopHeader = "X-Podesta-Judge"

// The bounds of what is kept of one message, in bytes.
const (
	MaxHeader = 256 << 10 // header block of the message; longer ones are refused
	MaxText   = 1 << 20   // text, after decoding; what follows is left out
	maxRaw    = 4 * MaxText
	maxPart   = 16 << 10 // header block of a part; what follows is left out
	maxParts  = 500
	maxDepth  = 50
	maxNames  = 100 // attachments whose names are kept
	maxPeople = 200 // addresses that are kept of all recipient fields
)

// The errors of Read. Only the first two are about the message; what else Read
// returns are errors of its reader.
var (
	// ErrHeader: the header block is longer than MaxHeader.
	ErrHeader = errors.New("the header of the message is too long")
	// ErrEmpty: there is no message, not even a header field.
	ErrEmpty = errors.New("the message has no header")
)

// Letter is a message as read. Strings are valid UTF-8 without control
// characters, header values hold no line breaks.
type Letter struct {
	From    mail.Address // zero if missing, unreadable or more than one
	Sender  mail.Address // the field of that name, mostly zero
	ReplyTo mail.Address // zero if the answer goes to From

	// To lists where the message went: first the addresses that mail servers
	// noted on delivery, then those that the writer gave. An address that
	// occurs several times is listed once.
	To []Recipient

	// Named are those in the fields To and Cc. A field that occurs several times
	// does not count: a signature may cover any one of them.
	Named []Recipient
	Dated bool // there is one Date

	Subject    string
	MessageID  string   // without the angle brackets; so the next two
	InReplyTo  string   // the first one, if several
	References []string // oldest first
	Date       time.Time

	// Full is the readable text, decoded, one line each, with nothing left
	// out; package command wants it, to give a verdict on every line. Text is
	// what the writer wrote himself: Full without quotations and signature.
	Full string
	Text string

	// Auto tells why the message is not from a person; Auto.Kind is Person if
	// nothing says so. Such a message must not be answered.
	Auto Auto

	// AuthResults are the Authentication-Results fields, the latest on top.
	// Which of them can be believed depends on who wrote them.
	AuthResults []string

	Attachments []string // names, or media types, of what was not read
	Problem     Problem  // what stood in the way of reading the text
	Truncated   bool     // the text was longer than MaxText, or had too many parts
	Size        int64    // bytes read
}

// Recipient is an address to which a message went. Of
// "judge+medici@Example.org" User is "judge", Tag "medici" and Domain
// "example.org". Header is the field in which it stood.
type Recipient struct {
	Addr   string
	User   string
	Tag    string
	Domain string
	Header string
}

// Problem names what kept the text of a message from being read.
type Problem string

// The problems. A message with one may have text all the same.
const (
	NoProblem Problem = ""
	Encrypted Problem = "encrypted" // the text is enciphered
	NoText    Problem = "no-text"   // there are attachments or pictures only
)

// Sentence says what the problem is and what the writer can do; "" for
// NoProblem.
func (p Problem) Sentence() string {
	switch p {
	case Encrypted:
		return "Your message is encrypted, and the judge has no key: send it unencrypted."
	case NoText:
		return "Your message has no text: write the commands into the message itself, not into an attachment."
	}
	return ""
}

// Read reads one message as RFC 5322 has it, to the end of r; line ends may be
// CRLF or LF, and a line "From ..." of a mailbox file may stand on top. The
// error is ErrHeader, ErrEmpty or one of r; with an error of r in the middle of
// the message no Letter is returned, so that half a message is never obeyed.
func Read(r io.Reader) (*Letter, error) {
	in := newLines(r)
	head, err := in.header(MaxHeader)
	if err != nil {
		return nil, err
	}
	if in.cut {
		return nil, ErrHeader
	}
	if head.Len() == 0 {
		return nil, ErrEmpty
	}
	l := new(Letter)
	w := walker{in: in, letter: l}
	root, err := w.walk(head)
	if err != nil {
		return nil, err
	}
	l.Size = in.size
	l.readHeader(head)
	l.Auto = auto(head, l)
	l.Full = l.fit(Normalise(w.text(root)))
	l.Text = Clean(l.Full)
	if strings.TrimSpace(l.Full) == "" && l.Problem == NoProblem && len(l.Attachments) > 0 {
		l.Problem = NoText
	}
	return l, nil
}

// fit cuts a text at MaxText, at the end of a line.
func (l *Letter) fit(text string) string {
	if len(text) <= MaxText {
		return text
	}
	l.Truncated = true
	text = text[:MaxText]
	if i := strings.LastIndexByte(text, '\n'); i > 0 {
		return text[:i+1]
	}
	return strings.ToValidUTF8(text, "")
}

// attach notes something that is not read.
func (l *Letter) attach(name string) {
	if len(l.Attachments) < maxNames {
		l.Attachments = append(l.Attachments, name)
	}
}

// fields are the values of a header field, the topmost first, unfolded.
func fields(h textproto.Header, key string) []string {
	var out []string
	for f := h.FieldsByKey(key); f.Next(); {
		out = append(out, f.Value())
	}
	return out
}
