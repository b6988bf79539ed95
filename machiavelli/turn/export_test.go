package turn

// Scattered and the others are for external tests, which use packages that
// import this one.
var (
	Scattered   = scattered
	RandomLines = randomLines
	RandomMoney = randomMoney
)
