package mail_test

import (
	"strings"
	"testing"
)

// TestFirstPassword checks that people whose mail provider vouches for them are
// registered without a password. The password in their first SIGNON or CREATE
// becomes theirs, if it is good enough, and is valid in e-mail for which no one
// vouches.
func TestFirstPassword(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const nina, password = "nina@example.org", "a-white-lily-of-florence"
	answer := func(body string) string {
		t.Helper()
		all := h.proven(nina, body)
		if len(all) != 1 {
			t.Fatalf("%d letters for %q", len(all), body)
		}
		return oneParagraph(all[0].text)
	}
	must(t, answer("REGISTER\nName: Nina\nEmail: "+nina+"\nEND\n"), "Welcome, Nina: you are registered.", "The password that you write behind your first SIGNON or CREATE will be yours.")
	// Without proof of the sender, no password is set.
	must(t, oneParagraph(h.ask(nina, "CREATE ?early "+password+" machiavelli")), "No player has this address and this password")
	short := answer("CREATE ?early lily machiavelli")
	must(t, short, "ERROR: ", "12 characters")
	never(t, short, "Your password is set")
	must(t, answer("CREATE ?medici "+password+" machiavelli"), "You have created medici", "Your password is set.")
	must(t, h.ask(nina, "SIGNON Mmedici "+password), "as a master of medici")
	// From now on it is a password like any other.
	must(t, answer("SIGNON Mmedici another-"+password), "ERROR: ")
	if _, err := h.SignIn(ctx, nina, password); err != nil {
		t.Error(err)
	}
	// The password is confirmed even if its line is refused.
	const otto = "otto@example.org"
	h.proven(otto, "REGISTER\nName: Otto\nEmail: "+otto+"\nEND\n")
	all := h.proven(otto, "SIGNON Mmedici a-red-lily-of-florence\n")
	if len(all) != 1 {
		t.Fatalf("%d letters", len(all))
	}
	must(t, oneParagraph(all[0].text), "ERROR: ", "Your password is set.")
}

// TestRefusedPasswordKeepsCode checks that a password that is refused uses up no
// code: neither the one that confirms an address, in the address or in a line
// CONFIRM, nor the one that signs in once. The answer says how to go on, and
// answering it is enough.
func TestRefusedPasswordKeepsCode(t *testing.T) {
	t.Parallel()
	const ann = "ann@example.org"
	register := func(h *house) *parcel {
		t.Helper()
		for _, p := range h.send(ann, "judge@podesta.example", "x", "REGISTER\nName: Ann Tester\nEmail: "+ann+"\nEND\n") {
			if strings.Contains(p.replyTo, "+") {
				return p
			}
		}
		t.Fatal("no e-mail confirms the address")
		return nil
	}
	refused := func(h *house, to, body string) *parcel {
		t.Helper()
		all := h.send(ann, to, "Re: confirm", body)
		if len(all) != 1 {
			t.Fatalf("%d answers", len(all))
		}
		must(t, oneParagraph(all[0].text), "ERROR: ")
		never(t, all[0].text, "Your address is confirmed", "ann-secret-1449")
		return all[0]
	}
	accepted := func(h *house, to, body string) {
		t.Helper()
		text := ""
		for _, p := range h.send(ann, to, "Re: confirm", body) {
			text += oneParagraph(p.text) + "\n"
		}
		must(t, text, "password is changed")
		never(t, text, "ERROR")
		if _, err := h.SignIn(ctx, ann, "a-white-lily-of-florence"); err != nil {
			t.Error(err)
		}
	}
	const good = "SET PASSWORD a-white-lily-of-florence\n"
	t.Run("the answer goes on", func(t *testing.T) {
		h := newHouse(t)
		p := register(h)
		for range 2 {
			answer := refused(h, p.replyTo, "SET PASSWORD ann-secret-1449\nLIST\n")
			must(t, oneParagraph(answer.text), "still valid", "Answer this e-mail with SET PASSWORD", "Not carried out")
			p = answer
		}
		accepted(h, p.replyTo, good)
	})
	t.Run("the first e-mail still works", func(t *testing.T) {
		h := newHouse(t)
		p := register(h)
		refused(h, p.replyTo, "SET PASSWORD ann-secret-1449\n")
		accepted(h, p.replyTo, good)
	})
	t.Run("a line with the code", func(t *testing.T) {
		h := newHouse(t)
		p := register(h)
		_, code, _ := strings.Cut(p.replyTo, "-")
		code, _, _ = strings.Cut(code, "@")
		answer := refused(h, "judge@podesta.example", "CONFIRM "+code+"\nSET PASSWORD ann-secret-1449\n")
		must(t, oneParagraph(answer.text), "The code was not used")
		accepted(h, "judge@podesta.example", "CONFIRM "+code+"\n"+good)
	})
	t.Run("registered already", func(t *testing.T) {
		h := newHouse(t)
		accepted(h, register(h).replyTo, good)
		p := register(h)
		must(t, p.replyTo, "login-")
		answer := refused(h, p.replyTo, "SET PASSWORD ann-secret-1449\n")
		accepted(h, answer.replyTo, good)
	})
}
