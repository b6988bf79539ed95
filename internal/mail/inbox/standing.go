package inbox

import (
	"context"
	"regexp"
	"slices"

	"podesta/internal/game"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// deadline returns the plan of a game's phase, or the zero plan if the game is not running or its
// plan cannot be read.
func (o *Inbox) deadline(ctx context.Context, g *game.Game) schedule.Plan {
	if g.Number == 0 || g.Finished {
		return schedule.Plan{}
	}
	p, err := o.judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		return schedule.Plan{}
	}
	return p
}

// statusLine says in one line what a game waits for.
func statusLine(g *game.Game, p schedule.Plan) message.Message {
	phase := phrase.PhaseOf(g.Phase)
	switch {
	case g.Number == 0:
		return message.New("Forming: waiting for players")
	case g.Status == game.Terminated:
		return message.New("{Phase}: the game was terminated", phase)
	case g.Finished:
		return message.New("{Phase}: the game is over", phase)
	case g.Status == game.Paused:
		return message.New("{Phase}: the game is paused", phase)
	case !p.Deadline.IsZero():
		return message.New("{phase}: due {when}", message.Phase(g.Phase), phrase.At(p.Deadline))
	}
	return message.New("{Phase}: no deadline", phase)
}

// standing is what the judge has of a seat's orders in the present phase.
type standing struct {
	blocks   []outbox.Block
	owes     bool // whether the seat still owes orders
	complete bool
	missing  int // number of missing orders
}

// report lists the present orders of the session's seat, or of all seats for a master, with the
// missing orders, the remaining time and the orders for later phases. If the game is not running or
// the sender has no seat, it says instead what the game waits for.
func (s *session) report(ctx context.Context) (standing, error) {
	g, out := s.game, standing{}
	plan := s.o.deadline(ctx, g)
	if g.Number == 0 || g.Finished || !s.role.Takes() {
		out.blocks = append(out.blocks, s.paragraph(message.New("{text}.", statusLine(g, plan))))
		return out, nil
	}
	ph, err := s.o.judge.Base.Current(ctx, g.ID)
	if err != nil {
		return out, err
	}
	states, err := s.o.judge.Clock.States(ctx, g.ID, s.role)
	if err != nil {
		return out, err
	}
	seats, err := s.o.judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return out, err
	}
	switch {
	case s.seat > 0:
		seat, state := seats[s.seat-1], states[s.seat-1]
		x := outbox.Block{Title: s.say(ordersFor(ph.Phase)), Part: true}
		if out.missing, err = s.ordersOf(ctx, &x, ph.Before, seat); err != nil {
			return out, err
		}
		out.owes, out.complete = seat.Owes, state.Complete
		if err := s.voteState(ctx, &x, state); err != nil {
			return out, err
		}
		out.blocks = append(out.blocks, x, s.consequences(state, out.owes, out.missing, plan))
	case s.role.Master:
		out.blocks = append(out.blocks, outbox.Block{Title: s.say(ordersFor(ph.Phase)), Part: true})
		for i, seat := range seats {
			x := outbox.Block{Lead: s.say(message.New("{powers:name}: {state}.", phrase.Powers(g, seat.Number), stateWords(seat, states[i])))}
			if _, err := s.ordersOf(ctx, &x, ph.Before, seat); err != nil {
				return out, err
			}
			out.blocks = append(out.blocks, x)
		}
		out.blocks = append(out.blocks, s.timeLeft(plan))
	default:
		out.blocks = append(out.blocks, s.paragraph(message.New("{text}.", statusLine(g, plan))))
	}
	more, err := s.deferredReport(ctx)
	out.blocks = append(out.blocks, more...)
	return out, err
}

// stateWords describes the state of a seat for a master.
func stateWords(seat game.Seat, st game.SeatState) message.List {
	words := []message.Message{message.New("No Move Required")}
	switch {
	case seat.Owes && st.Complete:
		words[0] = message.New("Move Submitted")
	case seat.Owes && st.Covered:
		words[0] = message.New("Move Submitted, Error Flag")
	case seat.Owes:
		words[0] = message.New("Move Required")
	}
	for _, x := range []struct {
		on   bool
		word message.Message
	}{
		{st.Disorder, message.New("civil disorder")},
		{st.Abandoned && !st.Disorder, message.New("Seat Abandoned")},
		{st.Late, message.New("Orders Late")},
		{st.Wait, message.New("{command} is set", message.Order("WAIT"))},
	} {
		if x.on {
			words = append(words, x.word)
		}
	}
	return message.ListOf(message.Commas, words)
}

// ordersOf adds the present orders of a seat to a block, in the words and the sequence of the
// classic report, and returns the number of missing orders.
func (s *session) ordersOf(ctx context.Context, x *outbox.Block, p *position.Position, seat game.Seat) (missing int, err error) {
	role := game.Role{Seat: seat.Number, Player: true}
	found, err := s.o.judge.Clock.StandingOrders(ctx, s.game.ID, role, seat.Number)
	if err != nil {
		return 0, err
	}
	t, reader := report.New(p.Setting), s.reader()
	sent := map[machiavelli.Power]*sentOrders{}
	for _, power := range seat.Powers {
		sent[power] = &sentOrders{}
	}
	lines := found.Lines
	for i, v := range found.Verdicts {
		to := sent[v.Power]
		if to == nil || v.Refused() || v.Replaced {
			continue
		}
		o := lines[i].Order
		price := machiavelli.Ducats(0)
		if o.Kind == order.Expense {
			price, _ = legal.Price(p, &s.game.Rules, v.Power, &o)
		}
		words, money := t.Confirm(p, v.Power, o, price)
		if words == "" || !reader.English() { // the classic words are English
			words = v.Canonical
		}
		if money {
			to.money = append(to.money, words)
		} else {
			to.units = append(to.units, words)
		}
	}
	known := s.game.View(role).Position(p, true)
	for _, power := range seat.Powers {
		of := sent[power]
		slices.Sort(of.money) // expenses are resolved in the order of their numbers
		of.units = append(of.units, slices.Concat(of.others(), of.expenses())...)
		missing += s.ordersLeft(x, p, power, lines, of.units, len(seat.Powers) > 1)
		s.sums(x, known, power, lines)
	}
	return missing, nil
}

// ordersFor returns the title of a report on the orders for a phase.
func ordersFor(ph machiavelli.Phase) message.Message {
	campaign := message.Campaign{Season: ph.Season, Year: ph.Year}
	switch ph.Step {
	case machiavelli.Retreats:
		return message.New("Retreats for {campaign}", campaign)
	case machiavelli.Adjustments:
		return message.New("Adjustments for {campaign}", campaign)
	}
	return message.New("Orders for {campaign}", campaign)
}

// powerName returns the name of a power in the form for tables.
func (s *session) powerName(p machiavelli.Power) string {
	return s.say(message.New("{power:name}", message.PowerOf(s.game.Setting.Powers, p)))
}

// sentOrders holds the orders of a power in words.
type sentOrders struct{ money, units []string }

// expenses returns the lines about expenses. The method others returns the lines about payments and
// loans.
func (s *sentOrders) expenses() []string {
	return slices.DeleteFunc(slices.Clone(s.money), func(l string) bool { return !expenseLine.MatchString(l) })
}

func (s *sentOrders) others() []string {
	return slices.DeleteFunc(slices.Clone(s.money), expenseLine.MatchString)
}

var expenseLine = regexp.MustCompile(`^E\d:`)

// ordersLeft adds a power's orders, its missing orders and warnings to a block, and returns the
// number of missing orders. If many is true, each line begins with the power's name.
func (s *session) ordersLeft(x *outbox.Block, p *position.Position, power machiavelli.Power, lines []turn.Line, orders []string, many bool) (missing int) {
	r := &s.game.Rules
	write := func(text string) {
		if many {
			text = s.powerName(power) + ": " + text
		}
		x.Items = append(x.Items, text)
	}
	none := func(u position.Unit) {
		write(s.say(message.New("{unit:title}: no order yet.", phrase.UnitOf(p.Setting, u))))
	}
	owed := turn.Owes(p, r, power, lines)
	for _, u := range owed.Units {
		none(p.Units[u])
	}
	for _, u := range owed.Retreats {
		none(p.Dislodged[u].Unit)
	}
	if owed.Builds > 0 {
		write(s.say(message.Plural(owed.Builds, "{n} build can still be ordered.", "{n} builds can still be ordered.")))
	}
	if owed.Removals > 0 {
		write(s.say(message.Plural(owed.Removals, "{n} removal must still be named.", "{n} removals must still be named.")))
	}
	for _, l := range orders {
		write(l)
	}
	if len(orders) == 0 && owed.None() {
		write(s.say(message.New("No orders.")))
	}
	for _, d := range turn.Dangers(p, r, power, lines) {
		write(s.say(message.New("Warning: {text}", d.Say(p.Setting))))
	}
	if short := report.New(p.Setting).FirstShort(p, power); !short.IsZero() {
		write(s.say(short))
	}
	return len(owed.Units) + len(owed.Retreats) + owed.Builds + owed.Removals
}

// voteState describes the reader's vote, and says whether their WAIT holds the phase.
func (s *session) voteState(ctx context.Context, x *outbox.Block, st game.SeatState) error {
	v, err := s.o.judge.Clock.Ballot(ctx, s.game.ID, s.role, s.seat)
	if err != nil {
		if outbox.Temporary(err) {
			return err
		}
		return nil
	}
	roster := s.game.Setting.Powers
	var vote message.Message
	switch {
	case v.Draw && v.Among != 0:
		var among []message.Power
		for p := range roster {
			if v.Among.Has(machiavelli.Power(p)) {
				among = append(among, message.PowerOf(roster, machiavelli.Power(p)))
			}
		}
		vote = message.New("You vote for a draw among {powers}.", message.ListOf(message.And, among))
	case v.Draw:
		vote = message.New("You vote for a draw.")
	case v.Concede != machiavelli.Nobody:
		vote = message.New("You vote to concede the game to {power}.", message.PowerOf(roster, v.Concede))
	}
	if !vote.IsZero() {
		x.Items = append(x.Items, s.say(vote))
	}
	if st.Wait {
		x.Items = append(x.Items, s.say(message.New("{wait} is set: the phase will not be resolved before its deadline.", message.Order("WAIT"))))
	}
	return nil
}

// consequences says whether orders are missing, until when, and what happens if the orders stay as
// they are.
func (s *session) consequences(st game.SeatState, owes bool, missing int, plan schedule.Plan) outbox.Block {
	x := s.timeLeft(plan)
	var text []message.Message
	switch {
	case !owes:
		return x
	case st.Complete:
		x.Lead = s.say(message.New("Your orders are complete."))
		return x
	case missing > 0:
		x.Lead = s.say(message.Plural(missing, "{n} order missing.", "{n} orders missing."))
	case s.errors == 0:
		x.Lead = s.say(message.New("Your orders do not count as final yet."))
		text = append(text, message.New("If they are as you want them, answer with {ready}.", message.Order("READY")))
	default:
		x.Lead = s.say(message.New("Your orders do not count as final yet."))
		text = append(text, message.Plural(s.errors, "Your e-mail had {n} error. If the orders above are as you want them, send an e-mail without errors; an empty one will do.",
			"Your e-mail had {n} errors. If the orders above are as you want them, send an e-mail without errors; an empty one will do."))
	}
	if !plan.Deadline.IsZero() && s.game.Status != game.Paused {
		text = append(text, message.New("After {when} you are late.", phrase.At(plan.Deadline)))
		if s.game.Hosting.NMR {
			text = append(text, message.New("After {when} the phase is resolved without your missing orders.", phrase.At(plan.Grace)))
		} else {
			text = append(text, message.New("After {when} other players can take over your power.", phrase.At(plan.Grace)))
		}
	}
	if len(text) > 0 {
		x.Paras = append(x.Paras, s.say(phrase.Sentences(text...)))
	}
	return x
}

// timeLeft says when the phase is due, with the time left to the deadline or to the end of grace.
func (s *session) timeLeft(plan schedule.Plan) outbox.Block {
	said := []message.Message{message.New("{text}.", statusLine(s.game, plan))}
	if s.game.Status == game.Active && !plan.Deadline.IsZero() {
		now := s.o.clock.Now()
		if d := plan.Deadline.Sub(now); d > 0 {
			said = append(said, message.New("Time left: {time}.", schedule.Span(d)))
		} else {
			said = append(said, message.New("The deadline has passed."))
			if d := plan.Grace.Sub(now); d > 0 {
				said = append(said, message.New("Time left to the end of grace: {time}.", schedule.Span(d)))
			}
		}
	}
	return s.paragraph(phrase.Sentences(said...))
}
