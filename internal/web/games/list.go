package games

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
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
	From, To         int
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
	skip, _ := strconv.Atoi(q.Get("skip"))
	skip = min(max(skip, 0), 1_000_000)
	f := lobby.Filter{Status: game.Status(status), Name: strings.TrimSpace(page.Clean(q.Get("name"))), Skip: skip, Limit: gamesList}
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if a != nil {
		f.Account = a.ID
	}
	list, err := s.list(r, f, gamesList)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg := gamesPage{List: list, Status: status, Name: f.Name}
	for _, c := range statusChoices {
		c.Chosen = c.Value == status
		pg.Statuses = append(pg.Statuses, c)
	}
	at := func(skip int) string {
		return "/games?" + url.Values{"status": {status}, "name": {f.Name}, "skip": {strconv.Itoa(skip)}}.Encode()
	}
	if skip > 0 {
		pg.Earlier = at(max(0, skip-gamesList))
	}
	if list.Total > skip+gamesList {
		pg.Further = at(skip + gamesList)
	}
	s.Page(w, r, http.StatusOK, "games", page.Frame{Title: "Games", Body: pg})
}
