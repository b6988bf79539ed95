package rules

// conflict is a pair of choices that do not work together.
type conflict struct {
	there func(*Set) bool
	say   string
	mend  func(*Set) // undoes the choice that the other makes meaningless
}

// off returns the conflict of a switch that works only if need holds.
func off(need func(*Set) bool, f func(*Set) *bool, say string) conflict {
	return conflict{
		func(s *Set) bool { return *f(s) && !need(s) },
		say,
		func(s *Set) { *f(s) = false },
	}
}

func money(s *Set) bool     { return s.Money }
func diceOn(s *Set) bool    { return s.DiceOn }
func garrisons(s *Set) bool { return s.Garrisons }

// conflicts is sorted so that resolving one of them creates none of those
// before it.
var conflicts = []conflict{
	off(money, func(s *Set) *bool { return &s.BankLoans }, "Without money there is no bank: switch bank-loans off or money on."),
	off(money, func(s *Set) *bool { return &s.Assassinations }, "Without money nobody can pay an assassin: switch assassinations off or money on."),
	off(money, func(s *Set) *bool { return &s.SpecialUnits }, "Without money nobody can pay special units: switch special-units off or money on."),
	off(money, func(s *Set) *bool { return &s.AutonomousFieldUnits }, "Without money no army or fleet ever becomes autonomous: switch autonomous-field-units off or money on."),
	off(money, func(s *Set) *bool { return &s.AutonomousOrders }, "Without money no orders can be bought: switch autonomous-orders off or money on."),
	off(money, func(s *Set) *bool { return &s.CausePlague }, "Without money nobody can pay for a plague: switch cause-plague off or money on."),
	off(money, func(s *Set) *bool { return &s.ProvinceIncome }, "Without money provinces have no income: switch province-income off or money on."),
	{
		func(s *Set) bool { return !s.Money && s.CauseFamine != NoCausedFamine },
		"Without money nobody can pay for a famine: set cause-famine to off or switch money on.",
		func(s *Set) { s.CauseFamine = NoCausedFamine },
	},
	{
		func(s *Set) bool { return !s.Money && s.ForcedTaxation != NoForcedTaxation },
		"Without money there is nothing to tax: set forced-taxation to off or switch money on.",
		func(s *Set) { s.ForcedTaxation = NoForcedTaxation },
	},
	{
		func(s *Set) bool { return !s.Money && s.UnitCount == CountMoney },
		"Without money something else must limit the units: set unit-count to cities or switch money on.",
		func(s *Set) { s.UnitCount = CountCities },
	},
	off(diceOn, func(s *Set) *bool { return &s.Famine }, "Famine is rolled for: switch famine off or dice on."),
	off(diceOn, func(s *Set) *bool { return &s.Plague }, "Plague is rolled for: switch plague off or dice on."),
	off(diceOn, func(s *Set) *bool { return &s.Storms }, "Storms are rolled for: switch storms off or dice on."),
	off(diceOn, func(s *Set) *bool { return &s.BankLoans }, "A game without dice has no bank: switch bank-loans off or dice on."),
	off(diceOn, func(s *Set) *bool { return &s.Assassinations }, "An assassin's luck is rolled for: switch assassinations off or dice on."),
	{
		func(s *Set) bool { return !s.DiceOn && s.Money && s.BribeTie == TieDieToss },
		"Without dice no die decides between equal bribes: set bribe-tie to all-fail or switch dice on.",
		func(s *Set) { s.BribeTie = TieAllFail },
	},
	{
		func(s *Set) bool { return s.Plague && s.SeasonsPerYear == 2 },
		"The plague comes between spring and summer: with two campaigns a year, switch plague off.",
		func(s *Set) { s.Plague = false },
	},
	off(garrisons, func(s *Set) *bool { return &s.GarrisonEveryFreeFort }, "Without garrisons no fort gets one: switch garrison-every-free-fort off or garrisons on."),
	{
		func(s *Set) bool { return !s.Garrisons && s.Fortresses == FortressesOn },
		"A fortress is of use to garrisons only: set fortresses to off or switch garrisons on.",
		func(s *Set) { s.Fortresses = FortressesOff },
	},
	{
		func(s *Set) bool { return s.HomesFixed && s.VictoryHomes != HomesNone },
		"Where home countries never change hands none can be needed for victory: set victory-homes to none or homes-fixed to no.",
		func(s *Set) { s.VictoryHomes = HomesNone },
	},
}

// Check lists the choices of s that do not work together, each in a sentence
// that says what to change. A set that Make derives from a preset has no
// conflicts unless the given options contain them.
func (s *Set) Check() []string {
	var out []string
	for i := range conflicts {
		if conflicts[i].there(s) {
			out = append(out, conflicts[i].say)
		}
	}
	return out
}

// Normalize returns s without the choices that others make meaningless: without
// money, for example, there is no bank. Check finds nothing in the result.
func (s Set) Normalize() Set {
	for i := range conflicts {
		if conflicts[i].there(&s) {
			conflicts[i].mend(&s)
		}
	}
	return s
}
