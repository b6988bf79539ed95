package report_test

import (
	"bytes"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestClassicEnd checks that the classic report names the winners, or the powers that share a
// draw, with the mark that readers of such reports look for.
func TestClassicEnd(t *testing.T) {
	t.Parallel()
	r, err := rules.Make("njudge-classic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &r)
	if err != nil {
		t.Fatal(err)
	}
	one, two := machiavelli.PowerSet(0).With(4), machiavelli.PowerSet(0).With(4).With(8)
	for _, c := range []struct {
		v    event.Victory
		want string
	}{
		{event.Victory{Powers: one, Cities: 15}, "(* VICTORY!! *) by Milan."},
		{event.Victory{Powers: two, Cities: 15}, "(* VICTORY!! *) shared by Milan and Venice."},
		{event.Victory{Powers: two, Cities: 9, How: event.ByTime}, "The last year is over: Milan and Venice have the most cities, 9, and share the victory."},
		{event.Victory{Powers: two, How: event.ByDraw}, "The game ends in a draw between Milan and Venice, by agreement."},
		{event.Victory{Powers: two, How: event.ByCall}, "The game ends with the current position, in a draw between Milan and Venice."},
		{event.Victory{Powers: one, How: event.ByConcession}, "The others concede the game to Milan."},
	} {
		var out bytes.Buffer
		err := report.Results{Before: p, After: p, Events: []event.Event{c.v}, Rules: &r, Viewer: report.Viewer{Master: true}, Game: "siena", Number: 1}.Classic(&out)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, c.want) {
			t.Errorf("%+v: %q is not in\n%s", c.v, c.want, text)
		}
	}
}
