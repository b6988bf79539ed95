package web

import (
	"net/http"
	"strings"
	"testing"

	"podesta/internal/judge/judgetest"
	"podesta/internal/replay"
	"podesta/machiavelli/report"
)

// TestEndInEveryView ends games in every way, and checks what the log, the film, the embedded
// views and the calendar say about it: the calendar has no deadline.
func TestEndInEveryView(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	heads := map[string]string{
		"a victory": "Victory", "a shared victory": "A shared victory", "the last year": "Victory", "the last year of several": "A shared victory",
		"a concession": "Conceded", "a draw": "A draw", "time is up": "A draw", "abandoned": "Abandoned",
	}
	films := map[string]string{"a victory": "Victory"}
	calendar := func(e *judgetest.Ending) string {
		secret, err := h.Users.NewCalendar(t.Context(), e.Players[0].ID)
		h.Must(err)
		return h.browser().get("/calendar/"+secret+".ics").has(t, http.StatusOK, "END:VCALENDAR").body
	}
	h.EachEnding(func(e *judgetest.Ending) {
		if !strings.Contains(calendar(e), "/g/"+e.Game.ID) {
			t.Errorf("%s: the calendar has no deadline of the game while it runs", e.Name)
		}
	}, func(e *judgetest.Ending) {
		lacks(t, e.Name+": the calendar", calendar(e), "VEVENT")
		at := "/g/" + e.Game.ID
		ph, err := h.Base.Current(t.Context(), e.Game.ID)
		h.Must(err)
		log := h.browser().get(at + "/log")
		log.has(t, http.StatusOK, "<h2>"+heads[e.Name]+" <small>")
		for _, other := range heads {
			if other != heads[e.Name] {
				lacks(t, e.Name+": the log", log.body, "<h2>"+other+" <small>")
			}
		}
		over := "The game is over; it ended in "
		if e.Result == report.NoResult {
			over = "The game was abandoned."
		} else {
			log.has(t, http.StatusOK, report.New(e.Game.Setting).EndOf(ph.After, ph.Events).Sentence().String())
			title := "The game ends"
			if films[e.Name] != "" {
				title = films[e.Name]
			}
			steps := replay.Steps(ph.Before, ph.After, ph.Events, &e.Game.Rules)
			found := ""
			for i := range steps {
				if s := steps[i].Title.String(); s == "Victory" || s == "The game ends" {
					found += s
				}
			}
			if found != title {
				t.Errorf("%s: the film says %q, want %q", e.Name, found, title)
			}
		}
		h.browser().get(at+"/embed").has(t, http.StatusOK, over)
		if text := h.browser().get(at).body; !strings.Contains(text, over) {
			t.Errorf("%s: the preview of the page does not say %q", e.Name, over)
		}
	})
}
