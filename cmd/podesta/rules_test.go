package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string // texts in the output, separated by "/"
		not    string
		errs   string
	}{
		{"", 0, "The rules: Classic judge / 1. The board and the units / SIEGE-03] / Famine, plague and storms", "**", ""},
		{"-format markdown", 0, "# The rules: Classic judge / ## 1. The board and the units / <small>[", "", ""},
		{"--language it", 0, "Le regole: Giudice classico / 1. La plancia e le unità / SIEGE-03]", "The board", ""},
		{"--language xx", 2, "", "", "there is no language \"xx\""},
		{"--preset diplomacy", 0, "The rules: Diplomacy / Movement", "garrison", ""},
		{"--preset 1978", 2, "", "", "there is no preset \"1978\""},
		{"--option victory-cities=23 --option famine=off", 0, "Classic judge, with changes / you need 23 cities", "Famine is rolled", ""},
		{"--option famine", 2, "", "", "expected name=value"},
		{"--option dice=off --option famine=on", 0, "Classic judge, with changes", "", "switch famine off or dice on"},
		{"--flags nomoney,nodice", 0, "Classic judge, with changes", "ducats", ""},
		{"--flags nomony", 2, "", "", "did you mean money?"},
		{"--flags mach2 --preset diplomacy", 2, "", "", "cannot be given together"},
		{"--scenario A", 0, "The city of Rome", "Papacy  ", ""},
		{"--scenario Q", 2, "", "", "Q"},
		{"--options", 0, "seasons-per-year: How many / * 3: spring, summer and fall", "", ""},
		{"--options --preset diplomacy --format markdown", 0, "**`2`**: spring and fall", "", ""},
		{"--diff njudge-classic diplomacy", 0, "Campaigns a year: spring and fall", "<small>", ""},
		{"--diff njudge-classic diplomacy --format markdown", 0, "- Campaigns a year: **spring and fall", "", ""},
		{"--diff diplomacy diplomacy", 0, "There is no difference.", "", ""},
		{"--diff diplomacy", 2, "", "", "needs two presets"},
		{"--diff diplomacy x", 2, "", "", "there is no preset \"x\""},
		{"diplomacy", 2, "", "", "unexpected argument"},
		{"--format pdf", 2, "", "", "there is no format"},
		{"-h", 0, "", "", "machiavelli-1995"},
	} {
		var out, errs bytes.Buffer
		status := runRules(env{strings.NewReader(""), &out, &errs}, strings.Fields(c.args))
		if status != c.status {
			t.Errorf("rules %s: status %d, want %d: %s", c.args, status, c.status, errs.String())
		}
		for want := range strings.SplitSeq(c.want, " / ") {
			if !strings.Contains(out.String(), want) {
				t.Errorf("rules %s: no %q in the output", c.args, want)
			}
		}
		if c.not != "" && strings.Contains(out.String(), c.not) {
			t.Errorf("rules %s: the output has %q", c.args, c.not)
		}
		if !strings.Contains(errs.String(), c.errs) {
			t.Errorf("rules %s: %q, want %q", c.args, errs.String(), c.errs)
		}
	}
}
