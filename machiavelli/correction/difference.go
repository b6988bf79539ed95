package correction

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Secret is the kind of secret that a change would reveal.
type Secret uint8

// The kinds of secrets.
const (
	Open     Secret = iota // everyone may know
	Treasury               // money and debts of a power, which are secret if treasuries are hidden
	Chits                  // assassination chits of a power
)

// Change describes one change made by a correction in a sentence.
type Change struct {
	Message message.Message
	Secret  Secret
	Of      machiavelli.Power // the power that the change concerns
	Public  message.Message   // what everyone may know of the change
}

// String returns the change in English.
func (c Change) String() string { return c.Message.String() }

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
func (c Change) For(v report.Viewer, r *rules.Set) message.Message {
	if c.Visible(v, r) {
		return c.Message
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

// differences returns the changes that the correction makes.
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

func (t *teller) say(m message.Message) { t.out = append(t.out, Change{Message: m}) }

// hide adds a change that not everyone may know. The message public says what
// everyone may know of it.
func (t *teller) hide(s Secret, of machiavelli.Power, public, m message.Message) {
	t.out = append(t.out, Change{Message: m, Secret: s, Of: of, Public: public})
}

func (t *teller) units() {
	kept := map[int]bool{}
	for _, o := range t.e.origin {
		kept[o] = true
	}
	for i := range t.before.Units {
		if !kept[i] {
			t.say(message.New("Gone: {unit}.", t.UnitOf(t.before.Units[i])))
		}
	}
	for i, o := range t.e.origin {
		now := t.after.Units[i]
		if o < 0 {
			t.say(message.New("New: {unit}.", t.UnitOf(now)))
			continue
		}
		was := t.before.Units[o]
		same := was
		same.Serial = now.Serial
		switch {
		case was == now:
		case same == now:
			t.say(message.New("{Unit} is number {now} (before: {was}).", t.UnitOf(now), message.Number(now.Serial), message.Number(was.Serial)))
		default:
			t.say(message.New("Instead of {was}: {now}.", t.UnitOf(was), t.UnitOf(now)))
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
			t.say(message.New("No longer to retreat: {unit}.", t.UnitOf(d.Unit)))
		}
	}
	for _, d := range t.after.Dislodged {
		was := find(t.before, d.Unit)
		now := t.choices(&d)
		switch {
		case was == nil:
			t.say(message.New("To retreat: {unit}, to {where}.", t.UnitOf(d.Unit), now))
		case !t.choices(was).Equal(now):
			t.say(message.New("{Unit} may retreat to {now} (before: {was}).", t.UnitOf(d.Unit), now, t.choices(was)))
		}
	}
}

// choices returns the possible retreats of a unit.
func (t *teller) choices(d *position.Dislodged) message.Message {
	var out []message.Arg
	for _, at := range d.Retreats {
		out = append(out, t.PlaceOf(at))
	}
	if d.IntoCity {
		out = append(out, message.New("into the city"))
	}
	if len(out) == 0 {
		return message.New("no place")
	}
	return message.New("{places:name}", message.ListOf(message.Commas, out))
}

func (t *teller) land() {
	b, p := t.after.Setting.Board, t.before
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		place := t.AreaOf(at)
		if was, now := p.Province[at], t.after.Province[at]; was != now {
			t.say(t.province(at, now, was))
		}
		if was, now := p.City[at], t.after.City[at]; was != now {
			t.say(t.city(at, now, was))
		}
		if was, now := t.rebels(p, at), t.rebels(t.after, at); !was.Equal(now) {
			t.say(message.New("Rebellion in {place:name}: {now} (before: {was}).", place, now, was))
		}
	}
	for i, c := range t.after.Setting.Countries {
		if was, now := p.Holder[i], t.after.Holder[i]; was != now {
			t.say(t.home(message.Country(c.Name), now, was))
		}
	}
}

// province describes who controls a province now, and who did before.
func (t *teller) province(at board.ID, now, was machiavelli.Power) message.Message {
	place := t.AreaOf(at)
	switch machiavelli.Nobody {
	case now:
		return message.New("Province of {place:name}: nobody (before: {was:name}).", place, t.PowerOf(was))
	case was:
		return message.New("Province of {place:name}: {now:name} (before: nobody).", place, t.PowerOf(now))
	}
	return message.New("Province of {place:name}: {now:name} (before: {was:name}).", place, t.PowerOf(now), t.PowerOf(was))
}

// city describes who controls a city now, and who did before.
func (t *teller) city(at board.ID, now, was machiavelli.Power) message.Message {
	place := t.AreaOf(at)
	switch machiavelli.Nobody {
	case now:
		return message.New("City of {place:name}: nobody (before: {was:name}).", place, t.PowerOf(was))
	case was:
		return message.New("City of {place:name}: {now:name} (before: nobody).", place, t.PowerOf(now))
	}
	return message.New("City of {place:name}: {now:name} (before: {was:name}).", place, t.PowerOf(now), t.PowerOf(was))
}

// home describes who holds a home country now, and who did before.
func (t *teller) home(country message.Country, now, was machiavelli.Power) message.Message {
	switch machiavelli.Nobody {
	case now:
		return message.New("Home country {country}: held by nobody (before: {was:name}).", country, t.PowerOf(was))
	case was:
		return message.New("Home country {country}: held by {now:name} (before: nobody).", country, t.PowerOf(now))
	}
	return message.New("Home country {country}: held by {now:name} (before: {was:name}).", country, t.PowerOf(now), t.PowerOf(was))
}

// rebels describes the rebellion in a province.
func (t *teller) rebels(p *position.Position, at board.ID) message.Message {
	land, city, who := p.RebelLand.Has(at), p.RebelCity.Has(at), t.PowerOf(p.RebelAgainst[at])
	switch {
	case land && city:
		return message.New("in province and city, against {power:name}", who)
	case land:
		return message.New("in the province, against {power:name}", who)
	case city:
		return message.New("in the city, against {power:name}", who)
	}
	return message.New("none")
}

func (t *teller) markers() {
	for _, m := range []struct {
		name message.Message
		of   func(p *position.Position) *board.Set
	}{
		{message.New("Siege"), func(p *position.Position) *board.Set { return &p.Sieges }},
		{message.New("Famine"), famine},
		{message.New("Famine caused by money"), scorched},
		{message.New("Plague"), plague},
		{message.New("Plague to come"), infected},
		{message.New("Guard against the plague"), guarded},
		{message.New("Spared by the plague"), spared},
		{message.New("Taxed this year"), taxed},
		{message.New("Taxed last year"), taxedBefore},
		{message.New("Left empty by a stand-off"), func(p *position.Position) *board.Set { return &p.Contested }},
	} {
		was, now := *m.of(t.before), *m.of(t.after)
		for _, at := range now.Minus(was).IDs() {
			t.say(message.New("{what}: {place:name}.", m.name, t.AreaOf(at)))
		}
		for _, at := range was.Minus(now).IDs() {
			t.say(message.New("{what}: no longer {place:name}.", m.name, t.AreaOf(at)))
		}
	}
	moves := func(p *position.Position) map[board.ID]message.Message {
		out := map[board.ID]message.Message{}
		for _, x := range p.Transfers {
			out[x.From] = message.New("{place:name}", t.PlaceOf(x.To))
		}
		return out
	}
	was, now := moves(t.before), moves(t.after)
	for at := board.ID(1); int(at) < len(t.after.Setting.Board.Areas); at++ {
		if !was[at].Equal(now[at]) {
			t.say(message.New("Strategic movement from {place:name}: {now} (before: {was}).", t.AreaOf(at), orNone(now[at]), orNone(was[at])))
		}
	}
}

func orNone(m message.Message) message.Message {
	if m.IsZero() {
		return message.New("none")
	}
	return m
}

func (t *teller) powers() {
	was, now := t.before, t.after
	for p := machiavelli.Power(1); int(p) < len(now.Setting.Powers); p++ {
		power := t.PowerOf(p)
		debts := message.New("Debts of {power:name}: corrected.", power)
		if was.Treasury[p] != now.Treasury[p] {
			t.hide(Treasury, p, message.New("Treasury of {power:name}: corrected.", power),
				message.New("Treasury of {power:name}: {now} (before: {was:n}).", power, message.Ducats(now.Treasury[p]), message.Ducats(was.Treasury[p])))
		}
		switch {
		case now.Bankrupt.Has(p) == was.Bankrupt.Has(p):
		case now.Bankrupt.Has(p):
			t.hide(Treasury, p, debts, message.New("{power:name}: bankrupt.", power))
		default:
			t.hide(Treasury, p, debts, message.New("{power:name}: no longer bankrupt.", power))
		}
		for v := machiavelli.Power(1); int(v) < len(now.Setting.Powers); v++ {
			if a, b := was.Chits[p][v], now.Chits[p][v]; a != b {
				t.hide(Chits, p, message.New("Chits of {power:name}: corrected.", power),
					message.New("Chits of {power:name} against {victim:name}: {now} (before: {was}).", power, t.PowerOf(v), message.Number(b), message.Number(a)))
			}
			switch a, b := was.Allies[p].Has(v), now.Allies[p].Has(v); {
			case a == b:
			case b:
				t.say(message.New("{Power} {power?pl:let|lets} {other} through {power?pl:their|its} straits.", power, t.PowerOf(v)))
			default:
				t.say(message.New("{Power} {power?pl:do|does} not let {other} through {power?pl:their|its} straits.", power, t.PowerOf(v)))
			}
		}
		switch {
		case now.Eliminated.Has(p) == was.Eliminated.Has(p):
		case now.Eliminated.Has(p):
			t.say(message.New("{power:name}: out of the game.", power))
		default:
			t.say(message.New("{power:name}: back in the game.", power))
		}
	}
	if was.RaisedTo != now.RaisedTo {
		t.say(message.New("Cities needed to win: {now} (before: {was}).", needed(now.RaisedTo), needed(was.RaisedTo)))
	}
}

func needed(n int) message.Arg {
	if n == 0 {
		return message.New("as usual")
	}
	return message.Number(n)
}

func (t *teller) loans() {
	type due struct {
		power  machiavelli.Power
		season machiavelli.Season
		year   int
	}
	all := func(p *position.Position) (map[due]message.Message, []due) {
		out, order := map[due]message.Message{}, []due(nil)
		for _, l := range p.Loans {
			d := due{l.Power, l.Season, l.Year}
			out[d] = message.New("{sum:n} and {interest} of interest", message.Ducats(l.Principal), message.Ducats(l.Interest))
			order = append(order, d)
		}
		return out, order
	}
	was, order := all(t.before)
	now, more := all(t.after)
	seen := map[due]bool{}
	for _, d := range append(order, more...) {
		if seen[d] || was[d].Equal(now[d]) {
			continue
		}
		seen[d] = true
		power := t.PowerOf(d.power)
		t.hide(Treasury, d.power, message.New("Debts of {power:name}: corrected.", power),
			message.New("Loan of {power:name}, due in {when}: {now} (before: {was}).",
				power, message.Campaign{Season: d.season, Year: d.year}, orNone(now[d]), orNone(was[d])))
	}
}
