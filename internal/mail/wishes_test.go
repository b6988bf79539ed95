package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
)

// TestWishesForEMails checks that players who do not want certain e-mail receive the rest, in
// the form that they prefer.
func TestWishesForEMails(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	if err := h.Users.SetPassword(ctx, master.ID, "quattrocento1"); err != nil {
		t.Fatal(err)
	}
	h.post()
	text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nSET NO REMINDERS\nSET PLAIN LETTERS\nWHOIS\nSIGNOFF")
	must(t, text, "except reminders before deadlines, as plain text", "E-mail: You get all e-mail")
	text = h.ask(master.Email, "SIGNON Mcosimo quattrocento1\nSET NO BROADCAST, NO IDLE NOTICES\nSIGNOFF")
	must(t, strings.Join(strings.Fields(text), " "), "except notices that a game is still waiting and broadcasts in games in which you do not play, with pictures and appointments.")
	h.box.take("")

	h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nBROADCAST\nhear me\nENDBROADCAST\nPRESS TO M\nand you\nENDPRESS\nSIGNOFF")
	for _, p := range h.box.take("") {
		if p.to[0] == master.Email {
			never(t, p.text, "hear me")
			must(t, p.text, "and you")
		}
	}
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for now := h.clock.Now(); now.Before(plan.Deadline.Add(-time.Hour)); now = h.clock.Now() {
		h.clock.Advance(min(time.Hour, plan.Deadline.Add(-time.Hour).Sub(now)))
		if err := h.Judge.Clock.TrustClock(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Judge.Clock.Work(ctx); err != nil {
			t.Fatal(err)
		}
	}
	h.post()
	reminded := map[string]bool{}
	for _, p := range h.box.take("") {
		if strings.Contains(p.subject, "your orders are due") {
			reminded[p.to[0]] = true
		}
	}
	if reminded[players[0].Email] || !reminded[players[1].Email] {
		t.Errorf("reminded: %v", reminded)
	}
	h.processed(g, master)
	for _, p := range h.box.take("") {
		if !strings.Contains(p.subject, " results") {
			continue
		}
		plain := p.html == "" && p.png == nil && p.cal == ""
		if plain != (p.to[0] == players[0].Email) {
			t.Errorf("the e-mail to %s: HTML %d, map %d, calendar %d bytes", p.to[0], len(p.html), len(p.png), len(p.cal))
		}
	}
}

// TestDeclines checks which e-mail a setting stops, and which is sent anyway.
func TestDeclines(t *testing.T) {
	t.Parallel()
	all := account.Wishes{NoReminders: true, NoWaiting: true, NoBroadcasts: true}
	player, master := game.Role{Player: true, Seat: 1}, game.Role{Master: true}
	note := func(topic string) game.Entry {
		return game.Entry{Kind: game.NoticeEntry, Audience: journal.Everybody, Data: []byte(`{"topic":"` + topic + `"}`)}
	}
	press := game.Entry{Kind: game.PressEntry, Audience: journal.Everybody, Data: []byte(`{}`)}
	for _, c := range []struct {
		who  game.Role
		e    game.Entry
		want bool
	}{
		{player, note("reminder"), true},
		{player, note("late"), false},
		{player, note("starting"), false},
		{player, note("forming"), true},
		{master, note("manual"), true},
		{player, note("replacement"), true},
		{player, note("still-paused"), true},
		{player, press, false},
		{master, press, true},
		{master, game.Entry{Kind: game.PressEntry, Data: []byte(`{}`)}, false},
		{master, game.Entry{Kind: game.ResultEntry, Audience: journal.Everybody, Data: []byte(`{}`)}, false},
	} {
		if got := all.Declines(c.who, &c.e); got != c.want {
			t.Errorf("%+v, %s %s: %t", c.who, c.e.Kind, c.e.Data, got)
		}
		if (account.Wishes{}).Declines(c.who, &c.e) {
			t.Errorf("%s %s is withheld from a player who wants all", c.e.Kind, c.e.Data)
		}
	}
}
