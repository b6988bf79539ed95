package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"podesta/internal/judge"
)

// frontPage is what a visitor sees first.
type frontPage struct {
	Intro      *judge.Game // the introductory game, to page through
	IntroMap   string
	Table      *judge.Game // the solitaire table
	TableLink  string
	TablePhase string

	Account  *judge.Account
	Mine     []mineLine
	Accounts bool // accounts can be made here
	Forming  gameList
	Running  gameList
	Over     gameList
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
	Missing                   string // of a game that forms: "3 of 8 players"
	Vacant                    string // powers that can be taken over
	State                     string // "paused", "over" ...
	Finished, Solitaire       bool
	Links                     bool // run by secret links
	Gunboat                   bool
	Due                       due
}

// mineLine is a game in which the visitor takes part.
type mineLine struct {
	ID, Name, Phase, Part string
	Owes                  string // what is waited for, in words; empty: nothing
	Urgent                bool   // orders are owed
	Due                   due
	at                    time.Time
}

// frontList is how many games of a kind the front page shows.
const frontList = 12

// showcase remembers which games the judge itself has made to be looked at.
type showcase struct {
	mu           sync.Mutex
	intro, table string
}

// find looks for them once; later they are known.
func (x *showcase) find(ctx context.Context, j Judge) (intro, table string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.intro != "" && x.table != "" {
		return x.intro, x.table, nil
	}
	x.intro, x.table, err = j.Showcased(ctx)
	return x.intro, x.table, err
}

// front shows the games, and what can be looked at or tried at once.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	pg, err := s.newFrontPage(r)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	s.page(w, r, http.StatusOK, "front", frame{Title: "podesta, a judge for Machiavelli", Body: pg})
}

func (s *Server) newFrontPage(r *http.Request) (*frontPage, error) {
	ctx := r.Context()
	pg := &frontPage{}
	pg.Accounts, _ = s.accountsFor(r)
	if err := s.showcases(ctx, pg); err != nil {
		return nil, err
	}
	var err error
	if pg.Account, err = s.who(r); err != nil {
		return nil, err
	}
	if pg.Account != nil {
		if pg.Mine, err = s.mine(ctx, pg.Account); err != nil {
			return nil, err
		}
	}
	for _, x := range []struct {
		status judge.Status
		into   *gameList
	}{{judge.Forming, &pg.Forming}, {judge.Active, &pg.Running}, {judge.Over, &pg.Over}} {
		f := judge.Filter{Status: x.status, Limit: frontList + 2}
		if *x.into, err = s.list(r, f, frontList); err != nil {
			return nil, err
		}
		if x.into.Total > len(x.into.Games) {
			x.into.More = "/games?status=" + url.QueryEscape(string(x.status))
		}
	}
	return pg, nil
}

// showcases puts the judge's own games on the front page.
func (s *Server) showcases(ctx context.Context, pg *frontPage) error {
	intro, table, err := s.shown.find(ctx, s.table)
	if err != nil {
		return err
	}
	if intro != "" {
		if pg.Intro, err = s.table.Game(ctx, intro); err != nil {
			return err
		}
		pg.IntroMap = "/g/" + intro + "/map/" + strconv.Itoa(min(3, pg.Intro.Number)) + ".svg?orders=1"
	}
	if table == "" {
		return nil
	}
	if pg.Table, err = s.table.Game(ctx, table); err != nil {
		return err
	}
	keys, err := s.table.Keys(ctx, table)
	pg.TablePhase = phaseTitle(pg.Table.Phase)
	// The table is there for everybody to play with, so its key is no secret.
	pg.TableLink = "/g/" + table + "?key=" + url.QueryEscape(keys.Master)
	return err
}

// list reads games for a list of so many lines; the judge's own games have a
// place of their own.
func (s *Server) list(r *http.Request, f judge.Filter, most int) (gameList, error) {
	p, err := s.table.List(r.Context(), f)
	out := gameList{Total: p.Total}
	for _, g := range p.Games {
		if g.Showcase {
			out.Total--
			continue
		}
		if len(out.Games) == most {
			break
		}
		line, err := s.line(r, g)
		if err != nil {
			return out, err
		}
		out.Games = append(out.Games, line)
	}
	return out, err
}

// line is a game in a list, as everybody may know it.
func (s *Server) line(r *http.Request, g *judge.Game) (gameLine, error) {
	l := gameLine{
		ID: g.ID, Name: g.Name, Scenario: g.Setting.Title, Phase: phaseTitle(g.Phase), Edition: edition(g.Rules.Preset),
		Players: len(g.Setting.Seats), Finished: g.Finished, Solitaire: g.Solitaire, Links: g.Hosting == nil, State: stateOf(g),
	}
	at := g.Deadline
	if g.Hosting != nil {
		l.Comment, l.Gunboat = g.Hosting.Comment, g.Hosting.Gunboat
		places, err := s.table.Places(r.Context(), g.ID, judge.Role{})
		if err != nil {
			return l, err
		}
		l.Players = places.Seats
		switch {
		case g.Status != judge.Forming:
			l.Vacant = seatNames(g, places.Vacant...)
		case places.Missing < 0:
			l.Missing = count(places.Seats, "player") + " in all"
		default:
			l.Missing = strconv.Itoa(places.Missing) + " of " + count(places.Seats, "player")
		}
		plan, err := s.table.Plan(r.Context(), g.ID)
		if err != nil {
			return l, err
		}
		at = plan.Deadline
	}
	if g.Status == judge.Active {
		l.Due = dueFrom(at, s.now(), s.place(r))
	}
	return l, nil
}

// stateOf is where a game stands, in a word; empty for one that is being played.
func stateOf(g *judge.Game) string {
	switch g.Status {
	case judge.Forming:
		return "waits for players"
	case judge.Paused:
		return "paused"
	case judge.Terminated:
		return "given up"
	case judge.Over:
		return "over"
	}
	if g.Finished {
		return "over"
	}
	return ""
}

// seatNames names the powers of seats: "Milan, Naples and Venice".
func seatNames(g *judge.Game, seats ...int) string {
	var names []string
	for _, n := range seats {
		if n < 1 || n > len(g.Setting.Seats) {
			continue
		}
		for _, p := range g.Setting.Seats[n-1] {
			names = append(names, g.Setting.Powers[p].Name)
		}
	}
	return enumerate(names)
}

// enumerate is a list as a sentence has it.
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// mostMine is how many of somebody's games the front page looks into.
const mostMine = 40

// mine lists the games in which an account takes part: those that wait for it
// first, then by deadline; what is over comes last.
func (s *Server) mine(ctx context.Context, a *judge.Account) ([]mineLine, error) {
	games, err := s.table.GamesOf(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	slices.Reverse(games) // the latest first
	slices.SortStableFunc(games, func(x, y *judge.Game) int { return cmp.Compare(ended(x), ended(y)) })
	var out []mineLine
	for _, g := range games[:min(len(games), mostMine)] {
		l, err := s.mineLine(ctx, g, a)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(x, y mineLine) int {
		switch {
		case x.Urgent != y.Urgent:
			return cmp.Compare(truth(y.Urgent), truth(x.Urgent))
		case x.at.IsZero() != y.at.IsZero():
			return cmp.Compare(truth(x.at.IsZero()), truth(y.at.IsZero()))
		}
		return x.at.Compare(y.at)
	})
	return out, nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ended is 1 for games in which nothing can be done any more.
func ended(g *judge.Game) int {
	return truth(g.Finished || g.Status == judge.Over || g.Status == judge.Terminated)
}

func (s *Server) mineLine(ctx context.Context, g *judge.Game, a *judge.Account) (mineLine, error) {
	l := mineLine{ID: g.ID, Name: g.Name, Phase: phaseTitle(g.Phase)}
	if st := stateOf(g); st != "" {
		l.Phase = st
	}
	role, err := s.table.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		return l, err
	}
	l.Part = partOf(g, role)
	if g.Number == 0 || g.Status != judge.Active {
		return l, nil
	}
	plan, err := s.table.Plan(ctx, g.ID)
	if err != nil {
		return l, err
	}
	l.at, l.Due = plan.Deadline, dueFrom(plan.Deadline, s.now(), zoneOf(a))
	if role.Seat == 0 {
		return l, nil
	}
	seats, err := s.table.Seats(ctx, g.ID)
	if err != nil {
		return l, err
	}
	states, err := s.table.States(ctx, g.ID, role)
	if err != nil {
		return l, err
	}
	l.Owes, l.Urgent = ownState(seats[role.Seat-1], states[role.Seat-1])
	return l, nil
}

// partOf is in which part somebody is at a game.
func partOf(g *judge.Game, role judge.Role) string {
	switch {
	case role.Seat > 0 && g.Number > 0:
		return seatNames(g, role.Seat)
	case role.Player:
		return "player"
	case role.Master:
		return "master"
	case role.Observer:
		return "observer"
	}
	return ""
}

// ownState tells a player how it stands with his seat, and whether orders are
// owed.
func ownState(seat judge.Seat, st judge.SeatState) (words string, owed bool) {
	switch {
	case st.Abandoned || st.Disorder:
		return "given up: any orders bring you back", true
	case !seat.Owes:
		return "nothing to do", false
	case st.Complete && st.Wait:
		return "orders in; you wait for the deadline", false
	case st.Complete:
		return "orders in", false
	case st.Covered:
		return "your last orders had errors", true
	case st.Late:
		return "late: orders are missing", true
	}
	return "orders are missing", true
}
