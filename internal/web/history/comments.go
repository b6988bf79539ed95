package history

import (
	"html/template"
	"net/http"
	"strconv"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// commentsView holds the players' comments on the phases of a finished game, for the page of a
// phase or of the end.
type commentsView struct {
	Base    string // address of the game
	Game    string // ID of the game
	Phase   int    // phase for which there is a comment form; 0 means all phases
	Writes  bool   // whether the visitor can write comments
	Master  bool
	Reports bool   // whether the visitor has an account and can report comments
	For     string // the role that the page is for (see page.Mine)
	Once    string
	Groups  []commentGroup
}

// commentGroup are the comments on a phase.
type commentGroup struct {
	Title message.Message
	Href  string
	Rows  []commentRow
}

type commentRow struct {
	press.Comment
	Badges  []template.HTML
	Powers  message.Message
	Player  string // empty if the players are hidden
	Written page.Due
	Changed page.Due
}

// comments returns the comments on a phase of a finished game, or on all phases if the phase is
// 0. It returns nil if the game is not over.
func (s *Pages) comments(r *http.Request, g *game.Game, role game.Role, phase int) (*commentsView, error) {
	if !g.Finished {
		return nil, nil
	}
	ctx := r.Context()
	list, err := s.Judge.Press.Comments(ctx, g.ID, role, phase)
	if err != nil {
		return nil, err
	}
	v := &commentsView{
		Base: "/g/" + g.ID, Game: g.ID, Phase: phase, Writes: role.Seat > 0 && role.Account != "", Master: role.Master, Reports: s.Visit(r).Account != nil, Once: page.NewOnce(), For: page.Mine(role),
	}
	if len(list) == 0 {
		return v, nil
	}
	people, err := s.People(ctx, g, role)
	if err != nil {
		return nil, err
	}
	names := map[int]string{}
	for _, p := range people.Players {
		names[p.Seat] = p.Name
	}
	phases, err := s.Judge.Base.Phases(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	titles := map[int]message.Message{}
	for _, p := range phases {
		titles[p.Number] = page.PhaseTitle(p.Phase)
	}
	loc := s.Zone(r)
	for i, c := range list {
		if i == 0 || list[i-1].Phase != c.Phase {
			v.Groups = append(v.Groups, commentGroup{Title: titles[c.Phase], Href: v.Base + "/p/" + strconv.Itoa(c.Phase) + "#comments"})
		}
		row := commentRow{Comment: c, Powers: page.SeatName(g, c.Seat), Player: names[c.Seat], Written: page.DueIn(c.At, loc), Changed: page.DueIn(c.Edited, loc)}
		for _, p := range g.Setting.Seats[c.Seat-1] {
			// badges contain no user input
			row.Badges = append(row.Badges, template.HTML(atlas.Badge(g.Setting.Powers, p)))
		}
		last := &v.Groups[len(v.Groups)-1]
		last.Rows = append(last.Rows, row)
	}
	return v, nil
}

// commentForms adds the forms about comments.
func (s *Pages) commentForms(mux page.Router) {
	for verb, do := range map[string]func(*gamepage.Form) (string, error){
		"comment": s.addComment, "comment/edit": s.editComment, "comment/drop": s.dropComment, "comment/hide": s.hideComment,
	} {
		s.HandleForm(mux, verb, do, func(w http.ResponseWriter, f *gamepage.Form, err error) {
			s.Refuse(w, f.Request, err, page.Lost(f.Request.PostForm))
		})
	}
}

// commented returns the address to which a form about a comment redirects.
func commented(f *gamepage.Form) string {
	if n := f.Number("phase"); n > 0 {
		return "/p/" + strconv.Itoa(n) + "#comments"
	}
	return "/end#comments"
}

// commentID returns the number of the comment that a form is about.
func commentID(f *gamepage.Form) int64 { return int64(f.Number("id")) }

func (s *Pages) addComment(f *gamepage.Form) (string, error) {
	_, err := s.Judge.Press.AddComment(f.Request.Context(), f.Game.ID, f.Role, f.Number("phase"), f.Get("text"))
	return commented(f), err
}

func (s *Pages) editComment(f *gamepage.Form) (string, error) {
	return commented(f), s.Judge.Press.EditComment(f.Request.Context(), f.Game.ID, f.Role, commentID(f), f.Get("text"))
}

func (s *Pages) dropComment(f *gamepage.Form) (string, error) {
	return commented(f), s.Judge.Press.DropComment(f.Request.Context(), f.Game.ID, f.Role, commentID(f))
}

func (s *Pages) hideComment(f *gamepage.Form) (string, error) {
	return commented(f), s.Judge.Press.HideComment(f.Request.Context(), f.Game.ID, f.Role, commentID(f), f.Get("hide") == "1")
}
