package inbox

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// pendingOrder is an order of the block that has not been submitted yet, because all orders of a
// block are submitted together.
type pendingOrder struct {
	item *command.Item
	text string
	held bool // whether it arrived in a reply to an e-mail about another phase
}

// flush submits the pending orders, except for lines that are not orders. Orders that cannot be
// given now are refused, and those in a reply to an e-mail about another phase are held.
func (s *session) flush(ctx context.Context) error {
	lines, err := s.withoutProse(ctx, s.pending)
	s.pending = nil
	if err != nil || len(lines) == 0 {
		return err
	}
	s.ordered = true
	if s.game == nil && s.w.greets() {
		// The text of a reply that verifies an address need not contain orders.
		for _, l := range lines {
			s.pass(command.BeforeSignon, l.item.Line)
		}
		return nil
	}
	if s.game == nil || s.seat == 0 && !s.role.Master {
		err = errNoSession
		if s.game != nil {
			err = errNoSeat
		}
		if s.game == nil && s.closed == nil && !s.wholesale(lines) {
			return nil
		}
		for _, l := range lines {
			s.refuse(l.item, err)
		}
		return nil
	}
	if s.game.Number == 0 {
		for _, l := range lines {
			s.refuse(l.item, errNotBegun)
		}
		return nil
	}
	var old, now []pendingOrder
	for _, l := range lines {
		if l.held {
			old = append(old, l)
		} else {
			now = append(now, l)
		}
	}
	if len(old) > 0 {
		if err := s.holdOlder(ctx, old); err != nil {
			return err
		}
	}
	if lines = now; len(lines) == 0 {
		return nil
	}
	if s.seat == 0 {
		return s.flushMaster(ctx, lines)
	}
	return s.send(ctx, s.seat, s.player(), lines)
}

// wholesale reports whether the orders without a session are few enough to be answered one by one.
// If they are not, it skips them all and closes the block.
func (s *session) wholesale(lines []pendingOrder) bool {
	if len(lines) <= 20 {
		return true
	}
	for _, l := range lines {
		s.skipped = append(s.skipped, l.item.Line)
	}
	s.closed = errNoSession
	return false
}

// send adds orders to the present orders of a seat, and answers each. Orders that were written
// before the present ones are held instead.
func (s *session) send(ctx context.Context, seat int, role game.Role, lines []pendingOrder) error {
	name := s.nameOrders(seat, lines)
	if done, ok := s.w.progress.did(name); ok {
		return s.sent(ctx, seat, role, lines, done)
	}
	got, err := s.o.judge.Clock.SaveOrders(s.w.progress.noting(ctx, name, step{Number: s.game.Number}), s.game.ID, role, clock.NewOrders{
		Revision: s.game.Revision, Sections: []ordertext.Section{{Seat: seat, Text: texts(lines), Add: true}}, Written: s.l.Date,
	})
	if errors.Is(err, clock.ErrOlder) && seat == s.seat {
		return s.holdOvertaken(ctx, lines)
	}
	if err == nil {
		s.w.changed = true
		s.verdicts(lines, got.Verdicts)
		return nil
	}
	if s.w.later(err) {
		return err
	}
	for _, l := range lines {
		s.refuse(l.item, err)
	}
	return nil
}

// texts joins the texts of orders. Orders on the same line stay on one line, because they may
// belong together.
func texts(lines []pendingOrder) string {
	text, _ := lineUp(lines)
	return text
}

// spot is the place of an order in the joined text: its lines, and the column before its first
// character.
type spot struct{ first, last, column int }

// lineUp joins the texts of orders and returns the place of each order in the result.
func lineUp(lines []pendingOrder) (string, []spot) {
	var b strings.Builder
	spots := make([]spot, len(lines))
	line, column := 1, 0
	for i, l := range lines {
		switch {
		case i == 0:
		case l.item.Line == lines[i-1].item.Line && !strings.HasPrefix(l.text, "\n"):
			b.WriteString("; ")
			column += 2
		default:
			b.WriteByte('\n')
			line, column = line+1, 0
		}
		spots[i] = spot{line, line + strings.Count(l.text, "\n"), column}
		b.WriteString(l.text)
		line = spots[i].last
		column += utf8.RuneCountInString(l.text)
	}
	return b.String(), spots
}

// holds reports whether a verdict on a line and column is about the order at this spot.
func (s spot) holds(line, column int, next *spot) bool {
	return line >= s.first && line <= s.last && column > s.column && (next == nil || next.first != s.last || column <= next.column)
}

// nameOrders returns the name of the step that submits orders.
func (s *session) nameOrders(seat int, lines []pendingOrder) string {
	parts := []any{s.block, "orders", seat}
	for _, l := range lines {
		parts = append(parts, l.item.Line, l.text)
	}
	return nameStep(parts...)
}

// sent answers orders that were submitted before the judge was interrupted. They are not submitted
// again, because there may be newer orders, or the phase may have changed.
func (s *session) sent(ctx context.Context, seat int, role game.Role, lines []pendingOrder, done step) error {
	s.w.changed = true
	if done.Number == s.game.Number {
		found, err := s.o.judge.Clock.ReadOrders(ctx, s.game.ID, role, ordertext.Section{Seat: seat, Text: texts(lines)})
		switch {
		case err == nil:
			s.verdicts(lines, found.Verdicts)
			return nil
		case s.w.later(err):
			return err
		}
	}
	s.gone = true
	for _, l := range lines {
		s.confirm(l.item, message.New("This order counted for a phase that has been resolved since. The judge was interrupted before it could answer."))
	}
	return nil
}

// verdicts answers each order with its verdict. The verdicts refer to lines of the joined text.
func (s *session) verdicts(lines []pendingOrder, all []game.Verdict) {
	_, spots := lineUp(lines)
	for i, l := range lines {
		var mine []game.Verdict
		for _, v := range all {
			if spots[i].holds(v.Line, v.Column, after(spots, i)) {
				mine = append(mine, v)
			}
		}
		s.verdict(l.item, mine)
	}
}

// after returns the spot after number i, or nil if there is none.
func after(spots []spot, i int) *spot {
	if i+1 < len(spots) {
		return &spots[i+1]
	}
	return nil
}

// verdict answers one line of orders.
func (s *session) verdict(it *command.Item, verdicts []game.Verdict) {
	a := s.put(it)
	if len(verdicts) == 0 {
		a.text = append(a.text, message.New("Read."))
	}
	for _, v := range verdicts {
		if v.Refused() {
			s.errors++
			text := v.Error
			if v.Code != "" {
				text = message.New("{text} ({code})", text, message.Order(v.Code))
			}
			a.fail(suggesting(text, v.Suggest))
			continue
		}
		a.text = append(a.text, message.New("Order: {order}", message.Order(v.Canonical)))
		for _, n := range v.Notes {
			a.text = append(a.text, message.New("Note: {text}", n.Message))
		}
	}
}

// flushMaster submits orders that a master wrote as master, each for the only seat that can give
// it. It refuses orders that no seat or several seats can give.
func (s *session) flushMaster(ctx context.Context, lines []pendingOrder) error {
	var all []string
	for _, l := range lines {
		all = append(all, l.text)
	}
	able, err := s.o.judge.Clock.AbleSeats(ctx, s.game.ID, s.role, all)
	if err != nil {
		if s.w.later(err) {
			return err
		}
		for _, l := range lines {
			s.refuse(l.item, err)
		}
		return nil
	}
	groups := map[int][]pendingOrder{}
	for i, l := range lines {
		switch len(able[i]) {
		case 1:
			groups[able[i][0]] = append(groups[able[i][0]], l)
		case 0:
			s.refuse(l.item, game.Refuse(game.Invalid, message.New("No power can give this order. Write BECOME and a power's name above it, and the judge says what is wrong with it for that power.")))
		default:
			s.refuse(l.item, game.Refuse(game.Invalid, message.New("Several powers could give this order. Write BECOME and the power's name above it.")))
		}
	}
	for seat := 1; seat <= len(s.game.Setting.Seats); seat++ {
		if g := groups[seat]; len(g) > 0 {
			if err := s.send(ctx, seat, game.Role{Seat: seat, Player: true, Stead: s.account.ID}, g); err != nil {
				return err
			}
		}
	}
	return nil
}

// clearOrders removes all orders for the phase, including the pending orders in this block.
func (s *session) clearOrders(ctx context.Context) (message.Message, error) {
	seat, err := s.seated()
	if err != nil {
		return message.Message{}, err
	}
	s.takeBack()
	_, err = s.o.judge.Clock.SaveOrders(ctx, s.game.ID, s.player(), clock.NewOrders{Revision: s.game.Revision, Sections: []ordertext.Section{{Seat: seat}}, Written: s.l.Date})
	return message.New("All your orders for this phase are deleted."), err
}

// takeBack removes the pending orders of the block.
func (s *session) takeBack() {
	for _, l := range s.pending {
		s.confirm(l.item, message.New("Deleted by {command} below.", message.Order("CLEAR ORDERS")))
	}
	s.pending = nil
}

// undo removes the last lines of orders.
func (s *session) undo(ctx context.Context, n int) (message.Message, error) {
	seat, err := s.seated()
	if err != nil {
		return message.Message{}, err
	}
	if err := s.flush(ctx); err != nil {
		return message.Message{}, err
	}
	got, err := s.o.judge.Clock.SaveOrders(ctx, s.game.ID, s.player(), clock.NewOrders{
		Revision: s.game.Revision, Sections: []ordertext.Section{{Seat: seat, Add: true, Drop: n}}, Written: s.l.Date,
	})
	if err != nil {
		return message.Message{}, err
	}
	return message.New("Withdrawn: {orders}", message.Order(strings.Join(got.Dropped, "; "))), nil
}

// conditional runs the items of the first branch of an IF whose condition is true, if any is.
func (s *session) conditional(ctx context.Context, it *command.Item, c *command.If) error {
	if _, err := s.seated(); err != nil {
		s.refuse(it, err)
		return nil
	}
	ph, err := s.o.judge.Base.Current(ctx, s.game.ID)
	if err != nil {
		if s.w.later(err) {
			return err
		}
		s.refuse(it, err)
		return nil
	}
	for i, b := range c.Branches {
		holds := true
		if b.Cond != nil {
			if holds, err = s.holds(ph.Before, b.Cond); err != nil {
				s.refuse(it, err)
				return nil
			}
		}
		if !holds {
			continue
		}
		s.confirm(it, message.New("Of these cases, number {n} holds; its orders follow.", message.Number(i+1)))
		for k := range b.Items {
			if err := s.item(ctx, &b.Items[k]); err != nil {
				return err
			}
		}
		return nil
	}
	s.confirm(it, message.New("None of these cases holds: nothing under them was ordered."))
	return nil
}

// holds reports whether a condition is true in a position.
func (s *session) holds(p *position.Position, c *command.Condition) (bool, error) {
	switch c.Op {
	case command.Not:
		x, err := s.holds(p, c.Left)
		return !x, err
	case command.And, command.Or:
		x, err := s.holds(p, c.Left)
		if err != nil {
			return false, err
		}
		y, err := s.holds(p, c.Right)
		if c.Op == command.And {
			return x && y, err
		}
		return x || y, err
	}
	return s.stands(p, c.Text)
}

// stands reports whether a text describes an existing field unit. The text consists of a province,
// optionally preceded by a power and a type of unit.
func (s *session) stands(p *position.Position, text string) (bool, error) {
	words := strings.Fields(text)
	owner, typ := machiavelli.Nobody, machiavelli.NoType
	owned := false
	for len(words) > 1 {
		if w := strings.ToLower(words[0]); typ == machiavelli.NoType && (w == "army" || w == "a") {
			typ, words = machiavelli.Army, words[1:]
			continue
		} else if typ == machiavelli.NoType && (w == "fleet" || w == "f") {
			typ, words = machiavelli.Fleet, words[1:]
			continue
		}
		if o, ok := p.Setting.Powers.Match(words[0]); ok && !owned && typ == machiavelli.NoType {
			owner, owned, words = o, true, words[1:]
			continue
		}
		break
	}
	at, ok := p.Setting.Board.Find(strings.Join(words, " "))
	if !ok {
		return false, game.Refuse(game.Invalid, message.New("There is no province {word}; the orders under this condition were not read.", message.Name(phrase.OneLine(strings.Join(words, " "), 40))))
	}
	for _, u := range p.Units {
		if u.At == at.ID && !u.InCity() && (typ == machiavelli.NoType || u.Type == typ) && (!owned || u.Owner == owner) {
			return true, nil
		}
	}
	return false, nil
}
