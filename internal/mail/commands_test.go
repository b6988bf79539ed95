package mail_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
)

// asMaster sends lines as the master of medici and returns the answer without line breaks.
func (h *house) asMaster(lines string) string {
	h.t.Helper()
	return oneParagraph(h.ask("maestro@example.org", "SIGNON Mmedici "+secret+"\n"+lines))
}

// oneParagraph returns a text without line breaks.
func oneParagraph(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestRecastByMail changes the scenario and variant of a forming game: players stay,
// preferences that no longer fit are removed, and a game that becomes full begins. A game that
// has begun cannot be changed.
func TestRecastByMail(t *testing.T) {
	t.Parallel()
	h := made(t)
	g, err := h.Base.FindGame(ctx, "medici")
	if err != nil {
		t.Fatal(err)
	}
	h.fill(g, "ATLIP")
	must(t, h.asMaster("SET OPTION plague on\nSET PLAYERS 3"), "several variants for 3 players: B-3-1", "SET VARIANT B-3-1")
	must(t, h.asMaster("SET PLAYERS 12"), "no variant for 12 players", "B-8 (8 players, 8 powers)")
	must(t, h.asMaster("SET PLAYERS 2"), "5 players have joined, and B-2-1 has room for 2")
	must(t, h.asMaster("SET POWERS 6"), "Variant: B-6 (was B-8)", "Your list of powers no longer fits and was deleted")
	must(t, h.asMaster("SET VARIANT machiavelli-1995"), "Edition: machiavelli-1995 (was njudge-classic)")
	must(t, h.asMaster("SET VARIANT nowhere"), "knows no variant, edition or option nowhere")
	must(t, h.asMaster("SET NO VARIANT nowhere"), "GUNBOAT is the only option")
	if g, err = h.Base.Game(ctx, g.ID); err != nil || !g.Rules.Plague || len(g.Setting.Seats) != 6 {
		t.Fatal(g.Rules.Plague, g.Setting.Seats, err)
	}
	must(t, h.asMaster("SET MANUAL START\nSET PLAYERS 5"), "Players: 5 (was 6)")
	if g, err = h.Base.Game(ctx, g.ID); err != nil || g.Status != game.Forming {
		t.Fatal(g.Status, err)
	}
	must(t, h.asMaster("SET AUTO START"), "Manual start: off")
	if g, err = h.Base.Game(ctx, g.ID); err != nil || g.Status != game.Active || len(g.Setting.Seats) != 5 {
		t.Fatal(g.Status, err)
	}
	must(t, h.asMaster("SET PLAYERS 6\nSET MACH2"), "The game has begun: who plays in it")
}

// TestBlankPress sends grey press in a game whose press has no header, so that even the
// recipients are not shown.
func TestBlankPress(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.asMaster("SET WHITE/GREY\nSET BLANK PRESS")
	h.post()
	h.box.take("")
	h.ask("anna@example.org", "SIGNON Imedici "+secret+"\nPRESS TO VF GREY\nBeware of the Pope.\nENDPRESS\nPRESS TO VF\nIt is I.\nENDPRESS")
	got := h.box.take("marco@example.org")
	if len(got) != 2 {
		t.Fatal(len(got))
	}
	must(t, got[0].text, "Beware of the Pope.")
	never(t, got[0].text+got[0].subject, "Message", "Milan", "France", "Venice")
	must(t, got[1].text, "Message from Milan to Venice and France")
	masters := h.box.take("maestro@example.org")
	must(t, masters[0].text, "Message from Milan to Venice and France", "grey press")
	g, _ := h.Base.FindGame(ctx, "medici")
	a, _ := h.Users.AccountByEmail(ctx, "marco@example.org")
	role, _ := h.Base.RoleOf(ctx, g.ID, a.ID)
	entries, err := h.Press.Log(ctx, g.ID, role, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Kind == game.PressEntry && strings.Contains(string(e.Data), "Beware") && (len(e.Audience.Seats) != 1 || e.Audience.Seats[0] != role.Seat) {
			t.Errorf("%+v %s", e, e.Data)
		}
	}
}

// TestNoCopiesForMasters checks that a master can turn off copies of press between players without
// affecting another master.
func TestNoCopiesForMasters(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.asMaster("SET NORMAL PRESS")
	h.box.take("")
	h.ask("anna@example.org", "SIGNON Imedici "+secret+"\nPRESS TO V\nOne.\nENDPRESS\nPRESS TO M\nTwo.\nENDPRESS\nBROADCAST\nThree.\nENDPRESS")
	all := ""
	for _, p := range h.box.take("maestro@example.org") {
		all += p.text
	}
	must(t, all, "Two.", "Three.")
	never(t, all, "One.")
}

// TestEditsAreAtomic checks that either all or none of several successive corrections are made.
func TestEditsAreAtomic(t *testing.T) {
	t.Parallel()
	h := medici(t)
	g, _ := h.Base.FindGame(ctx, "medici")
	treasury := func() string { return h.asMaster("LIST") }
	before := treasury()
	must(t, h.asMaster("EDIT treasury milan 40\nEDIT unit remove A Nowhere BECAUSE x\nORDERS"), "Not made, because one of the corrections in this group has an error")
	must(t, h.asMaster("EDIT treasury milan 40"), "Give the reason after BECAUSE in one of the lines")
	if after := treasury(); !strings.Contains(before, "Milan 6d") || !strings.Contains(after, "Milan 6d") {
		t.Error(after)
	}
	h.box.take("")
	// Two units exchange places, which neither line could do separately.
	got := h.asMaster("EDIT unit move A Pavia to Milan\n\nEDIT unit move A Milan to Pavia\nEDIT BECAUSE they were mixed up\nEDIT treasury milan +3 BECAUSE of that too")
	never(t, got, "ERROR")
	must(t, got, "Treasury of Milan: 9 ducats")
	n := 0
	for _, p := range h.box.take("marco@example.org") {
		if strings.Contains(p.subject, "correction") {
			n++
			must(t, oneParagraph(p.text), "Reason: they were mixed up; of that too")
		}
	}
	if n != 1 {
		t.Errorf("%d letters about one correction", n)
	}
	if now, _ := h.Base.Game(ctx, g.ID); now.Revision != g.Revision+1 {
		t.Errorf("revision %d after %d", now.Revision, g.Revision)
	}
}

// TestHistorySpan requests the history of whole days, with some turns left out.
func TestHistorySpan(t *testing.T) {
	t.Parallel()
	h := medici(t) // on Monday, Nov 23, 9:00
	ask := func(lines string) string { return h.ask("stranger@example.org", lines) }
	must(t, ask("HISTORY medici FROM Nov 23 TO Nov 24 LINES 500"), "The game medici begins", "(end of the period)")
	must(t, ask("HISTORY medici FROM Nov 23"), "The game medici begins")
	must(t, ask("HISTORY medici TO today"), "The game medici begins")
	must(t, ask("HISTORY medici TO Nov 22"), "There are no entries for that time.")
	must(t, h.asMaster("BROADCAST\nA word in spring.\nENDPRESS\nPROCESS SPRING 1454 ORDERS"), ": resolved")
	must(t, ask("HISTORY medici"), "A quiet phase.", "A word in spring.")
	got := ask("HISTORY medici EXCLSTART S1454M EXCLEND S1454R")
	never(t, got, "A quiet phase.", "A word in spring.")
	got = ask("HISTORY medici EXCLSTART S1454M BROAD")
	must(t, got, "A word in spring.")
	never(t, got, "A quiet phase.")
	must(t, ask("HISTORY medici EXCLSTART U1454M"), "A quiet phase.")
}

// TestInfoPlayer checks that players can read their own reliability records.
func TestInfoPlayer(t *testing.T) {
	t.Parallel()
	h := medici(t)
	must(t, h.asMaster("INFO PLAYER marco@example.org\nINFO PLAYER Anna"), "The reliability of marco@example.org: new player", "The reliability of Anna:")
	must(t, h.asMaster("INFO PLAYER dante@example.org"), `Nobody named "dante@example.org" takes part in this game.`)
	must(t, h.asMaster("INFO PLAYER nobody@example.net"), `Nobody named "nobody@example.net" takes part in this game.`)
	got := oneParagraph(h.ask("marco@example.org", "SIGNON Vmedici "+secret+"\nINFO PLAYER anna@example.org\nINFO PLAYER marco@example.org\nINFO PLAYER"))
	must(t, got, "shown only to the masters")
	if strings.Count(got, "Your own reliability: new player") != 2 {
		t.Error(got)
	}
}

// TestNewcomer checks that a stranger gets the same instructions for registering as a person with a
// wrong password, so that guessing addresses reveals nothing.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	h := medici(t)
	for _, line := range []string{"CREATE ?xx " + secret + "x machiavelli", "SIGNON ?medici " + secret + "x", "OBSERVE medici " + secret + "x"} {
		strange, known := h.ask("stranger@example.org", line), h.ask("dante@example.org", line)
		must(t, oneParagraph(strange), "If you are new here, send REGISTER first; HELP REGISTER shows how.")
		if strange != known {
			t.Errorf("%s\n%s", strange, known)
		}
	}
	must(t, h.ask("stranger@example.org", "HELP REGISTER"), "REGISTER", "Email:")
}

// TestRulesByMail requests rulebooks.
func TestRulesByMail(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.vouch("example.org")
	ask := func(line string) string { return h.ask("stranger@example.org", line) }
	for _, line := range []string{"GET rules", "GET rules.machiavelli", "HELP rules"} {
		must(t, oneParagraph(ask(line)), "Famine", "besieges")
	}
	never(t, ask("GET rules.diplomacy"), "assassin")
	must(t, ask("GET rules.nothing"), "There is no help on rules.nothing")
	must(t, h.asMaster("SET OPTION treasury-visibility hidden\nGET rules"), "The game medici is run like this", "treasury-visibility hidden")
}

// TestDiaryOfMasters checks that the answer to DIARY explains to a master how to read a player's
// diary.
func TestDiaryOfMasters(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.ask("marco@example.org", "SIGNON Vmedici "+secret+"\nDIARY\nNever trust Milan.\nENDPRESS")
	must(t, h.asMaster("DIARY LIST"), "A diary belongs to a power. To read or write")
	must(t, h.send("maestro@example.org", "judge@podesta.example", "", "SIGNON Mmedici "+secret+"\nBECOME VENICE\nDIARY LIST")[0].text, "Never trust Milan.")
}

// TestMoneyInReports checks that reports say what orders cost, what is left, and what cannot be
// paid, in a campaign and in winter.
func TestMoneyInReports(t *testing.T) {
	t.Parallel()
	h := medici(t) // Milan has 6 ducats
	milan := func(lines string) string {
		return oneParagraph(h.ask("anna@example.org", "SIGNON Imedici "+secret+"\n"+lines))
	}
	got := milan("Borrow 25 for 2 years\nE1: 9 cause rebellion Ferrara")
	must(t, got, "Borrows 25 ducats for 2 years, 38d due in Spring of 1456.", "Treasury 6d, borrowed 25d, expenses 9d; 22d remain.")
	got = milan("CLEAR ORDERS\nE1: 9 cause rebellion Ferrara\nE2: 6 counter-bribe A Pavia")
	must(t, got, "Treasury 6d, expenses 15d; 9d are missing.", "E1 costs 9d, but only 6d will be left. The expense fails.", "E2 costs 6d, but only 0d will be left")
	for _, phase := range []string{"SPRING 1454 ORDERS", "SUMMER 1454 ORDERS", "FALL 1454 ORDERS"} {
		must(t, h.asMaster("BROADCAST\nOn we go.\nENDPRESS\nPROCESS "+phase), ": resolved")
	}
	g, _ := h.Base.FindGame(ctx, "medici")
	if g.Phase.Title() != "Winter 1454, adjustments" {
		t.Fatal(g.Phase.Title())
	}
	must(t, h.asMaster("EDIT treasury milan 7 BECAUSE of the test"), "Treasury of Milan: 7 ducats")
	got = milan("M A Milan\nM A Pavia\nR A Cremona")
	must(t, got, "Treasury 7d, units 6d; 1d remain.")
	got = milan("M A Cremona\nB G Milan")
	must(t, got, "are missing.", "Cannot be paid")
}

// TestSignatureBeforeSignoff checks that a signature is removed from press that ends with
// SIGNOFF.
func TestSignatureBeforeSignoff(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.box.take("")
	h.ask("anna@example.org", "SIGNON Imedici "+secret+"\nPRESS TO V\nShall we?\n-- \nAnna, 12 Via Larga\nSIGNOFF\n")
	got := h.box.take("marco@example.org")
	if len(got) != 1 {
		t.Fatal(len(got))
	}
	must(t, got[0].text, "Shall we?")
	never(t, got[0].text, "Via Larga")
}
