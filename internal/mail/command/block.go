// Package command parses the language in which people write to the judge. It turns the text of an
// e-mail into a list of blocks with commands and orders.
//
// A block extends from SIGNON to SIGNOFF; the lines before the first SIGNON are a separate block.
// Every line that is not empty belongs to at least one item: a command, an order, an error that
// says what is wrong, or an Ignored with the reason. No line is dropped silently, and nothing is
// executed here: the package knows no games, players or powers, so letters and names of powers,
// dates, and orders stay text.
//
// Secrets (passwords, tokens) have the type Secret. No text from this package shows them, even
// if the command before them was mistyped.
package command

import (
	"strconv"
	"strings"

	"podesta/machiavelli/message"
)

// The limits of one text.
const (
	maxLines  = 20000 // lines of a text; further lines are refused
	maxLine   = 2000  // characters of a line outside press
	maxErrors = 200   // errors that are described individually
	maxItems  = 10000 // commands, orders and errors
	maxDepth  = 20    // nesting depth of IF blocks or parentheses
	maxBlocks = 20    // sessions

	maxSecrets = 100 // secrets that are remembered; if there are more, the raw lines are not shown
)

// Block is a part of an e-mail: the lines that belong to one SIGNON, or the lines before any
// SIGNON.
type Block struct {
	// Signon opened the block. It is nil for the lines before any SIGNON.
	Signon *Signon
	// Items are the lines of the block in order, including the SIGNON. Lines
	// after SIGNOFF are included as Ignored.
	Items []Item
}

// Item is the result of one line, or of the lines Line to End (from 1) that belong together, such
// as the text of a message to other players. Either Err or Command is nil. A line can contain
// several items, such as orders between semicolons or several settings after SET.
type Item struct {
	Line, End int
	Column    int    // column of the first line, in characters from 1
	Raw       string // the first line as written, with secrets hidden
	Command   Command
	Err       *Error
	Notes     []Note // remarks on a valid item
	Open      bool   // whether the end of its text is missing
	Near      bool   // whether its text ends with a line that only resembles an end marker
}

// Command is a parsed command. String returns its canonical form, which parses to the same command,
// except that secrets are replaced with stars.
type Command interface {
	String() string
}

// Error says why a line is invalid. Line and Column, both counted from 1 and the column in
// characters, locate the error. Message is a sentence that says what is wrong and what was
// expected. Suggest lists corrections that may have been meant. An Error contains no secret.
type Error struct {
	Code    string
	Line    int
	Column  int
	Message message.Message
	Suggest []string
}

// The codes of errors. The codes of errors in orders are in package order.
const (
	CodeUnknown  = "C01" // no such command, setting or option
	CodeMissing  = "C02" // an argument is missing after the command
	CodeBad      = "C03" // an argument after the command is wrong
	CodeLetters  = "C04" // letters of powers are unreadable, or repeated
	CodeNumber   = "C05" // not a number, or out of range
	CodeConflict = "C06" // options that contradict each other
	CodePlace    = "C07" // not allowed at this place of an e-mail
	CodeUnread   = "C08" // the command is complete, but followed by more text
	CodeSecret   = "C09" // a text for others contains a password or token
	CodeLong     = "C10" // too long, too many, too deep
	CodeSet      = "C11" // a setting without SET, or a misspelt command
	CodeOpen     = "C12" // the end of a text or a condition is in doubt
	CodePhase    = "E27" // an unreadable PHASE, or an order under it
)

// Error returns the place, the code and the message on one line.
func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Code + " " + e.Message.String()
	if len(e.Suggest) > 0 {
		s += " Did you mean " + strings.Join(e.Suggest, " or ") + "?"
	}
	return s
}

// Note is a remark about a valid item.
type Note struct {
	Code    string
	Message message.Message
}

// The codes of notes.
const (
	NoteOpenText = "N01" // a text without ENDPRESS ends with the e-mail
	NoteNearEnd  = "N02" // a line that resembles the end of a block was read as its end
	NoteJoined   = "N03" // the following line was joined to the order
	NoteRest     = "N04" // text after SIGNON has no effect
)

// Order is an order as written, which package order parses. It is a line that is not a command, or
// a part of such a line between semicolons. If a mail program broke the line, its pieces are
// joined.
type Order struct{ Text string }

func (c Order) String() string { return c.Text }

// Why is the reason for which a line has no effect.
type Why string

// The reasons.
const (
	BeforeSignon Why = "before SIGNON"   // not a command, for example a greeting
	AfterSignoff Why = "after SIGNOFF"   // the block had ended
	Greeting     Why = "greeting"        // salutation or farewell inside a block
	Quotation    Why = "quotation"       // quoted from another e-mail
	Signature    Why = "signature"       // after "-- ", added by a mail program, or the writer's name
	Prose        Why = "prose"           // neither a command nor an order
	Wrapping     Why = "wrapping"        // armour lines of signed e-mail or encoded files
	Comment      Why = "comment"         // after "#" or "//"
	Ruling       Why = "no words"        // no words, for example a line of dashes
	InPhase      Why = "unreadable line" // part of a text or PHASE that was refused as a whole
)

// Ignored is a line without effect, with the reason.
type Ignored struct{ Why Why }

func (c Ignored) String() string { return "" }

// Obsolete is a command of older judges that this one does not need. Answer is a sentence for
// the sender. The command has no effect.
type Obsolete struct {
	Name   string
	Answer message.Message
}

func (c Obsolete) String() string { return c.Name }

// Secrets lists the passwords and tokens of all blocks, which must not be
// shown.
func Secrets(blocks []Block) []Secret {
	var out []Secret
	for _, b := range blocks {
		for _, i := range b.Items {
			switch c := i.Command.(type) {
			case Signon:
				out = append(out, c.Password)
			case SetPassword:
				out = append(out, c.Password)
			case Register:
				out = append(out, c.Password)
			case Confirm:
				out = append(out, c.Token)
			}
		}
	}
	kept := out[:0]
	for _, s := range out {
		if !s.Empty() {
			kept = append(kept, s)
		}
	}
	return kept
}
