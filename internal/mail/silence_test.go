package mail_test

import (
	"testing"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestExcommunicatedByMail checks that a player whom the Pope has excommunicated can write only to
// the master, and still receives the messages of others.
func TestExcommunicatedByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	master := h.account("Maestro", "")
	g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-8", Preset: "machiavelli-1995"}, hosting.Default())
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		password := ""
		if wishes[i] == 'I' || wishes[i] == 'P' {
			password = "rinascimento1"
		}
		if err := h.Lobby.Join(ctx, g.ID, h.account(name, password).ID, wishes[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	h.post()
	if g, err = h.Base.Game(ctx, g.ID); err != nil {
		t.Fatal(err)
	}
	for g.Phase.Step.String() != "orders" {
		g = h.processed(g, master)
	}
	must(t, h.ask("dino@example.org", "SIGNON Pcosimo rinascimento1\nexcommunicate Milan"), "Milan")
	g = h.processed(g, master)
	for _, press := range []string{"BROADCAST\nI protest.\nENDBROADCAST", "PRESS TO V\nI protest.\nENDPRESS"} {
		must(t, h.ask("anna@example.org", "SIGNON Icosimo rinascimento1\n"+press), "Milan is excommunicated and cannot send")
	}
	h.box.take("")
	must(t, h.ask("anna@example.org", "SIGNON Icosimo rinascimento1\nPRESS TO M\nHelp me.\nENDPRESS"), "Sent to the masters.")
	must(t, h.ask("dino@example.org", "SIGNON Pcosimo rinascimento1\nPRESS TO I\nRepent.\nENDPRESS"), "Sent to Milan.")
	heard := h.box.take("anna@example.org")
	if len(heard) != 1 {
		t.Fatalf("%d letters", len(heard))
	}
	must(t, heard[0].text, "Repent.")
	h.processed(g, master)
	must(t, h.ask("anna@example.org", "SIGNON Icosimo rinascimento1\nBROADCAST\nI protest.\nENDBROADCAST"), "Sent to everyone.")
}
