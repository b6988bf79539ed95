package rulebook

import (
	"strconv"

	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// diceTable returns the variable incomes of the scenario. Each has an owner, a
// number of dice, and ducats for each face.
func diceTable(g *game) *Table {
	t := &Table{Head: append(g.says(message.New("Variable income"), message.New("Dice")), "1", "2", "3", "4", "5", "6")}
	fixed := g.rules.InitialDieMinimum == 0
	if fixed {
		t.Head = append(t.Head, g.say(message.New("At the start")))
	}
	for i := range g.setting.Dice {
		d := &g.setting.Dice[i]
		row := []string{g.dieName(d), strconv.Itoa(d.Dice)}
		for _, n := range d.Ducats {
			row = append(row, ducats(n))
		}
		if fixed {
			row = append(row, ducats(d.Initial))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (g *game) dieName(d *position.Die) string {
	if d.Country >= 0 {
		return g.say(message.New("{country:name}", message.Country(g.setting.Countries[d.Country].Name)))
	}
	return g.say(message.New("The city of {place:name}", g.place(d.City)))
}

// severityTable returns the effect of each roll for severity.
func severityTable(g *game) *Table {
	low, high := 2, 12
	if g.rules.DisasterSeverity == rules.SeverityD6 {
		low, high = 1, 6
	}
	t := &Table{Head: g.says(message.New("Severity"), message.New("What is struck"))}
	var rolls [4][]int
	for n := low; n <= high; n++ {
		row, column := turn.Severity(g.rules.DisasterSeverity, n)
		i := 0
		if row {
			i = 1
		}
		if column {
			i += 2
		}
		rolls[i] = append(rolls[i], n)
	}
	for i, what := range []message.Message{message.New("nothing"), message.New("a row"), message.New("a column"), message.New("a row and a column")} {
		t.Rows = append(t.Rows, []string{ranges(rolls[i]), g.say(what)})
	}
	return t
}

// ranges returns ascending numbers as text. Consecutive numbers become a range,
// as in "4, 6, 8–12".
func ranges(ns []int) string {
	s := ""
	for i := 0; i < len(ns); {
		j := i
		for j+1 < len(ns) && ns[j+1] == ns[j]+1 {
			j++
		}
		if s != "" {
			s += ", "
		}
		s += strconv.Itoa(ns[i])
		switch {
		case j == i+1:
			s += ", " + strconv.Itoa(ns[j])
		case j > i:
			s += "–" + strconv.Itoa(ns[j])
		}
		i = j + 1
	}
	return s
}

// grid returns the cells of a disaster's table. It has a row for each sum of two dice for which a
// place is listed.
func (g *game) grid(cells func(*board.Area) [2]board.Cell) *Table {
	var names [13][13]string
	var used [13]bool
	for i := range g.board.Areas {
		a := &g.board.Areas[i]
		for _, c := range cells(a) {
			if c == (board.Cell{}) {
				continue
			}
			if names[c.Row][c.Column] != "" {
				names[c.Row][c.Column] += ", "
			}
			names[c.Row][c.Column] += g.name(g.place(board.ID(i)))
			used[c.Row] = true
		}
	}
	t := &Table{Head: g.says(message.New("Row"))}
	for n := 2; n <= 12; n++ {
		t.Head = append(t.Head, strconv.Itoa(n))
	}
	for r := 2; r <= 12; r++ {
		if !used[r] {
			continue
		}
		row := []string{strconv.Itoa(r)}
		for c := 2; c <= 12; c++ {
			row = append(row, names[r][c])
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func famineTable(g *game) *Table {
	completed := g.rules.DisasterTables == rules.TablesCompleted
	return g.grid(func(a *board.Area) [2]board.Cell {
		if completed {
			return [2]board.Cell{a.Famine, a.FamineCompleted}
		}
		return [2]board.Cell{a.Famine}
	})
}

func plagueTable(g *game) *Table {
	completed := g.rules.DisasterTables == rules.TablesCompleted
	return g.grid(func(a *board.Area) [2]board.Cell {
		if completed {
			return [2]board.Cell{a.Plague, a.PlagueCompleted}
		}
		return [2]board.Cell{a.Plague}
	})
}

func stormTable(g *game) *Table {
	return g.grid(func(a *board.Area) [2]board.Cell { return [2]board.Cell{a.Storm} })
}

// incomeTable returns what places pay in each situation.
func incomeTable(g *game) *Table {
	famine, forts := g.holds("@famine-somehow"), g.holds("@forts")
	t := &Table{Head: append([]string{""}, g.says(message.New("Usually"), message.New("Rebelling"))...)}
	if famine {
		t.Head = append(t.Head, g.say(message.New("In famine")))
	}
	if forts {
		t.Head = append(t.Head, g.say(message.New("Under siege")))
	}
	marked := g.say(message.New("as marked"))
	add := func(what message.Message, usually, rebelling, inFamine, besieged string) {
		row := []string{g.say(what), usually, rebelling}
		if famine {
			row = append(row, inFamine)
		}
		if forts {
			row = append(row, besieged)
		}
		t.Rows = append(t.Rows, row)
	}
	land := "1"
	if g.rules.ProvinceIncome {
		land = marked
	}
	besieged := "0"
	if g.rules.BesiegedCityIncome {
		besieged = marked
	}
	add(message.New("Province"), land, "0", "0", land)
	add(message.New("City without walls"), marked, "0", "0", "")
	if forts {
		add(message.New("Fortified city without a garrison"), marked, "0", "0", "")
		add(message.New("Fortified city with a garrison"), marked, marked, marked, besieged)
	}
	if g.holds("@fortresses fortress-income=1") {
		add(message.New("Fortress without a garrison"), "1", "0", "0", "")
		add(message.New("Fortress with a garrison"), "1", "1", "1", map[bool]string{true: "1", false: "0"}[g.rules.BesiegedCityIncome])
	}
	add(message.New("Sea with your fleet"), land, "", "", "")
	return t
}
