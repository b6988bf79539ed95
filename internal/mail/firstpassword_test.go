package mail_test

import "testing"

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
