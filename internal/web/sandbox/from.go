package sandbox

import (
	"net/http"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/sandbox"
	"podesta/internal/web/learn"
	"podesta/internal/web/page"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// ofGame opens a phase of a game in the sandbox: the phase with the number n if the address has
// one, and otherwise the current one. The sandbox contains only what the visitor may know: the
// visible orders of a past phase, and the visitor's own orders for the current one.
func (s *Pages) ofGame(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	w.Header().Set("Cache-Control", "no-store") // the answer depends on the visitor
	g, err := s.Judge.Base.Game(ctx, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if g.Number == 0 {
		s.Fail(w, r, http.StatusConflict, "The game has not begun", "There is no position yet to open in the sandbox.", nil)
		return
	}
	n := g.Number
	if text := r.URL.Query().Get("n"); text != "" {
		if n, err = strconv.Atoi(text); err != nil || n < 1 || n > g.Number {
			s.Fail(w, r, http.StatusNotFound, "There is no such phase", "The game has "+page.Count(g.Number, "phase")+" so far.", nil)
			return
		}
	}
	ph, err := s.Judge.Base.Phase(ctx, g.ID, n)
	if n == g.Number {
		ph, err = s.Judge.Base.Current(ctx, g.ID)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	eyes := g.View(role)
	p := eyes.Position(ph.Before, n == g.Number && ph.After == nil)
	var draft sandbox.Given
	switch {
	case ph.After != nil:
		rolls := shownRolls(eyes.Throws(ph.Throws))
		draft = sandbox.Disclosed(ph.Before, eyes.Events(ph.Events), rolls)
	case !g.Finished:
		if draft, err = s.ownDraft(r, g, role); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	b, err := sandbox.From(p, &g.Rules, g.Name, draft)
	s.redirectTo(w, r, b, err, "")
}

// ownDraft returns the orders that a visitor has saved for the current phase.
func (s *Pages) ownDraft(r *http.Request, g *game.Game, role game.Role) (sandbox.Given, error) {
	d := sandbox.Given{Orders: map[string]string{}}
	if len(g.Writes(role)) == 0 {
		return d, nil
	}
	found, err := s.Judge.Clock.ReadOrders(r.Context(), g.ID, role)
	if err != nil {
		return d, err
	}
	for _, p := range found.Powers {
		d.Orders[g.Setting.Powers[p.Power].ID] = p.Text
	}
	return d, nil
}

// ofExercise opens the position of a lesson in the sandbox, with the
// orders of the other powers.
func (s *Pages) ofExercise(w http.ResponseWriter, r *http.Request) {
	x, ok := learn.AnExercise(s.Responder, w, r)
	if !ok {
		return
	}
	draft := linesDraft(x.Position, x.Others())
	if you := x.Position.Setting.Powers[x.You].ID; x.Text != "" {
		draft.Orders[you] = x.Text
	}
	b, err := sandbox.From(x.Position, x.Rules, x.Title, draft)
	s.redirectTo(w, r, b, err, "")
}

// ofIntro opens a phase of the introductory game in the sandbox, with the
// printed orders.
func (s *Pages) ofIntro(w http.ResponseWriter, r *http.Request) {
	g, _, n, ok := learn.IntroAt(s.Responder, w, r)
	if !ok {
		return
	}
	ph := &g.Phases[n-1]
	title := s.Catalogue(r).T("The introductory game")
	b, err := sandbox.From(ph.Position, g.Rules, title, linesDraft(ph.Position, ph.Lines))
	s.redirectTo(w, r, b, err, "")
}

// linesDraft returns order lines as text.
func linesDraft(p *position.Position, lines []turn.Line) sandbox.Given {
	d := sandbox.Given{Orders: map[string]string{}}
	for _, l := range lines {
		if l.Power != 0 {
			d.Orders[p.Setting.Powers[l.Power].ID] += l.Text + "\n"
		}
	}
	return d
}
