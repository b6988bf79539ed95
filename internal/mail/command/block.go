// Package command reads the language in which people write to the judge: the
// text of a letter in, a list of blocks with their commands and orders out.
//
// A block is what stands between SIGNON and SIGNOFF; what stands before the
// first SIGNON is a block of its own without one. Every line that is not empty
// comes back in exactly one place: as a command or a part of one, as an order,
// as an error that says what is wrong, or as Ignored with the reason. Nothing is
// dropped without a word, and nothing is carried out here: the package knows no
// game, no player and no power, so letters and names of powers, dates, and
// orders stay text.
//
// Secrets (passwords, tokens) are of type Secret; no text that comes out of this
// package shows them, not even where somebody mistyped the command before them.
package command

import (
	"strconv"
	"strings"
)

// The bounds of what is read from one text.
const (
	maxLines  = 20000 // lines of a text, further ones are refused
	maxLine   = 2000  // characters of a line that is no text of press
	maxErrors = 200   // errors that are described one by one
	maxItems  = 10000 // commands, orders and errors
	maxDepth  = 20    // IF blocks in each other, parentheses in each other
	maxBlocks = 20    // sessions

	maxSecrets = 100 // secrets that are remembered; with more of them no line is shown
)

// Block is the part of a letter that belongs to one SIGNON.
type Block struct {
	// Signon opened the block; nil for what stands before any SIGNON, and for a
	// letter that came to a reply address.
	Signon *Signon
	// Items are the lines of the block in their order, the SIGNON included. What
	// follows SIGNOFF is there too, as Ignored.
	Items []Item
}

// Item is what became of one line, or of the lines Line to End (from 1) that
// belong together, as the text of a letter to other players. Either Err is nil
// or Command is nil. A line can hold several items: orders between semicolons,
// several settings after SET.
type Item struct {
	Line, End int
	Column    int    // of the first line, in characters from 1
	Raw       string // the first line as it was written, secrets hidden
	Command   Command
	Err       *Error
	Notes     []Note // remarks on something that was understood
}

// Command is what a line asks for. String is its canonical form, which can be
// read again and gives the same command; secrets are hidden in it, and where
// one must stand there are stars.
type Command interface {
	String() string
}

// Error says why a line was not understood. Line and Column, both from 1 and
// the column in characters, are where the trouble begins. Message is a sentence
// that says what is wrong and what was expected, Suggest what may have been
// meant. No secret stands in it.
type Error struct {
	Code    string
	Line    int
	Column  int
	Message string
	Suggest []string
}

// The codes of errors. Those of orders are in package order.
const (
	CodeUnknown  = "C01" // no such command, setting or option
	CodeMissing  = "C02" // something is missing behind the command
	CodeBad      = "C03" // something behind the command is not as it should be
	CodeLetters  = "C04" // letters of powers unreadable, or twice the same
	CodeNumber   = "C05" // no number, or out of range
	CodeConflict = "C06" // options that contradict each other
	CodePlace    = "C07" // not at this place of a letter
	CodeUnread   = "C08" // something is left over
	CodeSecret   = "C09" // a text for others holds a password or token
	CodeLong     = "C10" // too long, too many, too deep
	CodeSet      = "C11" // a setting without SET, a command misspelt
	CodePhase    = "E27" // PHASE unreadable, and orders under it
)

// Error writes the place, the code and the message on one line.
func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Code + " " + e.Message
	if len(e.Suggest) > 0 {
		s += " Did you mean " + strings.Join(e.Suggest, " or ") + "?"
	}
	return s
}

// Note is a remark on something that was understood.
type Note struct {
	Code    string
	Message string
}

// The codes of notes.
const (
	NoteOpenText = "N01" // a text without ENDPRESS ends with the letter
	NoteOpenIf   = "N02" // an IF without ENDIF ends with the block
	NoteJoined   = "N03" // the following line was taken as part of the order
	NoteRest     = "N04" // something behind SIGNON does nothing
)

// Order is a line, or a part of one between semicolons, that is no command: an
// order for package order to read, as it was written. Where a mail program
// broke the line its pieces are joined.
type Order struct{ Text string }

func (c Order) String() string { return c.Text }

// Why says why a line does nothing.
type Why string

// The reasons.
const (
	BeforeSignon Why = "before SIGNON"   // no command; greetings and the like
	AfterSignoff Why = "after SIGNOFF"   // the letter had ended
	Greeting     Why = "greeting"        // salutation or farewell inside a block
	Quotation    Why = "quotation"       // quoted from another letter
	Signature    Why = "signature"       // under "-- ", or put there by a mail program
	Wrapping     Why = "wrapping"        // of signed mail and encoded files
	Comment      Why = "comment"         // behind "#" or "//"
	Ruling       Why = "no words"        // lines of dashes and the like
	InPhase      Why = "unreadable line" // parts of something that was refused as a whole
)

// Ignored is a line that does nothing, and why.
type Ignored struct{ Why Why }

func (c Ignored) String() string { return "" }

// Obsolete is a command that judges had and this one does not need. Answer is
// a sentence for the writer; nothing is changed.
type Obsolete struct {
	Name   string
	Answer string
}

func (c Obsolete) String() string { return c.Name }

// Empty reports whether the blocks hold nothing that can be carried out or
// answered: no SIGNON, no command, no error. The letter was not meant for the
// judge, or its writer needs help.
func Empty(blocks []Block) bool {
	for _, b := range blocks {
		if b.Signon != nil {
			return false
		}
		for _, i := range b.Items {
			if i.Err != nil {
				return false
			}
			if _, nothing := i.Command.(Ignored); !nothing {
				return false
			}
		}
	}
	return true
}

// Secrets lists what must not leave the letter: the passwords and tokens of all
// blocks.
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
