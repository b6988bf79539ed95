package record

import (
	"reflect"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// names lists, for each enumeration, the names of its values in order. A
// released entry keeps its name, since archives contain it.
var names = map[reflect.Type][]string{
	reflect.TypeOf(machiavelli.NoType):   {"", "army", "fleet", "garrison", "cavalry", "armoured cavalry"},
	reflect.TypeOf(machiavelli.Ordinary): {"", "militia", "mercenary", "professional"},
	reflect.TypeOf(machiavelli.NoCoast):  {"", "nc", "sc", "ec", "wc"},
	reflect.TypeOf(machiavelli.Spring):   {"", "spring", "summer", "fall", "winter"},
	reflect.TypeOf(order.NoKind): {
		"", "hold", "advance", "support", "convoy", "convert", "besiege", "lift", "disband",
		"retreat", "build", "remove", "maintain", "waive", "ally", "unally", "expense", "payment", "loan", "give-chit", "clear",
		"permit", "tax", "give-province", "transfer", "silence", "overrule", "exchange",
	},
	reflect.TypeOf(order.NoAction):  {"", "hold", "advance", "convert", "power-there"},
	reflect.TypeOf(order.NoExpense): order.ExpenseIDs(),
	reflect.TypeOf(event.NoVerdict): {"", "succeeded", "bounced", "cut", "disrupted", "void", "disbanded", "wasted"},
	reflect.TypeOf(event.NoReason): {
		"", "stood-off", "held-off", "head-to-head", "own-unit", "own-support", "convoy-broken",
		"no-convoy", "convoy-paradox", "strait-closed", "siege-lock", "besieged", "city-held", "city-rebels", "venice-closed",
		"venice-rebels", "nothing-to-siege", "support-cut", "supporter-lost", "no-match", "ambiguous", "starved", "not-needed",
		"assassinated",
	},
}
