package games

import (
	"net/http"
	"net/url"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/users"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// profilePage is the public profile of a player.
type profilePage struct {
	*users.Profile
	Since page.Due
	Own   bool
	Rows  []resultRow
}

// resultRow is a rated game.
type resultRow struct {
	users.ProfileGame
	Place, Points string
	Ended         page.Due
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
	p, err := s.Judge.PlayerNamed(r.Context(), page.Clean(r.PathValue("name")), viewer)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	loc := s.Zone(r)
	pg := profilePage{Profile: p, Since: page.DueIn(p.Since, loc), Own: p.Account == viewer}
	for _, g := range p.Results {
		row := resultRow{ProfileGame: g, Place: placeWords(&g.Award), Ended: page.DueIn(g.Award.Ended, loc)}
		if g.Award.Rated {
			row.Points = game.PointWords(g.Award.Points)
		}
		pg.Rows = append(pg.Rows, row)
	}
	s.Page(w, r, http.StatusOK, "player", page.Frame{Title: p.Name, Body: pg})
}

// placeWords describes a place: "2nd of 8", "1st of 4, shared".
func placeWords(a *game.Award) string {
	out := ordinal(a.Place) + " of " + strconv.Itoa(a.Players)
	if a.Tied > 1 {
		out += ", shared"
	}
	return out
}

// ordinal returns 1st, 2nd, 3rd, 4th.
func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return strconv.Itoa(n) + suffix
}

// ratingsPage is the table of ratings, or that of reliability.
type ratingsPage struct {
	Kinds            []page.Choice
	Rows             []rankingRow
	Reliable         []reliableRow
	ByReliability    bool
	Total            int
	Earlier, Further string
	Points           bool // a player has points
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

// ratings shows the table of ratings, or with by=reliability that of
// reliability.
func (s *Pages) ratings(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	skip, _ := strconv.Atoi(q.Get("skip"))
	skip = min(max(skip, 0), 1_000_000)
	pg := ratingsPage{ByReliability: q.Get("by") == "reliability"}
	var err error
	if pg.ByReliability {
		err = s.reliability(r, &pg, skip)
	} else {
		err = s.ratingsOf(r, &pg, skip, q.Get("kind"))
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	at := func(skip int) string {
		v := url.Values{"skip": {strconv.Itoa(skip)}}
		for _, x := range []string{"kind", "by"} {
			if q.Get(x) != "" {
				v.Set(x, page.Clean(q.Get(x)))
			}
		}
		return "/ratings?" + v.Encode()
	}
	if skip > 0 {
		pg.Earlier = at(max(0, skip-ratingsList))
	}
	if pg.Total > skip+ratingsList {
		pg.Further = at(skip + ratingsList)
	}
	s.Page(w, r, http.StatusOK, "ratings", page.Frame{Title: "Ratings", Body: pg})
}

func (s *Pages) ratingsOf(r *http.Request, pg *ratingsPage, skip int, kind string) error {
	kinds, titles, err := s.Judge.RatedKinds(r.Context())
	if err != nil {
		return err
	}
	known := ""
	pg.Kinds = []page.Choice{{Label: message.New("All scenarios").String(), Chosen: true}}
	for i, k := range kinds {
		c := page.Choice{Value: k, Label: titles[i], Chosen: k == kind}
		if c.Chosen {
			known, pg.Kinds[0].Chosen = k, false
		}
		pg.Kinds = append(pg.Kinds, c)
	}
	all, err := s.rankingTable(r.Context(), known)
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
