package order

var kindNames = [...]string{
	"none", "hold", "advance", "support", "convoy", "convert", "besiege", "lift", "disband", "retreat", "build", "remove", "maintain", "waive",
	"ally", "unally", "expense", "payment", "loan", "chit", "clear", "permit", "tax", "give province", "transfer", "excommunicate", "overrule",
}

// String returns the kind's name in a word or two.
func (k Kind) String() string { return kindNames[k] }

var spendingNames = [...]string{
	"none", "famine relief", "pacify", "counter-bribe", "disband", "buy", "to autonomous", "rebellion", "assassinate", "delete",
	"cause famine", "cause plague", "relieve plague", "order",
}

// String returns the expense's name in a word or two.
func (k ExpenseKind) String() string { return spendingNames[k] }
