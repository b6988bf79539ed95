package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/botgames"
	"podesta/internal/bots"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/slow"
	"podesta/internal/web/gamepage"
	"podesta/internal/wiring"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/turn"
)

// serveBots runs the computer players of a house until the test ends.
func (h *house) serveBots() {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	room := &bots.Room{Judge: h.judge.BotGames}
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			n, err := room.Round(ctx)
			if err != nil && ctx.Err() == nil {
				h.t.Error(err)
			}
			if n == 0 {
				select {
				case <-ctx.Done():
				case <-h.judge.Base.BotsAsked():
				case <-time.After(250 * time.Millisecond): // hosted games do not notify: look again
				}
			}
		}
	}()
	h.t.Cleanup(func() {
		stop()
		<-ended
	})
}

// myTurn reloads the page of a game until it is the visitor's turn, or the game
// pauses.
func (b *browser) myTurn(id string) *response {
	b.t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		p := b.get("/g/" + id)
		if !strings.Contains(p.body, `http-equiv="refresh"`) {
			return p
		}
	}
	b.t.Fatal("the computer players are at it for minutes")
	return nil
}

// TestPlayNow plays as a visitor without an account or a script against seven
// computer players, from the front page through campaigns, retreats and
// winters. The visitor never has to wait in a phase without orders to give.
func TestPlayNow(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.judge.Base.DrawFrom(rand.NewChaCha8([32]byte{7}))
	h.serveBots()
	b := h.browser()
	p := b.get("/play")
	p.has(t, http.StatusOK, "Florence", "With money", "Play now against seven")
	form := p.fields(t, "/play")
	form.Set("game", "")
	form.Set("power", "florence")
	form.Set("preset", "njudge-classic")
	form.Set("bot", "random")
	p = b.post("/play", form)
	p.has(t, http.StatusOK, "Florence against seven", "against 7 computer players", "Random (computer)")
	id := strings.TrimPrefix(p.url.Path, "/g/")
	if p.url.RawQuery != "" || p.header.Get("Cache-Control") != "no-store" {
		t.Error("the key stays in the address, or the page may be cached", p.url)
	}
	if again := b.post("/play", form); again.url.Path != p.url.Path {
		t.Error("sending the form twice made two tables")
	}
	link := ""
	for _, n := range p.find("copy") {
		link = attr(n.FirstChild, "value")
	}
	other := h.browser()
	other.get(link).has(t, http.StatusOK, "You play", "<b>Florence</b>")
	if body := h.browser().get("/g/" + id).body; strings.Contains(body, "key=") || strings.Contains(body, "brings you back") {
		t.Error("a stranger sees the key of the game")
	}
	if body := h.browser().get("/").body; strings.Contains(body, id) {
		t.Error("the table is in a list")
	}

	g, err := h.judge.Base.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	power, _ := g.Setting.Powers.Find("florence")
	me := new(bot.Random)
	seen := map[machiavelli.Step]int{}
	last := 0 // the last phase with orders of the visitor
	for range 150 {
		p := b.myTurn(id)
		if last > 0 { // the results of that phase come first, whatever has happened since
			p.has(t, http.StatusOK, "Your results", `data-base-href="/g/`+id+"/p/"+strconv.Itoa(last)+`"`)
		}
		now, err := h.judge.Base.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		st, err := h.judge.BotGames.PlayState(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if !st.Playing || seen[machiavelli.Retreats] > 0 && seen[machiavelli.Adjustments] > 2 {
			break
		}
		if !st.Owes {
			t.Fatalf("nothing to do in %s: %+v", now.Phase, st)
		}
		seen[now.Phase.Step]++
		if last > 0 {
			p.has(t, http.StatusOK, "Next: "+now.Phase.Title())
		}
		last = now.Number
		ph, err := h.judge.Base.Current(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, l := range me.Decide(bot.Look(ph.Before, &g.Rules, bot.Alone(ph.Before, power), id), power) {
			text.WriteString(l.Text + "\r\n")
		}
		orders := url.Values{"revision": {strconv.Itoa(now.Revision)}, "orders-florence": {text.String()}, "then": {"ready"}}
		b.post("/g/"+id+"/orders", orders).has(t, http.StatusOK)
		for now.Number == ph.Number && !now.Finished { // waits until the computer players are ready too
			time.Sleep(time.Millisecond)
			if now, err = h.judge.Base.Game(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		b.post("/g/"+id+"/orders", orders).has(t, http.StatusConflict) // the same form again
	}
	if seen[machiavelli.Orders] < 3 || seen[machiavelli.Retreats] == 0 || seen[machiavelli.Adjustments] == 0 {
		t.Errorf("phases that were played: %v", seen)
	}
	b.get("/g/"+id+"/p/2").has(t, http.StatusOK)
	if body := h.browser().get("/g/" + id).body; strings.Contains(body, "Your results") || strings.Contains(body, "Go on: ") {
		t.Error("a stranger reads about their orders")
	}
	if err := h.judge.Archive.Replay(t.Context(), id); err != nil {
		t.Error(err)
	}
}

// TestPlayLeft tests leaving, watching and returning, and who may not do so.
func TestPlayLeft(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.serveBots()
	b := h.browser()
	p := b.post("/play", url.Values{"bot": {"random"}, "power": {"milan"}})
	path := p.url.Path
	do := func(b *browser, what string, more ...string) *response {
		form := url.Values{"do": {what}}
		for _, m := range more {
			form.Set(m, "1")
		}
		return b.post(path+"/play", form)
	}
	do(h.browser(), "leave", "sure").has(t, http.StatusForbidden, "no seat here")
	do(b, "leave").has(t, http.StatusUnprocessableEntity, "Tick the box")
	do(b, "year").has(t, http.StatusConflict, "You play Milan")
	do(b, "dance").has(t, http.StatusUnprocessableEntity)
	do(b, "keep").has(t, http.StatusForbidden, "Sign in first")
	do(b, "leave", "sure").has(t, http.StatusOK, "has taken Milan", "Watch a year", "Game paused")
	do(b, "end").has(t, http.StatusOK, "continue by themselves", "Pause")
	do(b, "rest").has(t, http.StatusOK, "Game paused")
	do(b, "back")
	b.myTurn(strings.TrimPrefix(path, "/g/")).has(t, http.StatusOK, "Leave Milan to a computer player", "Save and mark as ready")
}

// TestPlayRefused checks that an error in a form is shown with the form, and
// that a judge without such games does not offer them.
func TestPlayRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	b.post("/play", url.Values{"power": {"bavaria"}}).has(t, http.StatusUnprocessableEntity, "There is no power", "Play now")
	b.post("/play", url.Values{"preset": {"<b>"}}).has(t, http.StatusUnprocessableEntity, "Play now")
	h.with(func(o *judge.Options) { o.Plays = 0 })
	b.get("/play").has(t, http.StatusOK, "no games against computer players")
	b.post("/play", nil).has(t, http.StatusForbidden)
	h.with(func(o *judge.Options) { o.Plays = 1 })
	b.post("/play", nil).has(t, http.StatusOK, "computer players")
	b.post("/play", nil).has(t, http.StatusTooManyRequests, "cannot hold more games")
}

// TestPlayKept checks that signed-in visitors find their games again.
func TestPlayKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.serveBots()
	a, secret, err := h.judge.Users.Register(t.Context(), "Anna", "anna@example.org", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.judge.Users.Verify(t.Context(), secret.Secret()); err != nil {
		t.Fatal(err)
	}
	token, err := h.judge.Users.NewToken(t.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	b := h.browser()
	p := b.post("/play", url.Values{"bot": {"random"}, "power": {"milan"}})
	home, _ := url.Parse(h.url)
	b.http.Jar.SetCookies(home, []*http.Cookie{{Name: "podesta-session", Value: token, Path: "/"}})
	b.post(p.url.Path+"/play", url.Values{"do": {"keep"}}).has(t, http.StatusOK, "is saved to")
	b.post("/play", url.Values{"bot": {"random"}, "power": {"venice"}})
	b.get("/play").has(t, http.StatusOK, "Your games", ">Milan</a>", ">Venice</a>")
	if strings.Contains(h.browser().get("/play").body, "Your games") {
		t.Error("a stranger sees tables")
	}
}

// TestFirstGame begins a first game with the front page's button, without a script. The page shows
// the game's goal. The game is played to its end, where the page shows the places and what to play
// next.
func TestFirstGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.judge.Base.DrawFrom(rand.NewChaCha8([32]byte{9}))
	h.serveBots()
	b := h.browser()
	p := b.get("/")
	p.has(t, http.StatusOK, "two years, about 20 minutes", "The first power to hold 10 cities wins")
	p = b.post("/play", p.fields(t, "/play"))
	p.has(t, http.StatusOK, "Milan against two", "Your goal:", "5 of 10 cities", "You have 5 cities and need 10.", "The game ends after the fall of 1439: the power with the most cities then wins.", "To win: 10 cities, or the most cities after the fall of 1439", "against 2 computer players", "To win:", "Even (computer)")
	id := strings.TrimPrefix(p.url.Path, "/g/")
	g, err := h.judge.Base.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if g.Scenario != "lombardy" || len(g.Setting.Seats) != 3 || g.Rules.Money || g.Rules.CitiesNeeded(3) != 10 || g.Rules.VictoryAllOwnHomeCities {
		t.Errorf("the first game is %s with %d seats, money %v", g.Scenario, len(g.Setting.Seats), g.Rules.Money)
	}
	power, _ := g.Setting.Powers.Find("milan")
	me, err := bot.New("even")
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for ; !g.Finished; played++ {
		if played > 60 {
			t.Fatal("the game does not end: it is at", g.Phase)
		}
		b.myTurn(id)
		st, err := h.judge.BotGames.PlayState(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		ph, err := h.judge.Base.Current(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = h.judge.Base.Game(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if g.Finished {
			break
		}
		if !st.Playing {
			t.Fatalf("Milan is out of the game in %s", g.Phase)
		}
		if played == 0 {
			h.takeHint(b, id)
		}
		var text strings.Builder
		for _, l := range me.Decide(bot.Look(ph.Before, &g.Rules, bot.Alone(ph.Before, power), id), power) {
			text.WriteString(l.Text + "\r\n")
		}
		b.post("/g/"+id+"/orders", url.Values{"revision": {strconv.Itoa(g.Revision)}, "orders-milan": {text.String()}, "then": {"ready"}}).has(t, http.StatusOK)
	}
	p = b.get("/g/" + id)
	p.has(t, http.StatusOK, "The game is over.", "victory", "1.", "What next?", "The same war against hard opponents", "The same war, with money", "Eight powers: the Balance of Power")
	if n := len(p.find("places")); n != 1 {
		t.Errorf("%d lists of places", n)
	}
	t.Logf("over after %d phases of orders, %s", played, g.Phase)
	p.has(t, http.StatusOK, "What decided it:", `href="/play?game=short&amp;bot=hard"`, "Places, film and charts")
	b.get("/g/"+id+"/hint").has(t, http.StatusConflict, "The game is over.")
	b.get("/g/"+id+"/hint?part=1").has(t, http.StatusOK, "The game is over.")
	b.get("/g/"+id+"/end").has(t, http.StatusOK, "What the computer player principe thinks of this game", `href="/play?game=short&amp;bot=hard"`)
	if p := h.browser().get("/g/" + id + "/end"); strings.Contains(p.body, "/play?") {
		t.Error("a visitor who did not play is offered the next game")
	}
	// a judge that has just started has nothing cached
	started := httptest.NewServer(New(wiring.Pages(h.judge), nil, WithClock(h.Clock)))
	t.Cleanup(started.Close)
	(&browser{&house{h.House, t, h.judge, started.URL}, b.http}).get("/g/"+id).has(t, http.StatusOK, "What decided it:")
	p = b.get("/g/" + id + "/analysis")
	p.has(t, http.StatusOK, "the opinion of the computer player", "principe", "Expected share of the victory in figures, year by year", "Turning points", "Your costliest orders")
	if n, charts := len(p.find("deciding")), len(p.find("linechart")); n != 1 || charts != 1 || !strings.Contains(p.body, `href="/g/`+id+`/p/`) {
		t.Errorf("%d lists of turning points, %d charts", n, charts)
	}
	p = h.browser().get("/g/" + id + "/analysis?part=1")
	p.has(t, http.StatusOK, "Turning points")
	if strings.Contains(p.body, "Your costliest orders") || strings.Contains(p.body, "<html") {
		t.Error("a visitor sees the orders of a seat, or a whole page")
	}

	p = b.get("/play?game=short&bot=even&preset=battleline-1978-advanced")
	form := p.fields(t, "/play")
	if form.Get("game") != "short" || form.Get("bot") != "even" || form.Get("preset") != "battleline-1978-advanced" {
		t.Errorf("the link to the next game chooses %v", form)
	}
	b.post("/play", form).has(t, http.StatusOK, "Milan against two", "Even (computer)", "ducats")
	b.post("/play", url.Values{"game": {"chess"}}).has(t, http.StatusUnprocessableEntity, "There is no such game to play")
	b.post("/play", url.Values{"game": {"short"}, "power": {"turks"}}).has(t, http.StatusUnprocessableEntity, "There is no power")
}

// TestHintsWait checks that hints wait while all places for slow work are taken, that hints for
// which there is no room are refused, and that the front page is still answered meanwhile.
func TestHintsWait(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.serveBots()
	b := h.browser()
	form := b.get("/play").fields(t, "/play")
	form.Set("preset", "njudge-classic")
	at := b.post("/play", form).url.Path
	b.myTurn(strings.TrimPrefix(at, "/g/"))
	working, release := make(chan struct{}), make(chan struct{})
	blocks := h.judge.Slow.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if done, err := slow.Enter(r.Context()); err == nil {
			defer done()
		}
		working <- struct{}{}
		<-release
	}))
	busy := max(2, runtime.GOMAXPROCS(0)/2)
	for range busy {
		go blocks.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", nil))
		<-working
	}
	statuses := make(chan int)
	for range 64 {
		go func() {
			r, err := b.http.Get(b.address(at + "/hint"))
			if err != nil {
				statuses <- 0
				return
			}
			_ = r.Body.Close()
			statuses <- r.StatusCode
		}()
	}
	for range 62 { // two requests of one client wait
		if got := <-statuses; got != http.StatusTooManyRequests {
			t.Fatalf("a hint that does not fit has status %d", got)
		}
	}
	h.browser().get("/").has(t, http.StatusOK)
	b.get(at).has(t, http.StatusOK)
	close(release)
	for range 2 {
		if got := <-statuses; got != http.StatusOK {
			t.Errorf("a hint that has waited has status %d", got)
		}
	}
}

// takeHint asks for a hint with the button on the page, and accepts it.
func (h *house) takeHint(b *browser, id string) {
	t := h.t
	t.Helper()
	p := b.get("/g/" + id)
	p.has(t, http.StatusOK, `href="/g/`+id+`/hint"`, "What the strongest computer player would order in your place.")
	p = b.get("/g/" + id + "/hint")
	p.has(t, http.StatusOK, "Hint: Spring 1438", "That is an opinion.", "Take these orders over")
	form := p.fields(t, "/g/"+id+"/orders")
	want := strings.TrimSpace(form.Get("orders-milan"))
	if want == "" || len(p.find("hints")) != 1 {
		t.Fatalf("the hint has no orders: %v", form)
	}
	b.post("/g/"+id+"/orders", form).has(t, http.StatusOK, "Milan against two")
	if got := strings.TrimSpace(b.get("/g/"+id).fields(t, "/g/"+id+"/orders").Get("orders-milan")); strings.ReplaceAll(got, "\r", "") != strings.ReplaceAll(want, "\r", "") {
		t.Errorf("taken over: %q; want %q", got, want)
	}
	for range 2 { // the hint is on the board, however often it is requested
		p = b.get("/g/" + id + "/hint?part=1")
		p.has(t, http.StatusOK, "Take all")
		if n := strings.Count(p.body, "data-take>"); n != 5 || strings.Count(p.body, "<small>") != n || !strings.Contains(p.body, `<g id="orders"`) || strings.Contains(p.body, "<html") {
			t.Errorf("%d orders of a hint: %s", n, p.body)
		}
	}
	stranger := h.browser()
	if body := stranger.get("/g/" + id).body; strings.Contains(body, "/hint") || strings.Contains(body, "data-coach") {
		t.Error("a stranger is offered a hint, or the coach's advice")
	}
	stranger.get("/g/"+id+"/hint").has(t, http.StatusForbidden, "You have no seat here")
	stranger.get("/g/"+id+"/analysis").has(t, http.StatusConflict, "The game is not over yet. Its analysis appears when it is.")
}

// TestLastYear checks that a first game in which no player reaches the goal
// ends after the fall of its second year. The player with the most cities wins,
// and the page explains it.
func TestLastYear(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.judge.Base.DrawFrom(rand.NewChaCha8([32]byte{9}))
	h.serveBots()
	g, key, _, err := h.judge.BotGames.Play(t.Context(), botgames.NewPlay{First: true, Power: "milan", Bot: "random"})
	if err != nil {
		t.Fatal(err)
	}
	b := h.browser()
	b.get(gamepage.PlayLink(g.ID, key)).has(t, http.StatusOK, "The game ends after the fall of 1439")
	told := false
	for n := 0; !g.Finished; n++ {
		if n > 60 {
			t.Fatal("the game does not end: it is at", g.Phase)
		}
		b.myTurn(g.ID)
		if g, err = h.judge.Base.Game(t.Context(), g.ID); err != nil {
			t.Fatal(err)
		}
		if g.Phase.Year == botgames.FirstLastYear && !g.Finished && !told {
			told = true
			b.get("/g/"+g.ID).has(t, http.StatusOK, "This is the last year: the power with the most cities after its fall wins.")
		}
		b.post("/g/"+g.ID+"/orders", url.Values{"revision": {strconv.Itoa(g.Revision)}, "orders-milan": {""}, "then": {"ready"}})
		if g, err = h.judge.Base.Game(t.Context(), g.ID); err != nil {
			t.Fatal(err)
		}
	}
	if g.Phase.Year != botgames.FirstLastYear || g.Phase.Season != machiavelli.Fall {
		t.Fatalf("there are no orders, and the game ends in %s", g.Phase)
	}
	ph, err := h.judge.Base.Phase(t.Context(), g.ID, g.Number)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for p := machiavelli.Power(1); int(p) < len(g.Setting.Powers); p++ {
		most = max(most, turn.Cities(ph.After, &g.Rules, p))
	}
	if most >= botgames.FirstCities {
		t.Fatalf("a player reached the goal with %d cities: the game proves nothing", most)
	}
	for p := machiavelli.Power(1); int(p) < len(g.Setting.Powers); p++ {
		if has := turn.Cities(ph.After, &g.Rules, p); ph.After.Victors.Has(p) != (has == most) {
			t.Errorf("%s has %d of at most %d cities; won: %v", g.Setting.Powers[p].Name, has, most, ph.After.Victors.Has(p))
		}
	}
	b.get("/g/"+g.ID).has(t, http.StatusOK, "1439 was the last year: the power with the most cities wins.", "victory")
	b.get("/g/"+g.ID+"/p/"+strconv.Itoa(g.Number)).has(t, http.StatusOK, "The last year is over: ")
	h.browser().get("/g/"+g.ID).has(t, http.StatusOK, "Places, film and charts", "The last year is over: ")
	if err := h.judge.Archive.Replay(t.Context(), g.ID); err != nil {
		t.Errorf("resolved again it has another result: %v", err)
	}
}
