package table

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/history"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// gamePage is the page of a game's current phase, for the visitor's role.
type gamePage struct {
	*game.Game
	Role      game.Role
	Mine      string // the powers of the visitor's seat
	Other     *otherSeat
	Player    string
	Ready     bool
	Scenario  string
	Edition   string
	Map       string // address of the map
	PhaseName message.Message
	Time      *history.Timeline
	Powers    []PowerRow
	Needed    message.Message // what is needed to win: "To win: 15 cities and 2 home countries"
	Boxes     []boardpage.OrderForm
	Troubles  []boardpage.Chapter // famine, rebellions, sieges
	Opening   []message.Message   // the events before the first phase
	First     page.Phrase         // the purpose of the winter before the first campaign; empty in other phases
	Rolls     []roll              // rolls set by the master for this phase
	Writes    bool                // whether the visitor writes orders
	Hints     bool                // whether the visitor may ask for hints
	Coach     []advice            // what the coach says
	Refused   int
	Owing     int             // number of boxes with missing orders
	Idle      message.Message // what a unit without an order does
	Before    *history.Digest
	Links     []link
	Notice    string
	Warning   page.Phrase
	Anyway    string // what the visitor may do although lines were refused: "ready" or "process"
	Due       page.Due
	Howto     boardpage.HowTo
	End       report.End
	Seven     *playBar // shown to the visitor of a game against computer players
}

// link is the secret link of a seat.
type link struct {
	Label       message.Message
	State       page.Phrase
	Player, URL string
}

// cookiesAsked is the parameter of the address to which a browser without cookies is
// redirected, to see whether it keeps cookies.
const cookiesAsked = "cookies"

// game shows a game's current phase. It first moves a key in the address to a
// cookie.
func (s *Pages) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	g, err := s.Judge.Base.Game(r.Context(), id)
	if game.ErrorCode(err) == game.NotFound {
		if found, e := s.Judge.Base.FindGame(r.Context(), id); e == nil { // the address contains the game's name
			http.Redirect(w, r, "/g/"+found.ID, http.StatusSeeOther)
			return
		}
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if key := r.URL.Query().Get("key"); key != "" && g.Hosting.Links {
		now, err := s.Judge.Lobby.Role(r.Context(), id, key)
		if err != nil {
			w.Header().Set("Cache-Control", "no-store")
			s.Fail(w, r, http.StatusForbidden, "This link does not work", "The key in this address does not open a seat in this game. It may have been cut off when it was copied: use the whole link.", nil)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		// A browser that has sent no cookie is redirected once to see whether it keeps cookies.
		// If not, the key stays in the address.
		_, err = r.Cookie(page.CookieName(id))
		if asked := r.URL.Query().Has(cookiesAsked); err == nil || len(r.Cookies()) > 0 || !asked {
			to := "/g/" + id
			if was, err := s.Role(r, g); err == nil && was.Takes() && page.Mine(was) != page.Mine(now) {
				to += "?done=seat"
				page.SetKeyAside(w, r, id)
			}
			if len(r.Cookies()) == 0 {
				to = gamepage.PlayLink(id, key) + "&" + cookiesAsked + "=1"
			}
			page.KeepKey(w, r, id, key)
			http.Redirect(w, r, to, http.StatusSeeOther)
			return
		}
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if !page.OnlyWatches(role) {
		w.Header().Set("Cache-Control", "no-store")
	}
	s.hosted(w, r, g, role)
}

// gamePage collects the content of a game's page.
func (s *Pages) gamePage(r *http.Request, g *game.Game, role game.Role) (*gamePage, error) {
	ctx := r.Context()
	ph, err := s.Judge.Base.Current(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	seats, err := s.Judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	now, number := ph.Before, ph.Number
	if ph.After != nil { // the game is over: the final position
		now, number = ph.After, ph.Number+1
	}
	pg := &gamePage{
		Game: g, Role: role, PhaseName: page.PhaseTitle(g.Phase), Due: page.NewDue(g.Deadline),
		Scenario: g.Setting.Title, Edition: gamepage.Edition(g.Rules.Preset),
		Map:    boardpage.MapAddress(s.Catalogue(r), g, number, ""),
		Needed: tableview.Needed(now, &g.Rules), Howto: boardpage.NewHowTo(&g.Rules),
	}
	pg.End = report.New(g.Setting).EndOf(ph.After, ph.Events)
	if pg.Time, err = s.history.Timeline(ctx, g, role, number); err != nil {
		return nil, err
	}
	if g.Play {
		if pg.Seven, err = s.newPlayBar(r, g, role, now, pg.End); err != nil {
			return nil, err
		}
	}
	if !g.Finished && (pg.Seven == nil || pg.Seven.Playing) {
		if pg.Boxes, err = boardpage.OrderForms(ctx, s.Judge.Clock, s.Catalogue(r), g, role); err != nil {
			return nil, err
		}
	}
	pg.Writes = len(pg.Boxes) > 0
	pg.Hints = pg.Writes && hinted(seats, role)
	pg.Idle = boardpage.Idle(g, pg.Boxes)
	for _, b := range pg.Boxes {
		pg.Refused += b.Refused
		if b.Owes != "" {
			pg.Owing++
		}
	}
	if pg.Writes {
		pg.Map += "&mine=1"
	}
	// what decided a game can only be found in the whole history
	past, err := s.history.Chronicle(ctx, g, pg.Seven == nil || !g.Finished)
	if err != nil {
		return nil, err
	}
	if pg.Seven != nil && g.Finished {
		pg.Seven.Decided = past.Decisive(g, pg.End)
	}
	pg.Powers = PowerRows(g, now, true, seats, role, past)
	pg.Troubles = boardpage.Troubles(now)
	if number == 1 {
		if pg.Opening, err = s.history.Opening(ctx, g, role); err != nil {
			return nil, err
		}
	}
	if now.Opening {
		pg.First = page.Say(report.FirstWinter())
	}
	for _, name := range slices.Sorted(maps.Keys(ph.Given)) {
		pg.Rolls = append(pg.Rolls, roll{name, ph.Given[name]})
	}
	for _, seat := range seats {
		if seat.Number == role.Seat {
			pg.Player, pg.Ready = seat.Player, seat.Ready
			pg.Mine = gamepage.SeatNames(s.Catalogue(r), g, seat.Number)
		}
	}
	if number > 1 {
		if pg.Before, err = s.history.Lately(ctx, g, number-1, g.View(role)); err != nil {
			return nil, err
		}
	}
	if pg.Writes {
		if pg.Coach, err = s.coach(ctx, g, role, seats, now, number); err != nil {
			return nil, err
		}
	}
	if role.Master && !g.Solitaire && g.Hosting.Links {
		if pg.Links, err = s.links(r, g, seats); err != nil {
			return nil, err
		}
	}
	if pg.Other, err = s.other(r, g, role); err != nil {
		return nil, err
	}
	pg.notices(r.URL.Query())
	return pg, nil
}

// For returns the role that the page is for (see page.Mine).
func (pg *gamePage) For() string { return page.Mine(pg.Role) }

// otherSeat is another role of the visitor in the game, by a link that they opened earlier.
type otherSeat struct {
	Master bool
	Seat   string // powers of the seat
	Href   string // address at which to continue in that role
}

// other returns the visitor's other role, or nil.
func (s *Pages) other(r *http.Request, g *game.Game, role game.Role) (*otherSeat, error) {
	key := page.KeyAside(r, g.ID)
	if key == "" || !g.Hosting.Links {
		return nil, nil
	}
	other, err := s.Judge.Lobby.Role(r.Context(), g.ID, key)
	if code := game.ErrorCode(err); code == game.Forbidden || code == game.NotFound || err == nil && page.Mine(other) == page.Mine(role) {
		return nil, nil // the link was withdrawn, or is the same
	}
	if err != nil {
		return nil, err
	}
	o := &otherSeat{Master: other.Master, Href: gamepage.PlayLink(g.ID, key)}
	if other.Seat > 0 {
		o.Seat = gamepage.SeatNames(s.Catalogue(r), g, other.Seat)
	}
	return o, nil
}

// notices confirms the result of the visitor's last form.
func (pg *gamePage) notices(q url.Values) {
	if q.Get("saved") != "" {
		pg.Notice = "Saved."
	}
	if then := q.Get("refused"); then == "ready" || then == "process" {
		pg.Notice, pg.Anyway = "", then
		pg.Warning = page.Say(message.New("Everything is saved. Read the warnings below, then change your orders or continue anyway."))
	}
	if pg.Anyway != "" && pg.Refused > 0 {
		pg.Warning = page.Say(message.Plural(pg.Refused, "{n} line could not be used. Everything is saved; mend the red lines, or go on without them.", "{n} lines could not be used. Everything is saved; mend the red lines, or go on without them."))
	}
	switch q.Get("done") {
	case "name":
		pg.Notice = "Your name is now shown in the game."
	case "kept":
		pg.Notice = "The game is saved to your account: you can find it under Play against computer players."
	case "new":
		pg.Notice = "The game is ready."
	}
}

// roll is a roll of the dice with its name.
type roll struct {
	Name  string
	Value int
}

// links returns the secret links of the seats, for the master to distribute.
func (s *Pages) links(r *http.Request, g *game.Game, seats []game.Seat) ([]link, error) {
	keys, err := s.Judge.Lobby.Keys(r.Context(), g.ID)
	if err != nil {
		return nil, err
	}
	base := page.Reached(r) + "/g/" + g.ID + "?key="
	out := []link{{Label: message.New("Master (you)"), URL: base + url.QueryEscape(keys.Master)}}
	for _, seat := range seats {
		if seat.Number < 1 || seat.Number > len(keys.Seats) {
			continue
		}
		state, _ := gamepage.ReadyState(g, seat)
		out = append(out, link{Label: message.New("{powers:name}", message.List{How: message.And, Of: gamepage.ArgsOfSeats(g, seat.Number)}), Player: seat.Player, URL: base + url.QueryEscape(keys.Seats[seat.Number-1]), State: page.Say(state)})
	}
	return out, nil
}
