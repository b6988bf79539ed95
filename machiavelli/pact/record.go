package pact

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Standing is the state of a proposal.
type Standing string

// The states of a proposal. One that was accepted is an agreement.
const (
	Waiting    Standing = "waiting"
	Refused    Standing = "refused"
	Withdrawn  Standing = "withdrawn"
	Expired    Standing = "expired" // nobody answered in time
	StillHolds Standing = "in force"
	WasKept    Standing = "kept"
	WasBroken  Standing = "broken"
)

// Record is a proposal with its answer, and whether it was kept.
type Record struct {
	Terms Terms
	Made  message.Campaign // the first campaign whose orders were not resolved yet when it was made
	State Standing
	By    machiavelli.PowerSet // WasBroken: the powers that broke it
	In    message.Campaign     // WasBroken: the campaign in which it was broken
}

// Standing returns the state of an agreement with this course.
func (c Course) Standing() Standing {
	return [...]Standing{InForce: StillHolds, Kept: WasKept, Broken: WasBroken}[c]
}
