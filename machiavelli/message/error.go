package message

import "errors"

// Sayer is an error that has a message.
type Sayer interface {
	error
	Say() Message
}

// Error returns an error that has a message.
func Error(m Message) error { return &failure{m} }

type failure struct{ m Message }

func (e *failure) Error() string { return e.m.String() }
func (e *failure) Say() Message  { return e.m }

// Of returns the message of an error. If the error has no message, its English text is quoted.
func Of(err error) Message {
	if s := Sayer(nil); errors.As(err, &s) {
		return s.Say()
	}
	return Quote(err.Error())
}

// Quote returns a message with text that no language changes. The message is
// empty if the text is empty.
func Quote(text string) Message {
	if text == "" {
		return Message{}
	}
	return New("{text}", Name(text))
}
