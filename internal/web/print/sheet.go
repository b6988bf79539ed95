package print

import (
	"context"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/web/boardpage"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// orderSheet is a sheet for writing a power's orders: it lists what the power has, with room
// for its orders.
type orderSheet struct {
	Power  string
	ID     string
	Badge  template.HTML
	Facts  []string     // treasury, debts, chits; only if the visitor may see them
	Tables []sheetTable // a table for each kind of orders
	Refuse []string     // invalid lines, with the reason
	Hint   string       // how orders are written

	power machiavelli.Power
}

// sheetTable is a table to be filled in by hand.
type sheetTable struct {
	Title   string
	Note    string
	Columns []string
	Rows    [][]string
}

// The numbers of empty lines for optional orders.
const (
	paymentLines = 3
	buildLines   = 3
)

// sheets creates the order sheets of some powers, or only the requested one.
func (s *Pages) sheets(ctx context.Context, pg *printPage, role game.Role, seats []game.Seat, powers []machiavelli.Power) error {
	g := pg.Game
	filled := map[string]boardpage.OrderForm{}
	if pg.Filled {
		found, err := boardpage.OrderForms(ctx, s.Judge.Clock, pg.tongue, g, role)
		if err != nil {
			return err
		}
		for _, b := range found {
			filled[b.ID] = b
		}
	}
	for _, p := range powers {
		id := g.Setting.Powers[p].ID
		if pg.Only != "" && !strings.EqualFold(pg.Only, id) {
			continue
		}
		b, ok := filled[id]
		if !ok {
			b = boardpage.NewOrderForm(pg.tongue, g, p, 0, "")
			b.Fill(g, pg.at, p, nil)
		}
		if !g.View(role).SeesTreasury(p, pg.Now) {
			b.Purse = nil
		}
		pg.Sheets = append(pg.Sheets, pg.sheet(&b, p))
	}
	return nil
}

// sheet returns the order sheet for the power of an order box.
func (pg *printPage) sheet(b *boardpage.OrderForm, power machiavelli.Power) orderSheet {
	x := orderSheet{Power: pg.powerName(power), ID: b.ID, Badge: b.Badge, power: power}
	x.Facts = pg.facts(b)
	slots := [4]string{}
	var payments, builds, others []string
	step := pg.at.Phase.Step
	c := order.Context{Board: pg.Game.Setting.Board, Powers: pg.Game.Setting.Powers, Power: power, Step: step}
	for _, v := range b.Lines {
		if v.Refused() {
			x.Refuse = append(x.Refuse, v.Text+": "+v.Error.In(pg.tongue))
			continue
		}
		if v.Unit != "" || v.Replaced {
			continue // it is shown with its unit, or does not count
		}
		o, _, bad := order.ParseOne(v.Canonical, &c)
		switch {
		case bad != nil:
		case o.Kind == order.Expense && o.Slot >= 1 && int(o.Slot) <= len(slots):
			slots[o.Slot-1] = v.Canonical
		case o.Kind == order.Payment, o.Kind == order.Loan, o.Kind == order.GiveChit:
			payments = append(payments, v.Canonical)
		case o.Kind == order.Build, o.Kind == order.Waive:
			builds = append(builds, v.Canonical)
		default:
			others = append(others, v.Canonical)
		}
	}
	switch step {
	case machiavelli.Retreats:
		t := sheetTable{Title: pg.say(message.New("Retreats")), Columns: pg.sayAll(message.New("Unit"), message.New("May go to"), message.New("Order"))}
		for _, u := range b.Units {
			t.Rows = append(t.Rows, []string{u.Name, pg.retreats(u), u.Order})
		}
		x.Tables = append(x.Tables, t)
	case machiavelli.Adjustments:
		pg.winter(&x, b, builds)
	default:
		t := sheetTable{Title: pg.say(message.New("Units")), Columns: pg.sayAll(number, message.New("Unit"), message.New("Order"))}
		for _, u := range b.Units {
			t.Rows = append(t.Rows, []string{u.Serial, u.Name, u.Order})
		}
		x.Tables = append(x.Tables, t)
		x.Hint = pg.say(message.New("{advance}: advance. {hold}: hold. {support}: support. {carry}: carry. {besiege}, {lift}: besiege, lift the siege. {convert}: convert.",
			message.Order("A Pavia - Montferrat"), message.Order("A Pavia H"), message.Order("A Pavia S A Milan - Cremona"), message.Order("F Savoy C A Genoa - Pisa"),
			message.Order("A Pavia B"), message.Order("A Pavia L"), message.Order("G Venice C F")))
	}
	if pg.Money && step == machiavelli.Orders {
		t := sheetTable{
			Title: pg.say(message.New("Expenses")), Note: pg.say(message.New("Four at most, paid in this order.")),
			Columns: pg.sayAll(number, message.New("Ducats, purpose, and target")),
		}
		for i, text := range slots {
			t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), text})
		}
		x.Tables = append(x.Tables, t, freeLines(pg.say(message.New("Payments")), pg.say(message.New("To other powers or the bank; loans; chits given away.")), pg.say(message.New("Ducats and recipient")), payments, paymentLines))
	}
	if len(others) > 0 {
		x.Tables = append(x.Tables, freeLines(pg.say(message.New("Other orders")), "", pg.say(message.New("Order")), others, 0))
	}
	return x
}

// number is the heading of a column of numbers.
var number = message.New("No.")

// sayAll returns messages in the language of what is printed.
func (pg *printPage) sayAll(list ...message.Message) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = pg.say(m)
	}
	return out
}

// facts describes what the power has.
func (pg *printPage) facts(b *boardpage.OrderForm) []string {
	p := b.Purse
	if p == nil {
		return nil
	}
	out := []message.Message{message.New("In the treasury: {sum}", message.Ducats(p.Treasury))}
	for _, d := range p.Debts {
		out = append(out, message.New("Owed to the bank: {debt}", message.Name(d)))
	}
	if len(p.Chits) > 0 {
		out = append(out, message.New("Assassination chits: {powers}", message.Name(strings.Join(p.Chits, ", "))))
	}
	if p.Winter {
		out = append(out, message.New("To keep all units costs {sum}", message.Ducats(p.Upkeep)))
	}
	if b.Text != "" {
		out = append(out, message.New("Left after these orders: {sum}", message.Ducats(p.Left)))
	}
	return pg.sayAll(out...)
}

// winter lists the units to be kept or disbanded, and room for new ones.
func (pg *printPage) winter(x *orderSheet, b *boardpage.OrderForm, builds []string) {
	t := sheetTable{Title: pg.say(message.New("Units")), Columns: pg.sayAll(number, message.New("Unit"), message.New("Kept, or removed"))}
	paid := b.Purse != nil && b.Purse.Winter
	if paid {
		t.Columns = pg.sayAll(number, message.New("Unit"), message.New("Ducats"), message.New("Kept, or removed"))
	}
	i := 0
	for _, u := range b.Position.Units {
		if u.Owner != x.power || i >= len(b.Units) {
			continue
		}
		row := []string{b.Units[i].Serial, b.Units[i].Name, b.Units[i].Order}
		if paid {
			row = slices.Insert(row, 2, strconv.Itoa(int(u.Price())))
		}
		t.Rows = append(t.Rows, row)
		i++
	}
	x.Tables = append(x.Tables, t)
	w := b.Winter
	if w == nil {
		return
	}
	note, room := "", buildLines
	if b.Purse == nil { // units are counted in cities
		room = w.Builds
		cities, units := message.Plural(w.Cities, "{n} city", "{n} cities"), message.Plural(w.Units, "{n} unit", "{n} units")
		switch {
		case w.Builds > 0:
			note = pg.say(message.Plural(w.Builds, "{cities}, {units}: {n} unit may be built.", "{cities}, {units}: {n} units may be built.", cities, units))
		case w.Removals > 0:
			note = pg.say(message.Plural(w.Removals, "{cities}, {units}: {n} unit must be removed.", "{cities}, {units}: {n} units must be removed.", cities, units))
		}
	}
	if len(w.Places) > 0 {
		note = strings.TrimSpace(note + " " + pg.say(message.New("Where: {places}.", message.Order(strings.Join(slices.Compact(buildPlaces(w.Places)), ", ")))))
	}
	if note != "" || room > 0 || len(builds) > 0 {
		x.Tables = append(x.Tables, freeLines(pg.say(message.New("New units")), note, pg.say(message.New("Unit and place")), builds, room))
	}
}

// buildPlaces returns build orders without the word "build".
func buildPlaces(orders []string) []string {
	var out []string
	for _, o := range orders {
		_, place, ok := strings.Cut(o, " ")
		if !ok {
			place = o
		}
		out = append(out, place)
	}
	return out
}

// freeLines returns a table with one line in each row. The known lines come first, and empty lines
// follow up to a minimum number.
func freeLines(title, note, column string, known []string, least int) sheetTable {
	t := sheetTable{Title: title, Note: note, Columns: []string{column}}
	for i := range max(len(known), least) {
		row := []string{""}
		if i < len(known) {
			row[0] = known[i]
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// retreats describes where a dislodged unit may retreat.
func (pg *printPage) retreats(u boardpage.UnitRow) string {
	if len(u.Choices) == 0 {
		return pg.say(message.New("nowhere: it is disbanded"))
	}
	var out []string
	for _, c := range u.Choices {
		if _, to, ok := strings.Cut(c, " - "); ok {
			out = append(out, to)
			continue
		}
		out = append(out, strings.TrimSpace(strings.TrimPrefix(c, u.Text)))
	}
	return strings.Join(out, ", ")
}
