package gamepage

import (
	"strings"
	"testing"

	"podesta/internal/hosting"
	"podesta/internal/words"
)

// TestTimingLanguages describes the usual times of a game in every language.
func TestTimingLanguages(t *testing.T) {
	t.Parallel()
	h := hosting.Default()
	for tag, want := range map[string]string{
		"en": "Campaigns: at least 71 hours; deadlines fall at 23:30, from Monday to Friday; grace of 167 hours; nothing is carried out within the first 12 hours; after the last orders 30 minutes pass.",
		"it": "Campagne: almeno 71 ore; le scadenze cadono alle 23:30, da lunedì a venerdì; tolleranza: 167 ore; nulla viene eseguito prima di 12 ore; dopo gli ultimi ordini passano 30 minuti.",
		"es": "Campañas: al menos 71 horas; los plazos vencen a las 23:30, de lunes a viernes; prórroga: 167 horas; nada se ejecuta antes de 12 horas; tras las últimas órdenes pasan 30 minutos.",
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
