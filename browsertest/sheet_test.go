package browsertest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestSeatingSheet prints the page of a tournament whose tables are known: the sheet
// says who sits where, and has nothing to press. On a phone, the player's own table is
// the first thing below what they can do.
func TestSeatingSheet(t *testing.T) {
	h := open(t)
	host, player := newPerson(t, h, "Lorenzo", wide), newPerson(t, h, "Ada", phone)
	host.signsUp(h)
	player.signsUp(h)
	at := host.submits("/tournaments/new", "/tournaments/new", "name", "The Cup of Lodi", "game", "other", "choice", "A/A-4", "preset", "battleline-1978-basic", "scoring", "squares", "pace", "evening")
	host.sends(at, "do", "announce")
	members := crowd(t, h, append(four, "Fina", "Gemma", "Hilda")...)
	for _, m := range members {
		m.sends(at, "do", "enter")
	}
	player.sends(at, "do", "enter")
	now := time.Now().UTC()
	host.sends(at, "do", "call", "all", "1", "confirm", now.Add(24*time.Hour).Format("2006-01-02T15:04"), "starts", now.Add(48*time.Hour).Format("2006-01-02T15:04"))
	host.sends(at, "do", "seed", "sure", "1")

	player.visit(at)
	player.shot("tournament-own-table-phone")
	player.sees(`[...document.querySelectorAll('.desk')].every(d => d.classList.contains('yours') || d.getBoundingClientRect().top > document.querySelector('.yours').getBoundingClientRect().top)`)
	player.sees(`document.querySelector('.yours').getBoundingClientRect().top < 1.5 * innerHeight && !document.querySelector('.about').open`)

	host.visit(at)
	host.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	sheet := ask[string](host, "document.body.innerText")
	for _, want := range []string{"The Cup of Lodi", "Table 1", "Table 2", "Ada", "Fina", "Gemma", "Hilda"} {
		if !strings.Contains(sheet, want) {
			t.Errorf("%q is not on the sheet:\n%s", want, sheet)
		}
	}
	if n := ask[int](host, `[...document.querySelectorAll('.desk')].filter(d => d.checkVisibility()).length`); n != 2 {
		t.Errorf("%d tables are on the sheet", n)
	}
	if n := ask[int](host, `[...document.querySelectorAll('.desk tbody tr')].filter(d => d.checkVisibility()).length`); n != 8 {
		t.Errorf("%d seats are on the sheet", n)
	}
	if found := ask[string](host, `[...document.querySelectorAll('button, input, select, nav, header, footer, summary, .rounds')].filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 80)).join('\n')`); found != "" {
		t.Errorf("on the sheet are\n%s", found)
	}
	host.shot("tournament-sheet")
	host.look(wide)
}
