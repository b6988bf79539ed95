package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// nameWidth returns the width of a column of powers.
func (c classic) nameWidth() int {
	wide := len("Florence")
	for p := machiavelli.Power(1); int(p) < len(c.s.Powers); p++ {
		wide = max(wide, len([]rune(c.Power(p))))
	}
	return wide
}

func dashes(n int) string { return strings.Repeat("-", n) }

func commas(words []string) string { return strings.Join(words, ", ") }

// income writes each power's property and income.
func (c classic) income(events []event.Event, after *position.Position) {
	var list []event.Income
	for _, e := range events {
		if i, ok := e.(event.Income); ok {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return
	}
	c.line("")
	c.line("Income phase for Winter of " + strconv.Itoa(c.before.Phase.Year) + ".")
	if after != nil {
		c.owners(after)
	}
	c.variable(list)
	wide := c.nameWidth()
	c.line("")
	fmt.Fprintf(c.out, "%-*s    Treasury  Income  Water  Provinces  Cities  Variable\n", wide, "Power")
	fmt.Fprintf(c.out, "%s    --------  ------  -----  ---------  ------  --------\n", dashes(wide))
	for _, i := range list {
		fmt.Fprintf(c.out, "%-*s%10d%9d%7d%10d%9d%10d\n", wide, c.Power(i.Power), i.Treasury, i.Total, i.Seas, i.Provinces, i.Cities, i.Variable)
	}
}

// variable writes the table of the dice of variable income, one line for each
// source.
func (c classic) variable(list []event.Income) {
	type source struct {
		name, power string
		faces       []string
		ducats      machiavelli.Ducats
	}
	var rows []*source
	for _, i := range list {
		for _, d := range i.Dice {
			name := c.dieName(d.Row)
			k := slices.IndexFunc(rows, func(s *source) bool { return s.name == name })
			if k < 0 {
				k = len(rows)
				rows = append(rows, &source{name: name, power: c.Power(i.Power)})
			}
			rows[k].faces = append(rows[k].faces, strconv.Itoa(d.Roll))
			rows[k].ducats += d.Ducats
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b *source) int { return strings.Compare(a.name, b.name) })
	wide, from := c.nameWidth(), len("----------")
	for _, r := range rows {
		from = max(from, len([]rune(r.name)))
	}
	c.line("")
	fmt.Fprintf(c.out, "%-*s   %-*s    Die Roll  Ducats\n", from, "Variable", wide, "Power")
	fmt.Fprintf(c.out, "%s   %s    --------  ------\n", dashes(from), dashes(wide))
	for _, r := range rows {
		fmt.Fprintf(c.out, "%-*s   %-*s    %-8s%7d\n", from, r.name, wide, r.power, strings.Join(r.faces, ","), r.ducats)
	}
}

// dieName returns the name of the country or city that a row of variable income
// belongs to.
func (c classic) dieName(row string) string {
	for _, d := range c.s.Dice {
		switch {
		case d.Row != row:
		case d.Country >= 0:
			return c.s.Countries[d.Country].Name
		default:
			return c.area(d.City)
		}
	}
	return message.Capital(row)
}

// owners lists the countries, cities and provinces that each power controls,
// with marks for their condition.
func (c classic) owners(p *position.Position) {
	var used [len(markWords)]bool
	block := func(title string, of func(machiavelli.Power) []string) {
		say := c.paragraph(title)
		for i := range c.s.Powers {
			power := machiavelli.Power((i + 1) % len(c.s.Powers))
			name := "Unowned"
			if power != machiavelli.Nobody {
				name = c.Power(power)
			}
			if names := of(power); len(names) > 0 {
				say(fmt.Sprintf("%-11s%s.", name+":", commas(names)))
			}
		}
	}
	block("Countries Controlled:", func(power machiavelli.Power) []string {
		var names []string
		for i, country := range c.s.Countries {
			if p.Holder[i] == power {
				names = append(names, country.Name)
			}
		}
		return names
	})
	areas := func(among board.Set, of *[board.Max]machiavelli.Power, city bool) func(machiavelli.Power) []string {
		return func(power machiavelli.Power) []string {
			var names []string
			for id := among.Minus(c.s.OffBoard).Next(board.None); id != board.None; id = among.Minus(c.s.OffBoard).Next(id) {
				if of[id] == power {
					names = append(names, c.area(id)+c.marks(p, id, city, &used))
				}
			}
			return names
		}
	}
	block("Cities Controlled:", areas(c.s.Board.Cities, &p.City, true))
	block("Provinces Controlled:", areas(c.s.Provinces(), &p.Province, false))
	var legend []string
	for i, w := range markWords {
		if used[i] {
			legend = append(legend, w)
		}
	}
	if len(legend) > 0 {
		c.line("")
		c.line("Notes: " + commas(legend) + ".")
	}
}

// markWords explains the marks that follow the names of places.
var markWords = [...]string{
	"+ = rebellion", "% = famine", "& = no income", "$ = besieged", "* = home", "(X) = home of power X",
}

// marks returns the marks of a place and adds them to used.
func (c classic) marks(p *position.Position, id board.ID, city bool, used *[len(markWords)]bool) string {
	s := ""
	set := func(i int, mark string) {
		used[i] = true
		s += mark
	}
	rebels := p.RebelLand
	if city {
		rebels = p.RebelCity
	}
	unwalled := c.s.Board.Areas[id].City == board.Unfortified
	if rebels.Has(id) {
		set(0, "+")
	}
	if p.Famine.Has(id) {
		set(1, "%")
	}
	if city && unwalled && p.RebelLand.Has(id) && !rebels.Has(id) {
		set(2, "&")
	}
	if city && p.Besieged(id) {
		set(3, "$")
	}
	owner := p.Province[id]
	if city {
		owner = p.City[id]
	}
	for i, country := range c.s.Countries {
		switch {
		case !country.Provinces.Has(id):
		case owner != machiavelli.Nobody && p.Holder[i] == owner:
			set(4, "*")
		case country.Native != machiavelli.Nobody:
			set(5, "("+string(c.s.Powers[country.Native].Letter)+")")
		}
	}
	return s
}
