package env

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
)

// Part is what an action consists of, for programs that learn about kinds of
// orders and places rather than about each action by itself. No two actions
// have the same parts.
type Part [5]int

// The elements of a Part. Areas are indices in the list of Setup.Areas, and powers are numbers in
// the roster; -1 means none.
const (
	PartKind   = iota // index in the list of kinds
	PartUnit          // area of the unit
	PartTarget        // area of the unit that is supported, carried or bought; for a ride, the province in the middle
	PartTo            // area of the destination, or of the province that an expense is for
	PartPower         // power that an order names
)

// kindNames names the kinds of orders in parts.
var kindNames = map[order.Kind]string{
	order.Hold: "hold", order.Advance: "advance", order.Support: "support", order.Convoy: "convoy", order.Convert: "convert",
	order.Besiege: "besiege", order.Lift: "lift", order.Disband: "disband", order.Build: "build", order.Remove: "remove",
	order.Maintain: "maintain", order.Waive: "waive", order.Ally: "ally", order.Expense: "expense", order.Payment: "payment",
	order.Loan: "loan", order.GiveChit: "give chit", order.Permit: "permit", order.Tax: "tax", order.GiveProvince: "give province",
	order.Transfer: "transfer", order.Silence: "excommunicate", order.Overrule: "overrule",
}

// supported names what a supported unit does.
var supported = map[order.Action]string{
	order.ToHold: "hold", order.ToAdvance: "advance", order.ToConvert: "convert", order.PowerThere: "power",
}

// Parts returns the parts of each action, by its number, and the list of kinds, in a fixed
// order, to which they refer.
func (v *Vocabulary) Parts() (kinds []string, parts []Part) {
	number := map[string]int{}
	parts = make([]Part, len(v.entries))
	for i := range v.entries {
		e := &v.entries[i]
		name := e.name(v.powers)
		k, ok := number[name]
		if !ok {
			k = len(kinds)
			number[name] = k
			kinds = append(kinds, name)
		}
		parts[i] = Part{k, part(e.unit.at), part(max(e.target.at, e.middle)), part(e.to.At), -1}
		if e.power != machiavelli.Nobody || e.action == order.PowerThere {
			parts[i][PartPower] = int(e.power)
		}
	}
	return kinds, parts
}

// part returns the element of a Part for an area.
func part(at board.ID) int { return int(at) - 1 }

// name returns the kind of an entry in words: everything about it except areas and the power
// that it names.
func (e *entry) name(powers machiavelli.Roster) string {
	words := []string{kindNames[e.kind]}
	add := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	add(e.action != order.NoAction, supported[e.action])
	add(e.expense != order.NoExpense, e.expense.String())
	add(e.quality != machiavelli.Ordinary, e.quality.String())
	add(e.convert != machiavelli.NoType, e.convert.String())
	add(e.convoy, "by convoy")
	add(e.unit.city, "by garrison")
	add(e.target.city, "of garrison")
	add(e.to.Coast != machiavelli.NoCoast, e.to.Coast.Code())
	add(e.victim != machiavelli.Nobody, "against "+powers[e.victim].ID)
	add(e.bank, "to bank")
	add(e.years > 0, "for "+strconv.Itoa(int(e.years)))
	add(e.amount > 0, strconv.Itoa(int(e.amount)))
	return strings.Join(words, " ")
}
