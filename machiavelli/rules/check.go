package rules

import "podesta/machiavelli/message"

// conflict is a pair of choices that do not work together.
type conflict struct {
	there func(*Set) bool
	say   message.Message
	mend  func(*Set) // removes the choice that the other choice makes meaningless
}

// off returns the conflict for a switch that works only if the function need
// returns true.
func off(need func(*Set) bool, f func(*Set) *bool, say message.Message) conflict {
	return conflict{
		func(s *Set) bool { return *f(s) && !need(s) },
		say,
		func(s *Set) { *f(s) = false },
	}
}

// named returns an option as messages name it.
func named(name string) message.Setting {
	o, ok := Find(name)
	if !ok {
		panic("rules: no option " + name)
	}
	return o.Setting()
}

func money(s *Set) bool     { return s.Money }
func diceOn(s *Set) bool    { return s.DiceOn }
func garrisons(s *Set) bool { return s.Garrisons }

// conflicts is sorted so that the resolution of a conflict never creates one that comes before
// it.
var conflicts = append(extraConflicts, []conflict{
	off(money, func(s *Set) *bool { return &s.BankLoans }, message.New("Without money there is no bank: switch {option} off or {other} on.", named("bank-loans"), named("money"))),
	off(money, func(s *Set) *bool { return &s.Assassinations }, message.New("Without money nobody can pay an assassin: switch {option} off or {other} on.", named("assassinations"), named("money"))),
	off(money, func(s *Set) *bool { return &s.SpecialUnits }, message.New("Without money nobody can pay special units: switch {option} off or {other} on.", named("special-units"), named("money"))),
	{
		func(s *Set) bool { return !s.Money && s.UnitCount == CountMoney },
		message.New("Without money something else must limit the units: set {option} to {value} or switch {other} on.", named("unit-count"), message.Order("cities"), named("money")),
		func(s *Set) { s.UnitCount = CountCities },
	},
	off(diceOn, func(s *Set) *bool { return &s.Famine }, message.New("Famine is rolled for: switch {option} off or {other} on.", named("famine"), named("dice"))),
	off(diceOn, func(s *Set) *bool { return &s.Plague }, message.New("Plague is rolled for: switch {option} off or {other} on.", named("plague"), named("dice"))),
	off(diceOn, func(s *Set) *bool { return &s.Storms }, message.New("Storms are rolled for: switch {option} off or {other} on.", named("storms"), named("dice"))),
	off(diceOn, func(s *Set) *bool { return &s.BankLoans }, message.New("A game without dice has no bank: switch {option} off or {other} on.", named("bank-loans"), named("dice"))),
	off(diceOn, func(s *Set) *bool { return &s.Assassinations }, message.New("An assassin's luck is rolled for: switch {option} off or {other} on.", named("assassinations"), named("dice"))),
	{
		func(s *Set) bool { return !s.DiceOn && s.Money && s.BribeTie == TieDieToss },
		message.New("Without dice no die decides between equal bribes: set {option} to {value} or switch {other} on.", named("bribe-tie"), message.Order("all-fail"), named("dice")),
		func(s *Set) { s.BribeTie = TieAllFail },
	},
	{
		func(s *Set) bool { return s.Plague && s.SeasonsPerYear == 2 },
		message.New("The plague comes between spring and summer: with two campaigns a year, switch {option} off.", named("plague")),
		func(s *Set) { s.Plague = false },
	},
	off(garrisons, func(s *Set) *bool { return &s.GarrisonEveryFreeFort }, message.New("Without garrisons no fort gets one: switch {option} off or {other} on.", named("garrison-every-free-fort"), named("garrisons"))),
	{
		func(s *Set) bool { return !s.Garrisons && s.Fortresses == FortressesOn },
		message.New("A fortress helps only garrisons: set {option} to {value} or switch {other} on.", named("fortresses"), message.Order("off"), named("garrisons")),
		func(s *Set) { s.Fortresses = FortressesOff },
	},
	{
		func(s *Set) bool { return s.HomesFixed && s.VictoryHomes != HomesNone },
		message.New("Where home countries never change hands none can be needed for victory: set {option} to {value} or {other} to {value2}.", named("victory-homes"), message.Order("none"), named("homes-fixed"), message.Order("no")),
		func(s *Set) { s.VictoryHomes = HomesNone },
	},
}...)

// Check lists the choices of s that do not work together. Each message is a
// sentence that says what to change. A set that Make derives from a preset has
// no conflicts unless the given options contain them.
func (s *Set) Check() []message.Message {
	var out []message.Message
	for i := range conflicts {
		if conflicts[i].there(s) {
			out = append(out, conflicts[i].say)
		}
	}
	return out
}

// Normalize returns s without the choices that other choices make meaningless.
// Without money, for example, there is no bank. Check finds nothing in the
// result.
func (s Set) Normalize() Set {
	for i := range conflicts {
		if conflicts[i].there(&s) {
			conflicts[i].mend(&s)
		}
	}
	return s
}
