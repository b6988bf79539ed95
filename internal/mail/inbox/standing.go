package inbox

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// deadline returns the plan of a game's phase, or the zero plan.
func (o *Inbox) deadline(ctx context.Context, g *game.Game) schedule.Plan {
	if g.Number == 0 || g.Finished {
		return schedule.Plan{}
	}
	p, err := o.judge.Plan(ctx, g.ID)
	if err != nil {
		return schedule.Plan{}
	}
	return p
}

// gameHeader returns the two lines above every answer about a game.
func gameHeader(g *game.Game, p schedule.Plan, loc *time.Location) string {
	variant := g.Setting.Title
	if g.Hosting.Gunboat {
		variant += ", gunboat"
	}
	at := phrase.PhaseName(g.Phase) + ": no deadline"
	switch {
	case g.Number == 0:
		at = "Forming: waiting for players"
	case g.Status == game.Terminated:
		at = phrase.PhaseName(g.Phase) + ": the game was terminated"
	case g.Finished:
		at = phrase.PhaseName(g.Phase) + ": the game is over"
	case g.Status == game.Paused:
		at = phrase.PhaseName(g.Phase) + ": the game is paused"
	case !p.Deadline.IsZero():
		season, step, _ := strings.Cut(g.Phase.Title(), ", ")
		at = season + " " + step + " due " + phrase.When(p.Deadline, loc)
	}
	return ":: " + phrase.OneLine(phrase.OneLine(g.Name, 30)+", "+variant, 72) + "\n:: " + at + "\n"
}

// report lists the present orders of the session's seat, or of all seats for a
// master, with what is missing and the time left. owes reports whether the seat
// owes orders in the phase.
func (s *session) report(ctx context.Context) (text string, owes bool, err error) {
	g := s.game
	if g.Number == 0 || g.Finished || !s.role.Takes() {
		return "", false, nil
	}
	ph, err := s.o.judge.Current(ctx, g.ID)
	if err != nil {
		return "", false, err
	}
	states, err := s.o.judge.States(ctx, g.ID, s.role)
	if err != nil {
		return "", false, err
	}
	seats, err := s.o.judge.Seats(ctx, g.ID)
	if err != nil {
		return "", false, err
	}
	var b strings.Builder
	plan := s.o.deadline(ctx, g)
	loc := phrase.Zone(s.account)
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
		s.consequences(&b, state, owes, missing, plan, loc)
	case s.role.Master:
		b.WriteString("\n" + orderKind(ph.Phase) + " orders for " + reportHead(ph.Phase, g) + "\n")
		for i, seat := range seats {
			fmt.Fprintf(&b, "\n%s: %s.\n", phrase.Seat(g, seat.Number), stateWords(seat, states[i]))
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
func stateWords(seat game.Seat, st game.SeatState) string {
	words := "No Move Required"
	switch {
	case seat.Owes && st.Complete:
		words = "Move Submitted"
	case seat.Owes && st.Covered:
		words = "Move Submitted, Error Flag"
	case seat.Owes:
		words = "Move Required"
	}
	for _, x := range []struct {
		on   bool
		word string
	}{{st.Disorder, "CD"}, {st.Abandoned && !st.Disorder, "Abandoned"}, {st.Late, "Late"}, {st.Wait, "WAIT"}} {
		if x.on {
			words += ", " + x.word
		}
	}
	return words
}

// ordersOf writes the present orders of a seat in the words and the sequence of
// the classic report, and returns the number of missing ones. It omits the
// titles if many seats share one.
func (s *session) ordersOf(ctx context.Context, b *strings.Builder, p *position.Position, seat game.Seat, many bool) (missing int, err error) {
	role := game.Role{Seat: seat.Number, Player: true}
	found, err := s.o.judge.StandingOrders(ctx, s.game.ID, role, seat.Number)
	if err != nil {
		return 0, err
	}
	t := report.New(p.Setting)
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
		switch {
		case money:
			to.money = append(to.money, words)
		case words == "":
			to.units = append(to.units, v.Canonical+".")
		default:
			to.units = append(to.units, words)
		}
	}
	head := reportHead(p.Phase, s.game)
	if p.Phase.Step == machiavelli.Orders && s.game.Rules.Money {
		var block strings.Builder
		for _, power := range seat.Powers {
			slices.Sort(sent[power].money) // expenses by number, as they are processed
			for _, l := range slices.Concat(sent[power].others(), sent[power].expenses()) {
				block.WriteString(reportLine(fmt.Sprintf("%-26s", p.Setting.Powers[power].Name+":"), l))
			}
		}
		switch {
		case !many:
			b.WriteString("\nExpenditure orders for " + head + "\n\n" + cmp.Or(block.String(), "None.\n"))
			head, _, _ = strings.Cut(head, "  (")
		case block.Len() > 0:
			b.WriteString("\n" + block.String())
		}
	}
	if !many {
		b.WriteString("\n" + orderKind(p.Phase) + " orders for " + head + "\n")
	}
	b.WriteString("\n")
	for _, power := range seat.Powers {
		missing += ordersLeft(b, t, p, &s.game.Rules, power, lines, sent[power].units)
	}
	if !many {
		known := s.game.View(role).Position(p, true)
		for _, power := range seat.Powers {
			sums(b, known, &s.game.Rules, power, lines)
		}
	}
	return missing, nil
}

// reportHead returns what follows "orders for" in the title of a report.
func reportHead(ph machiavelli.Phase, g *game.Game) string {
	season := ph.Season.String()
	return fmt.Sprintf("%s%s of %d.  (%s.%03d)", strings.ToUpper(season[:1]), season[1:], ph.Year, phrase.OneLine(g.Name, 40), g.Number)
}

// orderKind names the orders of a phase.
func orderKind(ph machiavelli.Phase) string {
	return map[machiavelli.Step]string{machiavelli.Orders: "Movement", machiavelli.Retreats: "Retreat", machiavelli.Adjustments: "Adjustment"}[ph.Step]
}

// hanging is the indent of continued lines in reports.
const hanging = "           "

// reportLine returns a line of a report. A line that is too long is wrapped;
// others keep their columns.
func reportLine(head, text string) string {
	if len([]rune(head+text)) <= phrase.AnswerWidth {
		return head + text + "\n"
	}
	return phrase.Wrap(text, head, hanging, phrase.AnswerWidth) + "\n"
}

// sentOrders holds the orders of a power in words.
type sentOrders struct{ money, units []string }

// expenses returns the lines of the four expenses, and others returns payments
// and loans before them.
func (s *sentOrders) expenses() []string {
	return slices.DeleteFunc(slices.Clone(s.money), func(l string) bool { return !expenseLine.MatchString(l) })
}

func (s *sentOrders) others() []string {
	return slices.DeleteFunc(slices.Clone(s.money), expenseLine.MatchString)
}

var expenseLine = regexp.MustCompile(`^E\d:`)

// ordersLeft writes the orders of a power's units, and the units without one,
// and returns the number of the latter.
func ordersLeft(b *strings.Builder, t report.Teller, p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line, units []string) (missing int) {
	name := p.Setting.Powers[power].Name + ":"
	say := func(s string) { b.WriteString(reportLine(name+" ", s)) }
	for _, l := range units {
		say(l)
	}
	owed := turn.Owes(p, r, power, lines)
	for _, u := range owed.Units {
		say(phrase.Unit(t, p.Units[u]) + ", No Order Processed.")
	}
	for _, u := range owed.Retreats {
		say(phrase.Unit(t, p.Dislodged[u].Unit) + ", No Order Processed.")
	}
	if owed.Builds > 0 {
		say(phrase.Count(owed.Builds, "build") + " can still be ordered.")
	}
	if owed.Removals > 0 {
		say(phrase.Count(owed.Removals, "removal") + " must still be named.")
	}
	if len(units) == 0 && owed.None() {
		say("None.")
	}
	for _, d := range turn.Dangers(p, r, power, lines) {
		b.WriteString(phrase.Wrap("Warning: "+d.Say(p.Setting).String(), "", "", phrase.AnswerWidth) + "\n")
	}
	if short := t.FirstShort(p, power).String(); short != "" {
		b.WriteString(phrase.Wrap(short, "", "", phrase.AnswerWidth) + "\n")
	}
	return len(owed.Units) + len(owed.Retreats) + owed.Builds + owed.Removals
}

// voteState describes the reader's vote and whether they wait.
func (s *session) voteState(ctx context.Context, b *strings.Builder, st game.SeatState) error {
	v, err := s.o.judge.Ballot(ctx, s.game.ID, s.role, s.seat)
	if err != nil {
		if outbox.Temporary(err) {
			return err
		}
		return nil
	}
	roster := s.game.Setting.Powers
	switch {
	case v.Draw && v.Among != 0:
		var names []string
		for p := range roster {
			if v.Among.Has(machiavelli.Power(p)) {
				names = append(names, roster[p].Name)
			}
		}
		fmt.Fprintf(b, "\nYou vote for a draw among %s.\n", phrase.List(names))
	case v.Draw:
		b.WriteString("\nYou vote for a draw.\n")
	case v.Concede != machiavelli.Nobody:
		fmt.Fprintf(b, "\nYou vote to concede the game to %s.\n", roster[v.Concede].Name)
	}
	if st.Wait {
		b.WriteString("\nWAIT is set: the phase will not be resolved before its deadline.\n")
	}
	return nil
}

// consequences explains what happens if the orders stay as they are.
func (s *session) consequences(b *strings.Builder, st game.SeatState, owes bool, missing int, plan schedule.Plan, loc *time.Location) {
	var text []string
	switch {
	case !owes:
		return
	case missing > 0 && !st.Complete:
		text = append(text, phrase.Count(missing, "order")+" missing.")
	case st.Complete:
		b.WriteString("\nYour orders are complete.\n")
		return
	}
	if s.errors == 0 && missing == 0 {
		text = append(text, "Your orders do not count as final yet. If they are as you want them, answer with READY.")
	}
	if s.errors > 0 && missing == 0 {
		text = append(text, "Your letter had "+phrase.Count(s.errors, "error")+", so your orders do not count as final yet. If they are as you want them, send a letter without errors; an empty one will do.")
	}
	if !plan.Deadline.IsZero() && len(text) > 0 && s.game.Status != game.Paused {
		text = append(text, "After "+phrase.When(plan.Deadline, loc)+" you are late.")
		if s.game.Hosting.NMR {
			text = append(text, "After "+phrase.When(plan.Grace, loc)+" the phase is resolved without your missing orders.")
		} else {
			text = append(text, "After "+phrase.When(plan.Grace, loc)+" other players can take over your power.")
		}
	}
	if len(text) > 0 {
		b.WriteString("\n" + phrase.Wrap(strings.Join(text, " "), "", "", phrase.AnswerWidth) + "\n")
	}
}

// timeLeft writes the time to the deadline and to the end of grace.
func (s *session) timeLeft(b *strings.Builder, plan schedule.Plan) {
	now := s.o.clock.Now()
	if s.game.Status != game.Active || plan.Deadline.IsZero() {
		return
	}
	if d := plan.Deadline.Sub(now); d > 0 {
		fmt.Fprintf(b, "\nTime left to the deadline: %s.\n", schedule.Left(d))
	} else {
		b.WriteString("\nThe deadline has passed.\n")
	}
	if d := plan.Grace.Sub(now); d > 0 {
		fmt.Fprintf(b, "Time left to the end of grace: %s.\n", schedule.Left(d))
	}
}
