package mail_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestResignation removes a player from a running game in every possible way, and checks the e-mail
// that each person receives. The other players must keep their orders and their deadline, the seat
// must be open, and a new player must have the full time.
func TestResignation(t *testing.T) {
	t.Parallel()
	leaves := func(h *house, g *game.Game, _, who *game.Account) {
		h.Must(h.Lobby.Leave(ctx, g.ID, h.role(g, who)))
	}
	removed := func(h *house, g *game.Game, master, who *game.Account) {
		h.Must(h.Lobby.Eject(ctx, g.ID, h.role(g, master), h.role(g, who).Seat, ""))
	}
	live := func(how *hosting.Hosting) { hosting.FindPace("evening").Keep(how) }
	const resigned, taken = "has resigned: anyone may take over.", "A master has taken"
	for name, x := range map[string]struct {
		how        func(*hosting.Hosting)
		masterless bool
		door       func(h *house, g *game.Game, master, who *game.Account)
		said       string // text in the e-mail to the others and to the player who leaves
		secret     bool   // whether the others are not notified
		erased     bool   // whether the account is erased, so that its owner receives nothing
	}{
		"by the page or the API": {door: leaves, said: resigned},
		"by e-mail": {door: func(h *house, _ *game.Game, _, who *game.Account) {
			must(t, h.ask(who.Email, "SIGNON Icosimo rinascimento1\nRESIGN\nSIGNOFF"), "You have left the game.")
		}, said: resigned},
		"a master removes the player":          {door: removed, said: taken},
		"the account is erased":                {door: func(h *house, _ *game.Game, _, who *game.Account) { h.Must(h.Users.Erase(ctx, who.ID)) }, said: resigned, erased: true},
		"without a master":                     {door: leaves, masterless: true, said: resigned},
		"live":                                 {door: leaves, how: live, said: resigned},
		"live, without a master":               {door: leaves, how: live, masterless: true, said: resigned},
		"live, a master removes the player":    {door: removed, how: live, said: taken},
		"players are hidden":                   {door: leaves, how: func(how *hosting.Hosting) { how.Gunboat = true }, said: resigned},
		"takeovers are not announced":          {door: leaves, how: func(how *hosting.Hosting) { how.Quiet = true }, said: resigned, secret: true},
		"removed, takeovers are not announced": {door: removed, how: func(how *hosting.Hosting) { how.Quiet = true }, said: taken, secret: true},
		"civil disorder at the end of grace":   {door: leaves, how: func(how *hosting.Hosting) { how.NMR = true }, said: resigned},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			g, master, players := h.table("Cosimo", x.masterless, x.how)
			leaver, other := players[0], players[1]
			seat := h.role(g, leaver).Seat
			h.Must(h.allHold(g, h.role(g, other)))
			power := g.Setting.Powers[g.Setting.Seats[seat-1][0]].Name
			before, err := h.Judge.Clock.Plan(ctx, g.ID)
			h.Must(err)
			orders := func() string {
				text, err := h.Orders(ctx, g.ID, h.role(g, other), h.role(g, other).Seat)
				h.Must(err)
				return text
			}
			kept := orders()
			h.post()
			h.box.take("")

			x.door(h, g, master, leaver)
			h.post()
			letters := h.box.take("")
			to := func(a *game.Account) (text string, n int) {
				for _, p := range letters {
					if slices.Contains(p.to, a.Email) && p.as != "auto-replied" {
						text, n = text+p.subject+"\n"+strings.Join(strings.Fields(p.text), " ")+"\n", n+1
					}
				}
				return text, n
			}
			expect := func(who string, a *game.Account, want ...string) {
				t.Helper()
				text, n := to(a)
				if wanted := min(len(want), 1); n != wanted {
					t.Errorf("%s gets %d letters, not %d:\n%s", who, n, wanted, text)
				}
				must(t, text, want...)
				if g.Hosting.Gunboat && a == other {
					never(t, text, leaver.Name)
				}
			}
			if x.erased {
				expect("the erased player", leaver)
			} else {
				expect("who leaves", leaver, "Cosimo: you have left the game", "You no longer play", power, x.said)
			}
			if x.secret {
				expect("another player", other)
			} else {
				expect("another player", other, power, x.said)
			}
			if !x.masterless {
				expect("the master", master, power, x.said)
			}

			after, err := h.Judge.Clock.Plan(ctx, g.ID)
			h.Must(err)
			if !after.Deadline.Equal(before.Deadline) || !after.Grace.Equal(before.Grace) {
				t.Errorf("the deadline was %v, and is %v", before, after)
			}
			if now := orders(); now != kept || kept == "" {
				t.Errorf("the other player's orders were %q, and are %q", kept, now)
			}
			if got := h.VacantSeats(g); !slices.Equal(got, []int{seat}) {
				t.Errorf("vacant: %v", got)
			}

			rosa := h.account("Rosa", "")
			h.Must(h.Lobby.TakeOver(ctx, g.ID, rosa.ID, seat))
			if r := h.role(g, rosa); r.Seat != seat {
				t.Errorf("the seat of the new player: %+v", r)
			}
			after, err = h.Judge.Clock.Plan(ctx, g.ID)
			h.Must(err)
			if after.Deadline.Before(before.Deadline) {
				t.Errorf("the deadline was %v, and is %v for the new player", before.Deadline, after.Deadline)
			}
			if now := orders(); now != kept {
				t.Errorf("with a new player, the other player's orders are %q", now)
			}
			h.post()
			letters = h.box.take("")
			if text, n := to(leaver); n != 0 {
				t.Errorf("who has left gets %s", text)
			}
			if text, n := to(rosa); n != 1 || !strings.Contains(text, power) {
				t.Errorf("the new player gets %d letters: %s", n, text)
			}
			if _, n := to(other); !x.secret && n != 1 {
				t.Errorf("another player gets %d letters about the new player", n)
			}
		})
	}
}

// table returns a running game. It has a master unless masterless is set; in that case its host
// plays.
func (h *house) table(name string, masterless bool, change func(*hosting.Hosting)) (g *game.Game, master *game.Account, players []*game.Account) {
	if !masterless {
		return h.beginning(name, change)
	}
	how := hosting.Default()
	how.Zone = "UTC"
	if change != nil {
		change(&how)
	}
	host := h.account("Ospite", "")
	g, err := h.Lobby.Host(ctx, host.ID, lobby.NewGame{Name: name, Scenario: "B", Variant: "B-8", Plays: true}, how)
	h.Must(err)
	players = append(players, host)
	for _, n := range names[:7] {
		a := h.account(n, "")
		players = append(players, a)
		h.Must(h.Lobby.Join(ctx, g.ID, a.ID, ""))
	}
	g, err = h.Base.Game(ctx, g.ID)
	h.Must(err)
	return g, nil, players
}
