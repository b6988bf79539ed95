package browsertest

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// seatingSheet prints the page of a tournament whose tables are known, and checks that the
// sheet says who sits where, and contains no buttons. On a phone, the player's own table must
// be the first thing below the available actions.
func seatingSheet(host, player *person, at string) {
	host.t.Helper()
	player.look(phone)
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
	for _, want := range []string{"The Cup of the Two Seas", "Table 1", "Table 2", "Ada", "Fina", "Gemma", "Hilda"} {
		if !strings.Contains(sheet, want) {
			host.t.Errorf("%q is not on the sheet:\n%s", want, sheet)
		}
	}
	if n := ask[int](host, `[...document.querySelectorAll('.desk')].filter(d => d.checkVisibility()).length`); n != 2 {
		host.t.Errorf("%d tables are on the sheet", n)
	}
	if n := ask[int](host, `[...document.querySelectorAll('.desk tbody tr')].filter(d => d.checkVisibility()).length`); n != 8 {
		host.t.Errorf("%d seats are on the sheet", n)
	}
	if found := ask[string](host, `[...document.querySelectorAll('button, input, select, nav, header, footer, summary, .rounds')].filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 80)).join('\n')`); found != "" {
		host.t.Errorf("on the sheet are\n%s", found)
	}
	host.shot("tournament-sheet")
	host.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "screen"})
		return err
	}))
	host.look(wide)
	player.look(wide)
}
