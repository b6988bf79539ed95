package safety_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/safety"
)

var ctx = context.Background()

// say sends a message from one player to another, and returns its number.
func say(h *judgetest.House, g *game.Game, from, to *game.Account, grey bool, text string) int64 {
	h.T.Helper()
	r := h.RoleFor(g, from)
	h.Must(h.Press.Say(ctx, g.ID, r, r.Seat, press.NewMessage{To: journal.OnlySeats(h.RoleFor(g, to).Seat), Grey: grey, Text: text}))
	seq, err := h.Press.Told(ctx, g.ID, game.Role{Master: true})
	h.Must(err)
	return seq
}

// operator creates an account that is an operator.
func operator(h *judgetest.House, name string) *game.Account {
	h.T.Helper()
	a := h.Person(name)
	h.Must(h.Users.SetOperator(ctx, a.ID, true))
	return a
}

// only returns the ID of the only open report.
func only(h *judgetest.House, op *game.Account) string {
	h.T.Helper()
	open, _, err := h.Safety.Reports(ctx, op.ID)
	h.Must(err)
	if len(open) != 1 {
		h.T.Fatalf("%d open reports", len(open))
	}
	return open[0].ID
}

// letters collects the e-mails to the owners of accounts, keyed by name.
func letters(h *judgetest.House) map[string][]string {
	out := map[string][]string{}
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		var said []string
		for _, m := range n.Said {
			said = append(said, m.String())
		}
		out[n.Name] = append(out[n.Name], strings.Join(said, " "))
		return nil
	})
	return out
}

// TestReportLetter checks who can report a message, what operators see of it, and that each
// look is recorded.
func TestReportLetter(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op, other := operator(h, "Podestaria"), operator(h, "Capitana")
	g, master, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Gunboat, x.Press.Grey = true, true })
	anna, bruno, carlo := who[0], who[1], who[2]
	say(h, g, anna, bruno, false, "peace")
	seq := say(h, g, bruno, anna, false, "you fool")
	private := say(h, g, bruno, carlo, false, "secret")
	grey := say(h, g, bruno, anna, true, "masked")

	report := func(by *game.Account, seq int64) error {
		return h.Safety.Report(ctx, by.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment, Note: "rude"})
	}
	judgetest.Code(t, report(carlo, seq), game.NotFound)
	judgetest.Code(t, report(h.Person("Stranger"), seq), game.NotFound)
	judgetest.Code(t, report(anna, private), game.NotFound)
	judgetest.Code(t, report(anna, 9999), game.NotFound)
	judgetest.Code(t, report(bruno, seq), game.Invalid)
	judgetest.Code(t, h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: "dull"}), game.Invalid)
	h.Must(h.Safety.MutePerson(ctx, anna.ID, bruno.Name, true))
	h.Must(h.Press.MuteSeat(ctx, g.ID, h.RoleFor(g, anna), h.RoleFor(g, bruno).Seat, true))
	h.Must(report(anna, seq)) // a muted message can be reported, too
	judgetest.Code(t, report(anna, seq), game.Conflict)

	id := only(h, op)
	for _, a := range []*game.Account{anna, master} {
		_, err := h.Safety.ReadReport(ctx, a.ID, id)
		judgetest.Code(t, err, game.Forbidden)
		_, _, err = h.Safety.Reports(ctx, a.ID)
		judgetest.Code(t, err, game.Forbidden)
		_, err = h.Safety.Audit(ctx, a.ID, 0, 10)
		judgetest.Code(t, err, game.Forbidden)
		judgetest.Code(t, h.Safety.Decide(ctx, a.ID, id, safety.Decision{Verdict: game.Dismissed}), game.Forbidden)
	}
	c, err := h.Safety.ReadReport(ctx, op.ID, id)
	h.Must(err)
	if c.AboutName != bruno.Name || c.ReporterName != anna.Name || c.Note != "rude" || c.Title != "Cosimo" {
		t.Errorf("the report is %+v", c.Filed)
	}
	if e := c.Evidence; e == nil || e.Reported().Press.Text != "you fool" || len(e.Talk) != 2 || e.Talk[0].Press.Text != "peace" {
		t.Errorf("the evidence is %+v", e)
	}
	looks, err := h.Safety.Audit(ctx, other.ID, 0, 10)
	h.Must(err)
	if len(looks) != 1 || looks[0].OperatorName != op.Name || looks[0].What != "evidence" || looks[0].AccountName != bruno.Name || looks[0].Title != "Cosimo" {
		t.Errorf("the audit log is %+v", looks)
	}
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Dismissed}))
	judgetest.Code(t, h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Warned}), game.Conflict)

	// The reporter still does not learn who the hidden writer is; operators do.
	h.Must(report(anna, grey))
	c, err = h.Safety.ReadReport(ctx, op.ID, only(h, op))
	h.Must(err)
	if c.AboutName != bruno.Name || c.Evidence.Reported().From != 0 {
		t.Errorf("grey: %s, %+v", c.AboutName, c.Evidence.Reported())
	}
	mine, err := h.Safety.MyReports(ctx, anna.ID)
	h.Must(err)
	text := fmt.Sprintf("%+v", mine)
	if len(mine) != 2 || strings.Contains(text, bruno.Name) || strings.Contains(text, bruno.ID) || mine[0].Verdict+mine[1].Verdict != game.Dismissed {
		t.Errorf("Anna sees %s", text)
	}
}

// TestOperatorPlays checks that operators neither see evidence from games in which
// they play, nor decide reports by or about themselves.
func TestOperatorPlays(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op := operator(h, "Podestaria")
	g, _, who := h.Playing("Cosimo", nil)
	h.Must(h.Users.SetOperator(ctx, who[2].ID, true))
	seq := say(h, g, who[1], who[0], false, "you fool")
	h.Must(h.Safety.Report(ctx, who[0].ID, safety.NewReport{Kind: game.LetterReport, Game: g.ID, Letter: seq, Reason: game.Harassment}))
	id := only(h, op)
	c, err := h.Safety.ReadReport(ctx, who[2].ID, id)
	h.Must(err)
	if c.Withheld.IsZero() || c.Evidence != nil {
		t.Errorf("an operator who plays sees %+v", c.Evidence)
	}
	judgetest.Code(t, h.Safety.Decide(ctx, who[2].ID, id, safety.Decision{Verdict: game.Warned}), game.Forbidden)
	_, _, err = h.Safety.Signs(ctx, who[2].ID, g.ID)
	judgetest.Code(t, err, game.Forbidden)
	h.Must(h.Safety.Decide(ctx, op.ID, id, safety.Decision{Verdict: game.Dismissed}))
	for _, by := range []string{op.Name, who[1].Name} {
		reporter := op.ID
		if by == op.Name {
			reporter = who[1].ID
		}
		h.Must(h.Safety.Report(ctx, reporter, safety.NewReport{Kind: game.NameReport, Name: by, Reason: game.Spam}))
		judgetest.Code(t, h.Safety.Decide(ctx, op.ID, only(h, op), safety.Decision{Verdict: game.Dismissed}), game.Forbidden)
		h.Must(h.Safety.Decide(ctx, who[2].ID, only(h, op), safety.Decision{Verdict: game.Dismissed}))
	}
	h.With(func(o *judgetest.Options) { o.People.SecondFactor = account.FactorOperators })
	_, _, err = h.Safety.Reports(ctx, op.ID)
	judgetest.Code(t, err, game.Forbidden)
}

// TestVerdicts checks the effects of a warning, a suspension and the removal of a name, what the
// reporter and the reported person read, and how each of these measures ends.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	op := operator(h, "Podestaria")
	g, _, who := h.Playing("Cosimo", nil)
	anna, bruno := who[0], who[1]
	forming := h.HostGame(h.Person("Host"), lobby.NewGame{Name: "Forming"}, nil)
	told := letters(h)
	decide := func(n safety.NewReport, d safety.Decision) {
		t.Helper()
		n.Reason = game.Harassment
		h.Must(h.Safety.Report(ctx, anna.ID, n))
		clear(told)
		h.Must(h.Safety.Decide(ctx, op.ID, only(h, op), d))
	}
	tells := func(name, words string) {
		t.Helper()
		if said := told[name]; len(said) != 1 || !strings.Contains(said[0], words) {
			t.Errorf("%s is told %q, want %q", name, said, words)
		}
	}
	role := func() game.Role { return h.RoleFor(g, bruno) }
	tries := 0
	free := func(want string) {
		t.Helper()
		tries++
		to := journal.OnlySeats(h.RoleFor(g, anna).Seat)
		judgetest.Code(t, h.Press.Say(ctx, g.ID, role(), role().Seat, press.NewMessage{To: to, Text: "x"}), want)
		h.Must(h.Press.Say(ctx, g.ID, role(), role().Seat, press.NewMessage{ToMaster: true, Text: "please"}))
		_, err := h.Submit(ctx, g.ID, role(), role().Seat, h.At(g.ID).Revision, "")
		h.Must(err)
		judgetest.Code(t, h.Lobby.Join(ctx, forming.ID, bruno.ID, ""), want)
		if want == "" {
			h.Must(h.Lobby.Leave(ctx, forming.ID, h.RoleFor(forming, bruno)))
		}
		_, err = h.Lobby.Host(ctx, bruno.ID, lobby.NewGame{Name: "Of Bruno " + fmt.Sprint(tries), Scenario: "A", Variant: "A-4"}, hosting.Default())
		judgetest.Code(t, err, want)
		judgetest.Code(t, h.Lobby.Observe(ctx, forming.ID, bruno.ID), want)
		if want == "" {
			h.Must(h.Lobby.Leave(ctx, forming.ID, h.RoleFor(forming, bruno)))
		}
	}
	name := safety.NewReport{Kind: game.NameReport, Name: bruno.Name}
	decide(name, safety.Decision{Verdict: game.Dismissed})
	tells(anna.Name, "nothing against the rules")
	tells(bruno.Name, "nothing to do")
	free("")

	decide(name, safety.Decision{Verdict: game.Warned, Why: "Be kind."})
	tells(anna.Name, "has warned the person")
	tells(bruno.Name, "Be kind.")
	free(game.Forbidden)
	if n, err := h.Safety.Acknowledge(ctx, bruno.ID); err != nil || n != 1 {
		t.Errorf("acknowledged: %d, %v", n, err)
	}
	free("")

	for _, d := range []safety.Decision{{Verdict: "hang"}, {Verdict: game.Suspended}, {Verdict: game.Suspended, Days: 999}} {
		h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: bruno.Name, Reason: game.Spam}))
		judgetest.Code(t, h.Safety.Decide(ctx, op.ID, only(h, op), d), game.Invalid)
		h.Must(h.Safety.Decide(ctx, op.ID, only(h, op), safety.Decision{Verdict: game.Dismissed}))
	}
	decide(name, safety.Decision{Verdict: game.Suspended, Days: 3})
	tells(bruno.Name, "suspended your account until Thu 8 Jan 2026")
	if _, err := h.Safety.Acknowledge(ctx, bruno.ID); err != nil {
		t.Error(err)
	}
	free(game.Forbidden)
	h.Clock.Advance(3*24*time.Hour - time.Minute)
	free(game.Forbidden)
	h.Clock.Advance(time.Minute)
	free("")

	old := bruno.Name
	decide(safety.NewReport{Kind: game.NameReport, Name: old}, safety.Decision{Verdict: game.Renamed})
	bruno, err := h.Users.Account(ctx, bruno.ID)
	h.Must(err)
	tells(bruno.Name, "removed the name")
	if !strings.HasPrefix(bruno.Name, "Player ") {
		t.Errorf("the name is %s", bruno.Name)
	}
	log, err := h.Press.Log(ctx, g.ID, h.RoleFor(g, anna), 0, 1000)
	h.Must(err)
	for _, e := range log {
		if strings.Contains(string(e.Data), old) {
			t.Errorf("the old name stands in %s", e.Data)
		}
	}
	judgetest.Code(t, h.Users.SaveProfile(ctx, bruno.ID, strings.ToUpper(old), ""), game.Forbidden)
	h.Must(h.Users.SaveProfile(ctx, bruno.ID, "Brunello", ""))

	decide(safety.NewReport{Kind: game.GameReport, Game: g.ID}, safety.Decision{Verdict: game.Renamed})
	if got := h.At(g.ID).Name; got != "Game "+g.ID {
		t.Errorf("the game is called %s", got)
	}
	if _, err := h.Base.FindGame(ctx, "Cosimo"); err == nil {
		t.Error("the game is found by its old name")
	}
	if x, err := h.Base.FindGame(ctx, "Game "+g.ID); err != nil || x.ID != g.ID {
		t.Errorf("the game is not found by its new name: %v", err)
	}
}

// TestReportEachOther checks two people who report each other: each report is handled
// separately, and the operator sees that there is another.
func TestReportEachOther(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	op, anna, bruno := operator(h, "Podestaria"), h.Person("Anna"), h.Person("Bruno")
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: "Bruno", Reason: game.Hatred}))
	h.Must(h.Safety.Report(ctx, bruno.ID, safety.NewReport{Kind: game.NameReport, Name: "anna", Reason: game.Hatred}))
	open, _, err := h.Safety.Reports(ctx, op.ID)
	h.Must(err)
	if len(open) != 2 {
		t.Fatalf("%d reports", len(open))
	}
	for _, f := range open {
		c, err := h.Safety.ReadReport(ctx, op.ID, f.ID)
		h.Must(err)
		if len(c.Back) != 1 || c.Back[0].Reporter != c.About || len(c.Others) != 0 {
			t.Errorf("%s about %s: back %v, others %v", c.ReporterName, c.AboutName, c.Back, c.Others)
		}
	}
	h.Must(h.Safety.Decide(ctx, op.ID, open[0].ID, safety.Decision{Verdict: game.Warned}))
	c, err := h.Safety.ReadReport(ctx, op.ID, open[1].ID)
	h.Must(err)
	if !c.Decided.IsZero() || c.Back[0].Verdict != game.Warned {
		t.Errorf("the second report is %+v", c.Filed)
	}
}

// TestReportLimit checks that an account can make only ten reports a day.
func TestReportLimit(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	anna, who := h.Person("Anna"), h.People(11)
	report := func(i int) error {
		return h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: who[i].Name, Reason: game.Spam})
	}
	for i := range 10 {
		h.Must(report(i))
	}
	judgetest.Code(t, report(10), game.TooMany)
	h.Clock.Advance(24 * time.Hour)
	h.Must(report(10))
}

// TestSigns checks the signs that one person holds two seats, and that the marks of sign-ins are
// deleted after 30 days.
func TestSigns(t *testing.T) {
	t.Parallel()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	op := operator(h, "Podestaria")
	g, master, who := h.Playing("Cosimo", nil)
	signs := func() string {
		t.Helper()
		_, list, err := h.Safety.Signs(ctx, op.ID, g.ID)
		h.Must(err)
		var out []string
		for _, s := range list {
			out = append(out, fmt.Sprintf("%s and %s: %d %s", s.Names[0], s.Names[1], s.Weight, s.What))
		}
		return strings.Join(out, "\n")
	}
	if got := signs(); got != "" {
		t.Errorf("at first: %s", got)
	}
	h.Must(h.Safety.MarkSignIn(ctx, who[0].ID, "192.0.2.7", "browser one"))
	h.Must(h.Safety.MarkSignIn(ctx, who[1].ID, "192.0.2.7", "browser two"))
	h.Must(h.Safety.MarkSignIn(ctx, who[2].ID, "2001:db8:1:2::7", "browser one"))
	h.Must(h.Safety.MarkSignIn(ctx, who[3].ID, "2001:db8:1:2::8", ""))
	h.Must(h.Safety.MarkSignIn(ctx, who[4].ID, "127.0.0.1", ""))
	h.Must(h.Safety.MarkSignIn(ctx, who[5].ID, "127.0.0.1", ""))
	h.Must(h.Safety.DeclareRelation(ctx, who[1].ID, who[0].Name, true))
	got := signs()
	for _, want := range []string{
		"Anna of Cosimo and Carlo of Cosimo: 3 Both have signed in with the same browser",
		"Anna of Cosimo and Bruno of Cosimo: 2 Both have signed in from the same network",
		"Carlo of Cosimo and Dora of Cosimo: 2 Both have signed in from the same network",
		"Anna of Cosimo and Bruno of Cosimo: 0 Bruno of Cosimo has declared that they share a connection",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 4 || !strings.HasPrefix(got, "Anna of Cosimo and Carlo") {
		t.Errorf("%d signs:\n%s", n, got)
	}
	_, _, err := h.Safety.Signs(ctx, master.ID, g.ID)
	judgetest.Code(t, err, game.Forbidden)
	looks, err := h.Safety.Audit(ctx, op.ID, 0, 10)
	h.Must(err)
	if len(looks) != 2 || looks[0].What != "signs" || looks[0].Game != g.ID {
		t.Errorf("the audit log is %+v", looks)
	}
	h.Clock.Advance(31 * 24 * time.Hour)
	if got := signs(); strings.Contains(got, "Both") {
		t.Errorf("after 31 days: %s", got)
	}
	h.Must(h.Safety.MarkSignIn(ctx, who[7].ID, "192.0.2.9", ""))
	data, err := h.Safety.OwnData(ctx, who[0].ID)
	h.Must(err)
	if len(data.SignIns) != 0 {
		t.Errorf("marks are kept: %+v", data.SignIns)
	}
}

// TestOwnData checks the file of a person's own data: it must contain everything about the
// person, and nothing that others have written.
func TestOwnData(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Cosimo", nil)
	anna, bruno := who[0], who[1]
	say(h, g, anna, bruno, false, "my own words")
	say(h, g, bruno, anna, false, "words of another")
	role := h.RoleFor(g, anna)
	order := "A Venice H"
	if _, err := h.Submit(ctx, g.ID, role, role.Seat, h.At(g.ID).Revision, order); err != nil {
		t.Fatal(err)
	}
	other := h.RoleFor(g, bruno)
	if _, err := h.Submit(ctx, g.ID, other, other.Seat, h.At(g.ID).Revision, "A Other H"); err != nil {
		t.Fatal(err)
	}
	h.Must(h.Admin.AddDiary(ctx, g.ID, role, role.Seat, "dear diary"))
	h.Must(h.Safety.MutePerson(ctx, anna.ID, bruno.Name, true))
	h.Must(h.Safety.DeclareRelation(ctx, anna.ID, who[2].Name, false))
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: who[3].Name, Reason: game.Spam, Note: "a note"}))
	h.Must(h.Safety.MarkSignIn(ctx, anna.ID, "192.0.2.7", "secret browser"))
	h.Must(h.Users.SetPassword(ctx, anna.ID, "quattro stagioni di guerra"))
	secret := h.Token(anna.ID)
	text, err := h.Safety.WriteOwnData(ctx, anna.ID)
	h.Must(err)
	var data safety.OwnData
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{anna.Email, "my own words", order, "dear diary", bruno.Name, who[2].Name, "a note", safety.OwnDataFormat, "Cosimo"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file lacks %q", want)
		}
	}
	for _, never := range []string{"words of another", "A Other H", secret, account.HashSecret(secret), "argon2", "192.0.2.7", "secret browser"} {
		if strings.Contains(string(text), never) {
			t.Errorf("the file has %q", never)
		}
	}
	if len(data.SignIns) != 2 || len(data.Games) != 1 || len(data.Games[0].Orders) != 1 || len(data.Games[0].Letters) != 1 || !data.Account.Password {
		t.Errorf("the file is %s", text)
	}
}

// TestEraseSafety checks that nothing about an erased person remains in mutes, declarations,
// marks and the notes of reports.
func TestEraseSafety(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	anna, bruno, op := h.Person("Anna"), h.Person("Bruno"), operator(h, "Podestaria")
	h.Must(h.Safety.MutePerson(ctx, anna.ID, "Bruno", true))
	h.Must(h.Safety.MutePerson(ctx, bruno.ID, "Anna", true))
	h.Must(h.Safety.DeclareRelation(ctx, bruno.ID, "Anna", true))
	h.Must(h.Safety.MarkSignIn(ctx, anna.ID, "192.0.2.7", "b"))
	h.Must(h.Safety.Report(ctx, anna.ID, safety.NewReport{Kind: game.NameReport, Name: "Bruno", Reason: game.Spam, Note: "mine"}))
	h.Must(h.Safety.Report(ctx, bruno.ID, safety.NewReport{Kind: game.NameReport, Name: "Anna", Reason: game.Spam, Note: "his"}))
	h.Must(h.Users.Erase(ctx, anna.ID))
	data, err := h.Safety.OwnData(ctx, anna.ID)
	h.Must(err)
	his, err := h.Safety.OwnData(ctx, bruno.ID)
	h.Must(err)
	if len(data.Muted)+len(data.SignIns)+len(his.Muted)+len(his.Declared) != 0 {
		t.Errorf("left: %+v, %+v", data, his)
	}
	open, _, err := h.Safety.Reports(ctx, op.ID)
	h.Must(err)
	for _, f := range open {
		if f.Note == "mine" || f.Shown == "Anna" {
			t.Errorf("a report says %+v", f)
		}
		h.Must(h.Safety.Decide(ctx, op.ID, f.ID, safety.Decision{Verdict: game.Dismissed}))
	}
}
