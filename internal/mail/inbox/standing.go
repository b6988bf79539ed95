package inbox

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

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

// deadline returns the plan of a game's phase, or the zero plan if the game has no clock.
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

// gameHeader returns the two lines above every answer about a game.
func gameHeader(g *game.Game, p schedule.Plan, r phrase.Reader) string {
	title := message.Name(phrase.OneLine(g.Name, 30))
	head := message.New("{game}, {scenario}", title, message.Name(r.T(g.Setting.Title)))
	if g.Hosting.Gunboat {
		head = message.New("{game}, {scenario}, gunboat", title, message.Name(r.T(g.Setting.Title)))
	}
	phase := phrase.PhaseOf(g.Phase)
	at := message.New("{Phase}: no deadline", phase)
	switch {
	case g.Number == 0:
		at = message.New("Forming: waiting for players")
	case g.Status == game.Terminated:
		at = message.New("{Phase}: the game was terminated", phase)
	case g.Finished:
		at = message.New("{Phase}: the game is over", phase)
	case g.Status == game.Paused:
		at = message.New("{Phase}: the game is paused", phase)
	case !p.Deadline.IsZero():
		at = message.New("{phase}: due {when}", message.Phase(g.Phase), phrase.At(p.Deadline))
	}
	return ":: " + phrase.OneLine(r.M(head), 72) + "\n:: " + r.M(at) + "\n"
}

// report lists the present orders of the session's seat, or of all seats for a master, with the
// missing orders and the remaining time. owes reports whether the seat still owes orders in the
// phase.
func (s *session) report(ctx context.Context) (text string, owes bool, err error) {
	g := s.game
	if g.Number == 0 || g.Finished || !s.role.Takes() {
		return "", false, nil
	}
	ph, err := s.o.judge.Base.Current(ctx, g.ID)
	if err != nil {
		return "", false, err
	}
	states, err := s.o.judge.Clock.States(ctx, g.ID, s.role)
	if err != nil {
		return "", false, err
	}
	seats, err := s.o.judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return "", false, err
	}
	var b strings.Builder
	plan := s.o.deadline(ctx, g)
	switch {
	case s.seat > 0:
		seat, state := seats[s.seat-1], states[s.seat-1]
		missing, err := s.ordersOf(ctx, &b, ph.Before, seat, false)
		if err != nil {
			return "", false, err
		}
		owes = seat.Owes
		if err := s.voteState(ctx, &b, state); err != nil {
			return "", false, err
		}
		s.consequences(&b, state, owes, missing, plan)
	case s.role.Master:
		b.WriteString("\n" + s.say(ordersFor(ph.Phase)) + phaseMark(g) + "\n")
		for i, seat := range seats {
			b.WriteString("\n" + s.say(message.New("{powers:name}: {state}.", phrase.Powers(g, seat.Number), stateWords(seat, states[i]))) + "\n")
			if _, err := s.ordersOf(ctx, &b, ph.Before, seat, true); err != nil {
				return "", false, err
			}
		}
	}
	if err := s.deferredReport(ctx, &b); err != nil {
		return "", false, err
	}
	s.timeLeft(&b, plan)
	return b.String(), owes, nil
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

// ordersOf writes the present orders of a seat in the words and the sequence of the classic report,
// and returns the number of missing orders. If many is set, it omits the title, because several
// seats share one.
func (s *session) ordersOf(ctx context.Context, b *strings.Builder, p *position.Position, seat game.Seat, many bool) (missing int, err error) {
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
		if words != "" && !reader.English() { // the classic words are English
			words = v.Canonical
		}
		switch {
		case money:
			to.money = append(to.money, words)
		case words == "":
			to.units = append(to.units, v.Canonical+".")
		default:
			to.units = append(to.units, words)
		}
	}
	mark := phaseMark(s.game)
	if p.Phase.Step == machiavelli.Orders && s.game.Rules.Money {
		var block strings.Builder
		for _, power := range seat.Powers {
			slices.Sort(sent[power].money) // expenses are resolved in the order of their numbers
			for _, l := range slices.Concat(sent[power].others(), sent[power].expenses()) {
				block.WriteString(reportLine(fmt.Sprintf("%-26s", s.powerName(power)+":"), l))
			}
		}
		switch {
		case !many:
			title := message.New("Expenditure orders for {Season} of {year}.", message.Season(p.Phase.Season), message.Number(p.Phase.Year))
			b.WriteString("\n" + s.say(title) + mark + "\n\n" + cmp.Or(block.String(), s.say(message.New("No orders."))+"\n"))
			mark = ""
		case block.Len() > 0:
			b.WriteString("\n" + block.String())
		}
	}
	if !many {
		b.WriteString("\n" + s.say(ordersFor(p.Phase)) + mark + "\n")
	}
	b.WriteString("\n")
	for _, power := range seat.Powers {
		missing += s.ordersLeft(b, p, power, lines, sent[power].units)
	}
	if !many {
		known := s.game.View(role).Position(p, true)
		for _, power := range seat.Powers {
			s.sums(b, known, power, lines)
		}
	}
	return missing, nil
}

// ordersFor returns the title of a report of the orders for a phase.
func ordersFor(ph machiavelli.Phase) message.Message {
	season, year := message.Season(ph.Season), message.Number(ph.Year)
	switch ph.Step {
	case machiavelli.Retreats:
		return message.New("Retreat orders for {Season} of {year}.", season, year)
	case machiavelli.Adjustments:
		return message.New("Adjustment orders for {Season} of {year}.", season, year)
	}
	return message.New("Movement orders for {Season} of {year}.", season, year)
}

// phaseMark returns the suffix of the title of a report: the game and the number of the phase.
func phaseMark(g *game.Game) string {
	return fmt.Sprintf("  (%s.%03d)", phrase.OneLine(g.Name, 40), g.Number)
}

// powerName returns the name of a power in the form for tables.
func (s *session) powerName(p machiavelli.Power) string {
	return s.say(message.New("{power:name}", message.PowerOf(s.game.Setting.Powers, p)))
}

// hanging is the indent of continuation lines in reports.
const hanging = "           "

// reportLine returns a line of a report. A line that is too long is wrapped; others keep their
// columns.
func reportLine(head, text string) string {
	if len([]rune(head+text)) <= phrase.AnswerWidth {
		return head + text + "\n"
	}
	return phrase.Wrap(text, head, hanging, phrase.AnswerWidth) + "\n"
}

// sentOrders holds the orders of a power in words.
type sentOrders struct{ money, units []string }

// expenses returns the lines of the expenses. Payments and loans are in others.
func (s *sentOrders) expenses() []string {
	return slices.DeleteFunc(slices.Clone(s.money), func(l string) bool { return !expenseLine.MatchString(l) })
}

func (s *sentOrders) others() []string {
	return slices.DeleteFunc(slices.Clone(s.money), expenseLine.MatchString)
}

var expenseLine = regexp.MustCompile(`^E\d:`)

// ordersLeft writes the orders of a power's units and the units without orders, and returns the
// number of units without orders.
func (s *session) ordersLeft(b *strings.Builder, p *position.Position, power machiavelli.Power, lines []turn.Line, units []string) (missing int) {
	r, name := &s.game.Rules, s.powerName(power)+":"
	write := func(text string) { b.WriteString(reportLine(name+" ", text)) }
	none := func(u position.Unit) {
		write(s.say(message.New("{unit:title}, No Order Processed.", phrase.UnitOf(p.Setting, u))))
	}
	for _, l := range units {
		write(l)
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
	if len(units) == 0 && owed.None() {
		write(s.say(message.New("No orders.")))
	}
	for _, d := range turn.Dangers(p, r, power, lines) {
		s.paragraph(b, message.New("Warning: {text}", d.Say(p.Setting)))
	}
	if short := report.New(p.Setting).FirstShort(p, power); !short.IsZero() {
		s.paragraph(b, short)
	}
	return len(owed.Units) + len(owed.Retreats) + owed.Builds + owed.Removals
}

// voteState describes the reader's vote, and says whether their WAIT holds the phase.
func (s *session) voteState(ctx context.Context, b *strings.Builder, st game.SeatState) error {
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
		b.WriteString("\n" + s.say(vote) + "\n")
	}
	if st.Wait {
		b.WriteString("\n" + s.say(message.New("{wait} is set: the phase will not be resolved before its deadline.", message.Order("WAIT"))) + "\n")
	}
	return nil
}

// consequences explains what happens if the orders stay as they are.
func (s *session) consequences(b *strings.Builder, st game.SeatState, owes bool, missing int, plan schedule.Plan) {
	var text []message.Message
	switch {
	case !owes:
		return
	case missing > 0 && !st.Complete:
		text = append(text, message.Plural(missing, "{n} order missing.", "{n} orders missing."))
	case st.Complete:
		b.WriteString("\n" + s.say(message.New("Your orders are complete.")) + "\n")
		return
	}
	if s.errors == 0 && missing == 0 {
		text = append(text, message.New("Your orders do not count as final yet. If they are as you want them, answer with {ready}.", message.Order("READY")))
	}
	if s.errors > 0 && missing == 0 {
		text = append(text, message.Plural(s.errors, "Your e-mail had {n} error, so your orders do not count as final yet. If they are as you want them, send an e-mail without errors; an empty one will do.",
			"Your e-mail had {n} errors, so your orders do not count as final yet. If they are as you want them, send an e-mail without errors; an empty one will do."))
	}
	if !plan.Deadline.IsZero() && len(text) > 0 && s.game.Status != game.Paused {
		text = append(text, message.New("After {when} you are late.", phrase.At(plan.Deadline)))
		if s.game.Hosting.NMR {
			text = append(text, message.New("After {when} the phase is resolved without your missing orders.", phrase.At(plan.Grace)))
		} else {
			text = append(text, message.New("After {when} other players can take over your power.", phrase.At(plan.Grace)))
		}
	}
	if len(text) > 0 {
		b.WriteString("\n")
		s.paragraph(b, phrase.Sentences(text...))
	}
}

// timeLeft writes the time to the deadline and to the end of grace.
func (s *session) timeLeft(b *strings.Builder, plan schedule.Plan) {
	now := s.o.clock.Now()
	if s.game.Status != game.Active || plan.Deadline.IsZero() {
		return
	}
	b.WriteString("\n")
	if d := plan.Deadline.Sub(now); d > 0 {
		s.paragraph(b, message.New("Time left to the deadline: {time}.", schedule.Span(d)))
	} else {
		s.paragraph(b, message.New("The deadline has passed."))
	}
	if d := plan.Grace.Sub(now); d > 0 {
		s.paragraph(b, message.New("Time left to the end of grace: {time}.", schedule.Span(d)))
	}
}
