package games

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/web/page"
)

// gamesPage is a page of the list of all games.
type gamesPage struct {
	List             gameList
	Status, Name     string
	Statuses         []page.Choice
	Earlier, Further string
}

// gamesList is the number of games on a page of the list.
const gamesList = 50

// statusChoices lists the kinds of games that a list can contain.
//
//lang:words
var statusChoices = []page.Choice{
	{Value: "", Label: "All"},
	{Value: string(game.Forming), Label: "Waiting for players"},
	{Value: string(game.Active), Label: "Being played"},
	{Value: string(game.Paused), Label: "Paused"},
	{Value: string(game.Over), Label: "Over"},
	{Value: string(game.Terminated), Label: "Abandoned"},
}

// games lists all public games, and the visitor's own.
func (s *Pages) games(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	status := q.Get("status")
	if !slices.ContainsFunc(statusChoices, func(c page.Choice) bool { return c.Value == status }) {
		status = ""
	}
	f := lobby.Filter{Status: game.Status(status), Name: strings.TrimSpace(page.Clean(q.Get("name"))), Plain: true, Limit: gamesList}
	// Addresses with places that cannot be read show the beginning of the list.
	if f.After, _ = game.ParseListMark(q.Get("after")); f.After.IsZero() {
		f.Before, _ = game.ParseListMark(q.Get("before"))
	}
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if a != nil {
		f.Account = a.ID
	}
	list, err := s.list(r, f)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg := gamesPage{List: list, Status: status, Name: f.Name}
	for _, c := range statusChoices {
		c.Chosen = c.Value == status
		pg.Statuses = append(pg.Statuses, c)
	}
	at := func(place string, m game.ListMark) string {
		if m.IsZero() {
			return ""
		}
		return "/games?" + url.Values{"status": {status}, "name": {f.Name}, place: {m.String()}}.Encode()
	}
	pg.Earlier, pg.Further = at("before", list.Newer), at("after", list.Older)
	s.forStrangers(w, r, a, []gameList{list}, func(w http.ResponseWriter, r *http.Request) {
		s.Page(w, r, http.StatusOK, "games", page.Frame{Title: "Games", Body: pg})
	})
}
