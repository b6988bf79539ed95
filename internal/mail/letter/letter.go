// Package letter parses e-mail from strangers: it turns a raw message into a
// Letter with the sender, the recipients, evidence of an automatic answer, and
// its text as plain lines.
//
// It does not decide who the sender is, what they may do, or what the lines
// mean. No message can make it panic, and memory does not grow with the
// message: attachments are skipped, nesting needs no stack of readers, and the
// result is limited.
package letter

import (
	"errors"
	"io"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-message/textproto"

	"podesta/machiavelli/message"
)

// LoopHeader is a header field of all e-mail that a judge writes. A message that arrives with it
// was written by this or another judge, and must not be answered.
const LoopHeader = "X-Podesta-Judge"

// The limits of one message, in bytes.
const (
	MaxHeader = 256 << 10 // header block of the message; messages with longer headers are refused
	MaxText   = 1 << 20   // text, after decoding; the rest is dropped
	maxRaw    = 4 * MaxText
	maxPart   = 16 << 10 // header block of a part; the rest is dropped
	maxParts  = 500
	maxDepth  = 50
	maxNames  = 100 // attachments whose names are recorded
	maxPeople = 200 // addresses of all recipient fields
)

// The errors of Read. These two are about the message; any other error that Read returns comes from
// its reader.
var (
	// ErrHeader means that the header block is longer than MaxHeader.
	ErrHeader = errors.New("the header of the message is too long")
	// ErrEmpty means that there is no message, not even a header field.
	ErrEmpty = errors.New("the message has no header")
)

// Letter is a parsed message. Strings are valid UTF-8 without control
// characters; header values contain no line breaks.
type Letter struct {
	From    mail.Address // zero if missing, unreadable or not unique
	Sender  mail.Address // address in the field Sender; usually zero
	ReplyTo mail.Address // zero if replies are sent to From

	// To lists the recipients: first the addresses that mail servers recorded on delivery, then
	// those in the header. Each address is listed once.
	To []Recipient

	// Named holds the recipients in the fields To and Cc.
	Named []Recipient

	// Doubtful means that other programs may see a different sender, date or text in the
	// message: a field that may occur only once occurs several times, so that a signature may
	// cover any of them, or From is not a single address in the standard form.
	Doubtful bool

	// Languages is the value of the field Accept-Language, which lists the languages that the
	// writer reads; empty if the field is missing.
	Languages string

	Subject    string
	MessageID  string   // without angle brackets, like the IDs in InReplyTo and References
	InReplyTo  string   // the first ID, if there are several
	References []string // oldest first
	Date       time.Time

	// Full is the whole readable text, decoded; package command needs it to give a verdict on every
	// line. Text is the writer's own text: Full without quotations and signature.
	Full string
	Text string

	// Auto is the evidence that a machine wrote the message; Auto.Kind is Person if there is none.
	// A message that is not from a person must not be answered.
	Auto Auto

	// AuthResults are the Authentication-Results fields, the latest first. Whether one can be
	// trusted depends on the server that wrote it.
	AuthResults []string
	Signatures  []string // the DKIM-Signature fields, unverified
	ReturnPaths []string // senders of the envelopes, as mail servers recorded them on delivery

	Attachments []string // names or media types of skipped parts
	Unread      []string // skipped parts in which people may have written something
	Pictures    int      // number of inline pictures, which may be decoration
	Struck      []string // passages that the sender has struck out, which are not in the text
	Problem     Problem  // why the text could not be read; NoProblem if it could
	Truncated   bool     // whether the text was longer than MaxText, or had too many parts
	Size        int64    // number of bytes read
}

// Recipient is a recipient of a message. In "judge+medici@Example.org", User is "judge", Tag
// "medici" and Domain "example.org". Header is the header field that contains the recipient.
type Recipient struct {
	Addr   string
	User   string
	Tag    string
	Domain string
	Header string
}

// Problem is a reason why the text of a message could not be read.
type Problem string

// The problems. A message with a problem may still have text.
const (
	NoProblem Problem = ""
	Encrypted Problem = "encrypted" // the text is encrypted
	NoText    Problem = "no-text"   // the message contains only attachments or pictures
)

// Say explains the problem and what the sender can do. It is empty for NoProblem.
func (p Problem) Say() message.Message {
	switch p {
	case Encrypted:
		return message.New("The judge cannot open your message: it is encrypted, or packed by S/MIME. Send it as plain text.")
	case NoText:
		return message.New("Your message has no text: write the commands into the message itself, not into an attachment.")
	}
	return message.Message{}
}

// Read parses a message in the format of RFC 5322, to the end of r. Line ends may be CRLF or LF,
// and the "From ..." line of a mailbox file may precede the message. The error is ErrHeader,
// ErrEmpty or an error of r. After an error of r, Read returns no Letter, so that half a message
// never has an effect.
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
	text := w.read(root)
	full, struck := Strike(Normalise(text.text))
	l.Full, l.Struck = l.fit(Normalise(full)), append(text.struck, struck...)
	l.Text = Clean(l.Full)
	if strings.TrimSpace(l.Text) == "" && len(l.Unread)+l.Pictures == 0 {
		l.Unread = w.wrapped
	}
	switch {
	case l.Problem != NoProblem:
	case strings.Contains(l.Full, pgpMessage) && isEncrypted(l.Full):
		l.Problem = Encrypted
	case strings.TrimSpace(l.Text) == "" && len(l.Unread)+l.Pictures > 0:
		l.Problem = NoText
	}
	return l, nil
}

// pgpMessage is the line above text encrypted with PGP.
const pgpMessage = "-----BEGIN PGP MESSAGE-----"

// isEncrypted reports whether the writer's own text has an encrypted part.
func isEncrypted(text string) bool {
	for _, l := range Lines(text) {
		if l.Kind == Armour && l.Text == pgpMessage {
			return true
		}
	}
	return false
}

// fit truncates a text to MaxText bytes, if possible at the end of a line.
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

// attach records a skipped part, unless there are too many.
func (l *Letter) attach(name string) {
	if len(l.Attachments) < maxNames {
		l.Attachments = append(l.Attachments, name)
	}
}

// fields returns the values of a header field, the topmost first, unfolded.
func fields(h textproto.Header, key string) []string {
	var out []string
	for f := h.FieldsByKey(key); f.Next(); {
		out = append(out, f.Value())
	}
	return out
}
