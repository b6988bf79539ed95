package games

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// gamesPage is a page of the list of all games.
type gamesPage struct {
	List             gameList
	Status, Name     string
	Statuses         []page.Choice
	Filters          []filterChoice
	Free             bool
	More             bool // whether a filter in the collapsed part of the form is set
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

// filterChoice is a selection of the form above the list.
type filterChoice struct {
	Name, Label string
	Values      []page.Choice
}

// yesNo returns the choices between two facets.
func yesNo(yes, no string) []page.Choice {
	return []page.Choice{{Label: "All"}, {Value: "yes", Label: yes}, {Value: "no", Label: no}}
}

// paceChoices are the paces of games.
//
//lang:words
var paceChoices = []page.Choice{
	{Label: "All"},
	{Value: "hours", Label: "hours per campaign"},
	{Value: "day", Label: "a day per campaign"},
	{Value: "days", Label: "several days per campaign"},
	{Value: "week", Label: "a week or more per campaign"},
	{Value: "none", Label: "without deadlines"},
}

// filters returns the form's lists of choices, with nothing chosen. The result is shared and
// must not be changed.
var filters = sync.OnceValue(allFilters)

// allFilters creates the form's lists of choices.
//
//lang:words
func allFilters() []filterChoice {
	editions, scenarios := []page.Choice{{Label: "All"}}, []page.Choice{{Label: "All"}}
	for _, x := range rules.Presets() {
		editions = append(editions, page.Choice{Value: x.ID, Label: gamepage.Edition(x.ID)})
	}
	for _, x := range scenario.List() {
		scenarios = append(scenarios, page.Choice{Value: x.ID, Label: x.Title})
	}
	return []filterChoice{
		{"edition", "Edition", editions},
		{"scenario", "Scenario", scenarios},
		{"pace", "Pace", paceChoices},
		{"money", "Money", yesNo("with money", "without money")},
		{"press", "Messages", yesNo("with messages", "without messages")},
		{"programs", "Computer players", yesNo("may play", "only people play")},
	}
}

// chosenFilters returns the form's lists with the choices that an address makes, and the facets
// that games must have. Values that are not among the choices are ignored.
func chosenFilters(q url.Values) (out []filterChoice, facets []game.Facet) {
	facetOf := map[string]func(string) game.Facet{
		"edition": game.OfEdition, "scenario": game.OfScenario, "pace": func(v string) game.Facet { return game.Facet("pace=" + v) },
	}
	pairs := map[string][2]game.Facet{
		"money": {game.WithMoney, game.WithoutMoney}, "press": {game.WithPress, game.WithoutPress}, "programs": {game.WithPrograms, game.OnlyPeople},
	}
	for _, f := range filters() {
		values := slices.Clone(f.Values)
		for i := range values {
			c := &values[i]
			if c.Chosen = c.Value == q.Get(f.Name); !c.Chosen || c.Value == "" {
				continue
			}
			if of, ok := facetOf[f.Name]; ok {
				facets = append(facets, of(c.Value))
			} else if c.Value == "yes" {
				facets = append(facets, pairs[f.Name][0])
			} else {
				facets = append(facets, pairs[f.Name][1])
			}
		}
		f.Values = values
		out = append(out, f)
	}
	return out, facets
}

// games lists all public games, and the visitor's own.
func (s *Pages) games(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	status := q.Get("status")
	if !slices.ContainsFunc(statusChoices, func(c page.Choice) bool { return c.Value == status }) {
		status = ""
	}
	f := lobby.Filter{Status: game.Status(status), Name: strings.TrimSpace(page.Clean(q.Get("name"))), Plain: true, Limit: gamesList, Free: q.Get("free") != ""}
	var chosen []filterChoice
	chosen, f.Facets = chosenFilters(q)
	// Addresses with invalid places show the beginning of the list.
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
	pg := gamesPage{List: list, Status: status, Name: f.Name, Filters: chosen, Free: f.Free, More: len(f.Facets) > 0}
	for _, c := range statusChoices {
		c.Chosen = c.Value == status
		pg.Statuses = append(pg.Statuses, c)
	}
	at := func(place string, m game.ListMark) string {
		if m.IsZero() {
			return ""
		}
		v := url.Values{"status": {status}, "name": {f.Name}, place: {m.String()}}
		for _, x := range chosen {
			for _, c := range x.Values {
				if c.Chosen && c.Value != "" {
					v.Set(x.Name, c.Value)
				}
			}
		}
		if f.Free {
			v.Set("free", "1")
		}
		return "/games?" + v.Encode()
	}
	pg.Earlier, pg.Further = at("before", list.Newer), at("after", list.Older)
	s.Page(w, r, http.StatusOK, "games", page.Frame{Title: "Games", Body: pg})
}
