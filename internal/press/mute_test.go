package press_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/press"
)

// reads returns which of some words a role reads in the messages of a game. It compares all
// ways of reading (the list of messages, the log and the count of unread messages) and fails
// the test if they differ.
func reads(h *judgetest.House, g *game.Game, a *game.Account, words ...string) string {
	h.T.Helper()
	role := h.RoleFor(g, a)
	list, _, err := h.Press.Letters(ctx, g.ID, role, 0, 1000)
	h.Must(err)
	log, err := h.Press.Log(ctx, g.ID, role, 0, 1000)
	h.Must(err)
	var in, out []string
	unread := 0
	for _, w := range words {
		for i := range list {
			if strings.Contains(list[i].Press.Text, w) {
				in = append(in, w)
				if list[i].New && list[i].Talk.Concerns(role) {
					unread++
				}
			}
		}
		for i := range log {
			e, err := h.Press.Entry(ctx, g.ID, log[i].Seq)
			h.Must(err)
			if _, seen, err := h.Press.Censor(ctx, role, e); err != nil || !seen {
				h.T.Errorf("entry %d is in the log, and not seen: %v", e.Seq, err)
			}
			if log[i].Kind == game.PressEntry && strings.Contains(string(log[i].Data), w) {
				out = append(out, w)
			}
		}
	}
	if strings.Join(in, " ") != strings.Join(out, " ") {
		h.T.Errorf("messages %v, log %v", in, out)
	}
	n, err := h.Press.Unread(ctx, g.ID, role)
	h.Must(err)
	if n != unread {
		h.T.Errorf("%d unread, want %d", n, unread)
	}
	return strings.Join(in, " ")
}

// TestMuteSeat checks that the player who mutes a seat no longer sees its messages, that
// everyone else does, and that grey messages, masters and notices cannot be muted.
func TestMuteSeat(t *testing.T) {
	t.Parallel()
	for _, gunboat := range []bool{false, true} {
		h := judgetest.New(t)
		g, master, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Gunboat, x.Press.Grey = gunboat, true })
		anna, bruno, carlo := who[0], who[1], who[2]
		h.Must(h.Lobby.Observe(ctx, g.ID, h.Person("Olga").ID))
		olga := h.RoleFor(g, person(h, "Olga"))
		say := func(r game.Role, m press.NewMessage) {
			t.Helper()
			h.Must(h.Press.Say(ctx, g.ID, r, r.Seat, m))
		}
		a, b := h.RoleFor(g, anna), h.RoleFor(g, bruno)
		say(b, press.NewMessage{To: journal.OnlySeats(a.Seat), Text: "before"})
		h.Must(h.Press.MuteSeat(ctx, g.ID, a, b.Seat, true))
		say(b, press.NewMessage{To: journal.OnlySeats(a.Seat), Text: "alone"})
		say(b, press.NewMessage{To: journal.OnlySeats(a.Seat, h.RoleFor(g, carlo).Seat), Text: "both"})
		say(b, press.NewMessage{To: journal.Everybody, Text: "everyone"})
		say(b, press.NewMessage{To: journal.Everybody, Grey: true, Text: "grey"})
		say(h.RoleFor(g, master), press.NewMessage{To: journal.OnlySeats(a.Seat), Text: "judge"})
		say(olga, press.NewMessage{To: journal.Everybody, Text: "watcher"})
		all := []string{"before", "alone", "both", "everyone", "grey", "judge", "watcher"}
		if got := reads(h, g, anna, all...); got != "grey judge watcher" {
			t.Errorf("gunboat %t: Anna reads %q", gunboat, got)
		}
		if got := reads(h, g, carlo, all...); got != "both everyone grey watcher" {
			t.Errorf("gunboat %t: Carlo reads %q", gunboat, got)
		}
		if got := reads(h, g, master, all...); got != strings.Join(all, " ") {
			t.Errorf("the master reads %q", got)
		}
		h.Must(h.Press.MuteSeat(ctx, g.ID, a, 0, true))
		if got := reads(h, g, anna, all...); got != "grey judge" {
			t.Errorf("with observers muted, Anna reads %q", got)
		}
		if seats, err := h.Press.MutedSeats(ctx, g.ID, a); err != nil || len(seats) != 2 || seats[0] != 0 || seats[1] != b.Seat {
			t.Errorf("muted are %v, %v", seats, err)
		}
		h.Must(h.Press.MuteSeat(ctx, g.ID, a, b.Seat, false))
		h.Must(h.Press.MuteSeat(ctx, g.ID, a, 0, false))
		if got := reads(h, g, anna, all...); got != strings.Join(all, " ") {
			t.Errorf("after all, Anna reads %q", got)
		}
		judgetest.Code(t, h.Press.MuteSeat(ctx, g.ID, a, a.Seat, true), game.Invalid)
		judgetest.Code(t, h.Press.MuteSeat(ctx, g.ID, a, 99, true), game.NotFound)
		judgetest.Code(t, h.Press.MuteSeat(ctx, g.ID, h.RoleFor(g, master), b.Seat, true), game.Forbidden)
		judgetest.Code(t, h.Press.MuteSeat(ctx, g.ID, game.Role{}, b.Seat, true), game.Forbidden)
	}
}

// person returns the account with the given name.
func person(h *judgetest.House, name string) *game.Account {
	h.T.Helper()
	a, err := h.Users.AccountByEmail(ctx, judgetest.Email(name))
	h.Must(err)
	return a
}

// TestMutePerson checks that a person who is muted or blocked in all games is hidden where
// names are known, but not in a game whose players are hidden, because their silence would
// reveal their seat. Once the players are revealed, the person is hidden there, too. Messages
// of a blocked master are still shown.
func TestMutePerson(t *testing.T) {
	t.Parallel()
	for _, block := range []bool{false, true} {
		h := judgetest.New(t)
		open, master, who := h.Playing("Open", nil)
		hidden, _, others := h.Playing("Hidden", func(x *hosting.Hosting) { x.Gunboat, x.Reveal = true, true })
		say := func(g *game.Game, from, to *game.Account, text string) {
			t.Helper()
			r := h.RoleFor(g, from)
			h.Must(h.Press.Say(ctx, g.ID, r, r.Seat, press.NewMessage{To: journal.OnlySeats(h.RoleFor(g, to).Seat), Text: text}))
		}
		say(open, who[1], who[0], "first")
		h.Must(h.Safety.MutePerson(ctx, who[0].ID, who[1].Name, block))
		h.Must(h.Safety.MutePerson(ctx, who[0].ID, master.Name, block))
		h.Must(h.Safety.MutePerson(ctx, others[0].ID, others[1].Name, block))
		say(open, who[1], who[0], "second")
		say(open, master, who[0], "judge")
		say(open, who[2], who[0], "third")
		say(open, who[0], who[1], "back")
		say(hidden, others[1], others[0], "masked")
		if got := reads(h, open, who[0], "first", "second", "judge", "third", "back"); got != "judge third back" {
			t.Errorf("block %t: Anna reads %q", block, got)
		}
		if got := reads(h, open, who[1], "first", "second", "back"); got != "first second back" {
			t.Errorf("block %t: Bruno reads %q", block, got)
		}
		if got := reads(h, hidden, others[0], "masked"); got != "masked" {
			t.Errorf("block %t: a hidden player's message is hidden: %q", block, got)
		}
		for _, a := range others {
			r := h.RoleFor(hidden, a)
			h.Must(h.Judge.Clock.Vote(ctx, hidden.ID, r, r.Seat, game.Ballot{Draw: true}))
		}
		if !h.Reload(hidden).Finished {
			t.Fatal("the game goes on")
		}
		if got := reads(h, hidden, others[0], "masked"); got != "" {
			t.Errorf("block %t: after the players were revealed, still %q", block, got)
		}
		h.Must(h.Safety.UnmutePerson(ctx, who[0].ID, who[1].Name))
		if got := reads(h, open, who[0], "first", "second", "judge", "third"); got != "first second judge third" {
			t.Errorf("block %t: after all, Anna reads %q", block, got)
		}
		judgetest.Code(t, h.Safety.UnmutePerson(ctx, who[0].ID, who[1].Name), game.NotFound)
	}
}

// TestMuteFollowsPerson checks that a mute in all games ends for a seat when another person
// takes it over, while earlier messages of the muted person stay hidden.
func TestMuteFollowsPerson(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Cosimo", nil)
	anna, bruno, late := who[0], who[1], h.Person("Late")
	h.Must(h.Safety.MutePerson(ctx, anna.ID, bruno.Name, false))
	seat := h.RoleFor(g, bruno).Seat
	to := journal.OnlySeats(h.RoleFor(g, anna).Seat)
	h.Must(h.Press.Say(ctx, g.ID, h.RoleFor(g, bruno), seat, press.NewMessage{To: to, Text: "old"}))
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, bruno)))
	h.Must(h.Lobby.TakeOver(ctx, g.ID, late.ID, seat))
	h.Must(h.Press.Say(ctx, g.ID, h.RoleFor(g, late), seat, press.NewMessage{To: to, Text: "new"}))
	if got := reads(h, g, anna, "old", "new"); got != "new" {
		t.Errorf("Anna reads %q", got)
	}
}
