package judgetest

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

// Story plays a hosted game with a clock that jumps from one due time to the
// next, and compares the notices with those that the test expects.
type Story struct {
	*House
	TheGame  *game.Game
	LastRead int64    // number of the last log entry that was examined
	IDs      []string // accounts of the players; the index is the seat - 1; empty if they have none
}

// StoryTiming returns the schedule of most stories: phases end at 20:00 in Rome on working days.
// Campaigns last 70 hours with three days of grace, and other phases one day with two days of
// grace.
func StoryTiming() hosting.Hosting {
	h := hosting.Default()
	h.Zone, h.Rated = "Europe/Rome", false
	h.Timing = [3]schedule.Timing{
		{Clock: 20 * 60, Min: 12 * time.Hour, Next: 70 * time.Hour, Grace: 72 * time.Hour, Delay: 30 * time.Minute, Days: "-MTWTF-"},
		{Clock: schedule.NoClock, Next: 23 * time.Hour, Grace: 48 * time.Hour, Delay: 30 * time.Minute, Days: "SMTWTFS"},
		{Clock: schedule.NoClock, Next: 23 * time.Hour, Grace: 48 * time.Hour, Delay: 30 * time.Minute, Days: "SMTWTFS"},
	}
	return h
}

// Begin begins a game of four players on Thursday, January 1st 2026, at 10:00
// in Rome. change may be nil.
func Begin(t testing.TB, change func(*hosting.Hosting)) *Story {
	t.Helper()
	return BeginWith(t, lobby.NewGame{Scenario: "A", Variant: "A-4"}, change)
}

// BeginWith is Begin with the game that n describes.
func BeginWith(t testing.TB, n lobby.NewGame, change func(*hosting.Hosting)) *Story {
	t.Helper()
	s := &Story{House: New(t)}
	s.Clock.Set(Rome(t, "Thu 1 Jan 10:00"))
	s.TheGame, _ = s.MakeGame(n)
	s.Begin(change)
	return s
}

// BeginAccounts is Begin with players who have accounts.
func BeginAccounts(t testing.TB, change func(*hosting.Hosting)) *Story {
	t.Helper()
	s := &Story{House: New(t)}
	s.Clock.Set(Rome(t, "Thu 1 Jan 10:00"))
	s.TheGame, _ = s.MakeGame(lobby.NewGame{Scenario: "A", Variant: "A-4"})
	for i := range s.TheGame.Setting.Seats {
		s.IDs = append(s.IDs, s.Person("Player of "+s.Names([]int{i + 1})).ID)
	}
	s.Begin(change)
	return s
}

// Begin begins the game with the existing players.
func (s *Story) Begin(change func(*hosting.Hosting)) {
	s.T.Helper()
	how := StoryTiming()
	how.Press = hosting.PressRules{None: true, Observers: "none"}
	if change != nil {
		change(&how)
	}
	if err := s.HostNow(ctx, s.TheGame.ID, how, s.IDs...); err != nil {
		s.T.Fatal(err)
	}
}

// Rome parses a time in 2026: "Mon 5 Jan 20:00".
func Rome(t testing.TB, text string) time.Time {
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

// InRome formats a time in the zone of Rome.
func InRome(at time.Time) string {
	loc, _ := time.LoadLocation("Europe/Rome")
	return at.In(loc).Format("Mon 2 Jan 15:04")
}

// WorkDue performs everything that is due on the clocks of games.
func (s *Story) WorkDue() {
	s.T.Helper()
	if _, err := s.Judge.Clock.Work(ctx); err != nil {
		s.T.Fatal(err)
	}
}

// Until advances the clock to a time such as "Mon 5 Jan 20:00", with the judge running.
func (s *Story) Until(text string) {
	s.T.Helper()
	s.Reach(Rome(s.T, text))
}

// Reach is Until with a time.Time.
func (s *Story) Reach(to time.Time) {
	s.T.Helper()
	for range 1000 {
		due, err := s.Judge.Clock.NextDue(ctx)
		if err != nil {
			s.T.Fatal(err)
		}
		if due.IsZero() || due.After(to) {
			break
		}
		s.Set(due)
		s.WorkDue()
	}
	s.Set(to)
}

// Set sets the clock, with the judge running all the time.
func (s *Story) Set(at time.Time) {
	s.T.Helper()
	s.Clock.Set(at)
	if err := s.Judge.Clock.TrustClock(ctx); err != nil {
		s.T.Fatal(err)
	}
}

// Expect compares the notices since the last call with lines such as
//
//	Mon 5 Jan 20:00 late Milan: all
func (s *Story) Expect(text string) {
	s.T.Helper()
	entries, err := s.Press.Log(ctx, s.TheGame.ID, master, s.LastRead, 1000)
	if err != nil {
		s.T.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		s.LastRead = e.Seq
		got = append(got, s.Line(e))
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

// ExpectSome skips the entries since the last call, which must all be of the given kind.
func (s *Story) ExpectSome(kind game.EntryKind) {
	s.T.Helper()
	entries, err := s.Press.Log(ctx, s.TheGame.ID, master, s.LastRead, 1000)
	if err != nil || len(entries) == 0 {
		s.T.Fatal(entries, err)
	}
	for _, e := range entries {
		if s.LastRead = e.Seq; e.Kind != kind {
			s.T.Errorf("notice: %s", s.Line(e))
		}
	}
}

// Line formats an entry of the log as a line.
func (s *Story) Line(e game.Entry) string {
	head := InRome(e.At) + " "
	switch e.Kind {
	case game.ResultEntry:
		var r journal.Result
		s.Unpack(e, &r)
		if r.Over {
			return head + r.Phase.String() + " is the last"
		}
		due := "none"
		if r.Times != nil && !r.Times.Deadline.IsZero() {
			due = InRome(r.Times.Deadline) + ", grace " + InRome(r.Times.Grace)
		}
		if r.Absences > 0 {
			due += ", moved by an absence"
		}
		return head + r.Phase.String() + " is done; next " + r.Next.String() + ", due " + due
	case game.NoticeEntry:
		var n journal.Notice
		s.Unpack(e, &n)
		out := head + string(n.Topic)
		if len(n.Seats) > 0 {
			out += " " + s.Names(n.Seats)
		}
		switch n.Topic {
		case journal.TopicDeadline, journal.TopicGrace, journal.TopicStart, journal.TopicResumed, journal.TopicOutage:
			out += ", due " + InRome(n.Times.Deadline) + ", grace " + InRome(n.Times.Grace)
		}
		return out + ": " + s.audience(e.Audience)
	case game.PressEntry:
		var p journal.PressData
		s.Unpack(e, &p)
		return head + "press of " + s.Names([]int{e.From}) + ": " + s.audience(e.Audience) + ": " + p.Text
	}
	var a journal.ActData
	s.Unpack(e, &a)
	return head + "act: " + string(a.Topic)
}

// Unpack reads the data of an entry.
func (s *Story) Unpack(e game.Entry, into any) {
	if err := json.Unmarshal(e.Data, into); err != nil {
		s.T.Fatal(err)
	}
}

func (s *Story) audience(a game.Audience) string {
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
		out = append(out, s.Names(a.Seats))
	}
	if out == nil {
		return "masters"
	}
	return strings.Join(out, ", ")
}

// Names returns the names of the powers of seats, and "the master" for seat 0.
func (s *Story) Names(seats []int) string {
	var out []string
	for _, n := range seats {
		if n == 0 {
			out = append(out, "the master")
			continue
		}
		for _, p := range s.TheGame.Setting.Seats[n-1] {
			out = append(out, s.TheGame.Setting.Powers[p].Name)
		}
	}
	return strings.Join(out, "+")
}

// Seat returns the seat of the power with the given name.
func (s *Story) Seat(power string) int {
	s.T.Helper()
	p, ok := s.TheGame.Setting.Powers.Find(strings.ToLower(power))
	if !ok {
		s.T.Fatalf("no power %s", power)
	}
	for i, powers := range s.TheGame.Setting.Seats {
		for _, x := range powers {
			if x == p {
				return i + 1
			}
		}
	}
	s.T.Fatalf("no seat plays %s", power)
	return 0
}

// Player returns the role of a power's player.
func (s *Story) Player(power string) game.Role {
	r := game.Role{Seat: s.Seat(power)}
	if s.IDs != nil {
		r.Player, r.Account = true, s.IDs[r.Seat-1]
	}
	return r
}

// Send sends complete orders for the seats of powers: all units hold, retreat by disbanding, or are
// maintained. It adds the lines in more.
func (s *Story) Send(powers string, more ...string) {
	s.T.Helper()
	for _, power := range strings.Fields(powers) {
		seat := s.Seat(power)
		now, err := s.Base.Game(ctx, s.TheGame.ID)
		if err != nil {
			s.T.Fatal(err)
		}
		if _, err := s.Submit(ctx, now.ID, s.Player(power), seat, now.Revision, s.Holding(seat)+strings.Join(more, "\n")); err != nil {
			s.T.Fatal(power, err)
		}
	}
}

// Holding returns complete orders for a seat.
func (s *Story) Holding(seat int) string {
	s.T.Helper()
	now, err := s.Base.Current(ctx, s.TheGame.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	p, b := now.Before, s.TheGame.Setting.Board
	var out strings.Builder
	for _, power := range s.TheGame.Setting.Seats[seat-1] {
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
func (s *Story) standing() string {
	s.T.Helper()
	states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, master)
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
			out = append(out, s.Names([]int{i + 1})+": "+strings.Join(words, ", "))
		}
	}
	return strings.Join(out, "; ")
}

// Stands compares the states of the seats with the expected ones.
func (s *Story) Stands(want string) {
	s.T.Helper()
	if got := s.standing(); got != want {
		s.T.Errorf("states %q, want %q", got, want)
	}
}

// CastVote casts the vote that a text describes: "draw", "draw Milan Venice", "concede Milan",
// "nothing".
func (s *Story) CastVote(power, text string) error {
	var v game.Ballot
	words := strings.Fields(text)
	switch words[0] {
	case "draw":
		v.Draw = true
		for _, w := range words[1:] {
			v.Among = v.Among.With(s.Power(w))
		}
	case "concede":
		v.Concede = s.Power(words[1])
	}
	return s.Judge.Clock.Vote(ctx, s.TheGame.ID, s.Player(power), s.Seat(power), v)
}

// SendAhead sends orders of a power for a later phase.
func (s *Story) SendAhead(power, phase, text string) error {
	s.T.Helper()
	ph, err := machiavelli.ParsePhase(phase)
	if err != nil {
		s.T.Fatal(err)
	}
	return s.Judge.Clock.Defer(ctx, s.TheGame.ID, s.Player(power), game.Deferred{Seat: s.Seat(power), Phase: ph, Text: text})
}

// BeginPress begins a game that allows every kind of press.
func BeginPress(t testing.TB, change func(*hosting.PressRules)) *Story {
	t.Helper()
	return Begin(t, func(h *hosting.Hosting) {
		h.Press = hosting.PressRules{White: true, Grey: true, Partial: true, Fakes: "may", Observers: "any"}
		if change != nil {
			change(&h.Press)
		}
	})
}

// Write sends a message.
func (s *Story) Write(who, to string, m press.NewMessage) {
	s.T.Helper()
	m.To = s.To(to)
	if m.Text == "" {
		m.Text = "I know nothing."
	}
	role, seat := s.Who(who)
	if err := s.Press.Say(ctx, s.TheGame.ID, role, seat, m); err != nil {
		s.T.Fatal(err)
	}
}

// Seen returns the messages that a person sees in the log, one per line, with the visible sender
// and addressees.
func (s *Story) Seen(who string) string {
	s.T.Helper()
	role, _ := s.Who(who)
	entries, err := s.Press.Log(ctx, s.TheGame.ID, role, 0, 0)
	if err != nil {
		s.T.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.Kind != game.PressEntry {
			continue
		}
		var p journal.PressData
		s.Unpack(e, &p)
		from := s.Names([]int{e.From})
		if e.From == 0 && !p.Master {
			from = "someone"
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

// To returns the audience that the words name: "all", "observers" and powers.
func (s *Story) To(words string) game.Audience {
	var a game.Audience
	for _, w := range strings.Fields(words) {
		switch w {
		case "all":
			a.All = true
		case "observers":
			a.Observers = true
		default:
			a.Seats = append(a.Seats, s.Seat(w))
		}
	}
	return a
}

// Who returns the role and the seat of a sender.
func (s *Story) Who(name string) (game.Role, int) {
	switch name {
	case "master":
		return master, 0
	case "observer":
		return watcher, 0
	case "stranger":
		return game.Role{}, 0
	}
	return s.Player(name), s.Seat(name)
}

var watcher = game.Role{Observer: true}

// Power returns the power with a name.
func (s *Story) Power(name string) machiavelli.Power {
	s.T.Helper()
	p, ok := s.TheGame.Setting.Powers.Find(strings.ToLower(name))
	if !ok {
		s.T.Fatalf("no power %s", name)
	}
	return p
}
