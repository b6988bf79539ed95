package smtpd

import (
	"context"
	"errors"
	"io"
	"net"
)

// Envelope is the envelope of a message, as the delivering server stated it.
type Envelope struct {
	From   string   // sender of the envelope; empty for none or unknown
	Null   bool     // whether the sender is explicitly empty, as for delivery reports
	To     []string // the recipients; empty if unknown
	Remote net.IP   // address of the client if a stranger's server delivers directly; otherwise nil
	Helo   string
}

// Outcome is the result of receiving a message.
type Outcome string

// The outcomes.
const (
	Answered  Outcome = "answered"
	Dropped   Outcome = "dropped"   // no person wrote it, or there is nobody to answer
	Duplicate Outcome = "duplicate" // it has already been answered
)

// The errors of a Receiver. Any other error is temporary, like ErrLater.
var (
	// ErrMessage means that the message cannot be parsed and never will be.
	ErrMessage = errors.New("this message cannot be read")
	// ErrLater means that there are too many messages, or that the judge cannot
	// work now. The message should be delivered again.
	ErrLater = errors.New("the judge cannot take the message now; bring it again later")
)

// Receiver handles incoming messages.
type Receiver interface {
	// Receive handles a message. If it returns nil, all effects are stored. After an error other
	// than ErrMessage, the message was not accepted and should be delivered again.
	Receive(ctx context.Context, r io.Reader, env Envelope) (Outcome, error)
}
