package clock

import (
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/ratings"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// run performs the actions that are due in the course of a game, and stores it.
func (c *Course) run() error {
	step := schedule.Next(c.state())
	c.adopt(step.After)
	for _, a := range step.Actions {
		if a.Kind == schedule.Process && c.deserted() {
			return c.desert()
		}
		if a.Kind == schedule.Process {
			_, err := c.process(schedule.Outcomes(step.After))
			return err
		}
		if err := c.act(a); err != nil {
			return err
		}
	}
	return c.Save()
}

// deserted reports whether nobody plays the game any more. A game against
// computer players can be watched to its end.
func (c *Course) deserted() bool {
	if c.Play != nil {
		return false
	}
	for i, s := range c.States {
		if !s.Abandoned && !s.Disorder && s.Bot == "" && !c.Out(i+1) {
			return false
		}
	}
	return true
}

// desert pauses a game that nobody plays any more, because it would otherwise continue by
// itself forever.
func (c *Course) desert() error {
	c.Timing.Paused = c.At
	c.Record.Status, c.Status = game.Paused, game.Paused
	err := gamestate.Notice(c.Tx, c.State, journal.Everybody, journal.Notice{
		Topic: journal.TopicPaused, Said: message.New("Nobody plays this game any more, so it is paused. Once players take over the seats, the master can resume it."),
	})
	if err != nil {
		return err
	}
	return c.Save()
}

// act performs one action of package schedule.
func (c *Course) act(a schedule.Action) error {
	switch a.Kind {
	case schedule.Remind:
		return c.remind(a.Seats)
	case schedule.PutOff:
		n := journal.Notice{Topic: journal.TopicDeadline, Times: c.Times()}
		n.Said = message.Plural(c.Hosting.Extension, "Orders were missing at the deadline, so this phase is extended once, by {n} hour.", "Orders were missing at the deadline, so this phase is extended once, by {n} hours.")
		return gamestate.Notice(c.Tx, c.State, journal.Everybody, n)
	case schedule.MarkLate:
		for _, s := range a.Seats {
			c.States[s-1].LateCount++
		}
		return nil
	case schedule.NotifyLate:
		return c.tellLate(a)
	case schedule.Abandon, schedule.Disorder:
		return c.tellGivenUp(a)
	case schedule.Replace:
		return c.tellApart(true, a.Seats, func(seats []int) journal.Notice {
			return journal.Notice{
				Topic: journal.TopicReplace, Seats: seats, Times: c.Times(),
				Said: message.New("The game is waiting for a player to take over {powers:name}.", c.Called(seats...)),
			}
		})
	case schedule.NagPaused:
		return gamestate.Notice(c.Tx, c.State, journal.Everybody, journal.Notice{
			Topic: journal.TopicStillPause, Said: message.New("The game is still paused. Nothing is resolved until it is resumed."),
		})
	case schedule.NagMaster:
		return gamestate.Notice(c.Tx, c.State, journal.MastersOnly, journal.Notice{
			Topic: journal.TopicManual, Times: c.Times(), Said: message.New("The phase is ready. You resolve phases by hand in this game: send PROCESS."),
		})
	}
	return nil
}

// remind reminds each seat of what it still owes.
func (c *Course) remind(seats []int) error {
	for _, s := range seats {
		text := message.New("Orders for {powers:name} are missing. Without them, {what}.", c.Called(s), c.unordered())
		if c.States[s-1].Covered {
			text = message.New("The last orders for {powers:name} had errors, so it still counts as not ready. Correct those lines or delete them; by e-mail, answer with an empty message if the other orders are as you want them.", c.Called(s))
		}
		n := journal.Notice{Topic: journal.TopicReminder, Seats: []int{s}, Times: c.Times(), Said: text, Points: c.owed(s)}
		if err := gamestate.Notice(c.Tx, c.State, journal.OnlySeats(s), n); err != nil {
			return err
		}
	}
	return nil
}

// unordered returns a message that says what happens to seats without orders.
func (c *Course) unordered() message.Message {
	switch c.Phase.Step {
	case machiavelli.Retreats:
		return message.New("dislodged units are disbanded")
	case machiavelli.Adjustments:
		switch {
		case !c.Rules.Money || c.Rules.UnitCount != rules.CountMoney:
			return message.New("nothing is built, and the rules choose which surplus units are removed")
		case c.Rules.UnorderedUnitInWinter == rules.WinterDisband:
			return message.New("all units are removed")
		}
		return message.New("units are kept as long as the money lasts, and nothing is built")
	}
	if c.Rules.Money {
		return message.New("units hold, nothing is spent, and loans that fall due are still collected")
	}
	return message.New("units hold")
}

// owed returns what a seat has not ordered: a line for each of its powers that
// owes something.
func (c *Course) owed(seat int) []message.Message {
	var lines []turn.Line
	for _, r := range c.Read(seat, c.Texts[seat]) {
		lines = append(lines, r.Line)
	}
	var out []message.Message
	for _, p := range c.Seats[seat-1].Powers {
		o := turn.Owes(c.Position, &c.Rules, p, lines)
		var parts []message.Message
		if n := len(o.Units); n > 0 {
			parts = append(parts, message.Plural(n, "{n} unit without an order", "{n} units without an order"))
		}
		if n := len(o.Retreats); n > 0 {
			parts = append(parts, message.Plural(n, "{n} dislodged unit without an order", "{n} dislodged units without an order"))
		}
		if o.Builds > 0 {
			parts = append(parts, message.Plural(o.Builds, "{n} build neither ordered nor waived", "{n} builds neither ordered nor waived"))
		}
		if o.Removals > 0 {
			parts = append(parts, message.Plural(o.Removals, "{n} removal not named", "{n} removals not named"))
		}
		if len(parts) > 0 {
			out = append(out, message.New("{power:name}: {what}", message.PowerOf(c.Setting.Powers, p), message.ListOf(message.And, parts)))
		}
	}
	return out
}

// tellLate announces who is late: on the first day to everyone, later only to the late players. In
// a quiet game only these players and masters are notified.
func (c *Course) tellLate(a schedule.Action) error {
	then := message.New("When the grace period ends, other players can take over powers that are still missing orders.")
	if c.Hosting.NMR {
		then = message.New("Powers still missing orders a day before the grace period ends are abandoned; when it ends, the phase is resolved without them.")
	}
	return c.tellApart(a.All, a.Seats, func(seats []int) journal.Notice {
		n := journal.Notice{Topic: journal.TopicLate, Times: c.Times()}
		var late, open []int
		for _, s := range seats { // after the step, late players may already be given up
			if slices.Contains(a.Open, s) {
				open = append(open, s)
			} else {
				late = append(late, s)
			}
		}
		words := []message.Message{message.New("The deadline has passed: {phase}.", message.Phase(c.Phase))}
		n.Seats = late
		if len(late) > 0 {
			words = append(words, message.New("Orders missing: {powers:name}.", c.Called(late...)))
		}
		if len(open) > 0 {
			words = append(words, message.New("Waiting for someone to take over {powers:name}.", c.Called(open...)))
		}
		switch {
		case len(late) > 0:
			words = append(words, then)
		case c.Hosting.NMR:
			words = append(words, message.New("When the grace period ends, the phase is resolved without those orders."))
		}
		n.Said = gamestate.Sentences(words...)
		return n
	})
}

// tellApart sends a notice that concerns some seats: to everyone if all is set,
// otherwise to those seats. In a quiet game nobody learns which other seats it
// concerns: each seat gets a notice about itself, and masters get one about
// all.
func (c *Course) tellApart(all bool, seats []int, n func(seats []int) journal.Notice) error {
	switch {
	case !c.Hosting.Quiet && all:
		return gamestate.Notice(c.Tx, c.State, journal.Everybody, n(seats))
	case !c.Hosting.Quiet || len(seats) == 1:
		return gamestate.Notice(c.Tx, c.State, journal.OnlySeats(seats...), n(seats))
	}
	if err := gamestate.Notice(c.Tx, c.State, journal.MastersOnly, n(seats)); err != nil {
		return err
	}
	for _, s := range seats {
		one := n([]int{s})
		one.Apart = true
		if err := gamestate.Notice(c.Tx, c.State, journal.OnlySeats(s), one); err != nil {
			return err
		}
	}
	return nil
}

// tellGivenUp announces which seats are given up or in civil disorder, and adds this to the
// players' records. In a quiet game only these players and masters are notified.
func (c *Course) tellGivenUp(a schedule.Action) error {
	outcomes := map[int]schedule.Outcome{}
	for _, s := range a.Blamed {
		outcomes[s] = schedule.Abandoned
	}
	if err := ratings.RecordSeats(c.Tx, c.State, outcomes); err != nil {
		return err
	}
	if err := c.tellOwners(a.Blamed); err != nil {
		return err
	}
	return c.tellApart(true, a.Seats, func(seats []int) journal.Notice {
		n := journal.Notice{Topic: journal.TopicAbandoned, Seats: seats, Times: c.Times()}
		who := c.Called(seats...)
		switch {
		case a.Kind == schedule.Abandon:
			n.Said = message.New("Abandoned, because no orders came: {powers:name}. Anyone may take over until the player returns.", who)
		case c.Hosting.NMR:
			n.Topic = journal.TopicDisorder
			n.Said = message.New("In civil disorder, because no orders came: {powers:name}. The game goes on without their orders until someone takes over.", who)
		default:
			n.Topic = journal.TopicDisorder
			n.Said = message.New("In civil disorder, because no orders came: {powers:name}.", who)
		}
		return n
	})
}

// tellOwners notifies the people who answer for programs that have abandoned their seats.
func (c *Course) tellOwners(seats []int) error {
	if len(seats) == 0 {
		return nil
	}
	holders, err := gamestate.Holders(c.Tx, c.State)
	if err != nil {
		return err
	}
	var who []string
	for _, m := range holders {
		if slices.Contains(seats, m.Seat) {
			who = append(who, m.Account)
		}
	}
	return c.clock.base.Accounts.TellFault(c.Tx, who, message.New("The program has sent no orders in the game {game}, so its seat counts as abandoned.", message.Name(c.Name)))
}

// heard records activity of a seat. If the seat was given up, its own player's activity brings the
// player back; the activity of someone else, such as a master on the player's behalf, does not.
func (c *Course) heard(role game.Role, seat int) error {
	if role.Seat != seat || role.Account == "" {
		return nil
	}
	return c.ComeBack(seat)
}

// ComeBack records that the player of a seat that was given up is back.
func (c *Course) ComeBack(seat int) error {
	x := &c.States[seat-1]
	if !x.Abandoned && !x.Disorder {
		return nil
	}
	x.Abandoned, x.Disorder = false, false
	to := journal.Everybody
	if c.Hosting.Quiet {
		to = journal.OnlySeats(seat)
	}
	return gamestate.Notice(c.Tx, c.State, to, journal.Notice{
		Topic: journal.TopicReturn, Seats: []int{seat}, Said: message.New("The player of {powers:name} is back, so the seat is no longer open.", c.Called(seat)),
	})
}

// Vacant returns the seats without a player.
func (c *Course) Vacant() []int {
	var out []int
	for i, s := range c.States {
		if s.Abandoned || s.Disorder {
			out = append(out, i+1)
		}
	}
	return out
}

// allow extends deadlines that fell into outages for which the game has not
// been compensated yet, and notifies everyone.
func (c *Course) allow(outages []outage) error {
	for _, o := range outages {
		t := &c.Timing
		if !o.From.After(t.Outage) || !t.Plan.Began.Before(o.To) {
			continue
		}
		t.Outage = o.From
		if !t.Paused.IsZero() {
			continue
		}
		moved := schedule.AfterOutage(t.Plan, o.From, o.To)
		if moved.Deadline.Equal(t.Plan.Deadline) && moved.Grace.Equal(t.Plan.Grace) {
			continue
		}
		t.Plan = moved
		err := gamestate.Notice(c.Tx, c.State, journal.Everybody, journal.Notice{
			Topic: journal.TopicOutage, Times: c.Times(), From: o.From, Until: o.To,
			Said: message.New("The judge was out of service for {time}. The deadline and grace period of this phase have been extended to make up for it.", schedule.Span(o.To.Sub(o.From).Round(time.Minute))),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// outage is a period in which the judge was out of service.
type outage struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}
