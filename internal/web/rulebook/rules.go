package rulebook

import (
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
)

// rulesView is a page of rules: of a game, or of an edition without one.
type rulesView struct {
	Head      *gamepage.Head // head of the game's page, or nil
	House     string
	Running   page.Phrase       // how the game is run, in sentences
	Settings  []message.Message // the settings, one on each line
	Edition   string
	Doc       string
	Differs   []optionRow // the options in which it differs from its edition
	Options   []optionRow
	Editions  []editionLink
	Book      *bookView  // the rulebook of exactly this game
	Find      string     // words that the shown paragraphs contain; if empty, all are shown
	Keep      url.Values // the other parameters of the address
	Irregular bool

	Tournament string // ID of the tournament to which the game belongs
}

// editionLink links to the rules of an edition.
type editionLink struct {
	Title, Href string
	Here        bool
}

// optionRow is an option of the rules with its value.
type optionRow struct{ Title, Name, Value, Doc string }

// rulesPage shows the rules of a game, and how it is run.
func (s *Pages) rulesPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	head, err := s.NewHead(r, g, role, "/rules")
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	c := s.Catalogue(r)
	pg := rulesOf(c, &g.Rules, g.Setting)
	pg.find(r)
	pg.House, pg.Running, pg.Settings, pg.Irregular = g.Hosting.HouseRules, gamepage.RunWords(g.Hosting, head.NoMaster), g.Hosting.Words(), g.Hosting.Irregular
	pg.Head, pg.Tournament = head, g.Hosting.Tournament
	s.Page(w, r, http.StatusOK, "rules", page.Frame{Title: c.T("Rules") + " · " + g.Name, Game: g.ID, Body: pg})
}

// find keeps only the paragraphs that contain the words in the parameter q.
func (pg *rulesView) find(r *http.Request) {
	pg.Keep = r.URL.Query()
	pg.Find = strings.TrimSpace(page.Clean(pg.Keep.Get("q")))
	pg.Keep.Del("q")
	if pg.Find != "" {
		pg.Book.keep(strings.Fields(strings.ToLower(pg.Find)))
	}
}

// rulesOf returns the page of rules for a setting, with the rulebook in the given language.
func rulesOf(l message.Language, r *rules.Set, setting *position.Setting) *rulesView {
	pg := &rulesView{Edition: gamepage.Edition(r.Preset), Book: newBookView(rulebook.In(l, r, setting))}
	for _, p := range rules.Presets() {
		if p.ID == r.Preset {
			pg.Doc = p.Doc
		}
		pg.Editions = append(pg.Editions, editionLink{p.Title, "/rules/" + p.ID, p.ID == r.Preset})
	}
	usual, err := rules.Make(r.Preset, nil)
	for i := range rules.Options {
		o := &rules.Options[i]
		row := optionRow{Title: o.Title, Name: o.Name, Value: o.Get(r)}
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
