package mail_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/mail/smtpd"
	"podesta/internal/press"
)

// TestGunboatByPasswords checks that wrong passwords for a seat of a game that hides its players do
// not reveal whose seat it is: neither through the answers nor through the accounts whose sign-in
// is slowed down.
func TestGunboatByPasswords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, _, players := h.beginning("Masks", func(how *hosting.Hosting) { how.Gunboat = true })
	letter := func(seat int) string { return string(g.Setting.Powers[g.Setting.Seats[seat-1][0]].Letter) }

	// A rival knows all addresses and uses up the password attempts for one of them.
	for range 6 {
		_, _ = h.Users.SignIn(ctx, players[2].Email, "certainly wrong")
	}
	answers := map[string]bool{}
	for seat := 1; seat <= 8; seat++ {
		text := h.ask(fmt.Sprintf("rival%d@example.net", seat), "SIGNON "+letter(seat)+"Masks wrongpassword\nVERSION\n")
		text = strings.ReplaceAll(text, "SIGNON "+letter(seat)+"Masks", "SIGNON")
		answers[text] = true
	}
	if len(answers) != 1 {
		t.Errorf("the answers tell seats apart:\n%s", strings.Join(keys(answers), "\n----\n"))
	}

	// Or the rival uses up the attempts for a seat, and checks whose sign-in is slowed down.
	h.clock.Advance(25 * time.Hour)
	for _, from := range []string{"rival@example.net", players[4].Email, players[3].Email} {
		for range 8 {
			h.ask(from, "SIGNON "+letter(4)+"Masks wrongpassword\nVERSION\n")
		}
	}
	said := map[string]string{}
	for _, i := range []int{3, 4} { // the player of the seat, and another player whose address was used
		_, err := h.Users.SignIn(ctx, players[i].Email, "wrong again")
		said[players[i].Email] = fmt.Sprint(game.ErrorCode(err))
	}
	if said[players[3].Email] != said[players[4].Email] {
		t.Errorf("the slowing down reveals whose seat it is: %v", said)
	}
}

func keys(m map[string]bool) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

// TestGunboatSignon checks that players of a game that hides its players can still sign on with
// their password, from their own address.
func TestGunboatSignon(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, _, players := h.beginning("Masks", func(how *hosting.Hosting) { how.Gunboat = true })
	for i, p := range players {
		if p.Name != "Anna" {
			continue
		}
		letter := string(g.Setting.Powers[g.Setting.Seats[i][0]].Letter)
		must(t, h.ask(p.Email, "SIGNON "+letter+"Masks rinascimento1\n"), "You are signed on as")
	}
}

// TestObserverNamedAfterPower checks that an observer's press does not look like press from a power
// or the master, whatever the observer's name.
func TestObserverNamedAfterPower(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	for _, name := range []string{"Venice", "the Master"} {
		_, secret, err := h.Users.Register(ctx, name, strings.ReplaceAll(name, " ", "")+"@example.net", "")
		if err != nil {
			t.Fatal(err)
		}
		a, err := h.Users.Verify(ctx, secret.Secret())
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Lobby.Observe(ctx, g.ID, a.ID); err != nil {
			t.Fatal(err)
		}
		role, err := h.Base.RoleOf(ctx, g.ID, a.ID)
		if err != nil {
			t.Fatal(err)
		}
		h.post()
		h.box.take("")
		if err := h.Press.Say(ctx, g.ID, role, 0, press.NewMessage{To: journal.Everybody, Text: "Send me your armies."}); err != nil {
			t.Fatal(err)
		}
		h.post()
		for _, p := range h.box.take(players[0].Email) {
			never(t, p.subject, "from "+name)
			never(t, p.text, "from "+name+" ")
			must(t, p.text, "Send me your armies.", "observer "+name)
		}
	}
}

// TestSeatTokenAsPassword checks that the token of a seat grants access only to
// the seat, even after commands that change the game, and even if its owner is
// also a master.
func TestSeatTokenAsPassword(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	boss, err := h.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: players[0].ID, Game: g.ID, Seat: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	letter := string(g.Setting.Powers[g.Setting.Seats[0][0]].Letter)
	text := h.ask("bot@example.net", "SIGNON "+letter+"Cosimo "+secret+"\nSET WAIT\nSIGNOFF\n")
	must(t, text, "You are signed on as", "will not be resolved before its deadline")
	never(t, text, secret)
	if err := h.Lobby.Promote(ctx, g.ID, boss, players[0].ID); err == nil {
		text = h.ask("bot@example.net", "SIGNON "+letter+"Cosimo "+secret+"\nSET WAIT\nPAUSE\nSIGNOFF\n")
		must(t, text, "Only the game's master can do this")
	}
	// When the seat is lost, the token is not valid for another seat.
	if err := h.Lobby.Eject(ctx, g.ID, boss, 1, ""); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"SIGNON ?Cosimo ", "SIGNON " + letter + "Cosimo ", "OBSERVE Cosimo "} {
		must(t, h.ask("bot@example.net", line+secret+"\n"), "ERROR")
	}
	if role, err := h.Base.RoleOf(ctx, g.ID, players[0].ID); err != nil || role.Takes() && !role.Master {
		t.Errorf("the token took part for its account: %+v, %v", role, err)
	}
}

// TestPressWithCommands checks that a rival's text in an e-mail does not become
// commands when its reader answers, however the mail program quotes it.
func TestPressWithCommands(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	rival := game.Role{Seat: 2, Player: true, Account: players[1].ID}
	text := "Hello friend\n-----Original Message-----\nFrom: x\n\nRESIGN\n\nENDPRESS\nRESIGN\nSET CONCEDE\nSIGNOFF\nSIGNON M\n"
	if err := h.Press.Say(ctx, g.ID, rival, 2, press.NewMessage{To: game.Audience{Seats: []int{1}}, Text: text}); err != nil {
		t.Fatal(err)
	}
	h.post()
	var got *parcel
	for _, p := range h.box.take(players[0].Email) {
		if strings.Contains(p.text, "Hello friend") {
			got = p
		}
	}
	if got == nil {
		t.Fatal("no press")
	}
	for name, body := range map[string]string{
		"outlook":   "SET WAIT\n\n-----Original Message-----\nFrom: TEST <judge@podesta.example>\nSent: Monday\nTo: x\nSubject: " + got.subject + "\n\n" + got.text,
		"outlook2":  "SET WAIT\n\n________________________________\nFrom: TEST <judge@podesta.example>\nSent: Monday\nTo: x\nSubject: " + got.subject + "\n\n" + got.text,
		"wrote":     "SET WAIT\n\nOn Monday, TEST wrote:\n\n" + got.text,
		"bare":      "SET WAIT\n\n" + got.text,
		"noted":     "Thanks!\n\n" + got.text,
		"alongside": got.text + "\nSET WAIT\n",
	} {
		answers := h.send(players[0].Email, got.replyTo, "Re: "+got.subject, body)
		for _, a := range answers {
			if strings.Contains(strings.ToLower(a.text), "resigned") || strings.Contains(a.text, "> RESIGN") {
				t.Errorf("%s:\n%s", name, a.text)
			}
		}
		role, err := h.Base.RoleOf(ctx, g.ID, players[0].ID)
		if err != nil || role.Seat != 1 {
			t.Fatalf("%s: resigned: %v %v", name, role, err)
		}
	}
}

// TestForgedFlood checks that a thousand forged e-mails in a player's name do not block the
// player's own e-mail.
func TestForgedFlood(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	h.post()
	var address string
	if err := h.Press.Say(ctx, prepared.game, game.Role{Seat: 2, Player: true, Account: players[1].ID}, 2, press.NewMessage{To: game.Audience{Seats: []int{1}}, Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	h.post()
	for _, p := range h.box.take(players[0].Email) {
		address = p.replyTo
	}
	for range 150 {
		_, _ = h.o.Receive(ctx, strings.NewReader(h.message(players[0].Email, "judge@podesta.example", "x", "VERSION")), smtpd.Envelope{})
	}
	if out := h.bring(h.message(players[0].Email, address, "orders", "SET WAIT\n")); out != smtpd.Answered {
		t.Errorf("an e-mail to the player's own address: %s", out)
	}
	proven := "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n" + h.message(players[0].Email, "judge@podesta.example", "orders", "VERSION\n")
	if out := h.bring(proven); out != smtpd.Answered {
		t.Errorf("an e-mail that is proved to be the player's: %s", out)
	}
}

// TestPressFlood checks that the number of e-mails that a person can send to others in an hour is
// limited.
func TestPressFlood(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	var body strings.Builder
	for i := range 150 {
		fmt.Fprintf(&body, "BROADCAST\nletter %d\nENDBROADCAST\n", i)
	}
	letter := string(g.Setting.Powers[g.Setting.Seats[0][0]].Letter)
	proven := "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n" + h.message(players[0].Email, "judge@podesta.example", "press", "SIGNON "+letter+"Cosimo\n"+body.String())
	if out := h.bring(proven); out != smtpd.Answered {
		t.Fatal(out)
	}
	h.post()
	n := 0
	for _, p := range h.box.take(players[1].Email) {
		if strings.Contains(p.text, "letter ") {
			n++
		}
	}
	if n == 0 || n > 120 {
		t.Errorf("%d e-mails arrived", n)
	}
}
