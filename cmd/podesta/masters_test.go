package main

import (
	"strconv"
	"strings"
	"testing"
)

// TestMastersLetters sends the e-mails on the page for masters to a running judge, one after
// the other, and checks that nothing in them is refused.
func TestMastersLetters(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	w := newTown(t, data)
	relay := newSink(t)
	door := data + "/lmtp"
	serveProcess(t, "the judge", append(relay.keys("judge.podesta.example"), "data "+data, "mail.lmtp unix:"+door)...)
	letters := fenced(t, "../../docs/masters.md", "letter")
	if len(letters) != 5 {
		t.Fatalf("%d letters", len(letters))
	}
	// The results of each e-mail, in the order of the page.
	promised := [][]string{
		{"You have created cosimo", "Comment: A slow game for old friends", "House rules: changed", "Moves: at least 71 hours; deadlines fall at 20:00, from Monday to", "Press: messages name their sender, unless the sender prefers not to", "NMR: on", "List: on"},
		{"You are signed on as a master of cosimo", "Variant: ", "The deadline is ", "Sent to everyone."},
		{"You now write as Milan. The player gets a copy.", "WAIT is set"},
		{"Spring 1385, orders: resolved.", "The game is back at the beginning of Spring 1385, orders.", "Corrected:", "Treasury of Venice", "The game is paused.", "The game is resumed."},
		{"The game is terminated."},
	}
	for i, text := range letters {
		id := "letter" + strconv.Itoa(i+1)
		text = strings.ReplaceAll(text, "my-own-password", password) + "\n"
		if err := send(door, w.master.email, "judge@podesta.example", written(w.master.email, id, text)); err != nil {
			t.Fatal(err)
		}
		until(t, "the answer to "+id, func() bool { return relay.answered(w.master.email, id) })
		for _, a := range relay.find(w.master.email, func(a arrival) bool { return strings.Contains(a.head.Get("In-Reply-To"), id+"@") }) {
			if answer := a.plain(t); strings.Contains(answer, "ERROR") || strings.Contains(a.subject, "Error") || strings.Contains(answer, password) {
				t.Errorf("the answer to\n%s\nis\n%s\n%s", text, a.subject, answer)
			}
			for _, want := range promised[i] {
				if !strings.Contains(strings.Join(strings.Fields(a.plain(t)), " "), want) {
					t.Errorf("%q is missing in the answer to\n%s\n%s", want, text, a.plain(t))
				}
			}
		}
		if i == 0 {
			g, err := w.judge.Base.FindGame(t.Context(), "cosimo")
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range w.players {
				if err := w.judge.Lobby.Join(t.Context(), g.ID, p.id, ""); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
