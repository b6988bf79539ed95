package turn

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// state is shared by the steps of one phase. The field pos is a copy of the
// given position and becomes the result. The other memory is reused from phase
// to phase.
type state struct {
	pos    *position.Position
	rules  *rules.Set
	dice   *dice.Dice
	lines  []Line // lines grouped by power, with each power's lines in the order given
	events []event.Event
	done   bool // whether the phase ends here because there are retreats

	checker  legal.Checker   // checks the lines before anything moves
	expected []order.Order   // purchases of the current power
	orders   movement.Orders // indexed by unit of pos, or by dislodged unit in the retreat phase
	given    []string        // the players' texts, indexed by unit
	ordered  event.UnitSet   // units for which a valid line was given
	resolver movement.Resolver
	outcome  movement.Outcome
	units    []position.Unit // the units before movement
	field    [board.Max]int16
	garrison [board.Max]int16
	freed    board.Set                    // provinces whose rebellion a retreating unit ends (RETR-08)
	owner    [board.Max]machiavelli.Power // owner of each province at the start of the phase
	shared   board.Set                    // provinces with units of two powers at the last adjudication of control
	aloneBy  [board.Max]machiavelli.Power // last power alone in each shared province (CTRL-21)

	payments  []moneyLine          // payments to powers and to the bank, by power, in the order given (M1)
	loans     []moneyLine          // loans ordered, by power, in the order given
	chits     []moneyLine          // chits given away, in the same order
	deeds     []moneyLine          // provinces given away or taxed by force (OPT-06, OPT-07)
	plundered board.Set            // provinces taxed by force in this phase
	permits   []permit             // permissions for others to bribe (EXP-25)
	outlays   []outlay             // valid expenses, by power, then slot (M0)
	prospects []prospect           // orders for units that their writers want to buy (BRIBE-12)
	defaulted machiavelli.PowerSet // powers that could not pay the bank (M1d)
	repaid    ledger               // sum that each power repaid to the bank in M1a
	lent      ledger               // sum that the bank lent each power in M1c
	victims   machiavelli.PowerSet // powers whose rulers are dead for this campaign (M4)
	clauses   []moneyLine          // lines of exchanges, by power, in the order given (OPT-19)
	trades    []trade              // exchanges that both parties have entered and for which everything is set aside
	promises  []promise            // the orders for units in these exchanges
	ban       ban                  // the Pope's excommunication, and the votes against it (OPT-14)
}

// ledger is an amount for each power.
type ledger [machiavelli.MaxPowers]machiavelli.Ducats

// begin prepares the state for a phase.
func (s *state) begin(p *position.Position, lines []Line, r *rules.Set, d *dice.Dice) {
	s.pos, s.rules, s.dice = p.Clone(), r, d
	s.events, s.done = make([]event.Event, 0, len(p.Units)+len(lines)/2+16), false
	s.ordered, s.freed = event.UnitSet{}, board.Set{}
	s.payments, s.loans, s.chits = s.payments[:0], s.loans[:0], s.chits[:0]
	s.outlays, s.prospects, s.permits = s.outlays[:0], s.prospects[:0], s.permits[:0]
	s.deeds, s.plundered = s.deeds[:0], board.Set{}
	s.clauses, s.trades, s.promises = s.clauses[:0], s.trades[:0], s.promises[:0]
	s.defaulted, s.victims = 0, 0
	s.repaid, s.lent = ledger{}, ledger{}
	s.ban = ban{}
	s.pos.AlignSeaCity() // an imported position can give the sea an owner
	s.owner = s.pos.Province
	// An imported position can contain a meaningless siege mark. It is removed so that no change
	// of owner and no new unit can make it effective.
	s.pos.Sieges = s.pos.BesiegedCities()
	s.findShared()
	s.checker.Bind(s.pos, r)
	s.sortLines(lines)
}

// release returns the working memory to the pool, without the parts that the result now owns.
func (s *state) release() {
	s.pos, s.rules, s.dice, s.events = nil, nil, nil, nil
	s.checker.Release()
	clear(s.lines)
	clear(s.given)
	clear(s.outlays)
	clear(s.trades)
	states.Put(s)
}

// sortLines groups the lines by power, in the order of the roster, and keeps
// each power's own sequence, so that the powers' sequence has no influence
// (SEQ-03).
func (s *state) sortLines(lines []Line) {
	var next [machiavelli.MaxPowers]int // the index of each power's next line
	for i := range lines {
		if p := lines[i].Power; p < machiavelli.MaxPowers {
			next[p]++
		}
	}
	sum := 0
	for p, n := range next {
		next[p] = sum
		sum += n
	}
	s.lines = slices.Grow(s.lines[:0], sum)[:sum]
	for i := range lines {
		if p := lines[i].Power; p < machiavelli.MaxPowers {
			s.lines[next[p]] = lines[i]
			next[p]++
		}
	}
}

func (s *state) say(e event.Event) { s.events = append(s.events, e) }

// one reports whether two powers count as one, or are both Nobody.
func (s *state) one(a, b machiavelli.Power) bool { return s.pos.Setting.Same(a, b) }

// board returns the game's board.
func (s *state) board() *board.Board { return s.pos.Setting.Board }

// locate sets field and garrison to the indices of the unit outside the city
// and of the garrison of every area, or to -1 if there is none.
func (s *state) locate() {
	for i := range s.field {
		s.field[i], s.garrison[i] = -1, -1
	}
	for i := range s.pos.Units {
		u := &s.pos.Units[i]
		if u.InCity() {
			s.garrison[u.At] = int16(i)
		} else {
			s.field[u.At] = int16(i)
		}
	}
}

// check checks one line. It records an event for a refused line, and for every remark on an
// accepted one. ok reports whether the line counts. unit is the index of the ordered unit, or
// -1.
func (s *state) check(l *Line) (bound order.Order, unit int, ok bool) {
	if !l.Err.IsZero() {
		s.say(event.Refused{Power: l.Power, Given: l.Text, Error: l.Err, Code: l.Code})
		return
	}
	bound, unit, notes, problem := s.checker.Check(l.Power, l.Order)
	if problem != nil {
		s.say(event.Refused{Power: l.Power, Given: l.Text, Error: problem.Message, Code: problem.Code})
		return
	}
	for _, n := range notes {
		// Whether the treasury suffices is decided later, after loans.
		if n.Code != legal.ShortOf {
			s.note(l, n.Code, n.Message)
		}
	}
	return bound, unit, true
}

func (s *state) note(l *Line, code string, what message.Message) {
	s.say(event.Noted{Power: l.Power, Given: l.Text, Note: what, Code: code})
}

// remove removes the units for which gone returns true from the board and
// records the events, in order.
func (s *state) remove(why event.RemovalReason, gone func(i int) bool) {
	kept := s.pos.Units[:0]
	for i, u := range s.pos.Units {
		if gone(i) {
			s.say(event.Removed{Unit: u, Reason: why})
			continue
		}
		kept = append(kept, u)
	}
	s.pos.Units = kept
}
