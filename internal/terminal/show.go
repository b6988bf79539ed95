package terminal

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// show prints the position power by power.
func (s *Session) show(args []string) {
	powers, ok := s.chosen(args)
	if !ok {
		return
	}
	p := s.pos
	s.printf("%s\n", p.Phase.Title())
	for _, power := range powers {
		a := turn.Allow(p, power)
		s.printf("\n%s: %s, %s", s.tell.Power(power), count(a.Cities, "city", "cities"), count(a.Units, "unit", "units"))
		if s.rules.Money {
			s.printf(", %s", count(int(p.Treasury[power]), "ducat", "ducats"))
		}
		s.printf("\n")
		s.item("units", s.unitNames(power))
		s.item("homes", s.countryNames(power))
		s.item("cities", s.cityNames(power, true))
		s.item("city only", s.cityNames(power, false))
		s.item("provinces", s.provinceNames(power))
		s.item("owes", s.debts(power))
		if s.rules.Assassinations && s.rules.Money {
			s.item("chits", s.chits(power))
		}
	}
	if len(args) > 0 {
		return
	}
	s.printf("\n")
	s.item("autonomous", s.unitNames(machiavelli.Nobody))
	s.item("besieged", s.areaNames(p.BesiegedCities()))
	s.item("contested", s.areaNames(p.Contested))
	s.item("famine", s.areaNames(p.Famine))
	for at := range board.ID(board.Max) {
		if land, city := p.RebelLand.Has(at), p.RebelCity.Has(at); land || city {
			where := "the province"
			if city {
				where = "the city"
				if land {
					where = "province and city"
				}
			}
			s.printf("  rebellion in %s of %s against %s\n", where, s.area(at), s.tell.Power(p.RebelAgainst[at]))
		}
	}
	for i := range p.Dislodged {
		s.printf("  %s\n", s.tell.Choices(p.Dislodged[i]))
	}
}

// debts lists a power's debts to the bank.
func (s *Session) debts(power machiavelli.Power) []string {
	var list []string
	for _, l := range s.pos.Loans {
		if l.Power == power {
			list = append(list, fmt.Sprintf("%d + %d in %s %d", l.Principal, l.Interest, l.Season, l.Year))
		}
	}
	return list
}

// chits lists the powers against which a power holds an assassination chit.
func (s *Session) chits(power machiavelli.Power) []string {
	var list []string
	for v, n := range s.pos.Chits[power] {
		for range n {
			list = append(list, s.tell.Power(machiavelli.Power(v)))
		}
	}
	return list
}

// item prints a list with its name, wrapped at commas, unless it is empty.
func (s *Session) item(name string, list []string) {
	if len(list) == 0 {
		return
	}
	const width, indent = 78, 14
	line := fmt.Sprintf("  %-*s", indent-2, name)
	for i, x := range list {
		if i < len(list)-1 {
			x += ","
		}
		if len(line)+1+len(x) > width {
			s.printf("%s\n", line)
			line = strings.Repeat(" ", indent)
		}
		if len(line) > indent {
			line += " "
		}
		line += x
	}
	s.printf("%s\n", line)
}

func (s *Session) area(at board.ID) string { return s.pos.Setting.Board.Areas[at].Name }

func (s *Session) areaNames(set board.Set) []string {
	var list []string
	for _, at := range set.IDs() {
		list = append(list, s.area(at))
	}
	return list
}

func (s *Session) provinceNames(power machiavelli.Power) []string {
	var set board.Set
	for _, at := range s.pos.Setting.Board.Land.IDs() {
		if s.pos.Province[at] == power {
			set.Add(at)
		}
	}
	return s.areaNames(set)
}

// cityNames lists the cities of a power: those whose province it owns, too, or
// those whose province it does not own.
func (s *Session) cityNames(power machiavelli.Power, whole bool) []string {
	var set board.Set
	for _, at := range s.pos.Setting.Board.Cities.IDs() {
		if s.pos.City[at] == power && (s.pos.Province[at] == power) == whole {
			set.Add(at)
		}
	}
	return s.areaNames(set)
}

func (s *Session) countryNames(power machiavelli.Power) []string {
	var list []string
	for i, c := range s.pos.Setting.Countries {
		if s.pos.Holder[i] == power {
			list = append(list, c.Name)
		}
	}
	return list
}

func (s *Session) unitNames(power machiavelli.Power) []string {
	var list []string
	for _, u := range s.pos.Units {
		if u.Owner == power {
			list = append(list, s.short(u))
		}
	}
	return list
}

// short returns a unit with its number: "A1 Pavia", or without one "G Pavia".
func (s *Session) short(u position.Unit) string {
	t := u.Type.Letter()
	if u.Serial > 0 {
		t += strconv.Itoa(int(u.Serial))
	}
	t += " " + s.pos.Setting.Board.Name(u.Place())
	if u.Quality != machiavelli.Ordinary {
		t += " (" + u.Quality.String() + ")"
	}
	return t
}

// units lists units, one per line, with the orders given to them so far.
func (s *Session) units(args []string) {
	powers, ok := s.chosen(args)
	if !ok {
		return
	}
	ordered := map[int]string{}
	for _, g := range s.given {
		if g.unit >= 0 {
			ordered[g.unit] = g.line.Text
		}
	}
	list := s.standing()
	for _, power := range powers {
		for i, u := range list {
			if u.Owner != power {
				continue
			}
			s.printf("%-10s%s", s.tell.Power(power), s.short(u))
			if text := ordered[i]; text != "" {
				s.printf(": %s", text)
			}
			s.printf("\n")
		}
	}
	if len(list) == 0 {
		s.printf("There are no units.\n")
	}
}

// listOrders lists the orders given and those still missing.
func (s *Session) listOrders(args []string) {
	powers, ok := s.chosen(args)
	if !ok {
		return
	}
	var lines []turn.Line
	for _, g := range s.given {
		lines = append(lines, g.line)
	}
	units := s.standing()
	for _, power := range powers {
		if s.botPlays(power) {
			continue
		}
		replaced := s.replaced(power)
		for i, g := range s.given {
			if g.line.Power == power && !replaced[i] {
				s.printf("%-10s%s\n", s.tell.Power(power), s.context(power).Format(s.bound(g)))
			}
		}
		owed := turn.Owes(s.pos, &s.rules, power, lines)
		var missing []string
		for _, i := range append(owed.Units, owed.Retreats...) {
			missing = append(missing, s.short(units[i]))
		}
		if owed.Builds > 0 {
			missing = append(missing, count(owed.Builds, "build", "builds"))
		}
		if owed.Removals > 0 {
			missing = append(missing, count(owed.Removals, "removal", "removals"))
		}
		if len(missing) > 0 {
			s.printf("%-10smissing: %s\n", s.tell.Power(power), strings.Join(missing, ", "))
		}
		for _, d := range turn.Dangers(s.pos, &s.rules, power, lines) {
			s.printf("%-10swarning: %s\n", s.tell.Power(power), d.Say(s.pos.Setting).String())
		}
	}
}

// history lists the processed phases, or prints the report of one again.
func (s *Session) history(args []string) {
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if len(s.past) == 0 {
			s.refuse(0, "No phase has been carried out yet.", nil)
			return
		}
		if err != nil || n < 1 || n > len(s.past) {
			s.refuse(0, fmt.Sprintf("There is no phase %q; expected a number from 1 to %d.", args[0], len(s.past)), nil)
			return
		}
		s.report(n - 1)
		return
	}
	for i, p := range s.past {
		s.printf("%3d  %s: %s\n", i+1, p.before.Phase.Title(), s.tell.Headline(p.events))
	}
	s.printf("%3d  %s: now\n", len(s.past)+1, s.pos.Phase.Title())
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
