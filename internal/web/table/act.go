package table

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/web/page"
)

// formContext is what every form of a game begins with: the game, its seats, who
// sends, and the revision that the form was made for.
type formContext struct {
	g        *game.Game
	seats    []game.Seat
	role     game.Role
	as       string // address of the page of a master who orders in a player's stead
	revision int
}

// sit reads the form and finds out who sends it. It reports false with the
// answer written where the form cannot be used at all.
func (s *Pages) sit(w http.ResponseWriter, r *http.Request) (d formContext, ok bool) {
	if !s.Form(w, r) {
		return d, false
	}
	var err error
	if d.g, err = s.judge.Game(r.Context(), r.PathValue("id")); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return d, false
	}
	if d.role, err = s.Role(r, d.g); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return d, false
	}
	if n, _ := strconv.Atoi(r.PostForm.Get("as")); d.role.Master && n > 0 {
		d.role, d.as = game.Role{Seat: n, Stead: cmp.Or(d.role.Account, game.LinkMaster)}, "&as="+strconv.Itoa(n) // in the player's stead
	}
	if page.OnlyWatches(d.role) {
		s.seatless(w, r, d.g)
		return d, false
	}
	if d.seats, err = s.judge.Seats(r.Context(), d.g.ID); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return d, false
	}
	d.revision, _ = strconv.Atoi(r.PostForm.Get("revision"))
	return d, true
}

// seatless answers somebody who sends a form of a game in which he has no seat.
func (s *Pages) seatless(w http.ResponseWriter, r *http.Request, g *game.Game) {
	why := "Open the game with your secret link first: this browser has none for it."
	if !g.Hosting.Links {
		why = "You do not have a seat in this game."
		if s.Visit(r).Account == nil {
			why = "You are not signed in. Sign in, then send it again."
		}
	}
	s.Fail(w, r, http.StatusForbidden, "You have no seat here", why, page.Lost(r.PostForm))
}

// done sends the visitor back to the game.
func done(w http.ResponseWriter, r *http.Request, id, query string) {
	to := "/g/" + id
	if query != "" {
		to += "?" + query
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// setReady says that a seat is done with its orders, or not yet.
func (s *Pages) setReady(w http.ResponseWriter, r *http.Request) {
	if d, ok := s.sit(w, r); ok {
		s.makeReady(w, r, d, r.PostForm.Get("ready") == "1")
	}
}

func (s *Pages) makeReady(w http.ResponseWriter, r *http.Request, d formContext, ready bool) {
	for _, seat := range d.g.Writes(d.role) {
		if err := s.judge.Ready(r.Context(), d.g.ID, d.role, seat, d.revision, ready); err != nil {
			s.Refuse(w, r, err, page.Lost(r.PostForm))
			return
		}
	}
	if d.g.Play && ready {
		s.awaitBots(r.Context(), d.g.ID)
	}
	done(w, r, d.g.ID, "")
}

// diceBook sends the record of a game's dice.
func (s *Pages) diceBook(w http.ResponseWriter, r *http.Request) {
	b, err := s.judge.DiceBook(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	g, err := s.judge.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendJSON(w, http.StatusOK, g.View(role).Book(b))
}

// setName puts a player's name on the table.
func (s *Pages) setName(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	name := strings.TrimSpace(page.Clean(r.PostForm.Get("name")))
	if len([]rune(name)) > 60 {
		name = string([]rune(name)[:60])
	}
	if err := s.judge.TakeSeat(r.Context(), d.g.ID, d.role, name); err != nil {
		s.mend(w, r, err, "/g/"+d.g.ID, s.game)
		return
	}
	done(w, r, d.g.ID, "done=name")
}

// leave makes the browser forget the key of a game.
func (s *Pages) leave(w http.ResponseWriter, r *http.Request) {
	page.ForgetKey(w, r.PathValue("id"))
	done(w, r, r.PathValue("id"), "")
}
