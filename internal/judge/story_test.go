package judge_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// A story plays a hosted game with a clock that jumps from one due time to the
// next, and compares the notices with those that the test expects.
type story struct {
	*house
	game *game.Game
	read int64    // entries of the log that were examined
	ids  []string // accounts of the players by seat - 1; empty if they have none
}

// theTiming returns 70 hours until 20:00 in Rome, on working days, with three
// days of grace for campaigns, and one day with two days of grace for other
// phases.
func theTiming() hosting.Hosting {
	h := hosting.Default()
	h.Zone, h.Rated = "Europe/Rome", false
	h.Timing = [3]schedule.Timing{
		{Clock: 20 * 60, Min: 12 * time.Hour, Next: 70 * time.Hour, Grace: 72 * time.Hour, Delay: 30 * time.Minute, Days: "-MTWTF-"},
		{Clock: schedule.NoClock, Next: 23 * time.Hour, Grace: 48 * time.Hour, Delay: 30 * time.Minute, Days: "SMTWTFS"},
		{Clock: schedule.NoClock, Next: 23 * time.Hour, Grace: 48 * time.Hour, Delay: 30 * time.Minute, Days: "SMTWTFS"},
	}
	return h
}

// begin begins a game of four players on Thursday, January 1st 2026, at 10:00
// in Rome. change may be nil.
func begin(t testing.TB, change func(*hosting.Hosting)) *story {
	t.Helper()
	return beginWith(t, lobby.NewGame{Scenario: "A", Variant: "A-4"}, change)
}

func beginWith(t testing.TB, n lobby.NewGame, change func(*hosting.Hosting)) *story {
	t.Helper()
	s := &story{house: newHouse(t)}
	s.Clock.Set(rome(t, "Thu 1 Jan 10:00"))
	s.game, _ = s.create(n)
	s.host(change)
	return s
}

// beginAccounts is begin with players who have accounts.
func beginAccounts(t testing.TB, change func(*hosting.Hosting)) *story {
	t.Helper()
	s := &story{house: newHouse(t)}
	s.Clock.Set(rome(t, "Thu 1 Jan 10:00"))
	s.game, _ = s.create(lobby.NewGame{Scenario: "A", Variant: "A-4"})
	for i := range s.game.Setting.Seats {
		s.ids = append(s.ids, s.Person("Player of "+s.names([]int{i + 1})).ID)
	}
	s.host(change)
	return s
}

// host begins the game with the existing players.
func (s *story) host(change func(*hosting.Hosting)) {
	s.T.Helper()
	how := theTiming()
	how.Press = hosting.PressRules{None: true, Observers: "none"}
	if change != nil {
		change(&how)
	}
	if err := s.HostNow(ctx, s.game.ID, how, s.ids...); err != nil {
		s.T.Fatal(err)
	}
}

// rome parses a time in 2026: "Mon 5 Jan 20:00".
func rome(t testing.TB, text string) time.Time {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("Mon 2 Jan 15:04 2006", text+" 2026", loc)
	if err != nil {
		t.Fatal(err)
	}
	if got := at.Format("Mon"); got != text[:3] {
		t.Fatalf("%s is a %s", text, got)
	}
	return at
}

func inRome(at time.Time) string {
	loc, _ := time.LoadLocation("Europe/Rome")
	return at.In(loc).Format("Mon 2 Jan 15:04")
}

// work performs what is due.
func (s *story) work() {
	s.T.Helper()
	if _, err := s.Work(ctx); err != nil {
		s.T.Fatal(err)
	}
}

// until lets time pass until an instant, with the judge running.
func (s *story) until(text string) {
	s.T.Helper()
	s.reach(rome(s.T, text))
}

// reach is until with a time.Time.
func (s *story) reach(to time.Time) {
	s.T.Helper()
	for range 1000 {
		due, err := s.NextDue(ctx)
		if err != nil {
			s.T.Fatal(err)
		}
		if due.IsZero() || due.After(to) {
			break
		}
		s.set(due)
		s.work()
	}
	s.set(to)
}

// set sets the clock, with the judge running all the time.
func (s *story) set(at time.Time) {
	s.T.Helper()
	s.Clock.Set(at)
	if err := s.TrustClock(ctx); err != nil {
		s.T.Fatal(err)
	}
}

// expect compares the notices since the last call with lines such as
//
//	Mon 5 Jan 20:00 late Milan: all
func (s *story) expect(text string) {
	s.T.Helper()
	entries, err := s.Log(ctx, s.game.ID, master, s.read, 1000)
	if err != nil {
		s.T.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		s.read = e.Seq
		got = append(got, s.line(e))
	}
	var want []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			want = append(want, line)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		s.T.Errorf("notices:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// expectSome skips the notices since the last call, which must all be of one
// kind.
func (s *story) expectSome(kind game.EntryKind) {
	s.T.Helper()
	entries, err := s.Log(ctx, s.game.ID, master, s.read, 1000)
	if err != nil || len(entries) == 0 {
		s.T.Fatal(entries, err)
	}
	for _, e := range entries {
		if s.read = e.Seq; e.Kind != kind {
			s.T.Errorf("notice: %s", s.line(e))
		}
	}
}

// line formats an entry of the log as a line.
func (s *story) line(e game.Entry) string {
	head := inRome(e.At) + " "
	switch e.Kind {
	case game.ResultEntry:
		var r journal.Result
		s.unpack(e, &r)
		if r.Over {
			return head + r.Phase.String() + " is the last"
		}
		due := "none"
		if r.Times != nil && !r.Times.Deadline.IsZero() {
			due = inRome(r.Times.Deadline) + ", grace " + inRome(r.Times.Grace)
		}
		if r.Absences > 0 {
			due += ", moved by an absence"
		}
		return head + r.Phase.String() + " is done; next " + r.Next.String() + ", due " + due
	case game.NoticeEntry:
		var n journal.Notice
		s.unpack(e, &n)
		out := head + string(n.Topic)
		if len(n.Seats) > 0 {
			out += " " + s.names(n.Seats)
		}
		switch n.Topic {
		case journal.TopicDeadline, journal.TopicGrace, journal.TopicStart, journal.TopicResumed, journal.TopicOutage:
			out += ", due " + inRome(n.Times.Deadline) + ", grace " + inRome(n.Times.Grace)
		}
		return out + ": " + s.audience(e.Audience)
	case game.PressEntry:
		var p journal.PressData
		s.unpack(e, &p)
		return head + "press of " + s.names([]int{e.From}) + ": " + s.audience(e.Audience) + ": " + p.Text
	}
	var a journal.ActData
	s.unpack(e, &a)
	return head + "act: " + string(a.Topic)
}

func (s *story) unpack(e game.Entry, into any) {
	if err := json.Unmarshal(e.Data, into); err != nil {
		s.T.Fatal(err)
	}
}

func (s *story) audience(a game.Audience) string {
	var out []string
	if a.All {
		out = append(out, "all")
	}
	if a.Members {
		out = append(out, "members")
	}
	if a.Observers {
		out = append(out, "observers")
	}
	if len(a.Seats) > 0 {
		out = append(out, s.names(a.Seats))
	}
	if out == nil {
		return "masters"
	}
	return strings.Join(out, ", ")
}

func (s *story) names(seats []int) string {
	var out []string
	for _, n := range seats {
		if n == 0 {
			out = append(out, "the master")
			continue
		}
		for _, p := range s.game.Setting.Seats[n-1] {
			out = append(out, s.game.Setting.Powers[p].Name)
		}
	}
	return strings.Join(out, "+")
}

// seat returns the seat of a power by its name.
func (s *story) seat(power string) int {
	s.T.Helper()
	p, ok := s.game.Setting.Powers.Find(strings.ToLower(power))
	if !ok {
		s.T.Fatalf("no power %s", power)
	}
	for i, powers := range s.game.Setting.Seats {
		for _, x := range powers {
			if x == p {
				return i + 1
			}
		}
	}
	s.T.Fatalf("no seat plays %s", power)
	return 0
}

func (s *story) player(power string) game.Role {
	r := game.Role{Seat: s.seat(power)}
	if s.ids != nil {
		r.Player, r.Account = true, s.ids[r.Seat-1]
	}
	return r
}

// orders sends complete orders for seats: all units hold, retreat by
// disbanding, or are maintained. It adds the lines of more.
func (s *story) orders(powers string, more ...string) {
	s.T.Helper()
	for _, power := range strings.Fields(powers) {
		seat := s.seat(power)
		now, err := s.Game(ctx, s.game.ID)
		if err != nil {
			s.T.Fatal(err)
		}
		if _, err := s.Submit(ctx, now.ID, s.player(power), seat, now.Revision, s.holding(seat)+strings.Join(more, "\n")); err != nil {
			s.T.Fatal(power, err)
		}
	}
}

func (s *story) holding(seat int) string {
	s.T.Helper()
	now, err := s.Current(ctx, s.game.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	p, b := now.Before, s.game.Setting.Board
	var out strings.Builder
	for _, power := range s.game.Setting.Seats[seat-1] {
		if p.Phase.Step == machiavelli.Retreats {
			for _, d := range p.Dislodged {
				if d.Unit.Owner == power {
					fmt.Fprintf(&out, "%s %s disband\n", d.Unit.Type.Letter(), b.Name(d.Unit.Place()))
				}
			}
			continue
		}
		for _, u := range p.Units {
			switch {
			case u.Owner != power:
			case p.Phase.Step == machiavelli.Adjustments:
				fmt.Fprintf(&out, "maintain %s %s\n", u.Type.Letter(), b.Name(u.Place()))
			default:
				fmt.Fprintf(&out, "%s %s hold\n", u.Type.Letter(), b.Name(u.Place()))
			}
		}
	}
	return out.String()
}

// standing describes the states of the seats in a few words, for instance
// "Milan: late; Naples: abandoned".
func (s *story) standing() string {
	s.T.Helper()
	states, err := s.States(ctx, s.game.ID, master)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for i, x := range states {
		var words []string
		for _, w := range []struct {
			word string
			is   bool
		}{
			{"wait", x.Wait},
			{"late", x.Late},
			{"abandoned", x.Abandoned},
			{"disorder", x.Disorder},
			{"error", x.Covered && !x.Complete},
			{fmt.Sprint("late before: ", x.LateCount), x.LateCount > 0},
		} {
			if w.is {
				words = append(words, w.word)
			}
		}
		if len(words) > 0 {
			out = append(out, s.names([]int{i + 1})+": "+strings.Join(words, ", "))
		}
	}
	return strings.Join(out, "; ")
}

func (s *story) stands(want string) {
	s.T.Helper()
	if got := s.standing(); got != want {
		s.T.Errorf("states %q, want %q", got, want)
	}
}

// vote casts the vote in a text: "draw", "draw Milan Venice", "concede Milan",
// "nothing".
func (s *story) vote(power, text string) error {
	var v game.Ballot
	words := strings.Fields(text)
	switch words[0] {
	case "draw":
		v.Draw = true
		for _, w := range words[1:] {
			v.Among = v.Among.With(s.power(w))
		}
	case "concede":
		v.Concede = s.power(words[1])
	}
	return s.Vote(ctx, s.game.ID, s.player(power), s.seat(power), v)
}

// ahead sends orders of a power for a later phase.
func (s *story) ahead(power, phase, text string) error {
	s.T.Helper()
	ph, err := machiavelli.ParsePhase(phase)
	if err != nil {
		s.T.Fatal(err)
	}
	return s.Defer(ctx, s.game.ID, s.player(power), game.Deferred{Seat: s.seat(power), Phase: ph, Text: text})
}

// letters begins a game that allows every kind of press.
func letters(t testing.TB, change func(*hosting.PressRules)) *story {
	t.Helper()
	return begin(t, func(h *hosting.Hosting) {
		h.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Fakes: "may", Observers: "any"}
		if change != nil {
			change(&h.Press)
		}
	})
}

func (s *story) say(who, to string, m press.NewMessage) {
	s.T.Helper()
	m.To = s.to(to)
	if m.Text == "" {
		m.Text = "I know nothing."
	}
	role, seat := s.who(who)
	if err := s.Say(ctx, s.game.ID, role, seat, m); err != nil {
		s.T.Fatal(err)
	}
}

// seen returns what someone sees of the log: a line for each message, with the
// visible sender and addressees.
func (s *story) seen(who string) string {
	s.T.Helper()
	role, _ := s.who(who)
	entries, err := s.Log(ctx, s.game.ID, role, 0, 0)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.Kind != game.PressEntry {
			continue
		}
		var p journal.PressData
		s.unpack(e, &p)
		from := s.names([]int{e.From})
		if e.From == 0 && !p.Master {
			from = "somebody"
		}
		line := p.Text + ": " + from + " to " + s.audience(p.Header)
		if strings.Join([]string{s.audience(e.Audience)}, "") != s.audience(p.Header) {
			line += ", really to " + s.audience(e.Audience)
		}
		if p.Fake {
			line += ", faked"
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// to returns the audience that words name: "all", "observers" and powers.
func (s *story) to(words string) game.Audience {
	var a game.Audience
	for _, w := range strings.Fields(words) {
		switch w {
		case "all":
			a.All = true
		case "observers":
			a.Observers = true
		default:
			a.Seats = append(a.Seats, s.seat(w))
		}
	}
	return a
}

// who returns the role and the seat of a sender.
func (s *story) who(name string) (game.Role, int) {
	switch name {
	case "master":
		return master, 0
	case "observer":
		return watcher, 0
	case "stranger":
		return game.Role{}, 0
	}
	return s.player(name), s.seat(name)
}

var watcher = game.Role{Observer: true}

func (s *story) power(name string) machiavelli.Power {
	s.T.Helper()
	p, ok := s.game.Setting.Powers.Find(strings.ToLower(name))
	if !ok {
		s.T.Fatalf("no power %s", name)
	}
	return p
}
