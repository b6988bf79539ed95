package press_test

import (
	"context"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

// mastersPause adds a master to the game, and pauses it.
func mastersPause(s *judgetest.Story) {
	s.T.Helper()
	if err := s.AddMaster(ctx, s.TheGame.ID, s.Person("Lorenzo").ID); err != nil {
		s.T.Fatal(err)
	}
	pause(s)
}

// TestPressRefused tests the checks of messages in their order.
func TestPressRefused(t *testing.T) {
	t.Parallel()
	none := func(r *hosting.PressRules) { r.None = true }
	for _, c := range []struct {
		what   string
		rules  func(*hosting.PressRules)
		before func(*judgetest.Story)
		who    string
		m      press.NewMessage
		to     string
		code   string // empty if the message is sent
		says   string // words in the error
	}{
		{what: "a broadcast", who: "Milan", to: "all"},
		{what: "to one", who: "Milan", to: "Venice"},
		{what: "grey", who: "Milan", to: "Venice", m: press.NewMessage{Grey: true}},
		{what: "faked", who: "Milan", to: "Venice", m: press.NewMessage{FakeTo: "VF"}, code: game.Invalid, says: "no power F"},
		{what: "faked well", who: "Milan", to: "Venice", m: press.NewMessage{FakeTo: "vlo"}},
		{what: "a letter twice", who: "Milan", to: "Venice", m: press.NewMessage{FakeTo: "VV"}, code: game.Invalid, says: "twice"},
		{what: "somebody twice", who: "Milan", to: "Venice Venice", code: game.Invalid, says: "named twice"},
		{what: "to nobody", who: "Milan", code: game.Invalid, says: "who receives it"},
		{what: "to all and one", who: "Milan", to: "all Venice", code: game.Invalid, says: "goes to all"},
		{what: "a stranger", who: "stranger", to: "all", code: game.Forbidden, says: "take part"},
		{what: "an observer", who: "observer", to: "Milan Venice"},

		{what: "the master always may", rules: none, who: "master", to: "all"},
		{what: "to the master always", rules: none, who: "Milan", m: press.NewMessage{ToMaster: true}},
		{what: "no press", rules: none, who: "Milan", to: "all", code: game.Forbidden, says: "no press"},
		{what: "no press for observers either", rules: none, who: "observer", to: "all", code: game.Forbidden, says: "observers send no press"},
		{what: "observers are silent", rules: func(r *hosting.PressRules) { r.Observers = "none" }, who: "observer", to: "all", code: game.Forbidden, says: "observers send no press"},
		{what: "no minor press in a campaign", rules: func(r *hosting.PressRules) { r.NoMinor = true }, who: "Milan", to: "all"},
		{what: "no minor press in winter", rules: func(r *hosting.PressRules) { r.NoMinor = true }, before: winter, who: "Milan", to: "all", code: game.Forbidden, says: "retreats and adjustments"},
		{what: "no grey press", rules: func(r *hosting.PressRules) { r.Grey = false }, who: "Milan", to: "all", m: press.NewMessage{Grey: true}, code: game.Forbidden, says: "no grey press"},
		{what: "grey press only", rules: func(r *hosting.PressRules) { r.White = false }, who: "Milan", to: "all", code: game.Forbidden, says: "grey press only"},
		{what: "observers are white", rules: func(r *hosting.PressRules) { r.Observers = "white" }, who: "observer", to: "all", m: press.NewMessage{Grey: true}, code: game.Forbidden, says: "white press only"},
		{what: "no partial press", rules: func(r *hosting.PressRules) { r.Partial, r.Fakes = false, "" }, who: "Milan", to: "Venice", code: game.Forbidden, says: "goes to all"},
		{what: "no partial press of observers", rules: func(r *hosting.PressRules) { r.Observers = "white" }, who: "observer", to: "Venice", code: game.Forbidden, says: "to all"},
		{what: "no fakes", rules: func(r *hosting.PressRules) { r.Fakes = "" }, who: "Milan", to: "Venice", m: press.NewMessage{FakeTo: "all"}, code: game.Forbidden, says: "always true"},
		{what: "fakes of broadcasts only", rules: func(r *hosting.PressRules) { r.Fakes = "broadcast" }, who: "Milan", to: "Venice", m: press.NewMessage{FakeTo: "L"}, code: game.Forbidden, says: "look like a broadcast"},
		{what: "orders first", rules: func(r *hosting.PressRules) { r.MustOrder = true }, who: "Milan", to: "all", code: game.Forbidden, says: "orders are complete"},
		{what: "orders are in", rules: func(r *hosting.PressRules) { r.MustOrder = true }, before: func(s *judgetest.Story) { s.Send("Milan") }, who: "Milan", to: "all"},
		{what: "late, and nothing said about it", before: func(s *judgetest.Story) { s.Until("Thu 8 Jan 10:00") }, who: "Milan", to: "all"},
		{what: "late", rules: func(r *hosting.PressRules) { r.NoLate = true }, before: func(s *judgetest.Story) { s.Until("Thu 8 Jan 10:00") }, who: "Milan", to: "all", code: game.Forbidden, says: "deadline has passed"},
		{what: "grace", rules: func(r *hosting.PressRules) { r.NoGrace = true }, before: func(s *judgetest.Story) { s.Until("Thu 8 Jan 10:00") }, who: "Milan", to: "all", code: game.Forbidden, says: "anyone is late"},
		{what: "in time while others are late", rules: func(r *hosting.PressRules) { r.NoGrace, r.NoLate = true, true }, before: func(s *judgetest.Story) { s.Send("Milan"); s.Until("Thu 8 Jan 10:00") }, who: "Milan", to: "all"},
		{what: "a neighbour", rules: func(r *hosting.PressRules) { r.Touch = true }, who: "Milan", to: "Florence"},
		{what: "somebody far off", rules: func(r *hosting.PressRules) { r.Touch = true }, who: "Milan", to: "Naples", code: game.Forbidden, says: "Naples has none"},
		{what: "the first broadcast", rules: func(r *hosting.PressRules) { r.Touch = true }, who: "Milan", to: "all"},
		{what: "the second broadcast", rules: func(r *hosting.PressRules) { r.Touch = true }, before: func(s *judgetest.Story) { s.Write("Milan", "all", press.NewMessage{}) }, who: "Milan", to: "all", code: game.Forbidden, says: "one broadcast"},
		{what: "the first broadcast of the next phase", rules: func(r *hosting.PressRules) { r.Touch = true }, before: func(s *judgetest.Story) { s.Write("Milan", "all", press.NewMessage{}); winter(s) }, who: "Milan", to: "all"},
		{what: "paused", before: mastersPause, who: "Milan", to: "all", code: game.Forbidden, says: "paused"},
		{what: "paused, and there is no master", before: pause, who: "Milan", to: "all"},
		{what: "paused, to the master", before: pause, who: "Milan", m: press.NewMessage{ToMaster: true}},
		{what: "paused, from the master", before: pause, who: "master", to: "Milan"},
		{what: "no postal press", who: "Milan", m: press.NewMessage{Postal: true}, code: game.Forbidden, says: "no postal press"},
		{what: "empty", who: "Milan", to: "all", m: press.NewMessage{Text: " \r\n\t\n"}, code: game.Invalid, says: "no text"},
		{what: "too long", who: "Milan", to: "all", m: press.NewMessage{Text: strings.Repeat("x", 1<<20)}, code: game.TooLarge, says: "longer"},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := judgetest.BeginPress(t, c.rules)
			if c.before != nil {
				c.before(s)
			}
			s.LastRead = last(s)
			c.m.To = s.To(c.to)
			if c.m.Text == "" {
				c.m.Text = "I know nothing."
			}
			role, seat := s.Who(c.who)
			err := s.Press.Say(ctx, s.TheGame.ID, role, seat, c.m)
			judgetest.Code(t, err, c.code)
			if err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("says %q", err)
			}
			if sent := last(s) > s.LastRead; sent != (c.code == "") {
				t.Errorf("sent: %t", sent)
			}
		})
	}
}

// last returns the number of the log's last entry.
func last(s *judgetest.Story) int64 {
	s.T.Helper()
	entries, err := s.Press.Log(ctx, s.TheGame.ID, master, 0, 1000)
	if err != nil {
		s.T.Fatal(err)
	}
	if len(entries) == 0 {
		return 0
	}
	return entries[len(entries)-1].Seq
}

// winter resolves phases until it is winter.
func winter(s *judgetest.Story) {
	s.T.Helper()
	for {
		now, err := s.Base.Game(ctx, s.TheGame.ID)
		if err != nil {
			s.T.Fatal(err)
		}
		if now.Phase.String() == "winter 1385 adjustments" {
			return
		}
		if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, now.Revision); err != nil {
			s.T.Fatal(err)
		}
	}
}

func pause(s *judgetest.Story) {
	s.T.Helper()
	if err := s.Judge.Clock.Pause(ctx, s.TheGame.ID, master); err != nil {
		s.T.Fatal(err)
	}
}

func TestWhoSeesPress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, from, to string
		m              press.NewMessage
		sees           map[string]string
	}{
		{"a broadcast", "Milan", "all", press.NewMessage{}, map[string]string{
			"Milan": "Hear: Milan to all", "Venice": "Hear: Milan to all", "observer": "Hear: Milan to all", "master": "Hear: Milan to all", "stranger": "Hear: Milan to all",
		}},
		{"partial press", "Milan", "Venice", press.NewMessage{}, map[string]string{
			"Milan": "Hear: Milan to Venice", "Venice": "Hear: Milan to Venice", "Naples": "", "observer": "", "master": "Hear: Milan to Venice", "stranger": "",
		}},
		{"grey press", "Milan", "Venice Naples", press.NewMessage{Grey: true}, map[string]string{
			"Milan": "Hear: Milan to Venice+Naples", "Venice": "Hear: someone to Venice+Naples", "master": "Hear: Milan to Venice+Naples", "Florence": "",
		}},
		{"press that looks like a broadcast", "Milan", "Venice", press.NewMessage{FakeTo: "all"}, map[string]string{
			"Milan": "Hear: Milan to all, really to Venice, faked", "Venice": "Hear: Milan to all", "Naples": "", "master": "Hear: Milan to all, really to Venice, faked", "stranger": "",
		}},
		{"grey press with a false address", "Milan", "Venice", press.NewMessage{FakeTo: "VN", Grey: true}, map[string]string{
			"Venice": "Hear: someone to Venice+Naples", "Naples": "", "master": "Hear: Milan to Venice+Naples, really to Venice, faked",
		}},
		{"to the master", "Milan", "", press.NewMessage{ToMaster: true, Grey: true}, map[string]string{
			"Milan": "Hear: Milan to masters", "master": "Hear: Milan to masters", "Venice": "", "observer": "",
		}},
		{"from the master", "master", "Venice", press.NewMessage{}, map[string]string{
			"Milan": "", "Venice": "Hear: the master to Venice",
		}},
		{"to observers", "Milan", "observers", press.NewMessage{}, map[string]string{
			"observer": "Hear: Milan to observers", "Venice": "", "stranger": "",
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := judgetest.BeginPress(t, nil)
			c.m.Text = "Hear"
			s.Write(c.from, c.to, c.m)
			for who, want := range c.sees {
				if got := s.Seen(who); got != want {
					t.Errorf("%s sees %q, want %q", who, got, want)
				}
			}
		})
	}
}

// TestFakedByDefault tests the settings by which partial press looks like a broadcast, either
// always or unless the sender says otherwise.
func TestFakedByDefault(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, func(r *hosting.PressRules) { r.Fakes = "default" })
	s.Write("Milan", "Venice", press.NewMessage{Text: "A"})
	s.Write("Milan", "Venice", press.NewMessage{Text: "B", NoFake: true})
	if got := s.Seen("Venice"); got != "A: Milan to all; B: Milan to Venice" {
		t.Error(got)
	}
	s = judgetest.BeginPress(t, func(r *hosting.PressRules) { r.Fakes = "broadcast" })
	s.Write("Milan", "Venice", press.NewMessage{Text: "A", NoFake: true})
	if got := s.Seen("Venice"); got != "A: Milan to all" {
		t.Error(got)
	}
}

func TestPostalPress(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginPress(t, func(r *hosting.PressRules) { r.Postal = true })
	s.Write("Milan", "", press.NewMessage{Text: "From Milan", Postal: true})
	s.Write("Naples", "", press.NewMessage{Text: "From Naples", Postal: true, Grey: true})
	if got := s.Seen("Venice"); got != "" {
		t.Error("before the phase is done:", got)
	}
	s.Send("Milan Venice Naples Florence")
	s.Until("Fri 2 Jan 10:00")
	if got := s.Seen("Venice"); got != "From Milan: Milan to all; From Naples: Naples to all" {
		t.Error(got)
	}
	s.Expect(`
		Thu 1 Jan 10:00 press of Milan: masters: From Milan
		Thu 1 Jan 10:00 press of Naples: masters: From Naples
		Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Wed 7 Jan 20:00, grace Mon 12 Jan 00:00
		Thu 1 Jan 22:00 press of Milan: all: From Milan
		Thu 1 Jan 22:00 press of Naples: all: From Naples`)
}

func TestDiaries(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	milan := s.Seat("Milan")
	add := func(text string) {
		t.Helper()
		if err := s.Admin.AddDiary(ctx, s.TheGame.ID, s.Player("Milan"), milan, text); err != nil {
			t.Fatal(err)
		}
	}
	add("one")
	add("two\n.\ntwo more")
	add("three")
	judgetest.Code(t, s.Admin.AddDiary(ctx, s.TheGame.ID, s.Player("Venice"), milan, "x"), game.Forbidden)
	judgetest.Code(t, s.Admin.AddDiary(ctx, s.TheGame.ID, master, milan, "x"), game.Forbidden)
	judgetest.Code(t, s.Admin.DropDiary(ctx, s.TheGame.ID, s.Player("Milan"), milan, 4), game.NotFound)
	if err := s.Admin.DropDiary(ctx, s.TheGame.ID, s.Player("Milan"), milan, 1); err != nil {
		t.Fatal(err)
	}
	_, err := s.Admin.Diary(ctx, s.TheGame.ID, s.Player("Venice"), milan)
	judgetest.Code(t, err, game.Forbidden)
	notes, err := s.Admin.Diary(ctx, s.TheGame.ID, s.Player("Milan"), milan)
	if err != nil || len(notes) != 2 || notes[0] != "two\n.\ntwo more" {
		t.Errorf("%q, %v", notes, err)
	}
	for _, p := range []string{"Milan", "Venice", "Naples", "Florence"} {
		if err := s.CastVote(p, "draw"); err != nil {
			t.Fatal(err)
		}
	}
	s.Expect(`
		Thu 1 Jan 10:00 diary Milan: masters
		Thu 1 Jan 10:00 diary Milan: masters
		Thu 1 Jan 10:00 diary Milan: masters
		Thu 1 Jan 10:00 vote: all
		Thu 1 Jan 10:00 spring 1385 orders is the last
		Thu 1 Jan 10:00 draw Milan+Venice+Naples+Florence: all
		Thu 1 Jan 10:00 diary Milan: all`)
}
