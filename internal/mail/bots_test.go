package mail_test

import "testing"

// TestBotsByMail checks that a master can allow computer players by mail, assign one to a vacant
// seat, and remove it again.
func TestBotsByMail(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	if err := h.Users.SetPassword(ctx, master.ID, "quattrocento1"); err != nil {
		t.Fatal(err)
	}
	role, err := h.Base.RoleOf(ctx, g.ID, players[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	power := g.Setting.Powers[g.Setting.Seats[role.Seat-1][0]].Name
	ask := func(commands, answer string) {
		t.Helper()
		must(t, h.ask(master.Email, "SIGNON Mcosimo quattrocento1\n"+commands+"\nSIGNOFF"), answer)
	}
	must(t, h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nBOT "+power+"\nSIGNOFF"), "Only the game's master can do this.")
	ask("EJECT "+power+"\nBOT "+power, "This game has no computer players.")
	ask("SET BOTS\nBOT "+power+" genius", `bot is one of principe, hard`)
	ask("BOT "+power, "is held by a computer player now")
	ask("LIST cosimo", "Hard (computer)")
	ask("NO BOT "+power, "No computer player holds "+power)
	ask("BOT "+power+" random\nFORCE BEGIN BOTS", "has begun already")
	ask("LIST cosimo", "Random (computer)")
}
