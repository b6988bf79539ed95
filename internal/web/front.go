package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"podesta/internal/judge"
)

// frontPage is what a visitor sees first.
type frontPage struct {
	Intro      *judge.Game // the introductory game, to page through
	IntroMap   string
	Table      *judge.Game // the solitaire table
	TableLink  string
	TablePhase string
	Games      []gameLine
}

// gameLine is a game in the list.
type gameLine struct {
	ID, Name, Scenario, Phase string
	Edition                   string
	Players                   int
	Finished, Solitaire       bool
	Due                       due
}

// front shows the games, and what can be looked at or tried at once.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	games, err := s.table.Games(r.Context())
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	var pg frontPage
	for _, g := range slices.Backward(games) { // the newest first
		if g.Showcase && g.Solitaire && pg.Table == nil {
			keys, err := s.table.Keys(r.Context(), g.ID)
			if err != nil {
				s.refuse(w, r, err, nil)
				return
			}
			pg.Table, pg.TablePhase = g, g.Phase.Title()
			// The table is there for everybody to play with, so its key is no secret.
			pg.TableLink = "/g/" + g.ID + "?key=" + url.QueryEscape(keys.Master)
			continue
		}
		if g.Showcase && !g.Solitaire && pg.Intro == nil {
			pg.Intro = g
			pg.IntroMap = "/g/" + g.ID + "/map/" + strconv.Itoa(min(3, g.Number)) + ".svg?orders=1"
			continue
		}
		pg.Games = append(pg.Games, gameLine{
			ID: g.ID, Name: g.Name, Scenario: g.Setting.Title, Phase: g.Phase.Title(), Edition: edition(g.Rules.Preset),
			Players: len(g.Setting.Powers) - 1, Finished: g.Finished, Solitaire: g.Solitaire, Due: newDue(g.Deadline),
		})
	}
	s.page(w, r, http.StatusOK, "front", frame{Title: "podesta, a judge for Machiavelli", Body: pg})
}
