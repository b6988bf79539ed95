package atlas

import (
	"fmt"
	"strconv"
	"strings"
)

// theme is the colour scheme of a picture.
type theme struct {
	name string
	ink  string
	dark bool
	safe bool // whether the powers' colours suit colour-blind people
	css  string
	// waves holds the water-lines along the coast, beginning with the
	// outermost. They are strokes round the land, each of which covers the
	// inner part of the one before. They are opaque because large translucent
	// layers are slow to paint.
	waves []wave
}

type wave struct {
	colour string
	width  int
}

var themes = map[string]*theme{
	"light": newTheme("light", false, map[string]string{
		"free": "#c3b18a", "paper": "#ead9b3", "page": "#f4ead0", "ink": "#2b2116", "soft": "#6b5236", "halo": "#f6ecd2",
		"sea": "#c9d8d2", "wash": "#5f94a3", "line": "#44717f", "seaink": "#2c5160", "rhumb": "#7d6a4a",
		"land": "#f2e7c9", "off": "#c9b68c", "hatch": "#8a7350", "hill": "#e9dbb6", "hillink": "#7d6546",
		"lake": "#bcd2d2", "river": "#6b9aab", "coast": "#3c2d1b", "border": "#7a6142", "alarm": "#a3201a", "bone": "#f7efd9",
		"tint": ".42", "band": ".38",
	}),
	"dark": newTheme("dark", true, map[string]string{
		"free": "#7d7159", "paper": "#1b150d", "page": "#2a2218", "ink": "#efe3c6", "soft": "#a78d63", "halo": "#1d1811",
		"sea": "#14222b", "wash": "#3e6d80", "line": "#47788b", "seaink": "#8fb4c2", "rhumb": "#8d7a55",
		"land": "#463d2e", "off": "#221d15", "hatch": "#6d5c3f", "hill": "#51462f", "hillink": "#97815a",
		"lake": "#33566a", "river": "#557f90", "coast": "#0c0905", "border": "#1f180e", "alarm": "#ff6a55", "bone": "#efe3c6",
		"tint": ".48", "band": ".5",
	}),
	"print": newTheme("print", false, map[string]string{
		"free": "#ffffff", "paper": "#ffffff", "page": "#ffffff", "ink": "#000000", "soft": "#555555", "halo": "#ffffff",
		"sea": "#ffffff", "wash": "#d9e2e6", "line": "#7f949c", "seaink": "#33505c", "rhumb": "#bbbbbb",
		"land": "#ffffff", "off": "#e4e4e4", "hatch": "#b0b0b0", "hill": "#ffffff", "hillink": "#a8a8a8",
		"lake": "#eef3f5", "river": "#9fb4bd", "coast": "#000000", "border": "#444444", "alarm": "#a3201a", "bone": "#ffffff",
		"tint": ".12", "band": ".3",
	}),
	"safe": safe(newTheme("safe", false, map[string]string{
		"free": "#b9b4a6", "paper": "#e9e6dd", "page": "#f8f6f0", "ink": "#1a1a1a", "soft": "#5c5a52", "halo": "#fbfaf6",
		"sea": "#dbe4ea", "wash": "#9fb3c2", "line": "#5d7686", "seaink": "#27445a", "rhumb": "#8d8d86",
		"land": "#fbfaf6", "off": "#cfcbc0", "hatch": "#8b877b", "hill": "#eeeadd", "hillink": "#9a9587",
		"lake": "#c9d7e0", "river": "#7895a8", "coast": "#1a1a1a", "border": "#5c584c", "alarm": "#8f1010", "bone": "#fbfaf6",
		"tint": ".42", "band": ".5",
	})),
}

// safe marks a theme as one for colour-blind people.
func safe(t *theme) *theme {
	t.safe = true
	return t
}

// Themes lists the possible values of Options.Theme.
func Themes() []string { return []string{"light", "dark", "print", "safe"} }

// sheetCSS is the style of every picture; $name is replaced by the theme.
const sheetCSS = `
.pm{font-family:'IM FELL English','EB Garamond',Palatino,'Palatino Linotype','URW Palladio L','Book Antiqua',Georgia,'Liberation Serif','Times New Roman',serif;fill:$ink;text-anchor:middle}
.m-lab{paint-order:stroke;stroke:$halo;stroke-width:4px;stroke-linejoin:round;stroke-opacity:.8}
.m-num{font-family:Georgia,'EB Garamond','Liberation Serif','Times New Roman',serif;font-weight:700;font-variant-numeric:lining-nums}
.m-sn{font-style:italic;fill:$seaink;letter-spacing:2px}
.m-tiny{font-style:italic;fill:$alarm;paint-order:stroke;stroke:$halo;stroke-width:3px;stroke-linejoin:round}
.m-paper{fill:$paper}.m-sea{fill:$sea}.m-page{fill:$page;stroke:$coast;stroke-width:3}.m-rule{fill:none;stroke:$soft;stroke-width:1.5}
.m-rh{fill:none;stroke:$rhumb;stroke-width:.8;opacity:.28}
.m-wa{fill:none;stroke-linejoin:round}.m-lg{fill:$sea;stroke:$border;stroke-width:2.6}
.m-sl{fill:none;stroke:$line;stroke-width:3.6;stroke-dasharray:20 9 4 9}
.m-shoal{fill:$wash;opacity:.3}
.m-co{fill:$land;stroke:$coast;stroke-width:6;stroke-linejoin:round}
.m-off{fill:$off}.m-out{fill:$off}.m-hh{fill:url(#hatch)}.m-hl{stroke:$hatch;stroke-width:.9;opacity:.6}
.m-ti{fill-opacity:$tint}.m-ba{stroke-width:20;stroke-opacity:$band}.m-in{stroke-width:8;stroke-opacity:.75}
.m-bd{fill:none;stroke:$border;stroke-width:2.6;stroke-linejoin:round}
.m-lidi{fill:$land;stroke:$coast;stroke-width:2}
.m-rv{fill:none;stroke:$river;stroke-linecap:round;stroke-linejoin:round}.m-lk{fill:$lake;stroke:$river;stroke-width:1}
.m-mt{fill:$hill;fill-opacity:.8;stroke:$hillink;stroke-width:1.1;stroke-linejoin:round;stroke-linecap:round}.m-ms{fill:$hillink;fill-opacity:.32}
.m-orn{fill:none;stroke:$seaink;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round;opacity:.42}
.m-reg{font-style:italic;fill:$soft;fill-opacity:.75;letter-spacing:9px}
.m-br{fill:none;stroke:$halo;stroke-width:7}.m-bl{fill:none;stroke:$alarm;stroke-width:3.4;stroke-dasharray:3 4}
.m-hit{fill:#fff;fill-opacity:0}
.m-sk{stroke:$ink;stroke-width:2;stroke-linejoin:round}.m-dk{fill:$ink}.m-lt{fill:$bone}.m-wire{fill:none;stroke:$ink;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.m-free{fill:$free}
.m-em{stroke:none}.m-ew{fill:none;stroke-width:2.2;stroke-linecap:round}
.m-anc{fill:none;stroke:$seaink;stroke-width:2;stroke-linecap:round}.m-anh{fill:none;stroke:$halo;stroke-width:5;stroke-linecap:round;opacity:.8}
.m-al{fill:$alarm}.m-ar{fill:none;stroke:$alarm;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.m-hr{fill:none;stroke:$halo;stroke-width:7;opacity:.8}
.m-hk{fill:none;stroke:$halo;stroke-width:10;stroke-linecap:round;stroke-linejoin:round;opacity:.8}
.m-go{stroke-width:5.5;stroke-linecap:round;stroke-linejoin:round}.m-no{stroke-dasharray:13 8;stroke-linecap:butt}.m-sup{stroke-width:5;stroke-dasharray:.1 9}.m-con{stroke-width:3.6}.m-ret{stroke-dasharray:14 6 3 6;stroke-linecap:butt}
.m-tip{stroke:#fff;stroke-opacity:.6;stroke-width:1.5}.m-void{fill:$page}.m-open{stroke-width:3.5;stroke-linejoin:round}.m-end{stroke:$ink;stroke-width:1.5}.m-dots{stroke-width:4;stroke-dasharray:.1 8;stroke-linecap:round}.m-ring{stroke-width:4.5}.m-seal{fill:$bone;stroke:#2b2116;stroke-width:1.8}.m-se{stroke:#2b2116;stroke-width:1.8}.m-sg{fill:none;stroke:#2b2116;stroke-width:2.2;stroke-linecap:round}.m-sr{fill:none;stroke:#a3201a;stroke-width:2.6;stroke-linecap:round}.m-coin{fill:#3a2708}.m-pale{fill:#fff}.m-pass{fill:none;stroke:$alarm;stroke-width:7;stroke-linecap:round}.m-gate{fill:$seaink;stroke:$halo;stroke-width:2.5}.m-gl{fill:none;stroke:$halo;stroke-width:2;stroke-linecap:round}.m-out2{fill:none;stroke:$alarm;stroke-width:5;stroke-linecap:round}
.m-thru,.m-ti,.m-ba,.m-in,.m-off,.m-out,.m-hh{pointer-events:none}.m-dm{opacity:.5}.m-ph{font-style:italic;fill:$soft}.m-ent{text-anchor:start}.m-cnt{text-anchor:end}
.m-ew0{fill:none;stroke:$soft;stroke-width:3}.m-ew1{fill:none;stroke:$wash;stroke-width:6;opacity:.55}.m-edge{fill:none;stroke:$soft}.m-scale{fill:none;stroke:$soft;stroke-width:14}.m-box{stroke:$coast;stroke-width:2}.m-bx{fill:$land}
`

// newTheme inserts colours into the style sheet. Classes begin with m- to avoid
// conflicts with the page that includes the picture. They are not nested,
// because elements drawn by reference do not see their ancestors.
func newTheme(name string, dark bool, colours map[string]string) *theme {
	var pairs []string
	for k, v := range colours {
		pairs = append(pairs, "$"+k+";", v+";", "$"+k+"}", v+"}")
	}
	css := strings.NewReplacer(pairs...).Replace(sheetCSS)
	t := &theme{name: name, dark: dark, css: strings.ReplaceAll(css, "\n", "")}
	sea, wash, line := colours["sea"], colours["wash"], colours["line"]
	t.waves = append(t.waves, wave{mix(sea, wash, .13), 124}, wave{mix(sea, wash, .25), 92})
	for i, w := range []int{70, 50, 31} {
		shade := mix(sea, wash, .32+.12*float64(i))
		t.waves = append(t.waves, wave{mix(shade, line, .55), w}, wave{shade, w - 3})
	}
	for i, w := range t.waves {
		t.css += fmt.Sprintf(".m-w%d{stroke:%s;stroke-width:%d}", i, w.colour, w.width)
	}
	t.ink = colours["ink"]
	return t
}

// mix returns a colour between two, as #rrggbb. The parameter t is the share of
// the second colour.
func mix(a, b string, t float64) string {
	part := func(s string, i int) float64 {
		n, err := strconv.ParseUint(s[i:i+2], 16, 8)
		if err != nil {
			panic("atlas: colour " + s)
		}
		return float64(n)
	}
	out := "#"
	for i := 1; i < 7; i += 2 {
		out += fmt.Sprintf("%02x", int(part(a, i)*(1-t)+part(b, i)*t+.5))
	}
	return out
}
