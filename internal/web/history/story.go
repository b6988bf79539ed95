package history

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
	"podesta/view"
)

// StoryStep is a step of a phase in words, as pages list it.
type StoryStep struct {
	Number int
	Kind   string
	Mark   template.HTML // a picture for the kind of step
	Title  message.Message
	Text   page.Phrase
	Why    []rulebook.Reason   // reasons that Text does not contain
	Rules  []rulebook.RuleLink // the rules that explain Text
	Lines  []storyLine
	Folded string // the heading under which the lines are collapsed; empty if they are not
}

// storyLine is one detail of a step.
type storyLine struct {
	Text   page.Phrase
	Failed bool
	Why    []rulebook.Reason
	Rules  []rulebook.RuleLink
}

// StorySteps returns the steps of a phase for a page.
func StorySteps(rulesPage string, steps []replay.Step) []StoryStep {
	var out []StoryStep
	for i := range steps {
		s := &steps[i]
		x := StoryStep{
			Number: i + 1, Kind: string(s.Kind), Mark: template.HTML(stepMarks[s.Kind]), // marks contain no user input
			Title: s.Title, Text: page.Say(s.Text),
		}
		x.Why, x.Rules = rulebook.Unsaid(rulebook.Reasons(rulesPage, s.Why), page.Say(s.Text))
		x.Rules = append(x.Rules, rulebook.RuleLinks(rulesPage, s.Rules)...)
		for _, l := range s.Lines {
			line := storyLine{Text: page.Say(l.Text), Failed: l.Failed}
			line.Why, line.Rules = rulebook.Unsaid(rulebook.Reasons(rulesPage, l.Why), line.Text)
			line.Rules = append(line.Rules, rulebook.RuleLinks(rulesPage, l.Rules)...)
			x.Lines = append(x.Lines, line)
		}
		if s.Kind == replay.Fight {
			x.Folded = message.New("Who did what, and why").String()
		}
		out = append(out, x)
	}
	return out
}

// finished is a resolved phase of a game, with what a visitor may know of it.
type finished struct {
	g     *game.Game
	ph    *game.Phase
	role  game.Role
	seats []game.Seat
	eyes  view.View
}

// finished returns the resolved phase that an address names. The parameter g is its game, or nil if
// that has not been read yet. If there is no such phase, it writes the answer and returns false.
func (s *Pages) finished(w http.ResponseWriter, r *http.Request, g *game.Game) (*finished, bool) {
	ctx := r.Context()
	if g == nil {
		var err error
		if g, err = s.Judge.Base.Game(ctx, r.PathValue("id")); err != nil {
			s.Refuse(w, r, err, nil)
			return nil, false
		}
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 1 || n > g.Number || n == g.Number && !g.Finished {
		s.Fail(w, r, http.StatusNotFound, "There is no such phase", "The game has "+page.Count(max(g.Number-1, 0), "phase")+" that are over.", nil)
		return nil, false
	}
	f := &finished{g: g}
	if f.ph, err = s.Judge.Base.Phase(ctx, g.ID, n); err == nil {
		if f.seats, err = s.Judge.Base.Seats(ctx, g.ID); err == nil {
			f.role, err = s.Role(r, g)
		}
	}
	if err == nil && f.ph.After == nil {
		err = game.ErrNoPhase
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return nil, false
	}
	f.eyes = g.View(f.role)
	return f, true
}

// steps returns the steps of the phase, as far as the visitor may know them.
func (f *finished) steps() []replay.Step {
	return replay.Steps(f.ph.Before, f.ph.After, f.eyes.Events(f.ph.Events), &f.g.Rules)
}

// stepsData sends the frames of a phase for the script that plays it, without
// what the visitor may not know.
func (s *Pages) stepsData(w http.ResponseWriter, r *http.Request) {
	f, ok := s.finished(w, r, nil)
	if !ok {
		return
	}
	c := s.Catalogue(r)
	l := boardpage.Style(r.URL.Query(), c)
	key := strings.Join([]string{f.g.ID, strconv.Itoa(f.g.Revision), strconv.Itoa(f.ph.Number), strconv.Itoa(int(f.eyes.Powers)), strconv.FormatBool(f.eyes.Master), l.Theme, strconv.Itoa(int(l.Size)), c.Tag}, "/")
	s.sendFilm(w, r, key, func() (any, error) {
		film, err := replay.Shoot(f.ph.Before, f.ph.Events, f.steps(), l)
		if err != nil {
			return nil, err
		}
		return wire.Playback{
			First:  page.Outer(r, boardpage.FirstAddress(c, f.g, f.ph.Number, "")),
			Map:    page.Outer(r, boardpage.MapAddress(c, f.g, f.ph.Number, "orders=1")),
			Frames: film.Frames,
		}, nil
	})
}

// firstDrawing sends the first drawing of a phase's film. It shows the position before the phase
// with all results of the orders or, with the parameter "bare", without them. It is the same for
// every visitor.
func (s *Pages) firstDrawing(w http.ResponseWriter, r *http.Request) {
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 1 || n > g.Number+1 || n == g.Number+1 && !g.Finished {
		http.NotFound(w, r)
		return
	}
	q := r.URL.Query()
	c := s.Drawn(r)
	bare, l := q.Get("bare") != "", boardpage.Style(q, c)
	key := strings.Join([]string{g.ID, strconv.Itoa(g.Revision), "first", strconv.Itoa(n), strconv.FormatBool(bare), l.Theme, strconv.Itoa(int(l.Size)), c.Tag}, "/")
	found, ok := s.films.Get(key)
	if !ok {
		ph, err := s.Judge.Base.Phase(r.Context(), g.ID, min(n, g.Number))
		if err == nil {
			at, events := ph.Before, ph.Events
			if n > g.Number {
				at = ph.After
			}
			if bare || n > g.Number {
				events = nil
			}
			var body []byte
			if body, err = replay.First(at, events, l); err == nil {
				found = s.films.Put(key, body)
			}
		}
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	if boardpage.Fixed(q, g, c) {
		h.Set("Cache-Control", boardpage.Forever)
	} else {
		h.Add("Vary", "Accept-Language, Cookie")
		h.Set("Cache-Control", "no-cache")
	}
	found.Send(w, r)
}

// drawingStyle sends the style sheet for the drawings on a game's pages. It has the theme that the
// address names, or the light one. With the light theme it also has the dark one for visitors who
// prefer that, unless the address contains night=0. On phones, where the script requests small
// drawings, the styles for small drawings apply.
func (s *Pages) drawingStyle(w http.ResponseWriter, r *http.Request) {
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	type part struct {
		media, theme string
		size         atlas.Size
	}
	const night, phone = "screen and (prefers-color-scheme: dark)", "(max-width: 600px)"
	theme := boardpage.Style(r.URL.Query(), nil).Theme
	parts := []part{{"all", theme, atlas.Screen}, {phone, theme, atlas.Phone}}
	if theme == "light" && r.URL.Query().Get("night") != "0" {
		parts = []part{parts[0], {night, "dark", atlas.Screen}, parts[1], {night + " and " + phone, "dark", atlas.Phone}}
	}
	var body []byte
	for _, x := range parts {
		css, err := atlas.CSS(g.Setting.Powers, atlas.Options{Theme: x.theme, Size: x.size})
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		body = fmt.Appendf(body, "@media %s {\n%s\n}\n", x.media, css)
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=300")
	page.SendTagged(w, r, body)
}
