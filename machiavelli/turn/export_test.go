package turn

// Scattered is for the tests that stand outside of the package, as they use
// packages that import this one.
var (
	Scattered   = scattered
	RandomLines = randomLines
	RandomMoney = randomMoney
)
