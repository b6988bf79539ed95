package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
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
	g, err := h.judge.Game(t.Context(), gameID(p.url.Path))
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

// TestFirstEdition checks that forms for a new game propose the edition for a
// first game, like games against computer players, and offer the easier ones
// first. By mail and for programs the default is another one.
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
