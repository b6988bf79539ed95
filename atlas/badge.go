package atlas

import (
	"strings"

	"podesta/machiavelli"
)

// Badge returns the shield of a power in its colour with its emblem, as an SVG
// element for use inside a page. It has the class "badge", but no style sheet
// and no size. It is hidden from screen readers, because the power's name
// should stand next to it. An unknown power has an empty shield.
func Badge(r machiavelli.Roster, p machiavelli.Power) string {
	all := liveries(r)
	if int(p) >= len(all) {
		p = machiavelli.Nobody
	}
	l := all[p]
	ink := "#fdf6e3"
	if l.pale {
		ink = "#2b2116"
	}
	return `<svg class="badge" viewBox="-19 -21 38 46" aria-hidden="true" focusable="false">` +
		`<path d="M-17-19H17V2C17 13 8 19 0 23-8 19-17 13-17 2Z" fill="` + l.day + `" stroke="#2b2116" stroke-width="2"/>` +
		emblem(l.emblem, ink) + `</svg>`
}

// emblem returns the definition of an emblem with inline styles.
func emblem(name, ink string) string {
	_, rest, ok := strings.Cut(symbols, `id="e-`+name+`" `)
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "\n")
	rest = strings.Replace(rest, `class="m-em"`, `fill="`+ink+`"`, 1)
	rest = strings.Replace(rest, `class="m-ew"`, `fill="none" stroke="`+ink+`" stroke-width="2.2" stroke-linecap="round"`, 1)
	return "<path " + rest
}
