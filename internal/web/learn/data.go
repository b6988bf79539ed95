package learn

import (
	"encoding/json"
	"net/http"

	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/view"
)

// dataRoutes registers the handlers of the lesson data for the script of the board.
func (s *Pages) dataRoutes(mux page.Router) {
	mux.HandleFunc("GET /learn/{id}/table.json", s.exerciseData)
	mux.HandleFunc("GET /learn/game/{power}/{n}/table.json", s.introData)
}

// exerciseData sends the data of an exercise's position for the script.
func (s *Pages) exerciseData(w http.ResponseWriter, r *http.Request) {
	if x, ok := AnExercise(s.Responder, w, r); ok {
		s.lessonData(w, r, 0, x.Position, x.Rules, x.You)
	}
}

// introData sends the data of a phase of the introductory game for the script.
func (s *Pages) introData(w http.ResponseWriter, r *http.Request) {
	if g, you, n, ok := IntroAt(s.Responder, w, r); ok {
		s.lessonData(w, r, n, g.Phases[n-1].Position, g.Rules, you)
	}
}

func (s *Pages) lessonData(w http.ResponseWriter, r *http.Request, number int, p *position.Position, set *rules.Set, you boardpage.Power) {
	t, err := tableview.Of(s.Catalogue(r), p, set, tableview.Reader{View: view.Of(set, false, false, you), Writes: []boardpage.Power{you}})
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	t.Revision, t.Number = number, number
	body, err := json.Marshal(t)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "public, max-age=300")
	page.Compress(w, r, http.StatusOK, body)
}
