package correction

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Secret is the kind of a change that not everyone may know.
type Secret uint8

// The secrets.
const (
	Open     Secret = iota // everyone may know
	Treasury               // money and debts of a power, if treasuries are hidden
	Chits                  // assassination chits of a power
)

// Change is one change made by a correction, in a sentence.
type Change struct {
	Text   string
	Secret Secret
	Of     machiavelli.Power // the power that it concerns
	Public string            // what everyone may know of it
}

// Visible reports whether the viewer may read the change in full.
func (c Change) Visible(v report.Viewer, r *rules.Set) bool {
	switch c.Secret {
	case Treasury:
		return report.SeesTreasury(c.Of, v, r)
	case Chits:
		return report.SeesChits(c.Of, v) || v.Master
	}
	return true
}

// For returns the change in the form that the viewer may read.
func (c Change) For(v report.Viewer, r *rules.Set) string {
	if c.Visible(v, r) {
		return c.Text
	}
	return c.Public
}

// teller describes the differences between two positions.
type teller struct {
	e *editor
	report.Teller
	before, after *position.Position
	out           []Change
}

// differences returns the changes made by the correction.
func (e *editor) differences() []Change {
	t := &teller{e: e, Teller: report.New(e.p.Setting), before: e.before, after: e.p}
	t.units()
	t.dislodged()
	t.land()
	t.markers()
	t.powers()
	t.loans()
	return t.out
}

func (t *teller) say(format string, args ...any) {
	t.out = append(t.out, Change{Text: fmt.Sprintf(format, args...)})
}

// hide adds a change that not everyone may know, with its public part.
func (t *teller) hide(s Secret, of machiavelli.Power, public, format string, args ...any) {
	t.out = append(t.out, Change{Text: fmt.Sprintf(format, args...), Secret: s, Of: of, Public: public})
}

// told returns a unit for use in a sentence.
func (e *editor) told(u position.Unit) string { return report.New(e.p.Setting).Unit(u) }

// who returns a power's name, or "nobody".
func (t *teller) who(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "nobody"
	}
	return t.Power(p)
}

func (t *teller) units() {
	kept := map[int]bool{}
	for _, o := range t.e.origin {
		kept[o] = true
	}
	for i := range t.before.Units {
		if !kept[i] {
			t.say("Gone: %s.", t.Unit(t.before.Units[i]))
		}
	}
	for i, o := range t.e.origin {
		now := t.after.Units[i]
		if o < 0 {
			t.say("New: %s.", t.Unit(now))
			continue
		}
		was := t.before.Units[o]
		same := was
		same.Serial = now.Serial
		switch {
		case was == now:
		case same == now:
			t.say("%s is number %d (before: %d).", message.Capital(t.Unit(now)), now.Serial, was.Serial)
		default:
			t.say("Instead of %s: %s.", t.Unit(was), t.Unit(now))
		}
	}
}

func (t *teller) dislodged() {
	find := func(p *position.Position, u position.Unit) *position.Dislodged {
		for i := range p.Dislodged {
			if d := &p.Dislodged[i]; d.Unit.At == u.At && d.Unit.Owner == u.Owner && d.Unit.Type == u.Type {
				return d
			}
		}
		return nil
	}
	for _, d := range t.before.Dislodged {
		if find(t.after, d.Unit) == nil {
			t.say("No longer to retreat: %s.", t.Unit(d.Unit))
		}
	}
	for _, d := range t.after.Dislodged {
		was := find(t.before, d.Unit)
		now := t.choices(&d)
		switch {
		case was == nil:
			t.say("To retreat: %s, to %s.", t.Unit(d.Unit), now)
		case t.choices(was) != now:
			t.say("%s may retreat to %s (before: %s).", message.Capital(t.Unit(d.Unit)), now, t.choices(was))
		}
	}
}

// choices returns the possible retreats of a unit.
func (t *teller) choices(d *position.Dislodged) string {
	var names []string
	for _, at := range d.Retreats {
		names = append(names, t.Place(at))
	}
	if d.IntoCity {
		names = append(names, "into the city")
	}
	if len(names) == 0 {
		return "no place"
	}
	return strings.Join(names, ", ")
}

func (t *teller) land() {
	b, p := t.after.Setting.Board, t.before
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		name := b.Areas[at].Name
		if was, now := p.Province[at], t.after.Province[at]; was != now {
			t.say("Province of %s: %s (before: %s).", name, t.who(now), t.who(was))
		}
		if was, now := p.City[at], t.after.City[at]; was != now {
			t.say("City of %s: %s (before: %s).", name, t.who(now), t.who(was))
		}
		if was, now := t.rebels(p, at), t.rebels(t.after, at); was != now {
			t.say("Rebellion in %s: %s (before: %s).", name, now, was)
		}
	}
	for i, c := range t.after.Setting.Countries {
		if was, now := p.Holder[i], t.after.Holder[i]; was != now {
			t.say("Home country %s: held by %s (before: %s).", c.Name, t.who(now), t.who(was))
		}
	}
}

// rebels describes the rebellion in a province.
func (t *teller) rebels(p *position.Position, at board.ID) string {
	land, city := p.RebelLand.Has(at), p.RebelCity.Has(at)
	where := ""
	switch {
	case land && city:
		where = "in province and city"
	case land:
		where = "in the province"
	case city:
		where = "in the city"
	default:
		return "none"
	}
	return where + ", against " + t.who(p.RebelAgainst[at])
}

func (t *teller) markers() {
	for _, m := range []struct {
		name string
		of   func(p *position.Position) *board.Set
	}{
		{"Siege", func(p *position.Position) *board.Set { return &p.Sieges }},
		{"Famine", famine},
		{"Famine caused by money", scorched},
		{"Plague", plague},
		{"Plague to come", infected},
		{"Guard against the plague", guarded},
		{"Spared by the plague", spared},
		{"Taxed this year", taxed},
		{"Taxed last year", taxedBefore},
		{"Left empty by a stand-off", func(p *position.Position) *board.Set { return &p.Contested }},
	} {
		was, now := *m.of(t.before), *m.of(t.after)
		for _, at := range now.Minus(was).IDs() {
			t.say("%s: %s.", m.name, t.e.area(at))
		}
		for _, at := range was.Minus(now).IDs() {
			t.say("%s: no longer %s.", m.name, t.e.area(at))
		}
	}
	moves := func(p *position.Position) map[board.ID]string {
		out := map[board.ID]string{}
		for _, x := range p.Transfers {
			out[x.From] = t.Place(x.To)
		}
		return out
	}
	was, now := moves(t.before), moves(t.after)
	for at := board.ID(1); int(at) < len(t.after.Setting.Board.Areas); at++ {
		if was[at] != now[at] {
			t.say("Strategic movement from %s: %s (before: %s).", t.e.area(at), orNone(now[at]), orNone(was[at]))
		}
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func (t *teller) powers() {
	was, now := t.before, t.after
	for p := machiavelli.Power(1); int(p) < len(now.Setting.Powers); p++ {
		name := t.Power(p)
		if was.Treasury[p] != now.Treasury[p] {
			t.hide(Treasury, p, "Treasury of "+name+": corrected.", "Treasury of %s: %d ducats (before: %d).", name, now.Treasury[p], was.Treasury[p])
		}
		if now.Bankrupt.Has(p) != was.Bankrupt.Has(p) {
			t.hide(Treasury, p, "Debts of "+name+": corrected.", "%s: %s.", name, map[bool]string{true: "bankrupt", false: "no longer bankrupt"}[now.Bankrupt.Has(p)])
		}
		for v := machiavelli.Power(1); int(v) < len(now.Setting.Powers); v++ {
			if a, b := was.Chits[p][v], now.Chits[p][v]; a != b {
				t.hide(Chits, p, "Chits of "+name+": corrected.", "Chits of %s against %s: %d (before: %d).", name, t.Power(v), b, a)
			}
			if a, b := was.Allies[p].Has(v), now.Allies[p].Has(v); a != b {
				t.say("%s %s %s through its straits.", name, map[bool]string{true: "lets", false: "does not let"}[b], t.Power(v))
			}
		}
		if now.Eliminated.Has(p) != was.Eliminated.Has(p) {
			t.say("%s: %s.", name, map[bool]string{true: "out of the game", false: "back in the game"}[now.Eliminated.Has(p)])
		}
	}
	if was.RaisedTo != now.RaisedTo {
		t.say("Cities needed to win: %s (before: %s).", needed(now.RaisedTo), needed(was.RaisedTo))
	}
}

func needed(n int) string {
	if n == 0 {
		return "as usual"
	}
	return fmt.Sprint(n)
}

func (t *teller) loans() {
	type due struct {
		power  machiavelli.Power
		season machiavelli.Season
		year   int
	}
	all := func(p *position.Position) (map[due]string, []due) {
		out, order := map[due]string{}, []due(nil)
		for _, l := range p.Loans {
			d := due{l.Power, l.Season, l.Year}
			out[d] = fmt.Sprintf("%d and %d ducats of interest", l.Principal, l.Interest)
			order = append(order, d)
		}
		return out, order
	}
	was, order := all(t.before)
	now, more := all(t.after)
	seen := map[due]bool{}
	for _, d := range append(order, more...) {
		if seen[d] || was[d] == now[d] {
			continue
		}
		seen[d] = true
		name := t.Power(d.power)
		t.hide(Treasury, d.power, "Debts of "+name+": corrected.", "Loan of %s, due in %s %d: %s (before: %s).",
			name, d.season, d.year, orNone(now[d]), orNone(was[d]))
	}
}
