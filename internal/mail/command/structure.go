package command

import (
	"strings"

	"podesta/internal/mail/letter"
	"podesta/machiavelli/message"
)

// isStructure reports whether a line is PHASE, IF, ELSE or an end marker.
func (p *parser) isStructure(t string) bool {
	return atAny(t, []string{"PHASE", "END PHASE", "IF", "ELSE IF", "ELSE", "END IF", "END PRESS", "END BROADCAST"})
}

// structure parses a line that begins, divides or ends a PHASE or IF. It reports whether the line
// was one of these.
func (p *parser) structure(i int, s *scanner) bool {
	s.pos = 0
	column := s.at + 1
	if p.nearEnd(i, s.s) {
		return true
	}
	if atAny(s.s, []string{"IF", "PHASE"}) && p.isAside(i, s.s) {
		p.ignore(i, Prose)
		return true
	}
	switch {
	case s.keyword("PHASE"):
		p.beginPhase(i, column, s)
	case s.keyword("END PHASE"):
		p.closeIfs()
		if p.phase == nil && !p.badPhase {
			p.misplaced(i, s, "ENDPHASE", "PHASE")
			return true
		}
		p.cover(i, s.end("ENDPHASE"))
		p.phase, p.badPhase = nil, false
	case s.keyword("IF"):
		p.beginIf(i, column, s)
	case s.keyword("ELSE IF"):
		p.branch(i, column, s, true)
	case s.keyword("ELSE"):
		p.branch(i, column, s, false)
	case s.keyword("END IF"):
		if len(p.ifs) == 0 {
			p.misplaced(i, s, "ENDIF", "IF")
			return true
		}
		p.ifs[len(p.ifs)-1].Closed = true
		p.ifs = p.ifs[:len(p.ifs)-1]
		p.cover(i, s.end("ENDIF"))
	case s.keyword("END PRESS", "END BROADCAST", "END DIARY", "END COMMENT"):
		s.pos = 0
		p.put(Item{Line: i + 1, Column: column, Err: s.fail(CodePlace, message.New("There is no text to end here. PRESS or BROADCAST begins one."))})
	default:
		return false
	}
	return true
}

// isAside reports whether a line that begins with IF or PHASE is an ordinary sentence, because it
// is long and no order follows to which it could apply.
func (p *parser) isAside(i int, t string) bool {
	if !isChatter(t) || strings.Contains(strings.ToUpper(t)+" ", " THEN ") {
		return false
	}
	if s := (&scanner{s: t}); s.keyword("PHASE") {
		if _, err := readPhase(s, CodePhase); err == nil {
			return false
		}
	}
	for j := i + 1; j < len(p.lines); j++ {
		if p.lines[j].Kind != letter.Own || p.plain[j] == "" {
			continue
		}
		first := strings.ToLower(firstWord(p.plain[j]))
		if LooksLikeOrder(p.plain[j]) || IsOrderWord(first) || isUnitWord(first) || letter.ConditionEnding.Closeness(p.plain[j]) == letter.ExactEnd {
			return false
		}
	}
	return true
}

// nearEnd ends the condition or the PHASE in effect if a line is its end marker, even if the marker
// is misspelt or has marks around it.
func (p *parser) nearEnd(i int, t string) bool {
	near, end := letter.NoEnd, message.Order("ENDIF")
	if len(p.ifs) > 0 {
		if near = letter.ConditionEnding.Closeness(t); near != letter.NoEnd {
			p.ifs[len(p.ifs)-1].Closed = true
			p.ifs = p.ifs[:len(p.ifs)-1]
		}
	}
	if near == letter.NoEnd && (p.phase != nil || p.badPhase) {
		if near, end = letter.PhaseEnding.Closeness(t), "ENDPHASE"; near != letter.NoEnd {
			p.closeIfs()
		}
	}
	if near == letter.NoEnd {
		return false
	}
	item := Item{Line: i + 1, Command: EndOf{}}
	if near == letter.NearEnd {
		item.Notes = []Note{{NoteNearEnd, message.New("This line was read as {end}.", end)}}
	}
	p.putOrder(item)
	if end == "ENDPHASE" {
		p.phase, p.badPhase = nil, false
	}
	return true
}

// cover adds the line that ends a structure: as an EndOf, or as an error if text is left over after
// the end marker.
func (p *parser) cover(i int, err *Error) {
	item := Item{Line: i + 1, Err: err}
	if err == nil {
		item.Command = EndOf{}
	}
	p.putOrder(item)
}

// EndOf is the line ENDIF or ENDPHASE that closed a structure. The text of the
// structure includes it.
type EndOf struct{}

func (c EndOf) String() string { return "" }

// misplaced refuses the end marker of a structure that was never begun.
func (p *parser) misplaced(i int, s *scanner, end, begin message.Order) {
	s.pos = 0
	p.put(Item{Line: i + 1, Column: s.at + 1, Err: s.fail(CodePlace, message.New("{end} without {begin}: there is nothing to end here.", end, begin))})
}

// beginPhase parses PHASE. The following lines are stored for another phase.
func (p *parser) beginPhase(i, column int, s *scanner) {
	p.closeIfs()
	p.phase, p.badPhase = nil, false
	if s.keyword("CURRENT", "NOW") {
		item := Item{Line: i + 1, Column: column, Err: s.end("PHASE CURRENT")}
		if p.badPhase = item.Err != nil; !p.badPhase {
			item.Command = CurrentPhase{}
		}
		p.put(item)
		return
	}
	if s.done() {
		p.badPhase = true
		p.put(Item{Line: i + 1, Column: column, Err: s.fail(CodePhase, message.New("The phase is missing here. For example: {example}", message.Order("PHASE WINTER 1456 ADJUSTMENTS")))})
		return
	}
	at, err := readPhase(s, CodePhase)
	if err == nil {
		err = s.endAfter(message.New("the phase"))
	}
	if err != nil {
		p.badPhase = true
		p.put(Item{Line: i + 1, Column: column, Err: err})
		return
	}
	p.phase = &Phase{Phase: at}
	p.put(Item{Line: i + 1, Column: column, Command: p.phase})
}

// CurrentPhase is "PHASE CURRENT": the following lines are for the current phase again.
type CurrentPhase struct{}

func (c CurrentPhase) String() string { return "PHASE CURRENT" }

// frame is an open condition.
type frame struct {
	*If
	loose bool // whether its IF was refused, so that it belongs to no item
	bad   bool // whether a condition is invalid, so that the following lines are refused
}

// beginIf parses IF.
func (p *parser) beginIf(i, column int, s *scanner) {
	if len(p.ifs) == maxDepth {
		p.putOrder(Item{Line: i + 1, Column: column, Err: s.fail(CodeLong, message.New("More than {n} IF are nested.", message.Number(maxDepth)))})
		return
	}
	cond, then, err := p.condition(s)
	if why := p.refusal(); err == nil && !why.IsZero() {
		err = s.fail(CodePhase, why)
	}
	c := &If{Branches: []Branch{{Line: i + 1, Cond: cond}}}
	if err != nil {
		p.putOrder(Item{Line: i + 1, Column: column, Err: err})
		p.ifs = append(p.ifs, &frame{If: c, loose: true, bad: true})
		return
	}
	p.putOrder(Item{Line: i + 1, Column: column, Command: c})
	p.ifs = append(p.ifs, &frame{If: c})
	if then != nil {
		p.order(i, then)
	}
}

// refusal returns the reason why orders cannot be stored here, or an empty message if they can.
func (p *parser) refusal() message.Message {
	for _, f := range p.ifs {
		if f.bad {
			return message.New("The condition above could not be read, so this was not saved.")
		}
	}
	if p.badPhase {
		return message.New("The PHASE line above could not be read, so this was not saved for any phase.")
	}
	return message.Message{}
}

// condition reads a condition and THEN. The result then is a scanner for the rest of the line.
func (p *parser) condition(s *scanner) (cond *Condition, then *scanner, err *Error) {
	cond, err = condition(s, 0)
	if err != nil {
		return nil, nil, err
	}
	if !s.keyword("THEN") {
		return cond, nil, s.endAfter(message.New("the condition"))
	}
	if s.done() {
		return cond, nil, nil
	}
	return cond, &scanner{s: s.s[s.pos:], line: s.line, at: s.column() - 1}, nil
}

// branch parses ELSE IF and ELSE.
func (p *parser) branch(i, column int, s *scanner, conditional bool) {
	if len(p.ifs) == 0 {
		p.misplaced(i, s, "ELSE", "IF")
		return
	}
	f := p.ifs[len(p.ifs)-1]
	if f.bad {
		p.putOrder(Item{Line: i + 1, Column: column, Err: s.fail(CodePhase, p.refusal())})
		return
	}
	if f.Branches[len(f.Branches)-1].Cond == nil {
		p.putOrder(Item{Line: i + 1, Column: column, Err: s.fail(CodePlace, message.New("After ELSE only ENDIF can follow."))})
		f.bad = true
		return
	}
	var cond *Condition
	var then *scanner
	var err *Error
	if conditional {
		cond, then, err = p.condition(s)
	} else if !s.done() {
		then = &scanner{s: s.s[s.pos:], line: s.line, at: s.column() - 1}
	}
	if err != nil {
		p.putOrder(Item{Line: i + 1, Column: column, Err: err})
		f.bad = true
		return
	}
	f.Branches = append(f.Branches, Branch{Line: i + 1, Cond: cond})
	if then != nil {
		p.order(i, then)
	}
}

// closeIfs closes all open conditions.
func (p *parser) closeIfs() { p.ifs = nil }
