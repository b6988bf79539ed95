package gamepage

import (
	"slices"
	"strings"
	"testing"

	"podesta/internal/hosting"
	"podesta/internal/words"
)

// TestTimingLanguages describes the usual schedules of a game in every language.
func TestTimingLanguages(t *testing.T) {
	t.Parallel()
	h := hosting.Default()
	for tag, want := range map[string]string{
		"en": "Campaigns: at least 71 hours; deadlines fall at 23:30, from Monday to Friday; grace of 167 hours; nothing is resolved within the first 12 hours; after the last orders the judge waits 30 minutes.",
		"it": "Campagne: almeno 71 ore; le scadenze cadono alle 23:30, da lunedì a venerdì; tolleranza di 167 ore; nessuna fase si risolve prima di 12 ore dall'inizio; dopo gli ultimi ordini passano 30 minuti.",
		"es": "Campañas: al menos 71 horas; los plazos vencen a las 23:30, de lunes a viernes; período de gracia: 167 horas; no se resuelve nada antes de 12 horas; tras las últimas órdenes pasan 30 minutos.",
	} {
		c := words.Get(tag)
		lines := RunWords(&h, true)
		if got := c.M(lines[0]); got != want {
			t.Errorf("%s: %q\nwant %q", tag, got, want)
		}
		for _, l := range lines {
			english := l.String()
			if got := c.M(l); tag != "en" && got == english {
				t.Errorf("%s: %q is not translated", tag, english)
			}
			if strings.Contains(english, "NEXT") || strings.Contains(english, "MTWTF") {
				t.Errorf("%q has the words of commands", english)
			}
		}
	}
}

// TestRunWords describes in each language how games are run, with all presets and all settings,
// and checks that nothing remains English.
func TestRunWords(t *testing.T) {
	t.Parallel()
	for _, h := range allWays() {
		for _, masterless := range []bool{true, false} {
			for _, m := range slices.Concat(RunWords(&h, masterless), h.Oddities(), h.Words()) {
				english := words.English().M(m)
				for _, c := range words.All()[1:] {
					if got := c.M(m); got == english {
						t.Errorf("%s: %q is not translated", c.Tag, got)
					}
				}
			}
		}
	}
}

// allWays returns many ways to run games. Together they have each switch on and off, each number at
// its limits, each pace and all kinds of press.
func allWays() []hosting.Hosting {
	out := []hosting.Hosting{hosting.Default(), hosting.Linked(0)}
	add := func(change func(h *hosting.Hosting)) {
		h := hosting.Default()
		change(&h)
		out = append(out, h)
	}
	for i := range hosting.Paces {
		add(hosting.Paces[i].Keep)
	}
	for _, on := range []bool{true, false} {
		add(func(h *hosting.Hosting) {
			for i := range hosting.Switches {
				hosting.Switches[i].Set(h, on)
			}
			h.NMR = on
		})
	}
	for i := range hosting.Numbers {
		for _, n := range []int{0, 1, 2, 3, 7, 50, 120} {
			add(func(h *hosting.Hosting) { hosting.Numbers[i].Set(h, n) })
		}
	}
	for _, preferences := range []string{"list", "both", "random"} {
		add(func(h *hosting.Hosting) { h.Preferences = preferences })
	}
	for _, fakes := range []string{"", "may", "broadcast", "default"} {
		for _, observers := range []string{"", "white", "none"} {
			for _, colours := range []hosting.PressRules{{White: true}, {Grey: true}, {White: true, Grey: true}, {None: true}, {}} {
				add(func(h *hosting.Hosting) {
					h.Press = colours
					h.Press.Fakes, h.Press.Observers = fakes, observers
					h.Press.Partial, h.Press.Touch, h.Press.MustOrder, h.Press.NoLate, h.Press.NoGrace, h.Press.NoMinor, h.Press.Blank, h.Press.WatchAll = true, true, true, true, true, true, true, true
				})
			}
		}
	}
	return out
}
