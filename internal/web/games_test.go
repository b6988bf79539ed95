package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"podesta/internal/lobby"
)

// TestGamesPageByPage follows the pages of the list of games to the end and back, while a game
// is created.
func TestGamesPageByPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	create := func(name string) {
		t.Helper()
		if _, _, err := h.judge.Lobby.Create(t.Context(), lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic"}); err != nil {
			t.Fatal(err)
		}
	}
	const many = 120
	for i := range many {
		create(fmt.Sprintf("Siena %03d", i))
	}
	b := h.browser()
	link := func(p *response, words string) string {
		m := regexp.MustCompile(`href="([^"]*)">` + words).FindStringSubmatch(p.body)
		if m == nil {
			return ""
		}
		return strings.ReplaceAll(m[1], "&amp;", "&")
	}
	numbers := func(p *response) (out []string) {
		for _, m := range regexp.MustCompile(`>Siena (\d+)<`).FindAllStringSubmatch(p.body, -1) {
			out = append(out, m[1])
		}
		return out
	}
	for _, filter := range []string{"", "?name=siena", "?status=active"} {
		p := b.get("/games" + filter)
		if link(p, "← Newer") != "" {
			t.Errorf("%s: games newer than the newest", filter)
		}
		var all []string
		for {
			got := numbers(p)
			all = append(all, got...)
			to := link(p, "Older →")
			if to == "" {
				break
			}
			if len(got) != 50 {
				t.Errorf("%s: %d games on a page", filter, len(got))
			}
			p = b.get(to)
		}
		if len(all) != many || all[0] != "119" || all[many-1] != "000" {
			t.Errorf("%s: %d games: %v", filter, len(all), all)
		}
		p = b.get(link(p, "← Newer"))
		if got := numbers(p); len(got) != 50 || got[0] != "069" || got[49] != "020" {
			t.Errorf("%s: back: %v", filter, got)
		}
	}
	second := link(b.get("/games"), "Older →")
	create("Lucca")
	if got := numbers(b.get(second)); len(got) != 50 || got[0] != "069" {
		t.Errorf("after a new game, the second page is %v", got)
	}
	b.get("/games").has(t, http.StatusOK, "Lucca")
	b.get("/games?after=nonsense").has(t, http.StatusOK, "Lucca")
	b.get("/games?name=nowhere").has(t, http.StatusOK, "There are none.")
}
