package mail_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
)

// TestAlsoKnown checks that an address is added to an account only if the reply of the
// account's owner begins with a plain yes.
func TestAlsoKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, answer string
		joins        bool
		says         string
	}{
		{"yes", "YES\n\n> somebody who writes from\n", true, "Your address is confirmed."},
		{"yes in a sentence", "\nYes, that is me.\nAnna\n", true, "Your address is confirmed."},
		{"confirm", "confirm\nWHOIS\n", true, "Mail goes to: anna@example.org"},
		{"no", "No, I do not know him.\n", false, "begins with no"},
		{"a question", "Who is this?\nYES is what you want?\n", false, "a line that says YES"},
		{"thanks", "Thank you, but that is not me.\n", false, "a line that says YES"},
		{"the letter sent back", "> If so, answer this e-mail and begin with the line\n>\n>     YES\n", false, "a line that says YES"},
		{"nothing", "\n", false, "a line that says YES"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.account("Anna", "")
			h.bring("Authentication-Results: mx.podesta.example; dmarc=pass header.from=example.net\n" +
				h.message("anna@example.net", "judge@podesta.example", "hello", "I AM ALSO anna@example.org\n"))
			h.post()
			var asks *parcel
			for _, p := range h.box.take("") {
				if p.to[0] == "anna@example.org" {
					asks = p
				}
			}
			if asks == nil {
				t.Fatal("the owner of the account is not asked")
			}
			must(t, asks.text, "anna@example.net", "YES")
			must(t, asks.replyTo, "judge+known-")
			answers := h.send("anna@example.org", asks.replyTo, "Re: "+asks.subject, c.answer)
			must(t, answers[0].text, c.says)
			never(t, answers[0].text, "code from the judge's e-mail")
			_, err := h.Users.AccountByEmail(ctx, "anna@example.net")
			if joined := err == nil; joined != c.joins {
				t.Errorf("the address was joined: %v, %v", joined, err)
			}
			if c.joins {
				return
			}
			// A later yes is still accepted.
			h.send("anna@example.org", asks.replyTo, "Re: "+asks.subject, "yes\n")
			if _, err := h.Users.AccountByEmail(ctx, "anna@example.net"); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDeclinedRegistration checks that an address is not registered if its owner answers the e-mail
// with no, and that a later yes is still accepted.
func TestDeclinedRegistration(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	asks := h.send("nadia@example.net", "judge@podesta.example", "hello", "REGISTER\nName: Nadia\nEmail: nadia@example.net\nEND\n")[0]
	answer := h.send("nadia@example.net", asks.replyTo, "Re: "+asks.subject, "No, that was not me\n")[0]
	must(t, answer.text, "begins with no")
	if _, err := h.Users.AccountByEmail(ctx, "nadia@example.net"); game.ErrorCode(err) != game.NotFound {
		t.Errorf("registered all the same: %v", err)
	}
	answer = h.send("nadia@example.net", asks.replyTo, "Re: "+asks.subject, "well, yes\n")[0]
	if !strings.Contains(answer.text, "Welcome, Nadia") {
		t.Error(answer.text)
	}
}
