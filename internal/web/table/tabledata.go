package table

import (
	"encoding/json"
	"net/http"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// tableData sends the data of the current phase for the board's script: what the visitor may
// know and order. It may be compressed, because strangers cannot choose any of its content.
func (s *Pages) tableData(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	t, err := s.tableOf(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	body, err := json.Marshal(t)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Data(w, r, "application/json; charset=utf-8", body)
}

// tableOf returns the table of the current phase of a game for a role, or for a
// player on whose behalf a master gives orders, if the address names one.
func (s *Pages) tableOf(r *http.Request, g *game.Game, role game.Role) (*tableview.Table, error) {
	ctx := r.Context()
	if g.Number == 0 {
		return nil, game.Refuse(game.Conflict, message.New("The game has not begun."))
	}
	ph, err := s.Judge.Base.Current(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	writer := role
	if n, _ := strconv.Atoi(r.URL.Query().Get("as")); role.Master && n >= 1 && n <= len(g.Setting.Seats) {
		writer = game.Role{Seat: n}
	}
	who := tableview.Reader{View: g.View(role)}
	now := ph.Before
	if ph.After != nil { // the game is over: this is the final position
		now = ph.After
	}
	for _, seat := range g.Writes(writer) {
		who.Writes = append(who.Writes, g.Setting.Seats[seat-1]...)
	}
	if away, err := s.notPlaying(r, g, role); err != nil || away {
		who.Writes = []machiavelli.Power(nil)
		if err != nil {
			return nil, err
		}
	}
	t, err := tableview.Of(s.Catalogue(r), now, &g.Rules, who)
	if err != nil {
		return nil, err
	}
	t.Game, t.Revision, t.Number = g.ID, g.Revision, g.Number
	if g.Finished {
		t.Phase = s.Catalogue(r).M(message.New("The end of the game"))
	}
	return t, nil
}

// notPlaying reports whether the visitor of a game against computer players has left their
// power to one of them.
func (s *Pages) notPlaying(r *http.Request, g *game.Game, role game.Role) (bool, error) {
	if !g.Play {
		return false, nil
	}
	st, err := s.Judge.BotGames.PlayState(r.Context(), g.ID)
	return err == nil && role.Seat == st.Seat && !st.Playing, err
}
