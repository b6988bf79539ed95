package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/safety"
)

// TestMuteByMail checks that e-mail contains no messages of a muted power or a blocked person, that
// commands can lift mutes and blocks, and that messages of masters always arrive.
func TestMuteByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.beginning("Cosimo", nil)
	bice, err := h.Users.AccountByEmail(ctx, "bice@example.org")
	h.Must(err)
	h.Must(h.Users.SetPassword(ctx, bice.ID, "rinascimento1"))
	h.post()
	h.box.take("")
	heard := func() string {
		var out []string
		for _, p := range h.box.take("anna@example.org") {
			for _, w := range []string{"first", "second", "third", "fourth", "judge"} {
				if strings.Contains(p.text, w+" words") {
					out = append(out, w)
				}
			}
		}
		h.box.take("")
		return strings.Join(out, " ")
	}
	const anna, venice = "SIGNON Icosimo rinascimento1\n", "SIGNON Vcosimo rinascimento1\n"
	say := func(text string) {
		t.Helper()
		must(t, h.ask("bice@example.org", venice+"PRESS TO I\n"+text+" words\nENDPRESS\nBROADCAST\n"+text+" words\nENDBROADCAST"), "Sent to Milan.")
	}
	say("first")
	if got := heard(); !strings.HasPrefix(got, "first") {
		t.Errorf("Anna hears %q", got)
	}
	must(t, h.ask("anna@example.org", anna+"MUTE POWER V"), "In this game you no longer read messages from Venice.")
	say("second")
	if got := heard(); got != "" {
		t.Errorf("with Venice muted, Anna hears %q", got)
	}
	must(t, h.ask("maestro@example.org", "SIGNON Mcosimo quattrocento1\nPRESS TO I\njudge words\nENDPRESS"), "Sent to Milan.")
	if got := heard(); got != "judge" {
		t.Errorf("Anna hears %q", got)
	}
	must(t, h.ask("anna@example.org", anna+"UNMUTE POWER Venice\nBLOCK Bice"), "you read messages from Venice again", "Bice is blocked")
	say("third")
	if got := heard(); got != "" {
		t.Errorf("with Bice blocked, Anna hears %q", got)
	}
	must(t, h.ask("anna@example.org", anna+"UNBLOCK Bice\nMUTE Nobody\nMUTE POWER I\nMUTE POWER X"), "You read Bice again", "no player with the name Nobody", "cannot mute yourself", `no power "X" in this game`)
	say("fourth")
	if got := heard(); !strings.HasPrefix(got, "fourth") {
		t.Errorf("after all, Anna hears %q", got)
	}
}

// TestBlockedJoin checks that a blocked person cannot join by e-mail, and is not
// told why.
func TestBlockedJoin(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	host := h.account("Cosimo", "rinascimento1")
	h.account("Bruno", "rinascimento1")
	g, err := h.Lobby.Host(ctx, host.ID, lobby.NewGame{Name: "Palle", Scenario: "A", Variant: "A-4"}, hosting.Default())
	if err != nil {
		t.Fatal(err)
	}
	h.Must(h.Safety.MutePerson(ctx, host.ID, "Bruno", true))
	h.post()
	for _, command := range []string{"SIGNON ?palle rinascimento1", "OBSERVE palle rinascimento1"} {
		text := h.ask("bruno@example.org", command)
		must(t, text, "not open to you")
		never(t, text, "block")
	}
	h.Must(h.Safety.UnmutePerson(ctx, host.ID, "Bruno"))
	h.ask("bruno@example.org", "SIGNON ?palle rinascimento1")
	members, err := h.Lobby.Members(ctx, g.ID)
	if err != nil || len(members) != 2 {
		t.Errorf("members: %+v, %v", members, err)
	}
}

// TestReportByMail reports a message, a name and a game by e-mail, and checks the e-mail about the
// operators' decisions.
func TestReportByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.beginning("Cosimo", nil)
	bice, err := h.Users.AccountByEmail(ctx, "bice@example.org")
	h.Must(err)
	h.Must(h.Users.SetPassword(ctx, bice.ID, "rinascimento1"))
	h.post()
	h.box.take("")
	op := h.account("Podestaria", "")
	h.Must(h.Users.SetOperator(ctx, op.ID, true))
	const anna, venice = "SIGNON Icosimo rinascimento1\n", "SIGNON Vcosimo rinascimento1\n"
	must(t, h.ask("anna@example.org", anna+"REPORT POWER V harassment"), "no such entry")
	must(t, h.ask("bice@example.org", venice+"PRESS TO I\nYou fool!\nENDPRESS"), "Sent to Milan.")
	must(t, h.ask("anna@example.org", anna+"REPORT POWER V harassment He insults me.\nREPORT GAME hatred\nREPORT NAME spam Bice: he sells maps\nREPORT NAME dull Bice\nREPORT NAME spam Nobody"),
		"Reported. The operators will look at it", "Here the reason is expected", "no player with the name Nobody")
	open, _, err := h.Safety.Reports(ctx, op.ID)
	if err != nil || len(open) != 3 {
		t.Fatalf("reports: %+v, %v", open, err)
	}
	for _, f := range open {
		c, err := h.Safety.ReadReport(ctx, op.ID, f.ID)
		h.Must(err)
		switch f.Kind {
		case game.LetterReport:
			if c.Evidence.Reported().Press.Text != "You fool!" || f.Note != "He insults me." || f.AboutName != "Bice" {
				t.Errorf("the report of the message is %+v", f)
			}
			h.box.take("")
			h.Must(h.Safety.Decide(ctx, op.ID, f.ID, safety.Decision{Verdict: game.Warned, Why: "No insults."}))
		case game.NameReport:
			if f.Note != "he sells maps" || f.Shown != "Bice" {
				t.Errorf("the report of the name is %+v", f)
			}
		default:
			if f.Title != "Cosimo" || f.AboutName != "Maestro" {
				t.Errorf("the report of the game is %+v", f)
			}
		}
	}
	h.clock.Advance(time.Minute)
	h.post()
	if got := h.box.take("anna@example.org"); len(got) != 1 {
		t.Errorf("Anna gets %d e-mails", len(got))
	} else {
		must(t, got[0].text, "An operator has warned the person.")
	}
	if got := h.box.take("bice@example.org"); len(got) != 1 {
		t.Errorf("Bice gets %d e-mails", len(got))
	} else {
		must(t, got[0].text, "The report is about a message in Cosimo.", "You fool!", "An operator has warned you.", "They add: No insults.", "ACKNOWLEDGE", "you can appeal once")
		never(t, got[0].text, "Anna")
	}
	h.box.take("")
	must(t, h.ask("bice@example.org", venice+"APPEAL\nIt was a quotation\nfrom a play.\nENDPRESS\n> You fool!"), "Your appeal was sent to the operators.")
	h.post()
	alerts := h.box.take("podestaria@example.org")
	must(t, h.ask("bice@example.org", venice+"APPEAL\nAnd another thing.\nENDPRESS"), "no decision against which you can appeal")
	if got := alerts; len(got) != 1 {
		t.Errorf("the operator gets %d e-mails", len(got))
	} else {
		must(t, got[0].text, "appealed against the decision about a message in Cosimo")
	}
	must(t, h.ask("bice@example.org", venice+"PRESS TO I\nAgain!\nENDPRESS"), "An operator of this judge has warned you")
	must(t, h.ask("bice@example.org", venice+"A Venice H"), "Venice")
	must(t, h.ask("bice@example.org", venice+"ACKNOWLEDGE\nPRESS TO I\nAgain!\nENDPRESS"), "You have acknowledged the warning", "Sent to Milan.")
	must(t, h.ask("bice@example.org", venice+"ACKNOWLEDGE"), "no warning that you have not acknowledged")
}
