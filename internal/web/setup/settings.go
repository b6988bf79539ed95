package setup

import (
	"net/http"
	"net/url"

	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// settingsView is the page on which a master changes the settings and the rules
// of a game.
type settingsView struct {
	Head   *gamepage.Head
	Host   hostForm
	Groups []optionGroup
	Forms  bool // whether the game is forming, so that rules can be changed freely
	Master bool
}

func (s *Pages) settingsPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	pg, ok := s.newSettingsView(w, r, g, role, hostingValues(*g.Hosting, ownPace), nil)
	if ok {
		s.Page(w, r, http.StatusOK, "settings", page.Frame{Title: "Settings · " + g.Name, Game: g.ID, Body: pg})
	}
}

// newSettingsView returns the page for visitors who may change settings. For anyone else, it
// writes the answer and returns false.
func (s *Pages) newSettingsView(w http.ResponseWriter, r *http.Request, g *game.Game, role game.Role, hosting, options url.Values) (*settingsView, bool) {
	if !role.Master && !(g.Hosting.Unmoderated && role.Player) {
		if _, ok := s.Member(w, r); ok {
			s.Fail(w, r, http.StatusForbidden, "For masters only", "Only masters of this game can change its settings. The page of its rules shows them.", nil)
		}
		return nil, false
	}
	pg := &settingsView{Host: newHostForm(hosting), Groups: optionGroups(&g.Rules, options), Forms: g.Status == game.Forming, Master: role.Master}
	var err error
	if pg.Head, err = s.NewHead(r, g, role, "/settings"); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return nil, false
	}
	return pg, true
}

// optionGroups returns all options of the rules with the values of a game, or the values that
// were sent.
func optionGroups(set *rules.Set, sent url.Values) []optionGroup {
	var out []optionGroup
	for i := range rules.Options {
		o := &rules.Options[i]
		if n := len(out); n == 0 || out[n-1].Title != message.Capital(o.Group) {
			out = append(out, optionGroup{Title: message.Capital(o.Group)})
		}
		c := optionChoice{Field: "opt-" + o.Name, Name: o.Name, Title: o.Title, Doc: o.Doc, Value: o.Get(set), Number: o.Max > 0, Min: o.Min, Max: o.Max}
		if sent.Has(c.Field) {
			c.Value = page.Clean(sent.Get(c.Field))
		}
		for _, v := range o.Values {
			c.Values = append(c.Values, page.Choice{Value: v.Name, Label: v.Name + ": " + v.Doc, Chosen: v.Name == c.Value, Doc: v.Doc})
		}
		g := &out[len(out)-1]
		g.Options = append(g.Options, c)
	}
	return out
}

// saveSettings changes the settings of a game.
func (s *Pages) saveSettings(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	h, err := readHosting(r.PostForm, *f.Game.Hosting)
	var changed []message.Message
	if err == nil {
		changed, err = s.Judge.Lobby.SetHosting(r.Context(), f.Game.ID, f.Role, h)
	}
	if err != nil {
		s.settingsAgain(w, f, err, r.PostForm, nil)
		return
	}
	s.tellChanges(w, f, changed)
}

// saveOptions changes the rules of a game.
func (s *Pages) saveOptions(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	options := map[string]string{}
	for i := range rules.Options {
		o := &rules.Options[i]
		if v := page.Clean(r.PostForm.Get("opt-" + o.Name)); v != "" && v != o.Get(&f.Game.Rules) {
			options[o.Name] = v
		}
	}
	changed, err := s.Judge.Lobby.SetRules(r.Context(), f.Game.ID, f.Role, options)
	if err != nil {
		s.settingsAgain(w, f, err, hostingValues(*f.Game.Hosting, ownPace), r.PostForm)
		return
	}
	s.tellChanges(w, f, changed)
}

func (s *Pages) settingsAgain(w http.ResponseWriter, f *gamepage.Form, problem error, hosting, options url.Values) {
	pg, ok := s.newSettingsView(w, f.Request, f.Game, f.Role, hosting, options)
	if !ok {
		return
	}
	pg.Head.Error = s.Explain(f.Request, problem)
	s.Again(w, f.Request, problem, "settings", "Settings · "+f.Game.Name, pg)
}

func (s *Pages) tellChanges(w http.ResponseWriter, f *gamepage.Form, changed []message.Message) {
	back := "/g/" + f.Game.ID + "/settings"
	if len(changed) == 0 {
		s.Tell(w, f.Request, "Nothing has changed", "The settings already had these values.", back, "Settings")
		return
	}
	l := s.Catalogue(f.Request).Titled(s.Zone(f.Request))
	lines := make([]string, len(changed))
	for i, m := range changed {
		lines[i] = m.In(l)
	}
	s.Tell(w, f.Request, "The settings are changed", "Everyone is notified:", back, "Settings", lines...)
}
