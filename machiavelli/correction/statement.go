package correction

// Statement describes a kind of statement, for help.
type Statement struct {
	Word    string // the word that it begins with
	Form    string // its syntax
	Does    string // what it does
	Example string

	do func(w *words) error
}

// Statements lists the kinds of statements in the order of the documentation.
func Statements() []Statement { return statements }

var statements = []Statement{
	{
		"unit", "unit add POWER UNIT | remove UNIT | move UNIT to PLACE | type UNIT TYPE | quality UNIT QUALITY | owner UNIT POWER | serial UNIT NUMBER",
		"adds, removes or moves a unit, or changes its type, quality, owner or number", "unit add milan A Pavia mercenary", (*words).doUnit,
	},
	{
		"dislodged", "dislodged add POWER UNIT from PLACE [to PLACE, PLACE, city] | retreats UNIT [to PLACE, PLACE, city] | remove UNIT",
		"in a retreat phase: a unit that must retreat, and where it may go; by default where the rules allow", "dislodged add milan A Pavia from Turin", (*words).doDislodged,
	},
	{
		"control", "control province PLACE POWER | control city PLACE POWER | control both PLACE POWER",
		"who controls a province or a city; write nobody for no owner", "control city Bologna papacy", (*words).doControl,
	},
	{"home", "home COUNTRY POWER", "who holds a home country", "home naples france", (*words).doHome},
	{"treasury", "treasury POWER DUCATS | +DUCATS | -DUCATS", "a power's money: the new amount, or how much to add or subtract", "treasury venice 12", (*words).doTreasury},
	{
		"loan", "loan set POWER PRINCIPAL INTEREST due SEASON YEAR | remove POWER SEASON YEAR | clear POWER",
		"what a power owes the bank, and when it is due", "loan set venice 10 2 due summer 1456", (*words).doLoan,
	},
	{"bankrupt", "bankrupt POWER [yes|no]", "whether the bank still lends to a power", "bankrupt milan no", (*words).doBankrupt},
	{"chit", "chit POWER VICTIM NUMBER", "how many assassination chits a power has against another", "chit milan venice 1", (*words).doChit},
	{
		"rebellion", "rebellion PLACE province|city|both|none [against POWER]", "where there is a rebellion; by default against the province's owner",
		"rebellion Pisa both against florence", (*words).doRebellion,
	},
	{"siege", "siege PLACE [yes|no]", "whether the unit outside a city has begun to besiege it", "siege Ferrara", (*words).doSiege},
	{"famine", "famine PLACE [yes|no]", "whether a province has a famine marker", "famine Pavia no", marker(famine, anyFamine)},
	{"scorched", "scorched PLACE [yes|no]", "whether a province has a famine caused by money", "scorched Pavia", marker(scorched, causedFamine)},
	{"plague", "plague PLACE [yes|no]", "whether a province has a lasting plague", "plague Pavia", marker(plague, lastingPlague)},
	{"infected", "infected PLACE [yes|no]", "whether money brings the plague to a province at the end of the campaign", "infected Pavia", marker(infected, causedPlague)},
	{"guarded", "guarded PLACE [yes|no]", "whether money keeps the plague from a province until then", "guarded Pavia", marker(guarded, causedPlague)},
	{"spared", "spared PLACE [yes|no]", "whether the same plague has already left a province", "spared Pavia", marker(spared, movingPlague)},
	{"taxed", "taxed PLACE [yes|no]", "whether a province was taxed by force this year", "taxed Pavia", marker(taxed, anyTax)},
	{"taxed-before", "taxed-before PLACE [yes|no]", "whether a province was taxed by force last year", "taxed-before Pavia", marker(taxedBefore, lastingTax)},
	{"contested", "contested PLACE [yes|no]", "in a retreat phase: whether a stand-off left a place empty", "contested Pavia", (*words).doContested},
	{"passage", "passage POWER POWER [yes|no]", "in a retreat phase: whether the first power lets the second through its straits", "passage naples venice", (*words).doPassage},
	{"transfer", "transfer add PLACE to PLACE | remove PLACE", "in a retreat phase: a pending strategic movement of the unit there", "transfer add Pavia to Pisa", (*words).doTransfer},
	{"eliminated", "eliminated POWER [yes|no]", "whether a power is out of the game; it then has nothing", "eliminated turks", (*words).doEliminated},
	{"cities-needed", "cities-needed NUMBER|usual", "how many cities it takes to win after a tie", "cities-needed 16", (*words).doCitiesNeeded},
}

// names lists the words that statements begin with.
func names() []string {
	var out []string
	for i := range statements {
		out = append(out, statements[i].Word)
	}
	return out
}
