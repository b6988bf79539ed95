// Package terminal runs a game at a terminal: it reads lines of text, checks
// orders as they arrive, processes phases, and prints reports and answers. It
// has no database; the game is in memory and lost at the end. It serves scripts
// and people at a prompt alike.
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

// Config determines the game.
type Config struct {
	Name     string            // the game's name in the reports; "game" if empty
	Library  *scenario.Library // the source of the scenario; the built-in ones if nil
	Scenario string            // an ID or slug; may be empty if the library has only one
	Variant  string            // an ID; empty for one power each
	Preset   string
	Options  map[string]string
	Seed     string // the seed of the dice

	// Bots is the kind of computer player, by its name in package bot, for the
	// powers that are not in Play, or empty for none. Play lists the powers
	// that the person plays, separated by commas: the first of the game if
	// empty, no power if "none".
	Bots, Play string
}

// Session is a game in progress.
type Session struct {
	config Config
	rules  rules.Set
	pos    *position.Position
	given  []given           // the orders of the phase so far
	power  machiavelli.Power // the power of the orders that follow, or Nobody: the owner of the unit
	past   []phase
	tell   report.Teller

	opening []event.Event // the events before the first phase

	finder legal.Finder

	player bot.Player           // plays the powers that are not in own; nil without bots
	own    machiavelli.PowerSet // the powers of the person, if there are bots

	out     *bufio.Writer
	line    int // number of the current line
	refused int
	quit    bool
}

// given is an accepted order. unit is the index of its unit as returned by
// legal.Check, or -1.
type given struct {
	line turn.Line
	unit int
}

// phase is a processed phase, with the state that undo needs.
type phase struct {
	before *position.Position
	after  *position.Position
	given  []given
	events []event.Event
}

// New sets up a game. The error says what is wrong with the configuration, and
// lists the valid values.
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

// options returns the options that the scenario requires, overridden by those
// of the configuration.
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

// maxLine is the maximum length of a line, in bytes. A longer one is refused as
// a whole.
const maxLine = 1 << 16

// Run reads lines until the end of in or the command quit, and writes the
// answers to out. With prompt, it prints the phase and the power before each
// line. It returns the number of lines and orders refused. The error is one of
// reading or writing.
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

// open prints once what happened before the first phase.
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

// dice returns the dice of a campaign.
func (s *Session) dice(campaign string) *dice.Dice {
	return dice.New([]byte(s.config.Seed), dice.Scope(s.config.Name, campaign, ""), nil)
}

// endOf returns the error of reading, unless it is the end of the input, or
// else that of the last write.
func endOf(read, write error) error {
	if errors.Is(read, io.EOF) {
		return write
	}
	return read
}

// readLine reads one line without its end. It skips a line that does not fit
// the reader's buffer and reports it as long.
func readLine(r *bufio.Reader) (text string, long bool, err error) {
	line, err := r.ReadSlice('\n')
	text = string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		long, text = true, ""
		_, err = r.ReadSlice('\n')
	}
	return strings.TrimRight(text, "\r\n"), long, err
}

// asking returns the prompt: the phase, and the power of the orders that
// follow.
func (s *Session) asking() string {
	p := s.pos.Phase.String()
	if s.power != machiavelli.Nobody {
		p += ", " + s.tell.Power(s.power)
	}
	return p
}

// read handles one line: a heading, a command or orders.
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

// heading removes the power before a colon from a line and makes it the power
// of the orders that follow. It replaces the power by blanks, so that columns
// stay right. ok is false for an unknown power.
func (s *Session) heading(text string) (rest string, ok bool) {
	head, rest, found := strings.Cut(text, ":")
	if !found || strings.ContainsFunc(head, func(r rune) bool { return r < 'A' && r != ' ' && r != '\t' }) {
		return text, true
	}
	p, ok := s.findPower(strings.TrimSpace(head))
	if !ok {
		s.power = machiavelli.Nobody // the orders that follow do not belong to the previous power
		s.refuse(1, s.noPower(strings.TrimSpace(head)), nil)
		return "", false
	}
	s.power = p
	return strings.Repeat(" ", len([]rune(head))+1) + rest, true
}

// findPower returns a power by its name, the beginning of its name, or its
// letter.
func (s *Session) findPower(name string) (machiavelli.Power, bool) {
	if p, ok := s.pos.Setting.Powers.Find(strings.ToLower(name)); ok {
		return p, true
	}
	if len(name) == 1 {
		return s.pos.Setting.Powers.ByLetter(name[0])
	}
	return s.pos.Setting.Powers.Match(name)
}

// noPower returns the error for an unknown power, with the list of powers.
func (s *Session) noPower(name string) string {
	var names []string
	for _, p := range s.pos.Setting.Powers[1:] {
		names = append(names, p.Name)
	}
	return fmt.Sprintf("There is no power %q; the powers are %s.", name, strings.Join(names, ", "))
}

// orders handles the orders of one line, each by itself.
func (s *Session) orders(text string) {
	for _, l := range order.Parse(text, s.context(s.power)) {
		s.take(&l)
	}
}

// context returns the context for parsing orders.
func (s *Session) context(power machiavelli.Power) *order.Context {
	return &order.Context{
		Board: s.pos.Setting.Board, Powers: s.pos.Setting.Powers, Power: power, Step: s.pos.Phase.Step,
		Explicit: s.rules.ConvoyRoute == rules.RouteExplicit,
	}
}

// take checks one order and keeps it if it is legal. A later order for a unit
// replaces an earlier one.
func (s *Session) take(l *order.Line) {
	if l.Err != nil {
		s.refuse(l.Err.Column, l.Err.Message.String(), l.Err.Suggest)
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
		s.refuse(l.Column, problem.Message.String(), problem.Suggest)
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

// together returns the remarks on an order in the context of the power's other
// orders: whether its ducats suffice, and its effect on the others. notes are
// the remarks on the order alone.
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

// replaced returns, by index in the list of orders given, which of a power's
// orders are replaced by later ones.
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

// bound returns an order with its unit filled in.
func (s *Session) bound(g given) order.Order {
	if o, _, _, problem := s.check(g.line.Power, g.line.Order); problem == nil {
		return o
	}
	return g.line.Order
}

// check checks an order of a power. The order may name a unit by the number
// that an earlier purchase will assign.
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
// depend on each other, and package turn decides between them.
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

// owner returns the power of an order without a heading: the one that the order
// names, else the owner of the unit, or in winter of the province.
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

// refuse prints what is wrong with the line, and counts it. Column 0 means the
// whole line.
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

// either joins words: "a", "a or b", "a, b or c".
func either(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
