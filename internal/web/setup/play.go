package setup

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"podesta/atlas"
	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// playNow is the form that begins a game against computer players. The template "playnow" shows it.
type playNow struct {
	Short    bool // whether it is for a first game
	Phases   int  // number of phases of the game
	Minutes  int  // number of minutes that it takes
	Cities   int  // number of cities needed to win
	LastYear int  // the year after whose fall the power with the most cities wins
	Powers   []playPower
	Drawn    bool // whether a power is drawn by lot
	Editions []playEdition
	Other    bool // whether an edition other than the first is chosen
	Bots     []page.Choice
	Once     string
	Error    string
}

// playPower is a power that the visitor can choose.
type playPower struct {
	ID, Name string
	Badge    template.HTML
	Begins   [3]int // the numbers of its armies, fleets and garrisons at the start
	Chosen   bool
}

// playEdition is an edition that the visitor can choose.
type playEdition struct {
	ID, Title, Doc string
	Chosen         bool
}

// playEditions lists the editions that a visitor can choose, the one for the
// first game first.
//
//lang:words
var playEditions = []playEdition{
	{ID: FirstPreset, Title: "Without money", Doc: "Armies, fleets and sieges; each city maintains a unit, and nothing is left to chance. The game to begin with."},
	{ID: "battleline-1978-advanced", Title: "With money", Doc: "Cities and provinces pay ducats, which maintain your units, buy those of others, stir up rebels and hire assassins."},
	{ID: "njudge-classic", Title: "Everything", Doc: "Money with loans, famine and special units: the game as it was played by mail for years."},
}

// shortGame is the value of the field "game" for a first game.
const shortGame = "short"

// weakestTeacher is the weakest level for a first game, because weaker ones teach nothing.
const weakestTeacher = "easy"

// playPowers and shortPowers hold the powers to choose from. They are read only once, because
// they are the same for all visitors.
var (
	playPowers  = sync.OnceValues(func() ([]playPower, error) { return powersOf("B", "B-8") })
	shortPowers = sync.OnceValues(func() ([]playPower, error) { return powersOf(scenario.First().ID, "") })
)

// powersOf lists the powers of a variant with their units at the start.
func powersOf(scene, variant string) ([]playPower, error) {
	set, err := rules.Preset(playEditions[0].ID)
	if err != nil {
		return nil, err
	}
	p, err := scenario.New(scene, variant, &set)
	if err != nil {
		return nil, err
	}
	var out []playPower
	for i := 1; i < len(p.Setting.Powers); i++ {
		power := machiavelli.Power(i)
		if p.Setting.Absent.Has(power) {
			continue
		}
		var n [3]int
		for _, u := range p.Units {
			if u.Owner == power {
				n[map[machiavelli.UnitType]int{machiavelli.Army: 0, machiavelli.Fleet: 1, machiavelli.Garrison: 2}[u.Type]]++
			}
		}
		out = append(out, playPower{
			ID: p.Setting.Powers[power].ID, Name: p.Setting.Powers[power].Name, Begins: n,
			Badge: template.HTML(atlas.Badge(p.Setting.Powers, power)), // badges contain no user input
		})
	}
	return out, nil
}

// newPlayNow returns the form of a first game or of one with eight powers, with
// the choices so far, or nil if the judge does not offer games against computer
// players.
func (s *Pages) newPlayNow(short bool, form url.Values, problem string) (*playNow, error) {
	if !s.Judge.BotGames.MayPlay() {
		return nil, nil
	}
	if (form.Get("game") == shortGame) != short { // the other form was filled in
		form, problem = nil, ""
	}
	list, level, proposed := playPowers, gamepage.UsualBot, ""
	if short {
		list, level, proposed = shortPowers, botgames.FirstBot, botgames.FirstPower
	}
	powers, err := list()
	if err != nil {
		return nil, err
	}
	if form.Has("power") {
		proposed = form.Get("power")
	}
	level = cmp.Or(bot.Canonical(form.Get("bot")), level)
	pn := &playNow{Short: short, Phases: botgames.FirstPhases, Minutes: botgames.FirstMinutes, Cities: botgames.FirstCities, LastYear: botgames.FirstLastYear, Drawn: true, Once: page.NewOnce(), Error: problem}
	for _, p := range powers {
		p.Chosen = p.ID == proposed
		pn.Drawn = pn.Drawn && !p.Chosen
		pn.Powers = append(pn.Powers, p)
	}
	chosen := form.Get("preset")
	for i, e := range playEditions {
		e.Chosen = e.ID == chosen || i == 0 && chosen == ""
		pn.Other = pn.Other || e.Chosen && i > 0
		pn.Editions = append(pn.Editions, e)
	}
	for _, name := range slices.Backward(bot.Levels()) {
		if short && bot.Weaker(name, weakestTeacher) {
			continue // too weak to learn from
		}
		pn.Bots = append(pn.Bots, page.Choice{Value: name, Label: bot.Title(name), Doc: bot.Doc(name), Chosen: name == level})
	}
	return pn, nil
}

// playing is the page /play.
type playing struct {
	First *playNow   // form for a first game
	Now   *playNow   // form for a game with eight powers
	Mine  []playLine // games kept in the visitor's account
}

// playLine is a game of the visitor.
type playLine struct {
	Href, Power, Edition string
	Phase                message.Message
	Badge                template.HTML
}

func (s *Pages) playPage(w http.ResponseWriter, r *http.Request) {
	s.showPlay(w, r, http.StatusOK, r.URL.Query(), "")
}

func (s *Pages) showPlay(w http.ResponseWriter, r *http.Request, status int, form url.Values, problem string) {
	pg := playing{}
	var err error
	pg.First, err = s.newPlayNow(true, form, problem)
	if err == nil {
		pg.Now, err = s.newPlayNow(false, form, problem)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	a, err := s.Account(r)
	if err == nil && a != nil {
		pg.Mine, err = s.playsOf(r.Context(), a)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, status, "play", page.Frame{Title: "Play against computer players", Body: pg})
}

// playsOf lists the games against computer players that are kept in an account.
func (s *Pages) playsOf(ctx context.Context, a *game.Account) ([]playLine, error) {
	tables, err := s.Judge.BotGames.PlaysOf(ctx, a.ID)
	var out []playLine
	for _, t := range tables {
		l := playLine{
			Href: gamepage.PlayLink(t.Game.ID, t.Key), Power: t.Game.Setting.Powers[t.Power].Name, Edition: gamepage.Edition(t.Game.Rules.Preset), Phase: page.PhaseTitle(t.Game.Phase),
			Badge: template.HTML(atlas.Badge(t.Game.Setting.Powers, t.Power)), // badges contain no user input
		}
		if t.Game.Finished {
			l.Phase = message.New("over")
		}
		out = append(out, l)
	}
	return out, err
}

// playBegin creates a game and redirects the visitor to the address with its
// key, so that their browser stores it.
func (s *Pages) playBegin(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	n := botgames.NewPlay{Preset: r.PostForm.Get("preset"), Power: r.PostForm.Get("power"), Bot: r.PostForm.Get("bot"), Language: s.Catalogue(r)}
	switch game := r.PostForm.Get("game"); {
	case game == shortGame:
		n.First, n.Bot = true, cmp.Or(n.Bot, botgames.FirstBot)
	case game != "":
		s.showPlay(w, r, http.StatusUnprocessableEntity, url.Values{}, "There is no such game to play. Choose one of the two on this page.")
		return
	default:
		n.Bot = cmp.Or(n.Bot, gamepage.UsualBot)
	}
	if n.Preset == "" {
		n.Preset = playEditions[0].ID
	}
	if a != nil {
		n.Account = a.ID
	}
	key := r.PostForm.Get(page.OnceField)
	if len(key) > 100 {
		key = ""
	}
	if key != "" {
		key = "play " + key
	}
	to, ok := s.Once.Do(key, func() (string, bool) {
		g, key, _, err := s.Judge.BotGames.Play(r.Context(), n)
		if err == nil {
			s.AwaitBots(r.Context(), g.ID)
			return gamepage.PlayLink(g.ID, key), true
		}
		if game.ErrorCode(err) == game.Invalid {
			s.showPlay(w, r, http.StatusUnprocessableEntity, r.PostForm, s.Explain(r, err))
		} else {
			s.Refuse(w, r, err, nil)
		}
		return "", false
	})
	if ok {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}
