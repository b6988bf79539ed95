package browsertest

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// signsUp creates an account without using the pages, and signs the browser in.
func (p *person) signsUp(h *house) {
	p.t.Helper()
	at, err := url.Parse(h.url)
	if err != nil {
		p.t.Fatal(err)
	}
	p.keepsCookies(crowd(p.t, h, p.name)[0].client.Jar.Cookies(at))
	p.visit("/games")
	p.reads("Sign out")
}

// keepsCookies stores cookies in the person's browser.
func (p *person) keepsCookies(all []*http.Cookie) {
	p.t.Helper()
	for _, c := range all {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: p.at})
			return err
		}))
	}
}

// registers creates an account using the page and the e-mail that it sends.
func (p *person) registers(h *house) {
	p.t.Helper()
	p.visit("/register")
	p.writes("#name", p.name)
	p.writes("#email", address(p.name))
	p.turns(func() { p.click("labelled('Create the account')") })
	p.reads("Check your e-mail")
	p.visit(h.link(address(p.name), "/verify?"))
	p.turns(func() { p.click("deep('main form button')") })
	p.reads("Sign out")
}

// address returns a person's e-mail address.
func address(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@players.example"
}

// company is a hosted game with its master and the players who have joined it.
type company struct {
	h       *house
	master  *person
	players []*person
	game    string // address of the game, such as "/g/ID"
}

// asMaster opens all settings on the page of new games, and chooses to run a game of eight in
// the public list, selecting scenario and edition one by one.
func (p *person) asMaster() {
	p.t.Helper()
	p.click("labelled('Another game')")
	p.click(`deep('[name=choice][value="B/B-8"] + span')`)
	p.chooses("#listed", "1")
	p.click("labelled('More: name, your role, messages, all settings and rules', 'summary')")
	p.click("labelled('I am its master')")
}

// founds creates a hosted game with the form, with clicks for all choices, and
// returns its address.
func (p *person) founds(name string, picks, rules []string) string {
	p.t.Helper()
	p.visit("/")
	p.turns(func() { p.click("labelled('Start a game')") })
	p.asMaster()
	for _, x := range picks {
		if list, value, ok := strings.Cut(x, "="); ok && strings.HasPrefix(list, "#") { // a value of a list
			p.chooses(list, value)
			continue
		}
		label := "labelled(" + quote(x) + ")"
		if strings.HasPrefix(x, "[") { // a selector, because several scenarios are for four players
			label = "deep(" + quote(x) + ")"
		}
		p.click(label)
		p.sees(label + ".closest('label').querySelector('input').checked")
	}
	if len(rules) > 0 {
		p.click("labelled('All rules, one by one')")
	}
	for _, x := range rules {
		p.writes("#find", x[strings.LastIndex(x, "-")+1:])
		p.chooses("[data-option]:not([hidden]) #opt-"+x, "on")
	}
	p.writes("#name", name)
	p.turns(func() { p.click("labelled('Set up the game')") })
	p.reads(name)
	return ask[string](p, "location.pathname")
}

// joins lets a person with an account join a game that waits for players,
// starting from the front page.
func (p *person) joins(name string) {
	p.t.Helper()
	p.visit("/")
	p.turns(func() { p.click("labelled(" + quote(name) + ", 'a')") })
	p.turns(func() { p.click("labelled('Join the game')") })
	p.sees("labelled('Leave the game') || document.querySelector('[data-table]')")
}
