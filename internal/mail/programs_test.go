package mail_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
)

// TestProgramsByMail checks that a program takes over a power and watches by mail only if the
// master admits programs, that it cannot create games, and that everyone can see that it is a
// program.
func TestProgramsByMail(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	const secret = "quattrocento1"
	for _, a := range []*game.Account{master, players[0]} {
		h.Must(h.Users.SetPassword(ctx, a.ID, secret))
	}
	program := func(name string) *game.Account {
		a := h.Person(name)
		h.Must(h.Users.SetPassword(ctx, a.ID, secret))
		h.Must(h.Users.SetProgram(ctx, a.ID, true, players[0].ID))
		return a
	}
	motor, watcher := program("Motore"), program("Osserva")
	role := h.RoleFor(g, players[1])
	power := g.Setting.Powers[g.Setting.Seats[role.Seat-1][0]]
	asMaster := func(commands string) string {
		t.Helper()
		return h.ask(master.Email, "SIGNON Mcosimo "+secret+"\n"+commands+"\nSIGNOFF")
	}
	asMaster("EJECT " + power.Name)
	takeOver, watch := "SIGNON ?cosimo "+secret+"\nSIGNOFF", "OBSERVE cosimo "+secret+"\nSIGNOFF"
	must(t, h.ask(motor.Email, takeOver), "This game admits people only.", "PROGRAMS")
	must(t, h.ask(watcher.Email, watch), "This game admits people only.")
	must(t, h.ask(motor.Email, "CREATE ?medici "+secret+" A-4\nSIGNOFF"), "they cannot host games")
	must(t, asMaster("SET PROGRAMS"), "Programs: on (was off)")
	h.ask(motor.Email, takeOver)
	h.ask(watcher.Email, watch)
	must(t, asMaster("LIST cosimo"), "Motore (program)")
	must(t, asMaster("PROMOTE Osserva"), "cannot host games or be masters")
	must(t, h.ask(motor.Email, "SIGNON "+string(power.Letter)+"cosimo "+secret+"\nWHOIS\nSIGNOFF"), "Motore (program)", "This is the account of a program. "+players[0].Name+" answers for it.")
	must(t, asMaster("EJECT Osserva"), "Osserva", "has left the game")

	// The person who answers for a program is still notified of the program's actions after its
	// removal.
	var about []string
	for _, p := range h.box.take(players[0].Email) {
		if strings.Contains(p.subject, "Osserva (program)") {
			about = append(about, p.text)
		}
	}
	if len(about) != 2 || !strings.Contains(about[1], "this is about Osserva (program)") || !strings.Contains(about[1], "A master has removed it from the game Cosimo.") {
		t.Errorf("e-mail to the owner: %q", about)
	}
}

// TestProgramOwners gives a program to another person, and checks that each of the two learns it.
func TestProgramOwners(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	program := h.Person("Motore")
	told := func(a *game.Account, want string) {
		t.Helper()
		h.post()
		var all []string
		for _, p := range h.box.take(a.Email) {
			all = append(all, p.text)
		}
		if text := strings.Join(all, "\n"); !strings.Contains(text, want) {
			t.Errorf("%s gets %q, without %q", a.Name, text, want)
		}
	}
	h.Must(h.Users.SetProgram(ctx, program.ID, true, players[0].ID))
	told(players[0], "You now answer for it")
	h.Must(h.Users.SetProgram(ctx, program.ID, true, players[1].ID))
	told(players[0], "You no longer answer for it")
	told(players[1], "You now answer for it")
	h.Must(h.Users.SetProgram(ctx, program.ID, false, ""))
	told(players[1], "You no longer answer for it")
}
