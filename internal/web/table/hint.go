package table

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// hintPage shows what a computer player would order in the visitor's place.
type hintPage struct {
	Head     *gamepage.Head
	Phase    message.Message
	Revision int
	Player   string // the level of the computer player
	Powers   []hintPower
	Ghosts   template.HTML // the arrows of the orders: the element that atlas.Overlay returns
}

// hintPower has the suggested orders of a power.
type hintPower struct {
	ID, Name string
	Badge    template.HTML
	Lines    []hintLine
	Text     string // the orders as one text
}

// hintLine is a suggested order.
type hintLine struct {
	Text string
	Unit string          // the key of the unit in the table's data, or empty
	Deed message.Message // the order in words; empty if it is not for a unit on the board
	Why  message.Message // the purpose; empty if it is obvious from the order
}

// hinted reports whether a role gets hints: it plays, and all other seats are computer players.
func hinted(seats []game.Seat, role game.Role) bool {
	for _, x := range seats {
		if (x.Bot == "") != (x.Number == role.Seat) {
			return false
		}
	}
	return role.Seat > 0
}

// hint shows what the strongest computer player would order in the visitor's place.
func (s *Pages) hint(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if page.OnlyWatches(role) {
		s.seatless(w, r, g)
		return
	}
	pg, err := s.newHintPage(r, g, role)
	if r.Context().Err() != nil {
		return
	}
	if q := r.URL.Query(); q.Get("part") != "" { // the board requests only this part
		if err == nil && q.Has("revision") && q.Get("revision") != strconv.Itoa(pg.Revision) {
			err = errPast
		}
		s.hintPart(w, r, pg, err)
		return
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "hint", page.Frame{Title: "Hint · " + g.Name, Game: g.ID, Body: pg})
}

func (s *Pages) newHintPage(r *http.Request, g *game.Game, role game.Role) (*hintPage, error) {
	h, err := s.Judge.BotGames.Hint(r.Context(), g.ID, role)
	if err != nil {
		return nil, err
	}
	head, err := s.NewHead(r, g, role, "")
	if err != nil {
		return nil, err
	}
	ph, err := s.Judge.Base.Phase(r.Context(), g.ID, h.Number)
	if err != nil {
		return nil, err
	}
	pg := &hintPage{Head: head, Phase: page.PhaseTitle(ph.Phase), Revision: h.Revision, Player: bot.Title(h.Kind)}
	tell := report.New(g.Setting)
	var drawn []order.Order
	for i := range h.Powers {
		x := &h.Powers[i]
		p := g.Setting.Powers[x.Power]
		// badges contain no user input
		row := hintPower{ID: p.ID, Name: p.Name, Badge: template.HTML(atlas.Badge(g.Setting.Powers, x.Power)), Text: x.Text()}
		for i := range x.Lines {
			l := &x.Lines[i]
			drawn = append(drawn, l.Order)
			row.Lines = append(row.Lines, hintLine{l.Text, tableview.KeyOf(ph.Before, &l.Order), deedOf(tell, ph.Before, *l), botgames.Reason(ph.Before, x.Lines, i)})
		}
		pg.Powers = append(pg.Powers, row)
	}
	var b strings.Builder
	err = atlas.Overlay(&b, ph.Before, atlas.Options{Size: boardpage.Style(r.URL.Query(), nil).Size, Orders: drawn})
	pg.Ghosts = template.HTML(b.String()) // atlas escapes all names
	return pg, err
}

// errPast is the error for a page that shows another position than the present one.
var errPast = game.Refuse(game.Stale, message.New("The game has moved on: this page shows an earlier position. Reload it for a hint."))

// hintPart sends the hint as part of the board's page, or a sentence that explains why there is
// none.
func (s *Pages) hintPart(w http.ResponseWriter, r *http.Request, pg *hintPage, err error) {
	name, data := "hintpart", any(pg)
	if err != nil {
		if game.ErrorCode(err) == game.Internal {
			s.Refuse(w, r, err, nil)
			return
		}
		name, data = "nohint", s.Explain(r, err)
	}
	text, err := s.Fragment(r, name, data)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(text)) // a visitor who has left needs no answer
}

// deedOf describes a unit's order. For other orders it returns an empty message.
func deedOf(tell report.Teller, p *position.Position, l turn.Line) message.Message {
	if tell.Does(l.Order).IsZero() {
		return message.Message{}
	}
	for _, u := range unitsOf(p) {
		if u.Owner == l.Power && u.At == l.Order.Unit.At && u.Type == l.Order.Unit.Type {
			return tell.Deed(event.Ordered{Unit: u, Order: l.Order})
		}
	}
	return message.Message{}
}

// unitsOf returns the units of a position, including dislodged ones.
func unitsOf(p *position.Position) []position.Unit {
	all := append([]position.Unit(nil), p.Units...)
	for i := range p.Dislodged {
		all = append(all, p.Dislodged[i].Unit)
	}
	return all
}
