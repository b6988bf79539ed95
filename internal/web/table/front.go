package table

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/web/page"
)

// frontPage is what a visitor sees first.
type frontPage struct {
	Intro *game.Game // the introductory game, to page through
	Live  livePicture
	Table string // address of the solitaire table

	Account  *game.Account
	Mine     *inbox // of who has signed in
	Accounts bool   // accounts can be made here
	Play     bool   // there are tables against computer players
	Cities   int    // that win a first game
	Once     string
	Forming  gameList
	Running  gameList
	Over     gameList
}

// livePicture is the map on the front page: of a game that is being played, or
// of the introductory one.
type livePicture struct {
	Game, Title, Phase string
	Picture, Link      string
	Live               bool
}

// gameList is the beginning of a list of games.
type gameList struct {
	Games []gameLine
	More  string // address of the whole list, if there is more of it
	Total int
}

// gameLine is a game in a list.
type gameLine struct {
	ID, Name, Scenario, Phase string
	Edition                   string
	Comment                   string
	Players                   int
	Number                    int      // of the phase
	Forms                     bool     // it waits for players
	Wanted, Seats             int      // how many, of how many; less than 0: nobody knows
	Vacant                    []string // powers that can be taken over
	State                     string   // "paused", "over" ...
	Finished, Solitaire       bool
	Links                     bool // run by secret links
	Gunboat                   bool
	Due                       page.Due
}

// frontList is how many games of a kind the front page shows.
const frontList = 12

// showcase remembers which games the judge itself has made to be looked at.
type showcase struct {
	mu           sync.Mutex
	intro, table string
}

// find looks for them once; later they are known.
func (x *showcase) find(ctx context.Context, j *judge.Judge) (intro, table string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.intro != "" && x.table != "" {
		return x.intro, x.table, nil
	}
	x.intro, x.table, err = j.Showcased(ctx)
	return x.intro, x.table, err
}

// front shows the games, and what can be looked at or tried at once.
func (s *Pages) front(w http.ResponseWriter, r *http.Request) {
	pg, err := s.newFrontPage(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "front", page.Frame{Title: "podesta, a judge for Machiavelli", Body: pg})
}

func (s *Pages) newFrontPage(r *http.Request) (*frontPage, error) {
	ctx := r.Context()
	pg := &frontPage{Play: s.judge.MayPlay(), Cities: judge.ShortCities, Once: page.NewOnce()}
	pg.Accounts, _ = s.AccountsFor(r)
	var err error
	if pg.Account, err = s.Account(r); err != nil {
		return nil, err
	}
	if pg.Account != nil {
		if pg.Mine, err = s.inbox(ctx, pg.Account); err != nil {
			return nil, err
		}
	}
	for _, x := range []struct {
		status game.Status
		into   *gameList
	}{{game.Forming, &pg.Forming}, {game.Active, &pg.Running}, {game.Over, &pg.Over}} {
		f := judge.Filter{Status: x.status, Limit: frontList + 2}
		if *x.into, err = s.list(r, f, frontList); err != nil {
			return nil, err
		}
		if x.into.Total > len(x.into.Games) {
			x.into.More = "/games?status=" + url.QueryEscape(string(x.status))
		}
	}
	return pg, s.showcases(ctx, pg)
}

// showcases puts a map and the judge's own games on the front page.
func (s *Pages) showcases(ctx context.Context, pg *frontPage) error {
	intro, table, err := s.shown.find(ctx, s.judge)
	if err != nil {
		return err
	}
	if intro != "" {
		if pg.Intro, err = s.judge.Game(ctx, intro); err != nil {
			return err
		}
		pg.Live = livePicture{
			Game: pg.Intro.Name, Phase: page.PhaseTitle(pg.Intro.Phase), Link: "/g/" + intro + "/p/1",
			Picture: "/g/" + intro + "/map/" + strconv.Itoa(min(3, pg.Intro.Number)) + ".svg?orders=1",
		}
	}
	for _, l := range pg.Running.Games {
		if !l.Solitaire && l.Number > 0 {
			n := max(1, l.Number-1) // what came of the last orders
			pg.Live = livePicture{
				Game: l.Name, Title: l.Scenario, Phase: l.Phase, Live: true, Link: "/g/" + l.ID,
				Picture: "/g/" + l.ID + "/map/" + strconv.Itoa(n) + ".svg?orders=1",
			}
			break
		}
	}
	if table == "" {
		return nil
	}
	keys, err := s.judge.Keys(ctx, table)
	// The table is there for everybody to play with, so its key is no secret.
	pg.Table = "/g/" + table + "?key=" + url.QueryEscape(keys.Master)
	return err
}

// list reads games for a list of so many lines; the judge's own games have a
// place of their own.
func (s *Pages) list(r *http.Request, f judge.Filter, most int) (gameList, error) {
	place := s.Zone(r)
	return s.lists.get(r.Context(), listKey(f, most, place), page.VisitOf(r).Lists, s.now, func(ctx context.Context) (out gameList, err error) {
		defer func() {
			if p := recover(); p != nil { // in the background there is nobody else to catch it
				s.log.Error("panic in a list of games", "panic", p, "stack", string(debug.Stack()))
				err = fmt.Errorf("a list of games cannot be made: %v", p)
			}
		}()
		err = s.judge.Look(ctx, func(ctx context.Context) error {
			out, err = s.makeList(ctx, f, most, place)
			return err
		})
		return out, err
	})
}

// makeList makes a list for readers in a time zone.
func (s *Pages) makeList(ctx context.Context, f judge.Filter, most int, place *time.Location) (gameList, error) {
	p, err := s.judge.List(ctx, f)
	if err != nil {
		return gameList{}, err
	}
	out := gameList{Total: p.Total}
	for _, g := range p.Games {
		if g.Showcase {
			out.Total--
			continue
		}
		if len(out.Games) == most {
			break
		}
		line, err := s.line(ctx, g, place)
		if err != nil {
			return out, err
		}
		out.Games = append(out.Games, line)
	}
	return out, nil
}

// line is a game in a list, as everybody may know it.
func (s *Pages) line(ctx context.Context, g *game.Game, place *time.Location) (gameLine, error) {
	l := gameLine{
		ID: g.ID, Name: g.Name, Scenario: g.Setting.Title, Phase: page.PhaseTitle(g.Phase), Edition: Edition(g.Rules.Preset),
		Number:  g.Number,
		Players: len(g.Setting.Seats), Finished: g.Finished, Solitaire: g.Solitaire, Links: g.Hosting.Links, State: stateOf(g), Comment: g.Hosting.Comment, Gunboat: g.Hosting.Gunboat,
	}
	places, err := s.judge.Places(ctx, g.ID, game.Role{})
	if err != nil {
		return l, err
	}
	l.Players = places.Seats
	if g.Status != game.Forming {
		l.Vacant = namesOfSeats(g, places.Vacant...)
	} else {
		l.Forms, l.Wanted, l.Seats = true, places.Missing, places.Seats
	}
	l.Due = page.DueFrom(g.Deadline, s.now(), place) // none unless it is played
	return l, nil
}

// stateOf is where a game stands, in a word; empty for one that is being played.
//
//lang:words
func stateOf(g *game.Game) string {
	switch g.Status {
	case game.Forming:
		return "waiting for players"
	case game.Paused:
		return "paused"
	case game.Terminated:
		return "abandoned"
	case game.Over:
		return "over"
	}
	if g.Finished {
		return "over"
	}
	return ""
}

// seatNames names the powers of seats: "Milan, Naples and Venice".
func seatNames(g *game.Game, seats ...int) string { return Enumerate(namesOfSeats(g, seats...)) }

// namesOfSeats are the powers of seats.
func namesOfSeats(g *game.Game, seats ...int) []string {
	var names []string
	for _, n := range seats {
		if n < 1 || n > len(g.Setting.Seats) {
			continue
		}
		for _, p := range g.Setting.Seats[n-1] {
			names = append(names, g.Setting.Powers[p].Name)
		}
	}
	return names
}

// Enumerate is a list as a sentence has it.
func Enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
