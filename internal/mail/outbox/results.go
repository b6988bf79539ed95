package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

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

// tellResult describes the results of a phase: those of the reader's own
// orders, what they have and owe now, the events, and the new position.
func (r *reader) tellResult(ctx context.Context, e game.Entry) (*told, error) {
	var res journal.Result
	if err := json.Unmarshal(e.Data, &res); err != nil {
		return nil, err
	}
	t := &told{subject: "results", result: true, number: res.Number, times: res.Times, next: res.Next, over: res.Over}
	d, err := r.o.drawn(ctx, r.g, r.g.View(r.role), e.Seq, res.Number)
	if err != nil {
		return nil, err
	}
	if d.before == nil {
		t.blocks = []block{{Paras: []string{"The game has been rolled back since, and these results no longer count."}}}
		return t, nil
	}
	t.lead, t.report = d.head, d.classic
	t.blocks = r.ownOutcomes(d)
	if !res.Over {
		t.blocks = append(t.blocks, r.holdings(d.after)...)
		t.blocks = append(t.blocks, r.owing(d.after)...)
	}
	var notes []string
	if res.Kept {
		notes = append(notes, "The later deadline of the phase before still applies. A master can change that with SET DEADLINE NORMAL.")
	}
	if res.Days {
		notes = append(notes, "The deadline was moved past a day on which nothing is resolved.")
	}
	if res.Absences > 0 {
		notes = append(notes, "The deadline was moved because a player is away.")
	}
	if len(notes) > 0 {
		t.blocks = append(t.blocks, block{Paras: notes, Muted: true})
	}
	for _, c := range d.story {
		b := block{Title: c.Title.String()}
		for _, l := range c.Lines {
			b.Items = append(b.Items, l.String())
		}
		t.after = append(t.after, b)
	}
	t.after = append(t.after, d.orders...)
	t.after = append(t.after, d.position...)
	return t, nil
}

// owners returns the powers that the reader plays.
func (r *reader) owners() []machiavelli.Power {
	if r.role.Seat < 1 || r.role.Seat > len(r.g.Setting.Seats) {
		return nil
	}
	return r.g.Setting.Seats[r.role.Seat-1]
}

// ownOutcomes describes the results of the reader's own orders.
func (r *reader) ownOutcomes(d *drawing) []block {
	own := r.owners()
	if len(own) == 0 {
		return nil
	}
	t := report.New(r.g.Setting)
	x := block{Title: "Your orders"}
	for _, e := range d.seen {
		by, ok := orderer(e)
		if !ok || !slices.Contains(own, by) {
			continue
		}
		text := ""
		if o, moved := e.(event.Ordered); moved {
			text = t.Came(d.seen, o).String()
		} else {
			text = t.Sentence(e).String()
		}
		if len(own) == 1 {
			text = strings.TrimPrefix(text, message.Capital(r.g.Setting.Powers[own[0]].Name)+": ")
		}
		if text != "" {
			x.Items = append(x.Items, text)
		}
	}
	if len(x.Items) == 0 {
		return nil
	}
	return []block{x}
}

// orderer returns the power whose order caused an event, if one did.
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
	}
	return machiavelli.Nobody, false
}

// holdings lists what the reader's powers have in a position.
func (r *reader) holdings(p *position.Position) []block {
	var out []block
	t := report.New(r.g.Setting)
	for _, power := range r.owners() {
		if p.Eliminated.Has(power) {
			out = append(out, block{Title: r.g.Setting.Powers[power].Name + " now", Paras: []string{"Your power has been eliminated."}})
			continue
		}
		x := block{Title: r.g.Setting.Powers[power].Name + " now"}
		x.Items = append(x.Items, label("Units", unitsOf(t, p, power)), label("Cities", citiesOf(p, power)))
		if r.g.Rules.Money {
			money := phrase.Count(int(p.Treasury[power]), "ducat") + " in the treasury"
			x.Items = append(x.Items, "Treasury: "+phrase.Count(int(p.Treasury[power]), "ducat")+".")
			for _, l := range p.Loans {
				if l.Power == power {
					x.Items = append(x.Items, fmt.Sprintf("Loan: %s due in %s %d (%d plus %d interest).", phrase.Count(int(l.Principal+l.Interest), "ducat"), message.Capital(l.Season.String()), l.Year, l.Principal, l.Interest))
				}
			}
			if p.Phase.Step == machiavelli.Adjustments {
				if cost := winterCost(p, power); cost > 0 {
					x.Items = append(x.Items, fmt.Sprintf("Keeping all units costs %s; you have %s.", phrase.Count(int(cost), "ducat"), money))
				}
			}
		}
		out = append(out, x)
	}
	return out
}

// winterCost returns what a power pays to maintain all its units.
func winterCost(p *position.Position, power machiavelli.Power) machiavelli.Ducats {
	cost := machiavelli.Ducats(0)
	for i := range p.Units {
		if p.Units[i].Owner == power {
			cost += p.Units[i].Price()
		}
	}
	return cost
}

// label returns a list with its name and number: "Units (2): Army Pisa and
// Fleet Pisa.".
func label(name string, words []string) string {
	if len(words) == 0 {
		return name + ": none."
	}
	return fmt.Sprintf("%s (%d): %s.", name, len(words), strings.Join(words, ", "))
}

func unitsOf(t report.Teller, p *position.Position, power machiavelli.Power) []string {
	var out []string
	for _, u := range p.Units {
		if u.Owner == power {
			line := phrase.Unit(t, u)
			if q := u.Quality.String(); q != "" {
				line = message.Capital(q) + " " + line
			}
			out = append(out, line)
		}
	}
	for _, d := range p.Dislodged {
		if d.Unit.Owner == power {
			out = append(out, phrase.Unit(t, d.Unit)+" (dislodged)")
		}
	}
	return out
}

func citiesOf(p *position.Position, power machiavelli.Power) []string {
	var out []string
	b := p.Setting.Board
	for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
		if p.City[at] == power {
			out = append(out, b.Areas[at].Name)
		}
	}
	return out
}

// owing lists what the reader has to send next.
func (r *reader) owing(p *position.Position) []block {
	own := r.owners()
	if len(own) == 0 {
		return nil
	}
	var parts []string
	add := func(n int, word string) {
		if n > 0 {
			parts = append(parts, phrase.Count(n, word))
		}
	}
	var owed turn.Owed
	for _, power := range own {
		o := turn.Owes(p, &r.g.Rules, power, nil)
		owed.Units, owed.Retreats = append(owed.Units, o.Units...), append(owed.Retreats, o.Retreats...)
		owed.Builds, owed.Removals = owed.Builds+o.Builds, owed.Removals+o.Removals
	}
	add(len(owed.Units), "order")
	add(len(owed.Retreats), "retreat")
	add(owed.Builds, "build")
	add(owed.Removals, "removal")
	x := block{Title: "To send next"}
	if len(parts) == 0 {
		x.Paras = []string{"You have nothing to order in " + phrase.PhaseName(p.Phase) + "."}
		return []block{x}
	}
	x.Paras = []string{message.Capital(phrase.PhaseName(p.Phase)) + ": " + phrase.List(parts) + "."}
	t := report.New(r.g.Setting)
	for _, d := range p.Dislodged {
		if slices.Contains(own, d.Unit.Owner) {
			x.Items = append(x.Items, t.Choices(d))
		}
	}
	for _, power := range own {
		if short := t.FirstShort(p, power).String(); short != "" {
			x.Items = append(x.Items, short)
		}
	}
	return []block{x}
}

// positionBlocks describe a position as a list: units and cities by power, and
// troubles of the provinces. Treasuries are included for readers who may know
// them.
func positionBlocks(g *game.Game, p *position.Position, v view.View, last bool) []block {
	t := report.New(g.Setting)
	x := block{Title: "The position now", Map: true}
	for i := range g.Setting.Powers {
		power := machiavelli.Power(i)
		units, cities := unitsOf(t, p, power), citiesOf(p, power)
		if power == machiavelli.Nobody {
			if len(units) > 0 {
				x.Items = append(x.Items, "Independent: "+strings.Join(units, ", ")+".")
			}
			continue
		}
		if g.Setting.Absent.Has(power) {
			continue
		}
		if p.Eliminated.Has(power) {
			x.Items = append(x.Items, g.Setting.Powers[i].Name+": eliminated.")
			continue
		}
		line := fmt.Sprintf("%s, %s", g.Setting.Powers[i].Name, cityCount(len(cities)))
		if g.Rules.Money && v.SeesTreasury(power, last) {
			line += ", " + phrase.Count(int(p.Treasury[i]), "ducat")
		}
		if len(units) == 0 {
			units = []string{"no units"}
		}
		x.Items = append(x.Items, line+": "+strings.Join(units, ", ")+".")
	}
	areas := func(name string, of board.Set) {
		var names []string
		for _, at := range of.IDs() {
			names = append(names, g.Setting.Board.Areas[at].Name)
		}
		if len(names) > 0 {
			x.Items = append(x.Items, name+": "+strings.Join(names, ", ")+".")
		}
	}
	areas("Besieged", p.Sieges)
	areas("Rebellion", union(p.RebelLand, p.RebelCity))
	areas("Famine", p.Famine)
	areas("Plague", p.Plague)
	return []block{x}
}

func union(a, b board.Set) board.Set {
	for _, at := range b.IDs() {
		a.Add(at)
	}
	return a
}

func cityCount(n int) string {
	if n == 1 {
		return "1 city"
	}
	return fmt.Sprintf("%d cities", n)
}

// orderBlocks list the orders of all powers, with their results.
func orderBlocks(g *game.Game, before *position.Position, seen []event.Event) []block {
	t := report.New(g.Setting)
	byPower := map[machiavelli.Power][]string{}
	for _, e := range seen {
		switch e := e.(type) {
		case event.Ordered:
			if e.Unit.Owner == machiavelli.Nobody {
				continue // autonomous garrisons only hold
			}
			line := t.OrderText(before, e)
			if mark := t.Mark(e).String(); mark != "" {
				line += " (" + mark + ")"
			}
			byPower[e.Unit.Owner] = append(byPower[e.Unit.Owner], line)
		case event.Retreated:
			byPower[e.Unit.Owner] = append(byPower[e.Unit.Owner], strings.TrimSuffix(t.Sentence(e).String(), "."))
		case event.Adjusted:
			byPower[e.Power] = append(byPower[e.Power], strings.TrimSuffix(t.Sentence(e).String(), "."))
		}
	}
	x := block{Title: "All orders"}
	for i, info := range g.Setting.Powers {
		if lines := byPower[machiavelli.Power(i)]; len(lines) > 0 {
			name := info.Name
			if machiavelli.Power(i) == machiavelli.Nobody {
				name = "Independent"
			}
			x.Items = append(x.Items, name+": "+strings.Join(lines, "; ")+".")
		}
	}
	if len(x.Items) == 0 {
		return nil
	}
	return []block{x}
}
