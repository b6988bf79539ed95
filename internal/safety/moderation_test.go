package safety_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/safety"
)

// alerts collects the notifications about waiting tasks, keyed by the name of their recipient.
func alerts(h *judgetest.House) map[string][]string {
	out := map[string][]string{}
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		if n.Person != nil {
			said := []string{n.Person.Subject.String()}
			for _, m := range n.Person.Said {
				said = append(said, m.String())
			}
			out[n.Name] = append(out[n.Name], strings.Join(said, " "))
		}
		return nil
	})
	return out
}

// mayTakePart tries to join a game, and returns the error.
func mayTakePart(h *judgetest.House, a *game.Account) error {
	h.T.Helper()
	g := h.HostGame(h.Person("Host "+game.EncodeID(game.RandomBytes(5))), lobby.NewGame{Name: game.EncodeID(game.RandomBytes(5))}, nil)
	err := h.Lobby.Join(ctx, g.ID, a.ID, "")
	if err == nil {
		h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, a)))
	}
	return err
}

// TestOperatorsAreAlerted checks that every operator who can decide a report gets an e-mail about
// it at once, even with all optional e-mail declined, and that nobody else does: not the reported
// person, the reporter, or the players of the game.
func TestOperatorsAreAlerted(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op, other := operator(h, "Podestaria"), operator(h, "Capitana")
	g, _, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Gunboat = true })
	anna, bruno, carlo := who[0], who[1], who[2]
	for _, a := range []*game.Account{anna, bruno, carlo} {
		h.Must(h.Users.SetOperator(ctx, a.ID, true))
	}
	seq := say(h, g, bruno, anna, false, "you fool")
	for _, n := range []safety.NewReport{
		{Kind: game.LetterReport, Game: g.ID, Letter: seq},
		{Kind: game.GameReport, Game: g.ID},
		{Kind: game.PlayerReport, Game: g.ID, Seats: []int{h.RoleFor(g, bruno).Seat, h.RoleFor(g, carlo).Seat}},
		{Kind: game.NameReport, Name: bruno.Name},
	} {
		told := alerts(h)
		n.Reason, n.Note = game.Harassment, "rude"
		h.Must(h.Safety.Report(ctx, anna.ID, n))
		want := []string{op.Name, other.Name}
		if n.Kind == game.NameReport { // even players of the game can decide it
			want = append(want, carlo.Name)
		}
		var got []string
		for name, said := range told {
			got = append(got, name)
			for _, secret := range []string{anna.Name, "you fool", "rude"} {
				if len(said) != 1 || !strings.Contains(said[0], "waits for your decision") || strings.Contains(said[0], secret) {
					t.Errorf("%s: %s is told %q", n.Kind, name, said)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v are told, want %v", n.Kind, got, want)
		}
	}
	for name, want := range map[*game.Account]int{op: 5, other: 5, carlo: 1, bruno: 0, anna: 0} {
		if n, err := h.Safety.OpenReports(ctx, name.ID); err != nil || n != want {
			t.Errorf("%d reports wait for %s, want %d; %v", n, name.Name, want, err)
		}
	}
}

// TestEvidenceIsTheConversation checks that operators see what was said before and after the
// reported message, with the true writers, and nothing else.
func TestEvidenceIsTheConversation(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	op := operator(h, "Podestaria")
	g, _, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Gunboat, x.Press.Grey = true, true })
	anna, bruno, carlo := who[0], who[1], who[2]
	say(h, g, bruno, anna, false, "first")
	say(h, g, carlo, anna, false, "elsewhere")
	say(h, g, anna, bruno, false, "second")
	seq := say(h, g, bruno, anna, false, "third")
	say(h, g, bruno, carlo, false, "secret")
	say(h, g, anna, bruno, false, "fourth")
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment}))
	id := only(h, op)
	say(h, g, bruno, anna, false, "fifth")
	read := func(id string) string {
		t.Helper()
		c, err := h.Safety.ReadReport(ctx, op.ID, id)
		h.Must(err)
		var out []string
		for i, l := range c.Evidence.Talk {
			mark := ""
			if i == c.Evidence.At {
				mark = "!"
			}
			if l.Seat != h.RoleFor(g, map[string]*game.Account{anna.Name: anna, bruno.Name: bruno, carlo.Name: carlo}[c.Names[l.Writer]]).Seat {
				t.Errorf("%s is said to have written from seat %d", c.Names[l.Writer], l.Seat)
			}
			out = append(out, c.Names[l.Writer]+" "+l.Press.Text+mark)
		}
		if c.Evidence.Earlier || c.Evidence.Later {
			t.Error("messages are said to be left out")
		}
		return strings.Join(out, ", ")
	}
	a, b := anna.Name, bruno.Name
	want := b + " first, " + a + " second, " + b + " third!, " + a + " fourth, " + b + " fifth"
	if got := read(id); got != want {
		t.Errorf("the evidence is %s, want %s", got, want)
	}
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Dismissed}))
	say(h, g, carlo, anna, true, "masked one")
	seq = say(h, g, bruno, anna, true, "masked two")
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment}))
	id = only(h, op)
	if got, want := read(id), carlo.Name+" masked one, "+b+" masked two!"; got != want {
		t.Errorf("the evidence is %s, want %s", got, want)
	}
	for range 150 {
		h.Clock.Advance(time.Minute) // more reports in a short time are refused
		say(h, g, bruno, anna, false, "again")
	}
	seq = say(h, g, bruno, anna, false, "enough")
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Dismissed}))
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment}))
	c, err := h.Safety.ReadReport(ctx, op.ID, only(h, op))
	h.Must(err)
	if e := c.Evidence; !e.Earlier || e.Later || len(e.Talk) != 101 || e.Reported().Press.Text != "enough" {
		t.Errorf("of a long conversation there are %d messages, %v, %v", len(e.Talk), e.Earlier, e.Later)
	}
}

// TestWhoIsReported checks whom a report is about. It is never the host of a game for what its
// players do, but it is the players themselves even if their names are hidden.
func TestWhoIsReported(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op := operator(h, "Podestaria")
	g, master, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Gunboat = true })
	anna, bruno, carlo := who[0], who[1], who[2]
	seat := func(a *game.Account) int { return h.RoleFor(g, a).Seat }
	for _, n := range []safety.NewReport{
		{Kind: game.GameReport, Game: g.ID, Reason: game.Cheating},
		{Kind: game.PlayerReport, Game: g.ID, Reason: game.Cheating},
		{Kind: game.PlayerReport, Game: g.ID, Reason: game.Cheating, Seats: []int{seat(bruno), seat(anna)}},
	} {
		judgetest.Code(t, h.Safety.Report(ctx, anna.ID, n), game.Invalid)
	}
	judgetest.Code(t, h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.PlayerReport, Game: g.ID, Reason: game.Cheating, Seats: []int{99}}), game.ErrorCode(game.ErrNoSeat))
	players := safety.NewReport{Kind: game.PlayerReport, Game: g.ID, Reason: game.Cheating, Seats: []int{seat(bruno), seat(carlo)}}
	h.Must(h.Safety.Report(ctx, anna.ID, players))
	judgetest.Code(t, h.Safety.Report(ctx, anna.ID, players), game.Conflict)
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.GameReport, Game: g.ID, Reason: game.Hatred}))
	open, _, err := h.Safety.Reports(ctx, op.ID)
	h.Must(err)
	var about []string
	for _, f := range open {
		about = append(about, f.AboutName)
		c, err := h.Safety.ReadReport(ctx, op.ID, f.ID)
		h.Must(err)
		if with := len(c.With); (with == 1) != (f.Kind == game.PlayerReport) || with == 1 && (c.With[0].AboutName == f.AboutName || c.With[0].AboutName == master.Name) {
			t.Errorf("the report about %s came with %+v", f.AboutName, c.With)
		}
	}
	slices.Sort(about)
	want := []string{bruno.Name, carlo.Name, master.Name}
	slices.Sort(want)
	if !slices.Equal(about, want) {
		t.Errorf("the reports are about %v, want %v", about, want)
	}
	mine, err := h.Safety.MyReports(ctx, anna.ID)
	h.Must(err)
	if text := fmt.Sprintf("%+v", mine); strings.Contains(text, bruno.Name) || strings.Contains(text, bruno.ID) || strings.Contains(text, carlo.Name) || !strings.Contains(text, "What:the player of") {
		t.Errorf("Anna sees %s", text)
	}
}

// TestReportedOperator checks that operators who must leave a report to another operator learn
// neither who has made it nor who plays in a game that hides its players.
func TestReportedOperator(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op := operator(h, "Podestaria")
	g, _, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Gunboat = true })
	anna, bruno, carlo := who[0], who[1], who[2]
	for _, a := range []*game.Account{bruno, carlo} {
		h.Must(h.Users.SetOperator(ctx, a.ID, true))
	}
	seq := say(h, g, bruno, anna, false, "you fool")
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment, Note: "I am Milan"}))
	id := only(h, op)
	_, err := h.Safety.ReadReport(ctx, op.ID, id)
	h.Must(err)
	for _, a := range []*game.Account{bruno, carlo} {
		c, err := h.Safety.ReadReport(ctx, a.ID, id)
		h.Must(err)
		open, _, err := h.Safety.Reports(ctx, a.ID)
		h.Must(err)
		looks, err := h.Safety.Audit(ctx, a.ID, 0, 10)
		h.Must(err)
		text := fmt.Sprintf("%+v %+v %+v", c.Filed, open, looks)
		secrets := []string{anna.Name, anna.ID, "I am Milan", "you fool"}
		if a == carlo {
			secrets = append(secrets, bruno.Name)
		}
		for _, x := range secrets {
			if strings.Contains(strings.ReplaceAll(text, "ID:"+anna.ID, ""), x) {
				t.Errorf("%s learns %s: %s", a.Name, x, text)
			}
		}
		for _, f := range []error{h.Safety.ReopenReport(ctx, a.ID, id, ""), h.Safety.Lift(ctx, a.ID, id, "x")} {
			judgetest.Code(t, f, game.Forbidden)
		}
		_, err = h.Safety.Preview(ctx, a.ID, id, safety.Decision{Verdict: game.Dismissed})
		judgetest.Code(t, err, game.Forbidden)
	}
}

// TestReopenAndLift checks that decisions can be undone: a report can be reopened and decided
// differently, and a sanction lifted with a reason, on the page and at the command line. It
// checks that the person is notified, and that the audit log records everything.
func TestReopenAndLift(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	op, anna, bruno := operator(h, "Podestaria"), h.Person("Anna"), h.Person("Bruno")
	report := func() string {
		t.Helper()
		h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: "Bruno", Reason: game.Hatred}))
		return only(h, op)
	}
	free := func(want string) {
		t.Helper()
		judgetest.Code(t, mayTakePart(h, bruno), want)
	}
	told := letters(h)
	tells := func(name string, words ...string) {
		t.Helper()
		said := strings.Join(told[name], " ")
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("%s is told %q, want %q", name, said, w)
			}
		}
		if len(words) == 0 && said != "" {
			t.Errorf("%s is told %q", name, said)
		}
		clear(told)
	}
	// The person is suspended; the report is reopened and dismissed.
	id := report()
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Suspended, Days: 7}))
	free(game.Forbidden)
	judgetest.Code(t, h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Upheld}), game.Conflict)
	clear(told)
	h.Must(h.Safety.ReopenReport(ctx, op.ID, id, "too hasty"))
	judgetest.Code(t, h.Safety.ReopenReport(ctx, op.ID, id, ""), game.Conflict)
	tells("Bruno")
	free(game.Forbidden)
	if mine, err := h.Safety.MyReports(ctx, anna.ID); err != nil || mine[0].Verdict != game.Suspended {
		t.Errorf("meanwhile Anna sees %+v, %v", mine, err)
	}
	h.Must(h.Safety.Decide(ctx, op.ID, only(h, op), safety.Decision{Verdict: game.Dismissed, Why: "Sorry."}))
	free("")
	tells("Bruno", "decided again", "nothing against the rules", "Sorry.")
	// The report is dismissed, reopened and leads to a suspension, which is lifted.
	h.Must(h.Safety.ReopenReport(ctx, op.ID, id, ""))
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Suspended, Days: 7}))
	free(game.Forbidden)
	judgetest.Code(t, h.Safety.Lift(ctx, anna.ID, id, "x"), game.Forbidden)
	judgetest.Code(t, h.Safety.Lift(ctx, op.ID, id, " "), game.Invalid)
	clear(told)
	h.Must(h.Safety.Lift(ctx, op.ID, id, "A mistake."))
	judgetest.Code(t, h.Safety.Lift(ctx, op.ID, id, "Again."), game.Conflict)
	free("")
	tells("Bruno", "has lifted the suspension", "A mistake.")
	// The suspension is lifted at the command line.
	id = report()
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Warned}))
	free(game.Forbidden)
	if n, err := h.Safety.LiftAll(ctx, bruno.ID, "Enough."); err != nil || n != 1 {
		t.Errorf("lifted: %d, %v", n, err)
	}
	free("")
	// A name that was removed can be used again.
	id = report()
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Renamed}))
	judgetest.Code(t, h.Users.SaveProfile(ctx, bruno.ID, "Bruno", ""), game.Forbidden)
	h.Must(h.Safety.Lift(ctx, op.ID, id, "It is a saint's name."))
	h.Must(h.Users.SaveProfile(ctx, bruno.ID, "Bruno", ""))
	looks, err := h.Safety.Audit(ctx, op.ID, 0, 100)
	h.Must(err)
	var what []string
	for _, l := range slices.Backward(looks) {
		what = append(what, l.What)
		if l.What == game.LiftedSanction && (l.Operator == "") != (len(what) == 8) {
			t.Errorf("%d: %+v", len(what), l)
		}
	}
	if got, want := strings.Join(what, " "), "suspend reopen dismiss reopen suspend lift warn lift rename lift"; got != want {
		t.Errorf("the audit log is %s, want %s", got, want)
	}
}

// TestAppeal checks that a person can appeal once against a decision, that another operator
// decides if there is one, and the effects of each outcome.
func TestAppeal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		d     safety.Decision
		free  string // error code when the person then tries to take part
		told  string
		again bool // whether the reporter is notified again
	}{
		{"upheld", safety.Decision{Verdict: game.Upheld, Why: "It was you."}, game.Forbidden, "the decision stands", false},
		{"dismissed", safety.Decision{Verdict: game.Dismissed}, "", "nothing against the rules", true},
		{"changed", safety.Decision{Verdict: game.Warned}, game.Forbidden, "has warned you", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
			op, other, anna, bruno := operator(h, "Podestaria"), operator(h, "Capitana"), h.Person("Anna"), h.Person("Bruno")
			judgetest.Code(t, h.Safety.Appeal(ctx, bruno.ID, "", "No!"), game.Conflict)
			h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: "Bruno", Reason: game.Hatred}))
			id := only(h, op)
			said, err := h.Safety.Preview(ctx, op.ID, id, safety.Decision{Verdict: game.Suspended, Days: 7})
			h.Must(err)
			told := letters(h)
			h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Suspended, Days: 7}))
			var want []string
			for _, m := range said {
				want = append(want, m.String())
			}
			if got := told["Bruno"]; len(got) != 1 || got[0] != strings.Join(want, " ") || !strings.Contains(got[0], "APPEAL") {
				t.Errorf("Bruno is told %q, the operator read %q", got, want)
			}
			list, _, err := h.Safety.Sanctions(ctx, bruno.ID)
			h.Must(err)
			judgetest.Code(t, h.Safety.Appeal(ctx, bruno.ID, list[0].ID, " "), game.Invalid)
			judgetest.Code(t, h.Safety.Appeal(ctx, anna.ID, list[0].ID, "Not mine."), game.Conflict)
			alert := alerts(h)
			h.Must(h.Safety.Appeal(ctx, bruno.ID, list[0].ID, "It is my name."))
			if got := fmt.Sprint(alert); !strings.Contains(got, "Capitana:[an appeal waits") {
				t.Errorf("told: %s", got)
			}
			judgetest.Code(t, h.Safety.Appeal(ctx, bruno.ID, list[0].ID, "Please!"), game.Conflict)
			judgetest.Code(t, mayTakePart(h, bruno), game.Forbidden)
			judgetest.Code(t, h.Safety.Decide(ctx, op.ID, id, c.d), game.Forbidden)
			file, err := h.Safety.ReadReport(ctx, other.ID, id)
			h.Must(err)
			if file.Appeal() != "It is my name." || !file.Appealed() || len(file.Again) != 1 || file.Again[0].OperatorName != "Podestaria" {
				t.Errorf("the operator sees %+v", file)
			}
			told = letters(h)
			h.Clock.Advance(time.Hour)
			h.Must(h.Safety.Decide(ctx, other.ID, id, c.d))
			if got := told["Bruno"]; len(got) != 1 || !strings.Contains(got[0], c.told) || strings.Contains(got[0], "APPEAL") || !strings.Contains(got[0], c.d.Why) {
				t.Errorf("Bruno is told %q", got)
			}
			if got := len(told["Anna"]) > 0; got != c.again {
				t.Errorf("Anna is told %q", told["Anna"])
			}
			judgetest.Code(t, mayTakePart(h, bruno), c.free)
			judgetest.Code(t, h.Safety.Appeal(ctx, bruno.ID, "", "Once more."), game.Conflict)
			list, _, err = h.Safety.Sanctions(ctx, bruno.ID)
			h.Must(err)
			if x := list[0]; x.Appeal == "" || x.Answered.IsZero() || x.Lifted.IsZero() != (c.d.Verdict == game.Upheld) {
				t.Errorf("the sanction is %+v", x)
			}
		})
	}
}

// TestAppealToOneOperator checks that the only operator decides appeals against their
// own decisions.
func TestAppealToOneOperator(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op, anna, bruno := operator(h, "Podestaria"), h.Person("Anna"), h.Person("Bruno")
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: "Bruno", Reason: game.Hatred}))
	h.Must(h.Safety.Decide(ctx, op.ID, only(h, op), safety.Decision{Verdict: game.Warned}))
	h.Must(h.Safety.Appeal(ctx, bruno.ID, "", "It is my name."))
	h.Must(h.Users.SetOperator(ctx, anna.ID, true)) // the reporter becomes an operator
	h.Must(h.Safety.Decide(ctx, op.ID, only(h, op), safety.Decision{Verdict: game.Dismissed}))
	h.Must(h.Users.Erase(ctx, bruno.ID))
	list, _, err := h.Safety.Sanctions(ctx, bruno.ID)
	h.Must(err)
	if list[0].Appeal != "" {
		t.Error("an erased person's appeal is kept")
	}
}

// TestSanctionQuotes checks that the message to the person quotes what a sanction is about.
func TestSanctionQuotes(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op := operator(h, "Podestaria")
	g, _, who := h.Playing("Cosimo", nil)
	anna, bruno := who[0], who[1]
	seq := say(h, g, bruno, anna, false, "you fool")
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment}))
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, anna))) // the reporter can no longer read the message
	told := letters(h)
	h.Must(h.Safety.Decide(ctx, op.ID, only(h, op), safety.Decision{Verdict: game.Warned}))
	if got := told[bruno.Name]; len(got) != 1 || !strings.Contains(got[0], "a message in Cosimo") || !strings.Contains(got[0], "“you fool”") || strings.Contains(got[0], anna.Name) {
		t.Errorf("Bruno is told %q", got)
	}
	list, _, err := h.Safety.Sanctions(ctx, bruno.ID)
	h.Must(err)
	if list[0].Quote != "you fool" || !list[0].MayAppeal {
		t.Errorf("Bruno sees %+v", list[0])
	}
}
