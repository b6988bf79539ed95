package press

import (
	"net/http"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// logView is the page with the log of a game.
type logView struct {
	Head   *gamepage.Head
	Rows   []gamepage.EntryRow // newest first
	Older  string
	Newest string // address of the newest entries, if the page shows older ones
	Acts   []actRow
	Undone []undoneRow
}

// actRow is an act of a master.
type actRow struct {
	At                    page.Due
	Title, Text, Why, Who string
	Phase                 message.Message
	Changes               []string
}

// undoneRow is a phase that was rolled back.
type undoneRow struct {
	Number   int
	Phase    message.Message
	Done     page.Due
	Revision int
}

// logPage shows the log of a game, without messages, which have a page of their
// own.
func (s *Pages) logPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	pg, err := s.newLogView(r, g, role)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "log", page.Frame{Title: "Log · " + g.Name, Game: g.ID, Body: pg})
}

func (s *Pages) newLogView(r *http.Request, g *game.Game, role game.Role) (*logView, error) {
	ctx := r.Context()
	pg := &logView{}
	var err error
	if pg.Head, err = s.NewHead(r, g, role, "/log"); err != nil {
		return nil, err
	}
	number, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	before := s.Judge.Press.EntrySeq(g.ID, number)
	part, err := s.LastEntries(ctx, g, role, before, gamepage.LogWindow)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(part.List) {
		if e.Kind == game.PressEntry {
			continue
		}
		x, err := s.NewEntryRow(s.Catalogue(r), g, role, &e, pg.Head.Loc)
		if err != nil {
			return nil, err
		}
		pg.Rows = append(pg.Rows, x)
	}
	if part.Older > 0 {
		pg.Older = pg.Head.Base() + "/log?before=" + strconv.FormatInt(s.Judge.Press.EntryNumber(g.ID, part.Older), 10)
	}
	if before > 0 {
		pg.Newest = pg.Head.Base() + "/log"
	}
	acts, err := s.Judge.Admin.Acts(ctx, g.ID, role)
	if err != nil {
		return nil, err
	}
	for _, a := range slices.Backward(acts) {
		pg.Acts = append(pg.Acts, actRow{page.DueIn(a.At, pg.Head.Loc), gamepage.TopicTitle(a.Topic), a.In(s.Catalogue(r)), a.Why, a.Who, page.PhaseTitle(a.Phase), a.ChangesIn(s.Catalogue(r))})
	}
	undone, err := s.Judge.Admin.Undone(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	for _, u := range slices.Backward(undone) {
		pg.Undone = append(pg.Undone, undoneRow{u.Number, page.PhaseTitle(u.Phase), page.DueIn(u.Done, pg.Head.Loc), u.Revision})
	}
	return pg, nil
}
