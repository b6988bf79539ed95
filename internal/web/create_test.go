package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"podesta/machiavelli/scenario"
)

// TestScenarioPictures: the beginning of every scenario can be drawn, by day and
// by night, and a browser that has the picture is not sent it again.
func TestScenarioPictures(t *testing.T) {
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

// TestNumbersInWords: an option that takes numbers takes the words too that the
// rules have for them.
func TestNumbersInWords(t *testing.T) {
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
