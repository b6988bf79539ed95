package message

import "errors"

// Sayer is an error that has a message.
type Sayer interface {
	error
	Say() Message
}

// Of returns the message of an error. An error that has none is quoted in English.
func Of(err error) Message {
	if s := Sayer(nil); errors.As(err, &s) {
		return s.Say()
	}
	return New("{text}", Name(err.Error()))
}
