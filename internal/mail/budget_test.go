package mail_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAutomaticAnswers has mailboxes reply to every answer of the judge without the header fields
// that mark automatic e-mail. The exchange must end soon, and people must still be answered.
func TestAutomaticAnswers(t *testing.T) {
	t.Parallel()
	const robot = "ticket@example.org"
	for what, c := range map[string]struct {
		answer func(to *parcel) string
		most   int
	}{
		"a holiday notice": {func(*parcel) string { return "I am away until Monday." }, 3},
		"a quotation":      {func(to *parcel) string { return "> " + strings.ReplaceAll(to.text, "\n", "\n> ") }, 3},
		"the same text":    {func(to *parcel) string { return to.text }, 12},
		"a command":        {func(*parcel) string { return "HELP" }, 12},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			answered := 0
			for n, last := 0, (&parcel{text: "Hello."}); n < 40 && last != nil; n++ {
				got := h.send(robot, "judge@podesta.example", fmt.Sprint("Ticket ", n), c.answer(last))
				last = nil
				if len(got) > 0 {
					answered, last = answered+1, got[0]
				}
			}
			if answered == 0 || answered > c.most {
				t.Errorf("%d e-mails were answered", answered)
			}
			if text := h.ask("anna@example.org", "HELP"); text == "" {
				t.Error("a person is not answered")
			}
			h.clock.Advance(time.Hour)
			if len(h.send(robot, "judge@podesta.example", "later", "HELP")) == 0 {
				t.Error("an hour later nothing is answered")
			}
		})
	}
}
