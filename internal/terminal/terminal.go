// Package terminal is the game at a terminal: lines of text in, orders checked
// as they come, phases carried out, reports and answers out. It keeps no
// database; what was played is in memory and gone at the end. A script and a
// person at a prompt are served alike.
package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Config says which game is played.
type Config struct {
	Name     string            // the game's name in the reports, "game" where empty
	Library  *scenario.Library // where the scenario is; the built-in ones where nil
	Scenario string            // an ID or slug; may be empty where the library has one
	Variant  string            // an ID, empty for one power each
	Preset   string
	Options  map[string]string
	Seed     string // what the dice depend on

	// Bots is the kind of computer player, by its name in package bot, that
	// plays the powers that are not in Play; none if empty. Play names the
	// powers that the person plays, with commas between: the first of the game
	// if empty, no power at all if "none".
	Bots, Play string
}

// Session is one game being played.
type Session struct {
	config Config
	rules  rules.Set
	pos    *position.Position
	given  []given           // the orders of the phase so far
	power  machiavelli.Power // whose orders follow, or Nobody: the unit's owner's
	past   []phase
	tell   report.Teller

	opening []event.Event // what happened before the first phase

	finder legal.Finder

	player bot.Player           // plays the powers that are not in own; nil where there are no bots
	own    machiavelli.PowerSet // what the person plays, where there are bots

	out     *bufio.Writer
	line    int // number of the line being read
	refused int
	quit    bool
}

// given is an order that was accepted. unit is the index of its unit as
// legal.Check gives it, or -1.
type given struct {
	line turn.Line
	unit int
}

// phase is a phase that was carried out, with what undo needs.
type phase struct {
	before *position.Position
	after  *position.Position
	given  []given
	events []event.Event
}

// New sets up a game. The error says what is wrong with the configuration, and
// what there is.
func New(c Config) (*Session, error) {
	if c.Name == "" {
		c.Name = "game"
	}
	if c.Library == nil {
		c.Library = scenario.BuiltIn()
	}
	s := &Session{config: c}
	var err error
	options := c.options()
	if s.rules, err = rules.Make(c.Preset, options); err != nil {
		return nil, err
	}
	c.Library.Suit(c.Scenario, &s.rules, options)
	if s.pos, err = c.Library.New(c.Scenario, c.Variant, &s.rules); err != nil {
		return nil, err
	}
	s.tell = report.New(s.pos.Setting)
	res, err := turn.Open(s.pos, &s.rules, s.dice("opening"))
	if err != nil {
		return nil, err
	}
	s.pos, s.opening = res.Next, res.Events
	if err := s.seatBots(); err != nil {
		return nil, err
	}
	return s, nil
}

// options is the options that the scenario asks for, and over them those of the
// configuration.
func (c *Config) options() map[string]string {
	out := map[string]string{}
	id := c.Scenario
	if all := c.Library.List(); id == "" && len(all) == 1 {
		id = all[0].ID
	}
	info, _ := c.Library.Find(id)
	maps.Copy(out, info.Options)
	maps.Copy(out, c.Options)
	return out
}

// maxLine is the longest line that is read, in bytes; a longer one is refused
// as a whole.
const maxLine = 1 << 16

// Run reads lines until the end of in or the command quit and writes the
// answers to out. With prompt the phase and the power are asked for before
// each line. It gives the number of lines and orders that were refused; the
// error is one of reading or writing.
func (s *Session) Run(in io.Reader, out io.Writer, prompt bool) (refused int, err error) {
	s.out = bufio.NewWriter(out)
	r := bufio.NewReaderSize(in, maxLine)
	s.open()
	if prompt {
		s.printf("%s. %s. Type help to see what can be done.\n", s.pos.Setting.Title, s.pos.Phase.Title())
	}
	for !s.quit {
		if prompt {
			s.printf("%s> ", s.asking())
		}
		if err := s.out.Flush(); err != nil {
			return s.refused, err
		}
		text, long, err := readLine(r)
		if err != nil && (!errors.Is(err, io.EOF) || text == "" && !long) {
			if prompt {
				s.printf("\n")
			}
			return s.refused, endOf(err, s.out.Flush())
		}
		s.line++
		if long {
			s.refuse(0, fmt.Sprintf("The line is longer than %d bytes; nothing of it is used.", maxLine), nil)
			continue
		}
		s.read(text)
	}
	return s.refused, s.out.Flush()
}

// open tells once what happened before the first phase.
func (s *Session) open() {
	for _, e := range s.opening {
		if a, ok := e.(event.Adjusted); ok && a.Verdict == event.Succeeded {
			continue // every unit of the set-up is paid
		}
		if text := s.tell.Sentence(e).String(); text != "" {
			s.printf("%s\n", text)
		}
	}
	s.opening = nil
	s.introduce()
	if !s.pos.Opening {
		return
	}
	s.printf("%s\n", report.FirstWinter())
	for power := machiavelli.Power(1); int(power) < len(s.pos.Setting.Powers); power++ {
		if text := s.tell.FirstShort(s.pos, power).String(); text != "" {
			s.printf("%s\n", text)
		}
	}
}

// dice are those of a campaign.
func (s *Session) dice(campaign string) *dice.Dice {
	return dice.New([]byte(s.config.Seed), dice.Scope(s.config.Name, campaign, ""), nil)
}

// endOf is the error with which reading ended, the end of the input being
// none, else that of the last writing.
func endOf(read, write error) error {
	if errors.Is(read, io.EOF) {
		return write
	}
	return read
}

// readLine reads one line without its end. A line that does not fit the
// reader's buffer is passed over and reported as long.
func readLine(r *bufio.Reader) (text string, long bool, err error) {
	line, err := r.ReadSlice('\n')
	text = string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		long, text = true, ""
		_, err = r.ReadSlice('\n')
	}
	return strings.TrimRight(text, "\r\n"), long, err
}

// asking is the prompt: the phase, and the power whose orders follow.
func (s *Session) asking() string {
	p := s.pos.Phase.String()
	if s.power != machiavelli.Nobody {
		p += ", " + s.tell.Power(s.power)
	}
	return p
}

// read takes in one line: a heading, a command or orders.
func (s *Session) read(text string) {
	if s.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return
	}
	if do, ok := commands[strings.ToLower(fields[0])]; ok {
		do(s, fields[1:])
		return
	}
	if rest, ok := s.heading(text); ok {
		s.orders(rest)
	}
}

// heading takes the power in front of a colon off a line and makes it the one
// whose orders follow. Blanks stand in its place, so that columns stay right.
// ok is false where the power is unknown.
func (s *Session) heading(text string) (rest string, ok bool) {
	head, rest, found := strings.Cut(text, ":")
	if !found || strings.ContainsFunc(head, func(r rune) bool { return r < 'A' && r != ' ' && r != '\t' }) {
		return text, true
	}
	p, ok := s.findPower(strings.TrimSpace(head))
	if !ok {
		s.power = machiavelli.Nobody // what follows is not the former power's
		s.refuse(1, s.noPower(strings.TrimSpace(head)), nil)
		return "", false
	}
	s.power = p
	return strings.Repeat(" ", len([]rune(head))+1) + rest, true
}

// findPower is the power of that name, the beginning of a name, or letter.
func (s *Session) findPower(name string) (machiavelli.Power, bool) {
	if p, ok := s.pos.Setting.Powers.Find(strings.ToLower(name)); ok {
		return p, true
	}
	if len(name) == 1 {
		return s.pos.Setting.Powers.ByLetter(name[0])
	}
	return s.pos.Setting.Powers.Match(name)
}

// noPower tells that there is no such power, and which there are.
func (s *Session) noPower(name string) string {
	var names []string
	for _, p := range s.pos.Setting.Powers[1:] {
		names = append(names, p.Name)
	}
	return fmt.Sprintf("There is no power %q; the powers are %s.", name, strings.Join(names, ", "))
}

// orders takes in the orders of one line, each by itself.
func (s *Session) orders(text string) {
	for _, l := range order.Parse(text, s.context(s.power)) {
		s.take(&l)
	}
}

// context is what the reader of orders must know.
func (s *Session) context(power machiavelli.Power) *order.Context {
	return &order.Context{
		Board: s.pos.Setting.Board, Powers: s.pos.Setting.Powers, Power: power, Step: s.pos.Phase.Step,
		Explicit: s.rules.ConvoyRoute == rules.RouteExplicit,
	}
}

// take checks one order and keeps it if it is lawful; a later order for a unit
// takes the place of an earlier one.
func (s *Session) take(l *order.Line) {
	if l.Err != nil {
		s.refuse(l.Err.Column, l.Err.Message, l.Err.Suggest)
		return
	}
	power := s.power
	if power == machiavelli.Nobody {
		if power = s.owner(l.Order); power == machiavelli.Nobody {
			s.refuse(l.Column, "It is not clear whose order this is; write the power before it, as in \"milan: A Pavia H\", or on a line of its own.", nil)
			return
		}
	}
	if s.botPlays(power) {
		s.refuse(l.Column, s.notYours(power), nil)
		return
	}
	bound, unit, notes, problem := s.check(power, l.Order)
	if problem != nil {
		s.refuse(l.Column, problem.Message, problem.Suggest)
		return
	}
	s.printf("%s: %s\n", s.tell.Power(power), s.context(power).Format(bound))
	for _, n := range l.Notes {
		s.printf("  note: %s\n", n.Message)
	}
	for _, n := range s.together(power, l.Order, notes) {
		s.printf("  note: %s\n", n.Message)
	}
	s.keep(given{turn.Line{Power: power, Text: strings.TrimSpace(l.Text), Order: l.Order}, unit})
}

// together is what is to be said of an order beside the others of its power:
// what its ducats allow, what it does to the others. notes is what is to be said
// of it alone.
func (s *Session) together(power machiavelli.Power, o order.Order, notes []legal.Note) []legal.Note {
	var set []order.Order
	for _, g := range s.given {
		if g.line.Power == power {
			set = append(set, g.line.Order)
		}
	}
	found := legal.CheckSet(s.pos, &s.rules, power, append(set, o))
	last := found[len(found)-1]
	if last.Problem != nil {
		return notes
	}
	const unfinishedConvoy = "W05" // the other half may come in the next line
	return slices.DeleteFunc(last.Notes, func(n legal.Note) bool { return n.Code == unfinishedConvoy })
}

// replaced tells which of a power's orders later ones take the place of, by
// their place in the list of orders given.
func (s *Session) replaced(power machiavelli.Power) map[int]bool {
	var set []order.Order
	var at []int
	for i, g := range s.given {
		if g.line.Power == power {
			set, at = append(set, g.line.Order), append(at, i)
		}
	}
	out := map[int]bool{}
	for k, v := range legal.CheckSet(s.pos, &s.rules, power, set) {
		out[at[k]] = v.Replaced || v.Problem != nil
	}
	return out
}

// bound is an order with its unit filled in.
func (s *Session) bound(g given) order.Order {
	if o, _, _, problem := s.check(g.line.Power, g.line.Order); problem == nil {
		return o
	}
	return g.line.Order
}

// check looks at one order of a power. It may name a unit by the number that a
// purchase given before is to give it.
func (s *Session) check(power machiavelli.Power, o order.Order) (order.Order, int, []legal.Note, *legal.Problem) {
	var others []order.Order
	for _, g := range s.given {
		if g.line.Power == power {
			others = append(others, g.line.Order)
		}
	}
	var k legal.Checker
	k.Bind(s.pos, &s.rules)
	k.Expect(others)
	return k.Check(power, o)
}

// keep adds an order to those of the phase. In winter the orders of a power
// hang together, and package turn decides between them.
func (s *Session) keep(g given) {
	if g.unit >= 0 && s.pos.Phase.Step != machiavelli.Adjustments {
		for i := range s.given {
			if s.given[i].unit == g.unit && s.given[i].line.Power == g.line.Power {
				s.printf("  in place of: %s\n", s.given[i].line.Text)
				s.given = append(s.given[:i], s.given[i+1:]...)
				break
			}
		}
		if g.line.Order.Kind == order.Clear {
			return
		}
	}
	s.given = append(s.given, g)
}

// owner is the power that an order without a heading is for: the one that the
// order names, else the owner of the unit, or in winter of the province.
func (s *Session) owner(o order.Order) machiavelli.Power {
	if o.Unit.Nation != machiavelli.Nobody || o.Unit.At == 0 {
		return o.Unit.Nation
	}
	if o.Kind == order.Build {
		return s.pos.Province[o.Unit.At]
	}
	units := s.pos.Units
	if s.pos.Phase.Step == machiavelli.Retreats {
		units = nil
		for i := range s.pos.Dislodged {
			units = append(units, s.pos.Dislodged[i].Unit)
		}
	}
	owner := machiavelli.Nobody
	for _, u := range units {
		if u.At != o.Unit.At || o.Unit.Type != machiavelli.NoType && o.Unit.Type != u.Type {
			continue
		}
		if owner == machiavelli.Nobody || !u.InCity() {
			owner = u.Owner
		}
	}
	return owner
}

// refuse writes what is wrong with the line, and counts it. Column 0 means the
// line as a whole.
func (s *Session) refuse(column int, message string, suggest []string) {
	s.refused++
	where := fmt.Sprintf("line %d", s.line)
	if column > 0 {
		where += fmt.Sprintf(", column %d", column)
	}
	s.printf("? %s: %s", where, message)
	if len(suggest) > 0 && !strings.Contains(message, "Did you mean") {
		s.printf(" Did you mean %s?", either(suggest))
	}
	s.printf("\n")
}

func (s *Session) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// either is "a", "a or b", "a, b or c".
func either(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
