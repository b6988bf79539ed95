package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestQueue lets people wait in the queue, and confirm and decline by e-mail.
func TestQueue(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const password = "three-grey-oxen"
	names := []string{"Anna", "Bice", "Carlo", "Dora", "Elio"}
	work := func() {
		t.Helper()
		for range 3 {
			_, err := h.Queue.WorkQueue(ctx)
			h.Must(err)
		}
		h.post()
	}
	host := h.account("Cosimo", password)
	g, err := h.Lobby.Host(ctx, host.ID, lobby.NewGame{Name: "Other", Scenario: "A", Variant: "A-4"}, func() hosting.Hosting { x := hosting.Default(); x.Muster, x.Listed = true, true; return x }())
	h.Must(err)
	session := "SIGNON ?other " + password + "\n"
	var letters []*parcel // e-mails to the others, which ask them to confirm
	ask := func(from, body string) string {
		t.Helper()
		all := h.send(from, "judge@podesta.example", "orders", body)
		letters = append(letters, all[1:]...)
		return all[0].text
	}
	for _, name := range names[:4] {
		h.account(name, password)
		must(t, ask(strings.ToLower(name)+"@example.org", session), "You have joined Other")
	}
	elio := h.account(names[4], password)
	text := ""
	for _, l := range letters {
		if l.to[0] == "anna@example.org" && strings.Contains(l.subject, "confirm that you are there") {
			text = l.text
		}
	}
	flat := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	must(t, flat(text), "All seats of Other are taken. The game begins when everyone has confirmed that they are there", "CONFIRM", "DECLINE")
	must(t, flat(ask("anna@example.org", session+"CONFIRM")), "You have confirmed. The game begins when everyone has.")
	must(t, flat(ask("anna@example.org", session+"CONFIRM")), "You have confirmed already.")
	must(t, flat(ask("cosimo@example.org", "SIGNON Mother "+password+"\nEXTEND MUSTER 120\nEXTEND MUSTER soon\nSTART")),
		"The time to confirm is extended, and everyone is notified.", `takes a whole number from 1 to 20160, not "soon"`, "3 players have not confirmed yet.")

	// Elio waits for a game of this kind, and receives the seat that Bice declines.
	must(t, flat(ask("dora@example.org", session+"QUEUE PACE usual PLAYERS 4 EDITION njudge-classic RELIABILITY 10%\nQUEUE\nRENEW QUEUE\nLEAVE QUEUE\nLEAVE QUEUE\nQUEUE")),
		"You are in the queue. Your place is 1 of 1", "Closest to beginning: a game for 4 players. Classic judge. Every 3 days.", "Your place in the queue is kept for another 7 days.",
		"You are no longer in the queue.", "You are not in the queue. Join it to wait for any game that fits.")
	must(t, flat(ask("dora@example.org", session+"QUEUE SPEED high\nQUEUE PLAYERS many\nQUEUE RELIABILITY much\nQUEUE EDITION monopoly")),
		"After QUEUE, expected", "PLAYERS takes a whole number from 0 to 8", "RELIABILITY takes a whole number from 0 to 100", "is no edition that the queue offers")
	_, err = h.Queue.Enqueue(ctx, elio.ID, game.Wants{})
	h.Must(err)
	h.clock.Advance(15 * time.Minute)
	work()
	asks := h.box.take("elio@example.org")
	if len(asks) != 1 {
		t.Fatalf("Elio gets %d e-mails", len(asks))
	}
	must(t, asks[0].subject, "are you still there?")
	must(t, flat(asks[0].text), "RENEW QUEUE", "If you have not answered by", "you are taken out of the queue", "QUEUE")
	h.Must(h.Queue.RenewQueue(ctx, elio.ID))
	must(t, flat(ask("bice@example.org", session+"DECLINE")), "Your seat is free for someone else.")
	work()
	must(t, flat(ask("carlo@example.org", session+"CONFIRM")), "You have confirmed. The game begins when everyone has.")
	must(t, flat(ask("dora@example.org", session+"CONFIRM")), "You have confirmed, and the game begins.")
	if now, err := h.Base.Game(ctx, g.ID); err != nil || now.Status != game.Active {
		t.Errorf("the game is %s, %v", now.Status, err)
	}
	if role, err := h.Base.RoleOf(ctx, g.ID, elio.ID); err != nil || role.Seat == 0 {
		t.Errorf("Elio: %+v, %v", role, err)
	}
}
