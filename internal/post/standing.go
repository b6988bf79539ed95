package post

import (
	"context"
	"fmt"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// deadline is the plan of a game's phase; the zero plan where there is none.
func (o *Office) deadline(ctx context.Context, g *judge.Game) schedule.Plan {
	if g.Number == 0 || g.Finished || g.Hosting == nil {
		return schedule.Plan{}
	}
	p, err := o.judge.Plan(ctx, g.ID)
	if err != nil {
		return schedule.Plan{}
	}
	return p
}

// gameHeader are the two lines above every letter about a game.
func gameHeader(name string, g *judge.Game, p schedule.Plan, loc *time.Location) string {
	variant := g.Setting.Title
	if g.Hosting != nil && g.Hosting.Gunboat {
		variant += " Gunboat"
	}
	at := "none"
	switch {
	case g.Number == 0:
		at = "none, the game waits for players"
	case g.Finished:
		at = "none, the game is over"
	case g.Status == judge.Paused:
		at = "none, the game is paused"
	case !p.Deadline.IsZero():
		at = when(p.Deadline, loc)
	}
	return fmt.Sprintf(":: Judge: %s  Game: %s  Variant: %s\n:: Deadline: %s %s  [%03d]\n", name, oneLine(g.Name, 60), variant, gameCode(g), at, g.Number)
}

// report is the orders of the session's seat as they stand, of all seats for a
// master, with what is missing and the time left. owes tells whether the seat
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
	loc := zone(s.account)
	switch {
	case s.seat > 0:
		seat, state := seats[s.seat-1], states[s.seat-1]
		missing, err := s.ordersOf(ctx, &b, ph.Before, seat)
		if err != nil {
			return "", false, err
		}
		owes = seat.Owes
		if err := s.voteState(ctx, &b, state); err != nil {
			return "", false, err
		}
		s.consequences(&b, state, owes, missing, plan, loc)
	case s.role.Master:
		for i, seat := range seats {
			fmt.Fprintf(&b, "\n%s: %s.\n", seatName(g, seat.Number), stateWords(seat, states[i]))
			if _, err := s.ordersOf(ctx, &b, ph.Before, seat); err != nil {
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

// stateWords is how it stands with a seat, for a master.
func stateWords(seat judge.Seat, st judge.SeatState) string {
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

// reportTitle is the title of a report of orders.
func reportTitle(p machiavelli.Phase, g *judge.Game) string {
	kind := map[machiavelli.Step]string{machiavelli.Orders: "Movement", machiavelli.Retreats: "Retreat", machiavelli.Adjustments: "Adjustment"}[p.Step]
	season := strings.ToUpper(p.Season.String()[:1]) + p.Season.String()[1:]
	return fmt.Sprintf("%s orders for %s of %d.  (%s.%03d)", kind, season, p.Year, oneLine(g.Name, 40), g.Number)
}

// ordersOf writes the orders of a seat as they stand, and tells how much is
// missing.
func (s *session) ordersOf(ctx context.Context, b *strings.Builder, p *position.Position, seat judge.Seat) (missing int, err error) {
	role := judge.Role{Seat: seat.Number, Player: true}
	text, err := s.o.judge.Orders(ctx, s.game.ID, role, seat.Number)
	if err != nil {
		return 0, err
	}
	lines, verdicts := judge.ReadLines(p, &s.game.Rules, seat.Powers, text)
	roster := p.Setting.Powers
	t := report.New(p.Setting)
	fmt.Fprintf(b, "\n%s\n\n", reportTitle(p.Phase, s.game))
	width := 0
	for _, power := range seat.Powers {
		width = max(width, len(roster[power].Name)+1)
	}
	for _, power := range seat.Powers {
		name := fmt.Sprintf("%-*s ", width, roster[power].Name+":")
		n := 0
		for _, v := range verdicts {
			if v.Power == power && v.Error == "" && !v.Replaced && v.Canonical != "" {
				b.WriteString(wrap(v.Canonical+".", name, strings.Repeat(" ", width+3), 78) + "\n")
				n++
			}
		}
		owed := turn.Owes(p, &s.game.Rules, power, lines)
		for _, u := range owed.Units {
			fmt.Fprintf(b, "%s%s, No Order Processed.\n", name, unitLine(t, p.Units[u]))
		}
		for _, u := range owed.Retreats {
			fmt.Fprintf(b, "%s%s, No Order Processed.\n", name, unitLine(t, p.Dislodged[u].Unit))
		}
		if owed.Builds > 0 {
			fmt.Fprintf(b, "%s%s can still be ordered.\n", name, count(owed.Builds, "build"))
		}
		if owed.Removals > 0 {
			fmt.Fprintf(b, "%s%s must still be named.\n", name, count(owed.Removals, "removal"))
		}
		if n == 0 && owed.None() {
			b.WriteString(name + "None.\n")
		}
		missing += len(owed.Units) + len(owed.Retreats) + owed.Builds + owed.Removals
		if short := t.FirstShort(p, power); short != "" {
			b.WriteString(wrap(short, "", "", 78) + "\n")
		}
	}
	return missing, nil
}

// unitLine is a unit as reports of orders have it: "Army Pisa".
func unitLine(t report.Teller, u position.Unit) string {
	typ := u.Type.String()
	return strings.ToUpper(typ[:1]) + typ[1:] + " " + t.Place(u.Place())
}

// voteState tells how the reader votes and whether he waits.
func (s *session) voteState(ctx context.Context, b *strings.Builder, st judge.SeatState) error {
	v, err := s.o.judge.Ballot(ctx, s.game.ID, s.role, s.seat)
	if err != nil {
		if passing(err) {
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
		fmt.Fprintf(b, "\nYou vote for a draw among %s.\n", list(names))
	case v.Draw:
		b.WriteString("\nYou vote for a draw.\n")
	case v.Concede != machiavelli.Nobody:
		fmt.Fprintf(b, "\nYou vote to concede the game to %s.\n", roster[v.Concede].Name)
	}
	if st.Wait {
		b.WriteString("\nWAIT is set: the phase is not processed before its deadline.\n")
	}
	return nil
}

// consequences tells what happens if the orders stay as they are.
func (s *session) consequences(b *strings.Builder, st judge.SeatState, owes bool, missing int, plan schedule.Plan, loc *time.Location) {
	var text []string
	switch {
	case !owes:
		return
	case missing > 0 && !st.Complete:
		text = append(text, count(missing, "order")+" missing.")
	case st.Complete:
		b.WriteString("\nYour orders are complete.\n")
		return
	}
	if s.errors > 0 && missing == 0 {
		text = append(text, "Your letter had "+count(s.errors, "error")+", so the judge does not take your orders as final. If they are as you want them, send a letter without errors; an empty one will do.")
	}
	if !plan.Deadline.IsZero() && len(text) > 0 {
		text = append(text, "After "+when(plan.Deadline, loc)+" you are late.")
		if s.game.Hosting.NMR {
			text = append(text, "After "+when(plan.Grace, loc)+" the phase is processed without what is missing.")
		} else {
			text = append(text, "After "+when(plan.Grace, loc)+" others may take your power over.")
		}
	}
	if len(text) > 0 {
		b.WriteString("\n" + wrap(strings.Join(text, " "), "", "", 78) + "\n")
	}
}

// timeLeft tells how long it is to the deadline and to the end of grace.
func (s *session) timeLeft(b *strings.Builder, plan schedule.Plan) {
	now := s.o.clock.Now()
	if s.game.Status != judge.Active || plan.Deadline.IsZero() {
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
