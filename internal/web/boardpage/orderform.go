package boardpage

import (
	"context"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/internal/tableview"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// OrderForm is the form for the orders of one power, with the verdict on each
// line and the power's property.
type OrderForm struct {
	Seat    int
	ID      string // id of the power
	Name    string
	Badge   template.HTML
	Field   string // name of its form field
	Text    string
	Rows    int
	Example string
	Lines   []verdict
	Passed  []ordertext.Passed // lines that are not orders
	Refused int
	Units   []UnitRow
	Winter  *winter
	Purse   *purse           // nil in games without money
	Sums    *tableview.Purse // nil if there is nothing to add up
	Owes    string           // what is still missing, in the reader's language; empty if nothing is
	Short   page.Phrase      // in the winter before the first campaign: what the power cannot pay
	Idle    bool             // whether there is nothing that the power could order
	Warns   []tableview.Warning

	Position *position.Position // the position for which the orders are written

	lang  message.Language // language of the reader
	power message.Power
	owes  message.Message
	Drawn []order.Order // the orders that count, as the map shows them

	Rest  []string // the defaults for what is not ordered, as orders
	Named bool     // whether everything not ordered has a default, listed in Rest
}

// verdict is one line of orders with the judge's verdict on it.
type verdict struct {
	game.Verdict
	OK   bool
	Unit string // key of the unit that the line orders
	Say  string // the order as a sentence

	Plain string // the order as a click would write it; empty for a refused line
}

// UnitRow is a unit with its present order.
type UnitRow struct {
	Name    string
	Serial  string
	Text    string   // the beginning of an order for the unit
	Order   string   // its order as a sentence; empty if there is none
	Choices []string // during retreats: its destinations, as orders
}

// winter holds the builds or removals of a power if units are counted in
// cities.
type winter struct {
	Cities, Units    int
	Builds, Removals int      // numbers of all builds and removals
	Places           []string // possible builds, as orders
	Given            []string // the builds or removals that are ordered, in the reader's language
}

// field returns the name of the form field for a power's orders.
func field(id string) string { return "orders-" + id }

// Sections returns the order texts in a form, which has one field for each power, or one field
// "orders" for a whole seat.
func Sections(form url.Values, g *game.Game, role game.Role) []ordertext.Section {
	var out []ordertext.Section
	for _, seat := range g.Writes(role) {
		n := len(out)
		for _, p := range g.Setting.Seats[seat-1] {
			if id := field(g.Setting.Powers[p].ID); form.Has(id) {
				out = append(out, ordertext.Section{Power: p, Text: form.Get(id)})
			}
		}
		if len(out) == n && form.Has("orders") {
			out = append(out, ordertext.Section{Seat: seat, Text: form.Get("orders")})
		}
	}
	return out
}

// TextOf returns the text of one power's orders in a form.
func TextOf(form url.Values, power machiavelli.Power, roster machiavelli.Roster) string {
	if id := field(roster[power].ID); form.Has(id) {
		return page.Clean(form.Get(id))
	}
	return page.Clean(form.Get("orders"))
}

// OrderForms returns the forms of the seats that a visitor writes for, with the
// texts that they have sent, in the visitor's language.
func OrderForms(ctx context.Context, c *clock.Clockwork, l message.Language, g *game.Game, role game.Role) ([]OrderForm, error) {
	if len(g.Writes(role)) == 0 {
		return nil, nil
	}
	found, err := c.ReadOrders(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	return FormsOf(l, g, found), nil
}

// FormsOf returns the forms for texts that have been read.
func FormsOf(l message.Language, g *game.Game, found *clock.Reading) []OrderForm {
	var out []OrderForm
	for _, x := range found.Powers {
		if found.Position.Eliminated.Has(x.Power) {
			continue
		}
		b := NewOrderForm(l, g, x.Power, x.Seat, x.Text)
		b.Passed = x.Passed
		b.Fill(g, found.Position, x.Power, x.Verdicts)
		out = append(out, b)
	}
	return out
}

// NewOrderForm returns the form for the orders of a power, with the text that it
// holds.
func NewOrderForm(l message.Language, g *game.Game, power machiavelli.Power, seat int, text string) OrderForm {
	info := g.Setting.Powers[power]
	return OrderForm{
		Seat: seat, ID: info.ID, Name: info.Name, Field: field(info.ID), Text: text,
		lang: l, power: message.PowerOf(g.Setting.Powers, power),
		Badge: template.HTML(atlas.Badge(g.Setting.Powers, power)), // badges contain no user input
	}
}

// Fill adds the verdicts on the lines of the text, and assigns them to the units that they concern.
func (b *OrderForm) Fill(g *game.Game, p *position.Position, power machiavelli.Power, found []game.Verdict) {
	ctx := order.Context{Board: g.Setting.Board, Powers: g.Setting.Powers, Power: power, Step: p.Phase.Step}
	var orders []order.Order
	var lines []turn.Line
	var of []int // maps an order to the index of its line
	for _, v := range found {
		if v.Refused() {
			b.Refused++
		}
		b.Lines = append(b.Lines, verdict{Verdict: v, OK: !v.Refused()})
		if v.Refused() {
			continue
		}
		o := v.Order
		orders = append(orders, o)
		lines = append(lines, turn.Line{Power: power, Text: v.Canonical, Order: o})
		line := &b.Lines[len(b.Lines)-1]
		line.Unit, line.Say, line.Plain = tableview.KeyOf(p, &o), b.say(report.New(g.Setting).Does(o)), plain(o, &ctx)
		of = append(of, len(b.Lines)-1)
	}
	for i, notes := range tableview.Odd(p, &g.Rules, power, orders) {
		v := &b.Lines[of[i]].Verdict
		v.Notes = slices.Clone(v.Notes)
		for _, n := range notes {
			v.Note("", n)
		}
	}
	b.Position, b.Drawn = p, counting(power, orders)
	owed := turn.Owes(p, &g.Rules, power, lines)
	b.Rest, b.Named = restOf(p, &g.Rules, power, owed, &ctx)
	b.Sums = tableview.PurseOf(b.lang, p, &g.Rules, power, lines)
	b.Purse = newPurse(b.lang, g, p, power, b.Sums)
	b.Warns = tableview.WarningsOf(b.lang, p, &g.Rules, power, lines)
	switch p.Phase.Step {
	case machiavelli.Retreats:
		for i := range p.Dislodged {
			if p.Dislodged[i].Unit.Owner == power {
				row := b.newRow(g.Setting, p.Dislodged[i].Unit, orders)
				for _, o := range legal.Retreats(p, &g.Rules, i, nil) {
					row.Choices = append(row.Choices, plain(o, &ctx))
				}
				b.Units = append(b.Units, row)
			}
		}
		if n := len(owed.Retreats); n > 0 {
			b.owes = message.Plural(n, "{n} unit must retreat or disband", "{n} units must retreat or disband")
		}
	case machiavelli.Adjustments:
		b.adjust(g, p, power, orders, owed, &ctx)
		if p.Opening {
			b.Short = page.Say(report.New(g.Setting).FirstShort(p, power))
		}
		fallthrough
	default:
		for i := range p.Units {
			if p.Units[i].Owner == power {
				b.Units = append(b.Units, b.newRow(g.Setting, p.Units[i], orders))
			}
		}
		if n := len(owed.Units); n > 0 && (p.Phase.Step == machiavelli.Orders || b.Purse != nil) {
			b.owes = message.Plural(n, "{n} unit without an order", "{n} units without an order")
		}
	}
	b.Owes = b.say(b.owes)
	switch {
	case b.Text != "" || p.Phase.Step == machiavelli.Orders:
	case b.Winter != nil && b.Purse == nil:
		b.Idle = b.Winter.Builds+b.Winter.Removals == 0
	case b.Winter != nil:
		b.Idle = len(b.Units)+len(b.Winter.Places) == 0
	default:
		b.Idle = len(b.Units) == 0
	}
	b.Rows = max(4, len(b.Units)+1, strings.Count(b.Text, "\n")+2)
	b.Example = example(p.Phase.Step, b.Units)
}

// counting returns the orders of a power that count: the last one for each
// unit, and all builds.
func counting(power machiavelli.Power, orders []order.Order) []order.Order {
	type unit struct {
		place  board.ID
		inCity bool
	}
	var out []order.Order
	at := map[unit]int{}
	for _, o := range orders {
		if o.Kind == order.Exchange {
			continue // the order is not for a unit, though it may be about one
		}
		if o.Unit.Nation == machiavelli.Nobody {
			o.Unit.Nation = power
		}
		u := unit{o.Unit.At, o.Unit.Type == machiavelli.Garrison}
		if i, twice := at[u]; twice && o.Kind != order.Build {
			out[i] = o
			continue
		}
		at[u] = len(out)
		out = append(out, o)
	}
	return out
}

// plain returns an order as a click on the page writes it.
func plain(o order.Order, ctx *order.Context) string {
	return order.FormatPlain(o, ctx.Board, ctx.Powers)
}

// example returns an example of an order for one of the power's units.
func example(step machiavelli.Step, units []UnitRow) string {
	if len(units) == 0 {
		return ""
	}
	u := units[0]
	switch {
	case len(u.Choices) > 0:
		return u.Choices[0]
	case step == machiavelli.Adjustments:
		return ""
	}
	return u.Text + " holds"
}

// say renders a message for the reader.
func (b *OrderForm) say(m message.Message) string { return m.In(b.lang) }

// newRow returns the row of a unit with the last of its orders.
func (b *OrderForm) newRow(s *position.Setting, u position.Unit, orders []order.Order) UnitRow {
	row := UnitRow{Name: b.say(page.UnitName(s, u)), Serial: page.Serial(u), Text: page.UnitText(s, u)}
	for _, o := range orders {
		if o.Kind == order.Build || o.Kind == order.Exchange || o.Unit.At != u.At || (o.Unit.Type == machiavelli.Garrison) != u.InCity() {
			continue
		}
		if o.Kind == order.Clear {
			row.Order = ""
			continue
		}
		row.Order = b.say(report.New(s).Does(o))
	}
	return row
}

// adjust fills in what a power has to build or to remove in winter.
func (b *OrderForm) adjust(g *game.Game, p *position.Position, power machiavelli.Power, orders []order.Order, owed turn.Owed, ctx *order.Context) {
	a := turn.Allow(p, power)
	w := &winter{Cities: a.Cities, Units: a.Units}
	all := turn.Owes(p, &g.Rules, power, nil)
	w.Builds, w.Removals = all.Builds, all.Removals
	t := report.New(g.Setting)
	for _, o := range orders {
		switch o.Kind {
		case order.Build:
			w.Given = append(w.Given, b.say(message.New("builds {type:a} in {place:name}", message.KindOf(o.Unit.Type, machiavelli.Ordinary), t.PlaceOf(o.Unit.Place()))))
		case order.Waive:
			w.Given = append(w.Given, b.say(message.New("gives up a build")))
		}
	}
	if w.Builds > 0 || b.Purse != nil {
		for _, o := range legal.Builds(p, &g.Rules, power, nil) {
			if o.Kind == order.Build && o.Quality == machiavelli.Ordinary {
				w.Places = append(w.Places, plain(o, ctx))
			}
		}
	}
	b.Winter = w
	switch {
	case owed.Builds > 0:
		b.owes = message.Plural(owed.Builds, "may build {n} more unit", "may build {n} more units")
		if owed.Builds == w.Builds {
			b.owes = message.Plural(owed.Builds, "may build {n} unit", "may build {n} units")
		}
	case owed.Removals > 0:
		b.owes = message.Plural(owed.Removals, "must remove {n} unit", "must remove {n} units")
	}
}

// doubts is like Doubts, but for the orders of one power.
func (b *OrderForm) doubts(g *game.Game) []message.Message {
	var out []message.Message
	say := func(list ...message.Message) {
		list = slices.DeleteFunc(list, message.Message.IsZero)
		out = append(out, message.New("{sentences}", message.ListOf(message.Sentences, list)))
	}
	if n := b.Refused; n > 0 {
		cannot := message.Plural(n, "{n} line cannot be used.", "{n} lines cannot be used.")
		if g.Hosting.OnReady {
			say(cannot)
		} else {
			say(cannot, message.New("Until that is mended your orders do not count as complete."))
		}
	}
	if !b.owes.IsZero() && !g.Solitaire {
		if g.Hosting.OnReady || b.Named {
			say(message.Sentence(b.owes), Idle(g, []OrderForm{*b}))
		} else {
			say(message.Sentence(b.owes), Idle(g, []OrderForm{*b}), message.New("Until they are named your orders do not count as complete."))
		}
	}
	for _, w := range b.Warns {
		if w.Grave && !g.Solitaire {
			say(message.New("{text}", message.Name(w.Say)))
		}
	}
	if b.Sums == nil {
		return out
	}
	for _, x := range b.Sums.Lines {
		number := message.Order("E" + strconv.Itoa(x.Slot))
		switch {
		case !x.Buys:
			say(message.New("{number} will buy nothing: it costs {sum}, and there will be {have}.", number, message.Ducats(x.Asks), message.Number(x.Gets)))
		case x.Gets < x.Asks:
			say(message.New("{number} gets only {have} of {sum}.", number, message.Number(x.Gets), message.Ducats(x.Asks)))
		}
	}
	if lost := slices.Concat(b.Sums.Lost, b.Sums.Gone); len(lost) > 0 {
		units := make([]message.Name, len(lost)) // the names are already in the reader's language
		for i, u := range lost {
			units[i] = message.Name(u)
		}
		say(message.New("With these orders, this winter takes {units}.", message.ListOf(message.And, units)))
	}
	for _, u := range b.Sums.Unbuilt {
		say(message.New("{order} has no effect: {why}.", message.Order(u.Text), message.Name(strings.TrimSuffix(u.Why, "."))))
	}
	return out
}

// Doubts returns remarks on what players may have overlooked when they say that they are ready.
func Doubts(l message.Language, g *game.Game, boxes []OrderForm) []string {
	var out []string
	for i := range boxes {
		b := &boxes[i]
		for _, m := range b.doubts(g) {
			if len(boxes) > 1 {
				m = message.New("{power:name}: {doubt}", b.power, m)
			}
			out = append(out, m.In(l))
		}
	}
	return out
}

// Lacking describes what is missing in the orders of a seat's boxes, or returns a zero message.
func Lacking(boxes []OrderForm) message.Message {
	var out []message.Message
	for i := range boxes {
		switch b := &boxes[i]; {
		case b.owes.IsZero():
		case len(boxes) > 1:
			out = append(out, message.New("{power:name}: {doubt}", b.power, b.owes))
		default:
			out = append(out, b.owes)
		}
	}
	if len(out) == 0 {
		return message.Message{}
	}
	return message.New("{clauses}", message.ListOf(message.Clauses, out))
}
