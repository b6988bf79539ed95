package table

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
)

// formContext holds what every form of a game needs: the game, its seats, the sender, and the
// revision that the form is for.
type formContext struct {
	g        *game.Game
	seats    []game.Seat
	role     game.Role
	as       string // query of the page on which a master gives orders on a player's behalf
	revision int
}

// sit parses the form and determines the sender. If that is impossible, or if the sender has no
// seat, it writes the answer and returns false.
func (s *Pages) sit(w http.ResponseWriter, r *http.Request) (d formContext, ok bool) {
	if !s.Form(w, r) {
		return d, false
	}
	var err error
	if d.g, err = s.Judge.Base.Game(r.Context(), r.PathValue("id")); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return d, false
	}
	if d.role, err = s.Role(r, d.g); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return d, false
	}
	if n, _ := strconv.Atoi(r.PostForm.Get("as")); d.role.Master && n > 0 {
		d.role, d.as = game.Role{Seat: n, Stead: cmp.Or(d.role.Account, game.LinkMaster)}, "&as="+strconv.Itoa(n) // on the player's behalf
	}
	if page.OnlyWatches(d.role) {
		s.seatless(w, r, d.g)
		return d, false
	}
	if d.seats, err = s.Judge.Base.Seats(r.Context(), d.g.ID); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return d, false
	}
	d.revision, _ = strconv.Atoi(r.PostForm.Get("revision"))
	return d, true
}

// seatless answers a form of a game from a visitor without a seat in it.
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

// setReady marks a seat as ready, or not.
func (s *Pages) setReady(w http.ResponseWriter, r *http.Request) {
	if d, ok := s.sit(w, r); ok {
		s.makeReady(w, r, d, r.PostForm.Get("ready") == "1")
	}
}

func (s *Pages) makeReady(w http.ResponseWriter, r *http.Request, d formContext, ready bool) {
	for _, seat := range d.g.Writes(d.role) {
		if err := s.Judge.Clock.Ready(r.Context(), d.g.ID, d.role, seat, d.revision, ready); err != nil {
			s.Refuse(w, r, err, page.Lost(r.PostForm))
			return
		}
	}
	if d.g.Play && ready {
		s.AwaitBots(r.Context(), d.g.ID)
	}
	gamepage.ToGame(w, r, d.g.ID, "")
}

// diceBook sends the record of a game's dice, as far as the visitor may know it.
func (s *Pages) diceBook(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	b, err := s.Judge.Archive.DiceBook(r.Context(), g.ID)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendJSON(w, http.StatusOK, g.View(role).Book(b))
}

// setName sets a player's name at a seat.
func (s *Pages) setName(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	name := strings.TrimSpace(page.Clean(r.PostForm.Get("name")))
	if len([]rune(name)) > 60 {
		name = string([]rune(name)[:60])
	}
	if err := s.Judge.Lobby.TakeSeat(r.Context(), d.g.ID, d.role, name); err != nil {
		s.RefuseOn(w, r, err, "/g/"+d.g.ID, s.game)
		return
	}
	gamepage.ToGame(w, r, d.g.ID, "done=name")
}

// leave deletes the keys of a game from the browser.
func (s *Pages) leave(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err == nil {
		_, err = s.Role(r, g) // refuses a page of another seat
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.ForgetKey(w, r, g.ID)
	gamepage.ToGame(w, r, g.ID, "")
}

// check sends the verdicts on the texts of a form. Nothing is saved.
func (s *Pages) check(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	found, err := s.Judge.Clock.ReadOrders(r.Context(), d.g.ID, d.role, boardpage.Sections(r.PostForm, d.g, d.role)...)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.SendChecked(w, r, d.g.Revision, boardpage.FormsOf(s.Catalogue(r), d.g, found))
}
