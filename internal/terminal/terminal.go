// Package terminal runs a game at a terminal: it reads lines of text, checks orders as they
// arrive, resolves phases, and prints reports and answers. It has no database; the game is kept
// in memory and lost at the end. It serves scripts as well as people at a prompt.
package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Config holds the settings of the game.
type Config struct {
	Name     string            // name of the game in reports; "game" if empty
	Library  *scenario.Library // source of the scenario; nil for the built-in ones
	Scenario string            // ID or slug; may be empty if the library has only one scenario
	Variant  string            // ID of the variant; if empty, each player has one power
	Preset   string
	Options  map[string]string
	Seed     string // seed of the dice

	// Bots is the kind of computer player, by its name in package bot, for the powers that are not
	// in Play; empty for no computer players. Play lists the powers that the person plays,
	// separated by commas: empty means the first power of the game, "none" means no power.
	Bots, Play string

	// Language is the language of the session's output; nil for English. Orders and commands
	// are the same in all languages.
	Language *words.Catalogue
}

// Session is a game in progress.
type Session struct {
	config Config
	rules  rules.Set
	pos    *position.Position
	given  []given           // the orders of the phase so far
	power  machiavelli.Power // the power of the following orders, or Nobody for the owner of the unit
	past   []phase
	tell   report.Teller

	opening []event.Event // the events before the first phase

	finder legal.Finder

	player bot.Player           // plays the powers that are not in own; nil without bots
	own    machiavelli.PowerSet // the person's powers, if there are computer players

	out     *bufio.Writer
	line    int // number of the current line
	refused int
	quit    bool
}

// given is an accepted order. unit is the index of its unit as returned by legal.Check, or -1.
type given struct {
	line turn.Line
	unit int
}

// phase is a resolved phase, with the state that undo needs.
type phase struct {
	before *position.Position
	after  *position.Position
	given  []given
	events []event.Event
}

// New sets up a game. The error says what is wrong with the configuration, and
// lists the valid values.
func New(c Config) (*Session, error) {
	if c.Language == nil {
		c.Language = words.English()
	}
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

// options returns the options that the scenario requires, overridden by the configured options.
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

// maxLine is the maximum length of a line, in bytes. Longer lines are refused completely.
const maxLine = 1 << 16

// Run reads lines until the end of in or the command quit, and writes the answers to out. If
// prompt is set, it prints the phase and the power before each line. It returns the number of
// refused lines and orders, and any read or write error.
func (s *Session) Run(in io.Reader, out io.Writer, prompt bool) (refused int, err error) {
	s.out = bufio.NewWriter(out)
	r := bufio.NewReaderSize(in, maxLine)
	s.open()
	if prompt {
		s.say(message.New("{scenario}. {phase}. Type {help} to see the commands.", message.Name(s.config.Language.T(s.pos.Setting.Title)), message.Phase(s.pos.Phase), message.Order("help")))
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
			s.refuse(0, message.New("The line is longer than {n} bytes and is ignored.", message.Number(maxLine)), nil)
			continue
		}
		s.read(text)
	}
	return s.refused, s.out.Flush()
}

// open prints the events before the first phase, once.
func (s *Session) open() {
	for _, e := range s.opening {
		if a, ok := e.(event.Adjusted); ok && a.Verdict == event.Succeeded {
			continue // every unit of the set-up is paid, so this is not printed
		}
		s.say(s.tell.Sentence(e))
	}
	s.opening = nil
	s.introduce()
	if !s.pos.Opening {
		return
	}
	s.say(report.FirstWinter())
	for power := machiavelli.Power(1); int(power) < len(s.pos.Setting.Powers); power++ {
		s.say(s.tell.FirstShort(s.pos, power))
	}
}

// dice returns the dice for a campaign.
func (s *Session) dice(campaign string) *dice.Dice {
	return dice.New([]byte(s.config.Seed), dice.Scope(s.config.Name, campaign, ""), nil)
}

// endOf returns the read error, unless it is the end of the input; otherwise it returns the write
// error.
func endOf(read, write error) error {
	if errors.Is(read, io.EOF) {
		return write
	}
	return read
}

// readLine reads one line and returns it without its line end. A line that does not fit into the
// reader's buffer is skipped and reported as long.
func readLine(r *bufio.Reader) (text string, long bool, err error) {
	line, err := r.ReadSlice('\n')
	text = string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		long, text = true, ""
		_, err = r.ReadSlice('\n')
	}
	return strings.TrimRight(text, "\r\n"), long, err
}

// asking returns the prompt: the phase, and the power of the following orders.
func (s *Session) asking() string {
	at := s.pos.Phase
	p := s.in(message.New("{season} {year} {step}", message.Season(at.Season), message.Number(at.Year), message.Step(at.Step)))
	if s.power != machiavelli.Nobody {
		p += ", " + s.called(s.power)
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

// heading removes the power before a colon from a line, and makes it the power of the following
// orders. It replaces the power by spaces, so that the columns of the rest stay the same. ok is
// false for an unknown power.
func (s *Session) heading(text string) (rest string, ok bool) {
	head, rest, found := strings.Cut(text, ":")
	if !found || strings.ContainsFunc(head, func(r rune) bool { return r < 'A' && r != ' ' && r != '\t' }) {
		return text, true
	}
	if first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(head)), " "); first == "exchange" || first == "exchanges" {
		return text, true // the colon follows the other party of an exchange
	}
	p, ok := s.findPower(strings.TrimSpace(head))
	if !ok {
		s.power = machiavelli.Nobody // the following orders have another power
		s.refuse(1, s.noPower(strings.TrimSpace(head)), nil)
		return "", false
	}
	s.power = p
	return strings.Repeat(" ", len([]rune(head))+1) + rest, true
}

// findPower returns a power by its name, a prefix of its name, or its letter.
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
func (s *Session) noPower(name string) message.Message {
	var all []message.Order // names as people type them
	for _, p := range s.pos.Setting.Powers[1:] {
		all = append(all, message.Order(p.Name))
	}
	return message.New("There is no power {name}; the powers are {powers}.", message.Name(strconv.Quote(name)), message.ListOf(message.Commas, all))
}

// orders handles the orders of one line separately.
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

// take checks one order and keeps it if it is legal. A later order for a unit replaces an earlier
// one.
func (s *Session) take(l *order.Line) {
	if l.Err != nil {
		s.refuse(l.Err.Column, l.Err.Message, l.Err.Suggest)
		return
	}
	power := s.power
	if power == machiavelli.Nobody {
		if power = s.owner(l.Order); power == machiavelli.Nobody {
			s.refuse(l.Column, message.New("It is not clear whose order this is; write the power before it, as in {example}, or on a line of its own.", message.Order(`"milan: A Pavia H"`)), nil)
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
	s.printf("%s: %s\n", s.called(power), s.context(power).Format(bound))
	for _, n := range l.Notes {
		s.printf("  %s\n", s.in(message.New("note: {text}", n.Message)))
	}
	for _, n := range s.together(power, l.Order, notes) {
		s.printf("  %s\n", s.in(message.New("note: {text}", n.Message)))
	}
	s.keep(given{turn.Line{Power: power, Text: strings.TrimSpace(l.Text), Order: l.Order}, unit})
}

// together returns the remarks on an order in the context of the power's other orders: whether it
// has enough ducats, and its effect on the others. notes are the remarks on the order by itself.
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
	const unfinishedConvoy = "W05" // remark W05; the other half may follow in the next line
	return slices.DeleteFunc(last.Notes, func(n legal.Note) bool { return n.Code == unfinishedConvoy })
}

// replaced reports for each of a power's orders whether it is replaced by a later order or illegal
// together with the others. The result is keyed by index in the list of given orders.
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

// check checks an order of a power. The order may refer to a unit by the number that an earlier
// purchase will assign.
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

// keep adds an order to the phase's orders. In winter all orders of a power are kept, because they
// depend on each other, and package turn decides which of them count.
func (s *Session) keep(g given) {
	if g.unit >= 0 && s.pos.Phase.Step != machiavelli.Adjustments {
		for i := range s.given {
			if s.given[i].unit == g.unit && s.given[i].line.Power == g.line.Power {
				s.printf("  %s\n", s.in(message.New("in place of: {order}", message.Order(s.given[i].line.Text))))
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

// owner returns the power of an order without a heading: the power that the order names, or else
// the owner of the unit, or in winter of the province.
func (s *Session) owner(o order.Order) machiavelli.Power {
	switch {
	case o.Kind == order.Exchange:
		return machiavelli.Nobody // either party could write it
	case o.Unit.Nation != machiavelli.Nobody || o.Unit.At == 0:
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

// refuse prints what is wrong with a line, and counts the refusal. Column 0 means the whole line.
func (s *Session) refuse(column int, what message.Message, suggest []string) {
	s.refused++
	where := message.New("line {n}", message.Number(s.line))
	if column > 0 {
		where = message.New("line {n}, column {column}", message.Number(s.line), message.Number(column))
	}
	if len(suggest) > 0 && !suggests(what) {
		of := make([]message.Order, len(suggest))
		for i, x := range suggest {
			of[i] = message.Order(x)
		}
		what = message.New("{text} Did you mean {suggestions}?", what, message.ListOf(message.Or, of))
	}
	s.say(message.New("? {where}: {text}", where, what))
}

// suggests reports whether a message already contains a suggestion.
func suggests(m message.Message) bool { return strings.Contains(m.ID, "Did you mean") }

func (s *Session) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// in returns a message in the language of the session.
func (s *Session) in(m message.Message) string { return s.config.Language.M(m) }

// say prints a message on a line of its own, unless it is empty.
func (s *Session) say(m message.Message) {
	if !m.IsZero() {
		s.printf("%s\n", s.in(m))
	}
}

// called returns the name of a power.
func (s *Session) called(p machiavelli.Power) string {
	return s.in(message.New("{power:name}", s.tell.PowerOf(p)))
}
