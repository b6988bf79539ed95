package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// four holds the names of the players in a game of four.
var four = []string{"Bice", "Carla", "Dora", "Elda"}

// TestPagesOfTournaments checks the pages of a tournament in all its states, as an
// organiser, a player and a visitor see them, and the sheet of its tables.
func TestPagesOfTournaments(t *testing.T) {
	h := open(t)
	host, player, visitor := newPerson(t, h, "Lorenzo", wide), newPerson(t, h, "Ada", wide), newPerson(t, h, "visitor", wide)
	host.signsUp(h)
	player.signsUp(h)
	visitor.lookAt("tournaments-none", "/tournaments")
	at := host.submits("/tournaments/new", "/tournaments/new", "name", "The Cup of the Two Seas", "game", "other", "choice", "A/A-4", "preset", "battleline-1978-basic",
		"scoring", "squares", "pace", "daily", "best", "2", "about", "Three rounds in spring, and a top board for the best four.\n\nWrite to Lorenzo if you are late.")
	host.lookAt("tournament-new", "/tournaments/new", "tournament-draft", at)
	do := func(what string) { host.sends(at, "do", what, "sure", "1") }
	do("announce")
	player.lookAt("tournament-open", at)
	members := crowd(t, h, append(four, "Fina", "Gemma", "Hilda", "A player whose name is as long as can be")...)
	for _, m := range members[:len(members)-1] {
		m.sends(at, "do", "enter")
	}
	members[len(members)-1].sends(at, "do", "reserve")
	player.sends(at, "do", "enter")
	for round := 1; round <= 2; round++ {
		now := time.Now().UTC()
		host.sends(at, "do", "call", "confirm", now.Add(24*time.Hour).Format("2006-01-02T15:04"), "starts", now.Add(48*time.Hour).Format("2006-01-02T15:04"))
		if round == 1 {
			player.lookAt("tournament-called", at)
			host.visit(at)
			host.fair("organising a round")
			host.shot("tournament-organise-wide")
		}
		player.sends(at, "do", "come")
		for _, m := range members {
			m.sends(at, "do", "come")
		}
		do("seed")
		if round == 1 {
			player.lookAt("tournament-seeded", at)
			seatingSheet(host, player, at)
		}
		do("start")
		if round == 1 {
			player.lookAt("tournament-playing", at, "tournament-inbox", "/inbox")
		}
		host.visit(at)
		host.turns(func() { host.click("labelled('End the round now')") })
		host.reads("Nobody can resume")
		host.fair("the question before the end of a round")
		host.turns(func() { host.click("labelled('End the round', 'button')") })
		await(t, "the results of the round", func() bool {
			host.visit(at)
			return ask[bool](host, "document.querySelectorAll('#round-"+fmt.Sprint(round)+" ~ .tables').length > 0 && /Round "+fmt.Sprint(round)+"\\s+over/.test(document.body.innerText)")
		})
	}
	player.lookAt("tournament-results", at)
	host.look(candle)
	host.visit(at)
	host.fair("organising on a phone")
	host.shot("tournament-organise-phone-dark")
	host.look(wide)
	do("end")
	visitor.lookAt("tournament-over", at, "tournaments", "/tournaments")
	host.lookAt("tournament-settings-refused", at+"/settings")
}

// TestPagesOfTheQueue waits in the queue, and checks what people see until a game begins: their
// place in the queue, and the muster as a player and as a master.
func TestPagesOfTheQueue(t *testing.T) {
	h := open(t)
	p, master := newPerson(t, h, "Ada", wide), newPerson(t, h, "Lorenzo", wide)
	p.signsUp(h)
	master.signsUp(h)
	p.lookAt("queue-begin", "/queue")
	p.submits("/queue", "/queue", "do", "join")
	p.lookAt("queue-waiting", "/queue", "queue-home", "/")
	members := crowd(t, h, four...)
	game := master.hosts("The League of Lodi", "muster", "1")
	for _, m := range members[:3] {
		m.sends(game + "/join")
	}
	p.sends("/queue", "do", "leave")
	p.sends(game + "/join")
	members[0].sends(game + "/confirm")
	p.lookAt("muster", game, "muster-inbox", "/inbox")
	master.lookAt("muster-master", game+"/master")
	p.sends(game + "/confirm")
	p.lookAt("muster-confirmed", game)
}

// TestPagesOfInvitations checks invitations by name and by link, what others see of
// them, and the pages of friends and of games to follow.
func TestPagesOfInvitations(t *testing.T) {
	h := open(t)
	master, guest, visitor := newPerson(t, h, "Lorenzo", wide), newPerson(t, h, "Ada", wide), newPerson(t, h, "visitor", wide)
	master.signsUp(h)
	guest.signsUp(h)
	members := crowd(t, h, four...)
	game := master.hosts("The Peace of Lodi", "listed", "1", "comment", "A calm game for people who have a family.")
	for _, name := range []string{"Ada", "Bice", "Carla"} {
		master.sends(game+"/invite", "name", name)
	}
	members[1].sends(game + "/decline")
	master.sends(game+"/link", "uses", "3", "days", "7")
	master.sends(game + "/link")
	master.lookAt("invites", game+"/invite")
	for _, s := range []struct {
		name string
		screen
	}{{"wide", wide}, {"phone", phone}} {
		master.look(s.screen)
		master.visit(game + "/invite")
		master.click("labelled('QR code')")
		master.fair("a QR code, " + s.name)
		master.shot("invites-qr-" + s.name)
	}
	master.look(wide)
	link := strings.TrimPrefix(ask[string](master, "document.querySelector('input[aria-label=\"The link\"]').value"), h.url)
	visitor.lookAt("invitation", link)
	guest.lookAt("invitation-guest", link, "invited", game, "invited-inbox", "/inbox")

	for i, m := range members[:3] {
		m.sends("/friends", "do", "ask", "name", "Ada")
		if i > 0 {
			guest.sends("/friends", "do", "ask", "name", m.name)
		}
	}
	guest.sends("/friends", "do", "ask", "name", "Elda")
	guest.sends(game+"/follow", "notices", "1")
	guest.lookAt("friends", "/friends", "share", game+"/share", "followed-home", "/")
	visitor.lookAt("games-filtered", "/games?status=forming&edition=battleline-1978-basic")
}

// TestPagesOfTheEnd checks the pages of a game that is over: the game itself, comments, the
// rematch, and what profiles say about it.
func TestPagesOfTheEnd(t *testing.T) {
	h := open(t)
	master, visitor, player := newPerson(t, h, "Lorenzo", wide), newPerson(t, h, "visitor", wide), newPerson(t, h, "Ada", wide)
	master.signsUp(h)
	player.signsUp(h)
	members := crowd(t, h, four[:3]...)
	game := master.hosts("The Peace of Lodi", "listed", "1")
	player.sends(game + "/join")
	for _, m := range members {
		m.sends(game + "/join")
	}
	for range 3 {
		player.visit(game)
		from := player.revision()
		master.visit(game)
		master.sends(game+"/carryout", "revision", from)
		player.visit(game)
		player.sees("document.body.dataset.revision !== " + quote(from))
	}
	player.sends(game+"/vote", "vote", "draw")
	for _, m := range members {
		m.sends(game+"/vote", "vote", "draw")
	}
	members[0].sends(game+"/comment", "phase", "1", "text", "I wanted Pavia, and so did everyone else.\nIn the end nobody had it.")
	members[1].sends(game+"/comment", "phase", "2", "text", "This was the moment.")
	player.sends(game+"/comment", "phase", "1", "text", "I should have supported Lucca.")
	members[2].sends(game + "/openletters")
	visitor.lookAt("end", game+"/end", "end-phase", game+"/p/1", "end-board", game, "profile-statistics", "/u/Ada", "end-share", game+"/share", "embed", game+"/embed", "analysis", game+"/analysis")
	player.lookAt("end-player", game+"/end", "end-phase-player", game+"/p/1", "end-board-player", game, "analysis-player", game+"/analysis")
	next := strings.TrimSuffix(player.sends(game+"/rematch"), "/invite")
	player.lookAt("rematch", next, "rematch-proposed", game+"/end")
	master.lookAt("end-master", game+"/end")
}

// TestPagesOfOtherDoors signs in through an identity provider, connects a chat, and checks the
// pages on the way.
func TestPagesOfOtherDoors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "identity.toml")
	if err := os.WriteFile(file, []byte(newClub(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	bot := newTelegram(t)
	h := openAs(t, setup{
		args: []string{"-identity.file", file, "-telegram.api", bot.URL},
		env:  []string{"PODESTA_TELEGRAM_TOKEN=1:token", "PODESTA_IDENTITY_SECRET=open"},
	})
	p := newPerson(t, h, "Ada Lovelace", wide)
	p.lookAt("signin-with", "/signin", "register-with", "/register")
	p.visit("/signin")
	p.turns(func() { p.click("labelled('Sign in with The Chess Club')") })
	p.reads("Choose an account")
	p.lookAt("identity-choose", "/signin/with")
	p.visit("/signin/with")
	p.turns(func() { p.click("labelled('Create the account')") })
	p.reads("Welcome")
	p.visit("/me#notices")
	p.turns(func() { p.click("labelled('Connect Telegram')") })
	p.fair("connecting a chat")
	ask[bool](p, "(document.querySelector('#chats').scrollIntoView(), true)")
	p.shot("chat-code")
	bot.writes(ask[string](p, "document.querySelector('[aria-label=\"What to write\"]').value"))
	bot.answers(t, "Ada Lovelace")
	p.lookAt("me-connected", "/me")
	for _, s := range []struct {
		name string
		screen
	}{{"wide", wide}, {"phone", phone}} {
		p.look(s.screen)
		for _, part := range []string{"connected", "notices", "chats"} {
			p.visit("/me#" + part)
			p.shot("me-" + part + "-" + s.name)
		}
	}
	p.look(wide)
	p.lookAt("me-data", "/me/safety", "privacy-connected", "/privacy")
}
