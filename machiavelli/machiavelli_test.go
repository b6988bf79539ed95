package machiavelli

import (
	"strings"
	"testing"
)

func TestParsePhaseRoundTrip(t *testing.T) {
	for _, year := range []int{1, 1385, 1454, 9999} {
		for s := Spring; s <= Winter; s++ {
			for step := Orders; step <= Adjustments; step++ {
				if (s == Winter) != (step == Adjustments) {
					continue
				}
				p := Phase{s, year, step}
				got, err := ParsePhase(p.String())
				if err != nil || got != p {
					t.Errorf("ParsePhase(%q) = %v, %v", p.String(), got, err)
				}
			}
		}
	}
}

func TestParsePhase(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"spring 1454 orders", "spring 1454 orders"},
		{"  Autumn  1454 RETREATS ", "fall 1454 retreats"},
		{"Winter 1499 adjustments", "winter 1499 adjustments"},
		{"spring 1454", "not three words"},
		{"", "not three words"},
		{"lent 1454 orders", `unknown season "lent"`},
		{"spring MCDLIV orders", "the year must be a number"},
		{"spring 0 orders", "the year must be a number"},
		{"spring 10000 orders", "the year must be a number"},
		{"spring 1454 moves", `unknown step "moves"`},
		{"winter 1454 orders", "winter has adjustments"},
		{"spring 1454 adjustments", "winter has adjustments"},
	} {
		p, err := ParsePhase(c.text)
		if err == nil && p.String() != c.want {
			t.Errorf("ParsePhase(%q) = %q, want %q", c.text, p, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParsePhase(%q): %v, want %q", c.text, err, c.want)
		}
	}
}

func TestPhaseTexts(t *testing.T) {
	p := Phase{Fall, 1454, Retreats}
	if p.Campaign() != "fall 1454" || p.Title() != "Fall 1454, retreats" {
		t.Errorf("%q, %q", p.Campaign(), p.Title())
	}
}

var roster = Roster{
	{ID: "autonomous", Name: "autonomous"},
	{ID: "florence", Name: "Florence", Adjective: "Florentine", Letter: 'L'},
	{ID: "france", Name: "France", Adjective: "French", Letter: 'F'},
	{ID: "papacy", Name: "Papacy", Adjective: "Papal", Letter: 'P'},
	{ID: "turks", Name: "Turks", Adjective: "Turkish", Letter: 'T'},
}

func TestRoster(t *testing.T) {
	for _, c := range []struct {
		how, text string
		want      Power
		ok        bool
	}{
		{"find", "france", 2, true},
		{"find", "France", 0, false},
		{"find", "autonomous", 0, false},
		{"letter", "L", 1, true},
		{"letter", "t", 4, true},
		{"letter", "x", 0, false},
		{"letter", "\x00", 0, false},
		{"match", "fl", 1, true},
		{"match", "FRENCH", 2, true},
		{"match", "papal", 3, true},
		{"match", "turk", 4, true},
		{"match", "t", 0, false},
		{"match", "turkmen", 0, false},
		{"match", "autonomous", 0, false},
	} {
		var got Power
		var ok bool
		switch c.how {
		case "find":
			got, ok = roster.Find(c.text)
		case "letter":
			got, ok = roster.ByLetter(c.text[0])
		case "match":
			got, ok = roster.Match(c.text)
		}
		if got != c.want || ok != c.ok {
			t.Errorf("%s %q: %d, %v; want %d, %v", c.how, c.text, got, ok, c.want, c.ok)
		}
	}
}

func TestPowerSet(t *testing.T) {
	var s PowerSet
	s = s.With(3).With(15)
	if !s.Has(3) || !s.Has(15) || s.Has(4) || s.Without(3) != PowerSet(0).With(15) {
		t.Errorf("set of 3 and 15: %016b", s)
	}
}

func TestNames(t *testing.T) {
	if Army.Letter() != "A" || ArmouredCavalry.Letter() != "AC" || Garrison.String() != "garrison" || NoType.Letter() != "" {
		t.Error("unit types are misnamed")
	}
	if Militia.Strength() != 1 || Mercenary.Strength() != 2 || Professional.Strength() != 2 || Ordinary.Strength() != 1 {
		t.Error("wrong strengths (SPEC-01)")
	}
	if SouthCoast.Code() != "sc" || WestCoast.String() != "west coast" || NoCoast.Code() != "" {
		t.Error("coasts are misnamed")
	}
}

func TestByInitial(t *testing.T) {
	r := Roster{{Name: "autonomous"}, {Name: "Milan", Adjective: "Milanese"}, {Name: "France", Adjective: "French"}, {Name: "Florence", Adjective: "Florentine"}, {Name: "Turks", Aliases: []string{"Ottomans"}}}
	for _, c := range []struct {
		letter byte
		want   Power
	}{{'M', 1}, {'m', 1}, {'F', Nobody}, {'t', 4}, {'O', 4}, {'a', Nobody}, {'x', Nobody}} {
		if got, ok := r.ByInitial(c.letter); got != c.want || ok != (c.want != Nobody) {
			t.Errorf("%c: %d, %v; want %d", c.letter, got, ok, c.want)
		}
	}
}

// TestNamed covers names of powers with hyphens and blanks, nicknames, and names
// in other languages.
func TestNamed(t *testing.T) {
	r := Roster{
		{Name: "autonomous"},
		{ID: "porto-santo", Name: "Porto-Santo", Adjective: "Porto-Santan", Letter: 'Q'},
		{ID: "sankt-gallen", Name: "Sankt Gallen", Adjective: "Gallen", Letter: 'G'},
		{ID: "papacy", Name: "Papacy", Adjective: "Papal", Letter: 'P'},
	}
	for text, want := range map[string]Power{
		"porto-santo": 1, "Porto Santo": 1, "PORTO-SANTO": 1, "the Porto-Santo": 1, "Pórto Santo": 1, "Sankt Gallen": 2, "sankt-gallen": 2, "gallen": 2,
		"Papal States": 3, "The Pope": 3, "Kirchenstaat": 3, "el Papado": 3, "il Papato": 3, "porto": 0, "": 0, "the": 0, "autonomous": 0,
	} {
		if got, ok := r.Named(text); got != want || ok != (want != Nobody) {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}
