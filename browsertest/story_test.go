package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestNewPlayer plays the first weeks of a new player with a phone: the app, the queue, the
// muster, notifications, orders in a tunnel, messages, a block, the end of the game with its
// film, and the rematch. Signing out leaves nothing behind. The other players have no browser
// windows.
func TestNewPlayer(t *testing.T) {
	service := newPushService(t)
	x, h := dig(t, setup{})
	p := newNotified(t, h, "Nives", phone)
	service.serves(p)
	p.registers(h)
	p.canInstall()
	p.visit("/me#notices")
	p.push("labelled('Notify me in this browser')")
	p.sees("document.querySelector('[data-push-off]')")

	// The queue creates a game as soon as there are four people, who confirm their presence.
	p.visit("/")
	p.chooses("#anypace", "evening")
	p.turns(func() { p.push("labelled('Find a game for me', 'button')") })
	p.reads("Place 1 of 1")
	p.shot("story-queue")
	others := crowd(t, h, "Bice", "Carla", "Dora")
	pest, friend := others[0], others[1]
	for _, m := range others {
		m.sends("/queue", "do", "join", "list", "pace", "pace", "evening", "list", "edition", "edition", "battleline-1978-basic", "least", "4", "most", "4")
	}
	service.tells(p, ` begins"`)
	p.visit("/inbox")
	p.turns(func() { p.push("labelled('confirm that you are here')") })
	game := ask[string](p, "location.pathname")
	p.shot("story-muster")
	p.turns(func() { p.push("labelled('I am here')") })
	p.reads("You have confirmed")
	for _, m := range others {
		m.sends(game + "/confirm")
	}
	p.visit(game)
	tab := p.table()
	p.worker()

	// The first phase has orders, and a notification of its results.
	hd := tab.hand()
	unit, hold := hd.first(0)
	p.gives(unit, hold)
	p.readyBy(p.push)
	from := p.revision()
	for _, m := range others {
		m.ready(game)
	}
	p.moves(from)
	service.tells(p, ` resolved"`)
	tab = p.table()
	p.shot("story-resolved")

	// Orders written in a tunnel are sent afterwards, if the phase is still the same.
	p.present(p.push)
	hd = tab.hand()
	_, hold = hd.first(0)
	x.enter(p, true)
	p.visit(game)
	p.board()
	p.reads("You are offline.")
	p.visit("/games")
	p.reads("The judge cannot be reached")
	p.sees("document.querySelector('[data-kept] a') && shown(document.querySelector('[data-kept] a'))")
	p.shot("story-offline")
	p.turns(func() { p.click("deep('[data-kept] a')") })
	p.board()
	p.writes(hd.box(), hold.Text)
	p.reads("No connection")
	x.enter(p, false)
	p.sees(savedState)
	p.visit(game)
	p.board()
	p.holds(tab.hand(), hold.Text)
	p.readyBy(p.push)
	_, second := hd.first(1)
	late := p.revision()
	x.enter(p, true)
	p.writes(hd.box(), second.Text)
	p.reads("No connection")
	x.dark.Store(false) // the others have a connection again
	for _, m := range others {
		m.ready(game)
	}
	service.tells(p, ` resolved"`)
	x.enter(p, false)
	p.sees("document.querySelector('#save-state').innerText.includes('not accepted') || document.querySelector('#unsent') || " + moved)
	p.visit(game)
	tab = p.table()
	if p.revision() == late {
		t.Error("the phase has not been resolved")
	}
	p.sees("document.querySelector('#unsent textarea').value.trim() === " + quote(second.Text))
	if lines := p.written(); slices.Contains(lines, second.Text) {
		t.Errorf("the next phase has the orders %q", lines)
	}
	p.shot("story-unsent")
	p.forgets() // the console reports requests that broke off

	// Next come messages, and a block.
	powers := map[*member]string{}
	for _, m := range others {
		powers[m] = m.plays(game)
	}
	p.writesTo(game, powers[friend], "Shall we share Lucca?")
	friend.writesTo(game, p.power(tab), "With pleasure, and nobody else shall have it.")
	pest.writesTo(game, p.power(tab), "You play like a goat.")
	service.tells(p, "You play like a goat.")
	p.visit(game + "/letters")
	p.reads("You play like a goat.")
	p.push("labelled(" + quote(powers[friend]) + ", '.talks a')")
	p.reads("With pleasure, and nobody else shall have it.")
	p.visit("/u/Bice")
	p.turns(func() { p.push("labelled('Block')") })
	p.reads("blocked")
	p.visit(game + "/letters")
	p.reads("With pleasure")
	if ask[bool](p, "document.body.innerText.includes('like a goat')") {
		t.Error("the message of a blocked person is shown")
	}
	p.shot("story-blocked")

	// Then come the end, and the film to share.
	p.visit(game + "/seat")
	p.turns(func() { p.push("labelled('For a draw of all remaining players')") })
	for _, m := range others {
		m.sends(game+"/vote", "vote", "draw")
	}
	p.visit(game)
	p.board() // when the script starts, the results open and move the button
	p.turns(func() { p.push("labelled('Places, film and charts')") })
	p.sees("labelled('A short film')")
	film := promised[[]any](p, "fetch(labelled('A short film').href).then(async r => [r.status, r.headers.get('Content-Type'), (await r.arrayBuffer()).byteLength])")
	if size, _ := film[2].(float64); fmt.Sprint(film[:2]) != "[200 image/gif]" || size < 10_000 {
		t.Errorf("the film is %v", film)
	}
	p.fair("the end of a game on a phone")
	p.shot("story-end")

	// The rematch leaves out the blocked player.
	p.turns(func() { p.push("labelled('Propose a rematch')") })
	next := strings.TrimSuffix(ask[string](p, "location.pathname"), "/invite")
	p.shot("story-rematch")
	for _, m := range others[1:] {
		m.sends(next + "/accept")
	}
	if status := pest.refused(next + "/join"); status != http.StatusForbidden {
		t.Errorf("a blocked person who joins gets %d", status)
	}
	newcomer := crowd(t, h, "Elda")[0]
	newcomer.sends(next + "/join")
	others[0] = newcomer
	p.visit(next)
	if ask[bool](p, "!!labelled('I am here')") {
		p.turns(func() { p.push("labelled('I am here')") })
		for _, m := range others {
			m.sends(next + "/confirm")
		}
		p.visit(next)
	}
	tab = p.table()
	_, hold = tab.hand().first(0)
	p.writes(tab.hand().box(), hold.Text)
	p.sees(savedState)
	p.readyBy(p.push)
	from = p.revision()
	for _, m := range others {
		m.ready(next)
	}
	p.moves(from)
	p.board()
	p.shot("story-again")
	p.quiet()

	// Signing out leaves nothing behind.
	p.keeps("location.pathname", true)
	p.visit("/me")
	p.turns(func() { p.push("labelled('Sign out', 'header button')") })
	p.reads("Sign in")
	p.keeps(quote(next), false)
	x.enter(p, true)
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("location.assign("+quote(next)+"), true")); err != nil {
		t.Fatal(err)
	}
	p.sees("!document.querySelector('[data-table]') && !document.body.innerText.includes('Nives')")
	x.enter(p, false)
	p.forgets()
}

// canInstall checks that the browser offers to install the pages as an app.
func (p *person) canInstall() {
	p.t.Helper()
	p.sees("navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === 'activated'")
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		m, err := cdp.Call(ctx, t, page.GetAppManifest, page.GetAppManifestParams{})
		if err == nil && (m.Data == "" || len(m.Errors) > 0) {
			err = fmt.Errorf("the manifest %q has the errors %+v", m.Data, m.Errors)
		}
		return err
	}))
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		r, err := cdp.Call(ctx, t, page.GetInstallabilityErrors, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, e := range r.InstallabilityErrors {
			if e.ErrorID != "in-incognito" { // each person in these tests has an incognito window
				err = fmt.Errorf("the app cannot be installed: %s %v", e.ErrorID, e.ErrorArguments)
			}
		}
		return err
	}))
}

// power returns the name of the power that the person plays at a board.
func (p *person) power(tab table) string {
	p.t.Helper()
	for _, x := range tab.Powers {
		if x.ID == tab.hand().Power {
			return x.Name
		}
	}
	p.t.Fatalf("%s plays none of the powers", p.name)
	return ""
}
