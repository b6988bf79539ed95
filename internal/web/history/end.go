package history

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/ratings"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/opinion"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// endPage is the page of a finished game.
type endPage struct {
	Head *gamepage.Head
	gamepage.Afterwards
	Game      *game.Game
	Ending    string // how it ended
	Last      int    // number of the last frame of the film
	Map       string // address of the map of the final position
	First     string // address of the first drawing of the film
	Time      *Timeline
	Places    []endPlace
	Money     bool
	Counts    bool            // whether it counts in the ratings
	Uncounted message.Message // why it does not count
	Rated     bool            // whether it earned points
	Changes   bool            // whether ratings have changed
	Decided   []decidingRow
	Onward    []gamepage.NextGame // what a visitor who played against computer players can play next
	Charts    chartPage
	Result    report.Result
	Opinion   string // the name of the computer player that analyses games
	Letters   press.Openness

	Comments *commentsView
	Press    bool // whether the players could write to each other
}

// endPlace is the place of a seat.
type endPlace struct {
	ratings.Standing
	Person   gamepage.Person
	Powers   []endPower
	Ducats   string
	Points   string
	Change   string // change of the rating: "+12"
	Yours    bool
	Computer string // the computer player that held the seat; empty if a person did
}

// endPower is a power of a seat.
type endPower struct {
	Name  string
	Badge template.HTML
	Fell  page.Phrase // when it was eliminated
}

// end shows how a game has ended: the places, what decided it, its film and its
// charts.
func (s *Pages) end(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.Visited(w, r)
	if !ok {
		return
	}
	if !g.Finished {
		s.Fail(w, r, http.StatusNotFound, "The game is not over", "Its end appears here when it is over.", nil)
		return
	}
	pg, err := s.newEndPage(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if !page.OnlyWatches(role) {
		w.Header().Set("Cache-Control", "no-store")
	}
	s.Page(w, r, http.StatusOK, "end", page.Frame{Title: "The end · " + g.Name, Game: g.ID, Body: pg})
}

func (s *Pages) newEndPage(r *http.Request, g *game.Game, role game.Role) (*endPage, error) {
	ctx := r.Context()
	head, err := s.NewHead(r, g, role, "/end")
	if err != nil {
		return nil, err
	}
	c, err := s.Chronicle(ctx, g, false)
	if err != nil {
		return nil, err
	}
	last, err := s.Judge.Base.Phase(ctx, g.ID, g.Number)
	if err != nil {
		return nil, err
	}
	pg := &endPage{Head: head, Game: g, Last: Frames(g), Money: g.Rules.Money, Decided: c.decidingRows(g), Opinion: opinion.Name, Press: gamepage.HasLetters(g) && !g.Hosting.Press.None}
	pg.Result = report.New(g.Setting).EndOf(last.After, last.Events).Result
	pg.Map = boardpage.MapAddress(s.Catalogue(r), g, pg.Last, "")
	pg.First = boardpage.FirstAddress(s.Catalogue(r), g, 1, "bare=1")
	if pg.Time, err = s.Timeline(ctx, g, role, pg.Last); err != nil {
		return nil, err
	}
	if pg.Ending, err = s.Ending(ctx, s.Catalogue(r), g, role); err != nil {
		return nil, err
	}
	if err := s.places(ctx, pg, role, c, last.After); err != nil {
		return nil, err
	}
	if worth, err := s.Judge.Ratings.Worth(ctx, g.ID, role.Account); err != nil {
		return nil, err
	} else if !worth.Counts {
		pg.Uncounted = message.New("The game does not count for the ratings: {why}.", worth.Why)
	}
	pg.Charts.fill(s.Catalogue(r), g, c, func(p machiavelli.Power) bool { return g.View(role).SeesTreasury(p, false) })
	if pg.Letters, err = s.Judge.Press.Openness(ctx, g.ID, role); err != nil {
		return nil, err
	}
	if pg.Afterwards, err = s.Afterwards(ctx, g, role); err != nil {
		return nil, err
	}
	if g.Play {
		st, err := s.Judge.BotGames.PlayState(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		if st.Seat == role.Seat {
			pg.Onward = gamepage.Onward(g, st)
		}
	}
	pg.Comments, err = s.comments(r, g, role, 0)
	return pg, err
}

// places adds the places of the seats, the best first.
func (s *Pages) places(ctx context.Context, pg *endPage, role game.Role, c *Chronicle, end *position.Position) error {
	g := pg.Game
	standings, err := s.Judge.Ratings.Standings(ctx, g.ID, role.Account)
	if err != nil {
		return err
	}
	people, err := s.People(ctx, g, role)
	if err != nil {
		return err
	}
	seats, err := s.Judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return err
	}
	eyes := g.View(role)
	for _, x := range standings {
		p := endPlace{Standing: x, Yours: role.Seat == x.Seat}
		for _, person := range people.Players {
			if person.Seat == x.Seat {
				p.Person = person
			}
		}
		for _, seat := range seats {
			switch {
			case seat.Number != x.Seat:
			case seat.Bot != "":
				p.Computer = seat.Player
			case p.Person.Name == "" && eyes.SeesNames():
				p.Person.Name = seat.Player
			}
		}
		ducats, known := 0, g.Rules.Money
		for _, power := range g.Setting.Seats[x.Seat-1] {
			// badges contain no user input
			y := endPower{Name: g.Setting.Powers[power].Name, Badge: template.HTML(atlas.Badge(g.Setting.Powers, power))}
			if end.Eliminated.Has(power) {
				if y.Fell = c.Fell(power); len(y.Fell) == 0 {
					y.Fell = page.Say(message.New("eliminated"))
				}
			}
			p.Powers = append(p.Powers, y)
			ducats += int(end.Treasury[power])
			known = known && eyes.SeesTreasury(power, true)
		}
		if known {
			p.Ducats = strconv.Itoa(ducats)
		}
		if x.Rated {
			p.Points, pg.Rated = game.PointWords(x.Points), true
		}
		if d := x.After - x.Before; d != 0 {
			p.Change, pg.Changes = strconv.Itoa(d), true
			if d > 0 {
				p.Change = "+" + p.Change
			}
		}
		pg.Counts = pg.Counts || x.Counts
		pg.Places = append(pg.Places, p)
	}
	slices.SortStableFunc(pg.Places, func(a, b endPlace) int { return inOrder(&a.Standing, &b.Standing) })
	return nil
}

// inOrder compares standings by place. Among players who share a place, winners come first, and
// eliminated players last.
func inOrder(a, b *ratings.Standing) int {
	rank := func(x *ratings.Standing) int {
		switch {
		case x.Won:
			return 0
		case x.Fell:
			return 2
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(rank(a), rank(b)))
}
