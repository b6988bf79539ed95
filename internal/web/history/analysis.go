package history

import (
	"html/template"
	"math"
	"net/http"
	"strconv"

	"podesta/atlas"
	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/opinion"
	"podesta/machiavelli/report"
)

// analysisPage shows what a computer player thinks of a finished game.
type analysisPage struct {
	Game   *game.Game
	Part   bool // only the analysis, for a page that already has the rest
	Name   string
	Hidden bool // whether treasuries are hidden
	Charts chartPage
	Turns  []turnRow
	Seat   bool // whether the visitor had a seat
	Costly []costlyRow
}

// turnRow is a turning point.
type turnRow struct {
	Title  message.Message
	Href   string
	Swings []swingView
	Causes []message.Message
}

// swingView is a change of a power's expected share of the victory.
type swingView struct {
	Name     string
	Badge    template.HTML
	From, To message.Message
}

// costlyRow is an order that cost the visitor much of the expected share, and a better one.
type costlyRow struct {
	Title      message.Message
	Href       string
	Given      message.Message
	Better     message.Message
	Was, Could message.Message
}

// analysis shows a computer player's opinion on a game that is over.
func (s *Pages) analysis(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.Visited(w, r)
	if !ok {
		return
	}
	pg, err := s.newAnalysisPage(r, g, role)
	if r.Context().Err() != nil {
		return
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if pg.Part {
		s.Part(w, r, "analysis", pg)
		return
	}
	if !page.OnlyWatches(role) {
		w.Header().Set("Cache-Control", "no-store")
	}
	s.Page(w, r, http.StatusOK, "analysis", page.Frame{Title: "Analysis · " + g.Name, Game: g.ID, Body: pg})
}

func (s *Pages) newAnalysisPage(r *http.Request, g *game.Game, role game.Role) (*analysisPage, error) {
	ctx := r.Context()
	a, err := s.Judge.BotGames.Analysis(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	pg := &analysisPage{
		Game: g, Part: r.URL.Query().Get("part") != "", Name: opinion.Name, Seat: role.Seat > 0,
		Hidden: g.Rules.Money && !g.View(game.Role{}).SeesTreasury(1, false),
	}
	pg.Charts.Part = pg.Part
	pg.chart(s.Catalogue(r), g, a)
	tell := report.New(g.Setting)
	for i := range a.Turns {
		t := &a.Turns[i]
		row := turnRow{Title: page.PhaseTitle(t.When), Href: hrefOf(g, t.Phase), Causes: t.Story(tell)}
		for _, x := range t.Swings {
			// badges contain no user input
			row.Swings = append(row.Swings, swingView{g.Setting.Powers[x.Power].Name, template.HTML(atlas.Badge(g.Setting.Powers, x.Power)), percentOf(x.From), percentOf(x.To)})
		}
		pg.Turns = append(pg.Turns, row)
	}
	if !pg.Seat {
		return pg, nil
	}
	costly, err := s.Judge.BotGames.Costly(ctx, g.ID, role)
	for i := range costly {
		c := &costly[i]
		pg.Costly = append(pg.Costly, costlyRow{
			Title: page.PhaseTitle(c.When), Href: hrefOf(g, c.Phase), Given: c.Ordered(tell), Better: c.Instead(tell),
			Was: percentOf(c.Was), Could: percentOf(c.Could),
		})
	}
	return pg, err
}

// expectedShares explains the chart of an analysis.
//
//lang:words
const expectedShares = "In percent. All powers together have 100."

// chart draws how the expected shares of the victory changed during the game, in percent.
func (pg *analysisPage) chart(l message.Language, g *game.Game, a *botgames.Analysis) {
	v := chartView{Title: message.New("Expected share of the victory"), Doc: expectedShares}
	d := chart{title: v.Title, lang: l}
	for i := range a.Course {
		x := point{phase: a.Course[i].When}
		if i == len(a.Course)-1 {
			x.phase = machiavelli.Phase{}
		}
		d.times = append(d.times, timeOf(&x, d.times))
	}
	for i := 1; i < len(g.Setting.Powers); i++ {
		p := machiavelli.Power(i)
		if g.Setting.Absent.Has(p) {
			continue
		}
		pg.Charts.Key = append(pg.Charts.Key, keyOf(g, p))
		v.Head = append(v.Head, keyOf(g, p))
		line := lineOf(g, p)
		for k := range a.Course {
			line.values = append(line.values, percent(a.Course[k].Shares[p]))
		}
		d.lines = append(d.lines, line)
	}
	v.draw(&d)
	pg.Charts.Charts = append(pg.Charts.Charts, v)
}

// hrefOf returns the address of the page of a phase, given its index.
func hrefOf(g *game.Game, i int) string { return "/g/" + g.ID + "/p/" + strconv.Itoa(i+1) }

// percent returns a share of the victory in percent.
func percent(share float64) int { return int(math.Round(100 * share)) }

// percentOf returns a share of the victory in percent, as a message.
func percentOf(share float64) message.Message {
	return message.New("{n}%", message.Number(percent(share)))
}
