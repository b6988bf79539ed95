package games

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/queue"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

type frontPage struct {
	Intro   *game.Game // the introductory game
	Live    livePicture
	Table   string // address of the solitaire game
	Exhibit string // address of the game between computer players to watch; empty if there is none

	Account  *game.Account
	Mine     *inbox // games of a signed-in visitor
	Accounts bool   // whether accounts can be created here
	Play     bool   // whether games against computer players are available
	Cities   int    // number of cities needed to win a first game
	Minutes  int    // number of minutes that it takes
	Once     string
	Paces    []hosting.Pace // paces in the queue
	Forming  gameList
	Waiting  int // number of games with a free seat in which the visitor does not take part yet
	Running  gameList
	Over     gameList
}

// livePicture is the map on the front page, which shows a running game or the introductory one.
type livePicture struct {
	Game, Title   string
	Phase         message.Message
	Picture, Link string
	Live          bool
}

// gameList is the beginning of a list of games.
type gameList struct {
	Games []gameLine
	More  string // address of the whole list, if it is longer
	Total int
	// Newer and Older are the marks of the adjacent parts of the list.
	Newer, Older game.ListMark
}

// gameLine is a game in a list.
type gameLine struct {
	ID, Name, Scenario  string
	Phase               message.Message
	Edition             string
	Comment             string
	Players             int
	Number              int         // number of the phase
	Forms               bool        // whether it waits for players
	Wanted, Seats       int         // Wanted is the number of free seats, negative if unknown; Seats is the number of all seats
	Vacant              page.Phrase // powers to take over
	State               string      // "paused", "over" ...
	Finished, Solitaire bool
	Links               bool // whether it is played by secret links
	Gunboat             bool
	Due                 page.Due
}

// frontList is the number of games of a kind on the front page.
const frontList = 12

// showcase caches the example games of the judge.
type showcase struct {
	mu           sync.Mutex
	intro, table string
}

// find finds the games at the first call, and returns them.
func (x *showcase) find(ctx context.Context, l *lobby.Lobby) (intro, table string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.intro != "" && x.table != "" {
		return x.intro, x.table, nil
	}
	x.intro, x.table, err = l.Showcased(ctx)
	return x.intro, x.table, err
}

// front shows the games, and what visitors can watch or try at once.
func (s *Pages) front(w http.ResponseWriter, r *http.Request) {
	pg := &frontPage{Play: s.Judge.BotGames.MayPlay(), Cities: botgames.FirstCities, Minutes: botgames.FirstMinutes, Paces: queue.Offered().Paces}
	pg.Accounts, _ = s.AccountsFor(r)
	var err error
	if pg.Account, err = s.Account(r); err == nil {
		err = s.frontLists(r, pg)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Exhibit, _ = s.Judge.BotGames.Exhibition()
	ctx := r.Context()
	pg.Once = page.NewOnce()
	err = s.showcases(ctx, pg)
	if err == nil && pg.Account != nil {
		pg.Mine, err = s.inbox(ctx, s.Catalogue(r), pg.Account)
	}
	pg.Waiting = pg.waiting()
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "front", page.Frame{Title: "podesta, a judge for Machiavelli", Body: pg})
}

// waiting returns the number of games that the visitor can join. It does not count games on the
// list that are full or in which the visitor takes part.
func (pg *frontPage) waiting() int {
	n, mine := pg.Forming.Total, map[string]bool{}
	if pg.Mine != nil {
		for _, list := range [][]mineLine{pg.Mine.Owed, pg.Mine.Mine} {
			for i := range list {
				mine[list[i].ID] = true
			}
		}
	}
	for i := range pg.Forming.Games {
		if l := &pg.Forming.Games[i]; l.Wanted == 0 || mine[l.ID] {
			n--
		}
	}
	return n
}

// frontLists adds the lists of games to the front page.
func (s *Pages) frontLists(r *http.Request, pg *frontPage) (err error) {
	for _, x := range []struct {
		status game.Status
		into   *gameList
	}{{game.Forming, &pg.Forming}, {game.Active, &pg.Running}, {game.Over, &pg.Over}} {
		f := lobby.Filter{Status: x.status, Limit: frontList, Plain: true}
		if *x.into, err = s.list(r, f); err != nil {
			return err
		}
		if x.into.Total > len(x.into.Games) {
			x.into.More = "/games?status=" + url.QueryEscape(string(x.status))
		}
	}
	return nil
}

// showcases adds a map and the judge's example games to the front page.
func (s *Pages) showcases(ctx context.Context, pg *frontPage) error {
	intro, table, err := s.shown.find(ctx, s.Judge.Lobby)
	if err != nil {
		return err
	}
	if intro != "" {
		if pg.Intro, err = s.Judge.Base.Game(ctx, intro); err != nil {
			return err
		}
		pg.Live = livePicture{
			Game: pg.Intro.Name, Phase: page.PhaseTitle(pg.Intro.Phase), Link: "/g/" + intro + "/p/1",
			Picture: "/g/" + intro + "/map/" + strconv.Itoa(min(3, pg.Intro.Number)) + ".svg?orders=1",
		}
	}
	for _, l := range pg.Running.Games {
		if !l.Solitaire && l.Number > 0 {
			n := max(1, l.Number-1) // the results of the latest orders
			pg.Live = livePicture{
				Game: l.Name, Title: l.Scenario, Phase: l.Phase, Live: true, Link: "/g/" + l.ID,
				Picture: "/g/" + l.ID + "/map/" + strconv.Itoa(n) + ".svg?orders=1",
			}
			break
		}
	}
	if pg.Exhibit != "" && !pg.Live.Live {
		g, err := s.Judge.Base.Game(ctx, pg.Exhibit)
		if err == nil {
			pg.Live = livePicture{
				Game: g.Name, Title: g.Setting.Title, Phase: page.PhaseTitle(g.Phase), Live: true, Link: "/g/" + g.ID,
				Picture: "/g/" + g.ID + "/map/" + strconv.Itoa(max(1, g.Number-1)) + ".svg?orders=1",
			}
		} else if game.ErrorCode(err) != game.NotFound {
			return err
		}
	}
	if table == "" {
		return nil
	}
	keys, err := s.Judge.Lobby.Keys(ctx, table)
	// Everyone may play the solitaire game, so its key is not secret.
	pg.Table = "/g/" + table + "?key=" + url.QueryEscape(keys.Master)
	return err
}

// list returns a list of games.
func (s *Pages) list(r *http.Request, f lobby.Filter) (gameList, error) {
	place := s.Zone(r)
	return s.lists.get(r.Context(), listKey(f, place), page.VisitOf(r).Lists, s.Now, func(ctx context.Context) (out gameList, err error) {
		defer func() {
			if p := recover(); p != nil { // nobody else recovers panics in the background
				s.Log.Error("panic in a list of games", "panic", p, "stack", string(debug.Stack()))
				err = fmt.Errorf("a list of games cannot be made: %v", p)
			}
		}()
		err = s.Judge.Base.Snapshot(ctx, func(ctx context.Context) error {
			out, err = s.makeList(ctx, f, place)
			return err
		})
		return out, err
	})
}

// makeList makes a list for readers in a time zone.
func (s *Pages) makeList(ctx context.Context, f lobby.Filter, place *time.Location) (gameList, error) {
	f.Places = true
	p, err := s.Judge.Lobby.List(ctx, f)
	if err != nil {
		return gameList{}, err
	}
	out := gameList{Total: p.Total, Newer: p.Newer, Older: p.Older}
	now := s.Now()
	out.Games = make([]gameLine, 0, len(p.Games))
	for i, g := range p.Games {
		out.Games = append(out.Games, line(g, &p.Places[i], now, place))
	}
	return out, nil
}

// line returns the public entry of a game in a list, for readers in a time zone.
func line(g *game.Game, places *lobby.Places, now time.Time, zone *time.Location) gameLine {
	l := gameLine{
		ID: g.ID, Name: g.Name, Scenario: g.Setting.Title, Phase: page.PhaseTitle(g.Phase), Edition: gamepage.Edition(g.Rules.Preset),
		Number:  g.Number,
		Players: places.Seats, Finished: g.Finished, Solitaire: g.Solitaire, Links: g.Hosting.Links, State: gamepage.StateWith(g, places.Missing), Comment: g.Hosting.Comment, Gunboat: g.Hosting.Gunboat,
		Due: page.DueFrom(g.Deadline, now, zone), // zero unless the game is active
	}
	if g.Status != game.Forming {
		l.Vacant = page.Say(gamepage.SeatPowers(g, places.Vacant...))
	} else {
		l.Forms, l.Wanted, l.Seats = places.Missing != 0, places.Missing, places.Seats
	}
	return l
}
