package table

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Tables against computer players: how one is begun, and what its page has beside
// that of any other.

func (s *Pages) playRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /play", s.playPage)
	mux.HandleFunc("POST /play", s.playBegin)
	mux.HandleFunc("POST /g/{id}/play", s.playDo)
}

// playNow is the form that begins a table against computer players: what the
// template "playnow" shows.
type playNow struct {
	Short    bool // of a first game: four powers
	Cities   int  // that win it
	LastYear int  // after whose fall most cities win
	Powers   []playPower
	Drawn    bool // no power is chosen
	Editions []playEdition
	Other    bool // not the first of them is chosen
	Bots     []page.Choice
	Once     string
	Error    string
}

// playPower is a power to choose.
type playPower struct {
	ID, Name string
	Badge    template.HTML
	Begins   [3]int // with how many armies, fleets and garrisons
	Chosen   bool
}

// playEdition is an edition to choose.
type playEdition struct {
	ID, Title, Doc string
	Chosen         bool
}

// playEditions are the editions that a visitor can choose, for the first game
// first.
//
//lang:words
var playEditions = []playEdition{
	{ID: FirstPreset, Title: "Without money", Doc: "Armies, fleets and sieges; each city maintains a unit, and nothing is left to chance. The game to begin with."},
	{ID: "battleline-1978-advanced", Title: "With money", Doc: "Cities and provinces pay ducats, which maintain your units, buy those of others, stir up rebels and hire assassins."},
	{ID: "njudge-classic", Title: "Everything", Doc: "Money with loans, famine and special units: the game as it was played by mail for years."},
}

// shortGame is what forms and links call a first game: its value of the field
// "game".
const shortGame = "short"

// How strong the others are unless something else is chosen: in a first game,
// and in one of eight powers.
const (
	shortBot = "easy"
	usualBot = "even"
)

// shortPower is the power that a first game proposes: it has most units.
const shortPower = "milan"

// playPowers and shortPowers are the powers to choose from, read once: they are
// the same for all visitors.
var (
	playPowers  = sync.OnceValues(func() ([]playPower, error) { return powersOf("B", "B-8") })
	shortPowers = sync.OnceValues(func() ([]playPower, error) { return powersOf("A", "A-4") })
)

// powersOf lists the powers of a variant with what they begin with.
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
			Badge: template.HTML(atlas.Badge(p.Setting.Powers, power)), // the badge is made of constants
		})
	}
	return out, nil
}

// newPlayNow is the form of a first game or of one of eight powers, with what was
// chosen so far; nil where the judge has no tables against computer players.
func (s *Pages) newPlayNow(short bool, form url.Values, problem string) (*playNow, error) {
	if !s.judge.MayPlay() {
		return nil, nil
	}
	if (form.Get("game") == shortGame) != short { // the other form was filled in
		form, problem = nil, ""
	}
	list, level, proposed := playPowers, usualBot, ""
	if short {
		list, level, proposed = shortPowers, shortBot, shortPower
	}
	powers, err := list()
	if err != nil {
		return nil, err
	}
	if form.Has("power") {
		proposed = form.Get("power")
	}
	level = cmp.Or(bot.Canonical(form.Get("bot")), level)
	pn := &playNow{Short: short, Cities: judge.ShortCities, LastYear: judge.ShortLastYear, Drawn: true, Once: page.NewOnce(), Error: problem}
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
	for _, name := range slices.Backward(bot.Names()) {
		if short && bot.Weaker(name, shortBot) {
			continue // nobody learns anything from these
		}
		pn.Bots = append(pn.Bots, page.Choice{Value: name, Label: bot.Title(name), Doc: bot.Doc(name), Chosen: name == level})
	}
	return pn, nil
}

// playing is the page /play.
type playing struct {
	First *playNow   // a game of four powers
	Now   *playNow   // one of eight
	Mine  []playLine // tables that the visitor's account keeps
}

// playLine is a table of the visitor's.
type playLine struct {
	Href, Power, Edition, Phase string
	Badge                       template.HTML
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

// playsOf lists the tables that an account keeps.
func (s *Pages) playsOf(ctx context.Context, a *game.Account) ([]playLine, error) {
	tables, err := s.judge.PlaysOf(ctx, a.ID)
	var out []playLine
	for _, t := range tables {
		l := playLine{
			Href: PlayLink(t.Game.ID, t.Key), Power: t.Game.Setting.Powers[t.Power].Name, Edition: Edition(t.Game.Rules.Preset), Phase: page.PhaseTitle(t.Game.Phase),
			Badge: template.HTML(atlas.Badge(t.Game.Setting.Powers, t.Power)), // the badge is made of constants
		}
		if t.Game.Finished {
			l.Phase = "over"
		}
		out = append(out, l)
	}
	return out, err
}

// PlayLink returns the address of a game with the key that opens it.
func PlayLink(game, key string) string { return "/g/" + game + "?key=" + url.QueryEscape(key) }

// playBegin makes a table. The visitor is led over its key, so that his browser
// keeps it.
func (s *Pages) playBegin(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, err := s.Account(r)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	n := judge.NewPlay{Preset: r.PostForm.Get("preset"), Power: r.PostForm.Get("power"), Bot: r.PostForm.Get("bot")}
	switch game := r.PostForm.Get("game"); {
	case game == shortGame:
		n.Short, n.Bot = true, cmp.Or(n.Bot, shortBot)
	case game != "":
		s.showPlay(w, r, http.StatusUnprocessableEntity, url.Values{}, "There is no such game to play. Choose one of the two on this page.")
		return
	default:
		n.Bot = cmp.Or(n.Bot, usualBot)
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
		g, key, _, err := s.judge.Play(r.Context(), n)
		if err == nil {
			s.awaitBots(r.Context(), g.ID)
			return PlayLink(g.ID, key), true
		}
		if game.ErrorCode(err) == game.Invalid {
			s.showPlay(w, r, http.StatusUnprocessableEntity, r.PostForm, page.Explain(s.Catalogue(r), err))
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

// How long an answer waits for computer players, so that the page that follows
// shows what came of it; and how often it looks.
const (
	botPatience = 3 * time.Second
	botLook     = 25 * time.Millisecond
)

// awaitBots waits until it is the visitor's turn at a table against computer
// players, or a little while: then the page says that they are at it.
func (s *Pages) awaitBots(ctx context.Context, game string) {
	ctx, cancel := context.WithTimeout(ctx, botPatience)
	defer cancel()
	look := time.NewTicker(botLook)
	defer look.Stop()
	for {
		st, err := s.judge.PlayState(ctx, game)
		if err != nil || !st.Thinking || st.Going {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// playBar is what the page of such a table has for the visitor beside his
// orders.
type playBar struct {
	judge.PlayState
	ID, Power string
	Finished  bool
	Link      string // the address to come back to
	Account   bool   // the player has signed in
	Begun     bool   // the player has only just begun: the page explains how it goes
	Others    int    // computer players against them at the beginning
	Goal      int    // cities that win
	LastYear  int    // after whose fall the game ends; 0: none
	Last      bool   // it is that year
	InTime    bool   // the game has ended because that year is over
	Wins      string // the same in full, as the panel of the powers has it
	Cities    int    // that he has
	Leader    string // another power that has more than he, and how many cities
	Leading   int
	Places    []playPlace // of the end
	Won       bool        // he has won, perhaps with others
	Shared    bool        // several have won
	Next      []playNext  // what to play after the end
}

// playPlace is the place of a power at the end of a game.
type playPlace struct {
	Place, Cities    int
	Name             string
	Badge            template.HTML
	Won, Gone, Yours bool
}

// playNext is a game to play after this one.
type playNext struct{ Href, Text string }

// nextGames are the games that follow: the same with stronger players, one with
// money, and one of eight powers.
//
//lang:words
var nextGames = []playNext{
	{"/play?game=short&bot=even", "Four powers again, against even opponents"},
	{"/play?game=short&bot=hard", "Four powers again, against hard opponents"},
	{"/play?game=short&bot=even&preset=battleline-1978-advanced", "Four powers, with money"},
	{"/play?game=&bot=even#eight", "Eight powers: the Balance of Power"},
}

// stand puts into the bar how far the visitor is from winning, or what places
// the game has ended with.
func (b *playBar) stand(g *game.Game, p *position.Position) {
	b.Goal, b.Wins, b.Others = turn.CitiesNeeded(p, &g.Rules), Needed(p, &g.Rules), len(g.Setting.Seats)-1
	b.LastYear = g.Rules.LastYear
	b.Last = b.LastYear > 0 && g.Phase.Year >= b.LastYear
	mine := g.Setting.Seats[b.Seat-1]
	for _, seat := range g.Setting.Seats {
		place := playPlace{Gone: true, Name: g.Setting.Powers[seat[0]].Name, Badge: template.HTML(atlas.Badge(g.Setting.Powers, seat[0]))} // the badge is made of constants
		for _, x := range seat {
			place.Cities += turn.Cities(p, &g.Rules, x)
			place.Won = place.Won || p.Victors.Has(x)
			place.Gone = place.Gone && p.Eliminated.Has(x)
		}
		place.Yours = seat[0] == mine[0]
		switch {
		case place.Yours:
			b.Cities, b.Won = place.Cities, place.Won
		case place.Cities > b.Leading:
			b.Leader, b.Leading = place.Name, place.Cities
		}
		b.Places = append(b.Places, place)
	}
	if b.Leading <= b.Cities {
		b.Leader = ""
	}
	if !g.Finished {
		b.Places = nil
		return
	}
	rank := func(x playPlace) int {
		switch {
		case x.Won:
			return 1000
		case x.Gone:
			return -1
		}
		return x.Cities
	}
	slices.SortStableFunc(b.Places, func(x, y playPlace) int { return cmp.Compare(rank(y), rank(x)) })
	winners := 0
	b.InTime = b.Last && g.Phase.Season == machiavelli.Fall && b.Places[0].Cities < b.Goal
	for i := range b.Places {
		b.Places[i].Place = i + 1
		if i > 0 && rank(b.Places[i]) == rank(b.Places[i-1]) {
			b.Places[i].Place = b.Places[i-1].Place
		}
		if b.Places[i].Won {
			winners++
		}
	}
	b.Shared = winners > 1
	b.Next = nextGames
}

// newPlayBar makes the bar for a position; nil for somebody who only looks on.
func (s *Pages) newPlayBar(r *http.Request, g *game.Game, role game.Role, p *position.Position) (*playBar, error) {
	st, err := s.judge.PlayState(r.Context(), g.ID)
	if err != nil || role.Seat != st.Seat {
		return nil, err
	}
	c, err := r.Cookie(page.CookieName(g.ID))
	if err != nil {
		return nil, nil
	}
	a, err := s.Account(r)
	bar := &playBar{
		PlayState: st, ID: g.ID, Power: seatNames(g, st.Seat), Finished: g.Finished, Account: a != nil, Begun: g.Number <= 2,
		Link: page.Scheme(r) + "://" + r.Host + PlayLink(g.ID, c.Value),
	}
	bar.stand(g, p)
	return bar, err
}

// Years that go by when the visitor watches, in phases: a year has three
// campaigns, each with its retreats, and a winter.
const (
	phasesOfYear = 7
	phasesToEnd  = 400
)

// playDo does what the bar offers.
func (s *Pages) playDo(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	ctx, id := r.Context(), d.g.ID
	var err error
	query := ""
	switch r.PostForm.Get("do") {
	case "leave":
		if r.PostForm.Get("sure") == "" {
			err = invalid("Tick the box next to the button if you really want to leave your power to a computer player.")
		} else {
			err = s.judge.LeavePlay(ctx, id, d.role)
		}
	case "back":
		err = s.judge.BackToPlay(ctx, id, d.role)
		if err == nil {
			s.awaitBots(ctx, id)
		}
	case "year":
		err = s.judge.WatchPlay(ctx, id, d.role, phasesOfYear)
	case "end":
		err = s.judge.WatchPlay(ctx, id, d.role, phasesToEnd)
	case "rest":
		err = s.judge.WatchPlay(ctx, id, d.role, 0)
	case "keep":
		var a *game.Account
		if a, ok = s.Member(w, r); !ok {
			return
		}
		err = s.judge.KeepPlay(ctx, id, d.role, a.ID)
		query = "done=kept"
	default:
		err = invalid("There was nothing to do in this form.")
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	done(w, r, id, query)
}
