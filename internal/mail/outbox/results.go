package outbox

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
	"podesta/view"
)

// tellResult describes the results of a phase: the results of the reader's own orders, their
// possessions and debts, the orders due next, the events, and the new position.
func (r *reader) tellResult(ctx context.Context, e game.Entry) (*told, error) {
	var res journal.Result
	if err := json.Unmarshal(e.Data, &res); err != nil {
		return nil, err
	}
	t := &told{subject: message.New("results"), result: true, number: res.Number, times: res.Times, next: res.Next, over: res.Over}
	v := r.g.View(r.role)
	d, err := r.o.drawn(ctx, r.g, v, e.Seq, res.Number)
	if err != nil {
		return nil, err
	}
	if d.before == nil {
		t.blocks = []Block{r.paragraph(message.New("The game has been rolled back since, so these results no longer count."))}
		return t, nil
	}
	t.lead = r.say(d.head)
	if r.classic() {
		t.report = d.classic
	}
	t.blocks = r.ownOutcomes(d)
	if !res.Over {
		t.blocks = append(t.blocks, r.upshots(d)...)
		t.blocks = append(t.blocks, r.holdings(d.after)...)
		t.blocks = append(t.blocks, r.owing(d.after)...)
	}
	var notes []string
	if res.Kept {
		notes = append(notes, r.say(message.New("The later deadline of the previous phase still applies. A master can change that with {command}.", message.Order("SET DEADLINE NORMAL"))))
	}
	if res.Days {
		notes = append(notes, r.say(message.New("The deadline was moved past a day on which nothing is resolved.")))
	}
	if res.Absences > 0 {
		notes = append(notes, r.say(message.New("The deadline was moved because a player is away.")))
	}
	if len(notes) > 0 {
		t.blocks = append(t.blocks, Block{Paras: notes, Muted: true})
	}
	for _, c := range d.story {
		b := Block{Title: r.say(c.Title)}
		for _, l := range c.Lines {
			b.Items = append(b.Items, r.say(l))
		}
		t.after = append(t.after, b)
	}
	t.after = append(t.after, r.orderBlocks(d)...)
	t.after = append(t.after, r.positionBlocks(d.after, v, res.Number == r.g.Number)...)
	return t, nil
}

// classic reports whether the reader prefers the classic report.
func (r *reader) classic() bool {
	if r.account == nil {
		return false
	}
	wishes, err := account.ReadWishes(r.account)
	return err == nil && wishes.Classic
}

// paragraph returns a block of one paragraph.
func (r *reader) paragraph(m message.Message) Block { return Block{Paras: []string{r.say(m)}} }

// owners returns the powers that the reader plays.
func (r *reader) owners() []machiavelli.Power {
	if r.role.Seat < 1 || r.role.Seat > len(r.g.Setting.Seats) {
		return nil
	}
	return r.g.Setting.Seats[r.role.Seat-1]
}

// powerOf returns a power of the game as an argument of messages.
func (r *reader) powerOf(p machiavelli.Power) message.Power {
	return message.PowerOf(r.g.Setting.Powers, p)
}

// ownOutcomes returns the blocks with the results of the reader's own orders.
func (r *reader) ownOutcomes(d *drawing) []Block {
	own := r.owners()
	if len(own) == 0 {
		return nil
	}
	t := report.New(r.g.Setting)
	x := Block{Title: r.say(message.New("Your orders"))}
	for _, e := range d.seen {
		by, ok := orderer(e)
		if x, both := e.(event.Exchanged); both && x.Both && slices.Contains(own, x.With) {
			by = x.With
		}
		if !ok || !slices.Contains(own, by) {
			continue
		}
		text := t.Sentence(e)
		if o, moved := e.(event.Ordered); moved && len(own) == 1 {
			text = t.Outcome(d.seen, o)
		} else if moved {
			text = t.Came(d.seen, o)
		}
		if !text.IsZero() {
			x.Items = append(x.Items, r.say(text))
		}
	}
	if len(x.Items) == 0 {
		return nil
	}
	return []Block{x}
}

// upshots returns the blocks that explain the consequences of the phase for the reader's powers,
// and their options.
func (r *reader) upshots(d *drawing) []Block {
	x := Block{Title: r.say(message.New("What it means"))}
	for _, power := range r.owners() {
		for _, u := range turn.Upshots(d.before, d.after, &r.g.Rules, power) {
			x.Items = append(x.Items, r.say(message.New("{text} ({rules})", u.Text, message.Name(strings.Join(u.Rules, ", ")))))
		}
	}
	if len(x.Items) == 0 {
		return nil
	}
	return []Block{x}
}

// orderer returns the power whose order caused an event. The result ok is false if no order caused
// it.
func orderer(e event.Event) (by machiavelli.Power, ok bool) {
	switch e := e.(type) {
	case event.Ordered:
		return e.Unit.Owner, true
	case event.Retreated:
		return e.Unit.Owner, true
	case event.Adjusted:
		return e.Power, true
	case event.Expense:
		return e.Power, true
	case event.Borrowed:
		return e.Power, true
	case event.Payment:
		return e.Power, true
	case event.Exchanged:
		return e.Power, true
	}
	return machiavelli.Nobody, false
}

// holdings lists the possessions of the reader's powers in a position.
func (r *reader) holdings(p *position.Position) []Block {
	var out []Block
	for _, power := range r.owners() {
		x := Block{Title: r.say(message.New("{power:name} now", r.powerOf(power)))}
		if p.Eliminated.Has(power) {
			x.Paras = []string{r.say(message.New("Your power has been eliminated."))}
			out = append(out, x)
			continue
		}
		units, cities := message.New("Units: none."), message.New("Cities: none.")
		if of := unitsOf(p, power); len(of) > 0 {
			units = message.New("Units ({n}): {units:title}.", message.Number(len(of)), message.List{How: message.Commas, Of: of})
		}
		if of := citiesOf(p, power); len(of) > 0 {
			cities = message.New("Cities ({n}): {cities:name}.", message.Number(len(of)), message.ListOf(message.Commas, of))
		}
		x.Items = append(x.Items, r.say(units), r.say(cities))
		if r.g.Rules.Money {
			x.Items = append(x.Items, r.moneyOf(p, power)...)
		}
		out = append(out, x)
	}
	return out
}

// moneyOf describes the treasury and the loans of a power, and in winter the
// upkeep of its units.
func (r *reader) moneyOf(p *position.Position, power machiavelli.Power) []string {
	has := message.Ducats(p.Treasury[power])
	out := []string{r.say(message.New("Treasury: {sum}.", has))}
	for _, l := range p.Loans {
		if l.Power == power {
			due := message.Campaign{Season: l.Season, Year: l.Year}
			out = append(out, r.say(message.New("Loan: {sum} due in {campaign} ({borrowed:n} plus {interest:n} interest).", message.Ducats(l.Principal+l.Interest), due, message.Ducats(l.Principal), message.Ducats(l.Interest))))
		}
	}
	if cost := winterCost(p, power); cost > 0 && p.Phase.Step == machiavelli.Adjustments {
		out = append(out, r.say(message.New("Keeping all units costs {cost}; you have {sum} in the treasury.", message.Ducats(cost), has)))
	}
	return out
}

// winterCost returns the cost for a power to maintain all its units.
func winterCost(p *position.Position, power machiavelli.Power) machiavelli.Ducats {
	cost := machiavelli.Ducats(0)
	for i := range p.Units {
		if p.Units[i].Owner == power {
			cost += p.Units[i].Price()
		}
	}
	return cost
}

// unitsOf lists the units of a power in the form title; dislodged units come last.
func unitsOf(p *position.Position, power machiavelli.Power) []message.Arg {
	var out []message.Arg
	for _, u := range p.Units {
		if u.Owner == power {
			out = append(out, phrase.UnitOf(p.Setting, u))
		}
	}
	for _, d := range p.Dislodged {
		if d.Unit.Owner == power {
			out = append(out, message.New("{unit:title} (dislodged)", phrase.UnitOf(p.Setting, d.Unit)))
		}
	}
	return out
}

func citiesOf(p *position.Position, power machiavelli.Power) []message.Place {
	var out []message.Place
	b := p.Setting.Board
	for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
		if p.City[at] == power {
			out = append(out, message.Place{Name: b.Areas[at].Name})
		}
	}
	return out
}

// owing lists the orders that the reader must send next.
func (r *reader) owing(p *position.Position) []Block {
	own := r.owners()
	if len(own) == 0 {
		return nil
	}
	var owed turn.Owed
	for _, power := range own {
		o := turn.Owes(p, &r.g.Rules, power, nil)
		owed.Units, owed.Retreats = append(owed.Units, o.Units...), append(owed.Retreats, o.Retreats...)
		owed.Builds, owed.Removals = owed.Builds+o.Builds, owed.Removals+o.Removals
	}
	x := Block{Title: r.say(message.New("Orders due next"))}
	parts := phrase.Owed(&owed)
	phase := phrase.PhaseOf(p.Phase)
	if len(parts) == 0 {
		x.Paras = []string{r.say(message.New("You have nothing to order in {phase}.", phase))}
		return []Block{x}
	}
	x.Paras = []string{r.say(message.New("{Phase}: {what}.", phase, message.ListOf(message.And, parts)))}
	t := report.New(r.g.Setting)
	for _, d := range p.Dislodged {
		if slices.Contains(own, d.Unit.Owner) {
			x.Items = append(x.Items, r.say(t.Choices(d)))
		}
	}
	for _, power := range own {
		if short := t.FirstShort(p, power); !short.IsZero() {
			x.Items = append(x.Items, r.say(short))
		}
	}
	return []Block{x}
}

// positionBlocks returns the blocks that list a position: the units and cities of each power, and
// the famines, rebellions and other troubles of provinces. Treasuries are included for readers who
// may see them.
func (r *reader) positionBlocks(p *position.Position, v view.View, last bool) []Block {
	g := r.g
	x := Block{Title: r.say(message.New("The position now")), Map: true}
	add := func(m message.Message) { x.Items = append(x.Items, r.say(m)) }
	for i := range g.Setting.Powers {
		power := machiavelli.Power(i)
		var units message.Arg = message.List{How: message.Commas, Of: unitsOf(p, power)}
		none := len(unitsOf(p, power)) == 0
		switch {
		case power == machiavelli.Nobody && none, g.Setting.Absent.Has(power):
			continue
		case power == machiavelli.Nobody:
			add(message.New("Independent: {units:title}.", units))
			continue
		case p.Eliminated.Has(power):
			add(message.New("{power:name}: eliminated.", r.powerOf(power)))
			continue
		}
		if none {
			units = message.New("no units")
		}
		cities := message.Plural(len(citiesOf(p, power)), "{n} city", "{n} cities")
		if g.Rules.Money && v.SeesTreasury(power, last) {
			add(message.New("{power:name}, {cities}, {sum}: {units:title}.", r.powerOf(power), cities, message.Ducats(p.Treasury[i]), units))
		} else {
			add(message.New("{power:name}, {cities}: {units:title}.", r.powerOf(power), cities, units))
		}
	}
	places := func(of board.Set) message.List {
		var all []message.Place
		for _, at := range of.IDs() {
			all = append(all, message.Place{Name: g.Setting.Board.Areas[at].Name})
		}
		return message.ListOf(message.Commas, all)
	}
	if !p.Sieges.Empty() {
		add(message.New("Besieged: {places:name}.", places(p.Sieges)))
	}
	if rebels := p.RebelLand.Union(p.RebelCity); !rebels.Empty() {
		add(message.New("Rebellion: {places:name}.", places(rebels)))
	}
	if !p.Famine.Empty() {
		add(message.New("Famine: {places:name}.", places(p.Famine)))
	}
	if !p.Plague.Empty() {
		add(message.New("Plague: {places:name}.", places(p.Plague)))
	}
	return []Block{x}
}

// orderBlocks returns the blocks that list the orders of all powers with their results.
func (r *reader) orderBlocks(d *drawing) []Block {
	t := report.New(r.g.Setting)
	byPower := map[machiavelli.Power][]message.Message{}
	for _, e := range d.seen {
		switch e := e.(type) {
		case event.Ordered:
			if e.Unit.Owner == machiavelli.Nobody {
				continue // autonomous garrisons only hold
			}
			deed := t.Deed(e)
			if mark := t.Mark(e); !mark.IsZero() {
				deed = message.New("{order} ({result})", deed, mark)
			}
			byPower[e.Unit.Owner] = append(byPower[e.Unit.Owner], message.Sentence(deed))
		case event.Retreated:
			byPower[e.Unit.Owner] = append(byPower[e.Unit.Owner], t.Sentence(e))
		case event.Adjusted:
			byPower[e.Power] = append(byPower[e.Power], t.Sentence(e))
		}
	}
	x := Block{Title: r.say(message.New("All orders"))}
	for i := range r.g.Setting.Powers {
		power := machiavelli.Power(i)
		lines := message.ListOf(message.Sentences, byPower[power])
		switch {
		case len(lines.Of) == 0:
		case power == machiavelli.Nobody:
			x.Items = append(x.Items, r.say(message.New("Independent: {orders}", lines)))
		default:
			x.Items = append(x.Items, r.say(message.New("{power:name}: {orders}", r.powerOf(power), lines)))
		}
	}
	if len(x.Items) == 0 {
		return nil
	}
	return []Block{x}
}
