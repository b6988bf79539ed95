package smtpd

import (
	"context"
	"errors"
	"io"
	"net"
)

// Envelope is what a mail server said about a message.
type Envelope struct {
	From   string   // sender of the envelope; empty for none or unknown
	To     []string // the recipients; empty if unknown
	Remote net.IP   // the client, if the message came straight from a stranger's server; nil otherwise
	Helo   string
}

// Outcome is what became of a message.
type Outcome string

// The outcomes.
const (
	Answered  Outcome = "answered"
	Dropped   Outcome = "dropped"   // no person wrote it, or nobody can be answered
	Duplicate Outcome = "duplicate" // it was answered before
)

// Errors of a Receiver. Any other error is temporary, too.
var (
	// ErrMessage means that the message cannot be read and never will be.
	ErrMessage = errors.New("this is no message that can be read")
	// ErrLater means that there are too many letters, or that the judge cannot work
	// now; the message should be delivered again.
	ErrLater = errors.New("the judge cannot take the message now; bring it again later")
)

// Receiver takes incoming messages.
type Receiver interface {
	// Receive handles a message. After nil everything that it caused is stored; after
	// an error other than ErrMessage the message was not taken and should be
	// delivered again.
	Receive(ctx context.Context, r io.Reader, env Envelope) (Outcome, error)
}
