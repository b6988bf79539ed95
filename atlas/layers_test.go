package atlas

import (
	"strings"
	"testing"

	"podesta/machiavelli"
)

func TestParseLayers(t *testing.T) {
	for text, want := range map[string]Layers{
		"": 0, "owners": Owners, " income , straits": Income | Straits, "owners,income,straits,threatened": Owners | Income | Straits | Threatened,
	} {
		if got, err := ParseLayers(text); err != nil || got != want {
			t.Errorf("%q: %v (%v), expected %v", text, got, err, want)
		}
	}
	if _, err := ParseLayers("owners,roads"); err == nil || err.Error() != `unknown layer "roads": expected owners, income, straits, threatened` {
		t.Errorf("an unknown layer: %v", err)
	}
}

// TestLayers checks that each layer draws its own signs and no others.
func TestLayers(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	signs := map[Layers]string{Owners: "m-ti", Income: "#k-coin", Straits: "#k-gate", Threatened: "#k-threat"}
	for l := range signs {
		svg := draw(t, p, Options{Layers: l})
		check(t, svg)
		for other, sign := range signs {
			if has := strings.Contains(svg, sign+`"`) || strings.Contains(svg, sign+" m-p"); has != (l == other) {
				t.Errorf("layer %v: %s is drawn: %v", l, sign, has)
			}
		}
	}
	all := Options{Layers: Owners | Income | Straits | Threatened, Legend: true, Interactive: true, Results: results(t, p)}
	if n := zipped(t, draw(t, p, all)); n > 80<<10 {
		t.Errorf("all layers: %d bytes compressed, expected at most 80 KB", n)
	}
	if plain := draw(t, p, Options{}); plain != draw(t, p, Options{Layers: Owners}) {
		t.Error("without layers the drawing does not show only the owners")
	}
}

// TestThreats checks the number of units that can advance into some provinces
// of the specimen.
func TestThreats(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	r := &reader{t, p}
	d := &drawing{board: p.Setting.Board, pos: p}
	for code, want := range map[string]int{
		"pst": 1, // the army in Bologna
		"aqu": 1, // the fleet in Ancona; not the garrison of Perugia
		"mil": 1, // the army in Tyrolea; not the one in Pavia, which is Milan's own
		"luc": 0, // not owned
		"ion": 0, // a sea
	} {
		if got := d.threats(r.area(code)); got != want {
			t.Errorf("%s: %d, expected %d", code, got, want)
		}
	}
	for i := range p.Units {
		if u := &p.Units[i]; u.At == r.area("tyr") || u.At == r.area("anc") {
			u.Owner = machiavelli.Nobody
		}
	}
	for _, code := range []string{"mil", "aqu"} {
		if got := d.threats(r.area(code)); got != 0 {
			t.Errorf("%s: %d without the unit that threatens it", code, got)
		}
	}
}
