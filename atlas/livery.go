package atlas

import (
	"strconv"

	"podesta/machiavelli"
)

// livery is how a power shows itself: a colour by day and by candle, a letter
// and an emblem, so that nothing depends on colour alone.
type livery struct {
	day, night string
	pale       bool // dark writing is wanted on it
	emblem     string
	letter     string
	name       string
}

// known liveries, by the power's identifier. The colours differ in lightness
// as well as in hue.
var known = map[string]livery{
	"austria":  {day: "#3a3a44", night: "#8f8fa3", emblem: "fess"},
	"england":  {day: "#b8477f", night: "#e07bb0", emblem: "crown"},
	"florence": {day: "#d96a1c", night: "#f08a3c", emblem: "balls"},
	"france":   {day: "#2b53ab", night: "#5b8bee", emblem: "lily"},
	"genoa":    {day: "#7f95a8", night: "#a9c1d6", emblem: "cross"},
	"germany":  {day: "#7d5327", night: "#b88850", emblem: "eagle"},
	"italy":    {day: "#3d7d1f", night: "#74bd4c", emblem: "star"},
	"milan":    {day: "#0b8587", night: "#2fbcb8", emblem: "viper"},
	"naples":   {day: "#dfb017", night: "#f2cc45", pale: true, emblem: "pales"},
	"papacy":   {day: "#7a3fa0", night: "#b07fe0", emblem: "keys"},
	"russia":   {day: "#7a3fa0", night: "#b07fe0", emblem: "bear"},
	"spain":    {day: "#b8477f", night: "#e07bb0", emblem: "castle"},
	"turkey":   {day: "#dfb017", night: "#f2cc45", pale: true, emblem: "moon"},
	"turks":    {day: "#3d7d1f", night: "#74bd4c", emblem: "moon"},
	"venice":   {day: "#b01e34", night: "#ee5568", emblem: "book"},
}

// spare liveries are for powers without one of their own.
var spare = []livery{
	{day: "#b8477f", night: "#e07bb0", emblem: "star"},
	{day: "#7d5327", night: "#b88850", emblem: "cross"},
	{day: "#7f95a8", night: "#a9c1d6", emblem: "crown"},
	{day: "#8a8a1f", night: "#c4c44c", emblem: "castle"},
}

// liveries gives each power of a roster its own; entry 0 is Nobody's.
func liveries(r machiavelli.Roster) []livery {
	out := make([]livery, max(1, len(r)))
	out[0] = livery{day: "#f4ead0", night: "#9c8f78", pale: true}
	used := map[string]bool{}
	for i := 1; i < len(r); i++ {
		if l, ok := known[r[i].ID]; ok {
			out[i] = l
			used[l.day] = true
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
		out[i].name = r[i].Name
		if r[i].Letter != 0 {
			out[i].letter = string(rune(r[i].Letter))
		}
	}
	return out
}

// distinct are colours that people of every kind of sight can tell apart, since
// they differ in lightness too. A power has one by its place in the roster.
var distinct = []string{"#111111", "#e69f00", "#56b4e9", "#12a07a", "#f0e442", "#1440a0", "#c04a00", "#d58fc0", "#7f7f7f", "#5a1f5e", "#bfe3c0", "#7a4b1e"}

// colours are the livery's colour and that of the writing on it; n is the
// power's place in the roster, 0 for nobody.
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

// lightness of a colour written #rrggbb, from 0 to 1, about as the eye weighs it.
func lightness(colour string) float64 {
	n, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		panic("atlas: colour " + colour)
	}
	return (.3*float64(n>>16) + .59*float64(n>>8&255) + .11*float64(n&255)) / 255
}
