package order

var kindNames = [...]string{
	"none", "hold", "advance", "support", "convoy", "convert", "besiege", "lift", "disband", "retreat", "build", "remove", "maintain", "waive",
	"ally", "unally", "expense", "payment", "loan", "chit", "clear", "permit", "tax", "give province", "transfer", "excommunicate", "overrule",
	"exchange",
}

// String returns the kind's name in a word or two.
func (k Kind) String() string { return kindNames[k] }
