package game_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/machiavelli/rules"
)

// TestRecordFacets checks the words by which games can be filtered.
func TestRecordFacets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		preset string
		change func(*hosting.Hosting)
		want   string
	}{
		{"battleline-1978-basic", func(h *hosting.Hosting) { h.Timing[schedule.Moves].Next = 2 * time.Hour }, " scenario=A pace=hours edition=battleline-1978-basic nomoney press people accounts "},
		{"battleline-1978-advanced", func(h *hosting.Hosting) { h.Timing[schedule.Moves].Next = 24 * time.Hour; h.Press.None = true }, " scenario=A pace=day edition=battleline-1978-advanced money nopress people accounts "},
		{"njudge-classic", func(h *hosting.Hosting) { h.Timing[schedule.Moves].Next = 72 * time.Hour; h.Bots = true }, " scenario=A pace=days edition=njudge-classic money press programs accounts "},
		{"njudge-classic", func(h *hosting.Hosting) { h.Timing[schedule.Moves].Next = 7 * 24 * time.Hour; h.Programs = true }, " scenario=A pace=week edition=njudge-classic money press programs accounts "},
		{"njudge-classic", func(h *hosting.Hosting) { *h = hosting.Linked(0) }, " scenario=A pace=none edition=njudge-classic money press programs links "},
	} {
		set, err := rules.Preset(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		h := hosting.Default()
		c.change(&h)
		r := game.GameRecord{Scenario: "A"}
		if r.Rules, err = json.Marshal(set); err != nil {
			t.Fatal(err)
		}
		if r.Hosting, err = json.Marshal(h); err != nil {
			t.Fatal(err)
		}
		if got := r.Facets(); got != c.want {
			t.Errorf("%s: %q, want %q", c.preset, got, c.want)
		}
	}
	broken := game.GameRecord{Scenario: "A", Rules: []byte(`{"preset":"no such"}`), Hosting: []byte(`{`)}
	if got := broken.Facets(); strings.TrimSpace(got) != "" {
		t.Errorf("what cannot be read has the facets %q", got)
	}
}
