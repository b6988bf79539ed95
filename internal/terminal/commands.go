package terminal

import (
	"os"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// commands maps the words that can begin a line instead of an order to their handlers.
var commands = map[string]func(s *Session, args []string){
	"as":      (*Session).as,
	"process": alone((*Session).process),
	"show":    (*Session).show,
	"units":   (*Session).units,
	"orders":  (*Session).listOrders,
	"legal":   (*Session).legal,
	"why":     (*Session).why,
	"map":     (*Session).draw,
	"history": (*Session).history,
	"undo":    alone((*Session).undo),
	"rules":   (*Session).showRules,
	"help":    (*Session).help,
	"quit":    alone(func(s *Session) { s.quit = true }),
}

// alone returns the handler of a command that takes no arguments.
func alone(do func(s *Session)) func(*Session, []string) {
	return func(s *Session, args []string) {
		if len(args) > 0 {
			s.refuse(0, message.New("This command takes no arguments; remove {text}.", message.Name(strconv.Quote(strings.Join(args, " ")))), nil)
			return
		}
		do(s)
	}
}

const helpText = `Orders, one or more per line, in any notation. Name the power before them or on a line above:
  milan: A Pavia - Montferrat; A Milan H
  milan:                       the lines that follow are Milan's orders (or: as milan)
  A1 A-Montf                   the notation of 1978
Commands:
  process                      resolve the phase and show the results
  show [POWER]                 show what each power owns, and where its units are
  units [POWER]                list units with their numbers and their orders so far
  orders [POWER]               list the orders so far, and what is still missing
  legal UNIT                   list the legal orders of a unit; in winter: legal POWER
  why [UNIT]                   explain why orders of the last phase failed, or the result of one unit
  map FILE.svg                 draw the position and the orders so far
  map results FILE.svg         draw the last phase and its results
  history [NUMBER]             list the phases so far, or show the results of one
  undo                         go back to the last phase before it was resolved, with its orders
  rules [OPTION]               show the edition of the rules, or explain an option
  help                         show this help
  quit                         end the program
Write a unit as "A Pavia" or "milan A1". Lines that begin with # are comments.
`

func (s *Session) help([]string) { s.printf("%s", helpText) }

// as selects the power of the following orders; Nobody means the owners of the units.
func (s *Session) as(args []string) {
	name := strings.TrimSuffix(strings.Join(args, " "), ":")
	if strings.EqualFold(name, "nobody") {
		s.power = machiavelli.Nobody
		return
	}
	if p, ok := s.findPower(name); ok {
		s.power = p
		return
	}
	s.power = machiavelli.Nobody
	s.refuse(4, s.noPower(name), nil)
}

// chosen returns the powers that a command concerns: the named power, or all powers that have
// something. ok is false for an unknown name.
func (s *Session) chosen(args []string) (list []machiavelli.Power, ok bool) {
	if len(args) > 0 {
		name := strings.Join(args, " ")
		p, ok := s.findPower(name)
		if !ok {
			s.refuse(0, s.noPower(name), nil)
		}
		return []machiavelli.Power{p}, ok
	}
	for p := machiavelli.Power(1); int(p) < len(s.pos.Setting.Powers); p++ {
		if !s.pos.Eliminated.Has(p) {
			list = append(list, p)
		}
	}
	return list, true
}

// unit parses the unit that a command names, such as "A Pavia" or "milan A1", and returns its
// index among units. If no unit matches, it prints an error and returns -1.
func (s *Session) unit(args []string, units []position.Unit) int {
	power := s.power
	if len(args) > 1 {
		if p, ok := s.findPower(strings.TrimSuffix(args[0], ":")); ok && len(args[0]) > 1 {
			power, args = p, args[1:]
		}
	}
	text := strings.Join(args, " ")
	u, _, err := order.ParseUnit(text, s.context(power))
	if err != nil {
		s.refuse(0, err.Message, err.Suggest)
		return -1
	}
	owner := u.Nation
	if owner == machiavelli.Nobody && u.At == 0 {
		owner = power
	}
	found := -1
	for i, x := range units {
		switch {
		case u.At != 0 && x.At != u.At,
			u.At == 0 && x.Serial != u.Serial,
			u.Type != machiavelli.NoType && x.Type != u.Type,
			owner != machiavelli.Nobody && x.Owner != owner:
			continue
		}
		if found < 0 || !x.InCity() {
			found = i
		}
	}
	if found < 0 {
		typed := message.Name(strconv.Quote(text))
		none := message.New("There is no unit {unit}.", typed)
		if u.At == 0 && owner == machiavelli.Nobody {
			none = message.New("There is no unit {unit}; write the power before it, as in {example}.", typed, message.Order(`"milan A1"`))
		}
		s.refuse(0, none, nil)
	}
	return found
}

// standing returns the units that can be given orders in this phase.
func (s *Session) standing() []position.Unit {
	if s.pos.Phase.Step != machiavelli.Retreats {
		return s.pos.Units
	}
	var list []position.Unit
	for i := range s.pos.Dislodged {
		list = append(list, s.pos.Dislodged[i].Unit)
	}
	return list
}

// legal lists the legal orders of a unit, or in winter of a power.
func (s *Session) legal(args []string) {
	var list []order.Order
	power := s.power
	if s.pos.Phase.Step == machiavelli.Adjustments {
		if len(args) > 0 || power == machiavelli.Nobody {
			powers, ok := s.chosen(args)
			if !ok {
				return
			}
			if len(powers) != 1 {
				s.refuse(0, message.New("In winter the legal orders are those of a power: {command}.", message.Order("legal POWER")), nil)
				return
			}
			power = powers[0]
		}
		list = legal.Builds(s.pos, &s.rules, power, nil)
	} else {
		if len(args) == 0 {
			s.refuse(0, message.New("Which unit? Expected a unit, as in {example}.", message.Order(`"legal A Pavia"`)), nil)
			return
		}
		units := s.standing()
		i := s.unit(args, units)
		switch {
		case i < 0:
			return
		case s.pos.Phase.Step == machiavelli.Retreats:
			list = legal.Retreats(s.pos, &s.rules, i, nil)
		default:
			list = s.finder.OfUnit(s.pos, &s.rules, i, nil)
		}
		power = units[i].Owner
	}
	for _, o := range list {
		s.printf("%s\n", s.context(power).Format(o))
	}
	if len(list) == 0 {
		s.say(message.New("Nothing can be ordered."))
	}
}

// why explains the result of a unit's order in the last phase, or of all orders that failed.
func (s *Session) why(args []string) {
	if len(s.past) == 0 {
		s.refuse(0, noPhase, nil)
		return
	}
	last := s.past[len(s.past)-1]
	if len(args) == 0 {
		s.reasons(last)
		return
	}
	var units []position.Unit
	var told []event.Event
	for _, e := range last.events {
		switch e := e.(type) {
		case event.Ordered:
			units, told = append(units, e.Unit), append(told, e)
		case event.Retreated:
			units, told = append(units, e.Unit), append(told, e)
		}
	}
	i := s.unit(args, units)
	if i < 0 {
		return
	}
	s.say(s.tell.Account(last.before, last.events, told[i]))
}

// draw writes a map to a file.
func (s *Session) draw(args []string) {
	p, opts := s.pos, atlas.Options{Legend: true}
	if s.config.Language != words.English() {
		opts.Language = atlas.NewLanguage(s.config.Language)
	}
	switch {
	case len(args) == 2 && args[0] == "results":
		if len(s.past) == 0 {
			s.refuse(0, noPhase, nil)
			return
		}
		last := s.past[len(s.past)-1]
		p, opts.Results = last.before, last.events
	case len(args) == 1:
		for _, g := range s.given {
			if g.unit >= 0 {
				opts.Orders = append(opts.Orders, s.bound(g))
			}
		}
	default:
		s.refuse(0, message.New("Expected the name of one file: {commands}.", message.ListOf(message.Or, []message.Order{"map FILE.svg", "map results FILE.svg"})), nil)
		return
	}
	name := args[len(args)-1]
	if err := drawFile(name, p, opts); err != nil {
		s.refuse(0, message.New("The map cannot be drawn: {why}.", message.Of(err)), nil)
		return
	}
	s.say(message.New("Drawn: {file}", message.Name(name)))
}

func drawFile(name string, p *position.Position, opts atlas.Options) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := atlas.SVG(f, p, opts); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// undo returns to the last phase in which the person had orders to give, or else to the first
// phase, and restores the orders of that phase.
func (s *Session) undo() {
	if len(s.past) == 0 {
		s.refuse(0, message.New("There is no phase to go back to."), nil)
		return
	}
	for {
		n := len(s.past) - 1
		s.pos, s.given, s.power = s.past[n].before, s.past[n].given, s.home()
		s.past = s.past[:n]
		if n == 0 || !s.idle() {
			break
		}
	}
	s.say(message.New("Back to {phase}. Its orders are kept and can be changed.", message.Phase(s.pos.Phase)))
}

// showRules prints the edition, or explains an option.
func (s *Session) showRules(args []string) {
	if len(args) > 0 {
		name := strings.Join(args, "-")
		o, ok := rules.Find(name)
		if !ok {
			r := s.rules
			why := r.Apply(name, "").Error()
			s.refuse(0, message.New("{text}.", message.Name(strings.ToUpper(why[:1])+why[1:])), nil)
			return
		}
		t := s.config.Language.T
		s.printf("%s = %s\n  %s: %s\n", o.Name, o.Get(&s.rules), t(o.Title), t(o.Doc))
		for _, v := range o.Values {
			s.printf("  %s: %s\n", v.Name, t(v.Doc))
		}
		return
	}
	for _, p := range rules.Presets() {
		if p.ID == s.config.Preset {
			s.printf("%s: %s. %s\n", p.ID, strings.TrimSuffix(s.config.Language.T(p.Title), "."), s.config.Language.T(p.Doc))
		}
	}
	set := s.pos.Setting
	id, title := message.Order(set.Scenario), message.Name(s.config.Language.T(set.Title))
	if set.Variant != "" {
		s.say(message.New("Scenario {id}, {title}, variant {variant}.", id, title, message.Order(set.Variant)))
	} else {
		s.say(message.New("Scenario {id}, {title}.", id, title))
	}
	if base, err := rules.Preset(s.config.Preset); err == nil {
		for _, d := range s.rules.Diff(base) {
			s.printf("  %s\n", s.in(message.New("{option} = {value}, not {other}", message.Order(d.Option), message.Order(d.Here), message.Order(d.There))))
		}
	}
}
