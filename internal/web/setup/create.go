package setup

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// NewPage is the form for a new game, with the choices so far.
type NewPage struct {
	Name      string
	Library   string
	Choice    string // scenario and variant, such as "B/B-8"
	Preset    string
	Pace      string
	Solitaire bool
	Games     []gameCard
	Other     bool // whether a scenario and an edition are chosen instead of one of Games
	Whole     bool // whether nothing is collapsed, because the form was sent before or filled in by a link
	Scenarios []scenarioChoice
	Editions  []editionChoice
	Paces     []page.Choice
	Groups    []optionGroup
	Open      bool // whether options are shown because some were chosen
	Error     string
	Odd       []message.Message // unusual choices that must be confirmed
}

// scenarioChoice is a scenario with its picture and its variants.
type scenarioChoice struct {
	Title, Period, Board string
	Picture              string // address of the small map of its start position
	Variants             []page.Choice
	Chosen               bool // whether one of its variants is chosen
}

type editionChoice struct {
	rules.PresetInfo
	Chosen bool
	First  bool // whether it is the edition for a first game
}

// FirstPreset is the edition for a first game, which forms for a new game suggest and games
// against computer players use.
const FirstPreset = "battleline-1978-basic"

// firstChoice is the scenario and variant that forms for a new game suggest.
const firstChoice = "B/B-5"

// EditionOrder is the order in which forms offer the editions, the easiest to
// learn first. Editions that it does not contain come last.
var EditionOrder = []string{FirstPreset, "battleline-1978-advanced", "battleline-1978-optional", "njudge-classic", "machiavelli-1995", "diplomacy", "diplomacy-garrisons"}

// editions returns all editions, as forms offer them.
func editions(chosen string) []editionChoice {
	var out []editionChoice
	for _, p := range rules.Presets() {
		out = append(out, editionChoice{p, p.ID == chosen, p.ID == FirstPreset})
	}
	place := func(id string) int {
		if i := slices.Index(EditionOrder, id); i >= 0 {
			return i
		}
		return len(EditionOrder)
	}
	slices.SortStableFunc(out, func(a, b editionChoice) int { return cmp.Compare(place(a.ID), place(b.ID)) })
	return out
}

type optionGroup struct {
	Title   string
	Options []optionChoice
}

type optionChoice struct {
	Field, Name, Title, Doc, Value string
	Values                         []page.Choice
	Number                         bool
	Min, Max                       int
}

// Range returns the valid values of an option that is a number, such as "1–99, unlimited".
func (o optionChoice) Range() string {
	text := strconv.Itoa(o.Min) + "–" + strconv.Itoa(o.Max)
	for _, v := range o.Values {
		if _, err := strconv.Atoi(v.Value); err != nil {
			text += ", " + v.Value
		}
	}
	return text
}

// Is reports whether the option has its own value instead of the edition's.
func (o optionChoice) Is() bool { return o.Value != "" }

// paces lists how long phases can last, in words.
//
//lang:words
var paces = []page.Choice{
	{Value: "0", Label: "When all are ready", Doc: "No deadline; the master can resolve a phase at any time."},
	{Value: "24h", Label: "A campaign a day", Doc: "Each phase lasts at most a day."},
	{Value: "72h", Label: "Every 3 days", Doc: "Each phase lasts at most three days."},
	{Value: "168h", Label: "Every week", Doc: "Each phase lasts at most a week."},
	{Value: "1h", Label: "Live", Doc: "Each phase lasts at most an hour."},
}

func (s *Pages) newForm(w http.ResponseWriter, r *http.Request) {
	form := url.Values{"choice": {firstChoice}, "preset": {FirstPreset}, "pace": {"0"}}
	for k, v := range r.URL.Query() {
		form[k] = v
	}
	pg := NewGamePage(form, "")
	pg.Whole = len(r.URL.Query()) > 0
	s.Page(w, r, http.StatusOK, "new", page.Frame{Title: "New game", Body: pg})
}

// NewGamePage returns the form with the values that were sent.
func NewGamePage(form url.Values, problem string) NewPage {
	pg := NewPage{
		Name: page.Clean(form.Get("name")), Library: page.Clean(form.Get("library")), Choice: form.Get("choice"), Preset: form.Get("preset"), Pace: form.Get("pace"),
		Solitaire: form.Get("solitaire") != "", Error: problem, Editions: editions(form.Get("preset")),
	}
	if pg.Choice == "" { // a program sent a form of its own
		pg.Choice, pg.Preset = firstChoice, FirstPreset
		pg.Editions = editions(pg.Preset)
	}
	pg.Games, pg.Other = gameCards(form)
	for _, sc := range scenario.List() {
		pg.Scenarios = append(pg.Scenarios, newScenarioChoice(sc, pg.Choice))
	}
	for _, p := range paces {
		p.Chosen = p.Value == pg.Pace
		pg.Paces = append(pg.Paces, p)
	}
	for i := range rules.Options {
		o := &rules.Options[i]
		if len(pg.Groups) == 0 || pg.Groups[len(pg.Groups)-1].Title != message.Capital(o.Group) {
			pg.Groups = append(pg.Groups, optionGroup{Title: message.Capital(o.Group)})
		}
		c := optionChoice{
			Field: "opt-" + o.Name, Name: o.Name, Title: o.Title, Doc: o.Doc, Value: page.Clean(form.Get("opt-" + o.Name)),
			Number: o.Max > 0, Min: o.Min, Max: o.Max,
		}
		for _, v := range o.Values {
			c.Values = append(c.Values, page.Choice{Value: v.Name, Label: v.Name + ": " + v.Doc, Chosen: v.Name == c.Value, Doc: v.Doc})
		}
		if c.Value != "" {
			pg.Open = true
		}
		g := &pg.Groups[len(pg.Groups)-1]
		g.Options = append(g.Options, c)
	}
	return pg
}

// create creates a game that is played by links. The visitor becomes its master.
func (s *Pages) create(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	n, wrong := ReadNew(r.PostForm)
	problem := wrong.In(s.Catalogue(r))
	if odd := oddities(&n, nil, r.PostForm); problem == "" && len(odd) > 0 {
		pg := NewGamePage(r.PostForm, "")
		pg.Odd, pg.Whole = odd, true
		s.Page(w, r, http.StatusUnprocessableEntity, "new", page.Frame{Title: "New game", Body: pg})
		return
	}
	if problem == "" {
		g, keys, err := s.Judge.Lobby.Create(r.Context(), n)
		if err == nil {
			page.KeepKey(w, r, g.ID, keys.Master)
			if n.Solitaire {
				gamepage.ToGame(w, r, g.ID, "done=new")
			} else {
				gamepage.ToGame(w, r, g.ID, "done=new#panel-master")
			}
			return
		}
		if _, known := page.Statuses[game.ErrorCode(err)]; !known {
			s.Refuse(w, r, err, nil)
			return
		}
		problem = s.Explain(r, err)
	}
	pg := NewGamePage(r.PostForm, problem)
	pg.Whole = true
	s.Page(w, r, http.StatusUnprocessableEntity, "new", page.Frame{Title: "New game", Body: pg})
}

// oddities returns unusual choices in the form of a new game, unless the form confirms them.
func oddities(n *lobby.NewGame, h *hosting.Hosting, form url.Values) []message.Message {
	if form.Get("meant") != "" {
		return nil
	}
	return n.Oddities(h)
}

// ReadNew parses the form of a new game. The problem is a sentence for the
// visitor, or empty.
func ReadNew(form url.Values) (n lobby.NewGame, problem message.Message) {
	n = lobby.NewGame{
		Name: strings.TrimSpace(page.Clean(form.Get("name"))), Preset: form.Get("preset"),
		Solitaire: form.Get("solitaire") != "", Options: map[string]string{},
	}
	n.Library = strings.TrimSpace(page.Clean(form.Get("library")))
	n.Scenario, n.Variant, _ = strings.Cut(form.Get("choice"), "/")
	if problem = readGame(form, &n); !problem.IsZero() {
		return n, problem
	}
	if n.Library != "" { // built-in scenarios offer the choice
		n.Scenario, n.Variant = "", ""
	}
	if form.Has("scenario") { // programs may name scenario and variant separately
		n.Scenario, n.Variant = form.Get("scenario"), form.Get("variant")
	}
	if len([]rune(n.Name)) > 80 {
		return n, message.New("The name is too long: it can have at most 80 characters.")
	}
	if n.Scenario == "" && n.Library == "" {
		return n, message.New("Choose a scenario.")
	}
	if p := form.Get("pace"); p != "" && p != "0" {
		var err error
		if n.Pace, err = time.ParseDuration(p); err != nil || n.Pace < time.Minute || n.Pace > 60*24*time.Hour {
			return n, message.New("The pace {word} is not one of those offered.", message.Name(strconv.Quote(p)))
		}
	}
	for name, v := range form {
		if o, ok := strings.CutPrefix(name, "opt-"); ok && len(v) > 0 && strings.TrimSpace(v[0]) != "" {
			n.Options[o] = strings.TrimSpace(page.Clean(v[0]))
		}
	}
	if _, err := rules.Make(n.Preset, n.Options); err != nil {
		return n, message.Sentence(message.Of(err))
	}
	if n.Name == "" {
		if sc, ok := scenario.Find(n.Scenario); ok {
			n.Name = sc.Title
		}
	}
	return n, message.Message{}
}
