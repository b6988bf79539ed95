package games

import (
	"net/http"
	"net/url"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/ratings"
	"podesta/internal/users"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// profilePage is the public profile of a player.
type profilePage struct {
	*users.Profile
	Since      page.Due
	Own        bool
	Signed     bool // the visitor is signed in
	Rows       []resultRow
	Statistics *statistics // nil if there are no public games
	// MinGames is the number of games that a player needs to be in the ladder.
	MinGames int
}

// statistics are the statistics of a player.
type statistics struct {
	All              tallyRow
	Powers, Editions []tallyRow
	Streak           int
}

// tallyRow sums up games of a player.
type tallyRow struct {
	Title             page.Phrase
	Games, Wins       int
	Shared, Fell      int
	Place, Of, Points string // averages; empty if no points were earned
}

func newTallyRow(title page.Phrase, t *users.Tally) tallyRow {
	row := tallyRow{Title: title, Games: t.Games, Wins: t.Wins, Shared: t.Shared, Fell: t.Fell, Place: decimal(t.Place()), Of: decimal(t.Of())}
	if points, ok := t.Points(); ok {
		row.Points = decimal(points)
	}
	return row
}

// decimal formats an average like rating points: "6.7".
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// newStatistics returns the statistics of a player, or nil if there are none.
func newStatistics(s *users.Stats) *statistics {
	if s.Games == 0 {
		return nil
	}
	out := &statistics{All: newTallyRow(nil, &s.Tally), Streak: s.Streak}
	for i := range s.Powers {
		out.Powers = append(out.Powers, newTallyRow(page.PowersIn(s.Powers[i].Title), &s.Powers[i].Tally))
	}
	for i := range s.Editions {
		title := page.Say(message.Message{ID: s.Editions[i].Title})
		out.Editions = append(out.Editions, newTallyRow(title, &s.Editions[i].Tally))
	}
	return out
}

// resultRow is a game that counts. It embeds no struct, because templates find direct fields
// faster.
type resultRow struct {
	ID, Name, Powers      string
	Scenario, Mark, Place message.Message // Mark is empty unless the player won or shares the end
	Cities                int
	Points                string
	Ended                 page.Due
}

// markOf returns the mark next to the place of a player who has won, or shares a victory or a
// draw.
func markOf(a *game.Award) message.Message {
	switch {
	case !a.Wins:
		return message.Message{}
	case a.Tied > 1:
		return message.New("shared with others")
	}
	return report.Victory.Mark()
}

// player shows a player's profile.
func (s *Pages) player(w http.ResponseWriter, r *http.Request) {
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	viewer := ""
	if a != nil {
		viewer = a.ID
	}
	p, err := s.Judge.Users.PlayerNamed(r.Context(), page.Clean(r.PathValue("name")), viewer)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	loc := s.Zone(r)
	pg := profilePage{Profile: p, Since: page.DueIn(p.Since, loc), Own: p.Account == viewer, Signed: viewer != "", MinGames: ratings.LadderGames, Statistics: newStatistics(&p.Stats)}
	pg.Rows = make([]resultRow, 0, len(p.Results))
	for i := range p.Results {
		g, a := &p.Results[i], &p.Results[i].Award
		row := resultRow{
			ID: g.ID, Name: g.Name, Scenario: g.Scenario, Powers: g.Powers,
			Mark: markOf(a), Cities: a.Cities, Place: placeWords(a), Ended: page.DueIn(a.Ended, loc),
		}
		if a.Rated {
			row.Points = game.PointWords(a.Points)
		}
		pg.Rows = append(pg.Rows, row)
	}
	s.Page(w, r, http.StatusOK, "player", page.Frame{
		Title: page.Called(s.Catalogue(r), p.Name), Body: pg, Preview: previewOf(p),
	})
}

// previewOf returns what other sites show with the address of a profile, or nil for a private
// profile, which only its owner sees.
func previewOf(p *users.Profile) *page.Preview {
	if p.Private {
		return nil
	}
	return &page.Preview{
		Path: page.PlayerLink(p.Name),
		Text: message.Plural(p.Ranking.Games, "A player of Machiavelli on this judge, with {n} game that counts.", "A player of Machiavelli on this judge, with {n} games that count."),
	}
}

// placeWords describes a place: "2 of 8", "3 of 4, shared". It does not say that a victory or
// draw is shared, because the mark next to it does.
func placeWords(a *game.Award) message.Message {
	if a.Tied > 1 && !a.Wins {
		return message.New("{place} of {players}, shared", message.Number(a.Place), message.Number(a.Players))
	}
	return message.New("{place} of {players}", message.Number(a.Place), message.Number(a.Players))
}

// ratingsPage is one of the tables of players: the ladder of their ratings, their
// points, or their reliability.
type ratingsPage struct {
	Kinds            []page.Choice // kinds of scenarios, or editions
	Rows             []rankingRow
	Ladder           []ladderRow
	Reliable         []reliableRow
	By               string // the table: "", "points", "reliability"
	Programs         bool   // whether it is the table of programs
	People, Machines string // the addresses of the tables of people and of programs
	Total            int
	Earlier, Further string
	MinGames         int  // least number of games in the ladder
	Points           bool // whether any player has points
}

// ladderRow is a row of the ladder.
type ladderRow struct {
	game.LadderRow
	Rank int
	Link string
}

type rankingRow struct {
	game.Ranking
	Rank int
	Link string
}

type reliableRow struct {
	users.Reliable
	Rank int
	Link string
}

// ratingsList is the number of players on a page of the tables.
const ratingsList = 50

// ratings shows the ladder of ratings, or with by=points or by=reliability
// another table.
func (s *Pages) ratings(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	skip, _ := strconv.Atoi(q.Get("skip"))
	skip = min(max(skip, 0), 1_000_000)
	pg := ratingsPage{By: q.Get("by"), Programs: q.Get("who") == "programs", MinGames: ratings.LadderGames}
	if q.Get("kind") != "" { // links from the time before there was a ladder
		pg.By = "points"
	}
	var err error
	switch pg.By {
	case "reliability":
		pg.Programs = false
		err = s.reliability(r, &pg, skip)
	case "points":
		err = s.ratingsOf(r, &pg, skip, q.Get("kind"))
	default:
		pg.By = ""
		err = s.ladderOf(r, &pg, skip, q.Get("edition"))
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	at := func(skip int, programs bool) string {
		v := url.Values{}
		if skip > 0 {
			v.Set("skip", strconv.Itoa(skip))
		}
		for _, x := range []string{"kind", "edition"} {
			if q.Get(x) != "" {
				v.Set(x, page.Clean(q.Get(x)))
			}
		}
		if pg.By != "" {
			v.Set("by", pg.By)
		}
		if programs {
			v.Set("who", "programs")
		}
		if len(v) == 0 {
			return "/ratings"
		}
		return "/ratings?" + v.Encode()
	}
	pg.People, pg.Machines = at(0, false), at(0, true)
	if skip > 0 {
		pg.Earlier = at(max(0, skip-ratingsList), pg.Programs)
	}
	if pg.Total > skip+ratingsList {
		pg.Further = at(skip+ratingsList, pg.Programs)
	}
	s.Page(w, r, http.StatusOK, "ratings", page.Frame{Title: "Ratings", Body: pg})
}

// choose adds a list of choices to the page and returns the one that the visitor has made, or "".
func (pg *ratingsPage) choose(all message.Message, values, labels []string, chosen string) string {
	known := ""
	pg.Kinds = []page.Choice{{Label: all.String(), Chosen: true}}
	for i, v := range values {
		c := page.Choice{Value: v, Label: labels[i], Chosen: v == chosen}
		if c.Chosen {
			known, pg.Kinds[0].Chosen = v, false
		}
		pg.Kinds = append(pg.Kinds, c)
	}
	return known
}

func (s *Pages) ladderOf(r *http.Request, pg *ratingsPage, skip int, edition string) error {
	editions, err := s.Judge.Ratings.Editions(r.Context())
	if err != nil {
		return err
	}
	var ids, titles []string
	for _, e := range editions {
		ids, titles = append(ids, e.ID), append(titles, e.Title)
	}
	known := pg.choose(message.New("All editions"), ids, titles, edition)
	all, err := s.ladderTable(r.Context(), known, pg.Programs)
	if err != nil {
		return err
	}
	pg.Total = len(all)
	part, names, err := partOfTable(r.Context(), s, all, skip, func(x game.LadderRow) string { return x.Account })
	for i, x := range part {
		if x.Name = names[x.Account]; x.Name != "" {
			pg.Ladder = append(pg.Ladder, ladderRow{x, skip + i + 1, page.PlayerLink(x.Name)})
		}
	}
	return err
}

func (s *Pages) ratingsOf(r *http.Request, pg *ratingsPage, skip int, kind string) error {
	kinds, titles, err := s.Judge.Ratings.RatedKinds(r.Context())
	if err != nil {
		return err
	}
	labels := make([]string, len(titles))
	for i, m := range titles {
		labels[i] = m.In(s.Catalogue(r))
	}
	known := pg.choose(message.New("All scenarios"), kinds, labels, kind)
	all, err := s.rankingTable(r.Context(), known, pg.Programs)
	if err != nil {
		return err
	}
	pg.Total = len(all)
	part, names, err := partOfTable(r.Context(), s, all, skip, func(x game.Ranking) string { return x.Account })
	for i, x := range part {
		if x.Name = names[x.Account]; x.Name != "" {
			pg.Rows = append(pg.Rows, rankingRow{x, skip + i + 1, page.PlayerLink(x.Name)})
			pg.Points = pg.Points || x.Rated > 0
		}
	}
	return err
}

func (s *Pages) reliability(r *http.Request, pg *ratingsPage, skip int) error {
	all, err := s.reliableTable(r.Context())
	if err != nil {
		return err
	}
	pg.Total = len(all)
	part, names, err := partOfTable(r.Context(), s, all, skip, func(x users.Reliable) string { return x.Account })
	for i, x := range part {
		if x.Name = names[x.Account]; x.Name != "" {
			pg.Reliable = append(pg.Reliable, reliableRow{x, skip + i + 1, page.PlayerLink(x.Name)})
		}
	}
	return err
}
