package rules

import "podesta/machiavelli/message"

// settled lists names of options, from other judges or older lists, that offer no choice here,
// because one interpretation always applies. Setting such an option to that interpretation is
// accepted and changes nothing.
var settled = map[string]struct {
	value string
	why   message.Message
}{
	"siege-owner":                     {"unit", message.New("a siege belongs to the unit that began it (SIEGE-15)")},
	"locked-besieger-other-order":     {"hold-and-abort", message.New("a besieger ordered elsewhere holds and its siege is off (SIEGE-07)")},
	"strait-late-block-still-cuts":    {"no", message.New("an order stopped by a strait has no effect at all (STRAIT-02)")},
	"ambiguous-coast":                 {"reject", message.New("a fleet that could arrive at two coasts must name one (BOARD-11)")},
	"counter-bribe-not-multiple-of-3": {"round-down", message.New("sums count in full threes (EXP-06)")},
	"mutual-assassination":            {"simultaneous", message.New("every attempt is made, no matter who else is hit (ASSN-06)")},
	"assassinated-besieger":           {"saves-garrison", message.New("a besieged garrison survives if its besieger's ruler dies too (ASSN-09)")},
	"loan-term":                       {"same-season-of-due-year", message.New("a loan is due in the season in which it was taken (LOAN-04)")},
	"strict-rebel-build-ban":          {"space", message.New("only the space that rebels is closed to new units (REB-11)")},
}

// settle handles a name that is not an option. The result known reports whether
// the name is in settled. The error is not nil if the name is in settled with
// another interpretation than value.
func settle(name, value string) (known bool, err error) {
	s, known := settled[canonical(name)]
	if known && canonical(value) != s.value {
		return true, message.Error(message.New("option {option} has no value {value}: {why}", message.Order(canonical(name)), quoted(value), s.why))
	}
	return known, nil
}
