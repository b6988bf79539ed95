package mail_test

import (
	"testing"
)

// TestArchivedHistory asks for the history of a game that has ended and is in
// the archive, by e-mail.
func TestArchivedHistory(t *testing.T) {
	t.Parallel()
	h := medici(t)
	h.vouch("example.org")
	must(t, h.asMaster("BROADCAST\nA word in spring.\nENDPRESS\nPROCESS SPRING 1454 ORDERS"), "have been resolved")
	must(t, h.asMaster("TERMINATE"), "terminated")
	h.box.take("")
	const commands = "LIST medici\nHISTORY medici LINES 500"
	before := h.ask("stranger@example.org", commands)
	must(t, before, "Movement results for Spring", "A word in spring.")
	games, err := h.Games(ctx)
	if err != nil || len(games) != 1 {
		t.Fatal(len(games), err)
	}
	if _, err := h.Store.ArchiveGame(ctx, games[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := h.ask("stranger@example.org", commands); got != before {
		t.Errorf("from the archive:\n%s\nwas\n%s", got, before)
	}
	// A command that changes the game brings it back.
	must(t, h.asMaster("RESUME\nBROADCAST\nA word after that.\nENDPRESS"))
	if state, err := h.Store.Archive(ctx); err != nil || state.Games != 0 {
		t.Errorf("%+v, %v", state, err)
	}
	must(t, h.ask("stranger@example.org", commands), "A word in spring.", "A word after that.")
}
