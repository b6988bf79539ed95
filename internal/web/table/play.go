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
	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Games against computer players: how they begin, and the additional content of
// their pages.

func (s *Pages) playRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /play", s.playPage)
	mux.HandleFunc("POST /play", s.playBegin)
	mux.HandleFunc("POST /g/{id}/play", s.playDo)
}

// playNow is the form that begins a game against computer players, shown by the
// template "playnow".
type playNow struct {
	Short    bool // of a first game: four powers
	Cities   int  // that win it
	LastYear int  // the year after whose fall the power with the most cities wins
	Powers   []playPower
	Drawn    bool // a power is drawn by lot
	Editions []playEdition
	Other    bool // a power other than the first is chosen
	Bots     []page.Choice
	Once     string
	Error    string
}

// playPower is a power to choose.
type playPower struct {
	ID, Name string
	Badge    template.HTML
	Begins   [3]int // the number of its armies, fleets and garrisons at the start
	Chosen   bool
}

// playEdition is an edition to choose.
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

// The default strength of the others: in a first game, and in one with eight
// powers.
const (
	shortBot = "easy"
	usualBot = "even"
)

// shortPower is the power that a first game proposes: it has the most units.
const shortPower = "milan"

// playPowers and shortPowers hold the powers to choose from. They are read once
// because they are the same for all visitors.
var (
	playPowers  = sync.OnceValues(func() ([]playPower, error) { return powersOf("B", "B-8") })
	shortPowers = sync.OnceValues(func() ([]playPower, error) { return powersOf("A", "A-4") })
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
			Badge: template.HTML(atlas.Badge(p.Setting.Powers, power)), // the badge consists of constants
		})
	}
	return out, nil
}

// newPlayNow returns the form of a first game or of one with eight powers, with
// the choices so far, or nil if the judge does not offer games against computer
// players.
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
	pn := &playNow{Short: short, Cities: botgames.ShortCities, LastYear: botgames.ShortLastYear, Drawn: true, Once: page.NewOnce(), Error: problem}
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
			continue // too weak to learn from
		}
		pn.Bots = append(pn.Bots, page.Choice{Value: name, Label: bot.Title(name), Doc: bot.Doc(name), Chosen: name == level})
	}
	return pn, nil
}

// playing is the page /play.
type playing struct {
	First *playNow   // a game with four powers
	Now   *playNow   // one of eight
	Mine  []playLine // games that the visitor's account keeps
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

// playsOf lists the games against computer players that an account keeps.
func (s *Pages) playsOf(ctx context.Context, a *game.Account) ([]playLine, error) {
	tables, err := s.judge.PlaysOf(ctx, a.ID)
	var out []playLine
	for _, t := range tables {
		l := playLine{
			Href: PlayLink(t.Game.ID, t.Key), Power: t.Game.Setting.Powers[t.Power].Name, Edition: Edition(t.Game.Rules.Preset), Phase: page.PhaseTitle(t.Game.Phase),
			Badge: template.HTML(atlas.Badge(t.Game.Setting.Powers, t.Power)), // the badge consists of constants
		}
		if t.Game.Finished {
			l.Phase = message.New("over")
		}
		out = append(out, l)
	}
	return out, err
}

// PlayLink returns the address of a game with the key that opens it.
func PlayLink(game, key string) string { return "/g/" + game + "?key=" + url.QueryEscape(key) }

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
	n := botgames.NewPlay{Preset: r.PostForm.Get("preset"), Power: r.PostForm.Get("power"), Bot: r.PostForm.Get("bot")}
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

// How long an answer waits for computer players, so that the next page shows
// the results; and how often it checks.
const (
	botPatience = 3 * time.Second
	botLook     = 25 * time.Millisecond
)

// awaitBots waits until it is the visitor's turn in a game against computer
// players, up to a limit; after that the page says that they are still
// thinking.
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

// playBar is the additional content of the page of such a game for its visitor.
type playBar struct {
	botgames.PlayState
	ID, Power string
	Finished  bool
	Link      string          // the address to return to
	Account   bool            // the player has signed in
	Begun     bool            // the player has only just begun: the page explains the game
	Others    int             // computer players at the start
	Goal      int             // cities needed to win
	LastYear  int             // the year after whose fall the game ends; 0: none
	Last      bool            // it is that year
	InTime    bool            // the game ended because that year is over
	Wins      message.Message // the same in full, as in the panel of the powers
	Cities    int             // the player's cities
	Leader    string          // a power with more cities than the player, and how many
	Leading   int
	Places    []playPlace // at the end
	Won       bool        // the player has won, perhaps with others
	Shared    bool        // several players have won
	Next      []playNext  // what to play next
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

// nextGames lists the games that follow: the same with stronger players, one
// with money, and one with eight powers.
//
//lang:words
var nextGames = []playNext{
	{"/play?game=short&bot=even", "Four powers again, against even opponents"},
	{"/play?game=short&bot=hard", "Four powers again, against hard opponents"},
	{"/play?game=short&bot=even&preset=battleline-1978-advanced", "Four powers, with money"},
	{"/play?game=&bot=even#eight", "Eight powers: the Balance of Power"},
}

// stand fills in how far the visitor is from winning, or the places at the end
// of the game.
func (b *playBar) stand(g *game.Game, p *position.Position) {
	b.Goal, b.Wins, b.Others = turn.CitiesNeeded(p, &g.Rules), Needed(p, &g.Rules), len(g.Setting.Seats)-1
	b.LastYear = g.Rules.LastYear
	b.Last = b.LastYear > 0 && g.Phase.Year >= b.LastYear
	mine := g.Setting.Seats[b.Seat-1]
	for _, seat := range g.Setting.Seats {
		place := playPlace{Gone: true, Name: g.Setting.Powers[seat[0]].Name, Badge: template.HTML(atlas.Badge(g.Setting.Powers, seat[0]))} // the badge consists of constants
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

// newPlayBar returns the bar for a position, or nil for an observer.
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

// The duration in phases of the years that pass while the visitor watches: a
// year has three campaigns, each with its retreats, and a winter.
const (
	phasesOfYear = 7
	phasesToEnd  = 400
)

// playDo runs the commands of the bar.
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
			err = game.Refuse(game.Invalid, message.New("Tick the box next to the button if you really want to leave your power to a computer player."))
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
		err = game.Refuse(game.Invalid, message.New("There was nothing to do in this form."))
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	done(w, r, id, query)
}
