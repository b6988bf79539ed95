package atlas

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
)

// livery is the appearance of a power. It has a colour for light themes and one for dark themes,
// a letter and an emblem, so that nothing depends on colour alone.
type livery struct {
	day, night string
	pale       bool // whether it needs dark text
	emblem     string
	letter     string
	name       string
}

// known holds liveries by the power's identifier. The colours of powers that
// meet on a board differ in lightness where colour-blind people see the same hue.
var known = map[string]livery{
	"austria":  {day: "#2c2132", night: "#7b7e8f", emblem: "fess"},
	"england":  {day: "#c3477e", night: "#eda3d2", emblem: "crown"},
	"florence": {day: "#cf5f00", night: "#a54e00", emblem: "balls"},
	"france":   {day: "#033286", night: "#5f8cff", emblem: "lily"},
	"genoa":    {day: "#aeb9da", night: "#d4e4df", pale: true, emblem: "cross"},
	"germany":  {day: "#5b4421", night: "#946b44", emblem: "eagle"},
	"italy":    {day: "#4e9319", night: "#75b542", emblem: "star"},
	"milan":    {day: "#078080", night: "#29c2d4", emblem: "viper"},
	"naples":   {day: "#f2bf00", night: "#ffec54", pale: true, emblem: "pales"},
	"papacy":   {day: "#aa65d3", night: "#8051ab", emblem: "keys"},
	"russia":   {day: "#aa65d3", night: "#8051ab", emblem: "bear"},
	"spain":    {day: "#c32f6f", night: "#f672b8", emblem: "castle"},
	"turkey":   {day: "#f2bf00", night: "#ffec54", pale: true, emblem: "moon"},
	"turks":    {day: "#709267", night: "#83b538", emblem: "moon"},
	"venice":   {day: "#93210f", night: "#c46a6a", emblem: "book"},
}

// spare liveries are for powers without one of their own. Each takes the next
// emblem that no other power of its board has.
var spare = []livery{
	{day: "#c32f6f", night: "#f672b8"},
	{day: "#5b4421", night: "#946b44"},
	{day: "#aeb9da", night: "#d4e4df", pale: true},
	{day: "#8a8a1f", night: "#c4c44c"},
}

// emblems lists all emblems, beginning with those that are easiest to distinguish.
var emblems = strings.Fields("star cross crown castle moon fess lily pales eagle keys book balls viper bear")

// liveries returns the liveries of a roster's powers; entry 0 is Nobody's.
func liveries(r machiavelli.Roster) []livery {
	out := make([]livery, max(1, len(r)))
	out[0] = livery{day: "#f4ead0", night: "#9c8f78", pale: true}
	used, borne := map[string]bool{}, map[string]bool{}
	for i := 1; i < len(r); i++ {
		if l, ok := known[r[i].ID]; ok {
			out[i] = l
			used[l.day], borne[l.emblem] = true, true
		}
	}
	next := 0
	for i := 1; i < len(r); i++ {
		for out[i].day == "" {
			l := spare[next%len(spare)]
			next++
			if !used[l.day] || next > len(spare) {
				out[i] = l
				used[l.day] = true
			}
		}
		if _, ok := known[r[i].ID]; !ok {
			for _, e := range emblems {
				if !borne[e] {
					out[i].emblem = e
					break
				}
			}
			borne[out[i].emblem] = true
		}
		out[i].name = r[i].Name
		if r[i].Letter != 0 {
			out[i].letter = string(rune(r[i].Letter))
		}
	}
	return out
}

// distinct lists colours that people with any kind of colour vision can
// distinguish, since they differ in lightness too. A power's place in the
// roster selects one.
var distinct = []string{"#111111", "#e59200", "#8fb1ff", "#1b8358", "#fff714", "#0038ba", "#b9410b", "#e7aac6", "#6f5d7e", "#50154e", "#bfe0b0", "#77291a"}

// colours returns the livery's colour and the colour of text on it. The
// parameter n is the power's place in the roster, or 0 for Nobody.
func (l *livery) colours(t *theme, n int) (body, ink string) {
	const pale, deep = "#fdf6e3", "#2b2116"
	switch {
	case t.safe && n > 0:
		body = distinct[(n-1)%len(distinct)]
		if lightness(body) > .45 {
			return body, deep
		}
		return body, pale
	case t.dark:
		return l.night, "#1a140c"
	case l.pale:
		return l.day, deep
	}
	return l.day, pale
}

// lightness returns the approximate perceived lightness of a colour #rrggbb,
// from 0 to 1.
func lightness(colour string) float64 {
	n, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		panic("atlas: colour " + colour)
	}
	return (.3*float64(n>>16) + .59*float64(n>>8&255) + .11*float64(n&255)) / 255
}
