package order

// ExpenseKind is the purpose of an expense.
type ExpenseKind uint8

// The twelve expenses of the cost table (several letters share a kind), and the deletion of a line.
const (
	NoExpense ExpenseKind = iota
	FamineRelief
	Pacify
	CounterBribe
	DisbandUnit  // letters d, g and h; the target unit determines which
	BuyUnit      // letters e and i
	ToAutonomous // f
	Rebellion    // letters j and k
	Assassinate
	Delete // "none": empties the slot

	// Expenses of the optional rules.
	CauseFamine   // causes famine in the province To (OPT-08)
	CausePlague   // OPT-09
	RelievePlague // OPT-09
	OrderUnit     // the right to order the autonomous unit Target in this campaign (OPT-05)
	Ransom        // ransom of the garrison in the province To (OPT-23)
)

// purpose describes a kind of expense. Everything that reads, writes or lists expenses by their
// kind uses it.
type purpose struct {
	name    string  // name in a word or two
	id      string  // name in records; once released it never changes, since archives contain it
	written string  // name in canonical text
	listed  string  // the form suggested for a misspelt expense; empty if there is none
	option  string  // the form suggested in games with the option for it; empty if there is none
	target  Target  // what the money is for
	letters string  // letters in the 1978 notation
	begins  []begin // the words with which the expense begins
}

// begin is a word with which an expense begins.
type begin struct {
	word string
	more string // a word that may follow as part of the same name
	own  bool   // whether no other order begins with the word
}

// purposes describes the kinds of expenses.
var purposes = [...]purpose{
	NoExpense: {name: "none"},
	FamineRelief: {
		name: "famine relief", id: "famine-relief", written: "Famine Relief", listed: "famine relief", target: OnProvince, letters: "a",
		begins: []begin{{"famine", "relief", true}, {"relief", "", true}, {"fr", "", true}, {"relieve", "famine", false}, {"relieves", "famine", false}},
	},
	Pacify: {
		name: "pacify", id: "pacify", written: "Pacify Rebellion", listed: "pacify rebellion", target: OnProvince, letters: "b",
		begins: []begin{{"pacify", "rebellion", true}, {"pr", "", true}},
	},
	CounterBribe: {
		name: "counter-bribe", id: "counter-bribe", written: "Counter-Bribe", listed: "counter-bribe", target: OnUnit, letters: "c",
		begins: []begin{{"counter", "bribe", true}, {"counterbribe", "", true}, {"cb", "", true}},
	},
	DisbandUnit: {
		name: "disband", id: "disband-unit", written: "Disband", listed: "disband", target: OnUnit, letters: "dgh",
		begins: []begin{{"disband", "", false}, {"disbands", "", false}, {"d", "", false}},
	},
	BuyUnit: {
		name: "buy", id: "buy-unit", written: "Buy", listed: "buy", target: OnUnit, letters: "ei",
		begins: []begin{{"buy", "", true}, {"purchase", "", true}, {"b", "", false}},
	},
	ToAutonomous: {
		name: "to autonomous", id: "to-autonomous", written: "To Autonomous", listed: "garrison to autonomous", option: "army to autonomous", target: OnUnit, letters: "f",
		begins: []begin{
			{"gta", "", true},
			{"g", "", false},
			{"autonomous", "", false},
			{"to", "", false},
			{"garrison", "", false},
			{"army", "", false},
			{"fleet", "", false},
			{"cavalry", "", false},
			{"unit", "", false},
		},
	},
	Rebellion: {
		name: "rebellion", id: "rebellion", written: "Cause Rebellion", listed: "cause rebellion", target: OnProvince, letters: "jk",
		begins: []begin{{"rebellion", "", true}, {"cr", "", true}, {"cause", "rebellion", false}, {"causes", "rebellion", false}},
	},
	Assassinate: {
		name: "assassinate", id: "assassinate", written: "Assassinate", listed: "assassinate", target: OnRuler, letters: "l",
		begins: []begin{{"assassinate", "", true}, {"a", "", false}},
	},
	Delete:        {name: "delete", id: "delete", written: "None", listed: "none", begins: []begin{{"none", "", false}}},
	CauseFamine:   {name: "cause famine", id: "cause-famine", written: "Cause Famine", option: "cause famine", target: OnProvince},
	CausePlague:   {name: "cause plague", id: "cause-plague", written: "Cause Plague", option: "cause plague", target: OnProvince},
	RelievePlague: {name: "relieve plague", id: "relieve-plague", written: "Relieve Plague", option: "relieve plague", target: OnProvince, begins: []begin{{"plague", "relief", false}}},
	OrderUnit:     {name: "order", id: "order-unit", written: "Order", option: "order", target: OnUnit, begins: []begin{{"order", "", false}, {"orders", "", false}}},
	Ransom:        {name: "ransom", id: "ransom", written: "Ransom", option: "ransom", target: OnProvince, begins: []begin{{"ransom", "", true}, {"ransoms", "", true}}},
}

// Target is what an expense is for.
type Target uint8

// The targets of expenses; each says which field of an order holds it.
const (
	OnNothing  Target = iota
	OnProvince        // To
	OnUnit            // Target
	OnRuler           // Power
)

// String returns the expense's name in a word or two.
func (k ExpenseKind) String() string { return purposes[k].name }

// Target returns what an expense is for: OnNothing for NoExpense, Delete and invalid values.
func (k ExpenseKind) Target() Target {
	if int(k) >= len(purposes) {
		return OnNothing
	}
	return purposes[k].target
}

// Expenses returns how many kinds of expenses there are, including NoExpense.
func Expenses() int { return len(purposes) }

// ExpenseIDs returns the IDs of the kinds of expenses in records, indexed by
// ExpenseKind. The ID of NoExpense is empty.
func ExpenseIDs() []string {
	ids := make([]string, len(purposes))
	for k := range purposes {
		ids[k] = purposes[k].id
	}
	return ids
}

// ExpensesOn returns the expenses for a target, in the order of their constants.
func ExpensesOn(t Target) []ExpenseKind {
	var kinds []ExpenseKind
	for k := range purposes {
		if purposes[k].target == t {
			kinds = append(kinds, ExpenseKind(k))
		}
	}
	return kinds
}

// BeginsExpense reports whether a word, in lower case, begins an expense and no
// other order.
func BeginsExpense(word string) bool { return expenseVerbs[word].own }

// expenseVerb returns the expense that the first word names. more is the word that may follow
// as part of the same name.
func expenseVerb(w []byte) (kind ExpenseKind, more string) {
	v := expenseVerbs[string(w)]
	return v.kind, v.more
}

type expenseBegin struct {
	kind ExpenseKind
	begin
}

// expenseVerbs maps the first words of expenses to their kinds. expenseNames are the long forms
// with which a misspelt expense is compared, optionNames the long forms that need an option of the
// game, and expenseLetters the letters of the 1978 notation.
var expenseVerbs, expenseNames, optionNames, expenseLetters = func() (verbs map[string]expenseBegin, names, options []string, letters [256]ExpenseKind) {
	verbs = map[string]expenseBegin{}
	for k := range purposes {
		p, kind := &purposes[k], ExpenseKind(k)
		for _, b := range p.begins {
			verbs[b.word] = expenseBegin{kind, b}
		}
		for _, c := range []byte(p.letters) {
			letters[c] = kind
		}
		if p.listed != "" {
			names = append(names, p.listed)
		}
		if p.option != "" {
			options = append(options, p.option)
		}
	}
	return verbs, names, options, letters
}()

// expenseLetter reads the expense letters of the 1978 notation, a to l.
func expenseLetter(c byte) ExpenseKind { return expenseLetters[c|0x20] }
