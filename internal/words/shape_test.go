package words

import (
	"strings"
	"testing"
	"time"
)

func TestShapes(t *testing.T) {
	f, err := ReadPO(strings.NewReader(`msgid ""
msgstr ""
"X-Native-Name: Italiano\n"
"Plural-Forms: nplurals=2; plural=n != 1;\n"

msgid "Army {1}"
msgstr "Esercito {1}"

msgid "the army in {1}"
msgstr "l'esercito a {1}"

msgid "supports {1}"
msgstr "appoggia {1}"

msgid "supports {1} into {2}"
msgstr "appoggia {1} verso {2}"

msgid "{1} of {2}"
msgstr "{1} di {2}"

msgid "{1} late"
msgstr "in ritardo: {1}"

msgid "Spring"
msgstr "Primavera"

msgid "orders"
msgstr "ordini"

msgid "{season} {year}, {step}"
msgstr "{season} {year}, {step}"

msgid "%d day"
msgid_plural "%d days"
msgstr[0] "%d giorno"
msgstr[1] "%d giorni"

msgid "%s and %s"
msgstr "%[1]s e %[2]s"
`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := New("it", f)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ text, want string }{
		{"Army Pavia", "Esercito Pavia"},
		{"supports the army in Genoa", "appoggia l'esercito a Genoa"},
		{"supports the army in Genoa into Pisa", "appoggia l'esercito a Genoa verso Pisa"},
		{"3 of 7", "3 di 7"},
		{"Duke of Milan", "Duke of Milan"}, // a shape of few letters fits numbers only
		{"Army {1}", "Esercito {1}"},
		{"Armies", "Armies"},
		{"Spring 1454, orders", "Primavera 1454, ordini"},
		{"Spring 1454", "Primavera 1454"},
		{"Springtime 1454, orders", "Springtime 1454, orders"},
	} {
		for range 2 { // found, and remembered
			if got := c.T(x.text); got != x.want {
				t.Errorf("%q became %q, not %q", x.text, got, x.want)
			}
		}
	}
	for _, x := range []struct {
		got, want string
	}{
		{c.List([]string{"Milan"}), "Milan"},
		{c.List([]string{"Milan", "Naples", "Venice"}), "Milan, Naples e Venice"},
		{c.Span(50 * time.Hour), "2 giorni 2 hours"},
		{c.Span(20 * time.Second), "less than a minute"},
		{English().Span(25*time.Hour + 3*time.Minute), "1 day 1 hour"},
		{English().Moment(time.Date(2026, 11, 21, 17, 5, 0, 0, time.UTC)), "Sat 21 Nov 2026, 17:05 UTC"},
		{Get("it").Moment(time.Date(2026, 11, 21, 17, 5, 0, 0, time.UTC)), "sab 21 nov 2026, 17:05 UTC"},
		{c.Title("Settings · Army of God"), "Settings · Army of God"},
	} {
		if x.got != x.want {
			t.Errorf("got %q, want %q", x.got, x.want)
		}
	}
}
