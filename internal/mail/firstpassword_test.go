package mail_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
)

// TestFirstPassword checks that people whose mail provider vouches for them can play without a
// password. A password that they send is set only after a reply to an e-mail to their address.
func TestFirstPassword(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const nina, password = "nina@example.org", "a-white-lily-of-florence"
	const notSet = "does not set your password yet"
	all := h.proven(nina, "REGISTER\nName: Nina\nEmail: "+nina+"\nEND\n")
	if len(all) != 1 {
		t.Fatalf("%d letters", len(all))
	}
	must(t, oneParagraph(all[0].text), "Welcome, Nina: you are registered.", "You need no password as long as your mail provider vouches for you.")
	// If the sender is not verified, nothing is done.
	must(t, oneParagraph(h.ask(nina, "CREATE ?early "+password+" machiavelli")), "No player has this address and this password")
	var links []*parcel
	for _, body := range []string{
		"REGISTER\nName: Nina\nEmail: " + nina + "\nPassword: " + password + "\nEND\n",
		"CREATE ?medici " + password + " machiavelli\n", "SIGNON Mmedici " + password + "\n", "SIGNON Mmedici\nSET PASSWORD " + password + "\n",
	} {
		h.clock.Advance(24 * time.Hour)
		all := h.proven(nina, body)
		link := linkIn(all)
		want := 2
		if strings.HasPrefix(body, "REGISTER") {
			want = 1 // the answer contains the link
		}
		if len(all) != want || link == nil {
			t.Fatalf("%d letters for %q: %s", len(all), body, all[0].text)
		}
		if !strings.HasPrefix(body, "REGISTER") {
			must(t, oneParagraph(all[0].text+all[len(all)-1].text), notSet)
		}
		links = append(links, link)
		if _, err := h.Users.SignIn(ctx, nina, password); err == nil {
			t.Fatalf("%q sets the password", body)
		}
	}
	never(t, links[3].text, password)
	h.clock.Advance(time.Minute)
	must(t, h.answerTo(nina, links[3], "SET PASSWORD "+password+"\n")[0].text, "Your password is changed")
	if _, err := h.Users.SignIn(ctx, nina, password); err != nil {
		t.Fatal(err)
	}
	// From now on the password is valid as usual.
	must(t, h.ask(nina, "SIGNON Mmedici "+password), "as a master of medici")
	must(t, h.proven(nina, "SIGNON Mmedici another-"+password)[0].text, "ERROR: ")
}

// linkIn returns the e-mail that asks the owner of an account to confirm a change, or nil if there
// is none.
func linkIn(all []*parcel) *parcel {
	for _, p := range all {
		if strings.Contains(p.subject, "confirm a change") || strings.Contains(p.subject, "registered already") {
			return p
		}
	}
	return nil
}

// TestProviderStatements checks for which commands a mail provider's statement about the sender is
// not sufficient proof, in each way in which the judge receives it, and which other proofs are
// sufficient.
func TestProviderStatements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		field    string
		verifier fakeVerifier
		env      smtpd.Envelope
	}{
		{"DKIM in front", "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n", fakeVerifier{}, smtpd.Envelope{}},
		{"DMARC in front", "Authentication-Results: mx.podesta.example; dmarc=pass header.from=example.org\n", fakeVerifier{}, smtpd.Envelope{From: "x@example.org"}},
		{"SPF in front", "Authentication-Results: mx.podesta.example; spf=pass smtp.mailfrom=example.org\n", fakeVerifier{}, smtpd.Envelope{From: "x@example.org"}},
		{"DKIM", "", fakeVerifier{dkim: "example.org"}, smtpd.Envelope{From: "x@example.org", Remote: net.IPv4(192, 0, 2, 1)}},
		{"SPF", "", fakeVerifier{spf: "example.org"}, smtpd.Envelope{From: "x@example.org", Remote: net.IPv4(192, 0, 2, 1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.account("Vera", "")
			h.account("Wolf", "quattrocento1")
			master := h.account("Maestro", "quattrocento1")
			keeper := h.account("Oreste", "quattrocento1")
			if err := h.Users.SetOperator(ctx, keeper.ID, true); err != nil {
				t.Fatal(err)
			}
			how := hosting.Default()
			g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-8"}, how)
			if err != nil {
				t.Fatal(err)
			}
			h.post()
			h.box.take("")
			h.o = h.office(mail.Deps{Verifier: c.verifier})
			send := func(from, to, body string) []*parcel {
				t.Helper()
				if _, err := h.o.Receive(ctx, strings.NewReader(c.field+h.message(from, to, "x", body)), c.env); err != nil {
					t.Fatal(err)
				}
				h.post()
				return h.box.take("")
			}
			const vera, wolf, evil = "vera@example.org", "wolf@example.org", "evilpassword99x"
			// the statement is sufficient for WHOIS
			must(t, send(vera, "judge@podesta.example", "WHOIS\n")[0].text, "Mail goes to: "+vera)
			for _, from := range []string{vera, wolf} {
				for _, body := range []string{
					"SIGNON ?cosimo " + evil + "\n", "OBSERVE cosimo " + evil + "\n", "CREATE ?mine " + evil + "\n", "SET PASSWORD " + evil + "\n", "SIGNON ?cosimo\nSET PASSWORD " + evil + "\n",
					"SET ADDRESS mallory@evil.net\n", "SIGNON ?cosimo\nSET ADDRESS mallory@evil.net\n", "REGISTER\nName: Mallory\nEmail: " + from + "\nPassword: " + evil + "\nEND\n",
				} {
					for _, p := range send(from, "judge@podesta.example", body) {
						if p.to[0] != from && !strings.Contains(p.subject, "osimo") {
							t.Errorf("%s, %q: to %s:\n%s", from, body, p.to[0], p.text)
						}
					}
					a, err := h.Users.AccountByEmail(ctx, from)
					if err != nil || a.Email != from || a.Name == "Mallory" {
						t.Errorf("%s, %q: %v %v", from, body, a, err)
					}
					if _, err := h.Users.SignIn(ctx, from, evil); err == nil {
						t.Fatalf("%s, %q: sets the password", from, body)
					}
				}
			}
			// It is not sufficient for commands that cannot be undone, or that only operators may
			// use.
			status := func() game.Status {
				t.Helper()
				g, err := h.Base.Game(ctx, g.ID)
				if err != nil {
					t.Fatal(err)
				}
				return g.Status
			}
			for _, body := range []string{"SIGNON Mcosimo\nTERMINATE\n", "SIGNON Mcosimo\nPROMOTE Vera\n", "SIGNON Mcosimo\nEJECT Vera\n", "SIGNON Mcosimo\nRESIGN\n"} {
				must(t, oneParagraph(send(master.Email, "judge@podesta.example", body)[0].text), "You are signed on as a master", "ERROR: Only your mail provider says that you wrote this")
			}
			for _, body := range []string{"SIGNON @cosimo\nTERMINATE\n", "SIGNON Mcosimo\nTERMINATE\n", "OBSERVE cosimo\nTERMINATE\n"} {
				must(t, send(keeper.Email, "judge@podesta.example", body)[0].text, "ERROR: ")
			}
			if status() != game.Forming {
				t.Fatal(status())
			}
			// A reply address, or the password, is sufficient.
			reply := send(master.Email, "judge@podesta.example", "SIGNON Mcosimo\nSET NO LIST\n")
			var to string
			for _, p := range reply {
				if p.to[0] == master.Email {
					to = p.replyTo
				}
			}
			must(t, send(master.Email, to, "TERMINATE\n")[0].text, "The game is terminated.")
			if status() != game.Terminated {
				t.Error(status())
			}
			if _, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "Lorenzo", Scenario: "B", Variant: "B-8"}, how); err != nil {
				t.Fatal(err)
			}
			h.post()
			h.box.take("")
			var said string
			for _, p := range send(keeper.Email, "judge@podesta.example", "SIGNON @lorenzo quattrocento1\nTERMINATE\n") {
				said += p.text
			}
			must(t, said, "The game is terminated.")
			// Only a reply to an e-mail changes an address.
			h.clock.Advance(24 * time.Hour)
			link := linkIn(send(vera, "judge@podesta.example", "SIGNON Mmine\nSET ADDRESS vera@elsewhere.example\n"))
			if link == nil {
				t.Fatal("no e-mail asks for the address")
			}
			must(t, link.text, "SET ADDRESS vera@elsewhere.example")
			moved := send("x@elsewhere.example", link.replyTo, "SET ADDRESS vera@elsewhere.example\n")
			if len(moved) == 0 {
				t.Fatal("no answer")
			}
			var asked bool
			for _, p := range moved {
				asked = asked || p.to[0] == "vera@elsewhere.example"
			}
			if !asked {
				t.Errorf("the new address gets no e-mail: %v", moved[0].text)
			}
		})
	}
}

// TestRefusedPasswordKeepsCode checks that a refused password does not use up a code: neither a
// code that confirms an address, in a reply address or in a CONFIRM line, nor a code that signs in
// once. The answer says what to do next, and a reply to it is sufficient.
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
		if _, err := h.Users.SignIn(ctx, ann, "a-white-lily-of-florence"); err != nil {
			t.Error(err)
		}
	}
	const good = "SET PASSWORD a-white-lily-of-florence\n"
	t.Run("the answer goes on", func(t *testing.T) {
		h := newHouse(t)
		p := register(h)
		for range 2 {
			answer := refused(h, p.replyTo, "SET PASSWORD ann-secret-1449\nLIST\n")
			must(t, oneParagraph(answer.text), "still valid", "Answer this e-mail with SET PASSWORD", "Not done")
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
