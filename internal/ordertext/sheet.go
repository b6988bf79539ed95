package ordertext

import (
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/turn"
)

// Section is a part of the orders that someone sends: the text of one power, or
// the text of a whole seat.
type Section struct {
	Seat  int               // optional if Power is set
	Power machiavelli.Power // Nobody if the text is the whole seat's
	Text  string
	Add   bool // whether the lines are added to those in force instead of replacing them
	Drop  int  // number of lines in force to withdraw first, beginning with the last
}

// A text may contain headings (order.ReadHeading). The lines below a heading belong to its
// power. Lines above all headings belong to the section's power; in the text of a seat they
// belong to its only power, or to the one of its powers that can give the order. The same
// applies to lines below a heading that may name a power but is not understood, except that
// payments there belong to no power. In the text of a seat with one power, only the name of
// another power counts as a heading.

// PowerText is the text of one power, with the verdicts on its lines.
type PowerText struct {
	Seat     int
	Power    machiavelli.Power
	Text     string
	Verdicts []game.Verdict // with line numbers in Text
	Passed   []Passed       // with line numbers in Text
}

// Sheet is the result of all sections of a seat.
type Sheet struct {
	Text   string // the text to be stored
	Lines  []Reading
	Powers []PowerText
	Passed []Passed // skipped lines in the sections, in their order
	Drops  int      // number of lines to withdraw
	Drop   []string // withdrawn lines, beginning with the last
}

// ownLine is a line of a section, with the power to whose text it belongs.
type ownLine struct {
	power   machiavelli.Power
	text    string
	section int
	number  int  // line number in the section, counted from 1
	stray   bool // whether it is a heading that names no power of the seat, or a line below one
	open    bool // whether it is refused because no heading says which power it is for

	passed bool // whether it is skipped

	under string // for a line refused because of the heading above it, that heading
}

// Sheet parses sections of a seat with the given powers. standing is the text that the seat has
// sent before.
func (r *Reader) Sheet(powers []machiavelli.Power, standing string, in []Section) Sheet {
	var s Sheet
	var lines []ownLine
	if slices.ContainsFunc(in, func(x Section) bool { return x.Add }) {
		s.Lines, lines = r.inForce(powers, standing)
	}
	for i := range in {
		s.Drops += in[i].Drop
		for n := in[i].Drop; n > 0 && len(lines) > 0 && lines[len(lines)-1].section < 0; n-- {
			last := len(lines) - 1
			s.Drop = append(s.Drop, lines[last].text)
			s.Lines, lines = s.Lines[:last], lines[:last]
		}
		if in[i].Add && strings.TrimSpace(in[i].Text) == "" {
			continue
		}
		found, own := r.section(powers, i, &in[i])
		// An empty line separates the sections, because no order or list continues in another one.
		if len(own) > 0 && slices.ContainsFunc(lines, func(l ownLine) bool { return l.power == own[0].power }) {
			lines = append(lines, ownLine{power: own[0].power, section: i})
		}
		s.Lines, lines = append(s.Lines, found...), append(lines, own...)
		for _, l := range own {
			if l.passed {
				s.Passed = append(s.Passed, Passed{l.number, strings.TrimSpace(l.text)})
			}
		}
	}
	s.Lines = r.expand(powers, s.Lines)
	for _, p := range powers {
		r.together(p, s.Lines)
	}
	brief(s.Lines)
	s.Text = r.stored(powers, in, lines)
	s.divide(powers, lines)
	return s
}

// inForce returns those lines of a text that count. Lines that are refused or replaced are
// omitted.
func (r *Reader) inForce(powers []machiavelli.Power, text string) ([]Reading, []ownLine) {
	before, _ := r.section(powers, -1, &Section{Text: text})
	before = r.expand(powers, before)
	after := slices.Clone(before)
	for i := range after { // the remarks on all lines together are determined again later
		after[i].Verdict.Notes = slices.Clone(after[i].Verdict.Notes)
	}
	for _, p := range powers {
		r.together(p, after)
	}
	var out []Reading
	var lines []ownLine
	for i, x := range after {
		v := x.Verdict
		if v.Refused() || v.Replaced || strings.TrimSpace(v.Text) == "" {
			continue
		}
		x = before[i]
		x.Verdict.Line, x.Verdict.Column = len(lines)+1, 1
		out = append(out, x)
		lines = append(lines, ownLine{power: v.Power, text: r.text(v.Power, v.Text, before[i:i+1]), section: -1, number: len(lines) + 1})
	}
	return out, lines
}

// section parses one section.
func (r *Reader) section(powers []machiavelli.Power, index int, s *Section) ([]Reading, []ownLine) {
	var out []Reading
	var lines []ownLine
	at := powers[0] // the power to whose text lines belong
	if s.Power != machiavelli.Nobody {
		at = s.Power
	}
	whole := len(powers) == 1 || s.Power != machiavelli.Nobody // the text is not divided
	for _, p := range r.cut(powers, at, s.Text) {
		power, mine := at, p.whose != others
		if p.whose == named {
			power = p.power
		}
		var found []Reading
		var passed []Passed
		divined := false
		switch {
		case !mine:
			found = r.stray(powers, &p)
		case p.whose == frozen || p.whose == free && !whole:
			found, passed = r.divine(powers, &p)
			divined = true
		default:
			found, passed = r.passage(power, &p)
		}
		r.spoil(found)
		if !whole {
			at = power
		}
		switch {
		case p.written == "":
		case whole || !mine:
			lines = append(lines, ownLine{power: at, text: p.written, section: index, number: p.first - 1, stray: !mine})
		case p.comment != "":
			lines = append(lines, ownLine{power: at, text: p.comment, section: index, number: p.first - 1})
		}
		begin := len(lines)
		lines = append(lines, r.own(&p, found, ownLine{power: at, section: index, stray: !mine}, divined && !whole)...)
		for i := begin; i < len(lines); i++ {
			lines[i].passed = slices.ContainsFunc(passed, func(x Passed) bool { return x.Line == lines[i].number })
		}
		out = append(out, found...)
	}
	for i := range out {
		out[i].Section = index
	}
	return out, lines
}

// own converts the lines of a passage to lines of powers. l holds the properties that they share.
// If divided is true, each line goes to the power of its order.
func (r *Reader) own(p *passage, found []Reading, l ownLine, divided bool) []ownLine {
	var out []ownLine
	skip := 0
	for i, text := range p.lines {
		if skip > 0 { // part of the previous order
			skip--
			continue
		}
		l.text, l.number = text, p.first+i
		if !divided {
			out = append(out, l)
			continue
		}
		for _, x := range found {
			if x.Verdict.Line == l.number && x.lines > 1 {
				skip = x.lines - 1
			}
		}
		if skip > 0 {
			skip = min(skip, len(p.lines)-1-i)
			l.text = strings.Join(p.lines[i:i+skip+1], " ")
		}
		switch {
		case p.whose == frozen && i == 0:
			head := l
			head.stray = true
			out = append(out, head)
		case p.whose == frozen && slices.ContainsFunc(found, func(x Reading) bool { return x.Verdict.Line == l.number && x.Verdict.Refused() }):
			line := l
			line.stray, line.under = true, p.lines[0]
			out = append(out, line)
		default:
			out = append(out, r.assigned(found, l)...)
		}
	}
	return out
}

// assigned assigns a line without a heading to the power of its order. A line
// with orders of several powers is divided among them.
func (r *Reader) assigned(found []Reading, l ownLine) []ownLine {
	var out []ownLine
	var of [][]Reading
	for _, x := range found {
		v := &x.Verdict
		if v.Line != l.number {
			continue
		}
		i := slices.IndexFunc(out, func(o ownLine) bool { return o.power == v.Power && o.open == x.open })
		if i < 0 {
			out = append(out, ownLine{power: v.Power, text: v.Text, section: l.section, number: l.number, open: x.open})
			of = append(of, []Reading{x})
		} else {
			out[i].text += "; " + v.Text
			of[i] = append(of[i], x)
		}
	}
	switch len(out) {
	case 0:
		return []ownLine{l}
	case 1:
		out[0].text = l.text
	}
	for i := range out {
		out[i].text = r.text(out[i].power, out[i].text, of[i])
	}
	return out
}

// stored returns the text of a seat in stored form. Parsing it again yields the
// same result.
func (r *Reader) stored(powers []machiavelli.Power, in []Section, lines []ownLine) string {
	several := len(powers) > 1
	byPower, add := true, false
	for _, s := range in {
		byPower = byPower && s.Power != machiavelli.Nobody
		add = add || s.Add
	}
	var b strings.Builder
	switch {
	case len(in) == 1 && !add && (!several || !byPower):
		return in[0].Text
	case several && byPower && !add:
		for _, s := range in {
			if t := strings.TrimRight(s.Text, " \t\n"); t != "" {
				b.WriteString(r.Position.Setting.Powers[s.Power].ID + ":\n" + t + "\n")
			}
		}
		return b.String()
	}
	under, head := machiavelli.Nobody, "" // heading above: its power, or its text if unclear
	if several {                          // open lines go above all headings
		lines = slices.Concat(
			slices.DeleteFunc(slices.Clone(lines), func(l ownLine) bool { return !l.open }),
			slices.DeleteFunc(slices.Clone(lines), func(l ownLine) bool { return l.open }),
		)
	}
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch {
		case !several, l.open:
		case l.stray:
			if l.under != "" && l.under != head {
				b.WriteString(l.under + "\n")
				head = l.under
			} else if l.under == "" {
				head = l.text
			}
			under = machiavelli.Nobody
		case l.power != under:
			under, head = l.power, ""
			b.WriteString(r.Position.Setting.Powers[under].Name + ":\n")
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// divide composes the texts of the powers.
func (s *Sheet) divide(powers []machiavelli.Power, lines []ownLine) {
	type key struct{ section, line int }
	s.Powers = make([]PowerText, len(powers))
	texts := make([][]string, len(powers))
	at := map[key][]int{} // indices of the lines, keyed by seat and power
	place := make([]int, len(lines))
	for i, l := range lines {
		n := slices.Index(powers, l.power)
		texts[n] = append(texts[n], l.text)
		place[i] = len(texts[n])
		if l.passed {
			s.Powers[n].Passed = append(s.Powers[n].Passed, Passed{place[i], strings.TrimSpace(l.text)})
		}
		k := key{l.section, l.number}
		at[k] = append(at[k], i)
	}
	for i, p := range powers {
		t := texts[i]
		for len(powers) > 1 && len(t) > 0 && t[len(t)-1] == "" { // the empty line before the next heading
			t = t[:len(t)-1]
		}
		s.Powers[i].Power, s.Powers[i].Text = p, strings.Join(t, "\n")
	}
	for i := range s.Lines {
		x := &s.Lines[i]
		found := at[key{x.Section, x.Verdict.Line}]
		if len(found) == 0 {
			continue
		}
		l := found[0]
		for _, other := range found {
			if lines[other].power == x.Verdict.Power {
				l = other
			}
		}
		to := &s.Powers[slices.Index(powers, lines[l].power)]
		v := x.Verdict
		v.Line = place[l]
		to.Verdicts = append(to.Verdicts, v)
	}
}

// turnLines returns lines as input for the engine.
func turnLines(lines []Reading) []turn.Line {
	out := make([]turn.Line, len(lines))
	for i := range lines {
		out[i] = lines[i].Line
	}
	return out
}
