package order

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// roster returns a roster of entries "id name adjective letter".
func roster(entries ...string) machiavelli.Roster {
	r := machiavelli.Roster{{ID: "autonomous", Name: "autonomous", Adjective: "autonomous"}}
	for _, e := range entries {
		f := strings.Fields(e)
		r = append(r, machiavelli.PowerInfo{ID: f[0], Name: f[1], Adjective: f[2], Letter: f[3][0]})
	}
	return r
}

var italians = roster("austria Austria Austrian A", "florence Florence Florentine L", "france France French F", "milan Milan Milanese I",
	"naples Naples Neapolitan N", "papacy Papacy Papal P", "turks Turks Turkish T", "venice Venice Venetian V")

var europeans = roster("austria Austria Austrian A", "england England English E", "france France French F", "germany Germany German G",
	"italy Italy Italian I", "russia Russia Russian R", "turkey Turkey Turkish T")

// context returns the context of a board, with the roster of its standard game.
func context(t testing.TB, slug string, step machiavelli.Step) *Context {
	t.Helper()
	b, err := board.Get(slug, true)
	if err != nil {
		t.Fatal(err)
	}
	c := &Context{Board: b, Powers: italians, Step: step}
	if slug == "diplomacy" || slug == "dipmach" {
		c.Powers = europeans
	}
	return c
}

// checkTable tests rows of the form "input => canonical text". Several inputs
// for one result are separated by "|". A result of three letters that begins
// with E is the code of the expected error. Text in brackets after the result
// is an expected note. Every canonical text must parse as the same order.
func checkTable(t *testing.T, c *Context, table string) {
	t.Helper()
	for row := range strings.Lines(table) {
		row = strings.TrimSpace(row)
		if row == "" {
			continue
		}
		inputs, want, ok := strings.Cut(row, " => ")
		if !ok {
			t.Fatalf("bad row %q", row)
		}
		want, note, _ := strings.Cut(want, " [")
		note = strings.TrimSuffix(note, "]")
		for in := range strings.SplitSeq(inputs, "|") {
			checkRow(t, c, strings.TrimSpace(in), strings.TrimSpace(want), note)
		}
	}
}

func checkRow(t *testing.T, c *Context, in, want, note string) {
	t.Helper()
	o, notes, err := ParseOne(in, c)
	if err != nil {
		if err.Code != want {
			t.Errorf("%q: %v; want %s", in, err, want)
		}
		if o != (Order{}) {
			t.Errorf("%q: an order comes with the error", in)
		}
		return
	}
	got := c.Format(o)
	if got != want {
		t.Errorf("%q is read as %q, want %q", in, got, want)
	}
	if note == "" && len(notes) > 0 || note != "" && (len(notes) != 1 || notes[0].Message.String() != note) {
		t.Errorf("%q: notes %v, want %q", in, notes, note)
	}
	again, _, err := ParseOne(got, c)
	if err != nil || again != o {
		t.Errorf("%q: canonical text %q reads back as %+v (%v), want %+v", in, got, again, err, o)
	}
}
