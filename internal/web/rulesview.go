package web

import (
	"net/http"

	"podesta/internal/judge"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
)

// rulesView is the page of a game's rules.
type rulesView struct {
	Head      *tableHead
	House     string
	Running   []string // how the game is run, in sentences
	Commands  []string // the same, in the words of the commands by which it is set
	Edition   string
	Doc       string
	Differs   []optionRow // where it differs from its edition
	Options   []optionRow
	Book      string // the rulebook of exactly this game
	Irregular bool
}

// optionRow is an option of the rules with its value.
type optionRow struct{ Title, Name, Value, Doc string }

// rulesPage shows by what rules a game is played, and how it is run.
func (s *Server) rulesPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.at(w, r)
	if !ok {
		return
	}
	head, err := s.head(r, g, role, "/rules")
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	pg := newRulesView(g)
	pg.Head = head
	s.page(w, r, http.StatusOK, "rules", frame{Title: "Rules · " + g.Name, Game: g.ID, Body: pg})
}

func newRulesView(g *judge.Game) *rulesView {
	pg := &rulesView{
		House: g.Hosting.HouseRules, Running: runWords(g.Hosting), Commands: g.Hosting.Words(), Edition: edition(g.Rules.Preset),
		Book: rulebook.New(&g.Rules, g.Setting).Text(90), Irregular: g.Hosting.Irregular,
	}
	for _, p := range rules.Presets() {
		if p.ID == g.Rules.Preset {
			pg.Doc = p.Doc
		}
	}
	usual, err := rules.Make(g.Rules.Preset, nil)
	for i := range rules.Options {
		o := &rules.Options[i]
		row := optionRow{Title: o.Title, Name: o.Name, Value: o.Get(&g.Rules)}
		for _, v := range o.Values {
			if v.Name == row.Value {
				row.Doc = v.Doc
			}
		}
		pg.Options = append(pg.Options, row)
		if err == nil && o.Get(&usual) != row.Value {
			pg.Differs = append(pg.Differs, row)
		}
	}
	return pg
}
