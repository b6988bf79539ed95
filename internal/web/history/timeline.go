package history

import (
	"context"
	"html/template"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Timeline holds a game's phases, grouped by year, for the bar at the bottom of its pages.
type Timeline struct {
	Years  []timeYear
	Film   string // address of the film; empty while there is nothing to show
	Charts string // address of the charts; empty like Film
	Print  string // address of the phases' pages for printing
}

// timeYear is a year of a game.
type timeYear struct {
	Year   string
	Phases []timePhase
}

// timePhase is a phase on the timeline.
type timePhase struct {
	Name    message.Message // "Spring", or "retreats" for the season's retreats
	Title   message.Message // "Spring 1454, orders"
	Href    string
	Small   bool // whether it is a phase of retreats
	Here    bool // whether the page shows it
	Current bool
	Marks   []timeMark
}

// timeMark is an important event of a phase.
type timeMark struct {
	Picture template.HTML
	Text    message.Message
}

// Timeline returns the timeline of a game. The parameter here is the number of the phase that the
// page shows, or 0.
func (s *Pages) Timeline(ctx context.Context, g *game.Game, role game.Role, here int) (*Timeline, error) {
	phases, err := s.Judge.Base.Phases(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	c, err := s.Chronicle(ctx, g, true)
	if err != nil {
		return nil, err
	}
	t := &Timeline{}
	if Frames(g) > 1 {
		t.Film, t.Charts = "/g/"+g.ID+"/film", "/g/"+g.ID+"/charts"
	}
	t.Print = "/g/" + g.ID + "/print"
	if here > 0 {
		t.Print += "?phase=" + strconv.Itoa(here)
	}
	add := func(year string, p timePhase) {
		if n := len(t.Years); n == 0 || t.Years[n-1].Year != year {
			t.Years = append(t.Years, timeYear{Year: year})
		}
		y := &t.Years[len(t.Years)-1]
		y.Phases = append(y.Phases, p)
	}
	for _, p := range phases {
		x := timePhase{
			Name: message.New("{Season}", message.Season(p.Phase.Season)), Title: page.PhaseTitle(p.Phase), Href: "/g/" + g.ID + "/p/" + strconv.Itoa(p.Number),
			Here: p.Number == here, Current: p.Number == g.Number && !g.Finished,
		}
		if p.Phase.Step == machiavelli.Retreats {
			x.Name, x.Small = message.New("{step}", message.Step(p.Phase.Step)), true
		}
		if x.Current {
			x.Href = "/g/" + g.ID
		}
		if c != nil && p.Number <= len(c.points) {
			for _, m := range c.points[p.Number-1].marks {
				// marks contain no user input
				x.Marks = append(x.Marks, timeMark{template.HTML(stepMarks[m.Kind]), m.Text})
			}
		}
		add(strconv.Itoa(p.Phase.Year), x)
	}
	if g.Finished {
		end := g.Number + 1
		add(t.lastYear(), timePhase{Name: message.New("End"), Title: message.New("The end of the game"), Href: "/g/" + g.ID, Here: here == end})
	}
	return t, nil
}

// lastYear returns the year of the last phase.
func (t *Timeline) lastYear() string {
	if len(t.Years) == 0 {
		return ""
	}
	return t.Years[len(t.Years)-1].Year
}
