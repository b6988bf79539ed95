package history

import (
	"html/template"
	"net/http"
	"strconv"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// chartPage shows the history of the powers in charts.
type chartPage struct {
	Game   *game.Game
	Charts []chartView
	Key    []chartKey
	Time   *Timeline
	Part   bool             // only the charts, for a page that already has the rest
	lang   message.Language // language of the reader
}

// chartView is one chart with its values as a table.
type chartView struct {
	Title   message.Message
	Doc     string
	Picture template.HTML
	Head    []chartKey
	Rows    []chartRow
}

// chartKey is a power's entry in the key of the charts.
type chartKey struct {
	Name, Letter string
	Number       int
	Badge        template.HTML
}

// chartRow is a row of the table: the values at the beginning of a year.
type chartRow struct {
	Title  message.Message
	Values []string
}

// charts shows the number of cities, provinces, units and ducats of the powers
// over time, as far as the visitor may know them.
func (s *Pages) charts(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.Visited(w, r)
	if !ok {
		return
	}
	c, err := s.Chronicle(r.Context(), g, false)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg := chartPage{Game: g, Part: r.URL.Query().Get("part") != ""}
	pg.fill(s.Catalogue(r), g, c, func(p machiavelli.Power) bool { return g.View(role).SeesTreasury(p, false) })
	if pg.Part {
		s.Part(w, r, "charts", pg)
		return
	}
	if pg.Time, err = s.Timeline(r.Context(), g, role, 0); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if !page.OnlyWatches(role) {
		w.Header().Set("Cache-Control", "no-store")
	}
	s.Page(w, r, http.StatusOK, "charts", page.Frame{Title: "Charts · " + g.Name, Game: g.ID, Body: pg})
}

// fill draws the charts of a chronicle, for readers of a language. The function money reports
// whether a power's ducats may be shown.
func (pg *chartPage) fill(l message.Language, g *game.Game, c *Chronicle, money func(machiavelli.Power) bool) {
	pg.lang = l
	var powers []machiavelli.Power
	for i := 1; i < len(g.Setting.Powers); i++ {
		p := machiavelli.Power(i)
		if c.played(p) {
			powers = append(powers, p)
			pg.Key = append(pg.Key, keyOf(g, p))
		}
	}
	pg.add(g, c, message.New("Cities"), "", powers, func(h has) int { return h.Cities })
	pg.add(g, c, message.New("Provinces"), "", powers, func(h has) int { return h.Provinces })
	pg.add(g, c, message.New("Units"), "", powers, func(h has) int { return h.Units })
	if !g.Rules.Money {
		return
	}
	var known []machiavelli.Power
	for _, p := range powers {
		if money(p) {
			known = append(known, p)
		}
	}
	doc := ""
	if len(known) < len(powers) {
		doc = "Treasuries are hidden in this game: you see only what you are allowed to know."
	}
	if len(known) > 0 {
		pg.add(g, c, message.New("Ducats"), doc, known, func(h has) int { return h.ducats })
	}
}

// keyOf returns a power's entry in the key of the charts.
func keyOf(g *game.Game, p machiavelli.Power) chartKey {
	x := g.Setting.Powers[p]
	// badges contain no user input
	return chartKey{x.Name, string(rune(x.Letter)), int(p), template.HTML(atlas.Badge(g.Setting.Powers, p))}
}

// lineOf returns the line of a power, without its values.
func lineOf(g *game.Game, p machiavelli.Power) chartLine {
	return chartLine{letter: string(rune(g.Setting.Powers[p].Letter)), name: message.New("{Power:name}", message.PowerOf(g.Setting.Powers, p)), number: int(p)}
}

// played reports whether a power ever had a city, a province or a unit.
func (c *Chronicle) played(p machiavelli.Power) bool {
	for _, x := range c.points {
		if h := x.has[p]; h.Cities+h.Provinces+h.Units > 0 {
			return true
		}
	}
	return false
}

// add adds a chart and its table to the page.
func (pg *chartPage) add(g *game.Game, c *Chronicle, title message.Message, doc string, powers []machiavelli.Power, of func(has) int) {
	v := chartView{Title: title, Doc: doc}
	d := chart{title: title, lang: pg.lang}
	for i := range c.points {
		x := &c.points[i]
		if x.phase.Step == machiavelli.Retreats {
			continue // the next phase shows the result of this one
		}
		d.times = append(d.times, timeOf(x, d.times))
	}
	for _, p := range powers {
		v.Head = append(v.Head, keyOf(g, p))
		line := lineOf(g, p)
		for i := range c.points {
			x := &c.points[i]
			switch {
			case x.phase.Step == machiavelli.Retreats:
			case x.out.Has(p):
				line.values = append(line.values, -1)
			default:
				line.values = append(line.values, of(x.has[p]))
			}
		}
		d.lines = append(d.lines, line)
	}
	v.draw(&d)
	pg.Charts = append(pg.Charts, v)
}

// draw draws a chart and writes it as a table, with a row for the beginning of each
// year and one for the last moment.
func (v *chartView) draw(d *chart) {
	v.Picture = template.HTML(d.svg()) // contains only numbers and escaped names
	for i, at := range d.times {
		if i > 0 && d.times[i-1].year == at.year && i < len(d.times)-1 {
			continue
		}
		row := chartRow{Title: at.title}
		for _, l := range d.lines {
			value := "–"
			if l.values[i] >= 0 {
				value = strconv.Itoa(l.values[i])
			}
			row.Values = append(row.Values, value)
		}
		v.Rows = append(v.Rows, row)
	}
}

// timeOf returns the time of a point. The end of a game belongs to the last year before it.
func timeOf(x *point, before []chartTime) chartTime {
	if x.phase.Year == 0 {
		t := chartTime{title: message.New("End")}
		if n := len(before); n > 0 {
			t.year = before[n-1].year
		}
		return t
	}
	return chartTime{x.phase.Year, message.New("{When}", message.Campaign{Season: x.phase.Season, Year: x.phase.Year})}
}
