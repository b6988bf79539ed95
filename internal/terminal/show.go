package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
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
	s.say(message.New("{phase}", message.Phase(p.Phase)))
	for _, power := range powers {
		a := turn.Allow(p, power)
		has := []message.Arg{message.Plural(a.Cities, "{n} city", "{n} cities"), message.Plural(a.Units, "{n} unit", "{n} units")}
		if s.rules.Money {
			has = append(has, message.Ducats(p.Treasury[power]))
		}
		s.printf("\n")
		s.say(message.New("{power:name}: {what}", s.tell.PowerOf(power), message.List{How: message.Commas, Of: has}))
		s.item(message.New("units"), s.unitNames(power))
		s.item(message.New("countries"), s.countryNames(power))
		s.item(message.New("cities"), s.cityNames(power, true))
		s.item(message.New("city only"), s.cityNames(power, false))
		s.item(message.New("provinces"), s.provinceNames(power))
		s.item(message.New("loans"), s.debts(power))
		if s.rules.Assassinations && s.rules.Money {
			s.item(message.New("chits"), s.chits(power))
		}
	}
	if len(args) > 0 {
		return
	}
	s.printf("\n")
	s.item(message.New("autonomous"), s.unitNames(machiavelli.Nobody))
	s.item(message.New("besieged"), s.areaNames(p.BesiegedCities()))
	s.item(message.New("stand-offs"), s.areaNames(p.Contested))
	s.item(message.New("famine"), s.areaNames(p.Famine))
	for at := range board.ID(board.Max) {
		if land, city := p.RebelLand.Has(at), p.RebelCity.Has(at); land || city {
			place, against := s.tell.AreaOf(at), s.tell.PowerOf(p.RebelAgainst[at])
			what := message.New("rebellion in the province of {place:name} against {power:name}", place, against)
			if city {
				what = message.New("rebellion in the city of {place:name} against {power:name}", place, against)
				if land {
					what = message.New("rebellion in province and city of {place:name} against {power:name}", place, against)
				}
			}
			s.printf("  %s\n", s.in(what))
		}
	}
	for i := range p.Dislodged {
		s.printf("  %s\n", s.in(s.tell.Choices(p.Dislodged[i])))
	}
}

// debts lists a power's debts to the bank.
func (s *Session) debts(power machiavelli.Power) []string {
	var list []string
	for _, l := range s.pos.Loans {
		if l.Power == power {
			list = append(list, s.in(message.New("{borrowed} + {interest} in {campaign}", message.Number(l.Principal), message.Number(l.Interest), message.Campaign{Season: l.Season, Year: l.Year})))
		}
	}
	return list
}

// chits lists the powers against which a power holds an assassination chit.
func (s *Session) chits(power machiavelli.Power) []string {
	var list []string
	for v, n := range s.pos.Chits[power] {
		for range n {
			list = append(list, s.called(machiavelli.Power(v)))
		}
	}
	return list
}

// item prints a list with its name, wrapped at commas, unless it is empty.
func (s *Session) item(title message.Message, list []string) {
	if len(list) == 0 {
		return
	}
	const width, indent = 78, 14
	line := fmt.Sprintf("  %-*s", indent-2, s.in(title))
	for i, x := range list {
		if i < len(list)-1 {
			x += ","
		}
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(x) > width {
			s.printf("%s\n", line)
			line = strings.Repeat(" ", indent)
		}
		if utf8.RuneCountInString(line) > indent {
			line += " "
		}
		line += x
	}
	s.printf("%s\n", line)
}

func (s *Session) area(at board.ID) string {
	return s.in(message.New("{area:name}", s.tell.AreaOf(at)))
}

func (s *Session) areaNames(set board.Set) []string {
	var list []string
	for _, at := range set.IDs() {
		list = append(list, s.area(at))
	}
	return list
}

func (s *Session) provinceNames(power machiavelli.Power) []string {
	var set board.Set
	for _, at := range s.pos.Setting.Provinces().IDs() {
		if s.pos.Province[at] == power {
			set.Add(at)
		}
	}
	return s.areaNames(set)
}

// cityNames lists cities of a power. If whole is set, it lists the cities whose province the power
// also owns; otherwise it lists those whose province the power does not own.
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
			list = append(list, s.in(message.New("{country}", message.Country(c.Name))))
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

// short returns a unit with its number, such as "A1 Pavia", or without one, such as "G Pavia".
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

// column returns the name of a power, padded to the width of the longest name.
func (s *Session) column(power machiavelli.Power) string {
	width := 10
	for p := machiavelli.Power(1); int(p) < len(s.pos.Setting.Powers); p++ {
		width = max(width, utf8.RuneCountInString(s.called(p))+1)
	}
	return fmt.Sprintf("%-*s", width, s.called(power))
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
			s.printf("%s%s", s.column(power), s.short(u))
			if text := ordered[i]; text != "" {
				s.printf(": %s", text)
			}
			s.printf("\n")
		}
	}
	if len(list) == 0 {
		s.say(message.New("There are no units."))
	}
}

// listOrders lists the given and the missing orders.
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
				s.printf("%s%s\n", s.column(power), s.context(power).Format(s.bound(g)))
			}
		}
		owed := turn.Owes(s.pos, &s.rules, power, lines)
		var missing []string
		for _, i := range append(owed.Units, owed.Retreats...) {
			missing = append(missing, s.short(units[i]))
		}
		if owed.Builds > 0 {
			missing = append(missing, s.in(message.Plural(owed.Builds, "{n} build", "{n} builds")))
		}
		if owed.Removals > 0 {
			missing = append(missing, s.in(message.Plural(owed.Removals, "{n} removal", "{n} removals")))
		}
		if len(missing) > 0 {
			s.printf("%s%s\n", s.column(power), s.in(message.New("missing: {orders}", message.Name(strings.Join(missing, ", ")))))
		}
		for _, d := range turn.Dangers(s.pos, &s.rules, power, lines) {
			s.printf("%s%s\n", s.column(power), s.in(message.New("warning: {text}", d.Say(s.pos.Setting))))
		}
	}
}

// history lists the resolved phases, or prints the report of one of them again.
func (s *Session) history(args []string) {
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if len(s.past) == 0 {
			s.refuse(0, noPhase, nil)
			return
		}
		if err != nil || n < 1 || n > len(s.past) {
			s.refuse(0, message.New("There is no phase {word}; expected a number from 1 to {n}.", message.Name(strconv.Quote(args[0])), message.Number(len(s.past))), nil)
			return
		}
		s.report(n - 1)
		return
	}
	for i, p := range s.past {
		s.printf("%3d  %s\n", i+1, s.in(message.New("{phase}: {headline}", message.Phase(p.before.Phase), s.tell.Headline(p.events))))
	}
	s.printf("%3d  %s\n", len(s.past)+1, s.in(message.New("{phase}: now", message.Phase(s.pos.Phase))))
}

// noPhase is the answer to a question about the last phase if there is none.
var noPhase = message.New("No phase has been resolved yet.")
