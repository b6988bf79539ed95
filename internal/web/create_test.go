package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/web/setup"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestScenarioPictures checks that the start of every scenario can be drawn in
// both themes, and that a browser that has the picture does not receive it
// again.
func TestScenarioPictures(t *testing.T) {
	t.Parallel()
	b := open(t).browser()
	page := b.get("/new").body
	for _, sc := range scenario.List() {
		for _, v := range sc.Variants {
			path := "/scenarios/" + sc.ID + "/" + v.ID + ".svg"
			if !strings.Contains(page, `value="`+sc.ID+"/"+v.ID+`"`) {
				t.Errorf("%s of %s cannot be chosen", v.ID, sc.ID)
			}
			b.get(path).has(t, http.StatusOK, "<svg")
		}
	}
	b.get("/scenarios/B/B-8.svg?theme=dark").has(t, http.StatusOK, "<svg")
	for _, path := range []string{"/scenarios/B/B-9.svg", "/scenarios/Q/B-8.svg", "/scenarios/B/B-8.png"} {
		b.get(path).has(t, http.StatusNotFound)
	}
}

// TestNumbersInWords checks that an option that accepts numbers also accepts
// the rules' words for them.
func TestNumbersInWords(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	form := b.get("/new").fields(t, "/new")
	form.Set("opt-assassination-max-spend", "Unlimited")
	p := b.post("/new", form)
	p.has(t, http.StatusOK)
	g, err := h.judge.Base.Game(t.Context(), gameID(p.url.Path))
	if err != nil || g.Rules.AssassinationMaxSpend != 0 {
		t.Errorf("the most that can be spent is %d, %v", g.Rules.AssassinationMaxSpend, err)
	}
	form.Set("opt-assassination-max-spend", "endless")
	q := b.post("/new", form)
	q.has(t, http.StatusUnprocessableEntity, "assassination-max-spend")
	if got := q.value("opt-assassination-max-spend"); got != "endless" {
		t.Errorf("what was typed is lost: %q", got)
	}
	b.post("/new", url.Values{"choice": {"B/B-8"}, "preset": {"battleline-1978-basic"}, "pace": {"0"}}).has(t, http.StatusOK)
}

// TestFirstEdition checks that forms for a new game suggest the same edition for a first game
// as games against computer players use, and list the easier editions first. By e-mail and for
// programs the default is a different one.
func TestFirstEdition(t *testing.T) {
	t.Parallel()
	for _, p := range rules.Presets() {
		if !slices.Contains(setup.EditionOrder, p.ID) {
			t.Errorf("%s has no place among the editions", p.ID)
		}
	}
	h := newInn(t)
	ada := h.guest("Ada")
	for _, path := range []string{"/host", "/new"} {
		p := ada.get(path).has(t, http.StatusOK, "Recommended for a first game")
		if got := p.fields(t, path).Get("preset"); got != setup.FirstPreset {
			t.Errorf("%s: %s is chosen", path, got)
		}
		var offered []string
		for _, m := range regexp.MustCompile(`name="preset" value="([^"]+)"`).FindAllStringSubmatch(p.body, -1) {
			offered = append(offered, m[1])
		}
		if !slices.Equal(offered, setup.EditionOrder) {
			t.Errorf("%s: offered are %s", path, offered)
		}
	}
	if got := ada.get("/host?preset=njudge-classic").fields(t, "/host").Get("preset"); got != "njudge-classic" {
		t.Errorf("asked for another edition, %s is chosen", got)
	}
	if _, err := rules.Preset(""); err != nil || rules.DefaultPreset == setup.FirstPreset {
		t.Error("the default of mail and programs has changed")
	}
}

// TestUsualGames creates each of the games that most people choose, for each number of players,
// with only these two choices: nothing else is asked, and the game is as its card describes it.
func TestUsualGames(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	for _, path := range []string{"/host", "/new", "/tournaments/new", "/sandbox"} {
		if cards := ada.get(path).find("game"); len(cards) != 5 {
			t.Fatalf("%s offers %d games", path, len(cards))
		}
	}
	p := ada.get("/new")
	form, count := url.Values{}, 0 // only this choice, the rest untouched
	for _, card := range p.find("game") {
		said, game := text(card), ""
		for n := range card.Descendants() {
			if n.Data == "input" {
				game = attr(n, "value")
			}
		}
		for _, field := range p.find(game) {
			for o := range field.Descendants() {
				if o.Data != "option" {
					continue
				}
				number := text(o)
				form.Set("game", game)
				form.Set("players-"+game, number)
				made := ada.post("/new", form).has(t, http.StatusOK, "The game is ready")
				g, err := h.judge.Base.Game(t.Context(), gameID(made.url.Path))
				if err != nil {
					t.Fatal(err)
				}
				sc, _ := scenario.Find(g.Setting.Scenario)
				if v, err := sc.Variant(g.Setting.Variant); err != nil || strconv.Itoa(v.Players) != number {
					t.Errorf("%s for %s: it is for %v, %v", game, number, v, err)
				}
				if money := strings.Contains(said, "with money"); money != g.Rules.Money {
					t.Errorf("%s: money is %v, the card says %q", game, g.Rules.Money, said)
				}
				if !strings.Contains(said, sc.Title) {
					t.Errorf("%s: the scenario is %s, the card says %q", game, sc.Title, said)
				}
				count++
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d games were made", count)
	}

	// A number that the form does not offer is refused, and the choice is kept.
	form.Set("game", "diplomacy")
	form.Set("players-diplomacy", "4")
	again := ada.post("/new", form).has(t, http.StatusUnprocessableEntity, "Choose the number of players")
	if got := again.fields(t, "/new"); got.Get("game") != "diplomacy" || got.Get("players-diplomacy") != "7" {
		t.Errorf("the choice is lost: %v", got)
	}

	// A link that names a scenario and an edition chooses the game with these.
	for link, want := range map[string]string{
		"?choice=B/B-6&preset=battleline-1978-advanced": "money", "?choice=A/A-4": "small", "?choice=C1/C1-5": "other", "?preset=njudge-classic": "other", "": "basic",
	} {
		if got := ada.get("/host"+link).fields(t, "/host").Get("game"); got != want {
			t.Errorf("%s: chosen is %q instead of %q", link, got, want)
		}
	}
}
